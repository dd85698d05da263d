"""What a legal line changed, in a few words; for a move also its MPs and wear, step by step."""

from grammar.syntax import Statement
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import OUT, Car, Position
from verifier.answer import Answer, Where
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.engine.terms import where
from verifier.thunder_alley.lines.moves import move_line
from verifier.thunder_alley.lines.read import MOVES
from verifier.thunder_alley.lines.terms import Past, Speaker, Table
from verifier.words import counted


def booked(table: Table, statement: Statement, place: Where, answer: Answer) -> tuple[str, ...]:
    """The changes by a legal decision; nothing for other lines. `answer` is a judge's answer to it."""
    judgement = answer.judgement
    if judgement is None:
        return ()
    if statement.kind in MOVES:
        return _steps(table, statement, place)
    before = judgement.at.position if judgement.at is not None else table.position
    after = judgement.outcomes[0].position.position
    return changes(before, after) if before is not None and after is not None else ()


def _steps(table: Table, statement: Statement, place: Where) -> tuple[str, ...]:
    """The cars that move, MPs and wear of each step, as the engine books them: both judges reach the same position."""
    past: tuple[Past, ...] = move_line(table, Speaker(place.file, statement)).table.past
    move = past[-1].decision if past else None
    if not isinstance(move, Activation):
        return ()
    [outcome] = judge(table.setup, past[-1].before, move).outcomes
    lines = []
    car, spent = move.car, 0
    for number, after in enumerate(outcome.steps, 1):
        moved = [
            f"{shift.car} {shift.start}-{shift.end or 'off'}"
            for shift in outcome.shifts
            if shift.step == number
        ]
        price = after.spent - (spent if after.mover == car else 0)  # Teamwork's second car has its own MPs
        car, spent = after.mover, after.spent
        lines.append(f"step {number}: {', '.join(moved) or 'no car moves'}; {price} MP, {after.left} left")
    sum_ = f"{outcome.speed} - {outcome.penalty} = {outcome.total}" if outcome.penalty else f"{outcome.total}"
    wear = f", gains {outcome.wear}" if outcome.wear else ""
    lines.append(f"{sum_} MPs, {outcome.spent} spent{wear}; {where(outcome.position, move.car)}")
    return tuple(lines)


def changes(before: Position, after: Position, *, colours: bool = False) -> tuple[str, ...]:
    """Where cars are that were moved, what they carry and which place they have; then the markers of the table. With `colours`
    wear markers are named, not counted."""
    said = []
    for car in after.cars:
        old = before.car(car.number)
        if old is not None:
            said += [f"{car.number} {text}" for text in _car(old, car, colours)]
    if after.lap != before.lap:
        said.append(f"lap {after.lap}")
    if after.flag != before.flag and after.flag is not None:
        said.append(f"{after.flag} flag")
    if after.rain and not before.rain:
        said.append("a first Rain is put aside")
    if after.first != before.first and after.first is not None:
        said.append(f"First Player {after.first}")
    return tuple(said)


def _car(old: Car, new: Car, colours: bool) -> list[str]:
    said = []
    if _stands(new) != _stands(old):
        said.append(_stands(new))
    if len(new.wear) != len(old.wear) and not colours:
        said.append(f"carries {counted(len(new.wear), 'wear marker')}")
    elif sorted(new.wear) != sorted(old.wear):
        said.append(f"carries {' '.join(new.wear) or 'no wear marker'}")
    if new.led != old.led:
        said.append("gets a Turn Leader marker")
    if new.lap_down != old.lap_down:
        said.append(f"{'gets' if new.lap_down else 'loses'} its Lap-down marker")
    return said


def _stands(car: Car) -> str:
    if car.space is None:
        return f"is out in place {car.place}" if car.status == OUT else f"in place {car.place}"
    return f"at {car.space}, {car.crossed} crossed"
