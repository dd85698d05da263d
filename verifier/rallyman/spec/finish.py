"""RM-13: the finish, times, and the classification of a stage and of the rally."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from model.rallyman.position import FINISHED, Car, Position, Setup
from model.rallyman.standing import Ended, LastTurn, Standing, clock
from model.ruleset import Ruleset
from verifier.rallyman.spec.damage import kept_points

Times = Mapping[str, int | None]
"""The seconds of each driver in a stage; None for a driver who is out."""


def stage_seconds(ruleset: Ruleset, pile: int, markers: int) -> int:
    """The time of a stage: the pile less the markers left (RM-13.2)."""
    return pile if "RM-13.2" in ruleset.left_out else pile - markers


def stage_times(ruleset: Ruleset, position: Position) -> dict[str, int | None]:
    """The times of drivers who have finished; None for the others."""
    return {
        car.driver: stage_seconds(ruleset, car.chrono, car.markers) if car.status == FINISHED else None
        for car in position.cars
    }


def with_times(setup: Setup, position: Position, last: LastTurn | None = None) -> Standing:
    """A position with the times of drivers who have stopped driving, and with the result once all of them have."""
    everybody = stage_times(setup.ruleset, position)
    over = tuple((car.driver, everybody[car.driver]) for car in position.cars if not car.driving)
    if len(over) < len(position.cars):
        return Standing(position, last, over)
    places = classification(setup.ruleset, [everybody], setup.starting_order)
    return Standing(position, last, over, Ended(places, winners(everybody)))


def totals(times: Sequence[Times]) -> dict[str, int]:
    """The total times of the drivers who have finished every stage so far (RM-13.4)."""
    names = dict.fromkeys(name for stage in times for name in stage)
    found: dict[str, int] = {}
    for name in names:
        seconds = [stage.get(name) for stage in times]
        if None not in seconds:
            found[name] = sum(one for one in seconds if one is not None)
    return found


def by_times(times: Times) -> str:
    """The drivers with their times, best first, in words."""
    known = sorted((seconds, name) for name, seconds in times.items() if seconds is not None)
    told = ", ".join(f"{name} {clock(seconds)}" for seconds, name in known)
    return f"by their times: {told}" if told else "no driver has a time"


def rally_winners(ruleset: Ruleset, times: Sequence[Times]) -> tuple[str, ...]:
    """The drivers with the shortest total time (RM-13.6): all who share it, or the best of them in the last stage
    (tie-in-times)."""
    return winners(totals(times), times[-1] if ruleset.readings["tie-in-times"] == "B" else {})


def winners(times: Times, decides: Times = MappingProxyType({})) -> tuple[str, ...]:
    """The drivers with the best time of a stage (RM-13.3). `decides` are times that break ties."""
    driven = {
        name: (seconds, decides.get(name) or 0) for name, seconds in times.items() if seconds is not None
    }
    return tuple(name for name in driven if driven[name] == min(driven.values()))


def classification(ruleset: Ruleset, times: Sequence[Times], starting: Sequence[str]) -> tuple[str, ...]:
    """The drivers by total time over all stages so far, best first (RM-13.4, RM-13.6).

    Equal totals go by the starting order of the last stage, or by the better time in it (tie-in-times). `starting` is that order.
    """
    sums, last = totals(times), times[-1] if times else {}
    by_last = ruleset.readings["tie-in-times"] == "B"
    names = [*starting, *(name for name in sums if name not in starting)]

    def key(name: str) -> tuple[int, int, int]:
        return sums[name], (last.get(name) or 0) if by_last else 0, names.index(name)

    return tuple(sorted(sums, key=key))


def next_starters(ruleset: Ruleset, times: Sequence[Times], starting: Sequence[str]) -> tuple[str, ...]:
    """The starting order of the coming stage: the classification (RM-3.3, RM-3.4), or the order of the last stage if the rule is
    left out."""
    order = classification(ruleset, times, starting)
    if start_rule(len(times)) not in ruleset.left_out:
        return order
    return (*(name for name in starting if name in order), *(name for name in order if name not in starting))


def start_rule(stages: int) -> str:
    """The rule of the starting order after this many stages."""
    return {0: "RM-3.2", 1: "RM-3.3"}.get(stages, "RM-3.4")


def finished(setup: Setup, car: Car, *, lost: bool) -> Car:
    """A car that has crossed the finish (RM-13.1). `lost`: out of control, which only costs damage there (RM-13.5)."""
    points = setup.parameter("finish_loss_damage") if lost else 0
    return replace(car, status=FINISHED, damage=kept_points(setup, car.damage + points))
