"""All plans of a turn, compared with everything that the engine plays, and the symbols they tolerate with every way to show
them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from model.rallyman.facts import CUTS, SPIN
from model.rallyman.means import ANY_MEANS, Means, means_of
from model.rallyman.moves import AT_LINE, ATTACK, BASIC, ELIMINATED, SAFE, SYMBOL, UNKNOWN, Die, Step, Turn
from model.rallyman.position import ON_ROAD, Car, Position, Setup
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT
from tests.rallyman.spec.test_outcomes import SITUATIONS, situation
from tests.thorough import THOROUGH
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.lines.write import turn_text
from verifier.rallyman.spec import listing as listing_module
from verifier.rallyman.spec.judgement import Plan
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.listing import plans

WORDS = [(None, None), (INSIDE, None), (DRIFT, None), *((SHORTCUT, cut) for cut in CUTS)]
LOSSES = (None, SPIN, AT_LINE, ELIMINATED)
MOST_DICE = 3
LEFT = "12345g" if THOROUGH else "3g"
"""Dice; a time attack may leave one of them over."""
Told = tuple[object, ...]


def told(setup: Setup, position: Position, turn: Turn) -> Told:
    """The parts of a turn that distinguish plans, with any words in the line."""
    [outcome] = judge(setup, position, turn).outcomes
    came = outcome.position.driven
    assert came is not None
    steps = tuple((one.die, way.end, one.cut) for one, way in zip(turn.steps, came.ways, strict=True))
    return (
        turn.mode,
        turn.wheel,
        steps,
        tuple(sorted(die.name for die in turn.unused)),
        turn.handed,
        turn.loss,
    )


def played(setup: Setup, position: Position, turn: Turn) -> Turn | None:
    """The turn with the loss of control that the engine requires, if the turn is legal with any."""
    for loss in LOSSES:
        one = replace(turn, loss=loss)
        if isinstance(play(setup, position, one), Outcome):
            return one
    return None


def steps(setup: Setup, markers: int) -> list[Step]:
    shown = ["clear", SAFE] if markers and setup.option("seconds") else ["clear"]
    dice = [Die(name, one) for name in "12345g" for one in shown]
    return [Step(die, line, cut) for die in dice for line, cut in WORDS]


def rows(setup: Setup, position: Position, turn: Turn) -> Iterator[Turn]:
    """Every turn of basic driving with a few dice that the engine plays; prefixes come before longer turns."""
    if len(turn.steps) == MOST_DICE:
        return
    for one in steps(setup, position.car("A").markers):
        longer = played(setup, position, replace(turn, steps=(*turn.steps, one)))
        if longer is not None:
            yield longer
            yield from rows(setup, position, replace(longer, loss=None))


def attacks(setup: Setup, position: Position) -> Iterator[Turn]:
    """Every time attack that the engine plays in which two dice are used and at most one is not. In the short run it begins with
    a die with which a turn of basic driving can begin."""
    firsts = [one for one in steps(setup, 0) if THOROUGH or played(setup, position, Turn("A", steps=(one,)))]
    rests = [((), None), ((), Die("g")), *(((Die(name),), None) for name in LEFT)]
    for pair in product(firsts, steps(setup, 0)):
        for unused, handed in rests:
            turn = played(setup, position, Turn("A", ATTACK, pair, unused=unused, handed=handed))
            if turn is not None:
                yield turn


def listed(setup: Setup, position: Position, means: Means = ANY_MEANS) -> tuple[Plan, ...]:
    answer = plans(setup, position, "A", means)
    assert answer.gave_up is None
    return answer.plans


def turn_of(plan: Plan) -> Turn:
    return replace(plan.turn, loss=SPIN) if plan.turn.loss == UNKNOWN else plan.turn


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_row_of_dice_that_the_engine_plays_is_a_plan(name: str) -> None:
    setup, position = SITUATIONS[name]
    found = [turn_of(plan) for plan in listed(setup, position)]
    few = [
        turn for turn in found if turn.mode == BASIC and not turn.wheel and 0 < len(turn.steps) <= MOST_DICE
    ]
    wanted = {told(setup, position, turn) for turn in rows(setup, position, Turn("A"))}
    assert {told(setup, position, turn) for turn in few} == wanted
    assert len(few) == len(wanted)


@pytest.mark.parametrize("name", ["shortcut ahead", "bump and a car", "wheel"])
def test_every_time_attack_that_the_engine_plays_is_a_plan(name: str) -> None:
    setup, position = SITUATIONS[name]
    found = [turn_of(plan) for plan in listed(setup, position, means_of("attack"))]
    two = [turn for turn in found if len(turn.steps) == 2 and len(turn.unused) <= 1 and not turn.wheel]
    two = [
        turn
        for turn in two
        if not (turn.unused and turn.handed) and {die.name for die in turn.unused} <= {*LEFT}
    ]
    wanted = {told(setup, position, turn) for turn in attacks(setup, position)}
    assert wanted and {told(setup, position, turn) for turn in two} == wanted


def most_borne(setup: Setup, position: Position, turn: Turn) -> int:
    """The most symbols that cost no control, tried one by one on the engine."""
    rolled = [place for place, one in enumerate(turn.steps) if one.die.shown != SAFE]
    for count in range(1, len(rolled) + 1):
        for places in combinations(rolled, count):
            shown = [
                replace(one, die=replace(one.die, shown=SYMBOL)) if place in places else one
                for place, one in enumerate(turn.steps)
            ]
            if not isinstance(play(setup, position, replace(turn, steps=tuple(shown))), Outcome):
                return count - 1
    return len(rolled)


@pytest.mark.parametrize("name", ["start", "shortcut ahead", "bump and a car"])
def test_a_plan_bears_what_the_engine_bears(name: str) -> None:
    setup, position = SITUATIONS[name]
    kept = [plan for plan in listed(setup, position) if plan.turn.loss is None and plan.turn.steps]
    assert len({plan.bears for plan in kept}) > 1
    for plan in kept[::5]:
        assert plan.bears == most_borne(setup, position, plan.turn), turn_text(plan.turn)
    lost = [plan for plan in listed(setup, position) if plan.turn.loss is not None]
    assert {plan.bears for plan in lost} <= {None}


def test_plans_that_lead_to_one_position_are_told_apart() -> None:
    """Through the shortcut in third gear, then on to fifth and past a bump: a plan that jumps above its note tolerates no
    symbol."""
    setup, position = SITUATIONS["start"]
    found = {turn_text(plan.turn): plan for plan in listed(setup, position, means_of("1 2 3 g 4"))}
    jumps = found["1 2 3 g/k+ 4 5 g"]
    assert jumps.bears == 0 and jumps.driven is not None
    assert [way.end for way in jumps.driven.ways] == ["s1", "s2", "s3", "k1k", "s4", "s5", "s8"]
    assert found["1 2 3 g/k+ 4 5"].bears == 2


def test_means_narrow_the_plans() -> None:
    setup, position = SITUATIONS["bump and a car"]
    every = {turn_text(plan.turn) for plan in listed(setup, position)}
    some = {turn_text(plan.turn) for plan in listed(setup, position, means_of("4 g"))}
    assert some == {text for text in every if text.replace("[", "").replace("$", "").startswith("4 g")}


def test_a_limit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, position = situation("hollow-pine", Car("A", "s4", 4, ON_ROAD, arrival=1))
    monkeypatch.setattr(listing_module, "MOST", 5)
    answer = plans(setup, position, "A")
    assert len(answer.plans) == 5 and answer.gave_up == "5 plans"
