"""A Thunder Alley position in a few lines: the turn, whose segment it is, the running order with wear and markers, places."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap

from model.thunder_alley.position import (
    DISCARD,
    EVENT,
    FINISHED,
    OUT,
    OVER,
    PITS,
    Car,
    Position,
    Setup,
    Team,
)
from model.thunder_alley.standing import EMPTY
from model.values import replace
from verifier.drawings.scene import Row
from verifier.thunder_alley.lines.season import is_season, points
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.pictures.block import wear_text

DUE = {
    EVENT: "the event is next",
    PITS: "pit stops are next",
    DISCARD: "discards are next",
    OVER: "the race is over",
}
"""Steps of a turn other than the segments, in words (TA-3.2)."""

HEAD = ("", "car", "team", "space", "markers")
"""The titles of the standings."""

GAP = "    "
"""The gap between two columns of cars."""


def summary(table: Table, width: int) -> tuple[str, ...]:
    """The lines, at most `width` characters each if the words allow it; none while the position is unknown. The cars are in
    running order (TA-4.1), in as many columns as fit, read downwards. For a season, its races and sums."""
    position = table.position
    if is_season(table):
        return _season(table.unasked(), width)
    if position is None:
        return ()
    rows = _rows(table, position)
    lines = [*_wrapped(", ".join(facts_of(table, position)), width), *_columns(rows, width)]
    for label, cars in (("finished", _finished(position)), ("out", _out(position))):
        if cars:
            lines += _wrapped(f"{label}: {', '.join(cars)}", width)
    return tuple(lines)


def _season(table: Table, width: int) -> tuple[str, ...]:
    """The races of a season so far with the points of each for the teams, then the sums, best first (TA-11.3)."""
    season, setup, sums = table.season, table.setup, points(table) or {}
    assert season is not None
    lines = [f"season {season.name}; races driven: {len(season.races)}"]
    for race in season.races:
        teams = dict.fromkeys((*race.teams, *sums, *setup.colours))
        alone = replace(EMPTY, season=replace(season, races=(race,)))
        every = replace(setup, teams=tuple(Team(team, None, ()) for team in teams))
        lines.append(f"{race.name}: {_points(table.door.points(every, alone) or {})}")
    if season.races:
        lines.append(f"sums: {_points(sums)}")
    return tuple(part for line in lines for part in _wrapped(line, width))


def _points(points: Mapping[str, int]) -> str:
    return ", ".join(f"{team} {number}" for team, number in points.items()) or "not known"


def facts_of(table: Table, position: Position) -> Iterator[str]:
    """The facts common to all cars: turn, step, flag, lap, First Player and next player, and the points once they are known."""
    yield f"turn {position.turn}"
    if position.step in DUE:
        yield DUE[position.step]
    if position.flag is not None:
        yield f"{position.flag} flag"
    yield f"lap {position.lap}" + (f" of {table.setup.laps}" if table.setup.laps is not None else "")
    if position.first is not None:
        yield f"first player {position.first}"
    if position.next is not None:
        yield f"{position.next} to move"
    if position.rain:
        yield "a first Rain is put aside"
    won = table.door.points(table.unasked().setup, replace(EMPTY, position=position))
    if won is not None:
        yield f"points {_points(won)}"


def standings(table: Table, position: Position) -> Iterator[Row]:
    """The standings: every car still driving in running order (TA-4.1), then those that have finished, then those that are
    out."""
    order = table.door.running_order(table.setup, position)
    placed = [car.number for car in position.cars if car.space is not None and car.number not in order]
    unplaced = [
        car.number for car in position.cars if car.space is None and car.status not in (OUT, FINISHED)
    ]
    names = _names(table.setup)
    ahead = table.door.leader(table.setup, position)
    cars = [car for car in map(position.car, (*order, *placed, *unplaced)) if car is not None]
    for place, car in enumerate(cars, 1):
        marks = _markers(car, car.number == ahead)
        yield Row(str(car.number), (str(place), str(car.number), _owner(car, names), car.space or "?", marks))
    done = sorted(
        (car for car in position.cars if car.status in (OUT, FINISHED)),
        key=lambda car: (car.status == OUT, car.place or 0),
    )
    for car in done:
        ended = "out" if car.status == OUT else f"place {car.place}"
        yield Row(str(car.number), ("", str(car.number), _owner(car, names), ended, ""))


def _rows(table: Table, position: Position) -> list[str]:
    """A line for each car still driving: its place in the order, number, team, space, wear, markers."""
    cells_of = [row.cells for row in standings(table, position) if row.cells[0]]
    sizes = [max((len(row[column]) for row in cells_of), default=0) for column in range(4)]
    return [
        f"{place:>{sizes[0]}}  {number:>{sizes[1]}} {owner:<{sizes[2]}}  {space:<{sizes[3]}}  {marks}".rstrip()
        for place, number, owner, space, marks in cells_of
    ]


def _names(setup: Setup) -> Mapping[int, str]:
    return {number: name for name, number in reversed(list((setup.names or {}).items()))}


def _owner(car: Car, names: Mapping[int, str]) -> str:
    name = names.get(car.number)
    return f'{car.team} "{name}"' if name else car.team


def _markers(car: Car, leads: bool) -> str:
    words = ["leader"] * leads
    if car.wear:
        words.append(f"wear {wear_text(car.wear)}")
    if car.led:
        words.append(f"led {car.led}")
    if car.crossed != 1:
        words.append(f"crossed {car.crossed}")
    words += ["down"] * car.lap_down + ["flipped"] * car.flipped
    return ", ".join(words)


def _finished(position: Position) -> list[str]:
    cars = sorted((car for car in position.cars if car.status == FINISHED), key=lambda car: car.place or 0)
    return [f"{car.number} {car.team} place {car.place}" for car in cars]


def _out(position: Position) -> list[str]:
    place = {car.number: f" place {car.place}" if car.place is not None else "" for car in position.cars}
    return [f"{car.number} {car.team}{place[car.number]}" for car in position.cars if car.status == OUT]


def _columns(rows: Sequence[str], width: int) -> list[str]:
    """The rows read downwards in as many columns as fit."""
    if not rows:
        return []
    size = max(map(len, rows))
    if size > width:
        return [line for row in rows for line in _wrapped(row, width, "        ")]
    height = -(-len(rows) // ((width + len(GAP)) // (size + len(GAP))))
    columns = [rows[start : start + height] for start in range(0, len(rows), height)]
    padded = [[f"{row:<{size}}" for row in column] for column in columns]
    return [GAP.join(cells).rstrip() for cells in zip_longest(*padded, fillvalue="")]


def _wrapped(text: str, width: int, indent: str = "  ") -> list[str]:
    return wrap(text, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
