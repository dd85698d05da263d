"""Which rulings a verdict rests on: those of which another reading alone changes it.

A record is judged once by readings that note who asked. Another reading of a ruling can make a difference only in a line that
asked it, so only such lines are judged again, from the table that was there; and the lines after them for as long as the table
is another one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grammar.syntax import Record
from model.asked import AskedReadings, recording
from model.errors import ModelError
from model.ruleset import with_changes
from model.rulings import load_rulings
from model.values import replace
from verifier.findings import Dependence, Finding, deciding, verdict_of
from verifier.game import Game, Where
from verifier.heading import Heading
from verifier.stepping import Step, Stepper


@dataclass(frozen=True, slots=True)
class Judged:
    """A record that was judged with a note of who asked: its steps, the stepper before each of them and, last, after all;
    the rulings asked before the first step and in each."""

    asked: AskedReadings
    begun: frozenset[str]
    steps: tuple[Step, ...]
    steppers: tuple[Stepper, ...]
    asking: tuple[frozenset[str], ...]

    @property
    def last(self) -> Stepper:
        """The stepper at the end of the record."""
        return self.steppers[-1]

    @property
    def consulted(self) -> tuple[str, ...]:
        """Every ruling that was asked, sorted."""
        return tuple(sorted(self.begun.union(*self.asking)))


def judge_asking(record: Record, game: Game[Any], heading: Heading, where: Where) -> Judged:
    """Judges a record of which every line could be read, and notes which rulings each line asks."""
    ruleset, asked = recording(heading.ruleset)
    stepper = Stepper(record, game, replace(heading, ruleset=ruleset), where, ())
    steppers: list[Stepper] = []
    asking: list[frozenset[str]] = []
    begun = frozenset(asked.asked)
    for statement in record.statements:
        steppers.append(stepper.fork())
        asked.use(asked.readings)
        step = stepper.advance(statement)
        said = {id for finding in step.findings for id in finding.rulings}
        asking.append(frozenset(said.union(asked.asked, step.consulted)))
        stepper.made[-1] = replace(step, consulted=tuple(sorted(asking[-1])))
    steppers.append(stepper)
    return Judged(asked, begun, tuple(stepper.made), tuple(steppers), tuple(asking))


def rests_on(record: Record, game: Game[Any], heading: Heading, judged: Judged) -> tuple[Dependence, ...]:
    """The rulings of which another reading alone, all else as in the ruleset, changes the verdict, the deciding finding or a
    wrong claim."""
    book = load_rulings(game.data)
    mine = _findings(judged.steps)
    own = outcome(mine)
    found = []
    for id in judged.consulted:
        reading = heading.ruleset.readings.get(id)
        otherwise = []
        for other in book[id].choices() if id in book else ():
            if other == reading:
                continue
            try:
                changed = with_changes(game.data, heading.ruleset, rulings={id: other})
            except ModelError:
                continue
            findings = _findings(_judged_again(record, judged, id, changed.readings))
            if outcome(findings) != own:
                changed_claim = decided(findings) == decided(mine)
                otherwise.append((other, _claim(mine, findings) if changed_claim else named(findings)))
        if otherwise and reading is not None:
            found.append(Dependence(id, reading, tuple(otherwise)))
    return tuple(found)


def outcome(findings: Sequence[Finding]) -> tuple[object, ...]:
    """What a verdict consists of, when it is asked whether something changes it."""
    claims = [(one.line, one.column, one.rules) for one in findings if one.kind == "claim"]
    return *decided(findings), tuple(claims)


def _claim(mine: Sequence[Finding], others: Sequence[Finding]) -> str:
    """The first claim that comes out otherwise, where the verdict and what decides it stay: `another outcome of line 33`."""
    lines = [
        {(one.line, one.column, one.rules) for one in side if one.kind == "claim"} for side in (mine, others)
    ]
    return f"the claim in line {min(lines[0] ^ lines[1])[0]} comes out otherwise"


def decided(findings: Sequence[Finding]) -> tuple[object, ...]:
    """The verdict, and kind, place and rules of the first finding that means it."""
    first = deciding(findings)
    return verdict_of(findings), (first.kind, first.line, first.column, first.rules) if first else None


def named(findings: Sequence[Finding]) -> str:
    """A verdict in a few words: `illegal by TA-6.1 in line 14`."""
    first = deciding(findings)
    verdict = verdict_of(findings)
    if first is None:
        return verdict
    rule = f" by {first.rules[0]}" if first.rules else ""
    return f"{verdict}{rule} in line {first.line}"


def _findings(steps: Sequence[Step]) -> tuple[Finding, ...]:
    found = (finding for step in steps for finding in step.findings)
    return tuple(sorted(found, key=lambda finding: finding.line))


def _judged_again(record: Record, judged: Judged, id: str, readings: Mapping[str, str]) -> Sequence[Step]:
    """The steps of the record under other readings, which differ in the ruling `id`."""
    asked = judged.asked
    own = asked.readings
    asked.use(readings)
    asked.verdict_only = True
    steps = list(judged.steps)
    other: Stepper | None = None
    if id in judged.begun:
        first = judged.steppers[0]
        other = Stepper(first.record, first.game, first.heading, first.where, ())
    for place, statement in enumerate(record.statements):
        if other is None:
            if id not in judged.asking[place]:
                continue
            other = judged.steppers[place].fork()
        steps[place] = other.advance(statement)
        if other.state() == judged.steppers[place + 1].state():
            other = None  # the tables are the same again
    asked.use(own)
    asked.verdict_only = False
    return steps
