"""Chapter 8 in the engine: the possible results of each event, and why a record of one is wrong."""

from dataclasses import replace

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.cards import EVENTS
from model.thunder_alley.cards_seen import EventSeen, RaceCard
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Draw, Event
from model.thunder_alley.position import EVENT, OUT, UNNOTED, Car, Position, Setup, Team, make_position
from model.thunder_alley.standing import Standing
from model.thunder_alley.tracks import load
from verifier.thunder_alley.engine.event_drawn import drawn
from verifier.thunder_alley.engine.events import (
    EVENT_RULES,
    EventJudgement,
    EventOutcome,
    coloured,
    every_outcome,
    judge_event,
    possible_hits,
)

TEAMS = (Team("Red", None, (29, 25, 41)), Team("Blue", None, (15, 4, 9)), Team("Green", None, (22, 3)))


def setup(**rulings: str) -> Setup:
    ruleset = default_ruleset(DATA)
    chosen = {id.replace("_", "-"): reading for id, reading in rulings.items()}
    return Setup(load("short-oval"), with_changes(DATA, ruleset, chosen), TEAMS, 3)


def car(number: int, space: str | None = None, *wear: str, crossed: int = 1) -> Car:
    team = next(team.colour for team in TEAMS if number in team.cars)
    return Car(number, team, space, crossed, tuple(sorted(wear)), flipped=True)


def judged(
    event: str,
    *cars: Car,
    bar: tuple[str, ...] | None = None,
    hit: tuple[int, ...] = (),
    rain: bool = False,
    **rulings: str,
) -> EventJudgement:
    return judge_event(setup(**rulings), make_position(cars, rain=rain), Draw(event, bar, hit))


def outcome(event: str, *cars: Car, **more: object) -> EventOutcome:
    judgement = judged(event, *cars, **more)  # type: ignore[arg-type]
    assert not judgement.breaches and not judgement.unknown, judgement
    assert len(judgement.outcomes) == 1, [one.sentence for one in judgement.outcomes]
    return judgement.outcomes[0]


def refused(event: str, *cars: Car, **more: object) -> tuple[str, str]:
    judgement = judged(event, *cars, **more)  # type: ignore[arg-type]
    assert judgement.breaches and not judgement.outcomes
    return judgement.breaches[0].rule, judgement.breaches[0].fact


def wear(position: Position, number: int) -> tuple[str, ...]:
    found = position.car(number)
    assert found is not None
    return found.wear


def space(position: Position, number: int) -> str | None:
    found = position.car(number)
    assert found is not None
    return found.space


def test_every_event_card_has_its_rule() -> None:
    assert list(EVENT_RULES) == list(EVENTS)
    assert [rule for rule, _ in EVENT_RULES.values()] == [f"TA-EV-{event}" for event in EVENTS]


def test_markers_without_colours_leave_it_open() -> None:
    cars = (car(29, None, UNNOTED, UNNOTED), car(15, None, "black"))
    assert {one.hit for one in judged("marbles", *cars).outcomes} == {(29, 15)}
    cars = (car(29, None, UNNOTED, UNNOTED), car(15, None, "green"))
    assert {one.hit for one in judged("fuel-miscalculation", *cars).outcomes} == {(29,), (15,)}
    only = judged("loose", car(29, None, UNNOTED))
    assert {one.hit for one in only.outcomes} == {(), (29,)}
    assert judged("blown-tire", car(29, "12a", UNNOTED), hit=(29,)).unknown
    cars = (car(29, None, UNNOTED, "black"), car(15, None, *["black"] * 3))
    assert refused("spinout", *cars, hit=(29,))[1] == "29 carries at most 2 black markers and 15 carries 3"


def test_blown_tire_leaves_a_stack_that_closes() -> None:
    blown = car(22, "15p", "black")
    stack = (car(15, "15p"), replace(blown, stack=1), replace(car(29, "15p"), stack=2))
    others = (car(4, "9p"), replace(car(25, "9p"), stack=1), replace(car(9, "9p"), stack=2))
    came = outcome("blown-tire", *stack, *others)
    assert {one.number: (one.space, one.stack) for one in came.position.cars} == {
        4: ("9p", 0),
        9: ("9p", 2),
        15: ("15p", 0),
        22: ("5p", 0),
        25: ("9p", 1),
        29: ("15p", 1),
    }


def test_a_missing_space_is_no_verdict() -> None:
    assert judged("collision", car(29, "5a"), car(15)).unknown == (
        "where 15 stands is not noted, so it is unknown which cars are adjacent"
    )


