"""A record that two rulesets decide differently: how each decides it, and the fewest changes that cause the difference."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grammar.parser import parse
from model.errors import ModelError
from model.ruleset import Ruleset
from model.values import value
from verifier.changes import Change, together
from verifier.checking import DIFFERENT, way_of
from verifier.findings import ILLEGAL, LEGAL, deciding, verdict_of
from verifier.game import Game, Where
from verifier.heading import Heading, Overrides
from verifier.stepping import Stepper

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


def unruled(record: Sequence[str]) -> tuple[str, ...]:
    """The record without the lines that state its rules, so that `--ruleset` decides by which it is judged."""
    return tuple(line for line in record if not line.startswith(RULE_LINES))


def ending(game: Game[Any], record: Sequence[str], ruleset: Ruleset) -> Ending:
    """How the engine decides a record under a ruleset, without the rules that its header names. Of several records the
    last one is meant; the others are those that it names."""
    text = "\n".join((*record, ""))
    with TemporaryDirectory() as folder:
        place = Path(folder) / "witness.race"
        records = parse(text, str(place)).records
        if len(records) > 1:
            place.write_text(text, encoding="utf-8")
        where = Where(str(place), place.parent, overrides=Overrides(rules=ruleset))
        stepper = Stepper(records[-1], game, Heading(ruleset), where, ())
        findings = [finding for step in stepper.steps() for finding in step.findings]
    first = deciding(findings)
    rules, kind = ((), "") if first is None else (first.rules, first.kind)
    leads = positions(game, stepper.table, stepper.others)
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


def telling(
    game: Game[Any], record: Sequence[str], pair: tuple[Ruleset, Ruleset], ends: tuple[Ending, Ending]
) -> Iterator[tuple[str, ...]]:
    """The record, if the rulesets decide it differently. If it is legal under both, with each position to which only one of them
    leads. `ends` are the endings of the record under both."""
    one, two = ends
    if one.verdict != two.verdict:
        yield tuple(record)
    if one.verdict != LEGAL or two.verdict != LEGAL:
        return
    for block in (*sorted(one.positions - two.positions), *sorted(two.positions - one.positions)):
        longer = (*record, "position", *(f"  {line}" for line in block), "end")
        if {LEGAL, ILLEGAL} == {ending(game, longer, ruleset).verdict for ruleset in pair}:
            yield longer


def causes(
    game: Game[Any],
    record: Sequence[str],
    pair: tuple[Ruleset, Ruleset],
    every: Sequence[Change],
    asked: Change,
) -> tuple[Change, ...]:
    """Changes of the first ruleset that lead to the verdict of the second on this record, so few that none of them can be left
    out. The change that was asked about is left out last."""
    first, second = pair
    wanted = ending(game, record, second).verdict
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
            if ending(game, record, tried).verdict == wanted:
                kept, left_out = fewer, True
    return tuple(kept)
