"""Cases of kind `event`, judged by the spec."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from model.ruleset import Ruleset
from model.thunder_alley.cards import event_by_name, known_bars
from model.thunder_alley.position import OVER, RACING, Position, Setup
from verifier.case_runs import CaseError, CaseOutcome, facts_differ
from verifier.thunder_alley.second.cases.judged import judged, only
from verifier.thunder_alley.second.cases.table import Case, cars_differ, said, table
from verifier.thunder_alley.spec.events import event_outcomes
from verifier.thunder_alley.spec.line_up import line_up
from verifier.thunder_alley.spec.order import running_order
from verifier.thunder_alley.spec.resolution import EventChoices, EventClaim, EventOutcome


def run_event(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """What an event does to the cars, which flag it brings out, and whether it ends the race."""
    # The short form of a reading names cars alone: their markers.
    markers = {key: value for key, value in expect.items() if str(key).isdigit()}
    wanted = {key: value for key, value in expect.items() if key not in markers}
    wanted |= {"markers": markers} if markers else {}
    setup, position = _table(case, rules)
    event = event_by_name(str(case["start"]["event"]))
    if event is None:
        raise CaseError(f"there is no event `{case['start']['event']}`")
    chosen = _choices(case)
    claim = _claim(case.get("claim", {}))
    if event == "overcast" and "claim" not in case:
        # The cars that players name are those that they do not spare.
        hit = tuple(car.number for car in position.cars if car.number in chosen.named)
        claim = EventClaim(affected=hit)
    found = event_outcomes(setup, position, event, chosen, claim)
    if not found.legal:
        return judged(wanted, found.rules, [])
    outcome = only(found)
    wrong = _outcome_differs(wanted, position, outcome)
    differ = cars_differ(wanted.get("cars", ()), outcome.position)
    lined = outcome.position
    if "restart_order" in wanted or (differ and lined.flag == "yellow"):
        lined = only(line_up(setup, lined, outcome.rear))
    # Under yellow a case may mean the table before the line-up or after it.
    if differ and cars_differ(wanted["cars"], lined):
        wrong = differ + wrong
    if "restart_order" in wanted:
        wrong += facts_differ(wanted, {"restart_order": list(running_order(setup, lined))})
    return judged(wanted, (), wrong)


def _table(case: Case, rules: Ruleset) -> tuple[Setup, Position]:
    """Setup and table of an event case. Cars given by their order only stand in a row on a stretch of track."""
    start = dict(case["start"])
    if "order" not in start:
        return table(case, rules, rain=start.get("rain_already_drawn", False))
    order, lost, owners = start["order"], start.get("retired", ()), start.get("teams", {})
    laps = start.get("leader_laps_completed", 0)
    known = {entry["car"]: entry for entry in start.get("cars", ())}
    cars = [
        {
            "team": owners.get(str(number), f"team of {number}"),
            **known.get(number, {}),
            "car": number,
            "sector": len(order) - place,
            "lane": "a",
            "crossings": laps + 1,
        }
        for place, number in enumerate(order)
    ]
    lost = [entry["car"] if isinstance(entry, Mapping) else entry for entry in lost]
    cars += [{"car": number, "team": owners.get(str(number), "?"), "retired": True} for number in lost]
    track = {"section": [{"sectors": [1, len(order)], "lanes": ["a"]}]}
    row = {**case, "track": track, "start": {**start, "cars": cars}}
    return table(row, rules, rain=start.get("rain_already_drawn", False))


def _choices(case: Case) -> EventChoices:
    """The Team Bar, and the cars that the players have named."""
    start = case["start"]
    bar = start.get("team_bar") or known_bars().get(start.get("next_card"))
    return EventChoices(
        tuple(bar) if bar else None,
        tuple(start.get("owner_choice", {}).values()),
        start.get("originator"),
        tuple(start.get("owner_choice_if_two_cars", {}).items()),
        tuple(start.get("originator_choice_if_two_cars", {}).items()),
    )


def _claim(told: Mapping[str, Any]) -> EventClaim:
    """What the case claims of the outcome."""
    return EventClaim(
        told.get("flag"),
        tuple((int(car), tuple(gained)) for car, gained in told["markers"].items())
        if "markers" in told
        else None,
        tuple(told["affected"]) if "affected" in told else None,
        tuple((one["car"], one["position"]) for one in told["retired"]) if "retired" in told else None,
        tuple(said(entry) for entry in told.get("cars", ())),
        tuple((int(car), place) for car, place in told["positions"].items()) if "positions" in told else None,
    )


def _outcome_differs(expect: Mapping[str, Any], before: Position, outcome: EventOutcome) -> list[str]:
    """What a case expects and the outcome of the event has not."""
    after = outcome.position
    old = {car.number: car for car in before.cars}
    gains = {
        str(car.number): gained
        for car in after.cars
        if (gained := sorted((Counter(car.wear) - Counter(old[car.number].wear)).elements()))
    }
    gone = {car.number: car.place for car in after.cars if car.place and not old[car.number].place}
    real: dict[str, object] = {
        "flag": after.flag,
        "race_over": after.step == OVER or all(car.status != RACING for car in after.cars),
        "affected": list(outcome.hit),
    }
    wrong = facts_differ(expect, real)
    wanted = {car: sorted(markers) for car, markers in expect.get("markers", {}).items() if markers}
    if "markers" in expect and gains != wanted:
        wrong.append(f"expected markers {wanted}, came out {gains}")
    if "retired" in expect and gone != {one["car"]: one["position"] for one in expect["retired"]}:
        wrong.append(f"expected retired {expect['retired']}, came out {gone}")
    for car, place in expect.get("positions", {}).items():
        found = after.car(int(car))
        if found is None or found.place != place:
            wrong.append(f"expected place {place} for {car}, came out {found.place if found else 'no car'}")
    return wrong
