"""`steward verify`: replays records and reports what was not allowed, and why."""

import argparse
from collections.abc import Iterable
from functools import partial
from itertools import chain
from pathlib import PurePath
from typing import Any

from grammar.parser import parse
from model.values import replace, value
from verifier.cli import HOW_TO_REPORT, briefly, show_traceback
from verifier.cli.common import add_records, add_rules, exit_code, overrides
from verifier.cli.jobs import ENDED, MANY, add_jobs, in_order, size_of
from verifier.cli.output import add_format, no_command, print_json, put, say
from verifier.cli.pages import Folder
from verifier.errors import INTERNAL, NO_VERDICT, OK, UNUSABLE, worst
from verifier.findings import GRAVEST_FIRST, ILLEGAL, KINDS, LEGAL, UNREADABLE, VERDICTS, Finding, verdict_of
from verifier.records.inputs import Input, named_inputs, read_named
from verifier.records.replay import Options, RecordReport, judge_records
from verifier.render.text import painter, record_text, total

LONG = 100_000
"""The size in bytes from which a file is judged piece by piece."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward verify`."""
    add_records(parser)
    add_rules(parser)
    parser.add_argument(
        "--all-rulings",
        action="store_true",
        help="report whether the verdict holds under every reading of every ruling, or which readings it depends on",
    )
    parser.add_argument(
        "--rests-on",
        action="store_true",
        help="name the rulings and assumed numbers that a legal record rests on too",
    )
    parser.add_argument(
        "--both",
        action="store_true",
        help="judge each line by the solver too, and report where the judges differ",
    )
    parser.add_argument("--trace", action="store_true", help="report line by line what happened")
    add_format(parser, ("text", "json", "sarif", "github"))
    parser.add_argument(
        "--html",
        metavar="DIR",
        help="write a page to step through for each record to this folder, and an index with the verdicts",
    )
    parser.add_argument(
        "--svg", metavar="DIR", help="write a drawing of each line with a finding to this folder"
    )
    parser.add_argument(
        "--summary", action="store_true", help="print a line for each folder, and only problems in full"
    )
    parser.add_argument(
        "--exit-zero",
        action="store_true",
        help="exit 0 with any verdict, if the records can be read at all",
    )
    parser.add_argument(
        "--allow-undetermined", action="store_true", help="a record without a verdict is not a failure"
    )
    add_jobs(parser)


def run(args: argparse.Namespace) -> int:
    """Judges the named records and prints the results."""
    rests_on = VERDICTS if args.rests_on else GRAVEST_FIRST
    options = Options(
        overrides(args),
        steps=bool(args.trace or args.html or args.svg),
        rests_on=rests_on,
        all_rulings=args.all_rulings,
        details=args.format == "json",
        both=args.both,
    )
    tasks = list(named_inputs(args.paths))
    args.paths = []
    outcomes = in_order(
        partial(judged, options, args),
        tasks,
        args.jobs,
        many=args.jobs is None and size_of(tasks) > MANY,
        lost=partial(_lost, args),
        silent=args.quiet or args.format != "text",
    )
    reports: list[RecordReport] = []
    codes: list[int] = []
    answers: list[Any] = []
    printer = _Printer()
    pages = Folder(args.html, args.svg) if args.html or args.svg else None
    for outcome in chain.from_iterable(outcomes):
        reports.append(outcome.report)
        codes.append(outcome.code)
        if pages is not None:
            pages.add(outcome.report, outcome.page, outcome.drawings)
        if outcome.answer is not None and args.format == "text":
            printer.show(outcome.answer)
        elif outcome.answer is not None:
            answers.append(outcome.answer)
    exit = worst(codes)
    written = pages.close() if pages is not None else ""
    if args.format == "json":
        from verifier.render.json import summary_json

        print_json("verify", exit, {"records": answers, "summary": summary_json(reports)})
    elif args.format == "sarif":
        from verifier.render.json import dump
        from verifier.render.sarif import sarif_log

        put(dump(sarif_log(exit, answers)) + "\n")
    elif args.format == "github":
        put("".join(answers))
    elif not args.quiet:
        printer.end(reports, by_folder=args.summary)
        if written:
            say(written)
    return exit


@value
class Outcome:
    """The result of a record, fit to pass between processes: its exit code, its report without positions, and what to print in
    the output format; None for nothing. `page` is the page to step through, `drawings` are those of its findings by line; empty
    unless requested."""

    code: int
    report: RecordReport
    answer: Any
    page: str = ""
    drawings: tuple[tuple[int, str], ...] = ()


