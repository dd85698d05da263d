"""Every case of the project runs by both judges, and a case that is altered in one point fails."""

import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier.case_judges import run_by_both
from verifier.game import FAILED, PASSED
from verifier.games import find_game
from verifier.thunder_alley.cases import KEYS, run_case
from verifier.thunder_alley.cases.judge import judge_text
from verifier.thunder_alley.cases.record import write_case

FOLDER = Path(__file__).parents[2] / "cases" / "thunder_alley"
CASES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
RUNNABLE = [id for id, case in CASES.items() if case["kind"] in KEYS]

OTHER_RULES = ("TA-1.1", "TA-1.2")
"""Rules that no case breaks."""

LINE_UPS = ("lined_up", "after_pits", "after_step_5", "final")
"""Tables of a restart: lists of cars, as `cars` is."""

GAME = find_game("thunder-alley")


@pytest.mark.parametrize("id", CASES)
def test_case(id: str) -> None:
    """As `steward test` judges it: by the engine and by the solver, which says something about each."""
    both = run_by_both(GAME, CASES[id], None, engine_only=False)
    assert both.engine.status == PASSED, (both.engine.messages, both.engine.record)
    assert both.engine.id == id
    assert both.status == PASSED, both.messages
    assert not both.disagreements
    assert not both.by_engine_alone, both.solver


def test_every_kind_is_there() -> None:
    assert {case["kind"] for case in CASES.values()} == set(KEYS)


