"""`steward test`: runs test records and case files through both judges, and lists those that fail."""

import argparse
import re
import textwrap
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from grammar.parser import parse
from grammar.syntax import Record
from model.datafiles import toml
from model.errors import ModelError
from verifier.case_judges import CaseByBoth, run_by_both
from verifier.cli.common import add_output
from verifier.cli.jobs import ENDED, MANY, add_jobs, in_order, size_of
from verifier.cli.output import print_json, say
from verifier.errors import BROKEN, INTERNAL, NO_VERDICT, OK, UNUSABLE, WIDTH, StewardError, worst
from verifier.findings import Finding
from verifier.game import FAILED, NOT_YET, PASSED, CaseResult, Game
from verifier.games import GAMES, find_game
from verifier.heading import Overrides
from verifier.inputs import CASES, RECORDS, Input, named_inputs, read_named
from verifier.names import did_you_mean
from verifier.render.text import finding_text
from verifier.replay import Options, syntax_finding
from verifier.testing import Tested, run_record

CODES = {PASSED: OK, FAILED: BROKEN, NOT_YET: NO_VERDICT}


@dataclass(frozen=True, slots=True)
class Ran:
    """One case file: its result, or why it could not be read."""

    file: str
    result: CaseByBoth | None = None
    problem: Finding | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one test. `text` is empty unless it failed; `waiting` pairs what is not judged with the test."""

    status: str
    code: int
    text: str
    notes: tuple[str, ...] = ()
    waiting: tuple[str, str] | None = None
    json: Mapping[str, Any] = field(default_factory=dict)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward test`."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="records (*.race), case files (*.toml), folders of them, or `-`",
    )
    parser.add_argument(
        "--ruleset", metavar="NAME|PATH", help="judge by this ruleset, not by the default one"
    )
    parser.add_argument(
        "--engine-only", action="store_true", help="ask the engine alone, not the solver as well (faster)"
    )
    add_jobs(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Runs every test. Returns 4 if the judges disagree about one, else 2 for unreadable input, else 1 if one failed, else 3
    if one is not judged yet, else 0."""
    rows: list[Row] = []
    tasks = list(named_inputs(args.paths, RECORDS, CASES))
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
        for line in (*(line for row in rows for line in row.notes), *_waiting(rows)):
            say(line)
    disagree = f", {counts['disagree']} in which the judges disagree" if counts["disagree"] else ""
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['not_yet']} not yet{disagree}")
    return code


def _lost(named: str | Input) -> list[Row]:
    file = named if isinstance(named, str) else named.file
    return [_unreadable(Finding("unreadable", file, 0, 0, 0, ENDED))]


def _rows(ruleset: str | None, engine_only: bool, named: str | Input) -> list[Row]:
    source = read_named(named)
    if source.problem is None and not source.file.endswith(CASES):
        return list(_record_rows(source, ruleset, engine_only=engine_only))
    return [_case_row(run_file(source, ruleset, engine_only=engine_only))]


# Records


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
    alone = (f"by the engine alone: {tested.by_engine_alone}", place) if tested.by_engine_alone else None
    return Row(tested.status, code, text, waiting=alone, json=_record_json(tested))


def _record_json(tested: Tested) -> dict[str, Any]:
    from verifier.render.json import finding_json

    report = tested.report
    return {
        "file": report.file,
        "line": report.line,
        "title": report.title,
        "status": tested.status,
        "messages": list(tested.messages),
        "findings": [finding_json(finding) for finding in report.findings],
        "disagree": tested.disagree,
        "judged": [
            {
                "under": dict(one.under),
                "engine": one.report.verdict,
                "solver": (one.solver.verdict or None) if one.solver is not None else None,
            }
            for one in tested.tried
        ],
    }


def _unreadable(problem: Finding) -> Row:
    from verifier.render.json import finding_json

    answer = {
        "file": problem.file,
        "status": "unreadable",
        "messages": [],
        "findings": [finding_json(problem)],
    }
    return Row("unreadable", UNUSABLE, finding_text(problem), json=answer)


def _indented(messages: Iterable[str]) -> list[str]:
    return [
        line
        for message in messages
        for line in textwrap.wrap(
            message, WIDTH, initial_indent="   ", subsequent_indent="      ", break_on_hyphens=False
        )
    ]


# Case files


def _case_row(ran: Ran) -> Row:
    if ran.result is None:
        return Row("unreadable", UNUSABLE, failure_text(ran), json=_case_json(ran))
    engine = ran.result.engine
    waiting = None
    if engine.status == NOT_YET:
        waiting = (f"not yet  {engine.kind}", engine.id)
    elif ran.result.by_engine_alone:
        waiting = (f"by the engine alone  {engine.kind}", engine.id)
    notes = tuple(_cited([ran]))
    return Row(ran.result.status, _code(ran), failure_text(ran), notes, waiting, _case_json(ran))


