"""`steward explain`: why a line is illegal, by the solver: each rule it breaks, and rules that rule it out only together."""

import argparse
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from grammar.parser import ParseResult, parse
from grammar.syntax import Statement
from verifier.cli.common import CODES, add_rules, overrides
from verifier.cli.output import print_json, say
from verifier.errors import BROKEN, INTERNAL, NO_VERDICT, OK, UNUSABLE, StewardError
from verifier.findings import ILLEGAL, KINDS, LEGAL, UNREADABLE, Finding, deciding, verdict_of
from verifier.game import Answer, Where
from verifier.records.heading import KINDS as HEADING
from verifier.records.inputs import read_place
from verifier.records.replay import Options, judge_records, syntax_finding
from verifier.records.spots import Spot, record_of, table_at
from verifier.records.stepping import MISSING, last_line
from verifier.verdicts.explained import Explained, explain, in_words_of
from verifier.verdicts.refuting import Refuting

ASKED = "asked"
"""The file of a claim that is not in a file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward explain`."""
    parser.add_argument(
        "place", metavar="PATH[@LINE]", help="a line of a record; without one, the first illegal line"
    )
    parser.add_argument("--claim", metavar="MOVE", help="explain this line in place of the written one")
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """Explains a line. Returns 0 if it is legal, 1 if not, 3 without an answer, 4 if the judges differ."""
    source, line = read_place(args.place)
    options = Options(overrides(args), source.folder)
    result = parse(source.data, source.file)
    if args.claim is None and line is None:
        first = _first_wrong(result, options)
        if first is None:
            raise StewardError(
                f"no line of {source.file} is illegal", f"name a line, as in `{source.file}@12`", OK
            )
        if KINDS[first.kind] == UNREADABLE:
            return _told(args, [first], UNUSABLE)
        line = first.line
    unread = [syntax_finding(one) for one in result.errors if one.span.line == line]
    if unread and args.claim is None:
        return _told(args, unread, UNUSABLE)
    line = _first_of_block(result, line)
    in_a_gap = _in_a_gap(result, line, options) if args.claim is None else []
    if in_a_gap:
        return _told(args, in_a_gap, BROKEN, record_of(result, line).game)
    spot = table_at(result, line, options)
    statement = _statement(spot, args.claim, line) if args.claim is not None else spot.statement
    if statement is not None and statement.kind in HEADING:
        told = _found_in(result, line, options) if args.claim is None else []  # no judge of a game sees it
        if told:
            return _told(args, told, UNUSABLE)
        statement = None
    if statement is not None and statement.kind == "either":
        raise StewardError(
            f"line {line} of {source.file} begins alternatives, and the record does not say which of them happened",
            f'`steward decide {source.file}@{line}` compares them; or claim one of their lines with `--claim "..."`',
            NO_VERDICT,
        )
    if statement is None or (args.claim is None and statement.line != line):
        what = f"`{args.claim}`" if args.claim is not None else f"line {line} of {source.file}"
        raise StewardError(f"{what} has nothing to explain", "name a line with a move")
    return _explain(args, spot, statement)


def _first_of_block(result: ParseResult, line: int | None) -> int | None:
    """The first line of the statement that contains this line; a `position` block is explained as a whole."""
    for record in result.records:
        for statement in record.statements:
            if line is not None and statement.line <= line <= last_line(statement):
                return statement.line
    return line


def _first_wrong(result: ParseResult, options: Options) -> Finding | None:
    """The deciding finding of the first illegal record; without one, that of the first unreadable record."""
    unread = None
    for report in judge_records(result, options):
        if report.deciding is not None and report.verdict == ILLEGAL:
            return report.deciding
        if report.deciding is not None and report.verdict == UNREADABLE:
            unread = unread or report.deciding
    return unread


def _in_a_gap(result: ParseResult, line: int | None, options: Options) -> list[Finding]:
    """What makes a line after missing lines illegal, by the engine alone: the position there is unknown."""
    record = record_of(result, line)
    kinds = [one.kind for one in record.statements if line is not None and one.line < line]
    if next((one for one in kinds[::-1] if one in (MISSING, "position")), None) != MISSING:
        return []
    return [one for one in _found_in(result, line, options) if KINDS[one.kind] == ILLEGAL]


def _found_in(result: ParseResult, line: int | None, options: Options) -> list[Finding]:
    """The findings of `steward verify` about the statement that begins in this line."""
    found = [one for report in judge_records(result, options) for one in report.findings]
    return [one for one in found if _first_of_block(result, one.line) == line]


def _told(args: argparse.Namespace, findings: list[Finding], code: int, game: str = "") -> int:
    """Prints what the engine alone finds about a line, as `steward verify` does."""
    if args.format == "json":
        print_json("explain", code, {"place": args.place, "claim": args.claim, **_json(None, findings)})
        return code
    from verifier.render.text import finding_text

    say("\n".join(finding_text(finding, game=game) for finding in findings))
    return code


