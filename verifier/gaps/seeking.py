"""Fills the holes of a record so that each line is judged as expected, the smallest filling first.

A filling is judged by the engine, line by line, up to the first line that is not as expected. Both judges replay what is found,
and the first filling of each reason for a refusal.
"""

import time
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from grammar.parser import parse
from model.values import replace, value
from verifier.findings import ILLEGAL, LEGAL, UNDETERMINED, UNREADABLE, Finding, deciding, verdict_of
from verifier.gaps.fillings import MOST, Filling
from verifier.gaps.holes import Hole
from verifier.gaps.puzzle import Request, read
from verifier.records.replay import judge_record
from verifier.records.speaking import IMPOSSIBLE
from verifier.records.stepping import Step
from verifier.records.testing import PASSED, run_record

CHUNK = 2000
"""Fillings that are judged at a time."""

OFTEN = 1.0
"""Seconds after which results so far are passed on."""

NO_POSITION, AMBIGUOUS, OTHERWISE = "no position", "ambiguous", "not as expected"
"""Verdicts on a filling that no race can come to, on a line that leaves a choice open, and on a record whose `expect` lines about
moves and ends do not hold."""


@value
class Refusal:
    """Why fillings are refused: the line (0: the record as a whole), how it is judged, and the rule that decides."""

    line: int
    verdict: str
    rule: str = ""


@value
class Instance:
    """A filling with which each line is judged as expected: the words in the holes, the cars and the sectors in use, the record,
    and a picture of the position."""

    words: tuple[tuple[Hole, str], ...]
    cars: int
    sectors: int
    record: tuple[str, ...]
    picture: str


@dataclass(slots=True)
class Looked:
    """What came of some fillings: those found, how many were refused for which reason, and why others have no answer. `differ` is
    a record about which the judges differ, and how; `unreadable` is the reason why a line cannot be read."""

    found: list[Instance] = field(default_factory=list)
    refused: "Counter[Refusal]" = field(default_factory=Counter)
    limit: str = ""
    differ: tuple[str, ...] = ()
    unreadable: Finding | None = None


