"""Cases of kind `lines`, judged by the spec: a record line by line. The header, the first table and the names in a line are read
by the parts that read records; what a line comes to is asked of the spec."""

from collections.abc import Mapping
from typing import Any

from grammar.parser import parse
from grammar.syntax import Statement
from model.ruleset import Ruleset, with_changes
from model.thunder_alley.facts import DATA
from verifier.thunder_alley.cases.record import CaseError, header_lines
from verifier.thunder_alley.second.cases.judged import Judged, NotJudgedError, judged
from verifier.thunder_alley.second.cases.table import Case
from verifier.thunder_alley.second.cases.telling import Telling
from verifier.thunder_alley.table import Table, new_table, table_line
from verifier.thunder_alley.table.header import KINDS as HEADER

START = ("position", "setup_bar", "grid")
"""Lines that lay the first table."""

SHARED = ("game", "format", "ruleset", "ruling", "option", "parameter", "remark", "date")
"""Lines of the header that say nothing of the table."""


def run_lines(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> Judged:
    """Judges the lines after a header with the rules of the case; expected are the verdict, its rule, the line it stands in."""
    text = "\n".join([*header_lines(case, {}), *str(case["start"]["lines"]).splitlines(), ""])
    parsed = parse(text, f"{case['id']}.race")
    if parsed.errors:
        raise CaseError("a line of the case cannot be read")
    statements = parsed.records[0].statements
    begun, rest = _begun(statements, _rules(statements, rules))
    telling = Telling(begun, [one for one in statements if one.kind in START])
    for statement in rest:
        telling.take(statement)
        if telling.fault is not None:
            break
    broken, line = telling.first_fault() or ((), 0)
    wrong = []
    said = next((one.source.strip() for one in statements if one.line == line), "")
    if broken and "line" in expect and said != expect["line"]:
        wrong.append(f"expected the fault in `{expect['line']}`, came out in `{said}`")
    return judged(expect, broken, wrong)


def _rules(statements: tuple[Statement, ...], rules: Ruleset) -> Ruleset:
    """The ruleset with the readings and options that the lines choose."""
    readings, options = {}, {}
    for statement in statements:
        leaves = [leaf.text for leaf in statement.node.leaves()]
        if statement.kind == "ruling":
            readings[leaves[0]] = leaves[1]
        elif statement.kind == "option":
            options[leaves[0]] = int(leaves[1]) if len(leaves) > 1 and leaves[1].isdigit() else True
    return with_changes(DATA, rules, readings, options=options)


def _begun(statements: tuple[Statement, ...], rules: Ruleset) -> tuple[Table, list[Statement]]:
    """The first table as the record lays it, and the lines after it."""
    table = new_table(rules)
    for place, statement in enumerate(statements):
        if statement.kind in (*HEADER, *START):
            reply = table_line(table, statement, "case.race")
            if reply.findings:
                raise NotJudgedError("the solver does not judge how the first table is laid")
            table = reply.table
        elif statement.kind not in SHARED:
            return table, list(statements[place:])
    return table, []