def _statement(spot: Spot, claim: str, line: int | None) -> Statement:
    """The claim as a line of the record's game, at `line`, else after the last line. Raises `StewardError` if it cannot be
    read."""
    line = line or last_line(spot.record.statements[-1]) + 1
    above = "\n" * max(1, line - 1)
    result = parse(f"game {spot.game.name}{above}{claim}\n", ASKED)
    if result.errors:
        error = result.errors[0]
        raise StewardError(f"`{claim}`: {error.message}", error.hint)
    lines = [one for record in result.records for one in record.statements[1:]]
    if len(lines) != 1:
        raise StewardError(f"`{claim}` is not one line of a record", 'as in `--claim "29 Charge: f3 o"`')
    return lines[0]


def _explain(args: argparse.Namespace, spot: Spot, statement: Statement) -> int:
    if spot.game.by_solver is None:
        raise StewardError(f"{spot.game.title} has no second judge yet", code=NO_VERDICT)
    where = spot.where if args.claim is None else replace(spot.where, file=args.place)
    spot, answer = _fitting(spot, statement, where)
    engine = verdict_of(answer.findings) if answer.judged or answer.findings else ""
    if engine == UNREADABLE:
        explained, code = None, UNUSABLE
    else:
        explained = explain(spot.game, spot.table, statement, where)
        if explained is not None:
            explained = in_words_of(answer.findings, explained)
        if explained is not None and explained.finding is not None:
            explained = replace(explained, finding=_unlined(explained.finding, args))
        code = _code(explained, engine)
    findings = [_unlined(finding, args) for finding in answer.findings]
    if args.format == "json":
        parts = {"place": args.place, "claim": args.claim, **_json(explained, findings)}
        print_json("explain", code, parts | ({"notes": [spot.note]} if spot.note else {}))
        return code
    if spot.note and not args.quiet:
        say(spot.note)
    say("\n".join(_text(args, spot, statement, explained, findings, code)))
    return code


def _fitting(spot: Spot, statement: Statement, where: Where) -> tuple[Spot, Answer]:
    """The engine's answer to a line. If several positions are possible, it is about one that the line fits, if any: the line is
    illegal only if it fits none of them."""
    answer = spot.game.line(spot.table, statement, where)
    tables = (spot.table, *spot.others)
    for place, table in enumerate(tables):
        other = spot.game.line(table, statement, where) if place else answer
        if other.judged and not other.findings:
            rest = (*tables[:place], *tables[place + 1 :])
            return replace(spot, table=table, others=rest), other
    return spot, Refuting(spot.game, where)(answer, spot.table, statement, spot.game.line)


def _unlined(finding: Finding, args: argparse.Namespace) -> Finding:
    """The finding; without a line number if it is about a claim from the command line."""
    return finding if args.claim is None else replace(finding, file=args.place, line=0)


def _code(explained: Explained | None, engine: str) -> int:
    if explained is None:
        return CODES.get(engine, NO_VERDICT)
    if explained.gave_up or engine not in (LEGAL, ILLEGAL):
        return NO_VERDICT
    if explained.legal != (engine == LEGAL):
        return INTERNAL
    return OK if explained.legal else BROKEN


def _text(
    args: argparse.Namespace,
    spot: Spot,
    statement: Statement,
    explained: Explained | None,
    engine: list[Finding],
    code: int,
) -> Iterable[str]:
    from grammar.errors import visible
    from verifier.render.text import because_lines, finding_text

    if explained is None:
        # A kind of line that only the engine judges, or an unreadable line.
        yield from (finding_text(finding, game=spot.game.name) for finding in engine)
        if not engine:
            came = "is legal, by the engine alone" if code == OK else "leaves open what happened"
            yield f"`{visible(statement.source.strip())}` {came}"
        return
    if explained.gave_up:
        yield f"undetermined: {explained.gave_up}"
        return
    if explained.legal:
        yield f"`{visible(statement.source.strip())}` is legal"
        yield from (f"   {visible(step)}" for step in explained.steps if not args.quiet)
    elif explained.finding is not None:
        yield finding_text(explained.finding, game=spot.game.name)
        for core in explained.together:
            yield from because_lines(core, spot.game.name, "together")
    if code == INTERNAL:
        decisive = deciding(engine)
        yield "the judges differ: by the engine " + (
            f"{ILLEGAL}, {' '.join(decisive.rules)}: {visible(decisive.fact)}"
            if decisive is not None
            else LEGAL
        )


def _json(explained: Explained | None, engine: list[Finding]) -> dict[str, Any]:
    from verifier.render.json import said

    answer: dict[str, Any] = {"engine": engine, "solver": None}
    if explained is not None:
        answer["solver"] = {
            "legal": explained.legal,
            "finding": explained.finding,
            "alone": said(explained.alone),
            "together": [said(core) for core in explained.together],
            "tracked": explained.tracked,
            "steps": explained.steps,
            "gave_up": explained.gave_up or None,
        }
    return answer
