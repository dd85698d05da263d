"""Which rulings and assumed parameters a verdict rests on: those for which another reading or value alone changes it.

A record is judged once with readings and parameters that note each use. Another reading of a ruling can matter only in a line
that looked it up. So only such lines are judged again, from the position before them, and the lines after them for as long as the
position differs. Parameters work the same way.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from grammar.syntax import Record
from model.asked import AskedParameters, AskedReadings, recording
from model.errors import ModelError
from model.rules import Parameter, load_house_rules
from model.ruleset import with_changes
from model.rulings import load_rulings
from model.values import replace, value
from verifier.findings import Assumption, Dependence, Finding, deciding, verdict_of
from verifier.game import Game, Where
from verifier.records.heading import Heading
from verifier.records.speaking import IMPOSSIBLE
from verifier.records.stepping import Step, Stepper

MOST_VALUES = 11
"""The most values of an assumed parameter that are tried; of a wider range only the two ends. Listed `meant` values replace
the range."""


@value
class Judged:
    """A record that was judged with a note of each use: its steps; the stepper before each step and, last, the one after all of
    them (`steppers`); the rulings looked up before the first step (`begun`) and in each (`asking`); the parameters looked up
    before the first step, then in each (`measuring`); `instead` are the values used for unset parameters."""

    asked: AskedReadings
    numbers: AskedParameters
    begun: frozenset[str]
    steps: tuple[Step, ...]
    steppers: tuple[Stepper, ...]
    asking: tuple[frozenset[str], ...]
    measuring: tuple[frozenset[str], ...]
    instead: Mapping[str, int]

    @property
    def last(self) -> Stepper:
        """The stepper at the end of the record."""
        return self.steppers[-1]

    @property
    def consulted(self) -> tuple[str, ...]:
        """Every ruling that was looked up, sorted."""
        return tuple(sorted(self.begun.union(*self.asking)))


def judge_asking(record: Record, game: Game[Any], heading: Heading, where: Where) -> Judged:
    """Judges a readable record and notes which rulings each line looks up."""
    ruleset, asked, numbers = recording(heading.ruleset)
    stepper = Stepper(record, game, replace(heading, ruleset=ruleset), where, ())
    steppers: list[Stepper] = []
    asking: list[frozenset[str]] = []
    begun = frozenset(asked.asked)
    measuring = [frozenset(numbers.asked)]
    for statement in record.statements:
        steppers.append(stepper.fork())
        asked.use(asked.readings)
        numbers.use(numbers.own)
        step = stepper.advance(statement)
        said = {id for finding in step.findings for id in finding.rulings}
        asking.append(frozenset(said.union(asked.asked)))
        measuring.append(frozenset(numbers.asked))
        stepper.made[-1] = replace(step, consulted=tuple(sorted(asking[-1])))
    steppers.append(stepper)
    made, instead = tuple(stepper.made), dict(numbers.instead)
    return Judged(asked, numbers, begun, made, tuple(steppers), tuple(asking), tuple(measuring), instead)


def rests_on(
    record: Record, game: Game[Any], heading: Heading, judged: Judged, apart: Sequence[Finding] = ()
) -> tuple[Dependence, ...]:
    """The rulings for which another reading, all else as in the ruleset, changes the verdict, the deciding finding or a wrong
    claim. The verdict is taken without findings at the places of those `apart`."""
    book = load_rulings(game.data)
    mine = _findings(judged.steps, apart)
    own = outcome(mine)
    found = []
    for id in judged.consulted:
        reading = heading.ruleset.readings.get(id)
        otherwise = []
        for other in book[id].choices() if id in book else ():
            if other == reading or (id, other) in judged.asked.without:
                continue
            try:
                changed = with_changes(game.data, heading.ruleset, rulings={id: other})
            except ModelError:
                continue
            judged.asked.use(changed.readings)
            again = _judged_again(record, judged, id in judged.begun, _lines(judged.asking, id))
            findings = _findings(again, apart)
            judged.asked.use(judged.asked.own)
            if outcome(findings) != own:
                changed_claim = decided(findings) == decided(mine)
                otherwise.append((other, _claim(mine, findings) if changed_claim else named(findings)))
        if otherwise and reading is not None:
            found.append(Dependence(id, reading, tuple(otherwise)))
    return tuple(found)


def assumptions(
    record: Record, game: Game[Any], heading: Heading, judged: Judged, apart: Sequence[Finding] = ()
) -> tuple[Assumption, ...]:
    """The parameters without a stated value that neither record nor ruleset sets, and for which another value alone changes
    the verdict, the deciding finding or a wrong claim, or only their texts; or the points or times of the record. `apart` is as
    in `rests_on`."""
    mine = _findings(judged.steps, apart)
    result = _result(game, judged.steps)
    known = load_house_rules(game.data).parameters
    found = []
    for name in sorted(frozenset().union(*judged.measuring)):
        if not known[name].assumed or name in heading.ruleset.parameters:
            continue
        tried: dict[int, Sequence[Finding]] = {}
        results: dict[int, Mapping[str, int] | None] = {}
        values = _other_values(known[name])
        while values:
            for number in values:
                judged.numbers.use({**judged.numbers.own, name: number})
                lines = _lines(judged.measuring[1:], name)
                again = _judged_again(record, judged, name in judged.measuring[0], lines)
                tried[number], results[number] = _findings(again, apart), _result(game, again)
            values = [one for one in _settling(known[name], mine, tried) if one not in tried]
        judged.numbers.use(judged.numbers.own)
        otherwise = [
            (
                number,
                _difference(mine, tried[number]) or ("another result" if results[number] != result else ""),
            )
            for number in sorted(tried)
        ]
        changes = tuple((number, outcome) for number, outcome in otherwise if outcome)
        if changes:
            assumed = judged.instead.get(name, int(known[name].value))
            found.append(Assumption(name, assumed, changes, _changed(mine, tried)))
    return tuple(found)


def _result(game: Game[Any], steps: Sequence[Step]) -> Mapping[str, int] | None:
    """The points or times after the last line."""
    return game.result(steps[-1].after) if steps else None


def _changed(mine: Sequence[Finding], tried: Mapping[int, Sequence[Finding]]) -> tuple[tuple[int, int], ...]:
    """Line and column of each finding that another tried value removes or changes."""
    kept = [{(_place(one), one.fact) for one in findings} for findings in tried.values()]
    places = {
        (one.line, one.column) for one in mine if any((_place(one), one.fact) not in told for told in kept)
    }
    return tuple(sorted(places))


def _settling(
    parameter: Parameter, mine: Sequence[Finding], tried: Mapping[int, Sequence[Finding]]
) -> list[int]:
    """The values within a wide range at which a finding that compares a number (`is`) with a claim (`said`) would vanish,
    estimated by linear interpolation between both ends."""
    least, most = parameter.min, parameter.max
    ends = [
        {_place(one): one.numbers.get("is") for one in tried[value]}
        for value in (least, most)
        if value in tried
    ]
    found = []
    for one in mine if len(ends) == 2 else ():
        low, high = (end.get(_place(one)) for end in ends)
        said = one.numbers.get("said")
        if low is None or high is None or said is None or low == high:
            continue
        value, rest = divmod((said - low) * (most - least), high - low)
        if not rest and least < value < most and value != parameter.value:
            found.append(least + value)
    return found


def _difference(mine: Sequence[Finding], others: Sequence[Finding]) -> str:
    """The other outcome in a few words; otherwise empty. A finding that stays may give other numbers."""
    if decided(others) != decided(mine):
        return named(others)
    if outcome(others) != outcome(mine):
        return _claim(mine, others)
    told = [
        {(one.line, one.column, one.fact) for one in side if one.kind == "claim" or one is deciding(side)}
        for side in (mine, others)
    ]
    changed = told[0] ^ told[1]
    return f"another number in line {min(changed)[0]}" if changed else ""


def _place(finding: Finding) -> tuple[object, ...]:
    return finding.kind, finding.line, finding.column, finding.rules


def _other_values(parameter: Parameter) -> list[int]:
    least, most = parameter.min, parameter.max
    values = parameter.meant or (range(least, most + 1) if most - least < MOST_VALUES else (least, most))
    return [value for value in values if value != parameter.value]


def _lines(asking: Sequence[frozenset[str]], name: str) -> list[bool]:
    """For each line, whether it looked this up."""
    return [name in asked for asked in asking]


def outcome(findings: Sequence[Finding]) -> tuple[object, ...]:
    """The parts of a verdict that are compared when a reading or value changes."""
    claims = [(one.line, one.column, one.rules) for one in findings if one.kind == "claim"]
    return *decided(findings), tuple(claims)


def _claim(mine: Sequence[Finding], others: Sequence[Finding]) -> str:
    """The first claim with another outcome, where the verdict and the deciding finding stay the same."""
    lines = [
        {(one.line, one.column, one.rules) for one in side if one.kind == "claim"} for side in (mine, others)
    ]
    line, column, _ = min(lines[0] ^ lines[1])
    wrong_in_both = all(any(place == [line, column] for *place, _ in side) for side in lines)
    what = "another rule against" if wrong_in_both else "another verdict on"
    return f"{what} the claim in line {line}"


def decided(findings: Sequence[Finding]) -> tuple[object, ...]:
    """The verdict, and kind, place and rules of the first finding that gives it."""
    first = deciding(findings)
    return verdict_of(findings), (first.kind, first.line, first.column, first.rules) if first else None


def named(findings: Sequence[Finding]) -> str:
    """A verdict in a few words: `illegal by TA-6.1 in line 14`."""
    first = deciding(findings)
    verdict = verdict_of(findings)
    if first is None:
        return verdict
    if first.kind == IMPOSSIBLE:
        return f"line {first.line} would be impossible"
    rule = f" by {first.rules[0]}" if first.rules else ""
    return f"{verdict}{rule} in line {first.line}"


def _findings(steps: Sequence[Step], apart: Sequence[Finding]) -> tuple[Finding, ...]:
    without = {(one.kind, one.line, one.column) for one in apart}
    found = (
        finding
        for step in steps
        for finding in step.findings
        if not without or (finding.kind, finding.line, finding.column) not in without
    )
    return tuple(sorted(found, key=lambda finding: finding.line))


def _judged_again(record: Record, judged: Judged, begun: bool, asking: Sequence[bool]) -> Sequence[Step]:
    """The steps of the record under the changed reading or value. `begun`: it was looked up before the first line; `asking` holds
    for each line whether it was looked up there."""
    judged.asked.verdict_only = True
    steps = list(judged.steps)
    other: Stepper | None = None
    if begun:
        first = judged.steppers[0]
        other = Stepper(first.record, first.game, first.heading, first.where, ())
    for place, statement in enumerate(record.statements):
        if other is None:
            if not asking[place]:
                continue
            other = judged.steppers[place].fork()
        steps[place] = other.advance(statement)
        if other.state() == judged.steppers[place + 1].state():
            other = None  # the positions are the same again
    judged.asked.verdict_only = False
    return steps
