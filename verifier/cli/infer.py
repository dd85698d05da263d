"""`steward infer PATH`: what must have happened where a record has lost parts."""

import argparse

from grammar.parser import parse
from verifier.cli.common import add_rules, overrides
from verifier.cli.output import print_json, put, say
from verifier.errors import BROKEN, NO_VERDICT, OK, StewardError
from verifier.gaps.inferring import NONE, ONE, SECONDS, infer, lines_of
from verifier.records.inputs import read_input
from verifier.records.replay import Options
from verifier.render.inferred import inferred_json, inferred_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward infer`."""
    parser.add_argument("path", metavar="PATH", help="a record with `?` and `...` for what was lost, or -")
    parser.add_argument("--all", action="store_true", help="list all completions, up to 1,000")
    parser.add_argument(
        "--record", action="store_true", help="print only the first completion, as a whole record"
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=SECONDS,
        metavar="SECONDS",
        help="stop after so many seconds (default: 10)",
    )
    add_rules(parser)


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"`{word}` is not a number of seconds")
    return seconds


def run(args: argparse.Namespace) -> int:
    """Prints the answer. Returns 0 for one completion, 1 for none, 3 for several or a limit."""
    source = read_input(args.path)
    if source.problem is not None:
        raise StewardError(f"{source.file}: {source.problem.fact}", source.problem.help)
    options = Options(overrides(args), source.folder)
    lines = lines_of(source.data, source.file)
    found = infer(parse(source.data, source.file), lines, options, args.timeout)
    code = {ONE: OK, NONE: BROKEN}.get(found.outcome, NO_VERDICT)
    if args.format == "json":
        print_json("infer", code, {"inference": inferred_json(found)})
    elif args.record and found.record:
        put("\n".join(found.record) + "\n")
    else:
        say(inferred_text(found, every=args.all))
    return code
