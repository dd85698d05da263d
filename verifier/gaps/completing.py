"""Every way to complete one line of a record, from one position."""

import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from grammar.parser import line_at
from grammar.syntax import Statement, alternatives
from model.values import value
from verifier.findings import ILLEGAL, UNDETERMINED, UNREADABLE, Finding, deciding, verdict_of
from verifier.gaps.lost_parts import (
    UNREAD,
    Hole,
    Infers,
    filled,
    hole_in_block,
    hole_in_result,
    hole_in_text,
    is_unread,
    says_lost,
)
from verifier.records.stepping import Stepper

Values = tuple[tuple[str, str], ...]
"""What was lost in a line: what it is, and its value."""

AMBIGUOUS = "ambiguous"

NOTHING_FITS = "nothing can be filled in for its `?`; write it, or leave this fact out"


class StoppedError(Exception):
    """A limit stops the search; the message names it."""


@dataclass(slots=True)
class Effort:
    """What the search may still do: `tries` are lines that are judged, `until` is when it must end. `spare` are seconds for what
    can be found in spite of a limit. `sampled` are lines for which not all words were tried, so that others may fit."""

    tries: int
    until: float
    spare: float
    most: int = field(init=False)
    sampled: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.most = self.tries

    def spend(self) -> None:
        """Counts one line. Raises `StoppedError` at a limit."""
        self.tries -= 1
        if self.tries < 0:
            raise StoppedError(f"{self.most:,} lines were tried; write more of this line")
        self.tick()

    def after_limit(self) -> None:
        """From now on the effort is for what can be found in spite of a limit."""
        self.tries, self.until = self.most, self.until + self.spare

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self.until

    def tick(self) -> None:
        """Raises `StoppedError` if the time is up."""
        if self.late:
            raise StoppedError("the time is up; allow more of it, or write more of this line")


@value
class Completed:
    """A line completed, and the branch after it. `whole`: nothing is left open in it."""

    statement: Statement
    values: Values
    after: Stepper
    whole: bool = True


@value
class Refused:
    """A line that cannot follow, and the finding."""

    statement: Statement
    finding: Finding


def completed(
    before: Stepper, statement: Statement, infers: Infers, effort: Effort, later: Sequence[Statement] = ()
) -> Iterator[Completed | Refused]:
    """Every way to complete a line, distinct by the position after it and by what was lost; and what is refused. A block of
    alternatives keeps the lines of one of them. Words that the lines `later` rule out may be left out."""
    if statement.kind != "either" or not before.followed:
        yield from _Line(before, infers, effort, later).every(statement)
        return
    for lines in alternatives(statement):
        said = lines[0].source.strip() if lines else "nothing"
        chosen = Completed(replace(statement, body=()), (("alternative", said),), before.fork())
        yield from _followed(chosen, lines, infers, effort)


def _followed(
    begun: Completed, lines: Sequence[Statement], infers: Infers, effort: Effort
) -> Iterator[Completed | Refused]:
    """Every way to go on with these lines."""
    if not lines:
        yield begun
        return
    for one in completed(begun.after, lines[0], infers, effort, lines[1:]):
        if isinstance(one, Refused):
            yield one
            continue
        block = replace(begun.statement, body=(*begun.statement.body, one.statement))
        whole = begun.whole and one.whole
        done = Completed(block, (*begun.values, *one.values), one.after, whole)
        yield from _followed(done, lines[1:], infers, effort)


