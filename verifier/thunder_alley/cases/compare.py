"""Compares what came out of the record of a case with what the case expects. Every expected fact is compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from model.thunder_alley.position import FINISHED, OUT, Car, Position
from verifier.findings import ILLEGAL, LEGAL, Finding, deciding, same_rule
from verifier.thunder_alley.cases.record import Case, CaseText, space
from verifier.thunder_alley.engine import laps_completed, leader, running_order
from verifier.thunder_alley.engine.terms import MOVES, Outcome
from verifier.thunder_alley.table.terms import Table

Mismatch = str


@dataclass(frozen=True, slots=True)
class Came:
    """What came out: the verdict, the findings, the table after the judged line."""

    verdict: str
    findings: tuple[Finding, ...]
    table: Table | None


def compare(case: Case, expect: Mapping[str, Any], written: CaseText, came: Came) -> list[Mismatch]:
    """Every difference between the expectation and the outcome of a move."""
    wanted = expect.get("verdict", LEGAL)
    if came.verdict != wanted:
        return [f"expected {wanted}, came out {came.verdict}"]
    if wanted == ILLEGAL:
        return compare_finding(expect, written, came)
    if wanted != LEGAL:
        return []
    if came.table is None or came.table.last is None:
        return ["the record leads to no position"]
    outcome = came.table.last
    wrong = _compare_play(case, expect, outcome)
    wrong += _compare_sums(expect, outcome)
    wrong += _compare_table(case, expect, came.table, outcome)
    wrong += _compare_steps(case, outcome)
    return wrong


def compare_finding(expect: Mapping[str, Any], written: CaseText | None, came: Came) -> list[Mismatch]:
    """What differs in the finding of an illegal case: its rules, and the step it points to where the case has steps."""
    finding = deciding(came.findings) or came.findings[0]
    wrong = []
    rule, others = expect.get("rule"), expect.get("also_accept", [])
    if rule is not None:
        first = finding.rules[0] if finding.rules else "no rule"
        if not same_rule(str(rule), first):
            wrong.append(f"expected the rule {rule}, came out {first}")
        for further in finding.rules[1:]:
            if not any(same_rule(known, further) for known in (rule, *others)):
                wrong.append(
                    f"the finding also names {further}, which is neither {rule} nor in `also_accept`"
                )
    if "at_step" in expect and written is not None:
        step = written.step_at(finding)
        if step != expect["at_step"]:
            wrong.append(f"expected the finding at step {expect['at_step']}, came out at step {step}")
    return wrong


def _compare_play(case: Case, expect: Mapping[str, Any], outcome: Outcome) -> list[Mismatch]:
    """What the case says about the play itself: movement type, speed, MPs of the second car."""
    play = case.get("play", {})
    wrong = []
    if "movement" in play and outcome.movement != play["movement"]:
        wrong.append(f"expected the movement {play['movement']}, came out {outcome.movement}")
    if "speed_used" in play:
        used = "pit-exit" if outcome.pit_exit else "on-track"
        if used != play["speed_used"]:
            wrong.append(f"expected the {play['speed_used']} speed, came out {used}")
    if "complete" in play and outcome.complete != play["complete"]:
        said = "complete" if outcome.complete else "not complete"
        wrong.append(f"the move came out {said}")
    second = play.get("second", {})
    if "mp_available" in second and outcome.steps and outcome.complete:
        spent = outcome.steps[-1].spent
        if spent != second["mp_available"]:
            wrong.append(f"expected {second['mp_available']} MPs for the second car, it spent {spent}")
    return wrong


def _compare_sums(expect: Mapping[str, Any], outcome: Outcome) -> list[Mismatch]:
    later = outcome.wear is not None and not outcome.complete
    real: dict[str, object] = {
        "mp_spent": outcome.spent,
        "mp_left": outcome.left,
        "mp": outcome.left,
        "wear_gained": f"{outcome.wear or 'none'}{' (when the activation ends)' if later else ''}",
        "effect": outcome.effect,
        "card_played": outcome.effect == MOVES,
        "turn_leader_markers_added": sorted(outcome.turn_leaders),
    }
    wrong = []
    for key, came in real.items():
        if key not in expect:
            continue
        wanted = expect[key]
        if key == "wear_gained" and outcome.wear is None:
            # A card without a marker gives none, whether the move is over or not.
            wanted = str(wanted).partition(" (when")[0]
        if key == "turn_leader_markers_added":
            wanted = sorted(wanted)
        if wanted != came:
            wrong.append(f"expected {key} {wanted}, came out {came}")
    return wrong


def _compare_table(case: Case, expect: Mapping[str, Any], table: Table, outcome: Outcome) -> list[Mismatch]:
    position = outcome.position
    wrong = []
    if "cars" in expect:
        wrong += compare_cars(expect["cars"], position)
    if "finished" in expect:
        wanted = [(entry["car"], entry["position"]) for entry in expect["finished"]]
        if wanted != list(outcome.finished):
            wrong.append(f"expected the finished cars {_pairs(wanted)}, came out {_pairs(outcome.finished)}")
    if "position" in expect:
        claim = case.get("claim", {})
        number = claim.get("activate", claim.get("retire"))
        car = position.car(number)
        place = car.place if car is not None else None
        if place != expect["position"]:
            wrong.append(f"expected place {expect['position']} for {number}, came out {place or 'none'}")
    return wrong + _compare_order_facts(expect, table, position)


def _pairs(pairs: object) -> str:
    return ", ".join(f"{car} in place {place}" for car, place in pairs) or "none"  # type: ignore[attr-defined]


def _compare_order_facts(expect: Mapping[str, Any], table: Table, position: Position) -> list[Mismatch]:
    wrong = []
    if "leader" in expect and leader(table.setup, position) != expect["leader"]:
        wrong.append(f"expected the leader {expect['leader']}, came out {leader(table.setup, position)}")
    if "laps_completed" in expect:
        laps = laps_completed(position)
        for number, wanted in expect["laps_completed"].items():
            if laps.get(int(number)) != wanted:
                wrong.append(
                    f"expected {wanted} laps completed by {number}, came out {laps.get(int(number))}"
                )
    return wrong


def compare_cars(
    wanted: list[Mapping[str, Any]], position: Position, unlisted: tuple[str, ...] = (FINISHED,)
) -> list[Mismatch]:
    """Every car with every attribute given; a car that is listed nowhere must have finished, in `[[after]]` or be out."""
    wrong = []
    listed = {entry["car"] for entry in wanted}
    for car in position.cars:
        if car.number not in listed and car.status not in unlisted:
            wrong.append(f"{car.number} is at {_where(car)}, but not among the cars expected")
    for entry in wanted:
        found = position.car(entry["car"])
        if found is None:
            wrong.append(f"expected car {entry['car']}, which is not on the table")
        else:
            wrong += _compare_car(entry, found)
    return wrong


def _compare_car(entry: Mapping[str, Any], car: Car) -> list[Mismatch]:
    real: dict[str, object] = {
        "team": car.team.casefold(),
        "stack": car.stack,
        "crossings": car.crossed,
        "lap_down": car.lap_down,
        "wear": sorted(car.wear),
        "wear_count": len(car.wear),
        "activated": car.flipped,
        "retired": car.status == OUT,
        "finished": car.status == FINISHED,
        "turn_leader": car.led,
    }
    wrong = []
    if "sector" in entry:
        wanted = space(f"{entry['sector']}{entry.get('lane', '')}")
        if car.space != wanted:
            wrong.append(f"expected {car.number} at {wanted}, came out at {_where(car)}")
    elif car.space is not None:
        wrong.append(f"expected {car.number} without a place, came out at {car.space}")
    for key, came in real.items():
        if key in entry:
            expected = entry[key]
            if key == "wear":
                expected = sorted(expected)
            elif key == "team":
                expected = str(expected).casefold()
            if expected != came:
                wrong.append(f"expected {key} {expected} for {car.number}, came out {came}")
    return wrong


def _where(car: Car) -> str:
    return car.space or ("the finish" if car.status == FINISHED else "no space")


def _compare_steps(case: Case, outcome: Outcome) -> list[Mismatch]:
    """The states between the steps (`[[after]]`)."""
    wrong = []
    for state in case.get("after", []):
        number = state["step"]
        if number > len(outcome.steps):
            wrong.append(f"there is no state after step {number}")
            continue
        after = outcome.steps[number - 1]
        if "mp_spent" in state and after.spent != state["mp_spent"]:
            wrong.append(
                f"expected {state['mp_spent']} MPs spent after step {number}, came out {after.spent}"
            )
        if "mp_left" in state and after.left != state["mp_left"]:
            wrong.append(f"expected {state['mp_left']} MPs left after step {number}, came out {after.left}")
        wrong += [
            f"after step {number}: {mismatch}"
            for mismatch in compare_cars(state["cars"], after.position, (FINISHED, OUT))
        ]
    return wrong


def compare_order(expect: Mapping[str, Any], written: CaseText, came: Came) -> list[Mismatch]:
    """The running order of a position, and what else is said of it; or the verdict on an order that is claimed."""
    if expect.get("verdict", LEGAL) != LEGAL:
        said = came.verdict == expect["verdict"]
        return (
            compare_finding(expect, written, came)
            if said
            else [f"expected {expect['verdict']}, came out {came.verdict}"]
        )
    table = came.table
    if came.verdict != LEGAL or table is None or table.position is None:
        return [f"expected a position, came out {came.verdict}"]
    order = list(running_order(table.setup, table.position))
    wrong = []
    if "order" in expect and order != expect["order"]:
        wrong.append(f"expected the order {expect['order']}, came out {order}")
    return wrong + _compare_order_facts(expect, table, table.position)


def compare_spaces(case: Case, expect: Mapping[str, Any], came: Mapping[str, Came]) -> list[Mismatch]:
    """The spaces where the car may be put; the last space of its path stands for no placement."""
    broken = [f"{text or 'without a placement'}: {one.verdict}" for text, one in came.items()
              if one.verdict not in (LEGAL, ILLEGAL)]  # fmt: skip
    if broken:
        return broken
    stays = space(case["start"]["path"][-1])
    legal = {text or stays for text, one in came.items() if one.verdict == LEGAL}
    wrong = []
    if legal != set(expect["spaces"]):
        wrong.append(f"expected the spaces {_sorted(expect['spaces'])}, came out {_sorted(legal)}")
    if "mandatory" in expect:
        mandatory = came[""].verdict == ILLEGAL and any(one.verdict == LEGAL for one in came.values())
        if mandatory != expect["mandatory"]:
            said = "must be put somewhere" if mandatory else "may stay where it is"
            wrong.append(f"expected mandatory {expect['mandatory']}, but the car {said}")
    return wrong


def _sorted(spaces: object) -> str:
    return ", ".join(sorted(spaces, key=lambda text: (int(text[:-1]), text))) or "none"  # type: ignore[call-overload]
