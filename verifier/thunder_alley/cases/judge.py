"""Has the record of a case judged, by the function that `steward verify` calls."""

from grammar.parser import parse
from verifier.replay import Options, judge_records
from verifier.thunder_alley.cases.compare import Came
from verifier.thunder_alley.table import Table


def judge_text(text: str, line: int, id: str = "case") -> Came:
    """What comes out of a record, with the table after one of its lines."""
    report = judge_records(parse(text, f"{id}.race"), Options(steps=True))[0]
    table: Table | None = None
    for step in report.steps:
        if step.statement.line <= line and isinstance(step.after, Table):
            table = step.after
    return Came(report.verdict, report.findings, table)
