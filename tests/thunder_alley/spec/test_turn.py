"""The end of a turn step by step, in a position with everything that can happen."""

from dataclasses import replace

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley import tracks
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import (
    ACTION,
    DISCARD,
    EVENT,
    FINISHED,
    OVER,
    PITS,
    Car,
    Position,
    Setup,
    Team,
    make_position,
)
from verifier.thunder_alley.spec.events import event_outcomes
from verifier.thunder_alley.spec.order import running_order
from verifier.thunder_alley.spec.resolution import EventChoices
from verifier.thunder_alley.spec.turn import after_action, after_event, after_pits, next_turn

TEAMS = (Team("red", None, (29, 25)), Team("blue", None, (15, 9)))


def _table(*cars: Car) -> tuple[Setup, Position]:
    setup = Setup(tracks.load("short-oval"), default_ruleset(DATA), TEAMS, 3)
    return setup, make_position(cars, first="blue", lap=2)


FIELD = (
    Car(29, "red", "12a", 2, flipped=True),
    Car(15, "blue", "12b", 2, ("orange", "orange"), flipped=True),
    Car(25, "red", "11a", 2, flipped=True),
    Car(9, "blue", "9b", 1, lap_down=True, flipped=True),
)


def test_green() -> None:
    setup, position = _table(*FIELD)
    event = after_action(setup, position)
    assert (event.step, event.turn_leaders) == (EVENT, (29, 15))
    [pits] = after_event(setup, event_outcomes(setup, event, "engine-damage").outcome)
    assert pits.step == PITS and pits.flag == "green"
    after = after_pits(setup, pits, [(29, ())]).outcome
    assert [(car.number, car.space, car.led, car.place) for car in after.cars] == [
        (9, None, 0, 4),
        (15, "12b", 1, None),
        (25, "11a", 0, None),
        (29, "7p", 1, None),
    ]
    assert (after.step, after.first) == (DISCARD, "blue")
    begun = next_turn(after)
    assert (begun.turn, begun.step, begun.next, begun.flag) == (2, ACTION, "blue", None)
    assert not any(car.flipped for car in begun.cars)


def test_yellow() -> None:
    setup, position = _table(*FIELD)
    event = after_action(setup, position)
    [lined] = after_event(setup, event_outcomes(setup, event, "blown-engine").outcome)
    assert [(car.number, car.space, car.crossed) for car in lined.cars] == [
        (9, "11a", 2),
        (15, None, 2),
        (25, "12b", 2),
        (29, "12a", 2),
    ]
    after = after_pits(setup, lined, [(29, ())]).outcome
    assert [(car.number, car.space, car.led) for car in after.cars] == [
        (9, "12a", 1),
        (15, None, 1),
        (25, "12b", 0),
        (29, "11a", 1),
    ]
    assert after.first == "blue"
    assert after_pits(setup, lined, [(15, ())]).rules == ("TA-9.1",)


def test_the_last_turn() -> None:
    first, *others = FIELD
    won = replace(first, space=None, status=FINISHED, place=1)
    setup, position = _table(won, *others)
    over = after_action(setup, position)
    assert over.step == OVER
    assert [(car.number, car.place) for car in over.cars] == [(9, 4), (15, 2), (25, 3), (29, 1)]
    assert event_outcomes(setup, position, "marbles").rules == ("TA-3.5.2",)
    on = replace(setup, ruleset=with_changes(DATA, setup.ruleset, options={"race-completion": True}))
    assert after_action(on, position).step == DISCARD


def test_the_worked_turn_of_the_page_about_the_log_language() -> None:
    """Green picks 3 for the Collision, 25 is hit; 25, 4 and 3 pit; 41 and 9 close the holes."""
    teams = (Team("red", None, (29, 25, 41)), Team("blue", None, (15, 4, 9)), Team("green", None, (22, 1, 3)))
    spaces = {29: "28b", 15: "25a", 25: "24a", 22: "23b", 3: "23a", 4: "17c", 1: "16a", 41: "15a", 9: "14a"}
    owner = {number: team.colour for team in teams for number in team.cars}
    wear = {4: ("black", "black", "green", "orange")}
    cars = [Car(n, owner[n], space, 1, wear.get(n, ()), flipped=True) for n, space in spaces.items()]
    setup = Setup(tracks.load("short-oval"), default_ruleset(DATA), teams, 3)
    position = after_action(setup, make_position(cars, first="red"))
    choices = EventChoices(("green",), originator=3)
    outcome = event_outcomes(setup, position, "collision", choices).outcome
    assert outcome.hit == outcome.rear == (3, 25)
    [lined] = after_event(setup, outcome)
    order = (29, 15, 22, 4, 1, 41, 9, 25, 3)
    formation = [f"{28 - place // 2}{'ab'[place % 2]}" for place in range(len(order))]
    assert {car.number: car.space for car in lined.cars} == dict(zip(order, formation, strict=True))
    after = after_pits(setup, lined, [(25, ()), (4, ()), (3, ())]).outcome
    order = (29, 15, 22, 41, 1, 9, 4, 25, 3)
    assert {car.number: car.space for car in after.cars} == dict(zip(order, formation, strict=True))
    assert running_order(setup, after) == order
    washed = after.car(4)
    assert washed is not None and washed.wear == ("orange",)
