"""Cases about pit stops and restarts, judged by the spec: kinds `pit-green` and `restart`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from model.ruleset import Ruleset
from model.thunder_alley.position import Position, Setup
from verifier.case_runs import CaseOutcome, facts_differ
from verifier.thunder_alley.second.cases.judged import judged, only
from verifier.thunder_alley.second.cases.table import Case, cars_differ, said, seated, table
from verifier.thunder_alley.spec.end_of_turn import new_leader_markers
from verifier.thunder_alley.spec.lapped import remove_lapped
from verifier.thunder_alley.spec.leader import leader, turn_leaders
from verifier.thunder_alley.spec.pits import green_pit_stops
from verifier.thunder_alley.spec.restart import RestartClaim, restart

STAGES = {"lined_up": "lined_up", "after_pits": "after_pits", "after_step_5": "closed_up", "final": "final"}
"""What a case calls a table of a restart -> what the spec calls it."""


def run_pit_green(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """Who may pit under green, and where the cars come to lie on the apron."""
    setup, position = _laid(case, rules)
    told = case.get("claim", {})
    if not any(car.status == "finished" for car in position.cars):
        position = replace(position, turn_leaders=only(turn_leaders(setup, position)))
    claim = [said(entry) for entry in told.get("cars", ())]
    found = green_pit_stops(setup, position, case["start"]["pits"], _kept(case), claim)
    if not found.legal:
        return judged(expect, found.rules, [])
    after = only(found)
    first = only(leader(setup, after))
    markers = told.get("turn_leader_markers_added")
    broken = [*new_leader_markers(setup, position, after, first, markers, restarted=False).rules]
    broken += leader(setup, after, told.get("leader")).rules
    wrong = cars_differ(expect.get("cars", ()), after)
    wrong += _closing_differs(expect, setup, position, after, first, restarted=False)
    return judged(expect, tuple(broken), wrong)


def run_restart(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """The line-up of a yellow restart, the pit stops, and how the formation stands in the end."""
    setup, position = _laid(case, rules)
    start, told = case["start"], case.get("claim", {})
    position = replace(position, turn_leaders=only(turn_leaders(setup, position)))
    claims = {name: tuple(said(entry) for entry in told.get(key, ())) for key, name in STAGES.items()}
    found = restart(
        setup,
        position,
        start["pits"],
        _kept(case),
        claim=RestartClaim(**claims),
        is_lined_up=start.get("stage", "racing") == "lined-up",
    )
    if not found.legal:
        return judged(expect, found.rules, [])
    after = only(found)
    markers = told.get("turn_leader_markers_added")
    broken = [*new_leader_markers(setup, position, after.final, after.lead, markers, restarted=True).rules]
    broken += leader(setup, after.final, told.get("leader")).rules
    wrong = [
        f"{key}: {one}"
        for key, name in STAGES.items()
        for one in cars_differ(expect.get(key, ()), getattr(after, name))
    ]
    wrong += _closing_differs(expect, setup, position, after.final, after.lead, restarted=True)
    return judged(expect, tuple(broken), wrong)


def _laid(case: Case, rules: Ruleset) -> tuple[Setup, Position]:
    """Setup and table of a case with pit stops; which lap it is as the case says."""
    setup, position = table(case, rules)
    start = case["start"]
    setup = seated(setup, position, start)
    if setup.laps is not None:
        last = start.get("last_lap", any(car.crossed >= setup.laps for car in position.cars))
        position = replace(position, lap=setup.laps if last else setup.laps - 1)
    return setup, position


def _kept(case: Case) -> dict[int, list[str]] | None:
    """The markers that owners keep, by car."""
    return {int(car): colours for car, colours in case["start"].get("keeps", {}).items()} or None


def _closing_differs(
    expect: Mapping[str, Any],
    setup: Setup,
    before: Position,
    after: Position,
    first: int | None,
    *,
    restarted: bool,
) -> list[str]:
    """Leader, markers and lapped cars at the end of the turn, as far as a case says what they should be."""
    real: dict[str, object] = {}
    if "turn_leader_markers_added" in expect:
        markers = new_leader_markers(setup, before, after, first, restarted=restarted)
        real["turn_leader_markers_added"] = list(markers.outcome)
    if "new_leader" in expect:
        real["new_leader"] = first != before.turn_leaders[0]
    if "leader" in expect:
        real["leader"] = only(leader(setup, after))
    real["lap_down_markers_after"] = [car.number for car in after.cars if car.lap_down]
    if "removed" in expect:
        real["removed"] = [car.number for car in only(remove_lapped(setup, after)).cars if car.place]
    return facts_differ(expect, real)
