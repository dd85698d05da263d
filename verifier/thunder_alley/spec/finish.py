"""Where cars stand after a step, and which of them finish in it (TA-10.1, TA-1.3-line, TA-4.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verifier.solving.circuit import FALSE, TRUE, Bit, put
from verifier.thunder_alley.spec.place import crossings_after
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
    assert play.laps is not None
    return play.laps - crossings_after(play.laps - level, crossing)


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


def finish_order(
    play: Play, state: State, shifts: Sequence[Shift], finished: Mapping[int, Bit], led: Bits, path: Edges
) -> Mapping[int, tuple[Bit, ...]]:
    """For each shift that ends a race (by its index in `shifts`), the bits of other cars that end theirs before it in the same
    step. The line finishes from front to back (`finish-same-step`). `led` are the cars linked behind, `path` the ways on which
    they follow.

    Empty if no two cars can finish together: they would have to be side by side, or in a line that reaches around the ring.
    """
    if len(finished) > 1 and play.reads("slingshot-followers", "parallel-diagonal"):
        return _side_by_side(play, state, shifts, finished)
    if len(finished) > 1 and play.may_close:
        return _along_line(play, state, shifts, finished, led, path)
    return {}


def _side_by_side(
    play: Play, state: State, shifts: Sequence[Shift], finished: Mapping[int, Bit]
) -> Mapping[int, tuple[Bit, ...]]:
    """As `finish_order`, the line from front to back (`finish-same-step`), when cars move diagonally side by side
    (`slingshot-followers: parallel-diagonal`)."""
    circuit, track = play.circuit, play.track
    ends: dict[tuple[bool, int], Bit] = {}
    for number, bit in finished.items():
        put(circuit, ends, (shifts[number].active, shifts[number].start), bit)
    inner_first = circuit.any(
        edge
        for (start, end), edge in state.path.items()
        if end == track.inside[start] and track.sector[start] == track.line
    )
    found = {}
    for number in finished:
        shift, earlier = shifts[number], []
        for (active, start), bit in ends.items() if not shift.active else ():
            if active:
                earlier.append(bit)
            elif start != shift.start:
                inner = track.lane[start] < track.lane[shift.start]
                earlier.append(circuit.both(bit, inner_first if inner else -inner_first))
        found[number] = tuple(earlier)
    return found


def _along_line(
    play: Play, state: State, shifts: Sequence[Shift], finished: Mapping[int, Bit], led: Bits, path: Edges
) -> Mapping[int, tuple[Bit, ...]]:
    """As `finish_order`: cars ahead of the active car finish first, then the active car, then those behind. Of two cars in one
    sector, the one nearer the front finishes first: ahead of the active car, the one further from it; behind it, the one nearer
    to it."""
    circuit, track = play.circuit, play.track
    ends: dict[tuple[bool, int], Bit] = {}
    for number, bit in finished.items():
        put(circuit, ends, (shifts[number].active, shifts[number].start), bit)
    near_ahead = _within_a_round(play, state, shifts, led)
    near_behind = {start: _follows_within_a_round(play, state, path, start) for _, start in ends}

    def is_before(one: int, other: int) -> Bit:
        behind, other_behind = led.get(one, FALSE), led.get(other, FALSE)
        inner = track.lane[one] < track.lane[other]
        near, other_near = near_ahead.get(one, FALSE), near_ahead.get(other, FALSE)
        ahead = circuit.both(other_near, -near)
        ahead = circuit.either(ahead, circuit.same(near, other_near) if inner else FALSE)
        near, other_near = near_behind[one], near_behind[other]
        after = circuit.both(near, -other_near)
        after = circuit.either(after, circuit.same(near, other_near) if inner else FALSE)
        return circuit.ite(behind, circuit.both(other_behind, after), circuit.either(other_behind, ahead))

    found = {}
    for number in finished:
        shift, earlier = shifts[number], []
        for (active, start), bit in ends.items():
            if active and not shift.active:
                earlier.append(circuit.both(bit, led.get(shift.start, FALSE)))
            elif not active and shift.active:
                earlier.append(circuit.both(bit, -led.get(start, FALSE)))
            elif start != shift.start and not active:
                earlier.append(circuit.both(bit, is_before(start, shift.start)))
        found[number] = tuple(earlier)
    return found


def _within_a_round(play: Play, state: State, shifts: Sequence[Shift], led: Bits) -> dict[int, Bit]:
    """The spaces before Start/Finish that the row ahead of the active car reaches within one lap. A gap does not end the row
    (`finish-removed-space`)."""
    circuit, track = play.circuit, play.track
    moves: dict[int, list[tuple[int, Bit]]] = {}
    own: dict[int, list[tuple[int, Bit]]] = {}
    for shift in shifts:
        if shift.start != APRON and shift.end in track.ahead[shift.start]:
            bit = shift.bit if shift.active else circuit.both(shift.bit, -led.get(shift.start, FALSE))
            (own if shift.active else moves).setdefault(shift.start, []).append((shift.end, bit))
    found: dict[int, Bit] = {}
    wave: dict[int, Bit] = dict(state.at)
    for place in range(len(track.sectors)):
        following: dict[int, Bit] = {}
        for space, bit in wave.items():
            going = own.get(space, []) if place == 0 else moves.get(space, [])
            for target, goes in going:
                put(circuit, following, target, circuit.both(bit, goes))
            gap = circuit.both(bit, -circuit.any(goes for _, goes in going)) if place else FALSE
            options = track.ahead[space]
            for target in options:
                taken = TRUE if len(options) == 1 else state.taken.get((space, target), FALSE)
                put(circuit, following, target, circuit.both(gap, taken))
        wave = following
        for space, bit in wave.items():
            if track.sector[space] == track.line:
                put(circuit, found, space, bit)
    return found


def _follows_within_a_round(play: Play, state: State, path: Edges, start: int) -> Bit:
    """A follower's way from a space reaches the active car within one lap."""
    circuit = play.circuit
    found: list[Bit] = []
    wave: dict[int, Bit] = {start: TRUE}
    for _ in play.track.sectors:
        following: dict[int, Bit] = {}
        for (space, target), edge in path.items():
            put(circuit, following, target, circuit.both(wave.get(space, FALSE), edge))
        wave = following
        found += [circuit.both(bit, state.at.get(space, FALSE)) for space, bit in wave.items()]
    return circuit.any(found)
