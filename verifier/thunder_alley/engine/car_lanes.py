"""Lanes written for single cars (`f(29>b)`), and for places that cars leave which follow (`f(4a>b)`)."""

from collections.abc import Mapping

from model.thunder_alley.moves import Step
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.choices import wrong_lane
from verifier.thunder_alley.engine.run import Run
from verifier.thunder_alley.engine.story import Way


def car_lane_not_met(run: Run, steps: tuple[Step, ...], number: int, ways: list[Way]) -> Breach | None:
    """A lane written for a single car that it does not take in any step of that word."""
    step = steps[number - 1]
    if not step.lanes or (number < len(steps) and steps[number].token == step.token):
        return None
    first = next(i for i, other in enumerate(steps) if other.token == step.token)
    for car, lane in step.lanes:
        code = run.codes.get(car)
        taken = [
            run.track.lane[end]
            for way in ways
            for shifts in way.shifts[first:number]
            for moved, start, end, _ in shifts
            if moved == code and start >= 0 and run.track.sector[start] != run.track.sector[end]
        ]
        if lane not in taken and lane not in _ways_back(run, code, first, number, ways):
            fork = _fork_behind_others(run, code, lane, first, number, ways)
            if code is not None and fork is not None:
                start, end, when = fork
                return replace(_not_its_way(run, start, code, lane, end), step=when + 1)
            fact = f"`{car}>{lane}` is written, but {car} goes to lane {' and '.join(dict.fromkeys(taken))}"
            if not taken:
                fact = f"`{car}>{lane}` is written, but {car} is not moved ahead or back here"
            return Breach("TA-4.5", fact, "a lane is chosen only where a space has two ahead", step=number)
    return None


def places_followed(
    run: Run, places: Mapping[int, str], number: int, ways: list[Way]
) -> tuple[list[Way], Breach | None]:
    """Of the ways up to this step those in which cars that follow leave each place by the lane written for it; what is wrong if
    there are none."""
    if not places:
        return ways, None
    found = [_elsewhere(run, places, number, way) for way in ways]
    kept = [way for way, wrong in zip(ways, found, strict=True) if wrong is None]
    return (kept, None) if kept else (ways, found[0])


def _elsewhere(run: Run, places: Mapping[int, str], number: int, way: Way) -> Breach | None:
    """A car that follows out of a place by another lane than the one written for it."""
    crew = way.states[number][9][1:]
    for code, start, end, _ in way.shifts[number - 1]:
        lane = places.get(start)
        if code in crew and lane is not None and end in run.ahead[start] and lane != run.track.lane[end]:
            return replace(_not_its_way(run, start, code, lane, end), step=number)
    return None


def _fork_behind_others(
    run: Run, code: int | None, lane: str, first: int, number: int, ways: list[Way]
) -> tuple[int, int, int] | None:
    """The fork with this lane at which a car went another way, with its line or behind a car that leads it: from, to, step; None
    if there is none."""
    for way in ways:
        for when in range(first, number):
            for car, start, end, _ in way.shifts[when]:
                if car != code or start < 0 or not (run.in_line or code in way.states[when + 1][9][1:]):
                    continue
                ahead = run.ahead[start]
                if end in ahead and lane in {run.track.lane[other] for other in ahead}:
                    return start, end, when
    return None


def _not_its_way(run: Run, fork: int, code: int, lane: str, end: int) -> Breach:
    """A lane that a car of a line, or one that follows, cannot take: the others went before it."""
    track = run.track
    if run.in_line or lane not in {track.lane[other] for other in run.ahead[fork]}:
        return wrong_lane(run, fork, code, lane, (end,), end)
    return Breach(
        "TA-6.6-follow",
        f"{run.numbers[code]} goes from `{track.spaces[fork]}` to `{track.spaces[end]}`; it is sent to lane {lane}",
        "each follower enters the space that the car before it has left",
    )


def _ways_back(run: Run, code: int | None, first: int, number: int, ways: list[Way]) -> list[str]:
    """The lanes in which a car could have fallen back before one went forward instead (TA-UNIQUE): of a chain that would have
    come onto the led line, what is written is the way that it would have gone."""
    return [
        run.track.lane[behind]
        for way in ways
        if any(shift[3] == "TA-UNIQUE" for shifts in way.shifts[first:number] for shift in shifts)
        for state in way.states[first:number]
        for space, standing in enumerate(state[3])
        if standing == code
        for behind in run.behind[space]
    ]
