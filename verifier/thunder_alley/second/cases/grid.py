"""Cases of kind `grid`, judged by the spec."""

from collections.abc import Mapping
from typing import Any

from model.ruleset import Ruleset
from model.thunder_alley.cards import known_bars
from model.thunder_alley.position import Setup
from verifier.case_runs import CaseOutcome, facts_differ
from verifier.thunder_alley.second.cases.judged import judged, only
from verifier.thunder_alley.second.cases.table import Case, row_of, track_of
from verifier.thunder_alley.spec.grid import GridClaim, grid


def run_grid(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """Who stands where at the start, by the Team Bars; who is First Player, and how many cards a hand has."""
    start, told = case["start"], case.get("claim", {})
    bars = start.get("team_bar") or list(known_bars().get(start.get("card_number"), ()))
    bars = bars if bars and isinstance(bars[0], list) else [bars] if bars else []
    claim = GridClaim(
        row_of(told, "grid_teams"),
        row_of(told, "bar_used"),
        told.get("first_player_team"),
        told.get("hand_size"),
    )
    found = grid(
        Setup(track_of(case), rules),
        start["teams"],
        told.get("cars_per_team", start["cars_per_team"]),
        bars,
        start.get("previous_winner"),
        claim,
    )
    if not found.legal:
        return judged(expect, found.rules, [])
    out = only(found)
    real: dict[str, object] = {
        "grid_teams": list(out.spaces),
        "bar_used": list(out.bar),
        "first_player_team": out.first,
        "hand_size": out.hand,
    }
    return judged(expect, (), facts_differ(expect, real))
