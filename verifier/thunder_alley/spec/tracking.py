"""Where each car is: the cars of a position followed through the shifts of each step, with their crossings and finishes
(TA-4.6, TA-10.1)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, put
from verifier.thunder_alley.spec.place import crossings_after
from verifier.thunder_alley.spec.play import APRON, LEVELS, Bits, Play, Shift, State, Step

Spot = tuple[int, int]
"""A space, and how often the car has crossed Start/Finish."""


@dataclass(frozen=True, slots=True)
class Tracking:
    """`cars`: for each car that can move, where it may stand. `done`: for car, rank and crossings, the bit that it was the
    rank-th to finish in this segment (from 0), by this crossing. `ranks`: one-hot, the number of finishers so far. `highest`:
    crossings that some car reached in this segment."""

    cars: Mapping[int, Mapping[Spot, Bit]]
    done: Mapping[tuple[int, int, int], Bit] = field(default_factory=dict)
    ranks: tuple[Bit, ...] = (TRUE,)
    highest: Mapping[int, Bit] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that a movement took: the cars and the state before it, the bit of each kind of step, and the step that was made."""

    cars: Tracking
    before: State
    kinds: Mapping[str, Bit]
    made: Step


def advance(play: Play, tracking: Tracking, active: int, step: Step) -> Tracking:
    """The cars after a step of the active one."""
    return moved(play, tracking, active, step.shifts, step.finished, step.earlier)


def moved(
    play: Play,
    tracking: Tracking,
    active: int,
    shifts: tuple[Shift, ...],
    finished: Mapping[int, Bit],
    earlier: Mapping[int, tuple[Bit, ...]],
) -> Tracking:
    """The cars after these shifts. `finished` marks those (by index) that end their car's race, `earlier` where others do so
    before."""
    circuit = play.circuit
    own: dict[int, list[int]] = {}
    leaving: dict[int, list[int]] = {}
    for number, shift in enumerate(shifts):
        (own if shift.active else leaving).setdefault(shift.start, []).append(number)
    alone = _alone(tracking, active)
    done, highest = dict(tracking.done), dict(tracking.highest)
    cars: dict[int, Mapping[Spot, Bit]] = {}
    for car, spots in tracking.cars.items():
        ways = own if car == active else leaving
        if not any(space in ways for space, _ in spots):
            cars[car] = spots
            continue
        after: dict[Spot, Bit] = {}
        for (space, crossed), bit in spots.items():
            leaves = circuit.any(shifts[number].bit for number in ways.get(space, ()))
            put(circuit, after, (space, crossed), circuit.both(bit, -leaves))
            for number in ways.get(space, ()):
                shift = shifts[number]
                # Every shift belongs to a car. If only one car can be in the space, the shift is that car's.
                going = shift.bit if (car == active, space) in alone else circuit.both(bit, shift.bit)
                if going == FALSE:
                    continue
                now = crossings_after(crossed, _crossing(play, shift))
                if now > crossed:
                    put(circuit, highest, now, going)
                ends = finished.get(number, FALSE)
                put(circuit, after, (shift.end, now), circuit.both(going, -ends))
                ranks = _counted(circuit, tracking.ranks, earlier.get(number, ()))
                for rank, bit_of_rank in enumerate(ranks) if ends != FALSE else ():
                    put(circuit, done, (car, rank, now), circuit.all((going, ends, bit_of_rank)))
        cars[car] = after
    ending: dict[int, Bit] = {}
    for number, bit in finished.items():
        put(circuit, ending, shifts[number].start if earlier else 0, bit)
    return Tracking(cars, done, _counted(circuit, tracking.ranks, ending.values()), highest)


def _alone(tracking: Tracking, active: int) -> set[tuple[bool, int]]:
    """Spaces in which only one other car, or only the active one, can stand, with a single number of crossings."""
    found = Counter((car == active, space) for car, spots in tracking.cars.items() for space, _ in spots)
    return {place for place, count in found.items() if count == 1}


def _crossing(play: Play, shift: Shift) -> int:
    """The crossings that a shift adds to its car (`backward-over-line`)."""
    if shift.start == APRON:
        return 0
    crossing = play.crosses(shift.start, shift.end)
    return max(crossing, 0) if play.reads("backward-over-line", "laps-kept") else crossing


def _counted(circuit: Circuit, ranks: tuple[Bit, ...], more: Iterable[Bit]) -> tuple[Bit, ...]:
    for bit in more:
        lower = (FALSE, *ranks)
        same = (*ranks, FALSE)
        ranks = tuple(circuit.ite(bit, low, keep) for low, keep in zip(lower, same, strict=True))
    return ranks


def state_of(play: Play, tracking: Tracking, active: int, won: Bit, beside: int | None) -> State:
    """The state before a car's movement, with all its MPs. `beside` is the track space that a car on the apron leaves to."""
    circuit = play.circuit
    at: dict[int, Bit] = {}
    for (space, _), bit in tracking.cars[active].items():
        put(circuit, at, space if beside is None else beside, bit)
    others: dict[int, Bit] = {}
    due: list[dict[int, Bit]] = [{} for _ in range(LEVELS)]
    own = [FALSE] * LEVELS
    for car, spots in tracking.cars.items():
        for (space, crossed), bit in spots.items():
            level = play.laps - crossed if play.laps is not None else -1
            if car == active:
                if 0 <= level < LEVELS:
                    own[level] = circuit.either(own[level], bit)
                continue
            put(circuit, others, space, bit)
            if 0 <= level < LEVELS:
                put(circuit, due[level], space, bit)
    on_the_board = circuit.any(at.values())
    mps = tuple(TRUE if amount == play.total else FALSE for amount in range(play.total + 1))
    state = State(at, others, mps, exited=FALSE if play.pit else TRUE, gone=-on_the_board, won=won)
    if play.finish:
        state = replace(state, due=tuple(due), own_due=tuple(own))
    if play.reads("reenter-start-space", "start-counts-as-entered") and not play.pit and not play.enters_anew:
        state = replace(state, entered=dict(at))
    return state


def standing(circuit: Circuit, tracking: Tracking, car: int) -> Bits:
    """Where a car stands, for any number of crossings."""
    found: dict[int, Bit] = {}
    for (space, _), bit in tracking.cars.get(car, {}).items():
        put(circuit, found, space, bit)
    return found
