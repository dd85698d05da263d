"""Cases about a table and the end of a turn, judged by the spec: kinds `running-order`, `lapped`, `end-of-turn`."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from model.ruleset import Ruleset
from model.thunder_alley.position import Position
from verifier.case_runs import CaseOutcome, facts_differ
from verifier.thunder_alley.second.cases.judged import judged, only
from verifier.thunder_alley.second.cases.table import Case, seated, table
from verifier.thunder_alley.spec.end_of_turn import end_of_turn
from verifier.thunder_alley.spec.lapped import remove_lapped
from verifier.thunder_alley.spec.leader import first_player, leader
from verifier.thunder_alley.spec.line_up import line_up
from verifier.thunder_alley.spec.order import order, running_order


def run_order(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """The running order, or the verdict on an order that is claimed; the leader and the laps that are completed."""
    setup, position = table(case, rules)
    found = order(setup, position, case.get("claim", {}).get("order"))
    if not found.legal:
        return judged(expect, found.rules, [])
    real: dict[str, object] = {"order": list(found.outcome), "leader": only(leader(setup, position))}
    return judged(expect, (), facts_differ(expect, real))


def run_lapped(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """Who leaves the race with a Lap-down marker, in which places, and who goes on in which order."""
    setup, position = table(case, rules)
    real: dict[str, object] = {"leader": only(leader(setup, position))}
    if case["start"].get("flag") == "yellow":
        position = only(line_up(setup, position))
        real["restart_order"] = list(running_order(setup, position))
    told = case.get("claim", {}).get("removed")
    claim = None if told is None else {one["car"]: one["position"] for one in told}
    found = remove_lapped(setup, position, claim)
    if not found.legal:
        return judged(expect, found.rules, [])
    after = only(found)
    gone = _new_places(position, after)
    real["remaining"] = list(running_order(setup, after))
    wrong = facts_differ(expect, real)
    if "removed" in expect and gone != {one["car"]: one["position"] for one in expect["removed"]}:
        wrong.append(f"expected removed {expect['removed']}, came out {gone}")
    return judged(expect, (), wrong)


def _new_places(before: Position, after: Position) -> dict[int, int]:
    known = {car.number for car in before.cars if car.place is not None}
    return {car.number: car.place for car in after.cars if car.place is not None and car.number not in known}


def run_end_of_turn(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """Turn Leader markers, the leader and the First Player once the turn is over."""
    setup, position = table(case, rules)
    start, told = case["start"], case.get("claim", {})
    found = end_of_turn(
        seated(setup, position, start),
        position,
        start.get("flag", "green"),
        start.get("pits", ()),
        claim=told.get("turn_leader_markers"),
    )
    if not found.legal:
        return judged(expect, found.rules, [])
    outcome = only(found)
    after = outcome.position
    broken: list[str] = []
    real: dict[str, object] = {}
    broken += leader(setup, after, told.get("leader")).rules
    broken += first_player(setup, after, told.get("first_player_team")).rules
    if "leader" in expect:
        real["leader"] = only(leader(setup, after))
    if "first_player_team" in expect:
        real["first_player_team"] = only(first_player(setup, after))
    wrong = facts_differ(expect, real)
    markers = expect.get("turn_leader_markers")
    if markers is not None and Counter(outcome.markers) != Counter(markers):
        wrong.append(f"expected turn_leader_markers {sorted(markers)}, came out {list(outcome.markers)}")
    return judged(expect, tuple(broken), wrong)
