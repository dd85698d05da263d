"""Running order, lapped cars and the end of a turn through the spec; the running order against all permutations too."""

from itertools import permutations

import pytest

from model.thunder_alley import tracks
from model.thunder_alley.position import Car, Setup, make_position
from tests.thunder_alley.spec.judged import rules_differ
from tests.thunder_alley.spec.translate import FOLDER, Case, load_cases, ruleset, table, variants
from verifier.thunder_alley.spec.end_of_turn import end_of_turn
from verifier.thunder_alley.spec.lapped import remove_lapped
from verifier.thunder_alley.spec.leader import first_player, leader
from verifier.thunder_alley.spec.line_up import line_up
from verifier.thunder_alley.spec.order import order, running_order

ORDER, LAPPED, END = load_cases("running-order"), load_cases("lapped"), load_cases("end-of-turn")


@pytest.mark.parametrize("id", ORDER)
def test_running_order(id: str) -> None:
    case = ORDER[id]
    for readings, expect in variants(case):
        setup, position = table(case, readings)
        claim = case.get("claim", {}).get("order")
        found = order(setup, position, claim)
        assert not rules_differ(expect, found.rules)
        if "order" in expect:
            assert list(found.outcome) == expect["order"]
        if "leader" in expect:
            assert leader(setup, position).outcome == expect["leader"]


@pytest.mark.parametrize("id", LAPPED)
def test_lapped(id: str) -> None:
    case = LAPPED[id]
    for readings, expect in variants(case):
        setup, position = table(case, readings)
        if "leader" in expect:
            assert leader(setup, position).outcome == expect["leader"]
        if case["start"]["flag"] == "yellow":
            lined = line_up(setup, position).outcome
            assert list(running_order(setup, lined)) == expect["restart_order"]
            position = lined
        told = case.get("claim", {}).get("removed")
        claim = None if told is None else {one["car"]: one["position"] for one in told}
        found = remove_lapped(setup, position, claim)
        assert not rules_differ(expect, found.rules)
        if "removed" in expect:
            after = found.outcome
            out = {c.number: c.place for c in after.cars if c.place}
            assert out == {one["car"]: one["position"] for one in expect["removed"]}
        if "remaining" in expect:
            assert list(running_order(setup, found.outcome)) == expect["remaining"]


@pytest.mark.parametrize("id", END)
def test_end_of_turn(id: str) -> None:
    case = END[id]
    for readings, expect in variants(case):
        setup, position = table(case, readings)
        start, told = case["start"], case.get("claim", {})
        markers = told.get("turn_leader_markers")
        found = end_of_turn(setup, position, start["flag"], start["pits"], claim=markers)
        rules = list(found.rules)
        if found.legal:
            after = found.outcome.position
            for name, judge in (("leader", leader), ("first_player_team", first_player)):
                rules += judge(setup, after, told.get(name)).rules
                if name in expect:
                    assert judge(setup, after).outcome == expect[name]
            if "turn_leader_markers" in expect:
                assert list(found.outcome.markers) == sorted(expect["turn_leader_markers"])
        assert not rules_differ(expect, tuple(rules))


def test_the_running_order_is_the_only_order_that_fits() -> None:
    """Four cars: of all orders exactly one is allowed, the one that follows from the rule read aloud."""
    case: Case = {"kind": "running-order", "start": {}}
    track = tracks.load("tiny-ring")
    setup = Setup(track, ruleset(case, {}))
    spaces = [name for name in track.spaces if name[:-1] in ("1", "2")][:4]
    for crossings in ((1, 1, 1, 1), (1, 2, 1, 2), (2, 1, 1, 1)):
        cars = [
            Car(number, "red", space, crossed)
            for number, (space, crossed) in enumerate(zip(spaces, crossings, strict=True), 1)
        ]
        position = make_position(cars)
        allowed = [one for one in permutations((1, 2, 3, 4)) if order(setup, position, one).legal]
        by_hand = sorted(cars, key=lambda car: (-car.crossed, -int(car.space[:-1]), car.space[-1]))
        assert allowed == [tuple(car.number for car in by_hand)] == [running_order(setup, position)]


def test_cases_are_found() -> None:
    assert len(list(FOLDER.glob("*.toml"))) > 600 and ORDER and LAPPED and END
