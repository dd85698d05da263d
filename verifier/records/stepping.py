"""Steps a record through its game, line by line.

This module decides, for all games, what happens after a line that cannot be followed. A line stops the judging if it is illegal,
unreadable, leaves something open, or is of a kind that is not judged yet (unless it moves nothing). After it, lines are *not
judged* until a `position` block gives a new start. The next record starts fresh. Lines that are not judged are only checked for
unknown names, so that one run reports all typos of a record. Refinements:

- A `check` or `result` moves nothing, so one that cannot be judged stops nothing. After a wrong one, the `check` and `result`
  lines right after it are compared as well, and only lines that build on the position are not judged.
- If something was not written down, a line can lead to several positions. All are followed, up to a bound. A later line drops
  those that it does not fit, and is illegal only if it fits none.
- After missing lines (`...`) the position is unknown. A `check` or `result` is still tried: it is illegal if no lines at all
  can have led to it, otherwise not judged. A `position` block is compared with every position that was possible before.
- If the header is broken (a game's own header lines, or those of the frame), only the rest of the header is judged: a
  position cannot repair a missing team. A name in the broken line is not reported as unknown in later ones.
- The rules in force are set before the first line of play: a later ruleset, reading, number or option is reported as
  unreadable.
"""

from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from functools import partial
from typing import Any, final

from grammar.errors import SyntaxProblem
from grammar.syntax import Record, Statement, alternatives, with_body
from model.values import replace, value
from verifier.answer import Answer
from verifier.findings import (
    ILLEGAL,
    MISSING_SINCE,
    THE_SAME,
    UNDETERMINED,
    UNREADABLE,
    Finding,
    Related,
    verdict_of,
)
from verifier.game import Game, Where
from verifier.judging import Effects, Judgement, kept, no_effects, rules_of, words_of
from verifier.records.alternatives import Alternatives, compared, most_possible
from verifier.records.heading import KINDS as HEADING
from verifier.records.heading import RULES, Heading, finding_at, stands_in, too_late, with_words
from verifier.records.speaking import ASSERTIONS as ASSERTIONS
from verifier.records.speaking import open_fact, open_span, repeated
from verifier.verdicts.refuting import Ask, Refuting

MISSING = "not_written"
"""The statement for missing lines."""

MOST_TABLES = 256
"""The most positions that are followed if something was not written down."""

MOST_UNKNOWN = 500
"""The most unknown names reported in lines that are not judged."""

JUDGED, OPEN, SKIPPED, UNJUDGED = "judged", "undetermined", "skipped", "not-judged"
"""States of a step: judged; of a kind not judged yet; needing no judgement (a header line of the frame, a block that could not be
read); after a stop."""


@value
class Step:
    """One line of a record as replayed: the position before and after it, and its findings. `others` are further possible
    positions after it, because something in `lost_line` was not written down. `judgement` is the judge's answer to a decision."""

    statement: Statement
    state: str
    before: Any
    after: Any
    findings: tuple[Finding, ...] = ()
    effects: Effects = no_effects
    consulted: tuple[str, ...] = ()
    judgement: Judgement[Any] | None = None
    others: tuple[Any, ...] = ()
    lost_line: int = 0

    @property
    def sentence(self) -> str:
        """What happened and by which rules, for a trace; empty if there is nothing to describe."""
        words, rules = words_of(self.effects), self.applied()
        return f"{words}; by {' '.join(rules)}" if words and rules else words

    def applied(self) -> tuple[str, ...]:
        """The ids of the rules that applied in the line and were kept, each once."""
        return rules_of(self.effects)


def last_line(statement: Statement) -> int:
    """The last line of a statement, including the `end` of a block."""
    if statement.closing is not None:
        return statement.closing.line
    return max([statement.line, *map(last_line, statement.body)])


