"""Event cases through the spec."""

from collections import Counter
from typing import Any

import pytest

from model.thunder_alley.cards import event_by_name
from model.thunder_alley.position import OVER, Position
from tests.thunder_alley.spec.judged import rules_differ
from tests.thunder_alley.spec.translate import Case, differs, event_table, load_cases, said, variants
from verifier.thunder_alley.spec.events import event_outcomes
from verifier.thunder_alley.spec.resolution import EventChoices, EventClaim, EventOutcome

CASES = load_cases("event")


def choices(case: Case) -> EventChoices:
    start = case["start"]
    return EventChoices(
        tuple(start["team_bar"]) if "team_bar" in start else None,
        tuple(start.get("owner_choice", {}).values()),
        start.get("originator"),
        tuple(start.get("owner_choice_if_two_cars", {}).items()),
        tuple(start.get("originator_choice_if_two_cars", {}).items()),
    )


def claim(case: Case) -> EventClaim:
    told = case.get("claim", {})
    flag = told.get("flag")
    return EventClaim(
        flag,
        tuple((int(car), tuple(gained)) for car, gained in told["markers"].items())
        if "markers" in told
        else None,
        tuple(told["affected"]) if "affected" in told else None,
        tuple((one["car"], one["position"]) for one in told["retired"]) if "retired" in told else None,
        tuple(said(entry) for entry in told.get("cars", ())),
        tuple((int(car), place) for car, place in told["positions"].items()) if "positions" in told else None,
    )


def fits(expect: dict[str, Any], before: Position, outcome: EventOutcome) -> list[str]:
    """What a case expects and this outcome has not."""
    after = outcome.position
    wrong = differs(expect.get("cars", ()), after)
    if "flag" in expect and after.flag != expect["flag"]:
        wrong.append(f"flag {after.flag}")
    gains = {}
    for car in before.cars:
        now = after.car(car.number)
        assert now is not None
        if gained := list((Counter(now.wear) - Counter(car.wear)).elements()):
            gains[str(car.number)] = gained
    if "markers" in expect and gains != expect["markers"]:
        wrong.append(f"markers {gains}")
    if "retired" in expect:
        out = {c.number: c.place for c in after.cars if c.place and not (before.car(c.number) or c).place}
        if out != {one["car"]: one["position"] for one in expect["retired"]}:
            wrong.append(f"retired {out}")
    if "affected" in expect and list(outcome.hit) != expect["affected"]:
        wrong.append(f"hit {outcome.hit}")
    if "race_over" in expect and (after.step == OVER) != expect["race_over"]:
        wrong.append(f"step {after.step}")
    for car, place in expect.get("positions", {}).items():
        if (after.car(int(car)) or before.cars[0]).place != place:
            wrong.append(f"places {after.cars}")
    return wrong


@pytest.mark.parametrize("id", CASES)
def test_case(id: str) -> None:
    case = CASES[id]
    for readings, expect in variants(case):
        setup, position = event_table(case, readings)
        event = event_by_name(case["start"]["event"])
        assert event is not None
        picked = choices(case)
        if event == "overcast" and "claim" not in case:
            spared = [car.number for car in position.cars if car.number not in picked.named]
            given = EventClaim(
                affected=tuple(car.number for car in position.cars if car.number not in spared)
            )
        else:
            given = claim(case)
        found = event_outcomes(setup, position, event, picked, given)
        assert not rules_differ(expect, found.rules), readings
        if found.legal:
            assert not fits(expect, position, found.outcome), (readings, found.outcomes)
