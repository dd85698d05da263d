"""Pit stops under green and yellow (TA-9.1 to TA-9.3, TA-9.5, TA-12.1)."""

from dataclasses import replace

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Pitting
from model.thunder_alley.position import (
    FINISHED,
    OUT,
    PITS,
    UNNOTED,
    Car,
    Position,
    Setup,
    Team,
    make_position,
)
from model.thunder_alley.tracks import from_lines, load
from verifier.thunder_alley.engine.pits import PitJudgement, can_pit, judge_pits

RULES = default_ruleset(DATA)
RING = load("short-oval")
STRETCH = from_lines([("sectors", ["1-6", "a", "b", "c"])])
TEAMS = (Team("Red", None, (29, 25, 41)), Team("Blue", None, (15, 4, 9)), Team("Green", None, (22, 1)))


def rules(**rulings: str) -> Setup:
    """The short oval under other readings; underscores stand for hyphens."""
    chosen = {id.replace("_", "-"): reading for id, reading in rulings.items()}
    return Setup(RING, with_changes(DATA, RULES, rulings=chosen), TEAMS, 3)


def table(*cars: Car, flag: str | None = "green", first: str | None = None) -> Position:
    return replace(make_position(cars), step=PITS, flag=flag, first=first)


def car(number: int, space: str | None, **rest: object) -> Car:
    team = next((team.colour for team in TEAMS if number in team.cars), "Black")
    return Car(number, team, space, **rest)  # type: ignore[arg-type]


def pit(setup: Setup, position: Position, *numbers: int | Pitting) -> PitJudgement:
    return judge_pits(setup, position, tuple(n if isinstance(n, Pitting) else Pitting(n) for n in numbers))


def where(judged: PitJudgement, number: int) -> Car:
    found = judged.position.car(number)
    assert found is not None
    return found


def test_green_five_back_and_temporary_markers_off() -> None:
    wear = ("black", "black", "green", "orange", "yellow", "blue", "gray")
    judged = pit(rules(), table(car(22, "12c", wear=wear), car(15, "14a")), 22)
    assert not judged.breaches
    assert where(judged, 22) == car(22, "7p", wear=("orange", "yellow"))
    assert judged.rules == ("TA-9.1", "TA-9.3", "TA-9.2")
    assert judged.sentence == "22 to 7p, black black blue gray green off"


def test_the_later_car_lies_on_top() -> None:
    judged = pit(rules(), table(car(22, "12a"), car(1, "12b"), car(28, "7p")), 1, 22)
    assert [where(judged, number).stack for number in (28, 1, 22)] == [0, 1, 2]


def test_back_over_the_line_undoes_the_crossing() -> None:
    start = table(car(22, "3a", crossed=2), car(15, "8a", crossed=2))
    assert where(pit(rules(), start, 22), 22) == car(22, "26p", crossed=1)
    kept = rules(backward_over_line="laps-kept")
    assert where(pit(kept, start, 22), 22).crossed == 2


def test_a_car_before_the_line_keeps_its_crossings() -> None:
    assert where(pit(rules(), table(car(22, "28a", crossed=0)), 22), 22) == car(22, "23p", crossed=0)


def test_falling_back_far_enough_is_being_lapped() -> None:
    start = table(car(15, "4a", crossed=3), car(22, "6a", crossed=2))
    assert where(pit(rules(), start, 22), 22).lap_down
    assert not where(pit(rules(lapped_on_apron="cannot"), start, 22), 22).lap_down


def test_yellow_drops_into_the_own_sector_inside_first() -> None:
    start = table(car(15, "12a", wear=("blue", "red")), car(29, "12b"), car(22, "11a"), flag="yellow")
    judged = pit(rules(), start, 29, 22, 15)
    assert where(judged, 15) == car(15, "12p", wear=("red",), stack=0)
    assert where(judged, 29) == car(29, "12p", stack=1)
    assert where(judged, 22) == car(22, "11p")
    assert judged.rules == ("TA-9.1", "TA-9.5", "TA-9.2", "TA-1.3-apron")


def test_nobody_pits() -> None:
    start = table(car(15, "12a"))
    judged = pit(rules(), start)
    assert (judged.breaches, judged.position, judged.rules) == ((), start, ("TA-9.1",))


@pytest.mark.parametrize(
    ("one", "fact"),
    [
        (car(15, "8p"), "15 stands on the apron at `8p`"),
        (car(15, None, status=OUT, place=4), "15 is out of the race"),
    ],
)
def test_who_cannot_pit(one: Car, fact: str) -> None:
    judged = pit(rules(), table(one, car(22, "12a")), 22, 15)
    assert [(breach.rule, breach.fact, breach.car) for breach in judged.breaches] == [("TA-9.1", fact, 15)]


def test_nobody_pits_after_a_finish() -> None:
    start = table(car(15, None, status=FINISHED, place=1), car(22, "12a"))
    assert [breach.rule for breach in pit(rules(), start, 22).breaches] == ["TA-9.1"]
    assert not pit(rules(), start).breaches


def test_a_decision_is_made_once() -> None:
    judged = pit(rules(), table(car(15, "12a")), 15, 15)
    assert [breach.fact for breach in judged.breaches] == ["15 has been sent to the pits in this turn"]


