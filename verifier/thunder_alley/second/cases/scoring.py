"""Cases about points, judged by the spec: kinds `scoring`, one race, and `season`, several."""

from collections.abc import Mapping, Sequence
from typing import Any

from model.ruleset import Ruleset
from model.thunder_alley.position import FINISHED, Car, Setup
from verifier.case_runs import CaseOutcome, facts_differ
from verifier.thunder_alley.second.cases.judged import judged, only
from verifier.thunder_alley.second.cases.table import Case, row_of
from verifier.thunder_alley.spec.scoring import ScoreClaim, score
from verifier.thunder_alley.spec.season import Race, season


def run_scoring(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """Points of the places and of Turn Leader markers, sums of the teams, and who wins."""
    told = case.get("claim", {})
    claim = ScoreClaim(
        row_of(told, "position_points"),
        row_of(told, "bonus_point"),
        told.get("most_led"),
        tuple(told["team_points"].items()) if "team_points" in told else None,
        _winners(told),
    )
    found = score(Setup(None, rules), _cars(case["start"]["finish_order"]), claim)
    if not found.legal:
        return judged(expect, found.rules, [])
    out = only(found)
    real: dict[str, object] = {
        "position_points": [count for _, count in out.places],
        "most_led": out.most_led,
        "team_points": dict(out.points),
    }
    wrong = facts_differ(expect, real)
    if "bonus_point" in expect and sorted(out.led) != sorted(expect["bonus_point"]):
        wrong.append(f"expected bonus_point {expect['bonus_point']}, came out {list(out.led)}")
    return judged(expect, (), [*wrong, *_winners_differ(expect, out.winners)])


def run_season(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """The sums of the teams over several races, with absent players, and who wins the season."""
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
    found = season(Setup(None, rules), races, points, _winners(told))
    if not found.legal:
        return judged(expect, found.rules, [])
    out = only(found)
    wrong = facts_differ(expect, {"team_points": dict(out.points)})
    return judged(expect, (), [*wrong, *_winners_differ(expect, out.winners)])


def _cars(entries: Sequence[Mapping[str, Any]]) -> tuple[Car, ...]:
    """The cars of a race that is over, the first one first."""
    return tuple(
        Car(one["car"], one["team"], None, led=one.get("turn_leader", 0), status=FINISHED, place=place)
        for place, one in enumerate(entries, 1)
    )


def _winners(told: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The team or teams that a case says have won."""
    winner = told.get("winner")
    return (winner,) if isinstance(winner, str) else tuple(winner) if winner else None


def _winners_differ(expect: Mapping[str, Any], came: Sequence[str]) -> list[str]:
    wanted = _winners(expect)
    if wanted is None or set(wanted) == set(came):
        return []
    return [f"expected the winner {', '.join(wanted)}, came out {', '.join(came)}"]
