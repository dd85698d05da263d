"""The sequence of a turn, in addition to the test records."""

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import OUT, Car, Setup, Team, make_position
from verifier.thunder_alley.spec.sequence import Seats, against_segment

TEAMS = tuple(Team(colour, None, ()) for colour in ("red", "blue", "green"))
SETUP = Setup(None, default_ruleset(DATA), TEAMS)


def _seats(*cars: Car, first: str | None = None) -> Seats:
    return Seats(SETUP, make_position(cars, first=first))


def test_a_team_may_act_if_it_may_have_begun() -> None:
    cars = (Car(1, "red", None, flipped=True), Car(2, "blue", None), Car(3, "green", None))
    for team, rules in (("red", ["TA-3.4", "TA-3.1"]), ("blue", []), ("green", [])):
        assert list(against_segment(_seats(*cars), team, passes=False)) == rules


def test_a_pass_that_is_due_need_not_be_told() -> None:
    cars = (Car(1, "red", None, status=OUT), Car(2, "blue", None), Car(3, "green", None))
    assert _seats(*cars, first="red").passes_before("blue") == ["red"]
    assert _seats(*cars, first="red").passes_before("red") == []
    assert _seats(*cars, first="blue").passes_before("green") is None


def test_a_team_that_drives_is_not_passed_over() -> None:
    cars = (Car(1, "red", None), Car(4, "red", None, status=OUT), Car(2, "blue", None))
    assert list(against_segment(_seats(*cars, first="red"), "blue", passes=False)) == ["TA-3.4"]
