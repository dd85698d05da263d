"""Witnesses as records that can be replayed, and as pictures; what the engine says of them in a few words."""

from model.ruleset import Ruleset, default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup
from verifier.thunder_alley.cases.record import track_lines
from verifier.thunder_alley.cases.write import track_table
from verifier.thunder_alley.engine.terms import Judgement
from verifier.thunder_alley.notation import move_text
from verifier.thunder_alley.pictures.block import position_text
from verifier.thunder_alley.pictures.marks import marks
from verifier.thunder_alley.pictures.text import text_picture
from verifier.thunder_alley.table.findings import space_of

PICTURE_WIDTH = 90


def record_of(setup: Setup, position: Position, move: Activation) -> tuple[str, ...]:
    """The lines of a record with this table and this move, as if it stopped there."""
    assert setup.track is not None
    return (
        "game thunder-alley",
        "format 1",
        *_readings(setup.ruleset),
        *track_lines(track_table(setup.track)),
        *(() if setup.laps is None else (f"laps {setup.laps}",)),
        *(f"team {team.colour} {' '.join(map(str, team.cars))}" for team in setup.teams),
        *position_text(setup, position).splitlines(),
        move_text(move, short=False),
    )


def _readings(ruleset: Ruleset) -> list[str]:
    """What must be said so that a record is judged by this ruleset."""
    default = default_ruleset(DATA).readings
    return [
        f"ruling {id} = {reading}" for id, reading in ruleset.readings.items() if default.get(id) != reading
    ]


def picture_of(setup: Setup, position: Position) -> str:
    """The table as plain text."""
    assert setup.track is not None
    return text_picture(setup.track, marks(position), PICTURE_WIDTH)


def outcome_text(position: Position, judgement: Judgement) -> str:
    """What the engine says of a move: the rules it breaks, or where the cars are that it moves."""
    if judgement.breaches:
        return f"illegal, {' '.join(dict.fromkeys(breach.rule for breach in judgement.breaches))}"
    tables = []
    for outcome in judgement.outcomes:
        ends = {car.number: _where(outcome.position, car.number) for car in position.cars}
        moved = [
            f"{car.number} {ends[car.number]}"
            for car in position.cars
            if ends[car.number] != _where(position, car.number)
        ]
        tables.append(", ".join(moved) or "nobody moves")
    return f"legal: {' or '.join(dict.fromkeys(tables))}"


def _where(position: Position, number: int) -> str:
    car = position.car(number)
    assert car is not None
    if car.space is None:
        return f"in place {car.place}"
    return f"at {space_of(position, number)}, {car.crossed} crossed"