def test_players_decide_from_the_first_player_to_the_left() -> None:
    start = table(car(29, "12a"), car(15, "12b"), car(4, "10b"), car(22, "11a"), first="Blue")
    assert not pit(rules(), start, 4, 15, 22, 29).breaches
    wrong = pit(rules(), start, 15, 29, 22)
    assert [(breach.rule, breach.car) for breach in wrong.breaches] == [("TA-9.1", 22)]
    assert wrong.breaches[0].fact == "Green decides about 22 after Red has sent 29"
    assert pit(rules(), start, 15, 22, 4).breaches[0].car == 4
    assert not pit(rules(), replace(start, first=None), 29, 15).breaches


@pytest.mark.parametrize(
    ("reading", "sent", "legal"),
    [
        ("any-number", (15, 9), True),
        ("any-number", (15, 4, 9), True),
        ("one", (15,), True),
        ("one", (15, 9), False),
        ("one", (15, 4, 9), False),
        ("one-or-all", (15,), True),
        ("one-or-all", (15, 9), False),
        ("one-or-all", (15, 4, 9), True),
    ],
)
def test_how_many_cars_a_player_sends(reading: str, sent: tuple[int, ...], legal: bool) -> None:
    start = table(car(15, "12a"), car(4, "12b"), car(9, "10b"), car(29, "9a"))
    judged = pit(rules(cars_allowed_to_pit=reading), start, *sent)
    assert (not judged.breaches) == legal
    if not legal:
        assert judged.breaches[0].rule == "TA-9.1"
        assert judged.breaches[0].rulings == ("cars-allowed-to-pit",)
        assert judged.position == start


def test_all_means_all_that_can_pit() -> None:
    start = table(car(15, "12a"), car(4, "8p"), car(9, "10b"))
    assert not pit(rules(cars_allowed_to_pit="one-or-all"), start, 15, 9).breaches


def test_who_can_pit() -> None:
    start = table(car(15, "12a"), car(4, "8p"), car(9, "10b", wear=(UNNOTED,)))
    assert can_pit(rules(), start, (Pitting(15),))
    assert not can_pit(rules(), start, (Pitting(4),))
    assert not can_pit(rules(), start, (Pitting(9),))


def variable(reading: str = "all", setup: Setup | None = None) -> Setup:
    setup = setup or rules(variable_pit_markers=reading)
    return replace(setup, ruleset=with_changes(DATA, setup.ruleset, options={"variable-pit-stops": True}))


def test_variable_green_stop() -> None:
    start = table(car(22, "12c", wear=("black", "green", "orange")))
    judged = pit(variable(), start, 22)
    assert where(judged, 22) == car(22, "8p", wear=("orange",))
    assert "TA-12.1" in judged.rules


def test_parameters_set_the_way_back() -> None:
    start = table(car(22, "12c", wear=("black",)))
    longer = rules()
    longer = replace(
        longer, ruleset=with_changes(DATA, RULES, parameters={"green-pit-spaces": 7, "variable-pit-base": 4})
    )
    assert where(pit(longer, start, 22), 22).space == "5p"
    assert where(pit(variable(setup=longer), start, 22), 22).space == "7p"


def test_variable_yellow_stop() -> None:
    wear = ("black", "blue", "gray", "green", "red")
    start = table(car(22, "12b", wear=wear), car(15, "12a"), car(29, "10a"), flag="yellow")
    judged = pit(variable(), start, 22, 29)
    assert where(judged, 22) == car(22, "10p", wear=("red",), stack=0)
    assert where(judged, 29).stack == 1


def test_keeping_a_marker() -> None:
    wear = ("black", "blue", "gray")
    start = table(car(22, "12b", wear=wear), car(15, "12a"), flag="yellow")
    keeps = Pitting(22, ("gray",))
    assert where(pit(variable("removed-only"), start, keeps), 22) == car(22, "11p", wear=("gray",))
    assert where(pit(variable("removed-only"), start, 22), 22) == car(22, "10p")
    refused = pit(variable("all"), start, keeps)
    assert [(b.rule, b.token, b.rulings) for b in refused.breaches] == [
        ("TA-12.1", "kept", ("variable-pit-markers",))
    ]


@pytest.mark.parametrize(
    ("keeps", "option", "flag", "rule"),
    [
        (("black",), True, "yellow", "TA-12.1"),
        (("gray", "gray"), True, "yellow", "TA-12.1"),
        (("gray",), False, "yellow", "TA-9.2"),
        (("gray",), True, "green", "TA-9.2"),
        (("green",), False, "green", "TA-9.2"),
        (("red",), True, "yellow", None),
        ((), False, "green", None),
    ],
)
def test_what_may_be_kept(keeps: tuple[str, ...], option: bool, flag: str, rule: str | None) -> None:
    setup = rules(variable_pit_markers="removed-only")
    setup = variable(setup=setup) if option else setup
    start = table(car(22, "12b", wear=("black", "gray", "red")), car(15, "12a"), flag=flag)
    judged = pit(setup, start, Pitting(22, keeps))
    assert [breach.rule for breach in judged.breaches] == ([rule] if rule else [])


def test_what_is_not_noted_is_not_judged() -> None:
    start = table(car(22, "12b", wear=(UNNOTED,) * 3), car(15, None), car(29, "10a"))
    judged = pit(rules(), start, 22, 15, 29)
    assert [(o.kind, o.car) for o in judged.obstacles] == [("undetermined", 22), ("undetermined", 15)]
    assert judged.position == start


def test_the_end_of_an_open_stretch() -> None:
    setup = Setup(STRETCH, RULES)
    assert where(pit(setup, table(car(22, "6c")), 22), 22).space == "1p"
    judged = pit(setup, table(car(22, "5c")), 22)
    assert [(o.kind, o.car) for o in judged.obstacles] == [("impossible", 22)]
