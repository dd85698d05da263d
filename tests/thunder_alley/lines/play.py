"""Plays the lines of a record in a position, one after the other."""

from collections.abc import Callable
from pathlib import Path

from grammar.parser import parse
from grammar.syntax import Statement
from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from tests.by_solver import verdict_and_rule
from verifier.findings import Finding
from verifier.game import Answer, Where
from verifier.records.replay import judge_records
from verifier.thunder_alley.engine.terms import Outcome
from verifier.thunder_alley.game import refuting
from verifier.thunder_alley.lines.line import new_table, table_line
from verifier.thunder_alley.lines.terms import Table

PLACE = Where("test.race", Path())
FRAME = ("game", "format", "ruling", "remark", "date", "ruleset", "expect", "shows")

TRACK = """game thunder-alley
track
  sectors 1-12 a b c
  ring
  line 12
end
laps 3
team Red "Ana" 29 25 41
team Blue 15 4 9
car 29 "Dave"
"""


def replies(
    text: str, judged_by: Callable[[Table], Table] = refuting, **rulings: str
) -> list[tuple[str, Answer]]:
    """Each line with its result; `judged_by` chooses the judge."""
    result = parse(text, "test.race")
    assert not result.errors, result.errors
    readings = {id.replace("_", "-"): reading for id, reading in rulings.items()}
    table = judged_by(new_table(with_changes(DATA, default_ruleset(DATA), readings)))
    found = []
    for statement in result.records[0].statements:
        if statement.kind not in FRAME:
            reply = table_line(table, statement, PLACE)
            found.append((statement.source, reply))
            table = reply.table
    return found


def play(lines: str, start: str = TRACK, **rulings: str) -> tuple[list[Finding], Table]:
    """All findings and the final position."""
    found = replies(start + lines, **rulings)
    return [finding for _, reply in found for finding in reply.findings], found[-1][1].table


def last(table: Table) -> Outcome:
    """What the last judged move led to."""
    outcomes = (getattr(step.effects, "outcome", None) for step in reversed(table.past))
    return next(one for one in outcomes if isinstance(one, Outcome))


def places(table: Table) -> str:
    """The places of the cars: `15 3b, 29 4b`."""
    assert table.position is not None
    return ", ".join(f"{car.number} {car.space or car.status}" for car in table.position.cars)


def marked(finding: Finding) -> str:
    """The text that a finding marks."""
    return finding.source[finding.column - 1 : finding.end_column - 1]


def judged_by_both(text: str) -> tuple[str, str]:
    """The verdict on a record and the rule that decides, on which both judges agree."""
    result = parse(text, "test.race")
    [report] = judge_records(result)
    first = report.deciding
    engine = (report.verdict, first.rules[0] if first is not None and first.rules else "")
    assert verdict_and_rule(result.records[0]) == engine
    return engine


def statement(line: str) -> Statement:
    """A line that stands alone, read."""
    result = parse(f"game thunder-alley\n{line}\n", "test.race")
    assert not result.errors, result.errors
    return result.records[0].statements[1]
