"""Writes the worked examples of the rulebook, which are kept as cases, as records: `python tests/make_records.py`.

A case asserts every step; a record for people says only what is needed. So each move is first judged as the case writes it and
then written again in its shortest form. The records are kept under `replays/thunder_alley`; a test proves them fresh.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from grammar.parser import parse  # noqa: E402
from grammar.printer import format_text  # noqa: E402
from model.thunder_alley.moves import Activation, Step  # noqa: E402
from model.thunder_alley.moves import Path as Way  # noqa: E402
from verifier.replay import Options, judge_records  # noqa: E402
from verifier.thunder_alley.cases import chosen_readings  # noqa: E402
from verifier.thunder_alley.cases.record import position_lines, start_cars, track_lines, write_case  # noqa: E402
from verifier.thunder_alley.engine import judge, legal_moves, running_order  # noqa: E402
from verifier.thunder_alley.notation.text import move_text  # noqa: E402
from verifier.thunder_alley.pictures.block import car_text  # noqa: E402
from verifier.thunder_alley.table import Table  # noqa: E402
from verifier.thunder_alley.table.findings import shortest_text  # noqa: E402

CASES = ROOT / "tests" / "cases" / "thunder_alley"
RECORDS = ROOT / "replays" / "thunder_alley"


def worked_examples() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The cases of the rulebook's own examples that are moves, or about the MPs of one."""
    for path in sorted(CASES.glob("*.toml")):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        if case["origin"] == "worked-example" and case["kind"] in ("move", "speed"):
            yield path.stem, case


def record_text(case: Mapping[str, Any]) -> str:
    """The record of one worked example, in canonical form."""
    readings = chosen_readings(case.get("rulings", {}))
    written = write_case(case, readings)
    steps = judge_records(parse(written.text, "case.race"), Options(steps=True))[0].steps
    step = next(step for step in steps if step.statement.line == written.line)
    before, after = step.before, step.after
    assert isinstance(before, Table) and isinstance(after, Table) and after.last is not None
    start = case["start"]
    lines = [
        "game thunder-alley",
        "format 1",
        f'title "{title(case)}"',
        f'source "{case["source"]}"',
        f"shows {' '.join(case['rules'])}",
        "ruleset en-2014",
        *(f"ruling {id} = {reading}" for id, reading in readings.items()),
        "",
        *(track_lines(case["track"]) if "track" in case else []),
        *([f"laps {start['laps']}"] if "laps" in start else []),
        "",
        *position_lines(start_cars(case), start.get("position_markers_left")),
        "",
        readable(before, after),
        "",
        *outcome_lines(before, after),
    ]
    return format_text("\n".join(lines) + "\n")


def title(case: Mapping[str, Any]) -> str:
    """The summary without its full stop; quotes cannot stand in a record's text."""
    return str(case["summary"]).rstrip(".").replace('"', "'")


def readable(before: Table, after: Table) -> str:
    """The move as a player would write it: steps and the choices that matter, with the space where it ends."""
    outcome = after.last
    assert outcome is not None and before.position is not None
    move = outcome.move
    assert isinstance(move, Activation) and move.path is not None and move.card is not None
    car = outcome.position.car(move.car)
    ends = car.space if car is not None else None
    if car is not None and car.space is None:
        return move_text(replace(move, path=replace(move.path, left_after=outcome.total)))
    plain = Way(tuple(bare(step) for step in move.path.steps), placed=move.path.placed)
    full = outcome.speed - outcome.penalty
    left = move.left if move.left != full else None
    second = None
    if move.second is not None:
        second = (move.second[0], Way(tuple(bare(step) for step in move.second[1].steps)))
    if not outcome.complete:
        plain = replace(plain, open_end=True, left_after=outcome.left)
        plain = replace(plain, steps=(*plain.steps[:-1], replace(plain.steps[-1], to=ends)))
    tries = [Activation(move.car, move.card, plain, left=left, second=second)]
    if outcome.complete:
        listed = legal_moves(before.setup, before.position, move.car, move.card, left=left)
        tries += [legal.move for legal in listed if legal.position == outcome.position]
    tries.append(replace(tries[0], path=replace(plain, steps=laned(before, after, plain.steps))))
    marked = replace(move, left=left, path=replace(move.path, steps=tuple(told(s) for s in move.path.steps)))
    for attempt in [*tries, marked]:
        result = judge(before.setup, before.position, attempt).outcomes
        if len(result) == 1 and result[0].position == outcome.position:
            text = shortest_text(before, attempt)
            bump = any(step.bump for step in move.path.steps)
            return text if not outcome.complete or ends is None or bump or second else f"{text} = {ends}"
    raise ValueError(f"no readable form of {move}")


def bare(step: Step) -> Step:
    """The step without assertions and choices."""
    return Step(step.kind, step.bump, links=step.links, token=step.token)


def laned(before: Table, after: Table, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps with the lane that the only car at a fork takes in each."""
    track, outcome = before.setup.track, after.last
    assert track is not None and outcome is not None
    found = []
    for number, step in enumerate(steps, 1):
        lanes = {
            shift.end[-1]
            for shift in outcome.shifts
            if shift.step == number and shift.end and len(track.ahead[track.index[shift.start]]) > 1
        }
        found.append(replace(step, lane=lanes.pop() if len(lanes) == 1 else None))
    return tuple(found)


def told(step: Step) -> Step:
    """The step with its choices, without assertions."""
    return replace(step, booked=None, to=None)


def outcome_lines(before: Table, after: Table) -> list[str]:
    """What came out: for a move that stops in the middle a position, else a check of every car that was carried."""
    outcome = after.last
    assert outcome is not None and before.position is not None
    position = outcome.position
    order = running_order(after.setup, position)
    if not order:
        return []
    if not outcome.complete:
        cars = [position.car(number) for number in order]
        return ["position", *(f"  {car_text(after.setup, car)}" for car in cars if car is not None), "end"]
    carried = {getattr(outcome.move, "car", 0), *(shift.car for shift in outcome.shifts)}
    lines = []
    for number in order:
        car = position.car(number)
        if car is not None and car.space is not None and number in carried:
            wear = (
                f" wear {' '.join(car.wear)}"
                if car.wear and number == getattr(outcome.move, "car", 0)
                else ""
            )
            lines.append(f"check {number} at {car.space}{wear}")
    return lines


def main() -> None:
    RECORDS.mkdir(parents=True, exist_ok=True)
    for name, case in worked_examples():
        (RECORDS / f"{name}.race").write_text(record_text(case), encoding="utf-8")
    print(f"{sum(1 for _ in worked_examples())} records written to {RECORDS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
