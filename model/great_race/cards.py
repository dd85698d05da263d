"""Resource cards and leaders, read from TOML at first use."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from model.datafiles import Table, plain, read_data
from model.great_race.facts import CLASSES, DATA
from model.ruleset import Ruleset
from model.values import replace, value


@value
class Card:
    """A kind of resource card. `effect` is what it does in a few words, `timing` its class (GR-20.6), `assumed` if the card does
    not state that. An escort can cancel a `danger` card. With `leaders` it belongs to the Leader module. `names` pairs a language
    (`es`) with the name in that language."""

    id: str
    rule: str
    effect: str
    count: int
    timing: str
    assumed: bool = False
    danger: bool = False
    leaders: bool = False
    names: tuple[tuple[str, str], ...] = ()


@value
class Leader:
    """A leader. `effect` is the power in a few words. A `permanent` power always holds, another is used once a turn (GR-22.2).
    `name` is empty if it is lost. `assumed`: no source states the power."""

    id: str
    rule: str
    name: str
    effect: str
    permanent: bool = False
    assumed: bool = False


@cache
def cards() -> Mapping[str, Card]:
    """Card id -> the card as printed, in the order of their rules."""
    file = read_data(DATA, "cards.toml")
    found = {id: _card(id, table) for id, table in file.each()}
    file.check()
    return MappingProxyType(found)


def _card(id: str, table: Table) -> Card:
    names = table.table("names")
    card = Card(
        id,
        table.text("rule"),
        table.text("effect"),
        table.number("count"),
        table.text("class"),
        table.flag("class_assumed"),
        table.flag("danger"),
        table.flag("leaders"),
        tuple((language, names.text(language)) for language in names.content),
    )
    if card.timing not in CLASSES:
        table.wrong(f"`{card.timing}` is not a class", "class", f"known: {', '.join(CLASSES)}")
    table.finish()
    return card


def cards_of(ruleset: Ruleset) -> Mapping[str, Card]:
    """The cards under a ruleset: it may change how many there are of a kind, and the Leader module adds its own."""
    known: _House | None = ruleset.derived.get(_House)
    module = "leaders" in ruleset.options  # a search for differences notes each use
    if known is None:
        counts = {name.partition(".")[0]: number for name, number in ruleset.cards.items()}
        known = ruleset.derived[_House] = _House(
            MappingProxyType(
                {
                    id: replace(card, count=int(counts.get(id, card.count)))
                    for id, card in cards().items()
                    if not card.leaders or module
                }
            )
        )
    return known.cards


@value
class _House:
    """The deck of a ruleset."""

    cards: Mapping[str, Card]


@cache
def leaders() -> Mapping[str, Leader]:
    """Leader id -> the leader."""
    file = read_data(DATA, "leaders.toml")
    found = {id: _leader(id, table) for id, table in file.each()}
    file.check()
    return MappingProxyType(found)


def _leader(id: str, table: Table) -> Leader:
    leader = Leader(
        id,
        table.text("rule"),
        table.text("name", ""),
        table.text("effect"),
        table.flag("permanent"),
        table.flag("assumed"),
    )
    table.finish()
    return leader


@cache
def _names() -> Mapping[str, str]:
    return {
        plain(name): card.id for card in cards().values() for name in (card.id, *dict(card.names).values())
    }


def card_by_name(name: str) -> str | None:
    """The card id for an id or a Spanish name; None if unknown. Case, accents, blanks and hyphens do not matter."""
    return _names().get(plain(name))


def card_tables() -> tuple[tuple[tuple[str, ...], ...], ...]:
    """One table: the cards with the names that the Spanish rulebook prints. Its first row names the columns."""
    return ((("card", "es"), *((card.id, dict(card.names).get("es", "")) for card in cards().values())),)
