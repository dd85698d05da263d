"""Every way to complete one line of a record, from one position."""

import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from grammar.syntax import Statement
from model.values import value
from verifier.findings import ILLEGAL, UNDETERMINED, UNREADABLE, Finding, deciding, verdict_of
from verifier.lost_parts import Infers, filled, line_at
from verifier.stepping import Stepper

Values = tuple[tuple[str, str], ...]
"""What was lost in a line: what it is, and its value."""

AMBIGUOUS = "ambiguous"


class StoppedError(Exception):
    """A limit stops the search; the message names it."""


@dataclass(slots=True)
class Effort:
    """What the search may still do: `tries` are lines that are judged, `until` is when it must end."""

    tries: int
    until: float
    most: int = field(init=False)

    def __post_init__(self) -> None:
        self.most = self.tries

    def spend(self) -> None:
        """Counts one line. Raises `StoppedError` at a limit."""
        self.tries -= 1
        if self.tries < 0:
            raise StoppedError(f"{self.most:,} lines were tried")
        if time.monotonic() > self.until:
            raise StoppedError("the time is up")


@value
class Completed:
    """A line completed, and the branch after it. `whole`: nothing is left open in the text."""

    text: str
    values: Values
    after: Stepper
    whole: bool = True


@value
class Refused:
    """A line that cannot follow: its text and the finding."""

    text: str
    finding: Finding


def completed(
    before: Stepper, statement: Statement, infers: Infers, effort: Effort
) -> Iterator[Completed | Refused]:
    """Every way to complete a line, distinct by the position after it and by what was lost; and what is refused."""
    seen: set[Hashable] = set()
    for one in _ways(before, statement, infers, effort, ()):
        if isinstance(one, Completed):
            key = one.values, one.after.state()
            if key in seen:
                continue
            seen.add(key)
        yield one


def _ways(
    before: Stepper, statement: Statement, infers: Infers, effort: Effort, values: Values
) -> Iterator[Completed | Refused]:
    hole = infers.hole(before.table, statement) if before.followed else None
    if hole is None:
        yield from _judged(before, statement, infers, effort, values)
        return
    if not hole.ends:
        effort.spend()
        finding = _refusing(before.fork(), statement)
        if finding is not None:
            yield Refused(_text(statement), finding)
            return
    for word in hole.words:
        line = filled(before.game.name, statement, hole, word.text)
        if line is not None:
            more = ((hole.what, word.value),) if word.value else ()
            yield from _ways(before, line, infers, effort, (*values, *more))


def _judged(
    before: Stepper, statement: Statement, infers: Infers, effort: Effort, values: Values
) -> Iterator[Completed | Refused]:
    """What follows from a line without holes."""
    effort.spend()
    after = before.fork()
    step = after.advance(statement)
    finding = deciding(step.findings)
    if finding is not None and verdict_of(step.findings) in (ILLEGAL, UNREADABLE):
        yield Refused(_text(statement), finding)
        return
    if finding is not None and finding.kind == AMBIGUOUS:
        texts = infers.settled(before.table, statement)
        if not texts:
            raise StoppedError(f"line {statement.line} leaves a choice open: {finding.fact}")
        for text in texts:
            line = line_at(before.game.name, statement.line, text)
            if line is None:
                continue
            for one in _judged(before, line, Infers(infers.hole), effort, values):
                yield one
        return
    whole = verdict_of(step.findings) != UNDETERMINED and not after.others
    for table in (after.table, *after.others):
        branch = after.fork()
        branch.table, branch.others = table, ()
        yield Completed(_text(statement), values, branch, whole)


def _refusing(branch: Stepper, statement: Statement) -> Finding | None:
    """The finding that refuses a line, whatever its lost parts are."""
    findings = branch.advance(statement).findings
    return deciding(findings) if verdict_of(findings) in (ILLEGAL, UNREADABLE) else None


def _text(statement: Statement) -> str:
    return statement.source
