"""Where a record stands between two lines: a table that can lie there, and what of the turn bears upon what may come next."""

from collections import Counter
from dataclasses import dataclass, replace

from model.thunder_alley.moves import Activation
from model.thunder_alley.position import ACTION, DISCARD, OVER, PITS, RACING, Position, Setup
from verifier.thunder_alley.spec.leader import somebody_finished
from verifier.thunder_alley.spec.outcome import may_pass
from verifier.thunder_alley.spec.refute_steps import Drawn, Stops
from verifier.thunder_alley.spec.sequence import Told, TurnStory


@dataclass(frozen=True, slots=True)
class State:
    """A table, and in the course of its turn: the team that had the `last` segment, the teams with passes that nobody told, the
    last activation with the table before it, the pit stops, whether players have discarded, and the event."""

    position: Position
    last: str | None = None
    untold: tuple[str, ...] = ()
    moved: tuple[Position, Activation] | None = None
    stops: Stops | None = None
    discarded: bool = False
    drawn: Drawn | None = None

    def on(self, position: Position) -> "State":
        """The same moment with another table."""
        return replace(self, position=position)


Next = tuple[tuple[str, ...], list[State]]
"""What a line comes to: the rules that it breaks, or the states that it can lead to."""


def story_of(setup: Setup, state: State, *told: Told) -> TurnStory:
    """The turn as far as it has come, and what is told next."""
    position = state.position
    seats = [team.colour for team in setup.teams] or list(dict.fromkeys(car.team for car in position.cars))
    cars = Counter(car.team for car in position.cars)
    open_cars = [car for car in position.cars if not car.flipped and position.step in (ACTION, OVER)]
    driving = Counter(car.team for car in open_cars if car.status == RACING)
    lost = Counter(car.team for car in open_cars if may_pass(setup, car))
    lost.subtract(state.untold)
    first = position.first
    if position.next is not None:
        first = position.next
    elif any(car.flipped for car in position.cars):
        first = None  # in the middle of a turn the First Player need not be the one who goes on
    return TurnStory(
        tuple((team, cars[team]) for team in seats),
        tuple((team, driving[team]) for team in seats),
        told,
        first,
        position.turn,
        finished=somebody_finished(position) or not any(car.status == RACING for car in position.cars),
        drawn=position.step in (PITS, DISCARD),
        lost=tuple((team, max(0, lost[team])) for team in seats),
        last=state.last,
        over=position.step == OVER,
        red=position.flag == "red",
        discarded=state.discarded,
    )
