"""Questions for both judges that no record can express: a roll of the dice for the weather, and a turn that cannot be written."""

import pytest

from model.rallyman import stages
from model.rallyman.facts import DATA
from model.rallyman.moves import CLEAR, SYMBOL, Turn
from model.rallyman.position import ON_ROAD, Car, Driver, Position, Setup
from model.ruleset import default_ruleset, with_changes
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.engine.weather import rolled_weather
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.weather import rolled_weather as rolled_by_spec


def test_a_symbol_on_the_nth_gear_die_means_snow_on_the_nth_zone() -> None:
    """RM-15.2: of dice 1, 2 and 3 for three zones only die 2 shows a symbol."""
    zones, shown = ["C", "L", "V"], [CLEAR, SYMBOL, CLEAR]
    assert tuple(rolled_weather(zones, shown)) == tuple(rolled_by_spec(zones, shown)) == ("L",)


def at(space: str, gear: int, reading: str) -> tuple[Setup, Position]:
    """One car on the road under a reading of `turn-without-dice`."""
    rules = with_changes(DATA, default_ruleset(DATA), rulings={"turn-without-dice": reading})
    setup = Setup(stages.load("hollow-pine"), rules, (Driver("A", "", Car("A")),))
    car = Car("A", space, gear, ON_ROAD, chrono=30, arrival=1)
    return setup, Position(2, (car,), ("A",), "A", ())


@pytest.mark.parametrize(("space", "gear"), [("s9", 5), ("s9", 2)])
def test_a_turn_without_a_die_and_without_a_word(space: str, gear: int) -> None:
    """RM-4.13: a driver whose car can move must use a die."""
    setup, position = at(space, gear, "A")
    done, judgement = play(setup, position, Turn("A")), judge(setup, position, Turn("A"))
    assert not isinstance(done, Outcome)
    assert (done[0].rule, done[0].step) == ("RM-4.13", 0)
    assert (judgement.breaches[0].rule, judgement.breaches[0].step) == ("RM-4.13", 0)


def test_by_one_reading_a_driver_may_wait() -> None:
    """The car takes the card of its gear: 5, for 10 seconds."""
    setup, position = at("s9", 5, "B")
    done, judgement = play(setup, position, Turn("A")), judge(setup, position, Turn("A"))
    assert isinstance(done, Outcome)
    assert (done.card, card_of(setup, position, Turn("A"), None)) == ("5", "5")
    for after in (done.position, judgement.outcomes[0].position.after):
        car = after.car("A")
        assert (car.space, car.gear, car.chrono) == ("s9", 5, 40)
