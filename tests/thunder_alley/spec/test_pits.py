"""Pit stops and restarts through the spec."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from model.thunder_alley.position import Position, Setup, Team
from tests.thunder_alley.spec.judged import rules_differ
from tests.thunder_alley.spec.translate import Case, differs, load_cases, said, table, variants
from verifier.thunder_alley.spec.end_of_turn import new_leader_markers
from verifier.thunder_alley.spec.lapped import remove_lapped
from verifier.thunder_alley.spec.leader import leader, turn_leaders
from verifier.thunder_alley.spec.pits import green_pit_stops
from verifier.thunder_alley.spec.restart import RestartClaim, restart

GREEN, YELLOW = load_cases("pit-green"), load_cases("restart")
STAGES = {"lined_up": "lined_up", "after_pits": "after_pits", "after_step_5": "closed_up", "final": "final"}


def laid(case: Case, readings: Mapping[str, str]) -> tuple[Setup, Position]:
    """Setup and table; where nobody tells the seats, players sit as they speak."""
    setup, position = table(case, readings)
    start = case["start"]
    if "seats" not in start:
        owner = {car.number: car.team for car in position.cars}
        order = dict.fromkeys(
            [*(owner[number] for number in start["pits"] if number in owner), *owner.values()]
        )
        setup = replace(setup, teams=tuple(Team(colour, None, ()) for colour in order))
    if setup.laps is not None:
        last = start.get("last_lap", any(car.crossed >= setup.laps for car in position.cars))
        position = replace(position, lap=setup.laps if last else setup.laps - 1)
    return setup, position


def kept(case: Case) -> dict[int, list[str]] | None:
    return {int(car): colours for car, colours in case["start"].get("keeps", {}).items()} or None


def markers_differ(
    expect: Mapping[str, Any],
    setup: Setup,
    before: Position,
    after: Position,
    first: int | None,
    restarted: bool,
) -> list[str]:
    wrong = []
    got = new_leader_markers(setup, before, after, first, restarted=restarted).outcome
    if "turn_leader_markers_added" in expect and list(got) != expect["turn_leader_markers_added"]:
        wrong.append(f"markers {got}")
    if "new_leader" in expect and (first != before.turn_leaders[0]) != expect["new_leader"]:
        wrong.append(f"first {first}")
    if "leader" in expect and leader(setup, after).outcome != expect["leader"]:
        wrong.append(f"leader {leader(setup, after)}")
    marked = [car.number for car in after.cars if car.lap_down]
    if "lap_down_markers_after" in expect and marked != expect["lap_down_markers_after"]:
        wrong.append(f"lapped {marked}")
    if "removed" in expect:
        out = [car.number for car in remove_lapped(setup, after).outcome.cars if car.place]
        if out != expect["removed"]:
            wrong.append(f"removed {out}")
    return wrong


@pytest.mark.parametrize("id", GREEN)
def test_green(id: str) -> None:
    case = GREEN[id]
    for readings, expect in variants(case):
        setup, position = laid(case, readings)
        told = case.get("claim", {})
        if not any(car.status == "finished" for car in position.cars):
            position = replace(position, turn_leaders=turn_leaders(setup, position).outcome)
        claim = [said(entry) for entry in told.get("cars", ())]
        found = green_pit_stops(setup, position, case["start"]["pits"], kept(case), claim)
        rules = list(found.rules)
        if found.legal:
            after = found.outcome
            first = leader(setup, after).outcome
            markers = told.get("turn_leader_markers_added")
            rules += new_leader_markers(setup, position, after, first, markers, restarted=False).rules
            rules += leader(setup, after, told.get("leader")).rules
            assert not differs(expect.get("cars", ()), after)
            assert not markers_differ(expect, setup, position, after, first, False)
        assert not rules_differ(expect, tuple(rules)), readings


@pytest.mark.parametrize("id", YELLOW)
def test_restart(id: str) -> None:
    case = YELLOW[id]
    for readings, expect in variants(case):
        setup, position = laid(case, readings)
        start, told = case["start"], case.get("claim", {})
        position = replace(position, turn_leaders=turn_leaders(setup, position).outcome)
        claim = RestartClaim(
            **{name: tuple(said(entry) for entry in told.get(key, ())) for key, name in STAGES.items()}
        )
        found = restart(
            setup, position, start["pits"], kept(case), claim=claim, is_lined_up=start["stage"] == "lined-up"
        )
        rules = list(found.rules)
        if found.legal:
            after = found.outcome
            markers = told.get("turn_leader_markers_added")
            rules += new_leader_markers(
                setup, position, after.final, after.lead, markers, restarted=True
            ).rules
            rules += leader(setup, after.final, told.get("leader")).rules
            for key, name in STAGES.items():
                assert not differs(expect.get(key, ()), getattr(after, name)), (key, readings)
            assert not markers_differ(expect, setup, position, after.final, after.lead, True)
        assert not rules_differ(expect, tuple(rules)), readings
