"""What a legal move rests on: the rule by which each car was carried, and the rules at work in the whole move."""

from collections.abc import Iterator
from itertools import pairwise

from model.thunder_alley.moves import Activation, Path
from model.thunder_alley.position import Car, Position, Setup
from model.thunder_alley.track import Track
from model.values import replace
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.ground import leaves_corner
from verifier.thunder_alley.engine.outcome import worn_out
from verifier.thunder_alley.engine.run import DRAFT, LEAD, PURSUIT, SIDEWAYS, SOLO, Run
from verifier.thunder_alley.engine.terms import MOVES, PASSES, Outcome, Shift

JOINS = {"TA-6.4.1-line-moves": "TA-6.4.1-line-joins", "TA-6.5-push-only": "TA-6.5-line-joins"}
"""The rule that carries a car along in a line -> the rule by which a car that the line meets on its way joins it."""


def with_joins(run: Run, shifts: list[Shift]) -> list[Shift]:
    """The cars carried in a movement, in order, those that came to the line on its way by the rule that let them join. They
    have joined it in front (TA-6.4.1-line-joins, TA-6.5-line-joins), or a Draft car has linked with them, behind it or by a
    step sideways (TA-6.4.2-moves-like-solo)."""
    mover, index, ahead = run.numbers[run.mover], run.track.index, run.track.ahead
    went_ahead = {
        shift.step
        for shift in shifts
        if shift.car == mover
        and shift.start in index
        and index.get(shift.end or "") in ahead[index[shift.start]]
    }
    joined: dict[int, str] = {}
    mover_went = 0  # The cars that are behind the mover come after it in a step, those ahead before it.
    for shift in shifts:
        if shift.car == mover:
            mover_went = shift.step
        if shift.rule not in JOINS or shift.car in joined:
            continue
        rule = shift.rule
        if shift.step > min(went_ahead):
            rule = JOINS[rule]
            if run.pulls and (shift.step - 1 not in went_ahead or shift.step == mover_went):
                rule = "TA-6.4.2-moves-like-solo"
        joined[shift.car] = rule
    return [replace(shift, rule=joined[shift.car]) if shift.rule in JOINS else shift for shift in shifts]


def applied(setup: Setup, before: Position, outcome: Outcome) -> tuple[str, ...]:
    """The ids of the rules that this outcome rests on, each once."""
    if outcome.effect == PASSES:
        return ("TA-3.4-1", "TA-3.4-2")
    if outcome.effect != MOVES:
        forced = any(
            old.status != new.status and worn_out(setup, old) for old, new in _pairs(before, outcome)
        )
        return ("TA-3.4-1", "TA-3.4-3", "TA-7.2", "TA-4.3") if forced else ("TA-3.4-1", "TA-3.4-4", "TA-4.3")
    move = outcome.move
    if not isinstance(move, Activation) or setup.track is None:
        return ("TA-3.4-1",)
    found = ["TA-3.4-1", "TA-3.4-5", *_mps(before, outcome, move)]
    found += _steps(setup.track, outcome, move)
    found += _line(outcome)
    found += dict.fromkeys(shift.rule for shift in outcome.shifts)
    if any(rule.startswith(("TA-6.7", "TA-6.8")) for rule in found):
        found.append("TA-1.3-one-car")
    found += _line_crossed(before, outcome)
    if outcome.complete:
        found += ["TA-3.4-6", "TA-7.1"] if outcome.wear else []
        found.append("TA-3.4-7")
    if any(new.lap_down != old.lap_down for old, new in _pairs(before, outcome)):
        found.append("TA-4.2")
    if move.card is not None and not outcome.pit_exit:
        found.append(CARD_RULES[move.card])
    return tuple(dict.fromkeys(found))


def _pairs(before: Position, outcome: Outcome) -> Iterator[tuple[Car, Car]]:
    return zip(before.cars, outcome.position.cars, strict=True)


def _mps(before: Position, outcome: Outcome, move: Activation) -> Iterator[str]:
    car = before.car(move.car)
    if outcome.pit_exit:
        yield "TA-9.4"
        if car is not None and len(car.wear) > 2:
            yield "TA-7.4-pit-exempt"
    else:
        yield "TA-6.1-mp-total"
        if outcome.penalty:
            yield "TA-7.4"


def _steps(track: Track, outcome: Outcome, move: Activation) -> Iterator[str]:
    steps = (move.path or Path()).steps
    if steps:
        yield "TA-6.1-directions"
        yield "TA-6.1-cost"
    if any(step.bump for step in steps):
        yield "TA-BUMP"
    if outcome.complete and not outcome.left:
        yield "TA-6.1-spend-all"
    for shift in outcome.shifts:
        start, end = track.index.get(shift.start), track.index.get(shift.end or "")
        if start is not None and len(track.ahead[start]) > 1 and end in track.ahead[start]:
            yield from _fork(track, outcome, start, shift)


def _fork(track: Track, outcome: Outcome, start: int, shift: Shift) -> Iterator[str]:
    """A car took one of two lanes: TA-4.5 for any car, TA-6.9 for a line."""
    leaves = leaves_corner(track, start)
    yield "TA-4.5.3" if leaves else "TA-4.5.2"
    if outcome.movement in (DRAFT, PURSUIT):
        yield "TA-6.9.2" if leaves else "TA-6.9.1"
        yield "TA-6.9.3-case-1" if shift.step == 1 else "TA-6.9.3-case-2"


def _line(outcome: Outcome) -> Iterator[str]:
    """What the movement type did."""
    move = outcome.move
    assert isinstance(move, Activation)
    steps = (move.path or Path()).steps
    others: list[set[int]] = [set() for _ in steps]
    for shift in outcome.shifts:
        if shift.car != move.car and shift.step <= len(steps):
            others[shift.step - 1].add(shift.car)
    if any(others):
        yield "TA-6.2"
        if outcome.movement != SOLO:
            yield "TA-GL-linking"
    forward = [number for number, step in enumerate(steps) if step.kind == "f" and not step.bump]
    first = forward[0] if forward else len(steps)
    sideways_first = any(step.kind in SIDEWAYS for step in steps[:first])
    sideways_later = any(step.kind in SIDEWAYS for step in steps[first:])
    joins = any(others[b] - others[a] and others[a] for a, b in pairwise(forward))
    match outcome.movement:
        case _ if outcome.movement == SOLO:
            yield "TA-6.3"
        case _ if outcome.movement == DRAFT:
            if sideways_first:
                yield "TA-6.4.2-lateral-before-forward"
            if sideways_later:
                yield "TA-6.4.2-moves-like-solo"
            if any(others[number] for number in forward):
                yield "TA-6.4.2-link-on-forward"
            if joins:
                yield "TA-6.4.1-line-joins"
        case _ if outcome.movement == PURSUIT:
            if sideways_first or sideways_later:
                yield "TA-6.5-like-solo"
            if joins:
                yield "TA-6.5-line-joins"
        case _ if outcome.movement == LEAD and any(others):
            yield "TA-6.6-link-at-start"
            yield "TA-6.6-must-follow"


def _line_crossed(before: Position, outcome: Outcome) -> Iterator[str]:
    for old, new in _pairs(before, outcome):
        if new.crossed > old.crossed:
            yield "TA-1.3-line"
            yield "TA-1.3-first-crossing" if old.crossed == 0 else "TA-4.6"
    if outcome.finished:
        yield "TA-10.1"