def _parts(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The tables in which a case says what is expected."""
    expect = case["expect"]
    if case["kind"] == "placement":
        return []
    return [expect, *(part for part in expect.get("by_reading", {}).values())]


def alterations(case: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The case with one thing changed, and what was changed."""
    for number, part in enumerate(_parts(case)):
        if "verdict" in part:
            other = copy.deepcopy(case)
            changed = _parts(other)[number]
            changed["verdict"] = "legal" if part["verdict"] == "illegal" else "illegal"
            yield f"verdict {number}", other
        if "rule" in part:
            other = copy.deepcopy(case)
            changed = _parts(other)[number]
            changed["rule"] = OTHER_RULES[0]
            changed["also_accept"] = [OTHER_RULES[1]]
            yield f"rule {number}", other
        if "at_step" in part:
            other = copy.deepcopy(case)
            _parts(other)[number]["at_step"] += 1
            yield f"step {number}", other
        for key in ("cars", *LINE_UPS):
            for place in range(len(part.get(key, ()))):
                if "sector" in part[key][place]:
                    other = copy.deepcopy(case)
                    _parts(other)[number][key][place]["sector"] += 1
                    yield f"{key} {number}.{place}", other
        if "new_leader" in part:
            other = copy.deepcopy(case)
            _parts(other)[number]["new_leader"] = not part["new_leader"]
            yield f"new_leader {number}", other
        for key in ("mp_spent", "mp_left", "mp", "leader", "position"):
            if key in part:
                other = copy.deepcopy(case)
                _parts(other)[number][key] += 1
                yield f"{key} {number}", other
        for key, value in (("wear_gained", "red"), ("effect", "flies"), ("line", "turn 99")):
            if key in part:
                other = copy.deepcopy(case)
                _parts(other)[number][key] = value
                yield f"{key} {number}", other
        if part.get("order"):
            other = copy.deepcopy(case)
            _parts(other)[number]["order"].reverse()
            yield f"order {number}", other
        for key in ("finished", "turn_leader_markers_added"):
            if part.get(key):
                other = copy.deepcopy(case)
                _parts(other)[number][key].pop()
                yield f"{key} {number}", other
        for key in ("grid_teams", "bar_used", "position_points"):
            if key in part:
                other = copy.deepcopy(case)
                row = _parts(other)[number][key]
                row[0] = next(one for one in row if one != row[0])
                yield f"{key} {number}", other
        for key, value in (("hand_size", 9), ("first_player_team", "?"), ("most_led", 0), ("winner", "?")):
            if key in part:
                other = copy.deepcopy(case)
                _parts(other)[number][key] = value
                yield f"{key} {number}", other
        for team in part.get("team_points", {}):
            other = copy.deepcopy(case)
            _parts(other)[number]["team_points"][team] += 1
            yield f"points of {team} {number}", other
        for key in ("turn_leader_markers", "removed", "remaining", "restart_order"):
            if key in part and case["kind"] in ("end-of-turn", "lapped"):
                other = copy.deepcopy(case)
                _parts(other)[number][key] = [
                    *part[key],
                    {"car": 99, "position": 9} if key == "removed" else 99,
                ]
                yield f"{key} {number}", other
        if part.get("bonus_point"):
            other = copy.deepcopy(case)
            _parts(other)[number]["bonus_point"].pop()
            yield f"bonus_point {number}", other
        for car in part.get("laps_completed", {}):
            other = copy.deepcopy(case)
            _parts(other)[number]["laps_completed"][car] += 1
            yield f"laps {car}", other
        if case["kind"] == "event":
            for key, value in altered_event(part).items():
                other = copy.deepcopy(case)
                _parts(other)[number][key] = value
                yield f"{key} {number}", other
    for number, state in enumerate(case.get("after", ())):
        for place in range(len(state["cars"])):
            other = copy.deepcopy(case)
            other["after"][number]["cars"][place]["sector"] += 1
            yield f"after {number}.{place}", other
        if "mp_spent" in state:
            other = copy.deepcopy(case)
            other["after"][number]["mp_spent"] += 1
            yield f"after {number} MPs", other
    if case["kind"] == "move":
        for key, value in (("movement", "?"), ("speed_used", "?")):
            if any(part.get("verdict") == "legal" for part in _parts(case)):
                other = copy.deepcopy(case)
                other["play"][key] = value
                yield key, other
    if case["kind"] == "placement":
        for reading, spaces in case["expect"]["by_reading"].items():
            other = copy.deepcopy(case)
            other["expect"]["by_reading"][reading] = spaces[1:]
            yield f"spaces {reading}", other
            other = copy.deepcopy(case)
            other["expect"]["mandatory"][reading] = not case["expect"]["mandatory"][reading]
            yield f"mandatory {reading}", other


def altered_event(part: dict[str, Any]) -> dict[str, Any]:
    """What an event is expected to do, each fact changed."""
    changed: dict[str, Any] = {}
    if "flag" in part:
        changed["flag"] = "green" if part["flag"] == "red" else "red"
    if "race_over" in part:
        changed["race_over"] = not part["race_over"]
    changed |= {key: {**part[key], "99": ["red"]} for key in ("markers", "positions") if key in part}
    changed |= {key: ["red", *value] for key, value in part.items() if key.isdigit()}
    changed |= {key: [*part[key], 99] for key in ("affected", "retired", "restart_order") if key in part}
    if "cars" in part:
        changed["cars"] = [{**car, "wear": ["red", *car.get("wear", [])]} for car in part["cars"]]
    return changed


@pytest.mark.parametrize("id", RUNNABLE)
def test_an_altered_case_fails(id: str) -> None:
    tried = list(alterations(CASES[id]))
    assert tried
    for what, case in tried:
        assert run_case(case).status == FAILED, f"{id} still passes with another {what}"


@pytest.mark.parametrize(
    "id",
    [id for id in RUNNABLE if CASES[id]["kind"] == "move" and CASES[id]["expect"].get("verdict") == "legal"],
)
def test_a_start_that_is_moved_fails(id: str) -> None:
    """The active car, or one that nothing carries, ends elsewhere when it starts elsewhere. (A car that is carried may end where
    it did, for it may be met a step later; so one of two other places must show the difference.)"""
    case = CASES[id]
    ends = {car["car"]: (car.get("sector"), car.get("lane")) for car in case["expect"].get("cars", ())}
    for number, car in enumerate(case["start"]["cars"]):
        stays = ends.get(car["car"]) == (car.get("sector"), car.get("lane"))
        if "sector" in car and (stays or car["car"] == case["play"]["car"]):
            statuses = set()
            for further in (1, 2):
                other = copy.deepcopy(case)
                other["start"]["cars"][number]["sector"] = (car["sector"] + further - 1) % 8 + 1
                statuses.add(run_case(other).status)
            assert FAILED in statuses, f"{id} still passes with {car['car']} moved"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sumary": "x"}, "key `sumary` means nothing; did you mean `summary`?"),
        ({"kind": "mvoe"}, "there is no kind of case `mvoe`"),
        ({"start": {"cars": [], "lap": 2}}, "key `lap` in `start` means nothing"),
        ({"play": {"car": 29}}, "`mp_available` should be a whole number"),
        ({"moves": {"steps": [{"do": "fly", "to": "4b"}]}}, "there is no step `fly`"),
        ({"moves": {"steps": [{"do": "forward", "too": "4b"}]}}, "key `too` of a step means nothing here"),
        ({"start": {"cars": [{"car": 29, "sektor": 3}]}}, "key `sektor` of a car means nothing here"),
        ({"rulings": {"bump-split": "sometimes"}}, "expected legal, came out unreadable"),
        (
            {"expect": {"verdcit": "legal"}},
            "key `verdcit` in `expect` means nothing; did you mean `verdict`?",
        ),
        ({"start": 3}, "`start` should be a table"),
    ],
)
def test_nothing_in_a_case_is_ignored(change: dict[str, Any], message: str) -> None:
    case = copy.deepcopy(CASES["ta-6.1-cost-forward"]) | change
    if "play" in change:
        case["play"] = {**CASES["ta-6.1-cost-forward"]["play"], "mp_available": "six"}
    result = run_case(case)
    assert result.status == FAILED
    assert result.messages[0].startswith(message), result.messages


