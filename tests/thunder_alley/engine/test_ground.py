"""What the moves of a race have in common belongs to the cars that are on the table."""

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation, Path, Step
from model.thunder_alley.position import Car, Setup, make_position
from model.thunder_alley.tracks import load
from verifier.thunder_alley.engine import judge


def test_another_table_of_the_same_race_can_have_other_cars() -> None:
    setup = Setup(load("short-oval"), default_ruleset(DATA), (), 3)
    step = Path((Step("f"),), open_end=True)
    for numbers in ((1, 2), (1, 3), (4, 5), (4, 5, 6), (4, 5)):
        places = dict(zip(numbers, ("3a", "6b", "8a"), strict=False))
        position = make_position([Car(number, "Red", space) for number, space in places.items()])
        for number in numbers:
            (outcome,) = judge(setup, position, Activation(number, "charge", step)).outcomes
            now = {car.number: car.space for car in outcome.position.cars}
            assert {other for other in numbers if now[other] != places[other]} == {number}
