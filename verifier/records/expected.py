"""What a record is expected to show: its `expect` lines, and its `under` blocks, which hold only for some readings.

Judges never see these lines. `Expected` takes them out of a record, keeps those that hold under the ruleset in force, and
compares them with a judge's findings.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grammar.syntax import Leaf, Node, Record, Statement
from model.ruleset import Ruleset
from model.values import replace, value
from verifier.findings import (
    ILLEGAL,
    KINDS,
    LEGAL,
    UNDETERMINED,
    UNREADABLE,
    Finding,
    deciding,
    same_rule,
    verdict_of,
)
from verifier.game import Game, MovesRequest, Where
from verifier.records.heading import KINDS as HEADING
from verifier.records.stepping import UNJUDGED, Step, last_line

Condition = tuple[tuple[str, str], ...]
"""Pairs of a ruling and a reading. All must be in force."""

NO_PLACE = "none"
"""The word for a move that may end where its written part ends."""

EXPECTATIONS = ("expect", "expect_moves", "expect_ends")
"""Kinds of statement that state an expectation."""

NO_TABLE = "the position is not known there"


@value
class Expectation:
    """A verdict, the rules that may decide (empty: any), and the step at fault (None: any). `line` is where it is
    written, `about` the line it is about (0: the record)."""

    verdict: str
    rules: tuple[str, ...] = ()
    step: int | None = None
    under: Condition = ()
    line: int = 0
    about: int = 0

    def __str__(self) -> str:
        words = [self.verdict]
        if self.rules:
            words.append(" or ".join(self.rules))
        if self.step is not None:
            words.append(f"step {self.step}")
        return " ".join(words)

    def allows(self, rule: str) -> bool:
        """Whether this rule may decide."""
        return not self.rules or any(same_rule(one.upper(), rule.upper()) for one in self.rules)

    def against(self, finding: Finding | None, verdict: str) -> str:
        """How a verdict and its deciding finding differ from the expectation; empty if they do not."""
        rule = finding.rules[0] if finding is not None and finding.rules else ""
        step = finding.numbers.get("step", 0) if finding is not None else 0
        fits = verdict == self.verdict and (not self.rules or self.allows(rule))
        if fits and self.step in (None, step):
            return ""
        found = " ".join(filter(None, (verdict, rule, f"step {step}" if self.step is not None else "")))
        return f"expected {self}, found {found}"


@value
class Unmet:
    """An expectation that does not hold: its line (0: a record without any is expected to be legal), and the difference."""

    line: int
    fact: str


def condition_of(node: Node) -> Condition:
    """The readings after `under`."""
    pairs = [part.leaves() for part in node.parts if isinstance(part, Node) and part.kind == "condition"]
    return tuple((ruling.text, reading.text) for ruling, reading in pairs)


def expectation_of(statement: Statement, about: int = 0) -> Expectation:
    """The expectation of an `expect` line with a verdict."""
    verdict, *more = statement.node.parts
    assert isinstance(verdict, Leaf)
    parts = {part.kind: part.leaves() for part in more if isinstance(part, Node)}
    rules = tuple(leaf.text for leaf in parts.get("broken", ()))
    step = int(parts["at_step"][0].text) if "at_step" in parts else None
    return Expectation(
        verdict.text.casefold(), rules, step, condition_of(statement.node), statement.line, about
    )


def conditions(record: Record) -> tuple[Condition, ...]:
    """Every condition that a record names, each once."""
    found: dict[Condition, None] = {}
    for statement in record.statements:
        for one in (statement, *(statement.body if statement.kind == "under" else ())):
            if one.kind in ("expect", "under") and (condition := condition_of(one.node)):
                found[tuple(sorted(condition))] = None
    return tuple(found)


@dataclass(slots=True)
class Expected:
    """The expectations of one record under one ruleset. `both`: the solver also lists where a move can end."""

    game: Game[Any]
    ruleset: Ruleset
    both: bool = False
    of_record: list[Expectation] = field(default_factory=list)
    of_lines: list[Expectation] = field(default_factory=list)
    of_tables: list[tuple[Statement, int]] = field(default_factory=list)
    _played: bool = False
    _last: int = 0

    def __bool__(self) -> bool:
        return bool(self.of_record or self.of_lines or self.of_tables)

    def record(self, record: Record) -> Record:
        """The record as judges see it."""
        plain = tuple(one for statement in record.statements for one in self.plain(statement))
        return replace(record, statements=plain) if plain != record.statements else record

    def plain(self, statement: Statement) -> Iterator[Statement]:
        """The statements that a judge sees instead of the next statement of the record."""
        kind = statement.kind
        if kind == "under":
            if self._holds(condition_of(statement.node)):
                for inner in statement.body:
                    yield from self.plain(inner)
        elif kind == "expect":
            one = expectation_of(statement, self._last if self._played else 0)
            if self._holds(one.under):
                (self.of_lines if self._played else self.of_record).append(one)
        elif kind in EXPECTATIONS:
            self.of_tables.append((statement, self._last))
        else:
            if kind not in HEADING:
                self._played = self._played or (kind != "position" and kind not in self.game.header)
                self._last = statement.line
            yield statement

    def _holds(self, condition: Condition) -> bool:
        return all(self.ruleset.readings.get(ruling) == reading for ruling, reading in condition)

    def verdict(self) -> tuple[Expectation, ...]:
        """The expectations about the record as a whole: those with the most conditions. A record without expectations about
        itself or its lines is expected to be legal."""
        most = max((len(one.under) for one in self.of_record), default=0)
        return tuple(one for one in self.of_record if len(one.under) == most)

    def allows_both(self, line: int, one: str, other: str) -> bool:
        """Whether either of two rules may decide about a line: an expectation about it, or about the record, allows both."""
        said = [
            about for about in (*self.verdict(), *self.of_lines) if about.rules and about.about in (0, line)
        ]
        return any(expectation.allows(one) and expectation.allows(other) for expectation in said)

    def unmet(
        self, findings: tuple[Finding, ...], steps: Mapping[int, Step], where: Where
    ) -> tuple[Unmet, ...]:
        """Every expectation that does not hold. `steps` has the step of each line that an expectation is about."""
        found = [
            Unmet(one.line, wrong)
            for one in self.verdict()
            if (wrong := one.against(deciding(findings), verdict_of(findings)))
        ]
        rest = list(findings)
        judged = verdict_of(findings) != UNREADABLE
        for one in self.of_lines if judged else ():
            step = steps.get(one.about)
            if step is None or step.state == UNJUDGED:
                found.append(Unmet(one.line, f"expected {one}, and line {one.about} was not judged"))
                continue
            last = last_line(step.statement)
            own = [finding for finding in findings if one.about <= finding.line <= last]
            rest = [finding for finding in rest if finding not in own]
            if wrong := one.against(deciding(own), verdict_of(own)):
                found.append(Unmet(one.line, f"line {one.about}: {wrong}"))
        for statement, about in self.of_tables:
            if statement.kind == "expect_ends":  # the rest of such a line is open
                rest = [
                    finding
                    for finding in rest
                    if finding.line != about or KINDS[finding.kind] != UNDETERMINED
                ]
        if not self.of_record and (wrong := Expectation(LEGAL).against(deciding(rest), verdict_of(rest))):
            first = deciding(rest)
            found.append(Unmet(0, f"line {first.line}: {wrong}" if first is not None else wrong))
        for statement, about in self.of_tables if judged else ():
            if wrong := self._table_differs(statement, steps.get(about), where):
                found.append(Unmet(statement.line, wrong))
        return tuple(sorted(found, key=lambda unmet: unmet.line))

    def _table_differs(self, statement: Statement, step: Step | None, where: Where) -> str:
        """How the moves at a line, or the places where its move can end, differ from an `expect` line; empty if they do not."""
        words = [leaf.text for leaf in statement.node.leaves()]
        of_moves = statement.kind == "expect_moves"
        what = "moves" if of_moves else "ends"
        stated = f"expected {what} {_listed(words)}"
        if step is None or step.state == UNJUDGED or verdict_of(step.findings) == ILLEGAL:
            return f"{stated}, and {NO_TABLE}"
        there = self._moves(step, where) if of_moves else self._ends(step.before, step, where)
        if there is None:
            return f"{stated}, and {self.game.title} cannot list this"
        found, judge = there, ""
        if self.both and not of_moves and self.game.by_solver is not None and sorted(words) == sorted(there):
            by_solver = self._ends(self.game.by_solver(step.before), step, where)
            found, judge = (there if by_solver is None else by_solver), " by the solver"
        return "" if sorted(words) == sorted(found) else f"{stated}, found {_listed(found)}{judge}"

    def _moves(self, step: Step, where: Where) -> tuple[str, ...] | None:
        if self.game.legal_moves is None:
            return None
        answer = self.game.legal_moves(step.after, MovesRequest(place=where.file))
        return (str(len(answer.moves)),)

    def _ends(self, before: Any, step: Step, where: Where) -> tuple[str, ...] | None:
        return None if self.game.ends is None else self.game.ends(before, step.statement, where)


def _listed(ends: Sequence[str]) -> str:
    """Places as an `expect ends` line has them: `5b 5c or none`."""
    places = " ".join(end for end in ends if end != NO_PLACE)
    return " or ".join(filter(None, (places, NO_PLACE if NO_PLACE in ends else ""))) or "nowhere"