@final
class Stepper:
    """One record being stepped through its game. `table` is the last known position, even if it could not be followed."""

    def __init__(
        self,
        record: Record,
        game: Game[Any],
        heading: Heading,
        where: Where,
        errors: Sequence[SyntaxProblem],
        table: Any = None,
    ) -> None:
        self.record, self.game, self.heading, self.where = record, game, heading, where
        self.table = table if table is not None else game.begin(record, heading.ruleset, where)
        self.errors = sorted(errors, key=lambda problem: problem.span.line)
        self.broken: tuple[str, ...] = ()
        self.stopped = self.header_broken = heading.broken
        self.asserting = self.missing = False
        self.missing_line = self.lost_line = self.unknown = self.earlier = 0
        self.in_header = True
        self.played = False
        self.others: tuple[Any, ...] = ()
        self.open_kinds: dict[str, int] = {}
        self.latest: Statement | None = None
        self.refute = Refuting(game, where)
        self.made: list[Step] = []
        self.compared: dict[int, Alternatives] = {}

    def steps(self) -> list[Step]:
        for statement in self.record.statements:
            self.advance(statement)
        self.end()
        return self.made

    def said(self) -> list[Step]:
        """The steps with only the findings of each line: its positions are freed as soon as the next one is judged."""
        for statement in self.record.statements:
            step = self.advance(statement)
            self.made[-1] = Step(statement, step.state, None, None, step.findings)
        self.end()
        return self.made

    def end(self) -> None:
        """Ends the record: unreadable lines after its last statement stop it too."""
        if self.errors:
            self._stop()

    def advance(self, statement: Statement) -> Step:
        """Takes the next statement of the record."""
        self._stop_at_errors(statement.line - 1)
        step = self._step(statement)
        if step.findings:
            step = replace(step, findings=repeated(step.findings, statement, self.latest))
        self.latest = statement
        if self.others:
            step = replace(step, others=self.others, lost_line=self.lost_line)
        self.made.append(step)
        return step

    def fork(self) -> "Stepper":
        """An independent copy from here on. Its `made` and `compared` are empty: a copy for every line must not hold all lines
        before it."""
        other = Stepper(self.record, self.game, self.heading, self.where, self.errors, self.table)
        other.others, other.lost_line = self.others, self.lost_line
        other.broken, other.header_broken, other.in_header = self.broken, self.header_broken, self.in_header
        other.played, other.stopped, other.asserting = self.played, self.stopped, self.asserting
        other.missing, other.missing_line = self.missing, self.missing_line
        other.open_kinds, other.unknown, other.refute = dict(self.open_kinds), self.unknown, copy(self.refute)
        other.latest, other.earlier = self.latest, self.earlier + len(self.made)
        return other

    def state(self) -> Hashable:
        """Everything that decides the findings about later lines: steppers at the same line with equal states find the same."""
        flags = self.stopped, self.asserting, self.missing, self.in_header, self.played, self.header_broken
        tables = tuple(self.game.state(table) for table in (self.table, *self.others))
        return tables, flags, tuple(self.errors), self.broken, frozenset(self.open_kinds)

    @property
    def followed(self) -> bool:
        """Whether the position is known after the last line."""
        return not self.stopped or self.asserting

    def _stop_at_errors(self, last: int) -> bool:
        """Stops if there are unreadable lines up to this one; returns whether there are."""
        if not self.errors or self.errors[0].span.line > last:
            return False
        stopping = [problem for problem in self.errors if problem.span.line <= last]
        self.errors = self.errors[len(stopping) :]
        if self.in_header:
            self.broken = with_words(self.broken, (problem.source for problem in stopping))
        self._stop()
        return True

    def _step(self, statement: Statement) -> Step:
        kind = statement.kind
        if kind in HEADING:
            if kind in RULES and self.played:
                return self._answered(statement, _too_late)
            return self._made(statement, SKIPPED)
        if kind in self.game.header and self.in_header:
            if self._unreadable_inside(statement):
                return self._made(statement, SKIPPED)
            return self._header_line(statement)
        if kind in self.game.header and self.played and not self.stopped:
            return self._answered(statement, _too_late)
        self.in_header = False
        self.played = self.played or kind != "position"
        if self._unreadable_inside(statement):
            return self._made(statement, SKIPPED)
        if self.stopped:
            if kind == "position" and not self.header_broken:
                if not self.missing:
                    self.others = ()
                self.stopped = self.asserting = self.missing = False
                return self._answered(statement, self.game.restart)
            if self.missing and kind in ASSERTIONS:
                return self._asserted_in_a_gap(statement)
            if not (self.asserting and kind in ASSERTIONS):
                self.asserting = False
                return self._unjudged(statement)
        if kind == "either":
            return self._answered(statement, self._either)
        return self._answered(statement, self.game.line)

    def _unreadable_inside(self, statement: Statement) -> bool:
        """Whether a line of this block could not be read: then the block is not what its writer meant."""
        return bool(self.errors) and self._stop_at_errors(last_line(statement))

    def _header_line(self, statement: Statement) -> Step:
        step = self._answered(statement, self.game.line)
        if not step.findings:
            return step
        told = tuple(one for one in step.findings if not stands_in(self.broken, one))
        self.broken = with_words(self.broken, (statement.source,))
        return replace(step, findings=told)

    def _stop(self) -> None:
        self.stopped, self.asserting = True, False
        self.header_broken = self.header_broken or self.in_header

    def _made(self, statement: Statement, state: str) -> Step:
        return Step(statement, state, self.table, self.table)

    def _unjudged(self, statement: Statement) -> Step:
        if self.unknown > MOST_UNKNOWN:
            return self._made(statement, UNJUDGED)
        near = self.header_broken
        looked = [self.game.unknown_names(self.table, line, self.where) for line in with_body(statement)]
        names = tuple(one for found in looked for one in found if not stands_in(self.broken, one, near))
        self.unknown += len(names)
        return Step(statement, UNJUDGED, self.table, self.table, names)

    def _answered(self, statement: Statement, ask: Ask) -> Step:
        before = self.table
        answer = self._asked(statement, ask)
        self.table = answer.table
        findings = answer.findings
        if not answer.judged and not findings:
            findings = self._undetermined(statement, open_fact(statement, bool(answer.follow)))
        follow = answer.follow
        if follow is None:
            follow = answer.judged and not findings
        asserts = statement.kind in ASSERTIONS
        if asserts and answer.follow is None and verdict_of(findings) in (UNDETERMINED, ILLEGAL):
            follow = True  # such a line moves nothing, so the position is known after it
        if not follow:
            self._stop()
            self.asserting = asserts
            self.missing = statement.kind == MISSING and not answer.findings
            self.missing_line = statement.line
        state = JUDGED if answer.judged or answer.findings else OPEN
        effects = answer.effects
        if left_out := self.heading.ruleset.left_out:
            effects = partial(kept, effects, left_out)
        return Step(statement, state, before, answer.table, findings, effects, judgement=answer.judgement)

    def _asked(self, statement: Statement, ask: Ask) -> Answer:
        """The game's answer to a line, for every possible position if there are several."""
        if not self.others:
            answer = self.refute(ask(self.table, statement, self.where), self.table, statement, ask)
            if answer.others:
                self.lost_line = statement.line
            self.others = answer.others
            return answer
        if statement.kind == MISSING and (missing := self._missing(statement)) is not None:
            return missing
        kept: list[Answer] = []
        refused: Answer | None = None
        found: dict[Hashable, Any] = {}
        for table in (self.table, *self.others):
            answer = ask(table, statement, self.where)
            if verdict_of(answer.findings) in (ILLEGAL, UNREADABLE):
                refused = answer if refused is None else refused
                continue
            kept.append(answer)
            for one in (answer.table, *answer.others):
                found.setdefault(self.game.state(one), one)
            if len(found) > MOST_TABLES:
                break  # the other positions could only add more, and may take long
        if refused is not None and not kept:
            refused = self.refute(refused, self.table, statement, ask)
            if refused.follow:  # only a `position` block decides which position to go on from
                self.others, refused = (), replace(refused, follow=statement.kind == "position")
            return replace(refused, findings=self._in_every_way(refused.findings))
        tables = list(found.values())
        first, *others = tables
        if len(tables) > MOST_TABLES or not all(map(_goes_on, kept)):
            self.others = ()
            fact = f"more than {MOST_TABLES} positions are possible here" if len(tables) > MOST_TABLES else ""
            open_end = next((answer for answer in kept if not _goes_on(answer)), kept[0])
            findings = open_end.findings if not fact else self._undetermined(statement, fact)
            return replace(open_end, findings=findings, judged=False, follow=False)
        self.others = tuple(others)
        return replace(kept[0], table=first)

    def _missing(self, statement: Statement) -> Answer | None:
        """The answer to `...` if several positions are possible: any of them may have been the position when lines went missing.
        None if none can have been."""
        answers = [self.game.line(table, statement, self.where) for table in (self.table, *self.others)]
        kept = [answer for answer in answers if not answer.findings]
        if not kept:
            return None
        first, *others = self._distinct(answer.table for answer in kept)
        self.others = tuple(others)
        return replace(kept[0], table=first)

    def _asserted_in_a_gap(self, statement: Statement) -> Step:
        """A `check` or `result` after missing lines: illegal if none of the possible positions can have led to it."""
        answers = [self.game.line(table, statement, self.where) for table in (self.table, *self.others)]
        kept = [answer for answer in answers if verdict_of(answer.findings) != ILLEGAL]
        if not kept:
            findings = self._in_every_way(answers[0].findings) if self.others else answers[0].findings
            since = Related(self.missing_line, MISSING_SINCE)
            findings = tuple(replace(one, related=(*one.related, since)) for one in findings)
            judgement = answers[0].judgement
            return Step(statement, JUDGED, self.table, self.table, findings, judgement=judgement)
        step = self._unjudged(statement)
        self.table, *others = self._distinct(answer.table for answer in kept)
        self.others = tuple(others)
        return replace(step, after=self.table, judgement=kept[0].judgement)

    def _distinct(self, tables: Iterable[Any]) -> list[Any]:
        found: dict[Hashable, Any] = {}
        for table in tables:
            found.setdefault(self.game.state(table), table)
        return list(found.values())

    def _in_every_way(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """The findings about a line that fits none of the possible positions."""
        related = Related(self.lost_line, "however the gap is filled, this line is wrong")
        return tuple(replace(one, related=(*one.related, related)) for one in findings)

    def _either(self, table: Any, statement: Statement, where: Where) -> Answer:
        """The answer to `either`: the positions that its possible alternatives lead to."""
        ended: list[Stepper] = []
        for alternative in alternatives(statement):
            branch = self.fork()
            branch.table, branch.others = table, ()
            for line in alternative:
                branch.advance(line)
            ended.append(branch)
        findings = [tuple(finding for step in branch.made for finding in step.findings) for branch in ended]
        made = compared(statement, findings, [branch._positions() for branch in ended])
        self.compared[statement.line] = most_possible(made, self.compared.get(statement.line))
        kept = [branch for branch, one in zip(ended, made.each, strict=True) if one.possible]
        if not kept:
            return Answer(table, findings[0])
        if not all(branch.followed for branch in kept):
            return Answer(table, judged=False, follow=False)
        tables = [one for branch in kept for one in (branch.table, *branch.others)]
        return Answer(tables[0], judged=False, follow=True, others=tuple(tables[1:]))

    def _positions(self) -> tuple[tuple[str, ...], ...]:
        """The possible positions as the lines of position blocks; none if they are not known."""
        tables = (self.table, *self.others) if self.followed else ()
        return tuple(map(self.game.position_lines, tables))

    def _undetermined(self, statement: Statement, fact: str) -> tuple[Finding, ...]:
        """The finding for a line that is not judged; further lines of the same kind are added to the first finding."""
        place = self.earlier + len(self.made)
        first = self.open_kinds.setdefault(fact, place)
        if first == place:
            span = open_span(statement)
            return (finding_at("undetermined", self.where.file, statement, fact, span),)
        if first >= self.earlier:
            step = self.made[first - self.earlier]
            again = Related(statement.line, THE_SAME)
            findings = tuple(
                replace(one, related=(*one.related, again)) if one.fact == fact else one
                for one in step.findings
            )
            self.made[first - self.earlier] = replace(step, findings=findings)
        return ()


def _too_late(table: Any, statement: Statement, where: Where) -> Answer:
    """The answer to a header line after the first line of play."""
    return Answer(table, (too_late(where.file, statement),))


def _goes_on(answer: Answer) -> bool:
    """Whether later lines can be judged from the position of this answer."""
    return bool(answer.follow) if answer.follow is not None else answer.judged and not answer.findings
