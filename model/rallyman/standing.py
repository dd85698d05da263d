"""Everything that decides later lines: the position, and the further facts that lines can use."""

from collections.abc import Iterable, Mapping

from model.rallyman.position import Car, Position
from model.ruleset import Ruleset
from model.values import value

STAGES = 3
"""Stages of a rally (RM-1.1)."""

Times = tuple[tuple[str, int | None], ...]
"""Drivers with their times, None for one who is out."""

Dirt = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
"""Stages, each with its corners and their dirt markers."""


def clock(seconds: int) -> str:
    """Seconds in record notation: `1:40`."""
    sign, seconds = ("-" if seconds < 0 else ""), abs(seconds)
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


def _ranked(times: Times, places: Iterable[str]) -> Mapping[str, int]:
    known = dict(times)
    return {name: seconds for name in places if (seconds := known[name]) is not None}


@value
class LastTurn:
    """What later lines can assert about the turn just played: the gear card taken (`-`: none), the rule by which control was lost
    or the driver eliminated (empty: control was kept), and the symbols that count. None for what is not known."""

    driver: str
    card: str | None
    loss: str | None = ""
    symbols: int | None = 0


@value
class Ended:
    """What follows from a stage that is over: the classification, and who has the best time."""

    places: tuple[str, ...]
    winners: tuple[str, ...]


@value
class Standing:
    """Everything in a stage that decides later lines: the position, the turn just played if there was one, the times of drivers
    who drive no more (None: out), and the end of the stage once all drivers are done."""

    position: Position
    last: LastTurn | None = None
    times: Times = ()
    ended: Ended | None = None

    @property
    def ranked(self) -> Mapping[str, int]:
        """The times of the drivers who have finished, best first; empty until the stage is over."""
        return _ranked(self.times, self.ended.places if self.ended is not None else ())


EMPTY = Standing(Position(0, (), (), None))
"""The state before any car is placed."""


@value
class RallySetup:
    """The facts that stay the same during a rally: the rules, and the drivers who began it, in the order of the header."""

    ruleset: Ruleset
    names: tuple[str, ...]


@value
class Rally:
    """Everything in a rally that decides later lines: the times of the stages so far, None for a stage whose times are not known;
    the cars still in the rally, as they are between two stages; whether there is assistance here; who used the spare wheel here;
    the starting order of the last stage, and the dirt left on each.

    The rest follows from these: the sums so far, the classification, the drivers with the shortest sum, who starts the next stage
    in which order, and who cannot start it because of damage. Orders are None where they are not known.
    """

    name: str
    times: tuple[Times | None, ...] = ()
    cars: tuple[Car, ...] = ()
    assistance: bool = False
    wheels: tuple[str, ...] = ()
    starting: tuple[str, ...] = ()
    dirt: Dirt = ()
    sums: Times = ()
    places: tuple[str, ...] | None = None
    leaders: tuple[str, ...] | None = None
    starters: tuple[str, ...] | None = None
    retired: tuple[str, ...] = ()

    @property
    def begun(self) -> bool:
        """Whether the rally has any facts beyond the header."""
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
        return dict(self.sums)

    @property
    def ranked(self) -> Mapping[str, int]:
        """The sums of the drivers who have driven every stage, best first."""
        return _ranked(self.sums, self.places or ())
