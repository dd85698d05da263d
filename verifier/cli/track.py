"""`steward track`: checks a track, describes it, and draws it."""

import argparse
import re
import shutil
import sys
from collections.abc import Sequence

from model.courses import unknown
from model.errors import ModelError, Problem
from model.userfiles import is_file
from verifier.cli.common import write_drawing
from verifier.cli.output import print_json, say
from verifier.errors import WIDTH, printable
from verifier.game import Course
from verifier.games import GAMES, find_game
from verifier.records.inputs import RECORDS
from verifier.settings import find_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward track`."""
    parser.add_argument(
        "track",
        nargs="?",
        metavar="PATH|NAME",
        help="a track file or a shipped track; without it, the shipped tracks",
    )
    parser.add_argument("--svg", metavar="OUT", help="write the drawing to this file (`-`: print it)")


def run(args: argparse.Namespace) -> int:
    """Checks and draws a track. Returns 0 if it is usable, 2 if it is unusable or missing, or if the drawing cannot be
    written."""
    if args.track is None:
        return _list(args)
    try:
        course = find_course(args.track)
        if args.svg:
            write_drawing(args.svg, course.svg())
    except ModelError as error:
        return _refuse(args, error.problems)
    if args.svg == "-":
        return 0
    if args.format == "json":
        odd = [_finding(one, args.track) for one in course.odd]
        print_json("track", 0, {"track": dict(course.facts), "findings": [], "warnings": odd})
    elif not args.quiet:
        for one in course.odd:
            say(f"note: {printable(str(one))}", sys.stderr)
        say("\n".join([*map(printable, course.summary), "", course.text(width=_width()).removesuffix("\n")]))
        if args.svg:
            say(f"\ndrawing written to {args.svg}")
    return 0


def find_course(reference: str) -> Course:
    """The track, stage or board of any game that a name or a file means. Raises `ModelError` without one or if it is
    unusable."""
    if reference.endswith(RECORDS) and is_file(reference):
        help = f"`steward show {reference} --svg OUT` draws its position"
        raise ModelError(Problem("is a record, neither a track nor a stage", reference, help))
    folders = find_settings().track_folders
    for name in GAMES:
        find = find_game(name).course
        found = find(reference, folders) if find is not None else None
        if found is not None:
            return found
    if is_file(reference):
        help = "the pages on tracks and stages in docs/ show how such a file begins"
        raise ModelError(Problem("is neither a track nor a stage of any game", reference, help))
    raise unknown("track", reference, [id for id, _ in _shipped()])


def _shipped() -> list[tuple[str, str]]:
    """The shipped tracks, stages and boards of all games, each with a short description."""
    return [found for name in GAMES for found in find_game(name).courses()]


def _list(args: argparse.Namespace) -> int:
    """Lists the shipped tracks, stages and boards, one per line."""
    if args.svg:
        return _refuse(args, [Problem("no track is named", help="steward track NAME --svg OUT")])
    every = _shipped()
    if args.format == "json":
        print_json("track", 0, {"tracks": [dict(find_course(id).facts) for id, _ in every], "findings": []})
    elif not args.quiet:
        wide = max(len(id) for id, _ in every)
        for id, words in every:
            print(f"{id:<{wide}}  {words}")
    return 0


def _refuse(args: argparse.Namespace, problems: Sequence[Problem]) -> int:
    if args.format == "json":
        found = [_finding(one, args.track or "") for one in problems]
        print_json("track", 2, {"track": None, "findings": found})
        return 2
    for one in problems:
        place = f"{one.where}: " if one.where else ""
        say(printable(f"{place}{one.what}"), sys.stderr)
        if one.help:
            print(printable(f"   help: {one.help}"), file=sys.stderr)
    if len(problems) > 1:
        print(f"{len(problems)} problems", file=sys.stderr)
    return 2


def _finding(problem: Problem, file: str) -> dict[str, str | int]:
    """A problem in the JSON answer; `line` and `key` give its place in the file."""
    place = re.fullmatch(rf"{re.escape(file)}(?::(\d+))?(?::\d+)?(?:: (.*))?", problem.where)
    return {
        "kind": "unreadable" if problem.where else "unknown-name",
        "file": file,
        "line": int(place[1] or 0) if place else 0,
        "key": place[2] or "" if place else "",
        "fact": problem.what,
        "help": problem.help,
    }


def _width() -> int:
    return min(160, shutil.get_terminal_size((WIDTH, 24)).columns) if sys.stdout.isatty() else WIDTH
