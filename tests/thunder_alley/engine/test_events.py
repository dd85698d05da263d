"""Chapter 8 in the engine: what each event can come to, and why a record of one is wrong."""

from dataclasses import replace

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.cards import EVENTS
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Draw
from model.thunder_alley.position import FINISHED, OUT, UNNOTED, Car, Position, Setup, Team, make_position
from model.thunder_alley.tracks import load
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


def test_most_markers() -> None:
    cars = (car(29, "5a", "black", "black"), car(15, "6a", "black"))
    came = outcome("fuel-miscalculation", car(29, None, "green"), car(15))
    assert came.gained == {29: ("green",)} and came.flag == "green"
    assert refused("spinout", *cars, hit=(15,)) == (
        "TA-EV-spinout",
        "15 carries 1 black marker and 29 carries 2",
    )
    assert refused("blown-engine", *cars, hit=(15,)) == (
        "TA-8.1",
        "no car carries any orange marker",
    )
    assert judged("blown-engine", *cars, hit=(15,)).breaches[0].numbers == {"markers": 0}


def test_a_car_without_a_blue_marker_exchanges_none() -> None:
    cars = (car(29, None, "yellow", "yellow"), car(15, None, "blue"), car(22, None, "green"))
    assert outcome("tight", *cars, tight_no_blue="next-best-with-blue").hit == (15,)
    assert refused("tight", *cars, hit=(29,), tight_no_blue="next-best-with-blue") == (
        "TA-EV-tight",
        "29 carries no marker that could be exchanged",
    )


def test_the_bar_passes_over_a_team_on_the_apron() -> None:
    cars = (car(29, "5a", "orange"), car(15, "5p", "orange"))
    assert outcome("engine-damage", *cars, team_bar_apron_only="no-cars-on-track").hit == (29,)
    assert refused("engine-damage", *cars, hit=(15,), team_bar_apron_only="no-cars-on-track") == (
        "TA-4.4",
        "15 is a car of Blue, which has no car on the track",
    )


def test_a_tie_needs_the_bar() -> None:
    cars = (car(29, None, "orange"), car(15, None, "orange"), car(4, None, "orange"), car(22))
    assert [one.hit for one in judged("engine-damage", *cars).outcomes] == [(4,), (15,), (29,)]
    assert outcome("engine-damage", *cars, bar=("green", "red")).hit == (29,)
    assert [one.hit for one in judged("engine-damage", *cars, bar=("blue",)).outcomes] == [(4,), (15,)]
    assert outcome("engine-damage", *cars, hit=(15,)).hit == (15,)
    assert refused("engine-damage", *cars, bar=("red",), hit=(15,)) == (
        "TA-4.4",
        "Red comes first on the bar, and 15 is a car of Blue",
    )


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


def test_a_car_that_is_out_is_not_hit() -> None:
    gone = Car(15, "Blue", None, wear=("orange",) * 3, status=OUT, place=2)
    assert outcome("engine-damage", gone, car(29, None, "orange")).hit == (29,)
    assert refused("engine-damage", gone, car(29, None, "orange"), hit=(15,)) == (
        "TA-EV-engine-damage",
        "15 is out of the race",
    )


def test_spinning_over_the_line_undoes_the_crossing() -> None:
    track = load("short-oval")
    last = track.sectors[-1]
    came = outcome("spinout", car(29, "3b", "black", crossed=2), car(15, "20a"))
    assert space(came.position, 29) == f"{last + 3 - 10}a"
    found = came.position.car(29)
    assert found is not None and found.crossed == 1 and found.wear == ("black", "black")
    assert "TA-4.6" in came.rules
    assert "TA-4.6" not in outcome("spinout", car(29, "20b", "black", crossed=2), car(15, "21a")).rules


def test_a_spinning_car_pushes_back_at_a_fork() -> None:
    cars = (car(29, "16b", "black"), car(15, "6a"))
    pushed = judged("spinout", *cars, spinout_occupied="push-back").outcomes
    assert [space(one.position, 15) for one in pushed] == ["5a", "5b"]
    chosen = {"spinout_occupied": "push-back", "push_back_into_two_lanes": "same-lane-first"}
    came = outcome("spinout", *cars, **chosen)
    assert (space(came.position, 29), space(came.position, 15)) == ("6a", "5a")


def test_a_spinning_car_that_pays_keeps_its_lane() -> None:
    came = outcome("spinout", car(29, "15b", "black"), car(15, "10b"), spinout_geometry="mp-paying")
    assert (space(came.position, 29), space(came.position, 15)) == ("9a", "8b")


def test_blown_tire_goes_on_top_of_the_stack() -> None:
    stack = (car(15, "5p"), car(22, "15a", "black", "yellow", "blue"))
    came = outcome("blown-tire", *stack)
    found = came.position.car(22)
    assert found is not None and (found.space, found.stack, found.wear) == ("5p", 1, ("yellow",))


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
        "nobody noted where 15 stands, so nobody can say which cars are adjacent"
    )


