"""`explain` names the rule of every test record that is illegal, and calls the last turn of the others legal."""

from itertools import groupby
from pathlib import Path

import pytest

from grammar.parser import ParseResult, parse
from grammar.syntax import Record
from model.rallyman.facts import DATA
from model.ruleset import default_ruleset
from verifier.cli.rule_links import records_of_tests
from verifier.findings import ILLEGAL
from verifier.game import Where
from verifier.rallyman.game import GAME
from verifier.records.expected import Expected, conditions, expectation_of
from verifier.records.replay import Options, judge_records
from verifier.records.spots import table_at
from verifier.verdicts.explained import Explained, explain

RECORDS = [
    record
    for record in records_of_tests(DATA)
    if not any(one.kind in ("rally", "under", "not_written") for one in record.statements)
    and not conditions(record)
]
BY_FILE = {file: list(records) for file, records in groupby(RECORDS, lambda record: record.file)}


def explained(record: Record, line: int) -> Explained | None:
    """The explanation of a line of a record."""
    expected = Expected(GAME, default_ruleset(DATA))
    parsed = ParseResult((expected.record(record),), ())
    spot = table_at(parsed, line, Options())
    assert spot.statement is not None
    return explain(GAME, spot.table, spot.statement, Where(record.file, Path()))


@pytest.mark.parametrize("file", BY_FILE)
def test_the_rule_of_a_broken_line_is_named(file: str) -> None:
    for record in BY_FILE[file]:
        (report,) = judge_records(ParseResult((record,), ()), Options())
        if report.verdict != ILLEGAL or report.deciding is None:
            continue
        if all(one.line != report.deciding.line for one in record.statements):
            continue  # within a `position` block
        answer = explained(record, report.deciding.line)
        assert answer is not None and not answer.legal and not answer.gave_up, record.line
        accepted = {
            rule for one in record.statements if one.kind == "expect" for rule in expectation_of(one).rules
        }
        named = {rule for rule, _ in answer.alone} | {rule for core in answer.together for rule, _ in core}
        assert answer.finding is not None
        assert accepted & {*named, *answer.finding.rules}, record.line


@pytest.mark.parametrize("file", BY_FILE)
def test_a_kept_turn_is_legal(file: str) -> None:
    for record in BY_FILE[file]:
        last = record.statements[-1]
        if last.kind != "drives" or any(one.kind == "expect" for one in record.statements):
            continue
        answer = explained(record, last.line)
        assert answer is not None and answer.legal and answer.steps, record.line


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
    """A loss of control that is claimed and one that is not, a die after a loss: one rule each, which sets several conditions."""
    text = f"game rallyman\nstage mill-lane\ndriver A\n{turn}\n"
    spot = table_at(parse(text, "a.race"), 4, Options())
    assert spot.statement is not None
    answer = explain(GAME, spot.table, spot.statement, Where("a.race", Path()))
    assert answer is not None and answer.finding is not None
    finding = answer.finding
    assert (turn[finding.column - 1 : finding.end_column - 1], finding.fact) == (marked, fact)
