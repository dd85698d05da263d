"""Race cards and event cards, read from TOML at first use."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

from model.card_facts import NONE, load_card_facts
from model.datafiles import Table, plain, read_data
from model.ruleset import Ruleset
from model.thunder_alley.card_kinds import Card as Card
from model.thunder_alley.card_kinds import EventCard as EventCard
from model.thunder_alley.facts import DATA, FLAGS, MOVEMENTS, TEAMS, WEAR
from model.values import replace, value

T = TypeVar("T")


@value
class _Printed:
    cards: Mapping[str, Card]
    events: Mapping[str, EventCard]
    bars: Mapping[int, tuple[str, ...]]


@lru_cache(maxsize=1)
def _printed() -> _Printed:
    file = read_data(DATA, "cards.toml")
    cards = {id: _card(id, table) for id, table in file.each("bar")}
    bars = {bar.number("card"): bar.texts("teams") for bar in map(_with_source, file.tables("bar"))}
    for number, teams in bars.items():
        if sorted(teams) != sorted(TEAMS):
            file.wrong(f"the Team Bar of card {number} does not show each colour once", "bar")
    file.check()
    events_file = read_data(DATA, "events.toml")
    events = {id: _event(id, table) for id, table in events_file.each()}
    events_file.check()
    return _Printed(cards, events, bars)


def _with_source(table: Table) -> Table:
    table.text("source")
    return table


def _card(id: str, table: Table) -> Card:
    first, last = table.numbers("numbers") or (0, 0)
    card = Card(
        id,
        table.text("name"),
        range(first, last + 1),
        table.number("count"),
        table.number("speed"),
        table.number("pit_speed"),
        table.text("movement"),
        table.text("wear") if table.has("wear") else None,
        table.text("text") if table.has("text") else None,
        table.texts("aliases"),
        _names_of(table),
    )
    if card.movement not in MOVEMENTS:
        table.wrong(f"`{card.movement}` is not a movement type", "movement", f"known: {', '.join(MOVEMENTS)}")
    if card.wear is not None and card.wear not in WEAR:
        table.wrong(f"`{card.wear}` is not a wear colour", "wear", f"known: {', '.join(WEAR)}")
    table.asked |= {"wear", "text"}
    table.finish()
    return card


def _names_of(table: Table) -> tuple[tuple[str, str], ...]:
    """Names in other languages, by language."""
    names = table.table("names")
    return tuple((language, names.text(language)) for language in names.content)


def _event(id: str, table: Table) -> EventCard:
    event = EventCard(
        id,
        table.text("name"),
        table.number("count"),
        table.texts("icons"),
        table.text("flag"),
        table.text("flag_source"),
        table.text("second_flag") if table.has("second_flag") else None,
        table.texts("card_icons"),
        table.flag("exchange"),
        table.texts("aliases"),
        _names_of(table),
    )
    for name, flag in (("flag", event.flag), ("second_flag", event.second_flag or "green")):
        if flag not in FLAGS:
            table.wrong(f"`{flag}` is not a flag", name, f"known: {', '.join(FLAGS)}")
    for colour in (*event.icons, *event.card_icons):
        if colour not in WEAR:
            table.wrong(f"`{colour}` is not a wear colour", "icons", f"known: {', '.join(WEAR)}")
    table.finish()
    return event


class _Later(Mapping[str, T]):
    """A read-only mapping that is filled at first use."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __getitem__(self, key: str) -> T:
        found: T = getattr(_printed(), self._kind)[key]
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(getattr(_printed(), self._kind))

    def __len__(self) -> int:
        return len(getattr(_printed(), self._kind))


CARDS: Mapping[str, Card] = _Later("cards")
"""Card id -> race card, in the order of their numbers."""

EVENTS: Mapping[str, EventCard] = _Later("events")
"""Event id -> event card, in alphabetical order."""


@value
class _House:
    """Both decks with the facts that a ruleset changes."""

    cards: Mapping[str, Card]
    events: Mapping[str, EventCard]


def cards_of(ruleset: Ruleset) -> Mapping[str, Card]:
    """The race cards under a ruleset, which may change facts of them."""
    return _house(ruleset).cards if ruleset.cards else CARDS


def events_of(ruleset: Ruleset) -> Mapping[str, EventCard]:
    """The event cards under a ruleset, which may change facts of them."""
    return _house(ruleset).events if ruleset.cards else EVENTS


def in_deck(cards: Iterable[Card | EventCard]) -> tuple[str, ...]:
    """The kinds of cards in the deck."""
    return tuple([card.id for card in cards if card.count])


def _house(ruleset: Ruleset) -> _House:
    known: _House | None = ruleset.derived.get(_House)
    if known is None:
        changed: dict[str, dict[str, Any]] = {}
        for name, given in ruleset.cards.items():
            fact = load_card_facts(DATA)[name]
            changed.setdefault(name.partition(".")[0], {})[fact.key] = None if given == NONE else given
        known = ruleset.derived[_House] = _House(_with(CARDS, changed), _with(EVENTS, changed))
    return known


K = TypeVar("K", Card, EventCard)


def _with(printed: Mapping[str, K], changed: Mapping[str, Mapping[str, Any]]) -> Mapping[str, K]:
    return MappingProxyType({id: replace(card, **changed.get(id, {})) for id, card in printed.items()})


def known_bars() -> Mapping[int, tuple[str, ...]]:
    """Card number -> its Team Bar from left to right, for the two pictured cards."""
    return _printed().bars


@lru_cache(maxsize=1)
def _by_number() -> Mapping[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for card in CARDS.values():
        for number in card.numbers:
            found[number] = (*found.get(number, ()), card.id)
    return found


def card_by_number(number: int) -> tuple[str, ...]:
    """The kinds of card with this number: one, none, or two for 80."""
    return _by_number().get(number, ())


@lru_cache(maxsize=1)
def _names() -> tuple[Mapping[str, str], Mapping[str, str]]:
    def index(kinds: Mapping[str, Card] | Mapping[str, EventCard]) -> dict[str, str]:
        return {
            plain(name): kind.id
            for kind in kinds.values()
            for name in (kind.id, kind.name, *kind.aliases, *(name for _, name in kind.names))
        }

    return index(CARDS), index(EVENTS)


def card_by_name(name: str) -> str | None:
    """The card id for a name in any language, an id or a common spelling; None if unknown. Case, apostrophes and hyphens
    do not matter."""
    return _names()[0].get(plain(name))


def event_by_name(name: str) -> str | None:
    """The event id for a name in any language, an id or a common spelling; None if unknown. Case, apostrophes and hyphens
    do not matter."""
    return _names()[1].get(plain(name))
