"""Cases about one action segment, judged by the spec: kinds `move`, `activation`, `speed`."""

from collections.abc import Mapping
from typing import Any

from model.ruleset import Ruleset
from model.thunder_alley.position import FINISHED, RACING, Car, Position, Setup
from verifier.case_runs import CaseOutcome, NotJudgedError
from verifier.findings import ILLEGAL, LEGAL
from verifier.thunder_alley.second.cases.judged import judged
from verifier.thunder_alley.second.cases.table import Case, car_of
from verifier.thunder_alley.second.cases.written import activation, move_of, segment
from verifier.thunder_alley.spec import Broken, Judgement, contradictions, judge
from verifier.thunder_alley.spec.judgement import UNDRAWN
from verifier.thunder_alley.spec.marks_claimed import marks_denied


def run_segment(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """The verdict on a move, the step it is at fault in, and the table it leads to, with the tables on the way there."""
    setup, position = segment(case, rules)
    judgement = judge(setup, position, move_of({**case, "expect": expect}))
    if judgement.gave_up == UNDRAWN:
        return judged(expect, (), [], open=True)
    if judgement.gave_up is not None:
        raise NotJudgedError(f"the solver hit its limit of {judgement.gave_up}")
    if not judgement.legal:
        return judged(expect, judgement.rules, _steps_differ(case, expect, judgement.broken[0]))
    if "cars" in case.get("claim", {}):
        return _claimed(case, setup, position, judgement, expect)
    if expect.get("verdict", LEGAL) != LEGAL:
        return judged(expect, (), [])
    wrong = [*_outcome_differs(position, judgement, expect), *_on_the_way(case, setup, position)]
    return judged(expect, (), wrong)


def _steps_differ(case: Case, expect: Mapping[str, Any], first: Broken) -> list[str]:
    """Whether the step that is at fault is the one that the case says; 0 is the move as a whole, choices included."""
    if "at_step" not in expect or case["kind"] != "move" or expect.get("verdict", LEGAL) != ILLEGAL:
        return []
    steps, active = case["moves"]["steps"], case["play"]["car"]
    step = max(first.step, 0)
    if first.car is not None and step > 0:
        step += sum(entry.get("car", active) == active for entry in steps)
    if first.token == "ends" and step > len(steps):
        step = 0
    return (
        []
        if step == expect["at_step"]
        else [f"expected the fault at step {expect['at_step']}, came out at step {step}"]
    )


def _claimed(
    case: Case, setup: Setup, position: Position, judgement: Judgement, expect: Mapping[str, Any]
) -> CaseOutcome:
    """The table that a case claims, against those that a legal move leads to: why cars do not stand as they are claimed to."""
    claimed = case["claim"]["cars"]
    if any(not tables_differ(table, claimed) for table in judgement.positions):
        return judged(expect, (), [])
    spaces = {entry["car"]: car_of(entry).space for entry in claimed}
    move = activation({**case, "expect": expect})
    table = judgement.positions[0]
    broken = contradictions(setup, position, move, table, spaces)
    if not broken:
        # Spaces are as claimed; something else is not.
        denied = [marks_denied(position, table, move.car, one["car"], _marks(one)) for one in claimed]
        broken = tuple(one for some in denied for one in some)
    rules = tuple(dict.fromkeys(one.rule for one in broken))
    at_fault = expect.get("at_step", len(case["moves"]["steps"]))
    wrong = (
        []
        if at_fault == len(case["moves"]["steps"])
        else [f"expected the fault at step {at_fault}, it is in the table"]
    )
    return judged(expect, rules, wrong)


def _marks(entry: Mapping[str, Any]) -> dict[str, object]:
    """What a case says of a car beside its space, by the fields of a car."""
    wanted = car_of(entry)
    keys = {
        "crossings": "crossed", "lap_down": "lap_down", "activated": "flipped", "wear": "wear", "turn_leader": "led"
    }  # fmt: skip
    return {field: getattr(wanted, field) for key, field in keys.items() if key in entry}


def _outcome_differs(position: Position, judgement: Judgement, expect: Mapping[str, Any]) -> list[str]:
    """What came of a legal move otherwise than a case expects."""
    wrong = []
    if len(judgement.positions) != 1:
        wrong.append(f"{len(judgement.positions)} tables can come of this move")
    table = judgement.positions[0]
    wrong += tables_differ(table, expect.get("cars", ()))
    if "mp_left" in expect and judgement.left is not None and judgement.left != expect["mp_left"]:
        wrong.append(f"expected mp_left {expect['mp_left']}, came out {judgement.left}")
    if "mp" in expect and judgement.left != expect["mp"]:
        wrong.append(f"expected mp {expect['mp']}, came out {judgement.left}")
    if "effect" in expect and judgement.effect != expect["effect"]:
        wrong.append(f"expected effect {expect['effect']}, came out {judgement.effect}")
    before = {car.number: car for car in position.cars}
    for entry in expect.get("finished", ()):
        car = table.car(entry["car"])
        if car is None or (car.status, car.place) != (FINISHED, entry["position"]):
            came = f"{car.status} in place {car.place}" if car is not None else "no car"
            wrong.append(f"expected {entry['car']} finished in place {entry['position']}, came out {came}")
    if "turn_leader_markers_added" in expect:
        more = sorted(car.number for car in table.cars if car.led > before[car.number].led)
        if more != sorted(expect["turn_leader_markers_added"]):
            wrong.append(
                f"expected turn_leader_markers_added {expect['turn_leader_markers_added']}, came out {more}"
            )
    if "position" in expect:
        gone = [
            car.place for car in table.cars if car.status != RACING and before[car.number].status == RACING
        ]
        if gone != [expect["position"]]:
            wrong.append(f"expected place {expect['position']}, came out {gone}")
    return wrong


def tables_differ(table: Position, expected: Any) -> list[str]:
    """Cars that do not stand on a table as a case says."""
    wrong = []
    for entry in expected:
        car = table.car(entry["car"])
        if car is None:
            wrong.append(f"expected car {entry['car']}, which is not on the table")
            continue
        wrong += [
            f"expected {key} {said} for {car.number}, came out {came}"
            for key, (came, said) in _facts(entry, car).items()
            if came != said
        ]
    return wrong


def _facts(entry: Mapping[str, Any], car: Car) -> dict[str, tuple[object, object]]:
    """What a case says of a car: what it is on the table, and what it should be."""
    wanted = car_of(entry)
    facts: dict[str, tuple[object, object]] = {
        "space": (car.space, wanted.space),
        "status": (car.status, wanted.status),
    }
    for key, field in (("crossings", "crossed"), ("lap_down", "lap_down"), ("activated", "flipped")):
        if key in entry:
            facts[key] = (getattr(car, field), getattr(wanted, field))
    if "wear" in entry:
        facts["wear"] = (sorted(car.wear), sorted(wanted.wear))
    elif "wear_count" in entry:
        facts["wear_count"] = (len(car.wear), entry["wear_count"])
    return facts


def _on_the_way(case: Case, setup: Setup, position: Position) -> list[str]:
    """What came out otherwise than a case says of the tables between the steps: the move is cut off there."""
    wrong = []
    for state in case.get("after", ()):
        steps = case["moves"]["steps"][: state["step"]]
        if any("car" in step for step in case["moves"]["steps"]) or steps[-1]["do"].startswith("free-"):
            continue  # the move is not cut off within the part of the second car, nor before a forced lane change
        left = {"mp_left": case["play"]["mp_available"] - state["mp_spent"]} if "mp_spent" in state else {}
        cut = {**case, "moves": {"steps": steps}, "play": {**case["play"], "complete": False}, "expect": left}
        judgement = judge(setup, position, activation(cut))
        if len(judgement.positions) != 1:
            came = ", ".join(judgement.rules) or f"{len(judgement.positions)} tables"
            wrong.append(f"after step {state['step']}: expected one table, came out {came}")
            continue
        wrong += [
            f"after step {state['step']}: {one}"
            for one in tables_differ(judgement.positions[0], state["cars"])
        ]
    return wrong
