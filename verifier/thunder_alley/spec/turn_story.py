"""A turn so far, from the position alone, for the questions about turn order (TA-3.1, TA-3.4)."""

from collections import Counter

from model.thunder_alley.position import ACTION, DISCARD, OVER, PITS, RACING, Position, Setup
from verifier.thunder_alley.spec.leader import somebody_finished
from verifier.thunder_alley.spec.outcome import may_pass
from verifier.thunder_alley.spec.sequence import Told, TurnStory


def story_of(setup: Setup, position: Position, *told: Told, last: str | None = None) -> TurnStory:
    """The turn so far, and what comes next in it. `last` is the team that had the last segment, if known."""
    seats = [team.colour for team in setup.teams] or list(dict.fromkeys(car.team for car in position.cars))
    cars = Counter(car.team for car in position.cars)
    open_cars = [car for car in position.cars if not car.flipped and position.step in (ACTION, OVER)]
    driving = Counter(car.team for car in open_cars if car.status == RACING)
    lost = Counter(car.team for car in open_cars if may_pass(setup, car))
    first = position.first
    if position.next is not None:
        first = position.next
    elif any(car.flipped for car in position.cars):
        first = None  # in mid-turn the First Player need not be the next to act
    return TurnStory(
        tuple((team, cars[team]) for team in seats),
        tuple((team, driving[team]) for team in seats),
        told,
        first,
        position.turn,
        finished=somebody_finished(position) or not any(car.status == RACING for car in position.cars),
        drawn=position.step in (PITS, DISCARD),
        lost=tuple((team, lost[team]) for team in seats),
        last=last,
        over=position.step == OVER,
        red=position.flag == "red",
    )
