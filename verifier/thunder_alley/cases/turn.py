"""Cases about the end of a turn: kinds `end-of-turn` and `lapped`. Written as a record from the last flipped car on; no rule
stands here."""

from collections.abc import Mapping
from typing import Any

from model.thunder_alley.position import OUT, Position
from model.thunder_alley.teams import teams_in_box
from verifier.case_runs import CaseError
from verifier.findings import ILLEGAL, LEGAL, Finding
from verifier.thunder_alley.cases.compare import Came, Mismatch, compare_finding
from verifier.thunder_alley.cases.judge import judge_text
from verifier.thunder_alley.cases.record import Case, car_line, header_lines, option_name, space
from verifier.thunder_alley.engine import leader, running_order
from verifier.thunder_alley.engine.turn import onward

EVENTS = {"green": "Overcast", "yellow": "Debris Caution"}
"""Flag of a case -> an event that brings it out and does nothing else."""

Judged = tuple[str, list[Mismatch], tuple[Finding, ...]]


def run_end_of_turn(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> Judged:
    """Turn Leader markers, the leader and the First Player after the steps of TA-3.5."""
    start, claim = case.get("start", {}), case.get("claim", {})
    lines, event = _record(case, readings, ruleset, finished=start.get("finished", ()))
    if event is not None:
        lines += [event, f"pit {' '.join(str(car) for car in start.get('pits') or ['none'])}"]
    judged = len(lines)
    before = {car["car"]: car.get("turn_leader", 0) for car in start["cars"]}
    if "turn_leader_markers" in claim:
        given = claim["turn_leader_markers"]
        lines += [f"check {car} led {led + given.count(car)}" for car, led in before.items()]
    if "leader" in claim:
        lines.append(f"check leader {claim['leader']}")
    if "first_player_team" in claim:
        lines.append(f"check first {str(claim['first_player_team']).capitalize()}")
    text, came = _judge(case, lines, judged)
    return text, _compare(expect, came, _turn_facts(case, came)), came.findings


def run_lapped(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> Judged:
    """Who leaves the race with a Lap-down marker, in which places, and who goes on in which order."""
    lines, event = _record(case, readings, ruleset, step="event")
    lines += [event or "event ?"]
    lined_up = len(lines)
    lines += ["pit none"]
    judged = len(lines)
    lines += _claimed_removals(case)
    text, came = _judge(case, lines, judged)
    real: dict[str, object] = {}
    if came.table is not None and came.table.position is not None:
        position = came.table.position
        before = {car["car"] for car in case["start"]["cars"] if not car.get("retired")}
        gone = sorted(
            ((car.number, car.place) for car in position.cars if car.status == OUT and car.number in before),
            key=lambda pair: -(pair[1] or 0),
        )
        real = {
            "leader": leader(came.table.setup, position),
            "removed": [{"car": car, "position": place} for car, place in gone],
            "remaining": list(running_order(came.table.setup, position)),
        }
        table = judge_text(text, lined_up, str(case.get("id", "case"))).table
        if table is not None and table.position is not None:
            real["restart_order"] = list(running_order(table.setup, table.position))
    return text, _compare(expect, came, real), came.findings


def _claimed_removals(case: Case) -> list[str]:
    """The cars that a case says were removed, with their places; under green the others still stand where they stood."""
    start, claim = case["start"], case.get("claim", {})
    if "removed" not in claim:
        return []
    places = {entry["car"]: entry["position"] for entry in claim["removed"]}
    lines = [f"check {number} out place {place}" for number, place in places.items()]
    if start.get("flag", "green") == "green":
        stay = [car for car in start["cars"] if car["car"] not in places and "sector" in car]
        lines += [f"check {car['car']} at {space(str(car['sector']) + car['lane'])}" for car in stay]
    return lines


def _record(
    case: Case,
    readings: Mapping[str, str],
    ruleset: str | None,
    step: str | None = None,
    finished: object = (),
) -> tuple[list[str], str | None]:
    """The lines of the record up to the position, all cars flipped, and the `event` line of the flag; none after the finish."""
    start = case.get("start", {})
    flag = start.get("flag", "green")
    if flag not in EVENTS:
        raise CaseError(f"flag `{flag}` cannot be brought out; flags are {', '.join(EVENTS)}")
    lines = header_lines(case, readings, ruleset)
    lines += [f"option {option_name(str(rule))}" for rule in start.get("options", ())]
    lines += ["position"]
    lines += [f"  step {step}"] if step else []
    for car in sorted(start["cars"], key=lambda car: car.get("stack", 0)):
        lines.append(f"  {car_line({'activated': True, **car})}")
    over = list(finished)  # type: ignore[call-overload]
    teams = {number: team.colour for team in teams_in_box().values() for number in team.cars}
    for place, number in enumerate(over, 1):
        lines.append(f"  {number} {teams.get(number, 'purple').capitalize()} place {place} crossed 3 flipped")
    left = start.get("position_markers_left")
    lines += [f"  places {' '.join(map(str, left))}"] if left else []
    return [*lines, "end"], None if over else f"event {EVENTS[flag]}"


def _judge(case: Case, lines: list[str], judged: int) -> tuple[str, Came]:
    text = "\n".join([*lines, ""])
    return text, judge_text(text, judged, str(case.get("id", "case")))


def _turn_facts(case: Case, came: Came) -> dict[str, object]:
    if came.table is None or came.table.position is None:
        return {}
    setup, position = came.table.setup, _closed(came)
    before = {car["car"]: car.get("turn_leader", 0) for car in case["start"]["cars"]}
    given = [
        number
        for car in position.cars
        for number in [car.number] * (car.led - before.get(car.number, car.led))
    ]
    return {
        "leader": leader(setup, position),
        "turn_leader_markers": sorted(given),
        "first_player_team": (position.first or "").casefold(),
    }


def _closed(came: Came) -> Position:
    """The table at the end of the turn: what follows by itself has happened."""
    assert came.table is not None and came.table.position is not None
    stages = onward(came.table.setup, came.table.position)
    return stages[1] if came.table.position.step == "action" and len(stages) > 1 else stages[0]


def _compare(expect: Mapping[str, Any], came: Came, real: Mapping[str, object]) -> list[Mismatch]:
    wanted = expect.get("verdict", LEGAL)
    if came.verdict != wanted:
        return [f"expected {wanted}, came out {came.verdict}"]
    if wanted == ILLEGAL:
        return compare_finding(expect, None, came)
    wrong = []
    for key, value in real.items():
        if key not in expect:
            continue
        expected = sorted(expect[key]) if key == "turn_leader_markers" else expect[key]
        if key == "removed":
            expected = sorted(expected, key=lambda entry: -entry["position"])
        if expected != value:
            wrong.append(f"expected {key} {expected}, came out {value}")
    return wrong
