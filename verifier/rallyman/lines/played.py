"""The line of a turn that was played, with the car after it."""

from model.rallyman.moves import Turn
from model.rallyman.position import Car
from model.rallyman.standing import Standing
from verifier.judging import Outcome
from verifier.rallyman.lines.fields import car_text
from verifier.rallyman.lines.write import driver_text, line_text


def played_text(before: Standing, outcome: Outcome[Standing]) -> str:
    """`R2 A: 1 2 =2 > s5 g2 t=0:40`."""
    turn, after, last = outcome.decision, outcome.position.position, outcome.position.last
    assert isinstance(turn, Turn) and last is not None
    car = after.car(turn.driver)
    words = car_text(car, Car(car.driver, tyres=car.tyres)).removeprefix(f"{driver_text(car.driver)} ")
    return f"{line_text(turn, before.position.turn, last.card)} > {words}"
