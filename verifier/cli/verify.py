"""`steward verify`: replays records and says what was not allowed, and why."""

import argparse
from collections.abc import Iterable
from dataclasses import replace

from grammar.parser import parse
from verifier.cli.common import add_output, add_rules, exit_code, overrides
from verifier.cli.output import print_json, put
from verifier.errors import INTERNAL, NO_VERDICT, OK, UNUSABLE, worst
from verifier.findings import GRAVEST_FIRST, LEGAL, UNREADABLE, VERDICTS
from verifier.inputs import Input, read_inputs
from verifier.render.json import dump, record_json, summary_json
from verifier.render.text import painter, record_text, total
from verifier.replay import Options, RecordReport, judge_records
from verifier.streaming import LONG, judge_stream


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward verify`."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="records, folders of records (*.race), or - for standard input",
    )
    add_rules(parser)
    parser.add_argument(
        "--all-rulings",
        action="store_true",
        help="say whether the verdict holds under every reading of every ruling, or upon which it depends",
    )
    parser.add_argument(
        "--rests-on",
        action="store_true",
        help="name the rulings and assumed numbers that a legal record rests on too",
    )
    parser.add_argument("--trace", action="store_true", help="tell line by line what happened")
    add_output(parser, "sarif", "github")
    parser.add_argument(
        "--exit-zero",
        action="store_true",
        help="exit 0 whatever the records come to, if they can be read at all",
    )
    parser.add_argument(
        "--allow-undetermined", action="store_true", help="a record without a verdict is no failure"
    )


def run(args: argparse.Namespace) -> int:
    """Judge the named records and print what came of them."""
    rests_on = VERDICTS if args.rests_on else GRAVEST_FIRST
    options = Options(overrides(args), steps=args.trace, rests_on=rests_on, all_rulings=args.all_rulings)
    reports: list[RecordReport] = []
    codes: list[int] = []
    printer = _Printer(args)
    for found in read_inputs(args.paths):
        for report in judge_input(found, options):
            code = _code(report, args)
            codes.append(code)
            printer.record(report, code)
            reports.append(replace(report, table=None))
    exit = worst(codes)
    shown = [one for one, code in zip(reports, codes, strict=True) if code != OK or not args.quiet]
    if args.format == "json":
        records = [record_json(report, args.trace) for report in shown]
        print_json("verify", exit, {"records": records, "summary": summary_json(reports)})
    elif args.format == "sarif":
        from verifier.render.sarif import sarif_log

        put(dump(sarif_log(exit, shown)) + "\n")
    elif args.format == "github":
        from verifier.render.github import github_text

        put(github_text(shown))
    elif not args.quiet:
        printer.end(reports)
    return exit


def judge_input(found: Input, options: Options) -> Iterable[RecordReport]:
    """The reports of one input. A long one is read piece by piece unless what is asked for needs all its lines; one that could
    not be read has a report without a record."""
    if found.problem is not None:
        return [RecordReport(found.file, 0, 0, "", UNREADABLE, findings=(found.problem,))]
    options = replace(options, folder=found.folder)
    whole = options.steps or options.all_rulings or LEGAL in options.rests_on
    if len(found.data) > LONG and not whole:
        return judge_stream(found.data, found.file, options)
    return judge_records(parse(found.data, found.file), options)


def _code(report: RecordReport, args: argparse.Namespace) -> int:
    code = exit_code(report, args.allow_undetermined)
    if code == OK and report.every is not None and report.every.stopped and not args.allow_undetermined:
        code = NO_VERDICT
    if args.exit_zero and code != INTERNAL and not (code == UNUSABLE and report.line == 0):
        return OK
    return code


class _Printer:
    """Prints records as they come: a blank line around everything that is longer than a line."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.paint = painter()
        self.long = False
        self.first = True

    def record(self, report: RecordReport, code: int) -> None:
        if self.args.format != "text" or (self.args.quiet and code == OK):
            return
        self._print(record_text(report, self.paint, self.args.trace))

    def end(self, reports: list[RecordReport]) -> None:
        single = len(reports) == 1 and reports[0].verdict == LEGAL
        if not single:
            self.long = True
            self._print(total(reports))

    def _print(self, text: str) -> None:
        long = "\n" in text
        if not self.first and (long or self.long):
            print()
        print(text)
        self.long, self.first = long, False
