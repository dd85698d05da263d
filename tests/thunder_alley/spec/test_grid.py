"""Grid, points and season through the spec."""

from typing import Any

import pytest

from model.thunder_alley.position import FINISHED, Car, Setup
from tests.thunder_alley.spec.judged import rules_differ
from tests.thunder_alley.spec.translate import load_cases, ruleset, track, variants
from verifier.thunder_alley.spec.grid import GridClaim, grid
from verifier.thunder_alley.spec.scoring import ScoreClaim, score
from verifier.thunder_alley.spec.season import Race, season

GRID, SCORING, SEASON = load_cases("grid"), load_cases("scoring"), load_cases("season")


def _tuple(told: dict[str, Any], key: str) -> tuple[Any, ...] | None:
    return tuple(told[key]) if key in told else None


@pytest.mark.parametrize("id", GRID)
def test_grid(id: str) -> None:
    case = GRID[id]
    for readings, expect in variants(case):
        start, told = case["start"], case.get("claim", {})
        setup = Setup(track(case), ruleset(case, readings))
        bars = start.get("team_bar", [])
        bars = bars if bars and isinstance(bars[0], list) else [bars] if bars else []
        claim = GridClaim(
            _tuple(told, "grid_teams"),
            _tuple(told, "bar_used"),
            told.get("first_player_team"),
            told.get("hand_size"),
        )
        found = grid(setup, start["teams"], start["cars_per_team"], bars, start.get("previous_winner"), claim)
        assert not rules_differ(expect, found.rules)
        if found.legal:
            out = found.outcome
            assert list(out.spaces) == expect.get("grid_teams", list(out.spaces))
            assert list(out.bar) == expect.get("bar_used", list(out.bar))
            assert out.first == expect.get("first_player_team", out.first)
            assert out.hand == expect.get("hand_size", out.hand)


def _cars(entries: list[dict[str, Any]]) -> tuple[Car, ...]:
    return tuple(
        Car(one["car"], one["team"], None, led=one.get("turn_leader", 0), status=FINISHED, place=place)
        for place, one in enumerate(entries, 1)
    )


def _winners(told: dict[str, Any]) -> tuple[str, ...] | None:
    winner = told.get("winner")
    return (winner,) if isinstance(winner, str) else tuple(winner) if winner else None


@pytest.mark.parametrize("id", SCORING)
def test_scoring(id: str) -> None:
    case = SCORING[id]
    for readings, expect in variants(case):
        told = case.get("claim", {})
        claim = ScoreClaim(
            _tuple(told, "position_points"),
            _tuple(told, "bonus_point"),
            told.get("most_led"),
            tuple(told["team_points"].items()) if "team_points" in told else None,
            _winners(told),
        )
        found = score(Setup(None, ruleset(case, readings)), _cars(case["start"]["finish_order"]), claim)
        assert not rules_differ(expect, found.rules)
        if found.legal:
            out = found.outcome
            assert [count for _, count in out.places] == expect.get(
                "position_points", [c for _, c in out.places]
            )
            assert sorted(out.led) == sorted(expect.get("bonus_point", out.led))
            assert out.most_led == expect.get("most_led", out.most_led)
            assert dict(out.points) == expect.get("team_points", dict(out.points))
            assert set(out.winners) == set(_winners(expect) or out.winners)


@pytest.mark.parametrize("id", SEASON)
def test_season(id: str) -> None:
    case = SEASON[id]
    for readings, expect in variants(case):
        told = case.get("claim", {})
        races = [
            Race(
                _cars(race["finish_order"]),
                tuple(one["team"] for one in race.get("absent", ()) if one.get("substitute")),
                tuple(one["team"] for one in race.get("absent", ()) if not one.get("substitute")),
            )
            for race in case["start"]["races"]
        ]
        points = list(told["team_points"].items()) if "team_points" in told else None
        found = season(Setup(None, ruleset(case, readings)), races, points, _winners(told))
        assert not rules_differ(expect, found.rules)
        if found.legal:
            assert dict(found.outcome.points) == expect.get("team_points", dict(found.outcome.points))
            assert set(found.outcome.winners) == set(_winners(expect) or found.outcome.winners)


def test_a_hand_of_another_size() -> None:
    setup = Setup(None, ruleset({"kind": "grid", "start": {}}, {}))
    found = grid(setup, ("red", "blue"), 6, [("red", "blue")], claim=GridClaim(hand=8))
    assert found.rules == ("TA-2.7",)
