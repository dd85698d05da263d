"""Describes what a turn did, for a trace."""

from typing import final

from model.rallyman.facts import FINISH
from model.rallyman.moves import Turn
from model.rallyman.position import OFF_LEFT, OFF_ROAD, SPUN, STOPPED, Car
from verifier.rallyman.engine.finish import clock
from verifier.rallyman.engine.terms import Outcome


@final
class ToldTurn:
    """Describes a legal turn."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    @property
    def turn(self) -> Turn:
        """The turn, with its lost parts filled in."""
        return self._outcome.turn

    @property
    def ends(self) -> tuple[str, ...]:
        """The spaces on which its steps ended."""
        return self._outcome.ends

    def applied(self) -> tuple[str, ...]:
        """The rules applied."""
        return self._outcome.rules

    def sentence(self) -> str:
        """Where the car is, and what it has."""
        done = self._outcome
        car = done.car
        lost = f", control lost ({done.loss})" if done.loss else ""
        card = f", card {done.card}" if done.card != "-" else ""
        held = f", {car.markers} marker{'' if car.markers == 1 else 's'}"
        worn = f", damage {car.damage}" if done.loss and car.damage else ""
        return f"{car.driver} {_where(car)}{lost}{card}, pile {clock(car.chrono)}{held}{worn}"


def _where(car: Car) -> str:
    if car.space == FINISH:
        return "crosses the finish"
    if not car.space:
        return "is out"
    if car.status in OFF_ROAD:
        return f"ends next to {car.space}, on its {'left' if car.status == OFF_LEFT else 'right'}"
    put = {SPUN: ", turned round", STOPPED: ", pushed there"}.get(car.status, "")
    return f"ends at {car.space}{put}"
