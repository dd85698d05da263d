"""What is known of a rally between two of its lines."""

from collections.abc import Mapping

from model.rallyman.position import Car
from model.ruleset import Ruleset
from model.values import value
from verifier.rallyman.engine.damage import retires
from verifier.rallyman.engine.finish import classification, totals, winners
from verifier.rallyman.table.inherited import Dirt, Inherited

STAGES = 3
"""Stages of a rally (RM-1.1)."""

Times = tuple[tuple[str, int | None], ...]
"""Drivers with their times, None for one who is out."""


@value
class Rally:
    """What is known of a rally: the times of the stages so far, None for a stage whose times are not known; the cars of those
    still in it as they stand between two stages; whether there is assistance here; who used the spare wheel here; the starting
    order of the last stage, and the dirt left on each."""

    name: str
    times: tuple[Times | None, ...] = ()
    cars: tuple[Car, ...] = ()
    assistance: bool = False
    wheels: tuple[str, ...] = ()
    starting: tuple[str, ...] = ()
    dirt: Dirt = ()

    @property
    def begun(self) -> bool:
        """Whether anything stands behind the header."""
        return bool(self.cars or self.times)

    @property
    def complete(self) -> bool:
        """Whether all stages were driven."""
        return len(self.times) == STAGES

    @property
    def known(self) -> list[Mapping[str, int | None]] | None:
        """The times of every stage so far; None if one is not known."""
        found: list[Mapping[str, int | None]] = [dict(times) for times in self.times if times is not None]
        return found if len(found) == len(self.times) else None

    @property
    def totals(self) -> Mapping[str, int | None]:
        """The sums so far (RM-13.4)."""
        return totals(self.known or [])


def order_of(ruleset: Ruleset, rally: Rally) -> tuple[str, ...] | None:
    """The classification so far; None if unknown."""
    known = rally.known
    if not known:
        return None
    sums = [seconds for seconds in totals(known).values() if seconds is not None]
    tied = len(set(sums)) < len(sums)
    by_last = tied and ruleset.readings["tie-in-times"] == "B"
    return classification(known, rally.starting, by_last)


def leaders(ruleset: Ruleset, rally: Rally) -> tuple[str, ...] | None:
    """Those with the shortest total so far (RM-13.6); None if unknown."""
    known = rally.known
    if not known:
        return None
    best = winners(totals(known))
    by_last = len(best) > 1 and ruleset.readings["tie-in-times"] == "B"
    return winners(totals(known), known[-1]) if by_last else best


def starters(ruleset: Ruleset, rally: Rally) -> tuple[str, ...] | None:
    """The order in which the next stage starts, by the times so far (RM-3.3, RM-3.4); who cannot start any more is not in it."""
    order = order_of(ruleset, rally)
    retired = _retired(ruleset, rally)
    return order and tuple(name for name in order if name not in retired)


def _retired(ruleset: Ruleset, rally: Rally) -> tuple[str, ...]:
    """Those who finished the last stage with so much damage that they cannot start the next (RM-8.5)."""
    return tuple(car.driver for car in rally.cars if rally.times and retires(ruleset, car.damage))


def inherited(ruleset: Ruleset, start: tuple[str, ...] | None, rally: Rally) -> Inherited:
    """What the rally gives to its next stage; `start` is the order in which the drivers start the first one."""
    retired = _retired(ruleset, rally)
    return Inherited(
        tuple(car for car in rally.cars if car.driver not in retired),
        starters(ruleset, rally) if rally.times else start,
        len(rally.times),
        rally.assistance,
        rally.dirt,
        retired,
    )
