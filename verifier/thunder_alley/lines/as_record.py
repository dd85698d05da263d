"""The last move of a table as a test record, with its result as the expectation; a track and rules as lines of a record."""

from collections.abc import Iterator
from itertools import groupby

from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Move
from model.thunder_alley.position import Position
from model.thunder_alley.track import Track
from verifier.errors import StewardError
from verifier.rulesets.changes import rule_lines
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.lines.text import move_text
from verifier.thunder_alley.pictures.block import position_text, wear_text


def record_text(table: Table) -> str:
    """The record. Raises `StewardError` if the last line is not a move."""
    setup, refused = table.setup, table.refused
    moves = [(one, one.decision) for one in table.past if isinstance(one.decision, Move)]
    before = table.position if refused is not None else moves[-1][0].before if moves else None
    if before is None:
        raise StewardError(
            "this line is not a move, so no test record can be made of it",
            "name the line of an activation, a pass or a retirement: `race.race@31`",
        )
    lines = ["game thunder-alley", 'title "what this record shows"']
    if refused is not None:
        first = refused.breaches[0]
        at = f" step {first.step}" if first.step > 0 else ""
        lines += [f"shows {first.rule}", f"expect illegal {first.rule}{at}"]
        played = [move_text(refused.move)]
    else:
        # A car that does not finish gets its place with the last move.
        past, move = moves[-1]
        *_, after = table.door.onward(setup, past.after)[:2]
        played = [move_text(move), *_changed(before, after)]
    lines += rule_lines(DATA, setup.ruleset)
    lines += track_lines(setup.track) if setup.track is not None else []
    lines += [f"laps {setup.laps}"] if setup.laps is not None else []
    lines += [f"team {team.colour} {' '.join(map(str, team.cars))}" for team in setup.teams]
    return "\n".join([*lines, *position_text(setup, before).splitlines(), *played, ""])


def _changed(before: Position, after: Position) -> Iterator[str]:
    """The spaces, markers and places of cars that the move changed."""
    for car in after.cars:
        old = before.car(car.number)
        if old is None:
            continue
        if car.space not in (old.space, None):
            yield f"check {car.number} at {car.space}"
        if car.wear != old.wear and car.space is not None:
            yield f"check {car.number} wear {wear_text(car.wear) or 'none'}"
        if car.place not in (old.place, None):
            yield f"check {car.number} place {car.place}"


def track_lines(track: Track) -> list[str]:
    """A track as a `track` block."""
    return ["track", *(f"  {line}" for line in _drawn(track)), "end"]


def _drawn(track: Track) -> Iterator[str]:
    lanes = {
        number: [lane for lane, sector in zip(track.lane, track.sector, strict=True) if sector == number]
        for number in track.sectors
    }
    for same, numbers in groupby(track.sectors, key=lambda number: lanes[number]):
        run = list(numbers)
        yield f"sectors {run[0]}-{run[-1]} {' '.join(same)}"
    for space, ahead in enumerate(track.ahead):
        if ahead and [track.lane[target] for target in ahead] != [track.lane[space]]:
            yield f"ahead {track.spaces[space]} {' '.join(track.spaces[target] for target in ahead)}"
    if track.ring:
        yield "ring"
    if track.line is not None:
        yield f"line {track.line}"
    if track.green is not None:
        yield f"green {track.green}"
    if track.restart is not None:
        yield f"restart {' '.join(track.restart)}"