class _Line:
    """A line that is completed from one position. `seen` has the completions so far, by what was lost and the position; `fitting`
    counts them, with those that were seen before. `sampled` are lines of which not all words were
    tried; `stuck`: for some lost part no word is known."""

    def __init__(self, before: Stepper, infers: Infers, effort: Effort, later: Sequence[Statement]) -> None:
        self.before, self.infers, self.effort, self.later = before, infers, effort, later
        self.seen: set[Hashable] = set()
        self.fitting = 0
        self.sampled: set[int] = set()
        self.stuck = False

    def every(self, statement: Statement) -> Iterator[Completed | Refused]:
        """Every way to complete a line. Raises `StoppedError` if some may have been left out."""
        yield from self.ways(statement, ())
        if self.fitting and self.compares(statement):
            return
        self.effort.sampled |= self.sampled
        if self.stuck:
            raise StoppedError(NOTHING_FITS)

    def ways(self, statement: Statement, values: Values) -> Iterator[Completed | Refused]:
        """Every way to complete a line; `values` are what has been filled in so far."""
        hole, told = self.hole(statement), statement.kind in (UNREAD, "check", "position")
        if hole is None:
            if is_unread(statement):
                self.stuck = True
            else:
                yield from self.judged(statement, values)
            return
        if not (hole.ends or told):
            finding = self.refused(statement)
            if finding is not None:
                yield Refused(statement, finding)
                return
        tried, fitting = False, self.fitting
        for word in hole.words:
            line = filled(self.before.game.name, statement, hole, word.text)
            if line is None:
                continue
            tried = True
            more = ((hole.what, word.value),) if word.value else word.values
            yield from self.ways(line, (*values, *more))
        if self.later and not tried:
            self.later = ()  # they may rule out every word
            yield from self.ways(statement, values)
            return
        if told and not tried:
            self.stuck = True
        if hole.some and self.fitting == fitting and statement.kind == "check":
            # What is hidden, as a card in hand, has no word: the judge takes the line as it is.
            yield from self.judged(statement, values)
        if hole.some:
            self.sampled.add(hole.line or statement.line)
        if not (self.fitting > fitting or told or (hole.ends and tried)):
            # Without a word that fits, the judge says why, or follows the line as it is.
            yield from self.judged(statement, values)

    def compares(self, statement: Statement) -> bool:
        """Whether a line only states what is known, so that one word fits at most."""
        code = statement.source.split()
        return self.before.played and code[:1] in (["check"], ["position"])

    def hole(self, statement: Statement) -> Hole | None:
        """The first lost part of a line that can be filled in. A `check` or a position is judged once it is filled in: a judge
        takes a `?` there for something that is not known."""
        game, table = self.before.game, self.before.table
        if not self.before.followed:
            return None
        if statement.kind == "position" and game.finds is not None:
            shown = game.position_lines(table) if self.before.played and says_lost(statement) else ()
            return hole_in_block(game.finds(), table, statement, shown)
        if statement.kind == "result":
            return hole_in_result(statement, game.result(table) or {}, game.score)
        if statement.kind in (UNREAD, "check"):
            return hole_in_text(self.infers, table, statement, game.position_lines)
        return self.infers.hole(table, statement, self.later, self.effort.tick)

    def refused(self, statement: Statement) -> Finding | None:
        """The finding that refuses a line with any words in its lost parts."""
        self.effort.spend()
        findings = self.before.fork().advance(statement).findings
        return deciding(findings) if verdict_of(findings) in (ILLEGAL, UNREADABLE) else None

    def known(self, statement: Statement, values: Values, state: Hashable) -> bool:
        """Whether a completion has been seen before, perhaps in another spelling. Lists in a `check` or a position have no
        order, or only one that fits."""
        said = [(what, self.infers.spelled(word)) for what, word in values]
        key = tuple(sorted(said) if statement.kind in ("check", "position") else said), state
        if key in self.seen:
            return True
        self.seen.add(key)
        return False

    def judged(self, statement: Statement, values: Values) -> Iterator[Completed | Refused]:
        """What follows from a line without holes."""
        self.effort.spend()
        after = self.before.fork()
        step = after.advance(statement)
        finding, verdict = deciding(step.findings), verdict_of(step.findings)
        if finding is not None and verdict == UNREADABLE and says_lost(statement):
            raise StoppedError(f"{finding.fact}, and {NOTHING_FITS}")
        if finding is not None and verdict in (ILLEGAL, UNREADABLE):
            yield Refused(statement, finding)
        elif finding is not None and finding.kind == AMBIGUOUS:
            yield from self.settled(statement, values, finding)
        else:
            whole = verdict != UNDETERMINED and not after.others
            for table in (after.table, *after.others):
                branch = after.fork()
                branch.table, branch.others = table, ()
                self.fitting += 1
                if not self.known(statement, values, branch.state()):
                    yield Completed(statement, values, branch, whole)

    def settled(
        self, statement: Statement, values: Values, finding: Finding
    ) -> Iterator[Completed | Refused]:
        """What follows from an ambiguous line, with what it leaves open."""
        game, found = self.before.game.name, False
        for text in self.infers.settled(self.before.table, statement):
            line = line_at(game, statement.line, text)
            if line is None or line.source == statement.source:
                continue
            found = True
            yield from self.judged(line, values)
        if not found:
            raise StoppedError(f"a choice is open that is not written: {finding.fact}")