def run_file(source: Input, ruleset: str | None, *, engine_only: bool = False) -> Ran:
    """Runs one case file through its game, by both judges or by the engine alone."""
    if source.problem is not None:
        return Ran(source.file, problem=source.problem)
    try:
        content = toml(source.data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        return Ran(source.file, problem=_not_toml(source.file, error))
    name = content.get("game", _game_of_schema(content.get("schema")))
    if not isinstance(name, str) or name not in GAMES:
        help = did_you_mean(str(name), GAMES) or f"games: {', '.join(GAMES)}"
        fact = f"there is no game `{name}`" if name is not None else "the case does not name its game"
        return Ran(source.file, problem=Finding("unknown-name", source.file, 0, 0, 0, fact, help=help))
    game = find_game(name)
    if game.run_case is None:
        raise StewardError(f"{game.title} has no cases", code=NO_VERDICT)
    if "kind" not in content:
        fact, help = (
            "the case does not say its kind",
            '`kind = "move"`, for example; `docs/case-files.md` has all',
        )
        return Ran(source.file, problem=Finding("unreadable", source.file, 0, 0, 0, fact, help=help))
    if ruleset is not None:
        _known(game, ruleset)
    content.setdefault("id", Path(source.file).stem)
    return Ran(source.file, run_by_both(game, content, ruleset, engine_only=engine_only), game=game.name)


def _game_of_schema(schema: object) -> str | None:
    """The game that a case names by its schema alone: `rallyman-case/1`."""
    found = re.fullmatch(r"([a-z-]+)-case/\d+", schema) if isinstance(schema, str) else None
    return found[1] if found else None


def _known(game: Game[Any], ruleset: str) -> None:
    """Raises `StewardError` for an unusable ruleset, once for all cases."""
    from model.ruleset import load_ruleset

    try:
        load_ruleset(game.data, ruleset, Path())
    except ModelError as error:
        raise StewardError.about(error.problems[0]) from error


def _not_toml(file: str, error: Exception) -> Finding:
    if isinstance(error, UnicodeDecodeError):
        return Finding("unreadable", file, 0, 0, 0, "this is not UTF-8 text")
    if isinstance(error, RecursionError):
        return Finding("unreadable", file, 0, 0, 0, "the values of this file are nested too deeply")
    message = str(error)
    fact = f"this is not valid TOML: {message[:1].lower()}{message[1:]}"
    return Finding("unreadable", file, 0, 0, 0, fact)


def _code(one: Ran) -> int:
    if one.result is None:
        return UNUSABLE
    return INTERNAL if one.result.disagreements else CODES[one.result.status]


def failure_text(one: Ran) -> str:
    """The report of a failed or unreadable case; empty for any other."""
    if one.problem is not None:
        return finding_text(one.problem)
    result = one.result
    if result is None or result.status != FAILED:
        return ""
    lines = [f"failed  {result.engine.id}  ({one.file})"]
    lines += _indented(result.messages)
    for finding in result.engine.findings[:1]:
        lines += [f"   {line}" for line in finding_text(finding, game=one.game).splitlines()]
    return "\n".join(lines)


def _cited(ran: Iterable[Ran]) -> Iterable[str]:
    """Cases that both judges refuse by different rules."""
    for one in ran:
        if one.result is not None:
            for sentence in one.result.cited:
                yield from textwrap.wrap(
                    f"{one.result.engine.id}: {sentence}",
                    WIDTH,
                    subsequent_indent="   ",
                    break_on_hyphens=False,
                )


def _waiting(rows: Iterable[Row]) -> Iterable[str]:
    """Tests that one or both judges do not judge, grouped by reason."""
    kinds: dict[str, list[str]] = {}
    for row in rows:
        if row.waiting is not None:
            kinds.setdefault(row.waiting[0], []).append(row.waiting[1])
    for how, ids in sorted(kinds.items()):
        yield from textwrap.wrap(
            ", ".join(ids), WIDTH, initial_indent=f"{how}: ", subsequent_indent="   ", break_on_hyphens=False
        )


def _counts(rows: Sequence[Row]) -> dict[str, int]:
    states = [row.status for row in rows]
    return {
        "cases": len(states),
        "passed": states.count(PASSED),
        "failed": states.count(FAILED),
        "not_yet": states.count(NOT_YET),
        "unreadable": states.count("unreadable"),
        "disagree": sum(row.code == INTERNAL for row in rows),
    }


def _case_json(one: Ran) -> dict[str, Any]:
    from verifier.render.json import finding_json

    result = one.result
    engine = result.engine if result is not None else None
    findings = engine.findings if engine is not None else (one.problem,) if one.problem else ()
    return {
        "file": one.file,
        "id": engine.id if engine is not None else None,
        "kind": engine.kind if engine is not None else None,
        "status": result.status if result is not None else "unreadable",
        "messages": list(result.messages) if result is not None else [],
        "findings": [finding_json(finding) for finding in findings],
        "engine": _judge_json(engine),
        "solver": _judge_json(result.solver if result is not None else None),
        "disagree": result is not None and bool(result.disagreements),
        "cited": list(result.cited) if result is not None else [],
    }


def _judge_json(result: CaseResult | None) -> dict[str, Any] | None:
    if result is None:
        return None
    verdicts = [
        {"readings": one.readings, "verdict": one.verdict, "rule": one.rule, "as_expected": one.as_expected}
        for one in result.verdicts
    ]
    return {"status": result.status, "messages": list(result.messages), "verdicts": verdicts}
