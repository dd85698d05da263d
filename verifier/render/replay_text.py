"""One frame of a replay as text: the line, its result, the position in words and as a picture. Fits any width from about 40
columns; readable without colour."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from grammar.errors import visible, width
from verifier.drawings.scene import NO_MARKS, Marks, Scene, marks_text
from verifier.findings import KINDS, Finding
from verifier.game import Game
from verifier.painted import named_spots, painted, told_of
from verifier.records.replay import RecordReport
from verifier.render.replay_frames import AFTER, Frame
from verifier.render.text import Paint, cut_around, plain, result_text
from verifier.words import wrapped

ROOM = 100
"""Columns without a terminal."""

NUMBER = 5
INDENT = " " * (NUMBER + 3)
"""A source line begins with its number and a bar; sentences are indented to the source."""

MOST_LINES = 40
"""The most source lines of one block that are shown."""


def replay_text(frames: Sequence[Frame], numbers: Iterable[int], room: int = ROOM) -> Iterator[str]:
    """A text for each of these frames; a position is written only if it differs from the previous one."""
    last: list[str] | None = None
    for number in numbers:
        frame = frames[number]
        table = table_lines(frame, room)
        lines = head_lines(frames, number, room) + frame_lines(frame, room)
        if table and table[1:] != last:
            lines += ["", *table]
            last = table[1:]
        elif table and frame.which != AFTER:
            lines += ["", f"{table[0]} as above"]
        yield "\n".join(lines)


def head_lines(frames: Sequence[Frame], number: int, room: int, paint: Paint = plain) -> list[str]:
    """File, line and frame number; for the first frame of a record also the record in one line."""
    frame = frames[number]
    report = frame.report
    place = f"{visible(report.file)}:{frame.line}" if frame.line else visible(report.file)
    lines = [f"{paint(place, 'place')}  {paint(f'{number + 1} of {len(frames)}', 'dim')}"]
    if number == 0 or frames[number - 1].report is not report:
        lines += _wrapped(visible(_about(report)), room, "")
    return lines


def _about(report: RecordReport) -> str:
    """A record in one line: title, verdict, how far it goes, points, what it was judged by."""
    state = "complete" if report.complete else "running"
    label = ", ".join(filter(None, (state, result_text(report), *report.labels)))
    return "  ".join(filter(None, (report.title, report.verdict, f"({label})" if report.labels else "")))


def frame_lines(frame: Frame, room: int, paint: Paint = plain) -> list[str]:
    """The source, the sentence about it, the findings, and what the line tried."""
    lines: list[str] = []
    single = frame.findings[0] if len(frame.lines) == 1 and frame.findings else None
    for number, source in frame.lines[:MOST_LINES]:
        column = single.column if single is not None else 1
        cut, at = cut_around(source.rstrip(), column, room - len(INDENT) - 2)
        lines.append(f"{number:>{NUMBER}} | {visible(cut)}".rstrip())
        if single is not None and single.column > 0:
            before = width(visible(cut[: at - 1]))
            length = max(1, min(single.end_column - single.column, len(cut) - at + 1))
            marked = max(1, width(visible(cut[at - 1 : at - 1 + length])))
            lines.append(f"{' ' * NUMBER} | {' ' * before}{paint('^' * marked, 'mark')}")
    if len(frame.lines) > MOST_LINES:
        lines.append(f"{INDENT}... {len(frame.lines) - MOST_LINES} more lines")
    if frame.sentence:
        lines += _wrapped(visible(frame.sentence), room, INDENT)
    if frame.verdict and not frame.findings:
        lines.append(f"{INDENT}{frame.verdict}")
    for finding in frame.findings:
        lines += _finding(finding, room, paint)
    if frame.findings:
        lines += (INDENT + line for line in marks_lines(frame.marks(), room - len(INDENT)))
    return lines


def table_lines(frame: Frame, room: int, paint: Paint = plain) -> list[str]:
    """Which position it is, a note if several are possible, then the position in words and as a picture; empty if it is
    unknown."""
    summary, picture = (list(map(visible, lines)) for lines in (frame.summary(room), frame.picture(room)))
    marks = frame.marks() if picture else NO_MARKS
    scene, game = frame.scene(), frame.game
    if paint is not plain and scene is not None and game is not None:
        summary = [_with_mover(line, scene, marks, paint) for line in summary]
        picture = painted_lines(game, scene, marks, picture, paint)
    shown = [*summary, *([""] if summary and picture else []), *picture]
    if not shown:
        return []
    return [paint(f"{frame.which}:", "dim"), *_wrapped(visible(frame.note()), room, ""), *shown]


def marks_lines(marks: Marks, room: int) -> list[str]:
    """What a line did or tried, in words."""
    return [line for one in marks_text(marks) for line in _wrapped(visible(one), room, "")]


def painted_lines(
    game: Game[Any], scene: Scene, marks: Marks, picture: Sequence[str], paint: Paint
) -> list[str]:
    """A picture in the colours of its pieces, with what a line did or tried."""
    spots = tuple((game.spots or named_spots)(scene, picture))
    return ["".join(paint(*part) for part in line) for line in painted(picture, spots, scene, marks)]


def _with_mover(line: str, scene: Scene, marks: Marks, paint: Paint) -> str:
    """A line of the summary, with the facts about the mover in bold."""
    for begin, end in (told_of(line, row) for row in scene.rows if row.id == marks.mover):
        if begin < end:
            return line[:begin] + paint(line[begin:end], "place") + line[end:]
    return line


def _finding(finding: Finding, room: int, paint: Paint) -> list[str]:
    """Verdict and rules, the fact, why, what would have been legal."""
    verdict = KINDS[finding.kind]
    word = verdict if finding.kind == verdict else f"{verdict} ({finding.kind.replace('-', ' ')})"
    head, *others = _wrapped("  ".join([word, " ".join(finding.rules)]).rstrip(), room - len(INDENT), "")
    lines = [f"{INDENT}{head.replace(word, paint(word, verdict), 1)}", *(INDENT + line for line in others)]
    lines += _wrapped(visible(finding.fact), room, INDENT)
    reasons = [f"{rule}: {reason}" for rule, reason in finding.because] or [finding.reason]
    for reason in filter(None, reasons):
        lines += _labelled("because ", visible(reason), room)
    what = "write one of: " if finding.kind == "ambiguous" else "legal instead: "
    for instead in dict.fromkeys(finding.legal_instead):
        lines += _labelled(what, visible(instead), room)
        what = " " * len(what)
    if finding.help:
        lines += _labelled("help: ", visible(finding.help), room)
    for related in finding.related:
        lines += _labelled("see ", visible(f"line {related.line}: {related.what}"), room)
    return lines


def _labelled(label: str, text: str, room: int) -> list[str]:
    lines = _wrapped(text, room, INDENT + " " * len(label))
    return [f"{INDENT}{label}{lines[0].lstrip()}", *lines[1:]] if lines else []


def _wrapped(text: str, room: int, indent: str) -> list[str]:
    """Wrapped lines; rule ids are never split."""
    return wrapped(text, indent, indent, room)
