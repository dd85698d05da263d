"""The holes of a Thunder Alley position: which words fit where, and where a line puts a car."""

import re
from collections.abc import Sequence

from grammar.syntax import Record
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import FLAGS, TEAMS, WEAR
from model.thunder_alley.position import STEPS
from model.thunder_alley.track import APRON
from verifier.gaps.holes import HOLE, Domain, Finds, Spot
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.classes import classes
from verifier.thunder_alley.check.record import picture_of
from verifier.thunder_alley.lines.as_record import track_lines
from verifier.thunder_alley.lines.terms import Table

SPACE = re.compile(r"\d{1,3}[a-hp]")
SECTORS = 8
"""Sectors of the ring that is drawn for a record without a track."""

LAPS = 2
"""Laps that are tried if the record does not give the distance."""

MOST_MARKERS, MOST_LED, MOST_TURNS = 5, 3, 9
OF_CAR = ("wear", "crossed", "led", "place")
MARKS = ("flipped", "down")
"""Facts of a car without a value: `flipped?` is a car that may be flipped."""

_WEAR = ("none", *WEAR, *(" ".join([next(iter(WEAR))] * count) for count in range(2, MOST_MARKERS + 1)))
"""Any one marker, or several of one kind."""


def domain(table: Table, line: Sequence[str], at: int) -> Domain | None:
    """The words that fit at a place in a line of a position."""
    setup, first, before, word = table.setup, line[0], line[at - 1], line[at]
    cars = tuple(str(number) for team in setup.teams for number in team.cars)
    teams = setup.colours or tuple(map(str.capitalize, TEAMS))
    laps = setup.laps or LAPS
    if word != HOLE:
        mark = word[:-1]
        return Domain(("", mark)) if mark in MARKS or (mark == "rain" and len(line) == 1) else None
    of_table = {
        "turn": Domain(_numbers(1, MOST_TURNS), some=True),
        "first": Domain(teams, plain=False),
        "next": Domain(teams, plain=False),
        "lap": Domain(_numbers(1, laps), some=setup.laps is None),
        "step": Domain(STEPS),
        "flag": Domain(tuple(FLAGS)),
        "leaders": Domain(cars, plain=False),
        "places": Domain(_numbers(1, len(cars)), plain=False),
    }
    if first in of_table:
        return of_table[first]
    if first == "hand":
        return Domain(teams if at == 1 else tuple(card.name for card in CARDS.values()), plain=False)
    if at == 0:
        return None
    if at == 1 and len(line) > 2 and (line[2] == HOLE or _is_spot(line[2])):
        return Domain(teams, plain=False)
    if at == 1 or (at == 2 and (line[1] == HOLE or line[1].capitalize() in teams)):
        return Domain(_spaces(table), plain=False, some="place" in line)
    if before == "wear" or before in WEAR or (before == HOLE and at > 2):
        after = line[at + 1].removesuffix(HOLE) if at + 1 < len(line) else "down"
        alone = before == "wear" and after in (*OF_CAR, *MARKS)
        return Domain(_WEAR if alone else tuple(WEAR), plain=alone, some=True)
    numbers = {
        "crossed": (1, 0, *range(2, laps + 1)),
        "led": range(MOST_LED + 1),
        "place": range(1, len(cars) + 1),
    }
    if before not in numbers:
        return None
    return Domain(tuple(map(str, numbers[before])), some=before != "place")


def _is_spot(word: str) -> bool:
    return word in ("out", "place") or SPACE.fullmatch(word) is not None


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(map(str, range(first, last + 1)))


def _spaces(table: Table) -> tuple[str, ...]:
    track = table.setup.track
    return () if track is None else (*track.spaces, *(f"{sector}{APRON}" for sector in track.sectors))


def cars(table: Table, line: Sequence[str], named: frozenset[str]) -> list[tuple[str, ...]]:
    """The cars that a line without a number may mean: of each team those that the record does not name are alike."""
    found: list[tuple[str, ...]] = []
    for team in table.setup.teams:
        numbers = tuple(map(str, team.cars))
        if len(line) < 2 or not line[1].isalpha() or line[1].capitalize() in (team.colour, "Out", "Place"):
            found += [(number,) for number in numbers if number in named]
            found.append(tuple(number for number in numbers if number not in named))
    return [group for group in found if group]


def spot(table: Table, line: Sequence[str]) -> Spot | None:
    """Where a line of a position puts a car."""
    track = table.setup.track
    space = next((word for word in line[1:3] if SPACE.fullmatch(word)), None)
    if space is None or track is None or not track.has(space):
        return None
    return Spot(track.place[int(space[:-1])], space, not space.endswith(APRON))


def ring_of(table: Table) -> int:
    """The sectors of the track, if it comes round."""
    track = table.setup.track
    return len(track.sectors) if track is not None and track.ring else 0


def board(record: Record, sectors: int) -> list[str]:
    """A ring of so many sectors for a record without a track."""
    if any(one.kind == "track" for one in record.statements):
        return []
    return track_lines(ring(max(sectors, SECTORS)))


def picture(table: Table) -> str:
    """The position as plain text."""
    return "" if table.position is None else picture_of(table.setup, table.position)


FINDS = Finds(domain, spot, picture, cars, ring_of, board, classes)
