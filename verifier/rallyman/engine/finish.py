"""RM-13: the end of a stage and of the rally."""

from collections.abc import Mapping, Sequence

from model.rallyman.facts import FINISH
from model.rallyman.position import FINISHED, Car, Position, Setup
from model.rallyman.standing import Ended, LastTurn, Standing, clock
from model.ruleset import Ruleset
from model.values import replace
from verifier.rallyman.engine.damage import damaged

Times = Mapping[str, int | None]
"""The seconds of each driver, None for a driver who is out."""


def finished(setup: Setup, car: Car, lost: bool) -> Car:
    """The car after it crosses the line (RM-13.1). A loss of control there only costs damage (RM-13.5)."""
    if lost:
        hurt = damaged(setup, car, setup.parameter("finish_loss_damage"))
        car = replace(car, damage=hurt.damage)
    return replace(car, space=FINISH, status=FINISHED, dirt_seen=None)


def stage_seconds(ruleset: Ruleset, pile: int, markers: int) -> int:
    """The stage time: the cards minus the markers left (RM-13.2)."""
    return pile if "RM-13.2" in ruleset.left_out else pile - markers


def stage_times(ruleset: Ruleset, position: Position) -> dict[str, int | None]:
    """The stage times of those who finished or are out, in starting order."""
    return {
        car.driver: stage_seconds(ruleset, car.chrono, car.markers) if car.space == FINISH else None
        for car in position.cars
        if not car.driving
    }


def standing_of(setup: Setup, position: Position, last: LastTurn | None) -> Standing:
    """A position with the times and results that follow from it at the end of a stage."""
    times = stage_times(setup.ruleset, position)
    ended = None
    if len(times) == len(position.cars):
        ended = Ended(ranking(times, setup.starting_order), winners(times))
    return Standing(position, last, tuple(times.items()), ended)


def ranking(times: Times, starting: Sequence[str], last: Times | None = None) -> tuple[str, ...]:
    """The drivers with a time, best first. Equal times go by the `last` stage if it separates them, else by starting order
    (RM-13.3, RM-13.4)."""
    known, late = _known(times), _known(last or {})
    placed = [name for name in starting if name in known]
    return tuple(sorted(placed, key=lambda name: (known[name], late.get(name, 0))))


def _known(times: Times) -> dict[str, int]:
    return {name: seconds for name, seconds in times.items() if seconds is not None}


def winners(times: Times, last: Times | None = None) -> tuple[str, ...]:
    """The drivers with the best time. Several share it unless the `last` stage separates them (RM-13.3, RM-13.6)."""
    known, late = _known(times), _known(last or {})
    ranked = {name: (seconds, late.get(name, 0)) for name, seconds in known.items()}
    return tuple(name for name, one in ranked.items() if one == min(ranked.values()))


def totals(stages: Sequence[Times]) -> dict[str, int | None]:
    """The sum of the stages so far; None for a driver who is out of one (RM-13.4)."""
    found: dict[str, int | None] = {}
    for name in stages[0] if stages else ():
        driven = [times[name] for times in map(_known, stages) if name in times]
        found[name] = sum(driven) if len(driven) == len(stages) else None
    return found


def classification(stages: Sequence[Times], starting: Sequence[str], by_last: bool) -> tuple[str, ...]:
    """The drivers by their totals, best first; also the starting order of the next stage (RM-3.3, RM-3.4)."""
    return ranking(totals(stages), starting, stages[-1] if stages and by_last else None)


def scores(times: Times) -> tuple[str, ...]:
    """Each driver with the time in record notation: best first, drivers who are out last."""
    known = _known(times)
    told = [f"{name} {clock(known[name])}" for name in ranking(times, tuple(times))]
    return (*told, *(f"{name} out" for name in times if name not in known))
