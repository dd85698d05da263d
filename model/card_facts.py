"""What a ruleset may change of a printed card: the facts that a game lists under `deck` in its parameters.toml."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from model.datafiles import GameData, Table, did_you_mean, read_data
from model.errors import Problem
from model.values import value

NONE = "none"
"""The value of a fact that a card does not have, as a marker on a white name field."""


@value
class CardFact:
    """A fact of one kind of card, `charge.count`, with its printed value. A number has a unit, `min` and `max`; a word is one of
    `words`."""

    name: str
    rule: str
    what: str
    value: int | str
    unit: str = ""
    min: int = 0
    max: int = 0
    words: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name of the fact in the data of its card."""
        return self.name.partition(".")[2].replace("-", "_")

    def read(self, given: int | str) -> int | str | None:
        """The value that is meant; None if the fact cannot have it."""
        text = str(given)
        if self.words:
            return text.lower() if text.lower() in self.words else None
        if isinstance(given, bool) or not (text.isascii() and text.isdigit()) or len(text) > 6:
            return None
        return int(text) if self.min <= int(text) <= self.max else None

    @property
    def allowed(self) -> str:
        """The values that it can have, and the printed one, in words."""
        known = ", ".join(self.words) or f"a whole number of {self.unit} from {self.min} to {self.max}"
        return f"{known}; {self.value} is printed"


@lru_cache(maxsize=8)
def load_card_facts(data: GameData) -> Mapping[str, CardFact]:
    """The facts of all cards of a game, by name. Raises `ModelError`."""
    file = read_data(data, "parameters.toml")
    facts = {}
    for deck, about in file.table("deck").each():
        cards = read_data(data, f"{deck}.toml")
        for fact, table in about.each():
            for one in _facts(fact, table, cards):
                facts[one.name] = one
    file.check()
    return MappingProxyType(facts)


def _facts(fact: str, table: Table, cards: Table) -> list[CardFact]:
    """A fact of each card of a deck that has it."""
    rule, what, unit = table.text("rule"), table.text("what"), table.text("unit", "")
    least, most, words = table.number("min", 0), table.number("max", 0), table.texts("words")
    exempt, unless, own = table.texts("except"), table.text("unless", ""), table.table("least")
    lowest = {id: own.number(id) for id in own.content}
    if not words and not unit:
        table.wrong("has neither words nor a unit")
    table.finish()
    found = []
    for id, card in cards.content.items():
        if isinstance(card, dict) and id not in exempt and unless not in card:
            printed, low = card.get(fact.replace("-", "_"), NONE), lowest.get(id, least)
            found.append(CardFact(f"{id}.{fact}", f"{rule}-{id}", what, printed, unit, low, most, words))
    return found


def card_value(data: GameData, cards: Mapping[str, int | str], name: str) -> int | str:
    """The value of a fact in a ruleset that changes `cards`. Raises KeyError: an unknown name is a programming error."""
    return cards[name] if name in cards else load_card_facts(data)[name].value


def wrong_fact(facts: Mapping[str, CardFact], name: str) -> Problem:
    """Why there is no fact of this name."""
    card, _, fact = name.partition(".")
    known = [one.partition(".")[2] for one in facts if one.partition(".")[0] == card]
    if known:
        near = did_you_mean(fact, known) or f"of this card a ruleset may change {', '.join(known)}"
        return Problem(f"card `{card}` has no `{fact}` to change", help=near)
    cards = dict.fromkeys(one.partition(".")[0] for one in facts)
    help = did_you_mean(card, cards) or (
        "the game has no cards to change" if not cards else "as in " + next(iter(facts))
    )
    return Problem(f"there is no card `{card}`", help=help)
