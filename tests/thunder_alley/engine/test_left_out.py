"""The engine's behaviour when a rule is left out."""

import pytest

from model.ruleset import default_ruleset, with_changes, without_rule
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation, Draw, Path, Pitting, Step
from model.thunder_alley.position import PITS, Car, Position, Setup, Team, make_position
from model.thunder_alley.tracks import load
from model.values import replace
from verifier.thunder_alley.engine.events import judge_event
from verifier.thunder_alley.engine.judge import judge
from verifier.thunder_alley.engine.listing import legal_moves
from verifier.thunder_alley.engine.pits import judge_pits

TEAMS = (Team("Blue", None, (15,)), Team("Green", None, (22,)))

WORN = ("black", "green", "orange")


def without(rule: str | None, **rulings: str) -> Setup:
    """The short oval without one rule, under other readings."""
    chosen = {id.replace("_", "-"): reading for id, reading in rulings.items()}
    ruleset = with_changes(DATA, default_ruleset(DATA), chosen)
    return Setup(load("short-oval"), without_rule(DATA, ruleset, rule) if rule else ruleset, TEAMS, 3)


def table(**spaces: str) -> Position:
    """Cars by team and space."""
    return make_position(
        Car(team.cars[0], team.colour, spaces[team.colour.lower()], 1)
        for team in TEAMS
        if team.colour.lower() in spaces
    )


def after(setup: Setup, position: Position, card: str, steps: str, left: int | None = None) -> str:
    """The places of the cars after 15 has played these steps, with MPs left over if any; otherwise the rule against it."""
    path = Path(tuple(Step(kind) for kind in steps.split()), open_end=left is None)
    judged = judge(setup, position, Activation(15, card, path, left=left))
    if judged.breaches:
        return judged.breaches[0].rule
    [outcome] = judged.outcomes
    return " ".join(str(car.space) for car in outcome.position.cars)


LINE = "TA-6.4.2-no-lateral-once-linked"
LANE = "TA-6.5-no-lane-change"
ANEW = "TA-6.1-once-per-space"


@pytest.mark.parametrize(
    ("rule", "card", "steps", "with_it", "without_it"),
    [
        (LINE, "watch-the-gauge", "f o", LINE, "14c 15b"),
        (LINE, "watch-the-gauge", "o f", "TA-6.4.1-no-lane-change", "TA-6.4.1-no-lane-change"),
        (LANE, "fast-pace", "f o", LANE, "14c 15b"),
        (LANE, "fast-pace", "o f", LANE, "14c 14b"),
        (LANE, "watch-the-gauge", "f o", LINE, LINE),
        (LINE, "fast-pace", "f o", LANE, LANE),
    ],
)
def test_steps_out_of_a_line(rule: str, card: str, steps: str, with_it: str, without_it: str) -> None:
    """15 is behind 22, and is linked with it before it goes ahead."""
    start = table(blue="13b", green="14b")
    readings = {
        "draft_start_linked_lateral": "lateral-forbidden",
        "pursuit_initial_lateral": "linked-from-start",
    }
    assert after(without(None, **readings), start, card, steps) == with_it
    assert after(without(rule, **readings), start, card, steps) == without_it


@pytest.mark.parametrize(("card", "came"), [("dirty-air", "1a"), ("rubbin-is-racin", ANEW)])
def test_a_space_is_entered_anew_where_steps_cost_something(card: str, came: str) -> None:
    start = table(blue="1b")
    assert after(without(None), start, card, "i o i") == ANEW
    assert after(without(ANEW), start, card, "i o i") == came


@pytest.mark.parametrize(
    ("rule", "card", "came"),
    [
        (None, "fast-pace", "14b 12b"),
        ("TA-6.5-push-only", "fast-pace", "14b 13b"),
        ("TA-6.5-push-only", "charge", "14b 12b"),
        (None, "watch-the-gauge", "14b 13b"),
        ("TA-6.4", "watch-the-gauge", "14b 12b"),
        ("TA-6.5", "watch-the-gauge", "14b 13b"),
    ],
)
def test_how_a_movement_type_moves(rule: str | None, card: str, came: str) -> None:
    assert after(without(rule), table(blue="13b", green="12b"), card, "f") == came


@pytest.mark.parametrize(
    ("rule", "came"),
    [(None, "14a"), ("TA-RC-oversteer", "14b"), ("TA-RC-understeer", "14a")],
)
def test_the_text_of_a_card(rule: str | None, came: str) -> None:
    assert after(without(rule), table(blue="13b"), "oversteer", "f", left=1) == came


def test_who_need_not_spend_all_may_stop_anywhere() -> None:
    start = table(blue="13b")
    moves = legal_moves(without("TA-6.1-spend-all"), start, 15, "charge", left=2)
    spaces = {space for move in moves for space in [move.position.cars[0].space]}
    assert spaces == {"13a", "13b", "13c", "14a", "14b", "14c", "15b"}
    assert after(without("TA-6.1-spend-all"), start, "charge", "f", left=2) == "14b"
    assert after(without(None), start, "charge", "f", left=2) == "TA-6.1-spend-all"


@pytest.mark.parametrize(
    ("rule", "space", "wear"),
    [(None, "7p", ("orange",)), ("TA-9.2", "7p", WORN), ("TA-9.3", "12p", ("orange",))],
)
def test_pit_stops(rule: str | None, space: str, wear: tuple[str, ...]) -> None:
    worn = Car(15, "Blue", "12a", 1, WORN)
    start = replace(make_position([worn, Car(22, "Green", "14a", 1)]), step=PITS, flag="green")
    judged = judge_pits(without(rule), start, (Pitting(15),))
    [car, _] = judged.position.cars
    assert (car.space, car.wear) == (space, wear)


@pytest.mark.parametrize(("rule", "wear"), [(None, ("orange",)), ("TA-9.2", WORN)])
def test_the_pit_stop_of_a_blown_tire(rule: str | None, wear: tuple[str, ...]) -> None:
    worn = Car(15, "Blue", "12a", 1, WORN, flipped=True)
    cars = make_position([worn, Car(22, "Green", "14a", 1, flipped=True)])
    [outcome] = judge_event(without(rule), cars, Draw("blown-tire", cars=(15,))).outcomes
    assert outcome.position.cars[0].wear == wear
