"""A record that two rulesets decide differently: how each decides it, and the fewest changes that cause the difference."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grammar.parser import parse
from model.errors import ModelError
from model.ruleset import Ruleset
from model.values import value
from verifier.findings import ILLEGAL, LEGAL, deciding, verdict_of
from verifier.game import Game, Where
from verifier.records.heading import Heading, Overrides
from verifier.records.stepping import Stepper
from verifier.rulesets.changes import Change, together
from verifier.rulesets.checking import DIFFERENT, way_of

RULE_LINES = ("ruleset ", "ruling ", "set ", "option ", "without ")
"""How the header lines begin that state rules."""


@value
class Ending:
    """How a record ends under a ruleset: the verdict on it, the rules that decide it, and the positions that it leads to.
    `claim`: what is wrong is only a result that the record claims."""

    verdict: str
    rules: tuple[str, ...]
    positions: frozenset[tuple[str, ...]]
    claim: bool

    def __str__(self) -> str:
        return f"{self.verdict}, {' '.join(self.rules)}" if self.rules else self.verdict


class Trial:
    """A record without the lines that state its rules, tried under rulesets; how it ends under each is kept. Of several records
    the last one is meant; the others are those that it names."""

    def __init__(self, game: Game[Any], record: Sequence[str]) -> None:
        self.game = game
        self.record = tuple(line for line in record if not line.startswith(RULE_LINES))
        self._ends: list[tuple[Ruleset, Ending]] = []

    def under(self, ruleset: Ruleset) -> Ending:
        """How the engine decides the record under a ruleset."""
        kept = next((end for own, end in self._ends if own == ruleset), None)
        if kept is None:
            kept = self._ending(ruleset)
            self._ends.append((ruleset, kept))
        return kept

    def verdict(self, ruleset: Ruleset) -> str:
        """The verdict under a ruleset."""
        return self.under(ruleset).verdict

    def _ending(self, ruleset: Ruleset) -> Ending:
        text = "\n".join((*self.record, ""))
        with TemporaryDirectory() as folder:
            place = Path(folder) / "witness.race"
            records = parse(text, str(place)).records
            if len(records) > 1:
                place.write_text(text, encoding="utf-8")
            where = Where(str(place), place.parent, overrides=Overrides(rules=ruleset))
            stepper = Stepper(records[-1], self.game, Heading(ruleset), where, ())
            findings = [finding for step in stepper.steps() for finding in step.findings]
        first = deciding(findings)
        rules, kind = ((), "") if first is None else (first.rules, first.kind)
        leads = positions(self.game, stepper.table, stepper.others)
        return Ending(verdict_of(findings), rules, leads, kind == "claim")


def positions(game: Game[Any], table: Any, others: Sequence[Any]) -> frozenset[tuple[str, ...]]:
    """The possible positions as a record writes them; the rules in force do not matter."""
    return frozenset(map(game.position_lines, (table, *others)))


def way(one: Ending, two: Ending) -> str:
    """What the endings of a record under two rulesets show of the second one. If one of them has another result than the record
    claims, the decision is legal under both."""
    if one.claim or two.claim or not {one.verdict, two.verdict} <= {LEGAL, ILLEGAL}:
        return DIFFERENT
    return way_of(one.verdict == LEGAL, two.verdict == LEGAL)


def telling(trial: Trial, pair: tuple[Ruleset, Ruleset]) -> Iterator[Trial]:
    """The record, if the rulesets decide it differently. If it is legal under both, with each position to which only one of them
    leads."""
    one, two = map(trial.under, pair)
    if one.verdict != two.verdict:
        yield trial
    if one.verdict != LEGAL or two.verdict != LEGAL:
        return
    for block in (*sorted(one.positions - two.positions), *sorted(two.positions - one.positions)):
        lines = (f"  {line}" for line in block)
        longer = Trial(trial.game, (*trial.record, "position", *lines, "end"))
        if {LEGAL, ILLEGAL} == set(map(longer.verdict, pair)):
            yield longer


def causes(
    trial: Trial, pair: tuple[Ruleset, Ruleset], every: Sequence[Change], asked: Change
) -> tuple[Change, ...]:
    """Changes of the first ruleset that lead to the verdict of the second on this record, so few that none of them can be left
    out. The change that was asked about is left out last."""
    first, second = pair
    kept = list(every)
    left_out = True
    while left_out:
        left_out = False
        for change in sorted(kept, key=lambda one: one == asked):
            fewer = [one for one in kept if one != change]
            try:
                tried = together(first, fewer)
            except ModelError:
                continue
            if trial.verdict(tried) == trial.verdict(second):
                kept, left_out = fewer, True
    return tuple(kept)
