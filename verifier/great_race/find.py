"""The holes of a position of The Great Race: which words fit where, and where a line puts a vehicle."""

from collections.abc import Sequence

from model.great_race.cards import cards
from model.great_race.facts import GAUGES
from model.great_race.position import PHASES, ZONES
from verifier.gaps.holes import HOLE, Domain, Finds, Spot
from verifier.great_race.lines.header import set_up
from verifier.great_race.lines.terms import Table
from verifier.great_race.pictures.text import text_picture
from verifier.great_race.pictures.view import View

LATEST, MOST_TILES, MOST_LEFT = 9, 9, 5
"""The largest numbers that are tried for turns, tiles in the bag, and assistants of a zone."""

RICHEST, STEP = 200, 10
"""Money is tried in steps of ten francs."""

PLAIN = ("turn", "phase", "next", "bag", "deck", "track", "display", "discards", "removed", "tiles")
"""The beginnings of lines that are not about a player."""


def domain(table: Table, line: Sequence[str], at: int) -> Domain | None:
    """The words that fit at a place in a line of a position."""
    table = set_up(table)
    if table.board is None:
        return None
    word, before = line[at][: -len(HOLE)], line[at - 1] if at else ""
    if line[0] in PLAIN:
        return _of_position(table, line[0], word, at)
    if at == 1:
        return Domain(tuple(table.board.index), plain=False)
    if before in (*GAUGES, "money"):
        return Domain(_levels(table, before), some=before == "money")
    if before == "hand":
        return Domain(("none", *cards()), plain=False, some=True)
    if word in ZONES:
        return Domain(tuple(f"{word}{count}" for count in range(MOST_LEFT + 1)))
    if word in ("passed", "used"):
        return Domain(("", word))
    return None


def _of_position(table: Table, kind: str, word: str, at: int) -> Domain | None:
    assert table.board is not None
    match kind:
        case "turn":
            return Domain(tuple(map(str, range(1, LATEST + 1))), some=True)
        case "phase":
            return Domain(PHASES, plain=False)
        case "bag" | "deck":
            return Domain(tuple(map(str, range(MOST_TILES + 1))), plain=False, some=True)
        case "next":
            return Domain(table.players, plain=False)
        case "track" if at > 1:
            return Domain(table.players, plain=False)
        case "display" | "discards":
            return Domain(tuple(cards()), plain=False)
        case "removed":
            return Domain(tuple(table.board.terrain), plain=False)
    tile, on, _ = word.partition("@")
    spaces = [place.id for place in table.board.places if place.kind == "space"]
    return Domain(tuple(f"{tile}@{space}" for space in spaces), plain=False) if on else None


def _levels(table: Table, gauge: str) -> tuple[str, ...]:
    """The levels of a gauge from its maximum down, or sums of money, as a position has them by default first."""
    if gauge == "money":
        return tuple(map(str, (80, *(francs for francs in range(0, RICHEST + 1, STEP) if francs != 80))))
    most = table.setup.parameter(f"{gauge}_max") if table.setup is not None else LATEST
    return tuple(map(str, range(most, -1, -1)))


def spot(table: Table, line: Sequence[str]) -> Spot | None:
    """Where a line of a position puts a vehicle; several can share a place."""
    if table.board is None or len(line) < 2 or line[0] in PLAIN or line[1] not in table.board.index:
        return None
    return Spot(list(table.board.index).index(line[1]), line[1], alone=False)


def picture(table: Table) -> str:
    """The board as plain text."""
    return "" if table.board is None else text_picture(View(table.board, table.setup, table.standing))


FINDS = Finds(domain, spot, picture, units=("vehicle", ""))
