"""Collects the findings of a record that is judged line by line, up to a bound, and the lines that were not judged."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from model.datafiles import plain
from model.values import replace
from verifier.findings import GRAVEST_FIRST, KINDS, THE_SAME, UNREADABLE, Finding, Related
from verifier.records.speaking import UNKNOWN_NAME
from verifier.records.stepping import JUDGED, OPEN, UNJUDGED, Step, last_line

MOST_FINDINGS = 500
"""The most findings of one record that are reported; the others are counted."""

QUOTED = re.compile("`([^`]+)`")
"""Quoted words of a record in a fact."""

MOST_CAUSES = 100
"""The most findings of one record that later findings are compared with."""

MOST_AGAIN = 50
"""The most lines that are listed for one repeated mistake."""


@dataclass(slots=True)
class Gathered:
    """Findings in the order of arrival, stretches of lines (first and last) that were not judged, rulings looked up, and whether
    a judged `result` has a `?`."""

    told: list[Finding] = field(default_factory=list)
    stretches: list[tuple[int, int]] = field(default_factory=list)
    consulted: set[str] = field(default_factory=set)
    computed: bool = False
    untold: int = 0
    _causes: list[int] = field(default_factory=list)
    _running: bool = False
    _gravest: int = len(GRAVEST_FIRST)
    _graver: Finding | None = None
    _next: Finding | None = None

    def said(self, finding: Finding) -> None:
        """Adds a finding about a readable line. A repetition of an earlier mistake is not reported again: the earlier finding
        lists the line."""
        if KINDS[finding.kind] != UNREADABLE or self.untold:
            return self.add(finding)
        for place in self._causes:
            cause = self.told[place]
            if _same_mistake(cause, finding):
                lines = {cause.line, *(one.line for one in cause.related)}
                if finding.line not in lines and len(lines) < MOST_AGAIN:
                    again = Related(finding.line, THE_SAME)
                    self.told[place] = replace(cause, related=(*cause.related, again))
                return None
        if len(self._causes) < MOST_CAUSES and len(self.told) < MOST_FINDINGS:
            self._causes.append(len(self.told))
        return self.add(finding)

    def add(self, finding: Finding) -> None:
        """Adds a finding."""
        self.consulted.update(finding.rulings)
        rank = _rank(finding)
        graver, self._gravest = rank < self._gravest, min(rank, self._gravest)
        if len(self.told) < MOST_FINDINGS:
            self.told.append(finding)
            return
        self.untold += 1
        self._next = self._next or finding
        if graver:
            self._graver = finding

    def step(self, step: Step) -> None:
        """Adds the result of one line."""
        for finding in step.findings:
            self.said(finding)
        self.passed(step)

    def passed(self, step: Step) -> None:
        """Adds the result of one line without its findings."""
        self.consulted.update(step.consulted)
        if step.state == UNJUDGED:
            last = last_line(step.statement)
            first = self.stretches.pop()[0] if self._running else step.statement.line
            self.stretches.append((first, last))
            self._running = True
        elif step.state in (JUDGED, OPEN):
            self._running = False
        if step.state == JUDGED and step.statement.kind == "result":
            self.computed |= any(leaf.kind == "UNKNOWN" for leaf in step.statement.node.leaves())

    def findings(self) -> tuple[Finding, ...]:
        """The reported findings, by line. If there are too many, the gravest is among them, and the last one counts the
        others."""
        told = [*self.told, *([self._graver] if self._graver else [])]
        told.sort(key=lambda finding: finding.line)
        untold = self.untold - (self._graver is not None)
        if self._next is not None and untold:
            word = "finding" if untold == 1 else "findings"
            fact = f"and {untold:,} more {word} in this record"
            told.append(
                replace(self._next, fact=fact, rules=(), reason="", because=(), numbers={}, legal_instead=(),
                        help="", related=(), rulings=())
            )  # fmt: skip
        return tuple(told)


def _same_mistake(cause: Finding, finding: Finding) -> bool:
    """Whether a finding comes from the same mistake as an earlier one: it has the same fact, or its name is one that the
    earlier fact quotes (the cars of a missing `team` line)."""
    if cause.kind != finding.kind:
        return False
    if cause.fact == finding.fact:
        return True
    if finding.kind != UNKNOWN_NAME or finding.line == cause.line:
        return False
    name = plain(finding.source[finding.column - 1 : finding.end_column - 1].strip('"'))
    return name in [plain(one.strip('"')) for one in QUOTED.findall(cause.fact)]


def _rank(finding: Finding) -> int:
    return GRAVEST_FIRST.index(KINDS[finding.kind])


def gathered(findings: Iterable[Finding], steps: Iterable[Step]) -> Gathered:
    """Gathers a complete record: its steps, and the `findings` that belong to no step."""
    found = Gathered()
    told = [(finding, found.add) for finding in findings]
    for step in steps:
        found.passed(step)
        told += [(finding, found.said) for finding in step.findings]
    for finding, tell in sorted(told, key=lambda pair: pair[0].line):
        tell(finding)
    return found
