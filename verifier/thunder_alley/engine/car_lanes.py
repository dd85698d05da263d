"""Lanes written for single cars (`f(29>b)`), and for places that followers leave (`f(4a>b)`)."""

from collections.abc import Iterator, Mapping

from model.thunder_alley.moves import Step
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.choices import wrong_lane
from verifier.thunder_alley.engine.linking import FOLLOWS
from verifier.thunder_alley.engine.run import Run
from verifier.thunder_alley.engine.story import Way

LANES = "a lane is only chosen where a space has two ahead"

DIAGONAL = "TA-RC-slingshot"
"""The rule of shifts in which a car goes forward and sideways at once."""


def lanes_of_cars_met(
    run: Run, steps: tuple[Step, ...], number: int, ways: list[Way]
) -> tuple[list[Way], Breach | None]:
    """The ways up to this step in which no car strays from the lane that its word writes for it; otherwise the breach."""
    step = steps[number - 1]
    if not step.lanes or (number < len(steps) and steps[number].token == step.token):
        return ways, None
    first = next(i for i, other in enumerate(steps) if other.token == step.token)
    found = [_other_lane(run, step, first, number, way) for way in ways]
    kept = [way for way, wrong in zip(ways, found, strict=True) if wrong is None]
    return (kept, None) if kept else (ways, found[0])


def _other_lane(run: Run, step: Step, first: int, number: int, way: Way) -> Breach | None:
    """A car that goes ahead or back in the steps after `first` up to `number`, but never by the lane written for it; or one
    that goes through a fork with a line or behind a leader by another lane."""
    track = run.track
    for car, lane in step.lanes:
        moves = _moves(run, car, first, number, way)
        back = [track.lane[end] for _, start, end, _ in moves if not _goes_ahead(run, start, end)]
        if (
            lane in back
        ):  # A car of the led line that falls back by this lane follows by the lane of the car before it.
            continue
        for when, start, end, rule in moves:
            if (run.in_line or rule == FOLLOWS) and _strays(run, start, end, lane):
                return replace(_not_its_way(run, start, run.codes[car], lane, end), step=when + 1)
        taken = [track.lane[end] for _, _, end, _ in moves]
        if taken and lane not in taken + _ways_back(run, car, first, number, way):
            fact = f"`{car}>{lane}` is written, but {car} goes to lane {' and '.join(dict.fromkeys(taken))}"
            return Breach("TA-4.5", fact, LANES, step=number)
    return None


def _strays(run: Run, start: int, end: int, lane: str) -> bool:
    """Whether a car goes ahead by another lane although a step ahead could have led into this one."""
    lanes = {run.track.lane[other] for other in run.ahead[start]}
    return _goes_ahead(run, start, end) and lane != run.track.lane[end] and lane in lanes


def _goes_ahead(run: Run, start: int, end: int) -> bool:
    """Whether a way leads into the next sector. A follower may get there without a step ahead: behind a diagonal step."""
    sector = run.track.sector
    return sector[end] in {sector[other] for other in run.ahead[start]}


def lanes_used(run: Run, steps: tuple[Step, ...], ways: list[Way]) -> tuple[list[Way], Breach | None]:
    """The ways to the end of a move in which every car with a written lane goes ahead or back, in that step or a later one.
    Without any, the first breach that all ways have in common, or else the first of any."""
    if not any(step.lanes for step in steps):
        return ways, None
    found = [list(_unused(run, steps, way)) for way in ways]
    kept = [way for way, wrong in zip(ways, found, strict=True) if not wrong]
    if kept:
        return kept, None
    every = sorted((one for wrong in found for one in wrong), key=lambda one: one.step)
    return ways, next((one for one in every if all(one in wrong for wrong in found)), every[0])


def _unused(run: Run, steps: tuple[Step, ...], way: Way) -> Iterator[Breach]:
    """The cars that go neither ahead nor back once a lane is written for them, and could not have fallen back into that lane."""
    for number, step in enumerate(steps, 1):
        for car, lane in step.lanes:
            span = (number - 1, len(way.shifts), way)
            if not _moves(run, car, *span) and lane not in _ways_back(run, car, *span):
                fact = f"`{car}>{lane}` is written, but {car} does not move ahead or back after this"
                yield Breach("TA-4.5", fact, LANES, step=number)


def places_followed(
    run: Run, places: Mapping[int, str], number: int, ways: list[Way]
) -> tuple[list[Way], Breach | None]:
    """The ways up to this step in which followers leave each place by the lane written for it; otherwise the breach."""
    found = [_elsewhere(run, places, number, way) for way in ways]
    kept = [way for way, wrong in zip(ways, found, strict=True) if wrong is None]
    return (kept, None) if kept else (ways, found[0])


def _elsewhere(run: Run, places: Mapping[int, str], number: int, way: Way) -> Breach | None:
    """A car that follows out of a place by another lane than the one written for it, unless by its own diagonal step. A car
    that leads or is pushed chooses its lane accordingly."""
    for code, start, end, rule in way.moved:
        lane = places.get(start)
        if lane is None or lane == run.track.lane[end] or rule == DIAGONAL:
            continue
        if _goes_ahead(run, start, end):
            return replace(_not_its_way(run, start, code, lane, end), step=number)
    return None


def _not_its_way(run: Run, fork: int, code: int, lane: str, end: int) -> Breach:
    """A lane that a car of a line, or a follower, cannot take: the cars before it took another."""
    track = run.track
    if run.in_line or lane not in {track.lane[other] for other in run.ahead[fork]}:
        return wrong_lane(run, fork, code, lane, (end,), end)
    return Breach(
        FOLLOWS,
        f"{run.numbers[code]} goes from `{track.spaces[fork]}` to `{track.spaces[end]}`; it is sent to lane {lane}",
        "each follower enters the space that the car before it has left",
    )


def _moves(run: Run, car: int, first: int, number: int, way: Way) -> list[tuple[int, int, int, str]]:
    """How a car goes ahead or back in the steps after `first` up to `number`: step (counted from 0), from, to, rule."""
    code, sector = run.codes.get(car), run.track.sector
    return [
        (when, start, end, rule)
        for when, after in enumerate(way.last(number - first), first)
        for moved, start, end, rule in after.moved
        if moved == code and start >= 0 and sector[start] != sector[end]
    ]


def _ways_back(run: Run, car: int, first: int, number: int, way: Way) -> list[str]:
    """The lanes in which a car could have fallen back before one went forward instead (TA-UNIQUE): if a chain would have ended
    on the led line, the record writes the lane that it would have taken."""
    if not any(shift.rule == "TA-UNIQUE" for shifts in way.shifts[first:number] for shift in shifts):
        return []
    code = run.codes.get(car)
    return [
        run.track.lane[behind]
        for state in way.states[first:number]
        for space, standing in enumerate(state.board)
        if standing == code
        for behind in run.behind[space]
    ]