def test_what_can_have_come_of_an_event() -> None:
    cars = (car(29, None, "black"), car(25, None, "black"), car(15, None, "black", "black"), car(22))
    position = make_position(cars)
    hits = [one.hit for one in every_outcome(setup(), position, Draw("overcast"), 99).outcomes]
    assert hits == [(), (15,), (25,), (25, 15), (29,), (29, 15)]
    assert len(every_outcome(setup(), position, Draw("overcast"), 3).outcomes) == 4
    assert [one.hit for one in every_outcome(setup(), position, Draw("spinout"), 9).outcomes] == []
    assert every_outcome(setup(), position, Draw("spinout"), 9).unknown


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ("loose", "Loose: 29 gains yellow; 29 loses 1 marker; green flag"),
        ("spinout", "Spinout: 29 gains black; 29 goes to 23a; green flag"),
        ("blown-tire", "Blown Tire: 29 goes to 23p; 29 loses 3 markers; green flag"),
        ("blown-engine", "Blown Engine: 29 is out in place 2; yellow flag"),
        ("overcast", "Overcast: green flag"),
    ],
)
def test_an_event_is_told_in_a_line(event: str, sentence: str) -> None:
    worn = car(29, "5a", "blue", "orange", "yellow", "black", "green")
    assert outcome(event, worn, car(15, "9a")).sentence == sentence


def test_the_rules_that_were_applied() -> None:
    """TA-4.4 is named if the Team Bar decided, TA-8.1 if an event that can hit cars hits none."""
    red, blue = car(29, None, "orange"), car(15, None, "orange")
    own = "TA-EV-engine-damage"
    assert [one.rules for one in judged("engine-damage", red, blue).outcomes] == [
        (own, "TA-4.4", "TA-8.2")
    ] * 2
    assert outcome("engine-damage", red, car(15)).rules == (own, "TA-8.2")
    assert outcome("engine-damage", car(29), car(15)).rules == (own, "TA-8.1", "TA-8.2")
    assert outcome("rain", car(29), car(15)).rules == ("TA-EV-rain", "TA-8.2")


def test_whom_an_event_can_hit_before_it_is_carried_out() -> None:
    """The draw for a simulated race: the cars, and whether a Team Bar is still to decide."""

    def hits(event: str, *cars: Car) -> tuple[list[tuple[int, ...]], bool]:
        return possible_hits(setup(), make_position(cars), Draw(event))

    red, blue = car(29, "5a", "orange"), car(15, "9a", "orange")
    assert hits("engine-damage", red, blue) == ([(15,), (29,)], True)
    assert hits("engine-damage", red, car(15, "9a")) == ([(29,)], False)
    assert hits("collision", red, car(15)) == ([], False)
    assert hits("marbles", red, blue) == ([(29, 15)], False)
    assert hits("pileup", red, blue, car(25, "3a")) == ([(29,), (15,)], True)


def test_the_colours_that_a_new_marker_can_have() -> None:
    worn = car(29, "5a", "blue", "black")
    came = outcome("its-getting-worse", worn, car(15, "9a"), its_getting_worse_marker="any-suspension")
    assert [wear(one.position, 29) for one in coloured(came)] == [
        ("black", "blue", "blue"),
        ("black", "blue", "yellow"),
    ]


def test_a_spinning_car_pushes_back_at_a_fork() -> None:
    cars = (car(29, "16b", "black"), car(15, "6a"))
    pushed = judged("spinout", *cars, spinout_occupied="push-back").outcomes
    assert [space(one.position, 15) for one in pushed] == ["5a", "5b"]
    chosen = {"spinout_occupied": "push-back", "push_back_into_two_lanes": "same-lane-first"}
    came = outcome("spinout", *cars, **chosen)
    assert (space(came.position, 29), space(came.position, 15)) == ("6a", "5a")


def test_the_number_of_markers_that_nobody_carries() -> None:
    cars = (car(29, "5a", "black"), car(15, "6a"))
    assert judged("blown-engine", *cars, hit=(15,)).breaches[0].numbers == {"markers": 0}


def test_the_first_car_of_a_collision_is_hit_once() -> None:
    cars = (car(29, "5b"), car(15, "4b"), car(4, "6b"))
    assert outcome("collision", *cars, hit=(29,), collision_who="optional").hit == (29,)
    assert outcome("collision", *cars, hit=(29, 4), collision_who="optional").hit == (29, 4)


def test_why_a_car_cannot_be_the_one_hit() -> None:
    cars = (car(29, "16a"), car(15, "15a"), car(22, "14a"), car(9, "13a"))
    found = judged("pileup", *cars, bar=("red", "green", "blue"), hit=(29, 15)).breaches[0]
    assert (found.rule, found.fact) == ("TA-EV-pileup", "22 comes after 29, not 15")
    gone = Car(15, "Blue", None, wear=("orange",) * 3, status=OUT, place=2)
    found = judged("engine-damage", gone, car(29, None, "orange"), hit=(15,)).breaches[0]
    assert (found.rule, found.fact) == ("TA-EV-engine-damage", "15 is out of the race")


@pytest.mark.parametrize(("bar", "sure"), [(None, False), (RaceCard("charge"), True)])
def test_an_event_that_was_not_noted_may_have_turned_up_a_race_card(bar: RaceCard | None, sure: bool) -> None:
    at = Standing(replace(make_position([car(29, "12b"), car(15, "3a")]), step=EVENT))
    outcomes = drawn(setup(), at, Event(None, bar=bar)).outcomes
    assert {led.position.cards.seen[-1][0] for led in outcomes} == {
        EventSeen(None, bar or RaceCard(), sure=sure)
    }