def test_every_reading_must_be_covered() -> None:
    case = copy.deepcopy(CASES["ta-6.1-r-start-space"])
    del case["expect"]["by_reading"]["start-may-be-reentered-once"]
    (message,) = run_case(case).messages
    assert message.startswith("`by_reading` does not say what comes out under `start-may-be-reentered-once`")


def test_a_failed_case_shows_its_finding() -> None:
    case = copy.deepcopy(CASES["ta-6.1-x-cheap-forward"])
    case["expect"]["rule"] = "TA-7.4"
    result = run_case(case)
    assert result.messages == ("expected the rule TA-7.4, came out TA-6.1-cost",)
    assert result.findings[0].rules[0] == "TA-6.1-cost"
    assert "29 Dirty Air" in result.record


def _teamwork(id: str) -> bool:
    return any("car" in step for step in CASES[id].get("moves", {}).get("steps", ()))


@pytest.mark.parametrize("id", ["ta-6.1-seven-spaces", next(filter(_teamwork, RUNNABLE))])
def test_a_wrong_space_is_the_fault_of_its_step(id: str) -> None:
    case = CASES[id]
    steps = case["moves"]["steps"]
    numbers = [
        n for n, step in enumerate(steps[:-1], 1) if step.get("car") == steps[n].get("car")
    ]  # the last step of a car may be followed by a slide
    assert numbers
    for number in numbers:
        other = copy.deepcopy(case)
        other["moves"]["steps"][number - 1]["to"] = "1a" if steps[number - 1]["to"] != "1a" else "2a"
        written = write_case(other, {})
        came = judge_text(written.text, written.line, id)
        assert written.step_at(came.findings[0]) == number, came.findings[0]


def test_another_ruleset() -> None:
    case = copy.deepcopy(CASES["ta-6.1-cost-forward"])
    assert run_case(case, "es").status == PASSED
    behind_the_green_line = CASES["ta-9.7-v-after-the-pits"]
    assert (
        run_case(behind_the_green_line, "es").status == run_case(behind_the_green_line, "el").status == PASSED
    )
    assert run_case(case, "no-such").status == FAILED
