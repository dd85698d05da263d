"""`steward track`: checks a track, says what is on it, and draws it."""

import argparse
import shutil
import sys
from collections.abc import Sequence
from typing import Any

from model.errors import ModelError, Problem
from model.thunder_alley import tracks
from model.thunder_alley.track import Track
from verifier.cli.common import write_drawing
from verifier.game import Course
from verifier.games import GAMES, find_game
from verifier.render.track_marks import printable
from verifier.render.track_svg import facts, svg_picture
from verifier.render.track_text import text_picture

WIDTH = 100
"""Characters of a line where the output is not a terminal."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward track`."""
    parser.add_argument(
        "track",
        nargs="?",
        metavar="PATH|NAME",
        help="a track file or a shipped track; without it, the shipped tracks",
    )
    parser.add_argument("--svg", metavar="OUT", help="write the drawing to this file (`-`: print it)")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print (default: text)"
    )
    parser.add_argument("--quiet", action="store_true", help="print errors only")


def run(args: argparse.Namespace) -> int:
    """Check and draw a track; 0 if it is usable, 2 if it is not, cannot be found, or the drawing cannot be written."""
    if args.track is None:
        return _list(args)
    try:
        other = _of_another_game(args.track)
        if other is not None:
            return _show(args, other)
        track, odd = _get(args.track)
        if args.svg:
            write_drawing(args.svg, svg_picture(track))
    except ModelError as error:
        return _refuse(args, error.problems)
    if args.svg == "-":
        return 0
    if args.format == "json":
        print(_json(0, track=_facts(track), findings=[], warnings=[_finding(one, args.track) for one in odd]))
    elif not args.quiet:
        for one in odd:
            print(f"note: {printable(str(one))}", file=sys.stderr)
        print("\n".join([*summary(track), "", text_picture(track, width=_width())]), end="")
        if args.svg:
            print(f"\ndrawing written to {args.svg}")
    return 0


def _of_another_game(reference: str) -> Course | None:
    """What another game than Thunder Alley has by this name, or in this file."""
    if reference.lower() in tracks.shipped():
        return None
    from verifier.settings import find_settings

    folders = find_settings().track_folders
    for name in GAMES:
        find = find_game(name).course
        found = find(reference, folders) if find is not None else None
        if found is not None:
            return found
    return None


def _show(args: argparse.Namespace, course: Course) -> int:
    """Prints a course that was checked."""
    if args.svg:
        write_drawing(args.svg, course.svg())
    if args.svg == "-":
        return 0
    if args.format == "json":
        print(_json(0, track=dict(course.facts), findings=[], warnings=[]))
    elif not args.quiet:
        print("\n".join([*map(printable, course.summary), "", course.text(width=_width())]), end="")
        if args.svg:
            print(f"\ndrawing written to {args.svg}")
    return 0


def summary(track: Track) -> list[str]:
    """What is on a track, in a few lines."""
    rows = [("shape", f"{'closed, ' if track.ring else ''}{facts(track)}"), ("forks", _forks(track))]
    corners = [
        f"{section.first}-{section.last} {section.turn} {section.angle}"
        for section in track.sections
        if section.turn
    ]
    if corners:
        rows.append(("corners", ", ".join(corners)))
    if track.line is not None:
        rows.append(("Start/Finish", f"after sector {track.line}"))
    if track.green is not None:
        distance = ""
        if track.ring and track.line is not None:
            count = (track.sectors.index(track.line) - track.sectors.index(track.green)) % len(track.sectors)
            distance = f", {count} sectors before Start/Finish"
        rows.append(("green line", f"after sector {track.green}{distance}"))
    if track.restart is not None:
        rows.append(("restart lanes", f"{track.restart[0]} (inner) and {track.restart[1]} (outer)"))
    if track.grid:
        rows.append(("grid", f"{len(track.grid)} spaces, from {track.grid[0]} back to {track.grid[-1]}"))
    source = f" ({track.source})" if track.source else ""
    head = printable(f"{track.title or 'Track'}: {track.id}@{track.version}{source}")
    return [head, *(f"  {label:<15}{words}" for label, words in rows)]


def _forks(track: Track) -> str:
    count = len(track.forks())
    return "none" if not count else f"{count} space{'s' if count > 1 else ''} with a choice of two ahead"


def _get(reference: str) -> tuple[Track, list[Problem]]:
    """The track, and what is odd about a file."""
    path = tracks.locate(reference)
    if path is None and reference.lower() not in tracks.shipped():
        from verifier.settings import find_settings

        path = tracks.locate(reference, folders=find_settings().track_folders)
    if path is None:
        return tracks.load(reference), []
    from model.thunder_alley.track_check import warnings
    from model.thunder_alley.track_compile import compile_track

    plan = tracks.read_plan(path)
    return compile_track(plan), warnings(plan)


def _list(args: argparse.Namespace) -> int:
    """The shipped tracks, one a line."""
    if args.svg:
        return _refuse(args, [Problem("no track is named", help="steward track NAME --svg OUT")])
    every = [tracks.load(name) for name in tracks.shipped()]
    others = [found for name in GAMES for found in find_game(name).courses()]
    if args.format == "json":
        print(_json(0, tracks=[_facts(track) for track in every], findings=[]))
    elif not args.quiet:
        wide = max(len(id) for id in (*(track.id for track in every), *(id for id, _ in others)))
        for track in every:
            print(f"{track.id:<{wide}}  {track.title}: {facts(track)}, grid for {len(track.grid)}")
        for id, words in others:
            print(f"{id:<{wide}}  {words}")
    return 0


def _refuse(args: argparse.Namespace, problems: Sequence[Problem]) -> int:
    if args.format == "json":
        print(_json(2, track=None, findings=[_finding(one, args.track or "") for one in problems]))
        return 2
    for one in problems:
        place = f"{one.where}: " if one.where else ""
        print(printable(f"{place}{one.what}"), file=sys.stderr)
        if one.help:
            print(printable(f"   help: {one.help}"), file=sys.stderr)
    if len(problems) > 1:
        print(f"{len(problems)} problems", file=sys.stderr)
    return 2


def _finding(problem: Problem, file: str) -> dict[str, str]:
    """A problem in the JSON answer; `key` says where in the file."""
    known = problem.where.startswith(f"{file}: ")
    kind = "unknown-name" if not problem.where else "unreadable"
    return {
        "kind": kind,
        "file": file,
        "key": problem.where[len(file) + 2 :] if known else "",
        "fact": problem.what,
        "help": problem.help,
    }


def _facts(track: Track) -> dict[str, Any]:
    """The track in the JSON answer."""
    return {
        "id": track.id,
        "version": track.version,
        "title": track.title,
        "source": track.source,
        "ring": track.ring,
        "sectors": len(track.sectors),
        "spaces": len(track.spaces),
        "sections": [
            {"sectors": [one.first, one.last], "lanes": list(one.lanes), "turn": one.turn, "angle": one.angle}
            for one in track.sections
        ],
        "forks": {
            track.spaces[fork]: [track.spaces[end] for end in track.ahead[fork]] for fork in track.forks()
        },
        "line": track.line,
        "green": track.green,
        "restart": list(track.restart) if track.restart else None,
        "grid": list(track.grid),
    }


def _json(code: int, **content: Any) -> str:
    from verifier.render.json import dump, envelope

    return dump(envelope("track", code, **content))


def _width() -> int:
    return min(160, shutil.get_terminal_size((WIDTH, 24)).columns) if sys.stdout.isatty() else WIDTH
