"""All outcomes of a turn by the spec: equal to the engine's list, and to the spec's own when nothing is left out."""

from dataclasses import replace
from functools import partial

import pytest

from model.rallyman import stages
from model.rallyman.facts import DATA
from model.rallyman.means import means_of
from model.rallyman.moves import ATTACK, BASIC, CLEAR, Die, Step, Turn
from model.rallyman.position import OFF_RIGHT, ON_ROAD, SPUN, Car, Driver, Position, Setup, Split
from model.ruleset import default_ruleset, with_changes
from verifier.rallyman.answers import essence
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.engine.offers import legal_turns
from verifier.rallyman.spec.bearing import bears
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.listing import certify, outcomes
from verifier.rallyman.spec.start import order_of

SPLITS = with_changes(DATA, default_ruleset(DATA), options={"splits": True})


def situation(stage: str, *cars: Car, dirt: tuple[tuple[str, int], ...] = ()) -> tuple[Setup, Position]:
    drivers = tuple(Driver(car.driver, "", Car(car.driver, tyres=car.tyres)) for car in cars)
    loaded = stages.load(stage)
    setup = Setup(loaded, SPLITS, drivers, {}, {space: name for name, space in loaded.points.items()})
    position = Position(len(cars) + 1, cars, (), None, dirt)
    order = order_of(setup, position, position.turn)
    return setup, replace(position, order=order, next="A")


SITUATIONS = {
    "start": situation("hollow-pine", Car("A")),
    "shortcut ahead": situation("hollow-pine", Car("A", "s3", 3, ON_ROAD, arrival=1, flats=1, damage=2)),
    "bump and a car": situation(
        "hollow-pine",
        Car("A", "s4", 4, ON_ROAD, markers=1, damage=3, arrival=2),
        Car("B", "s7", 2, ON_ROAD, arrival=1),
    ),
    "blocked": situation(
        "hollow-pine", Car("A", "k2i", 2, ON_ROAD, arrival=2), Car("B", "s10", 0, SPUN, arrival=1)
    ),
    "wheel": situation("mill-lane", Car("A", "s8", 1, ON_ROAD, flats=2, damage=3, arrival=1)),
    "beside the road": situation(
        "quarry-run", Car("A", "k1d3", 0, OFF_RIGHT, damage=3, arrival=1), dirt=(("K1", 1),)
    ),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_both_judges_have_the_same_positions(name: str) -> None:
    setup, position = SITUATIONS[name]
    engine = [one.position for one in legal_turns(setup, position)]
    found = certify(setup, position, "A", engine, key=partial(essence, setup))
    assert found.same, found


def test_what_is_left_out_is_missed_and_what_is_added_is_extra() -> None:
    setup, position = SITUATIONS["bump and a car"]
    engine = [one.position for one in legal_turns(setup, position)]
    added = replace(engine[0], turn=9)
    others = [one for one in engine if essence(setup, one) != essence(setup, engine[0])]
    found = certify(setup, position, "A", [*others, added], key=partial(essence, setup))
    assert len(found.missing) == 1
    assert found.extra == (added,)


def test_means_narrow_the_list() -> None:
    setup, position = SITUATIONS["bump and a car"]
    every = outcomes(setup, position, "A").outcomes
    some = outcomes(setup, position, "A", means_of("[4 g")).outcomes
    assert set(some) < set(every)
    names = {tuple(step.die.name for step in plan.turn.steps)[:2] for plan in some.values()}
    assert names == {("4", "g")}
    assert {plan.turn.mode for plan in some.values()} == {ATTACK}


def test_each_plan_leads_where_it_is_said_to() -> None:
    setup, position = SITUATIONS["shortcut ahead"]
    for after, plan in outcomes(setup, position, "A").outcomes.items():
        assert [one.position.after for one in judge(setup, position, plan.turn).outcomes] == [after]


def test_nobody_else_may_play() -> None:
    setup, position = SITUATIONS["blocked"]
    assert not outcomes(setup, position, "B").outcomes
    assert [one.rule for one in judge(setup, position, Turn("B")).breaches] == ["RM-3.6"]


def test_symbols_that_a_plan_bears() -> None:
    setup, position = SITUATIONS["start"]
    plans = outcomes(setup, position, "A", means_of("1 2 3")).outcomes.values()
    kept = [plan for plan in plans if plan.turn.loss is None and plan.driven is not None]
    # A jump above the note of a bump must not have a symbol (RM-11.3).
    jumps = [any(way.over for way in plan.driven.ways) for plan in kept if plan.driven is not None]
    borne = [bears(setup, position, plan.turn) for plan in kept]
    assert set(zip(jumps, borne, strict=True)) == {(True, 0), (False, 2)}


def test_a_timing_point_entered_again_keeps_its_time() -> None:
    setup, position = situation("hollow-pine", Car("A", "s10", 2, ON_ROAD, chrono=80, arrival=1))
    known = (Split("A", "T1", 60),)
    turn = Turn("A", BASIC, (Step(Die("2", CLEAR)),))
    judged = judge(setup, replace(position, splits=known), turn)
    assert [one.position.after.splits for one in judged.outcomes] == [known]
    outcome = play(setup, replace(position, splits=known), turn)
    assert isinstance(outcome, Outcome)
    assert outcome.position.splits == known
