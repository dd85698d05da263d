"""What a turn did, for a trace."""

from collections.abc import Iterator

from model.rallyman.facts import FINISH
from model.rallyman.position import OFF_LEFT, OFF_ROAD, SPUN, STOPPED, Car
from model.rallyman.standing import clock
from verifier.judging import Effect
from verifier.rallyman.engine.terms import Outcome


def described(done: Outcome) -> Iterator[Effect]:
    """Where the car is, and what it has."""
    car = done.car
    who = car.driver
    for end in done.ends:
        yield Effect((), "", who, "step", end)
    yield Effect(done.rules, f"{who} {_where(car)}", who, "space", car.space)
    if done.loss:
        yield Effect((), f"control lost ({done.loss})", who, "loss", done.loss)
    if done.card != "-":
        yield Effect((), f"card {done.card}", who, "card", done.card)
    yield Effect((), f"pile {clock(car.chrono)}", who, "pile", car.chrono)
    yield Effect((), f"{car.markers} marker{'' if car.markers == 1 else 's'}", who, "markers", car.markers)
    if done.loss and car.damage:
        yield Effect((), f"damage {car.damage}", who, "damage", car.damage)


def _where(car: Car) -> str:
    if car.space == FINISH:
        return "crosses the finish"
    if not car.space:
        return "is out"
    if car.status in OFF_ROAD:
        return f"ends next to {car.space}, on its {'left' if car.status == OFF_LEFT else 'right'}"
    put = {SPUN: ", turned round", STOPPED: ", pushed there"}.get(car.status, "")
    return f"ends at {car.space}{put}"
