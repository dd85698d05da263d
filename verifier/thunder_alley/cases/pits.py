"""Cases about pit stops and restarts: kinds `pit-green` and `restart`. Written as a record from the event on, with a `position`
block or `check` lines for what is claimed; no rule stands here."""

from collections.abc import Iterable, Mapping
from typing import Any

from model.thunder_alley.facts import TEMPORARY_WEAR
from model.thunder_alley.position import FINISHED, OUT, Position
from model.thunder_alley.teams import teams_in_box
from model.values import replace
from verifier.case_runs import CaseError
from verifier.findings import ILLEGAL, LEGAL, Finding
from verifier.thunder_alley.cases.compare import Came, Mismatch, compare_cars, compare_finding
from verifier.thunder_alley.cases.judge import judge_text
from verifier.thunder_alley.cases.record import Case, car_line, header_lines, option_name
from verifier.thunder_alley.engine import leader
from verifier.thunder_alley.engine.closing import Closing
from verifier.thunder_alley.engine.restart import last_lap
from verifier.thunder_alley.table.terms import Table

ON_THE_WAY = ("lined_up", "after_pits", "after_step_5")
"""Tables that a case may claim or expect before the turn is closed."""

NO_EVENT = {"green": "Overcast", "yellow": "Debris Caution"}
"""Flag of a case -> an event that brings it out and does nothing else."""

Judged = tuple[str, list[Mismatch], tuple[Finding, ...]]


