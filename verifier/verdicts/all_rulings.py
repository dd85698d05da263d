"""Judges a record under every reading of every ruling: always legal, always illegal, or dependent on the readings?

The record is judged line by line, with every position that its lines may have led to. Each position has a condition on the
readings that lead to it. From each position the next line is judged once for each way that its rulings can differ: a reading is
chosen when the line looks the ruling up, as the condition allows, and the line is judged again with each other possible reading.
So only rulings that a line looks up are split. Equal positions are merged and their conditions joined. A position in which a line
was illegal is not followed further.

Every ruling is open, even one that the record sets in a `ruling` line: that line describes how the record was played, but the
question is how it would end otherwise. A reading chosen on the command line is fixed. Parameters and options stay as they are. A
reading by which the record cannot be judged, because it needs what a board does not show, is left out and reported.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grammar.syntax import Record, Statement
from model.asked import AskedReadings
from model.rulings import load_rulings
from model.values import replace, value
from verifier.findings import ILLEGAL, KINDS, LEGAL, UNDETERMINED, UNREADABLE, VERDICTS, Finding, deciding
from verifier.game import Game, Where
from verifier.records.heading import Heading
from verifier.records.stepping import Step, Stepper
from verifier.verdicts.conditions import ALWAYS, Case, Condition, agree, either, narrowed, shortest

MOST_POSITIONS = 256
"""The most positions followed from line to line."""

MOST_SPLITS = 1000
"""The most times that rulings are split into their readings in one record."""

MOST_JUDGED = 6000
"""The most line judgements in one record. Each position that a line starts from counts, and so does each one that it leads to if
parts are lost."""


@value
class Variant:
    """One outcome of a record: the verdict, the deciding finding, and the fewest readings that lead to it. `unwritten`: the line
    cannot be resolved under these readings, but can under those by which the record was judged."""

    verdict: str
    finding: Finding | None
    conditions: Condition
    unwritten: bool = False


@value
class LeftOut:
    """A reading by which a record cannot be judged, and why."""

    ruling: str
    reading: str
    why: str


@value
class EveryReading:
    """The outcomes of a record under every reading of every ruling.

    `verdicts` pairs each verdict that occurs with the fewest readings that lead to it; `variants` does so for each verdict with
    its deciding finding. `stopped` names the bound that stopped the search, if any; then both are empty. `split` are the rulings
    that were split, `left_out` the readings of consulted rulings that were not tried.
    """

    verdicts: tuple[tuple[str, Condition], ...] = ()
    variants: tuple[Variant, ...] = ()
    stopped: str = ""
    line: int = 0
    split: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    @property
    def verdict(self) -> str | None:
        """The verdict under every reading; None if it depends on the readings. Undetermined if a bound was reached."""
        if self.stopped:
            return UNDETERMINED
        return self.verdicts[0][0] if len(self.verdicts) == 1 else None


class _OpenReadings(AskedReadings):
    """Readings that are chosen when they are looked up. `asked` holds those chosen so far; `options` gives the readings of a
    ruling that agree with them."""

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings)
        self.verdict_only = True
        self.given: dict[str, str] = {}
        self.options: Callable[[str, Mapping[str, str]], tuple[str, ...]] = lambda _id, _path: ()
        self.splits: list[tuple[dict[str, str], str, tuple[str, ...]]] = []

    def begin(
        self, given: dict[str, str], options: Callable[[str, Mapping[str, str]], tuple[str, ...]]
    ) -> None:
        """Starts a new judgement that uses the `given` readings, and the first option for other rulings."""
        self.asked, self.splits, self.given, self.options = {}, [], given, options

    def answer(self, id: str) -> str:
        known = self.given.get(id)
        if known is not None:
            return known
        first, *others = self.options(id, self.asked) or (self.readings[id],)
        if others:
            self.splits.append((dict(self.asked), id, tuple(others)))
        return first


@dataclass(slots=True)
class _World:
    """A position that the lines so far may have led to, and its condition. `first` is the finding that decides so far."""

    stepper: Stepper
    condition: Condition
    first: Finding | None = None
    unwritten: bool = False

    def outcome(self) -> tuple[object, ...]:
        """The parts of the verdict so far."""
        return decided(self.first)


def _severity(world: _World) -> tuple[object, ...]:
    """A sort key: legal first, then by verdict and line."""
    first = world.first
    if first is None:
        return (0,)
    return 1, VERDICTS.index(KINDS[first.kind]), first.line, first.column, first.rules


def decided(finding: Finding | None) -> tuple[object, ...]:
    """Verdict, kind, place and rules: what distinguishes outcomes."""
    if finding is None:
        return (LEGAL,)
    return KINDS[finding.kind], finding.kind, finding.line, finding.column, finding.rules


def every_reading(
    record: Record,
    game: Game[Any],
    heading: Heading,
    where: Where,
    own: Sequence[Step],
    fixed: Mapping[str, str],
) -> EveryReading:
    """Judges a readable record under all readings of all rulings except the `fixed` ones. `own` are its steps under its own
    ruleset."""
    without: Mapping[tuple[str, str], str] = {}
    while True:
        search = _Search(record, game, heading, where, own, fixed, without)
        found = search.run()
        if search.readings.without.keys() <= without.keys():
            return found
        without = {**without, **search.readings.without}


class _BoundError(Exception):
    """A bound was reached."""


class _Search:
    def __init__(
        self,
        record: Record,
        game: Game[Any],
        heading: Heading,
        where: Where,
        own: Sequence[Step],
        fixed: Mapping[str, str],
        without: Mapping[tuple[str, str], str],
    ) -> None:
        self.record, self.game, self.where, self.own, self.fixed = record, game, where, own, fixed
        self.without = without
        self.book = load_rulings(game.data)
        self.readings = _OpenReadings(dict(heading.ruleset.readings))
        self.heading = replace(heading, ruleset=replace(heading.ruleset, readings=self.readings))
        self.ended: list[_World] = []
        self.readable = not any(KINDS[one.kind] == UNREADABLE for step in own for one in step.findings)
        self.last_start = max((one.line for one in record.statements if one.kind == "position"), default=0)
        self.splits = 0
        self.judged = 0
        self.split: set[str] = set()
        self.consulted: set[str] = set()

    def run(self) -> EveryReading:
        line = self.record.line
        try:
            worlds = self._beginnings()
            for statement, own in zip(self.record.statements, self.own, strict=True):
                line = statement.line
                worlds = self._going_on(self._after(worlds, statement, own), line)
        except _BoundError as stopped:
            split = tuple(sorted(self.split))
            return EveryReading(stopped=str(stopped), line=line, split=split, left_out=self._left_out())
        return self._told([*self.ended, *worlds])

    def _choices(self, id: str) -> tuple[str, ...]:
        """The open readings of a ruling, that of the ruleset first."""
        own = self.readings.readings[id]
        if id in self.fixed or id not in self.book:
            return (own,)
        others = (other for other in self.book[id].choices() if other != own)
        return (own, *(other for other in others if (id, other) not in self.without))

    def _left_out(self) -> tuple[LeftOut, ...]:
        return tuple(
            LeftOut(*pair, why)
            for pair, why in sorted(self.without.items())
            if pair[0] in self.consulted and pair[0] not in self.fixed
        )

    def _beginnings(self) -> list[_World]:
        """The positions before the first line, one for each way to read the rulings that set them up."""

        def begin() -> Stepper:
            return Stepper(self.record, self.game, self.heading, self.where, ())

        return [_World(stepper, narrowed(ALWAYS, leaf)) for leaf, stepper in self._leaves(ALWAYS, begin)]

    def _after(self, worlds: list[_World], statement: Statement, own: Step) -> list[_World]:
        """The positions after one more line; equal ones are merged."""
        found: list[_World] = []
        for world in worlds:

            def advance(before: Stepper = world.stepper) -> Stepper:
                self._count(len(before.others))
                stepper = before.fork()
                stepper.advance(statement)
                self._count(len(stepper.others))
                return stepper

            for leaf, stepper in self._leaves(world.condition, advance):
                found.append(self._advanced(world, leaf, stepper, own))
        if len(found) > 1:
            found = self._merged(found)
        if len(found) > MOST_POSITIONS:
            raise _BoundError(f"more than {MOST_POSITIONS} different positions are possible")
        return found

    def _going_on(self, worlds: list[_World], line: int) -> list[_World]:
        """The positions whose outcome later lines can still change. The others are recorded as ended."""
        found = []
        for world in worlds:
            illegal = self.readable and world.outcome()[0] == ILLEGAL
            stopped = not (world.stepper.followed or world.stepper.missing)
            if illegal or (line >= self.last_start and stopped):
                self.ended.append(world)
            else:
                found.append(world)
        return found

    def _advanced(self, world: _World, leaf: Case, stepper: Stepper, own: Step) -> _World:
        step = stepper.made[-1]
        condition = narrowed(world.condition, leaf) if leaf else world.condition
        first = deciding([world.first, *step.findings] if world.first is not None else step.findings)
        if first is world.first:
            return _World(stepper, condition, first, world.unwritten)
        assert first is not None
        resolved = not any(KINDS[one.kind] in OPEN_ENDS for one in own.findings)
        return _World(stepper, condition, first, resolved and KINDS[first.kind] in OPEN_ENDS)

    def _merged(self, worlds: list[_World]) -> list[_World]:
        same: dict[object, list[_World]] = {}
        for world in worlds:
            same.setdefault((world.stepper.state(), world.outcome()), []).append(world)
        return [
            replace(group[0], condition=either([world.condition for world in group], self._choices))
            if len(group) > 1
            else group[0]
            for group in same.values()
        ]

    def _leaves(self, condition: Condition, judge: Callable[[], Stepper]) -> Iterator[tuple[Case, Stepper]]:
        """Judges one line once for each set of readings that the condition allows and the line looks up."""

        def options(id: str, path: Mapping[str, str]) -> tuple[str, ...]:
            choices = self._choices(id)
            if len(choices) < 2:
                return choices
            open_cases = [dict(case) for case in condition if agree(case, tuple(path.items()))]
            return tuple(one for one in choices if any(case.get(id, one) == one for case in open_cases))

        waiting: list[dict[str, str]] = [{}]
        while waiting:
            self.readings.begin(waiting.pop(), options)
            self._count(1)
            stepper = judge()
            self.consulted.update(self.readings.asked)
            for path, id, others in self.readings.splits:
                self.splits += 1
                self.split.add(id)
                waiting += [{**path, id: other} for other in reversed(others)]
            if self.splits > MOST_SPLITS:
                raise _BoundError(f"rulings were split more than {MOST_SPLITS:,} times")
            leaf = {id: one for id, one in self.readings.asked.items() if len(self._choices(id)) > 1}
            yield tuple(sorted(leaf.items())), stepper

    def _count(self, tables: int) -> None:
        self.judged += tables
        if self.judged > MOST_JUDGED:
            raise _BoundError(f"lines were judged more than {MOST_JUDGED:,} times")

    def _told(self, worlds: list[_World]) -> EveryReading:
        """The verdicts and variants of the final positions, each with its condition."""
        by_verdict: dict[str, list[_World]] = {}
        by_outcome: dict[object, list[_World]] = {}
        for world in sorted(worlds, key=_severity):
            by_verdict.setdefault(str(world.outcome()[0]), []).append(world)
            by_outcome.setdefault(world.outcome(), []).append(world)
        verdicts = self._shortest(list(by_verdict.values()))
        outcomes = self._shortest(list(by_outcome.values()))
        return EveryReading(
            tuple(zip(by_verdict, verdicts, strict=True)),
            tuple(
                Variant(str(group[0].outcome()[0]), group[0].first, conditions, group[0].unwritten)
                for group, conditions in zip(by_outcome.values(), outcomes, strict=True)
            ),
            split=tuple(sorted(self.split)),
            left_out=self._left_out(),
        )

    def _shortest(self, groups: list[list[_World]]) -> list[Condition]:
        """The fewest readings that lead to each of these groups of positions."""
        whole = [either([world.condition for world in group], self._choices) for group in groups]
        return [shortest(one, [other for other in whole if other is not one]) for one in whole]


OPEN_ENDS = (UNDETERMINED, UNREADABLE)
"""Verdicts of a line that cannot be resolved."""
