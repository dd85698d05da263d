"""Every case by the spec alone."""

import tomllib
from pathlib import Path

import pytest

from verifier.case_judges import run_by_both
from verifier.game import FAILED, NOT_YET, PASSED
from verifier.rallyman.game import GAME
from verifier.rallyman.second.cases import run_case

FOLDER = Path(__file__).parents[2] / "cases" / "rallyman"
CASES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
JUDGED = ("turn", "lines", "rally")
LOST = ("illegal-after-a-gap", "symbol-not-known", "classified-before-any-stage", "sums-before-any-stage")
"""Records of which something is not known, so that the spec says nothing."""


@pytest.mark.parametrize("name", [name for name in CASES if name not in LOST])
def test_the_spec_alone_judges_as_the_case_says(name: str) -> None:
    found = run_case(CASES[name])
    assert (found.status, found.messages) == (PASSED, ())


@pytest.mark.parametrize("name", CASES)
def test_both_judges_cite_the_same_rule(name: str) -> None:
    both = run_by_both(GAME, CASES[name], None, engine_only=False)
    assert (both.cited, both.disagreements) == ((), ())


@pytest.mark.parametrize("name", LOST)
def test_what_is_not_known_is_left_to_the_engine(name: str) -> None:
    assert run_case(CASES[name]).status == NOT_YET


RECORD = CASES["rm-3.9-broken"]
"""A stage of two cars, with a check behind each of their turns."""


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("check next B", ""),
        ("check next A", "RM-3.7"),
        ("check order B A", ""),
        ("check A s8 g1 t=0:50 m=0", ""),
        ("check A t=0:40", "RM-4.12"),
        ("check B g4", "RM-4.6"),
        ("check B spare=used", "RM-10.2"),
        ("check dirt K1=0", ""),
        ("check dirt K1=1", "RM-9.8"),
        ("turn 4", ""),
        ("turn 3", "RM-3.6"),
        ("R5 B: g =5", "RM-3.6"),
        ("result A 1:00", "RM-13.1"),
        ("position\nturn 4\norder B A\nnext B\nA s8 g1\nend", ""),
        ("position\nA s8 arr=1\nB s9 arr=2\nend", ""),
        ("position\nA s8 arr=2\nB s9 arr=1\nend", "RM-3.8"),
        ("position\nnext A\nend", "RM-3.7"),
    ],
)
def test_lines_behind_two_turns(line: str, rule: str) -> None:
    lines = [one for one in RECORD["lines"] if not one.startswith("check")]
    expected = {"verdict": "illegal", "rule": rule} if rule else {"verdict": "legal"}
    found = run_case({**RECORD, "lines": [*lines, *line.splitlines()], "expect": expected})
    assert (found.status, found.messages) == (PASSED, ())


@pytest.mark.parametrize("line", ["R4 B: ? =5", "...", "either"])
def test_of_what_is_not_known_the_spec_says_nothing(line: str) -> None:
    lines = [one for one in RECORD["lines"] if not one.startswith("check")]
    ends = ["B: g =5", "or", "B: 5 =5", "end"] if line == "either" else []
    found = run_case({**RECORD, "lines": [*lines, line, *ends], "expect": {"verdict": "legal"}})
    assert found.status == NOT_YET


RALLY = CASES["rm-8.5-rally-repaired"]


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("check start A B", "check start B A", "RM-3.3"),
        ("check start A B", "check A dmg=1", "RM-14.1"),
        ("check start A B", "check A dmg=0 spare=held", ""),
        ("check start A B", "check stage A 2:20 B 2:30", ""),
        ("check start A B", "check stage A 2:21", "RM-13.2"),
        ("check start A B", "check winner A", ""),
        ("check start A B", "check winner B", "RM-13.6"),
        ("check start A B", "check places B A", "RM-13.4"),
        ("check start A B", "spare A", "RM-10.4"),
        ("check start A B", "tyres A snow", ""),
        ("assistance", "tyres A snow", "RM-15.4"),
        ("check total A 4:40 B 5:10", "check total A 4:40 B 5:11", "RM-13.4"),
        ("check total A 4:40 B 5:10", "result A out B 5:10", "RM-13.6"),
        ("check total A 4:40 B 5:10", "result A 4:40 B 5:10", "RM-13.6"),
        ("check total A 4:40 B 5:10", "result A ? B ?", ""),
        ("check total A 4:40 B 5:10", "check start B A", "RM-3.4"),
    ],
)
def test_lines_of_a_rally(old: str, new: str, rule: str) -> None:
    lines = [new if line == old else line for line in RALLY["lines"]]
    assert lines != RALLY["lines"]
    if new == "tyres A snow" and not rule:
        lines = lines[: lines.index(new) + 1]
    expected = {"verdict": "illegal", "rule": rule} if rule else {"verdict": "legal"}
    found = run_case({**RALLY, "lines": lines, "expect": expected})
    assert (found.status, found.messages) == (PASSED, ())


WRONG = {"legal": "illegal", "illegal": "legal"}


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, case in CASES.items()
        if case["kind"] in JUDGED and case["expect"].get("verdict") in WRONG
    ][::5],
)
def test_an_altered_case_fails(name: str) -> None:
    case = CASES[name]
    expect = {**case["expect"], "verdict": WRONG[case["expect"]["verdict"]]}
    assert run_case({**case, "expect": expect}).status != PASSED


def test_a_wrong_step_and_a_wrong_fact_fail() -> None:
    broken = CASES["c008-chain-skips-a-gear"]
    assert run_case({**broken, "expect": {**broken["expect"], "step": 1}}).status != PASSED
    legal = CASES["c001-first-turn-from-start"]
    for key, value in (("space", "s2"), ("chrono", 40), ("card", "2"), ("symbols", 0), ("gear", 2)):
        assert run_case({**legal, "expect": {**legal["expect"], key: value}}).status != PASSED


def test_a_wrong_rule_of_a_record_fails() -> None:
    expect = {"verdict": "illegal", "rule": "RM-5.3"}
    for name in ("rm-3.9-broken", "rm-1.4-broken"):
        assert run_case({**CASES[name], "expect": expect}).status == FAILED