def judged(options: Options, args: argparse.Namespace, named: str | Input) -> list[Outcome]:
    """The outcomes of one input. A fault of the tool is an outcome too, so the other records are still judged."""
    found = read_named(named)
    outcomes = []
    try:
        for report in judge_input(found, options):
            outcomes.append(_outcome(_with_solver(report), _code(report, args), args))
    except Exception as error:
        show_traceback(error)
        outcomes.append(_fault(found.file, f"internal error: {briefly(error)}", args))
    return outcomes


def _with_solver(report: RecordReport) -> RecordReport:
    """The report, with the solver's findings added to those of the engine. If the solver has no answer to a line that is illegal,
    the finding about that line notes this."""
    if report.both is None or not report.both.findings:
        return report
    unasked = {one.line: one for one in report.both.unasked}
    told = []
    for one in report.findings:
        more = unasked.pop(one.line, None) if KINDS[one.kind] == ILLEGAL else None
        told.append(
            one if more is None else replace(one, help="; ".join(filter(None, (one.help, more.fact))))
        )
    told += [*report.both.differences, *unasked.values()]
    findings = tuple(sorted(told, key=lambda finding: finding.line))
    return replace(report, findings=findings, verdict=verdict_of(findings))


def _lost(args: argparse.Namespace, named: str | Input) -> list[Outcome]:
    return [_fault(named if isinstance(named, str) else named.file, ENDED, args)]


def _fault(file: str, what: str, args: argparse.Namespace) -> Outcome:
    finding = Finding("unreadable", file, 0, 0, 0, what, help=HOW_TO_REPORT)
    return _outcome(RecordReport(file, 0, 0, "", UNREADABLE, findings=(finding,)), INTERNAL, args)


def _outcome(report: RecordReport, code: int, args: argparse.Namespace) -> Outcome:
    bare = replace(report, table=None, others=(), steps=(), ruleset=None)
    answer: Any = None
    if code == OK and (args.quiet or (args.summary and args.format == "text")):
        pass
    elif args.format == "text":
        answer = record_text(report, painter(), args.trace)
    elif args.format == "json":
        from verifier.render.json import record_json

        answer = record_json(report, args.trace)
    elif args.format == "sarif":
        answer = bare
    else:
        from verifier.render.github import github_text

        answer = github_text([report])
    page, drawings = "", tuple[tuple[int, str], ...]()
    if (args.html or args.svg) and report.steps:
        from verifier.cli.pages import drawings_of, page_of

        page = page_of(report) if args.html else ""
        drawings = drawings_of(report) if args.svg else ()
    return Outcome(code, bare, answer, page, drawings)


def judge_input(found: Input, options: Options) -> Iterable[RecordReport]:
    """The reports of one input. A long one is read piece by piece, unless the options need all its lines. An unreadable input
    has a report without a record."""
    if found.problem is not None:
        return [RecordReport(found.file, 0, 0, "", UNREADABLE, findings=(found.problem,))]
    options = replace(options, folder=found.folder)
    whole = options.steps or options.all_rulings or options.both or LEGAL in options.rests_on
    if len(found.data) > LONG and not whole:
        from verifier.records.streaming import judge_stream

        return judge_stream(found.data, found.file, options)
    return judge_records(parse(found.data, found.file), options)


def _code(report: RecordReport, args: argparse.Namespace) -> int:
    code = exit_code(report, args.allow_undetermined)
    if report.both is not None and report.both.differences:
        return INTERNAL
    if code == OK and report.both is not None and report.both.unasked and not args.allow_undetermined:
        code = NO_VERDICT
    if code == OK and report.every is not None and report.every.stopped and not args.allow_undetermined:
        code = NO_VERDICT
    if args.exit_zero and code != INTERNAL and not (code == UNUSABLE and report.line == 0):
        return OK
    return code


class _Printer:
    """Prints records as they arrive, with a blank line around each text of several lines."""

    def __init__(self) -> None:
        self.long = False
        self.first = True

    def end(self, reports: list[RecordReport], *, by_folder: bool) -> None:
        if by_folder:
            folders: dict[str, list[RecordReport]] = {}
            for report in reports:
                folders.setdefault(str(PurePath(report.file).parent), []).append(report)
            self.show("\n".join(f"{folder}: {total(inside)}" for folder, inside in folders.items()))
        single = len(reports) == 1 and reports[0].verdict == LEGAL
        if not single:
            self.long = True
            self.show(total(reports))

    def show(self, text: str) -> None:
        long = "\n" in text
        if not self.first and (long or self.long):
            print()
        print(no_command(text))
        self.long, self.first = long, False