class Search:
    """The search through all fillings. `enough`: how many instances are wanted."""

    def __init__(self, request: Request, enough: int) -> None:
        self.request = request
        self.puzzle = read(request)
        self._options = replace(request.options, both=True)
        self.enough = enough
        self._left: Iterator[Filling] = iter(self.puzzle.fillings)
        self._passed = 0
        self._seen: set[Refusal] = set()
        self._unreadable: Finding | None = None
        self._known: dict[Hashable, Refusal] = {}
        self._first = self.puzzle.rest[0].line if self.puzzle.rest else 0
        about = self.puzzle.expected
        self._as_a_whole = about.verdict()
        self._expected = {
            line: [one for one in about.of_lines if one.about == line]
            for line in {one.about for one in about.of_lines}
        }

    def __reduce__(self) -> tuple[type["Search"], tuple[Request, int]]:
        return Search, (self.request, self.enough)  # another process makes its own

    @property
    def chunks(self) -> int:
        """How often `look` has something to do, at most."""
        return min(-(-self.puzzle.fillings.most // CHUNK), MOST // CHUNK + 1)

    def look(self, number: int) -> Iterator[Looked]:
        """The results of the fillings with these numbers, bit by bit. Chunks must be asked for in order."""
        begin = number * CHUNK
        looked, found, told = Looked(), 0, time.monotonic()
        fillings = list(islice(self._left, begin - self._passed, begin - self._passed + CHUNK))
        self._passed = begin + CHUNK
        if fillings and begin >= MOST:
            limit = f"{MOST:,} ways to fill the holes; write more of the position, or lower `--cars`"
            yield Looked(limit=limit)
            return
        for filling, label in zip(fillings, self._labels(fillings), strict=True):
            if time.monotonic() > told + OFTEN:
                found += len(looked.found)
                yield looked
                looked, told = Looked(), time.monotonic()
            if label is not None and label in self._known:
                looked.refused[self._known[label]] += 1
                continue
            refusal = self._try(filling, looked)
            if (
                label is not None
                and refusal is not None
                and refusal.verdict == ILLEGAL
                and refusal.line == self._first
            ):
                self._known[label] = refusal
            if found + len(looked.found) == self.enough:
                break
        looked.unreadable = self._unreadable
        yield looked

    def _labels(self, fillings: Sequence[Filling]) -> Sequence[Hashable | None]:
        """For each filling a label, if a refusal of the first line of play is to hold for all fillings with that label."""
        if self.chunks < 2 or self._as_a_whole:
            return [None] * len(fillings)
        return self.puzzle.classes(fillings)

    def _try(self, filling: Filling, looked: Looked) -> Refusal | None:
        """Judges a filling, and adds the result. Returns why it is refused."""
        refusal = self.judged(filling)
        if refusal is None:
            record = self.puzzle.text(filling)
            tested = run_record(parse("\n".join(record), self.puzzle.file).records[0], (), self._options)
            if tested.disagree:
                looked.differ = looked.differ or (*record, tested.messages[0])
                return None
            if tested.status == PASSED:
                if tested.by_one_judge:
                    looked.limit = looked.limit or tested.by_one_judge
                else:
                    looked.found.append(self._instance(filling, record))
                return None
            refusal = Refusal(0, OTHERWISE)
        elif refusal not in self._seen:
            self._seen.add(refusal)
            looked.differ = looked.differ or self._difference(filling)
        if refusal.verdict == UNDETERMINED:
            looked.limit = looked.limit or f"line {refusal.line} is {refusal.verdict}: {refusal.rule}"
        if refusal.verdict == AMBIGUOUS:
            looked.limit = looked.limit or f"line {refusal.line} leaves a choice open"
        looked.refused[refusal] += 1
        return refusal

    def judged(self, filling: Filling) -> Refusal | None:
        """Why a filling is refused by the engine."""
        puzzle = self.puzzle
        stepper = puzzle.before.fork()
        told: list[Finding] = []
        for statement in (puzzle.filled(filling), *puzzle.rest):
            step = stepper.advance(statement)
            told += step.findings
            if not self._as_a_whole and (refusal := self._against(step)) is not None:
                return refusal
        wrong = any(one.against(deciding(told), verdict_of(told)) for one in self._as_a_whole)
        return self._refusal(0, told) if wrong else None

    def _against(self, step: Step) -> Refusal | None:
        verdict, first = verdict_of(step.findings), deciding(step.findings)
        expected = self._expected.get(step.statement.line)
        wrong = any(one.against(first, verdict) for one in expected) if expected else verdict != LEGAL
        leads_on = step.judgement is not None and bool(step.judgement.outcomes)
        return self._refusal(step.statement.line, step.findings, leads_on=leads_on) if wrong else None

    def _refusal(self, line: int, findings: Iterable[Finding], *, leads_on: bool = False) -> Refusal:
        """The refusal for these findings. A line that `leads_on` and is undetermined leaves a choice open; otherwise it has no
        answer."""
        verdict, first = verdict_of(tuple(findings)), deciding(tuple(findings))
        rule = "" if first is None else first.rules[0] if first.rules else first.fact
        if verdict == UNREADABLE:
            self._unreadable = self._unreadable or first
        if line == self.puzzle.block.line and first is not None and first.kind == IMPOSSIBLE:
            verdict = NO_POSITION
        elif verdict == UNDETERMINED and leads_on:
            verdict = AMBIGUOUS
        return Refusal(line, verdict, rule)

    def _difference(self, filling: Filling) -> tuple[str, ...]:
        """The record of a filling that is refused, if the judges differ about it, and how."""
        record = self.puzzle.text(filling)
        report = judge_record(parse("\n".join(record), self.puzzle.file).records[0], (), self._options)
        found = report.both.differences if report.both is not None else ()
        return (*record, f"line {found[0].line}: {found[0].fact}") if found else ()

    def _instance(self, filling: Filling, record: tuple[str, ...]) -> Instance:
        puzzle = self.puzzle
        stepper = puzzle.before.fork()
        stepper.advance(puzzle.filled(filling))
        words = [
            (hole, word)
            for line, one in zip(puzzle.open, filling, strict=True)
            for hole, word in zip(line.holes, one.words, strict=False)
        ]
        cars = len(puzzle.fillings.fixed) + sum(one.spot is not None for one in filling)
        picture = puzzle.finds.picture(stepper.table)
        return Instance(tuple(words), cars, puzzle.fillings.used(filling), record, picture)
