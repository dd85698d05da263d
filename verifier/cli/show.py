"""`steward show`: the position at a place in a record, as a block, a picture or a test record."""

import argparse
import os
from collections.abc import Iterator

from grammar.errors import visible
from grammar.parser import parse
from model.values import replace
from verifier.cli.common import add_rules, overrides, write_drawing
from verifier.cli.output import no_command, print_json, put, say
from verifier.drawings.attempt import caption_of, is_play, marks_of
from verifier.drawings.scene import NO_MARKS, Marks, Scene, svg_of
from verifier.errors import NO_VERDICT, WIDTH, StewardError
from verifier.records.inputs import read_place
from verifier.records.replay import Options
from verifier.records.spots import Spot, table_at
from verifier.records.stepping import JUDGED, Step
from verifier.render.replay_text import marks_lines, painted_lines
from verifier.render.text import painter, plain

MOST_TOLD = 8
"""The most positions listed after the first, if several are possible."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward show`."""
    parser.add_argument("place", metavar="PATH[@LINE]", help="a record, and the line before which to look")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--svg", metavar="OUT", help="write a drawing to this file (`-`: print it)")
    how.add_argument(
        "--as",
        dest="form",
        choices=("position", "record"),
        help="print only the position block, or a test record of the line (without a line: of the last one)",
    )
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """Show the position, in words if it has no cars; 3 if a picture or a test record cannot be made."""
    source, line = read_place(args.place)
    spot = table_at(parse(source.data, source.file), line, Options(overrides(args), source.folder))
    lines = spot.positions[0]
    labels = spot.game.labels(spot.table)
    if args.svg:
        return _draw(args, spot)
    if args.format == "json":
        place = {"file": source.file, "line": line, "labels": list(labels)}
        if args.form == "record":
            place["record"] = record_text(spot)
        print_json("show", 0, {"positions": [{**place, "position": list(one)} for one in spot.positions]})
        return 0
    if args.form == "record":
        put(record_text(spot))
        return 0
    if labels and not args.quiet and args.form is None:
        say(f"{args.place}  ({', '.join(labels)})\n")
    told = () if lines or args.form is not None else spot.game.summary(spot.table, WIDTH)
    say("\n".join(told) if told else block(lines))
    if spot.note and not args.quiet:
        say("\n".join(f"# {line}" for line in _several(spot)))
    if spot.game.picture is not None and not args.quiet and args.form is None:
        picture = _pictured(spot, spot.game.picture(spot.table))
        if picture:
            print(no_command("\n".join(["", *picture])))
    return 0


def _pictured(spot: Spot, picture: str) -> list[str]:
    """A picture in lines, in colour on a terminal, and what the next line did or tried."""
    lines = [visible(line) for line in picture.splitlines()]
    scene = spot.game.scene(spot.table) if lines and spot.game.scene is not None else None
    if scene is None:
        return lines
    marks, paint = _marks(spot, scene), painter() if _every_colour() else plain
    if paint is not plain:
        lines = painted_lines(spot.game, scene, marks, lines, paint)
    return [*lines, *marks_lines(marks, WIDTH)]


def _every_colour() -> bool:
    """Whether the terminal claims to show any colour, not only the usual sixteen."""
    return os.environ.get("COLORTERM") in ("truecolor", "24bit")


def block(lines: tuple[str, ...]) -> str:
    """A `position` block, ready to be pasted into a record."""
    return "\n".join(["position", *(f"  {line}" for line in lines), "end"])


def _several(spot: Spot) -> Iterator[str]:
    """The note about other possible positions, with the lines in which each differs from the first."""
    yield spot.note
    first, *others = spot.positions
    told = dict.fromkeys(", ".join(line for line in other if line not in first) for other in others)
    shown = [line for line in told if line][:MOST_TOLD]
    yield from (f"or {line}" for line in shown)
    if len(told) > len(shown):
        yield f"... and {len(told) - len(shown)} more; `--format json` has them all"


def record_text(spot: Spot) -> str:
    """The line that comes next, or without one the last line of the record, as a test record."""
    game, table = spot.game, spot.table
    if spot.others:
        raise StewardError(f"a test record begins with one position: {spot.note}", code=NO_VERDICT)
    if game.as_record is None:
        raise StewardError(f"test records of {game.title} are not written yet", code=NO_VERDICT)
    if spot.statement is not None:
        table = game.line(table, spot.statement, spot.where).table
    return "\n".join(map(visible, game.as_record(table).split("\n")))


def _draw(args: argparse.Namespace, spot: Spot) -> int:
    if spot.game.scene is None:
        raise StewardError(f"{spot.game.title} is not drawn yet", code=NO_VERDICT)
    scene = spot.game.scene(spot.table)
    if scene is None:
        if spot.game.summary(spot.table, WIDTH):
            fact = "no car is on a track or stage here, so there is nothing to draw"
            raise StewardError(fact, "draw one of the records named in this one")
        fact = "this record has no track or stage, so there is nothing to draw"
        raise StewardError(fact, "add the line that names it")
    drawing = svg_of(scene, _marks(spot, scene), caption_of(spot.title, _next_step(spot)))
    write_drawing(args.svg, drawing)
    if spot.note and args.svg != "-" and not args.quiet:
        say(spot.note)
    if args.svg != "-" and not args.quiet:
        say(f"drawing written to {args.svg}")
    return 0


def _marks(spot: Spot, scene: Scene) -> Marks:
    """What the next line did or tried."""
    step = _next_step(spot)
    return NO_MARKS if step is None else marks_of(spot.game, scene, step)


def _next_step(spot: Spot) -> Step | None:
    """The next line, judged; None if it is no line of play."""
    line = spot.statement
    if line is None:
        return None
    coming = Step(line, JUDGED, spot.table, None)
    if not is_play(coming, spot.game.header):
        return None
    answer = spot.game.line(spot.table, line, spot.where)
    return replace(coming, after=answer.table, findings=answer.findings, effects=answer.effects)