def run_pit_green(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> Judged:
    """Who may pit under green, and where the cars come to lie on the apron."""
    lines = _record(case, readings, ruleset, "pits", "green")
    lines.append(_pit_line(case))
    judged = len(lines)
    claim = case.get("claim", {})
    if "cars" in claim:
        lines += _block(case, claim["cars"], None)
    lines += _checks(case)
    text, came = _judge(case, lines, judged)
    wrong = _verdict(expect, came)
    if wrong is not None:
        return text, wrong, came.findings
    closing = _closing(came)
    wrong = ["the record leads to no position"] if closing is None else []
    if closing is not None and "cars" in expect:
        wrong += compare_cars(expect["cars"], closing.final, (FINISHED, OUT))
    return text, [*wrong, *_facts(expect, came)], came.findings


def run_restart(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> Judged:
    """The line-up of a yellow restart, the pit stops, and how the formation stands in the end."""
    start, claim = case.get("start", {}), case.get("claim", {})
    stage = start.get("stage", "racing")
    if stage not in ("racing", "lined-up"):
        raise CaseError(f"there is no stage `{stage}`; stages are racing and lined-up")
    lines = _record(_with_laps(case), readings, ruleset, "event" if stage == "racing" else "pits", "yellow")
    if stage == "racing":
        lines.append(f'event "{NO_EVENT["yellow"]}"')
    lined_up = len(lines)
    if "lined_up" in claim:
        lines += _block(case, claim["lined_up"], "pits")
    else:
        lines.append(_pit_line(case))
    judged = len(lines)
    for key in ("after_pits", "after_step_5", "final"):
        if key in claim:
            lines += _block(case, claim[key], None if key == "final" else "pits")
    lines += _checks(case)
    text, came = _judge(case, lines, judged)
    wrong = _verdict(expect, came)
    if wrong is not None:
        return text, wrong, came.findings
    wrong = [*_stages(expect, came), *_facts(expect, came)]
    if "lined_up" in expect:
        table = judge_text(text, lined_up, str(case.get("id", "case"))).table
        position = table.position if table is not None else None
        wrong += ["nobody is lined up"] if position is None else compare_cars(expect["lined_up"], position)
    closing = _closing(came)
    if "last_lap" in start and closing is not None and came.table is not None:
        real = last_lap(came.table.setup, closing.base)
        if real != start["last_lap"]:
            wrong.append(f"last_lap is {start['last_lap']}, but by laps and crossings it is {real}")
    return text, wrong, came.findings


def _with_laps(case: Case) -> Case:
    """The case with a race distance that makes this the last lap, or not, where it only says which."""
    start = case.get("start", {})
    if "last_lap" not in start or "laps" in start:
        return case
    most = max([1, *(car.get("crossings", 1) for car in start["cars"])])
    return {**case, "start": {**start, "laps": most if start["last_lap"] else most + 1}}


def _record(case: Case, readings: Mapping[str, str], ruleset: str | None, step: str, flag: str) -> list[str]:
    """The lines of the record up to its position."""
    start = case.get("start", {})
    if start.get("flag", flag) != flag:
        raise CaseError(f"flag `{start['flag']}` does not fit a case of kind `{case['kind']}`")
    lines = header_lines(case, readings, ruleset)
    lines += [f"option {option_name(str(rule))}" for rule in start.get("options", ())]
    lines += [f"set {name} = {value}" for name, value in start.get("parameters", {}).items()]
    for team in start.get("seats", ()):
        numbers = " ".join(str(car["car"]) for car in start["cars"] if car["team"] == team)
        lines.append(f"team {str(team).capitalize()} {numbers}")
    lines += ["position", f"  step {step}"]
    lines += [f"  flag {flag}"] if step == "pits" else []
    if "first_player_team" in start:
        lines.append(f"  first {str(start['first_player_team']).capitalize()}")
    for car in sorted(start["cars"], key=lambda car: car.get("stack", 0)):
        lines.append(f"  {car_line({'activated': True, **car})}")
    teams = {number: team.colour for team in teams_in_box().values() for number in team.cars}
    for place, number in enumerate(start.get("finished", ()), 1):
        lines.append(f"  {number} {teams.get(number, 'purple').capitalize()} place {place} crossed 3 flipped")
    left = start.get("position_markers_left")
    lines += [f"  places {' '.join(map(str, left))}"] if left else []
    return [*lines, "end"]


def _pit_line(case: Case) -> str:
    start = case.get("start", {})
    kept = {int(car): list(wear) for car, wear in start.get("keeps", {}).items()}
    if start.get("options"):
        # Markers that a claim leaves on a pitting car are markers that its owner kept.
        for car in case.get("claim", {}).get("after_pits", ()):
            temporary = [marker for marker in car.get("wear", ()) if marker in TEMPORARY_WEAR]
            if temporary and car["car"] in start["pits"]:
                kept.setdefault(car["car"], temporary)
    words = [f"{car} keeps {' '.join(kept[car])}" if car in kept else str(car) for car in start["pits"]]
    return f"pit {' '.join(words) or 'none'}"


def _block(case: Case, cars: Iterable[Mapping[str, Any]], step: str | None) -> list[str]:
    """Claimed cars as a `position` block; of the others it does not say where they stand."""
    claimed = sorted(cars, key=lambda car: car.get("stack", 0))
    listed = {car["car"] for car in claimed}
    lines = ["position", *([f"  step {step}"] if step is not None else [])]
    lines += [f"  {car_line(car)}" for car in claimed]
    for car in case["start"]["cars"]:
        if car["car"] not in listed:
            lines.append(f"  {car['car']} {str(car['team']).capitalize()} ?")
    return [*lines, "end"]


def _checks(case: Case) -> Iterable[str]:
    claim = case.get("claim", {})
    if "turn_leader_markers_added" in claim:
        given = claim["turn_leader_markers_added"]
        # The car that is said to have a marker comes first: it decides.
        for car in sorted(case["start"]["cars"], key=lambda car: car["car"] not in given):
            yield f"check {car['car']} led {car.get('turn_leader', 0) + (car['car'] in given)}"
    if "leader" in claim:
        yield f"check leader {claim['leader']}"


def _judge(case: Case, lines: list[str], judged: int) -> tuple[str, Came]:
    text = "\n".join([*lines, ""])
    return text, judge_text(text, judged, str(case.get("id", "case")))


def _verdict(expect: Mapping[str, Any], came: Came) -> list[Mismatch] | None:
    """What is wrong with the verdict or the finding; None where facts are still to be compared."""
    wanted = expect.get("verdict", LEGAL)
    if came.verdict != wanted:
        return [f"expected {wanted}, came out {came.verdict}"]
    if wanted == LEGAL:
        return None
    return compare_finding(expect, None, came) if wanted == ILLEGAL else []


def _closing(came: Came) -> Closing | None:
    settled = came.table.settled if came.table is not None else ()
    return settled[-1].closing if settled else None


def _stages(expect: Mapping[str, Any], came: Came) -> list[Mismatch]:
    """The tables after the pit stops, after the rows have closed up, and in the end."""
    closing, table = _closing(came), came.table
    if closing is None or table is None or table.position is None:
        return ["the record leads to no position"]
    wrong: list[Mismatch] = []
    if "after_pits" in expect:
        wrong += _told("after_pits", compare_cars(expect["after_pits"], closing.after_pits, (OUT,)))
    if "after_step_5" in expect:
        # Cars on the apron are not listed: they come back in the next step.
        listed = {entry["car"] for entry in expect["after_step_5"]}
        step = closing.after_step_5
        cars = tuple(car for car in step.cars if not car.on_apron or car.number in listed)
        wrong += _told("after_step_5", compare_cars(expect["after_step_5"], replace(step, cars=cars), (OUT,)))
    if "final" in expect:
        wrong += _told("final", compare_cars(expect["final"], table.position, (OUT,)))
    return wrong


def _told(stage: str, wrong: Iterable[Mismatch]) -> list[Mismatch]:
    return [f"{stage}: {mismatch}" for mismatch in wrong]


def _facts(expect: Mapping[str, Any], came: Came) -> list[Mismatch]:
    """Leader and markers once the turn is closed."""
    closing, table = _closing(came), came.table
    if closing is None or table is None or table.position is None:
        return []
    led = {car.number: car.led for car in closing.base.cars}
    real: dict[str, object] = {
        "leader": leader(table.setup, table.position),
        "new_leader": _leads(table, closing.base) != _leads(table, table.position),
        "turn_leader_markers_added": sorted(
            car.number for car in table.position.cars for _ in range(car.led - led[car.number])
        ),
        "lap_down_markers_after": [car.number for car in table.position.cars if car.lap_down],
        "removed": sorted(
            car.number
            for car in table.position.cars
            if car.status == OUT and car.number in {on.number for on in closing.base.cars if on.status != OUT}
        ),
    }
    wrong = []
    for key, value in real.items():
        wanted = expect.get(key, value)
        if (sorted(wanted) if isinstance(wanted, list) else wanted) != value:
            wrong.append(f"expected {key} {expect[key]}, came out {value}")
    return wrong


def _leads(table: Table, position: Position) -> int | None:
    return leader(table.setup, position)
