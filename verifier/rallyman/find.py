"""The holes of a Rallyman position: which words fit where, and where a line puts a car."""

from collections.abc import Sequence

from model.rallyman.facts import FINISH, GEARS, START, SURFACES
from model.rallyman.standing import clock
from verifier.gaps.holes import HOLE, Domain, Finds, Spot
from verifier.rallyman.check.record import picture_of
from verifier.rallyman.lines.fields import WORD_OF
from verifier.rallyman.lines.terms import Table

MOST = 9
"""The largest number that is tried for markers, dirt and rounds."""

LONGEST, TENS = 300, 10
"""Times are tried in steps of ten seconds."""

SAMPLED = ("t=", "dmg=", "flats=")
"""Facts whose values are not all tried."""

_NUMBERS = tuple(map(str, range(MOST + 1)))
_CARDS = ("held", "used")
_VALUES = {
    "t": tuple(clock(seconds) for seconds in range(0, LONGEST + TENS, TENS)),
    "m": _NUMBERS,
    "dmg": _NUMBERS[:5],
    "flats": _NUMBERS[:3],
    "sisu": _CARDS,
    "spare": _CARDS,
    "tyres": SURFACES,
}


def domain(table: Table, line: Sequence[str], at: int) -> Domain | None:
    """The words that fit at a place in a line of a position."""
    word = line[at][: -len(HOLE)]
    names = tuple(driver.name for driver in table.drivers)
    if line[0] == "turn":
        return Domain(_NUMBERS[1:], some=True)
    if line[0] in ("order", "next"):
        return Domain(names, plain=False)
    if not word:
        return Domain(_spaces(table), plain=False) if at == 1 else None
    if word == "g":
        return Domain((*(f"g{gear}" for gear in GEARS), "g0"), plain=False)
    if word in WORD_OF.values():
        return Domain(("", word))
    places = _NUMBERS[1 : len(names) + 1]
    values = _NUMBERS if line[0] == "dirt" else {**_VALUES, "arr": places}.get(word.removesuffix("="), ())
    return Domain(tuple(f"{word}{one}" for one in values), some=values is _NUMBERS or word in SAMPLED)


def _spaces(table: Table) -> tuple[str, ...]:
    return () if table.stage is None else (START, *table.stage.index, FINISH)


def spot(table: Table, line: Sequence[str]) -> Spot | None:
    """Where a line of a position puts a car; several can share the place."""
    spaces = _spaces(table)
    if len(line) < 2 or line[1] not in spaces or line[0] in ("turn", "order", "next", "dirt"):
        return None
    return Spot(spaces.index(line[1]), line[1], alone=False)


def picture(table: Table) -> str:
    """The road where the cars are, as plain text."""
    return "" if table.setup is None or table.position is None else picture_of(table.setup, table.position)


FINDS = Finds(domain, spot, picture, absent="out")
