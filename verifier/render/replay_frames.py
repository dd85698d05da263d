"""A judged file as a sequence of frames to step through; each is a line of a record with its position.

The lines of a header form one frame. An illegal line has the position before it; a line that was not judged has the last known
position.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from grammar.syntax import Statement
from model.values import replace, value
from verifier.drawings.attempt import is_play, marks_of
from verifier.drawings.scene import NO_MARKS, Marks, Scene
from verifier.findings import ILLEGAL, KINDS, UNREADABLE, Finding, deciding
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.records.heading import KINDS as HEADING
from verifier.records.replay import RecordReport
from verifier.records.spots import several
from verifier.records.stepping import ASSERTIONS, JUDGED, OPEN, SKIPPED, Step, last_line

AFTER, BEFORE, KNOWN = "the position after it", "the position before it", "the last known position"
"""Which position a frame shows."""


@value
class Frame:
    """One step of a replay. `lines` are its source lines with their numbers. `verdict` is empty unless there is something to
    report (`illegal`, `not judged`, `holds`). `which` names the position shown. `others` are also possible, because something in
    `lost_line` was not written down. `step` is the line as it was judged."""

    report: RecordReport
    lines: tuple[tuple[int, str], ...]
    verdict: str = ""
    sentence: str = ""
    findings: tuple[Finding, ...] = ()
    table: Any = None
    which: str = AFTER
    others: tuple[Any, ...] = ()
    lost_line: int = 0
    step: Step | None = None

    @property
    def line(self) -> int:
        """Its first line; 0 for the file as a whole."""
        return self.lines[0][0] if self.lines else 0

    @property
    def game(self) -> Game[Any] | None:
        """The game of the record; None for an unknown game or a problem of the whole file."""
        return find_game(self.report.game) if self.report.game in GAMES else None

    def position(self) -> tuple[str, ...]:
        """The position as the lines of a `position` block; empty if it is unknown."""
        game = self.game
        return () if game is None or self.table is None else game.position_lines(self.table)

    def note(self) -> str:
        """If several positions are possible: how many, why, and which of them is shown. Else empty."""
        game = self.game
        if game is None or self.table is None:
            return ""
        return several(game, (self.table, *self.others), self.lost_line)

    def with_table_of(self, other: "Frame") -> "Frame":
        """The same frame with the position of another one."""
        return replace(self, table=other.table, others=other.others, lost_line=other.lost_line)

    def summary(self, width: int) -> tuple[str, ...]:
        """The position in a few lines."""
        game = self.game
        return () if game is None or self.table is None else game.summary(self.table, width)

    def scene(self) -> Scene | None:
        """What is drawn of the position; None if it is unknown or without a course."""
        game = self.game
        return None if game is None or game.scene is None or self.table is None else game.scene(self.table)

    def marks(self) -> Marks:
        """What the line tried or did, as marks on the scene; none for a line that is no play."""
        game, step = self.game, self.step
        if game is None or game.scene is None or step is None or not is_play(step, game.header):
            return NO_MARKS
        before = game.scene(step.before)
        return NO_MARKS if before is None else marks_of(game, before, step)

    def picture(self, width: int) -> tuple[str, ...]:
        """The position as a picture, in lines of about this width."""
        game = self.game
        if game is None or game.picture is None or self.table is None:
            return ()
        return tuple(game.picture(self.table, width).rstrip("\n").splitlines())


def frames_of(reports: Sequence[RecordReport]) -> tuple[Frame, ...]:
    """All frames of a file in the order of its lines. The reports must contain their steps."""
    return tuple(frame for report in reports for frame in _frames(report))


def frame_at(frames: Sequence[Frame], line: int) -> int:
    """The number of the frame that holds a line of the file, else of the next one, else of the last."""
    for number, frame in enumerate(frames):
        if frame.lines and frame.lines[-1][0] >= line:
            return number
    return len(frames) - 1


def _frames(report: RecordReport) -> list[Frame]:
    """The frames of one record, including those of unreadable lines."""
    findings = list(report.findings)
    made: list[Frame] = []
    known = Frame(report, ())
    before = None
    for step in report.steps:
        first, last = step.statement.line, last_line(step.statement)
        made += [_unreadable(report, one, known) for one in _taken(findings, 1, first - 1)]
        about = _taken(findings, first, last)
        unreadable = {one.line: one.source for one in about if one.source}
        lines = tuple(sorted((unreadable | dict(_lines(step.statement))).items()))
        frame = _frame(step, before, Frame(report, lines, findings=about), known)
        known, before = frame, step
        made.append(frame)
    made += [_unreadable(report, one, known) for one in findings]
    return _joined(made, report)


def _taken(findings: list[Finding], first: int, last: int) -> tuple[Finding, ...]:
    """Removes and returns the findings about these lines."""
    found = tuple(one for one in findings if first <= one.line <= last)
    findings[:] = [one for one in findings if one not in found]
    return found


def _frame(step: Step, before: Step | None, begun: Frame, known: Frame) -> Frame:
    """The frame of a step; `begun` has its lines and findings. `before` is the previous step, `known` the previous frame."""
    first = deciding(begun.findings)
    verdict = KINDS[first.kind] if first is not None else step.state.replace("-", " ")
    if first is None and step.state in (JUDGED, SKIPPED):
        verdict = "holds" if step.statement.kind in ASSERTIONS else ""
    frame = replace(begun, verdict=verdict, sentence=step.sentence, which=KNOWN, step=step)
    if step.state not in (JUDGED, OPEN, SKIPPED):
        return frame.with_table_of(known)
    if first is not None and first.kind == ILLEGAL:
        others, line = (before.others, before.lost_line) if before is not None else ((), 0)
        return replace(frame, table=step.before, which=BEFORE, others=others, lost_line=line)
    frame = replace(frame, table=step.after, which=AFTER, others=step.others, lost_line=step.lost_line)
    if not frame.position() and known.position():
        return replace(frame.with_table_of(known), which=BEFORE if step.state == JUDGED else KNOWN)
    return frame


def _unreadable(report: RecordReport, finding: Finding, known: Frame) -> Frame:
    """The frame of an unreadable line, or of a problem of the whole file."""
    lines = ((finding.line, finding.source),) if finding.line else ()
    return Frame(report, lines, UNREADABLE, findings=(finding,), which=KNOWN).with_table_of(known)


def _lines(statement: Statement) -> Iterator[tuple[int, str]]:
    """The source lines of a statement, including its block and the `end`."""
    yield statement.line, statement.source
    for part in statement.body:
        yield from _lines(part)
    if statement.closing is not None:
        yield last_line(statement), statement.closing.source


def _joined(frames: Sequence[Frame], report: RecordReport) -> list[Frame]:
    """The frames with the header in one, except header lines with findings."""
    statements = {step.statement.line: step.statement.kind for step in report.steps}
    joined: list[Frame] = []
    header = True
    for frame in frames:
        kind = statements.get(frame.line)
        in_header = header and _is_header(kind, frame) and not frame.verdict
        if in_header and joined and not joined[-1].findings:
            joined[-1] = replace(frame, lines=(*joined[-1].lines, *frame.lines))
        else:
            joined.append(frame)
        header = header and _is_header(kind, frame)
    return joined


def _is_header(kind: str | None, frame: Frame) -> bool:
    game = frame.game
    return kind in HEADING or (game is not None and kind in game.header)
