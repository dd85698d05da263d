"""Which rules apply in a legal move, in rulebook order: for traces, and for records that illustrate a rule."""

from collections.abc import Iterator
from itertools import pairwise

from model.thunder_alley.moves import Activation, Path
from model.thunder_alley.position import Car, Position, Setup
from model.thunder_alley.track import Track
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.ground import leaves_corner
from verifier.thunder_alley.engine.outcome import OUT_AT
from verifier.thunder_alley.engine.run import DRAFT, LEAD, PURSUIT, SOLO
from verifier.thunder_alley.engine.terms import MOVES, PASSES, Outcome, Shift

LATERAL = ("i", "o")


def applied(setup: Setup, before: Position, outcome: Outcome) -> tuple[str, ...]:
    """The ids of the rules that this outcome rests on, each once."""
    if outcome.effect == PASSES:
        return ("TA-3.4-1", "TA-3.4-2")
    if outcome.effect != MOVES:
        forced = any(
            old.status != new.status and len(old.wear) >= OUT_AT for old, new in _pairs(before, outcome)
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
    sideways_first = any(step.kind in LATERAL for step in steps[:first])
    sideways_later = any(step.kind in LATERAL for step in steps[first:])
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