def test_collision_hits_one_car_of_each_player() -> None:
    cars = (car(22, "15b"), car(15, "14b"), car(9, "16b"), car(29, "15a"))
    assert {one.hit for one in judged("collision", *cars, hit=(22,)).outcomes} == {(22, 29, 15), (22, 29, 9)}
    came = outcome("collision", *cars, hit=(22, 9))
    assert came.hit == (22, 29, 9) and came.flag == "yellow" and came.rear == (9, 29, 22)
    assert refused("collision", *cars, hit=(22, 15, 9))[0] == "TA-EV-collision"
    assert {one.hit for one in judged("collision", *cars, hit=(22,), collision_who="optional").outcomes} == {
        (22,)
    }


def test_pileup_goes_down_the_field() -> None:
    cars = (car(29, "16a"), car(15, "15a"), car(22, "14a"), car(9, "13a"))
    came = outcome("pileup", *cars, bar=("red", "green", "blue"))
    assert came.gained == {29: ("red", "red"), 22: ("red",), 9: ("gray",)}
    assert outcome("pileup", *cars, bar=("red", "green", "blue"), pileup_next_car="first-hit").gained == {
        29: ("red", "red"),
        22: ("red",),
        15: ("gray",),
    }
    assert outcome("pileup", *cars, hit=(29, 22, 9)).hit == (29, 22, 9)
    assert refused("pileup", *cars, bar=("red", "green", "blue"), hit=(29, 15)) == (
        "TA-EV-pileup",
        "22 comes after 29, not 15",
    )


def test_sun_needs_a_car_of_every_player() -> None:
    cars = (car(29), car(25), car(15), car(22))
    assert len(judged("sun-on-the-track", *cars).outcomes) == 2
    assert outcome("sun-on-the-track", *cars, hit=(25,)).hit == (25, 15, 22)
    assert refused("sun-on-the-track", *cars, hit=(25, 29)) == (
        "TA-EV-sun-on-the-track",
        "25 and 29 are both cars of Red",
    )


def test_overcast_is_free() -> None:
    cars = (car(29, None, "black"), car(15, None, "black", "black"))
    assert outcome("overcast", *cars).hit == ()
    assert wear(outcome("overcast", *cars, hit=(15,)).position, 15) == ("black",)
    assert refused("overcast", car(29, None, "blue"), hit=(29,))[1] == "29 carries no black marker"


def test_what_can_have_come_of_an_event() -> None:
    cars = (car(29, None, "black"), car(25, None, "black"), car(15, None, "black", "black"), car(22))
    position = make_position(cars)
    hits = [one.hit for one in every_outcome(setup(), position, Draw("overcast"), 99).outcomes]
    assert hits == [(), (15,), (25,), (25, 15), (29,), (29, 15)]
    assert len(every_outcome(setup(), position, Draw("overcast"), 3).outcomes) == 4
    assert [one.hit for one in every_outcome(setup(), position, Draw("spinout"), 9).outcomes] == []
    assert every_outcome(setup(), position, Draw("spinout"), 9).unknown


def test_a_sixth_marker() -> None:
    full = car(29, "5a", *["black"] * 5)
    assert outcome("marbles", full, car(15, "6a")).retired == ()
    came = outcome("marbles", full, car(15, "6a"), six_markers_timing="at-once")
    assert came.retired == ((29, 2),) and "TA-7.2" in came.rules


@pytest.mark.parametrize(("crossed", "over"), [(1, False), (2, True)])
def test_a_second_rain(crossed: int, over: bool) -> None:
    came = outcome("rain", car(29, "5a", crossed=crossed), car(15, "6a", crossed=crossed), rain=True)
    assert came.over == over and came.flag == ("red" if over else "green")
    if over:
        assert [(c.number, c.place, c.status) for c in came.position.cars] == [
            (15, 1, FINISHED),
            (29, 2, FINISHED),
        ]
    else:
        assert came.position.rain


def test_a_first_rain_is_put_aside() -> None:
    came = outcome("rain", car(29, "5a", crossed=3))
    assert came.position.rain and not came.over


def test_a_second_rain_after_the_first_car_has_crossed_twice() -> None:
    assert outcome("rain", car(29, "5a", crossed=2), car(15, "6a", crossed=1), rain=True).over


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
    """The Team Bar is named where it decided, and that nobody is hit where somebody could have been."""
    red, blue = car(29, None, "orange"), car(15, None, "orange")
    own = "TA-EV-engine-damage"
    assert [one.rules for one in judged("engine-damage", red, blue).outcomes] == [
        (own, "TA-4.4", "TA-8.2")
    ] * 2
    assert outcome("engine-damage", red, car(15)).rules == (own, "TA-8.2")
    assert outcome("engine-damage", car(29), car(15)).rules == (own, "TA-8.1", "TA-8.2")
    assert outcome("rain", car(29), car(15)).rules == ("TA-EV-rain", "TA-8.2")


def test_whom_an_event_can_hit_before_it_is_carried_out() -> None:
    """A draw for a simulated race: the cars, and whether a Team Bar is still to decide."""

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
