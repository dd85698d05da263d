"""Race cards identified by number. Each number is printed once, so its card is in one place at a time (TA-3.3, TA-3.5.6,
TA-4.4)."""

from collections.abc import Sequence

from grammar.syntax import Leaf, Node, Statement
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.decks import unshuffled
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.terms import Table

OUT = ""
"""The place of a card that was played, discarded or turned up. Any other card is in a team's hand."""

BARS = ("event", "setup_bar")
"""Statements that turn up a card for its Team Bar."""

CARDS_OF_HANDS = ("hand", "discard")
"""Statements that name several cards."""


def numbered(before: Table, after: Table, statement: Statement, *, ending: bool = False) -> Table | Breach:
    """The table with the cards that a line identifies by number; the breach if one cannot be where the line has it (TA-3.3).

    The place of a card is known until the deck can have been shuffled, and in any case to the end of the turn for cards in
    hand, since hands are filled once. `ending`: hands can have been refilled since the last card was played.
    """
    told = _told(statement)
    if not told and not before.numbers:
        return after
    whole = statement.kind == "setup_bar" or (after.decks is not None and unshuffled(after.decks))
    known = dict(before.numbers) if whole or _turn(before) == _turn(after) else {}
    if told and (whole or not (ending or statement.kind in BARS)):
        team = None if statement.kind in BARS else _team(after, statement)
        for number in told:
            fact = _elsewhere(known.get(number), team, twice=told.count(number) > 1)
            if fact is not None:
                return Breach(
                    "TA-3.3",
                    f"card {number} {fact}, and there is one card of each number",
                    "hands are filled once, at the start of a turn, and no card comes back before the deck is shuffled",
                    numbers={"card": number},
                )
        known |= dict.fromkeys(told, team if statement.kind == "hand" and team else OUT)
    numbers = tuple(sorted(known.items()))
    return after if numbers == after.numbers else replace(after, numbers=numbers)


def _elsewhere(place: str | None, team: str | None, *, twice: bool) -> str | None:
    if twice:
        return "stands in this line twice"
    if place is None or (place == team and team):
        return None
    return "lies among the discards" if place == OUT else f"is in the hand of {place}"


def _told(statement: Statement) -> list[int]:
    """The numbers of the cards in a line."""
    node, kind = statement.node, statement.kind
    if kind == "activation":
        return [] if _plays_by_name(node.text) else _numbers((node.child("card"),))
    if kind in CARDS_OF_HANDS:
        return _numbers(node.parts[1:])
    return _numbers((node.child("bar"),)) if kind in BARS else []


def _plays_by_name(text: str) -> bool:
    """Whether a line begins with a car's number and a card's name, as most do; such a line need not be parsed."""
    blank = text.find(" ")
    first = text[blank + 1 : blank + 2]
    return first.isalnum() and not first.isdigit() and text[:blank].isdigit()


def _numbers(parts: Sequence[Node | Leaf | None]) -> list[int]:
    """The card numbers in these parts of a line."""
    found: list[int] = []
    for part in parts:
        if isinstance(part, Node) and part.text[:1].isdecimal():
            leaf = part.leaves()[0]
            if leaf.kind == "INT":
                found.append(int(leaf.text))
    return found


def _team(table: Table, statement: Statement) -> str | None:
    """The team whose cards a line names."""
    names = names_of(table.setup, table.position)
    leaf = statement.node.leaves()[0]
    if statement.kind != "activation":
        return names.team(leaf, [])
    number = names.car(leaf, [])
    car = table.position.car(number) if table.position is not None and number is not None else None
    return car.team if car is not None else None


def _turn(table: Table) -> int | None:
    return None if table.position is None else table.position.turn
