"""`steward test`: runs test records through both judges, and lists those that fail."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import chain
from typing import Any

from grammar.parser import parse
from grammar.syntax import Record
from model.values import value
from verifier.cli.common import add_records, check_ruleset
from verifier.cli.jobs import MANY, add_jobs, ended, in_order, size_of
from verifier.cli.output import print_json, say
from verifier.errors import BROKEN, INTERNAL, OK, UNUSABLE, worst
from verifier.findings import Finding
from verifier.records.heading import Overrides
from verifier.records.inputs import Input, named_inputs, read_named
from verifier.records.replay import Options, syntax_finding
from verifier.records.testing import FAILED, PASSED, Tested, run_record
from verifier.render.text import finding_text
from verifier.words import wrapped

CODES = {PASSED: OK, FAILED: BROKEN}


@value
class Row:
    """The result of one test. `text` is empty unless it failed; `waiting` pairs what is not judged with the test."""

    status: str
    code: int
    text: str
    waiting: tuple[str, str] | None = None
    json: Mapping[str, Any] = field(default_factory=dict)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward test`."""
    add_records(parser)
    parser.add_argument(
        "--ruleset", metavar="NAME|PATH", help="judge by this ruleset, not by the default one"
    )
    parser.add_argument(
        "--engine-only", action="store_true", help="judge by the engine alone, without the solver (faster)"
    )
    add_jobs(parser)


def run(args: argparse.Namespace) -> int:
    """Runs every test. Returns 4 if the judges disagree about one, else 2 for unreadable input, else 1 if one failed, else
    0."""
    if args.ruleset is not None:
        check_ruleset(args.ruleset)
    rows: list[Row] = []
    tasks = list(named_inputs(args.paths))
    work = partial(_rows, args.ruleset, args.engine_only)
    many = args.jobs is None and size_of(tasks) > MANY
    for row in chain.from_iterable(in_order(work, tasks, args.jobs, many=many, lost=_lost, silent=True)):
        rows.append(row)
        if args.format == "text" and row.text:
            say(f"{row.text}\n")
    code = worst([row.code for row in rows])
    counts = _counts(rows)
    if args.format == "json":
        print_json("test", code, {"cases": [row.json for row in rows], "summary": counts})
        return code
    if not args.quiet:
        for line in _waiting(rows):
            say(line)
    disagree = f", {counts['disagree']} in which the judges disagree" if counts["disagree"] else ""
    print(f"{counts['passed']} passed, {counts['failed']} failed{disagree}")
    return code


def _lost(named: str | Input) -> list[Row]:
    return [_unreadable(ended(named))]


def _rows(ruleset: str | None, engine_only: bool, named: str | Input) -> list[Row]:
    source = read_named(named)
    if source.problem is not None:
        return [_unreadable(source.problem)]
    if source.file.endswith(".toml"):
        help = "write it as a record: docs/testing-house-rules.md"
        fact = "a rules test is a record (*.race), not a TOML file"
        return [_unreadable(Finding("unreadable", source.file, 0, 0, 0, fact, help=help))]
    return list(_record_rows(source, ruleset, engine_only=engine_only))


def _record_rows(source: Input, ruleset: str | None, *, engine_only: bool) -> Iterable[Row]:
    options = Options(Overrides(ruleset), source.folder)
    parsed = parse(source.data, source.file)
    outside = [problem for problem in parsed.errors if problem.record == 0]
    for problem in outside if outside or parsed.records else parsed.errors:
        yield _unreadable(syntax_finding(problem))
    for record in parsed.records:
        errors = [problem for problem in parsed.errors if problem.record == record.number]
        yield _record_row(record, run_record(record, errors, options, engine_only=engine_only))


def _record_row(record: Record, tested: Tested) -> Row:
    report = tested.report
    place = f"{report.file}:{report.line}"
    title = report.title or f"record {report.number}"
    text = ""
    if tested.status == FAILED:
        lines = [f"failed  {place}  {title}", *_indented(tested.messages)]
        findings = next((one.report.findings for one in tested.tried if one.unmet or one.differ), ())
        for finding in findings[:1]:
            lines += [f"   {line}" for line in finding_text(finding, game=record.game).splitlines()]
        text = "\n".join(lines)
    code = INTERNAL if tested.disagree else CODES[tested.status]
    alone = (f"by one judge alone: {tested.by_one_judge}", place) if tested.by_one_judge else None
    return Row(tested.status, code, text, waiting=alone, json=_record_json(tested))


def _record_json(tested: Tested) -> dict[str, Any]:
    report = tested.report
    return {
        "file": report.file,
        "line": report.line,
        "title": report.title,
        "status": tested.status,
        "messages": tested.messages,
        "findings": report.findings,
        "disagree": tested.disagree,
        "judged": [
            {
                "under": dict(one.under),
                "engine": one.report.verdict,
                "solver": one.solver,
            }
            for one in tested.tried
        ],
    }


def _unreadable(problem: Finding) -> Row:
    answer = {
        "file": problem.file,
        "status": "unreadable",
        "messages": [],
        "findings": [problem],
    }
    return Row("unreadable", UNUSABLE, finding_text(problem), json=answer)


def _indented(messages: Iterable[str]) -> list[str]:
    return [line for message in messages for line in wrapped(message, "   ", "      ")]


def _waiting(rows: Iterable[Row]) -> Iterable[str]:
    """Tests that the solver does not judge, grouped by reason."""
    kinds: dict[str, list[str]] = {}
    for row in rows:
        if row.waiting is not None:
            kinds.setdefault(row.waiting[0], []).append(row.waiting[1])
    for how, ids in sorted(kinds.items()):
        yield from wrapped(", ".join(ids), f"{how}: ", "   ")


def _counts(rows: Sequence[Row]) -> dict[str, int]:
    states = [row.status for row in rows]
    return {
        "cases": len(states),
        "passed": states.count(PASSED),
        "failed": states.count(FAILED),
        "unreadable": states.count("unreadable"),
        "disagree": sum(row.code == INTERNAL for row in rows),
    }
