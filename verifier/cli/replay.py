"""`steward replay PATH[@LINE]`: steps through a record in the terminal; without a terminal prints every step once."""

import argparse
import os
import shutil
import sys
from collections.abc import Sequence

from grammar.parser import parse
from verifier.cli.common import add_rules, overrides
from verifier.cli.output import no_command, print_json, say
from verifier.errors import StewardError
from verifier.records.inputs import STDIN, read_place
from verifier.records.replay import Options, judge_records
from verifier.render.replay_frames import Frame, frame_at, frames_of
from verifier.render.replay_player import Player, converse
from verifier.render.replay_text import ROOM, replay_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward replay`."""
    parser.add_argument(
        "place", metavar="PATH[@LINE]", help="a record or - for standard input, and the line to begin with"
    )
    parser.add_argument(
        "--html", metavar="OUT", help="write a page to step through to this file (`-`: print it)"
    )
    parser.add_argument("--plain", action="store_true", help="print every step once, as without a terminal")
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """Shows the steps. Returns 0 if there is something to show, with any verdict."""
    source, line = read_place(args.place)
    result = parse(source.data, source.file)
    if not result.records:
        first = result.errors[0]
        raise StewardError(f"{first.file}:{first.span.line}: {first.message}", first.hint)
    reports = judge_records(result, Options(overrides(args), source.folder, steps=True))
    frames = frames_of(reports)
    start = 0 if line is None else _start(frames, line, source.file)
    numbers = [n for n in range(start, len(frames)) if frames[n].findings or not args.quiet]
    if args.html:
        from verifier.cli.pages import write_page
        from verifier.render.replay_page import replay_page

        write_page(args.html, replay_page(frames, start))
        if args.html != "-" and not args.quiet:
            say(f"page written to {args.html}")
    elif args.format == "json":
        print_json("replay", 0, {"steps": [_step(frames[number]) for number in numbers]})
    elif args.plain or args.quiet or not sys.stdout.isatty():
        _print(frames, numbers)
    else:
        return _play(frames, start, source.file)
    return 0


def _start(frames: Sequence[Frame], line: int, path: str) -> int:
    """The frame to begin with. Raises `StewardError` if the file has no such line."""
    last = max(frame.lines[-1][0] for frame in frames if frame.lines)
    if not 1 <= line <= last:
        raise StewardError(f"there is no line {line} in {path}", f"its last line that is not empty is {last}")
    return frame_at(frames, line)


def _play(frames: Sequence[Frame], start: int, path: str) -> int:
    """Steps through the frames, by single keys if the terminal allows it, else by commands. Without any input it prints them.
    Returns the exit code."""
    player = Player(frames, start)
    dumb = os.environ.get("TERM") == "dumb" or not sys.stderr.isatty()
    if not dumb and _has_keys(path == STDIN):
        from verifier.render.replay_terminal import Terminal

        return Terminal(player).run(mouse=False) or 0
    if path != STDIN and sys.stdin is not None and sys.stdin.isatty():
        converse(player, shutil.get_terminal_size((ROOM, 24)).columns, input, print)
    else:
        _print(frames, range(start, len(frames)))
    return 0


def _has_keys(used: bool) -> bool:
    """Whether standard input is a terminal; where it was `used` for the record, it becomes one if possible."""
    if sys.stdin is not None and sys.stdin.isatty():
        return True
    if not used:
        return False
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return False
    os.dup2(terminal, 0)
    os.close(terminal)
    return True


def _print(frames: Sequence[Frame], numbers: Sequence[int]) -> None:
    """Prints every step once, with blank lines between."""
    for place, text in enumerate(replay_text(frames, numbers)):
        print(no_command(f"\n{text}" if place else text))


def _step(frame: Frame) -> dict[str, object]:
    return {
        "file": frame.report.file,
        "record": frame.report.number,
        "line": frame.line,
        "source": [source for _, source in frame.lines],
        "verdict": frame.verdict,
        "sentence": frame.sentence,
        "findings": frame.findings,
        "which": frame.which,
        "note": frame.note(),
        "position": frame.position(),
    }
