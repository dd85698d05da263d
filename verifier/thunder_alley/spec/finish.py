"""Where cars stand after a step, and which of them finish in it (TA-10.1, TA-1.3-line, TA-4.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verifier.solving.circuit import FALSE, Bit
from verifier.thunder_alley.spec.bits import put
from verifier.thunder_alley.spec.finish_order import finish_order
from verifier.thunder_alley.spec.play import APRON, LEVELS, Bits, Edges, Play, Shift, State


@dataclass(frozen=True, slots=True)
class Finish:
    """The spaces after a step. `finished`: the shifts (by index) that end their car's race; the car leaves the track at once.
    `earlier`: for each such shift, the bits of other cars that end their race before it in the same step."""

    at: Bits
    others: Bits
    gone: Bit
    due: tuple[Bits, ...]
    own_due: tuple[Bit, ...]
    won: Bit
    finished: Mapping[int, Bit]
    earlier: Mapping[int, tuple[Bit, ...]]


def cross(
    play: Play, state: State, shifts: Sequence[Shift], at: Mapping[int, Bit], led: Bits, path: Edges
) -> Finish:
    """The spaces after these shifts. `at` is where the active car would stand if it did not finish. `led` are the cars that
    follow it, and `path` the ways on which they do."""
    circuit = play.circuit
    finished = _finishers(play, state, shifts) if play.finish else {}
    gone = circuit.any(bit for number, bit in finished.items() if shifts[number].active)
    others: dict[int, Bit] = {}
    left: dict[int, list[Bit]] = {}
    for number, shift in enumerate(shifts):
        if not shift.active:
            left.setdefault(shift.start, []).append(shift.bit)
            put(circuit, others, shift.end, circuit.both(shift.bit, -finished.get(number, FALSE)))
    for space, bit in state.others.items():
        put(circuit, others, space, circuit.both(bit, -circuit.any(left[space])) if space in left else bit)
    standing = {space: circuit.both(bit, -gone) for space, bit in at.items()}
    standing = {space: bit for space, bit in standing.items() if bit != FALSE}
    if not play.finish:
        return Finish(standing, others, gone, state.due, state.own_due, state.won, finished, {})
    due = _due_after(play, state, shifts, left)
    own = _own_due_after(play, state, shifts)
    won = circuit.any((state.won, *finished.values()))
    earlier = finish_order(play, state, shifts, finished, led, path)
    return Finish(standing, others, gone, due, own, won, finished, earlier)


def _finishers(play: Play, state: State, shifts: Sequence[Shift]) -> dict[int, Bit]:
    """Shifts that end a car's race: its last crossing due, or any crossing after the winner's under
    `finish-lapped-car: finishes`."""
    circuit = play.circuit
    late = state.won if play.reads("finish-lapped-car", "finishes") else FALSE
    found = {}
    for number, shift in enumerate(shifts):
        if shift.start == APRON or play.crosses(shift.start, shift.end) != 1:
            continue
        due = state.own_due[0] if shift.active else state.due[0].get(shift.start, FALSE)
        ends = circuit.both(shift.bit, circuit.either(due, late))
        if ends != FALSE:
            found[number] = ends
    return found


def _level(play: Play, crossing: int, level: int) -> int:
    """A car's level after a crossing: one crossing fewer is due, or one more if it went back (`backward-over-line`)."""
    if crossing < 0 and play.reads("backward-over-line", "laps-kept"):
        return level
    return level - crossing


def _due_after(
    play: Play, state: State, shifts: Sequence[Shift], left: Mapping[int, list[Bit]]
) -> tuple[Bits, ...]:
    circuit = play.circuit
    after: list[dict[int, Bit]] = [{} for _ in range(LEVELS)]
    for level, spaces in enumerate(state.due):
        for space, bit in spaces.items():
            put(
                circuit,
                after[level],
                space,
                circuit.both(bit, -circuit.any(left[space])) if space in left else bit,
            )
    for shift in shifts:
        if shift.active:
            continue
        crossing = play.crosses(shift.start, shift.end)
        for level, spaces in enumerate(state.due):
            then = _level(play, crossing, level)
            if 0 <= then < LEVELS and shift.start in spaces:
                put(circuit, after[then], shift.end, circuit.both(shift.bit, spaces[shift.start]))
    return tuple(after)


def _own_due_after(play: Play, state: State, shifts: Sequence[Shift]) -> tuple[Bit, ...]:
    circuit = play.circuit
    crossing = circuit.any(
        shift.bit
        for shift in shifts
        if shift.active and shift.start != APRON and play.crosses(shift.start, shift.end) == 1
    )
    later = (*state.own_due[1:], FALSE)
    return tuple(circuit.ite(crossing, then, now) for now, then in zip(state.own_due, later, strict=True))
