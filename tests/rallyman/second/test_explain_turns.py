"""`explain` names the rule of every broken case that is a record, and calls the kept ones legal."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from grammar.parser import parse
from verifier.findings import ILLEGAL
from verifier.game import Where
from verifier.rallyman.cases.turn import heading
from verifier.rallyman.game import GAME
from verifier.replay import Options, judge_records
from verifier.second import Explained
from verifier.spots import table_at

FOLDER = Path(__file__).parents[2] / "cases" / "rallyman"
CASES = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("rm-*.toml"))
}
LINES = {name: case for name, case in CASES.items() if case["kind"] == "lines"}
BY_THE_ENGINE = ("position", "turn")


def explained(case: dict[str, Any], line: int | None = None) -> tuple[str, Explained | None]:
    """What is said of a line of a case, the first illegal one or the last turn; with the kind of the line."""
    text = "\n".join([*heading(case, {}, None), *case["lines"], ""])
    if line is None:
        reports = judge_records(parse(text, "a.race"), Options())
        findings = [one.deciding for one in reports if one.deciding is not None and one.verdict == ILLEGAL]
        line = findings[0].line if findings else text.count("\n")
    spot = table_at(parse(text, "a.race"), line, Options())
    if spot.statement is None:
        return "position", None
    assert GAME.second is not None
    answer = GAME.second().explain(spot.table, spot.statement, Where("a.race", Path()))
    return spot.statement.kind, answer


@pytest.mark.parametrize("name", [name for name in LINES if name.endswith("-broken")])
def test_the_rule_of_a_broken_line_is_named(name: str) -> None:
    kind, answer = explained(LINES[name])
    if kind in BY_THE_ENGINE:
        assert answer is None
        return
    assert answer is not None and not answer.legal and not answer.gave_up
    expect = LINES[name]["expect"]
    accepted = {expect["rule"], *expect.get("also", ())}
    named = {rule for rule, _ in answer.alone} | {rule for core in answer.together for rule, _ in core}
    assert answer.finding is not None
    assert accepted & {*named, *answer.finding.rules}


@pytest.mark.parametrize("name", [name for name in LINES if name.endswith("-kept")])
def test_a_kept_turn_is_legal(name: str) -> None:
    kind, answer = explained(LINES[name])
    if kind not in BY_THE_ENGINE:
        assert answer is not None and answer.legal and (kind != "drives" or answer.steps)


@pytest.mark.parametrize(
    ("turn", "marked", "fact"),
    [
        ("A: 1 2 *? =?", "*?", "control is not lost here"),
        ("A: 1 2 g?/k? 3 *? =?", "*?", "control is not lost here"),
        ("A: 1 2 3!/i 4 g ?1", "4", "the turn is over: no die follows"),
        ("A: 1 2! 3!/i g? =3", "g?", "the turn is over: no die follows"),
        ("A: 1 4? g =2", "4?", "the gear die 4 from gear 1"),
    ],
)
def test_of_a_rule_asked_more_than_once_the_place_at_fault_is_told(turn: str, marked: str, fact: str) -> None:
    """A loss of control that is claimed and one that is not, a die behind a loss: one rule each, and several demands of it."""
    text = f"game rallyman\nstage mill-lane\ndriver A\n{turn}\n"
    spot = table_at(parse(text, "a.race"), 4, Options())
    assert spot.statement is not None and GAME.second is not None
    answer = GAME.second().explain(spot.table, spot.statement, Where("a.race", Path()))
    assert answer is not None and answer.finding is not None
    finding = answer.finding
    assert (turn[finding.column - 1 : finding.end_column - 1], finding.fact) == (marked, fact)
