"""How two rulesets differ: each change with a witness, a proof up to a bound, or the reason why it was not asked."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grammar.parser import parse
from model.errors import ModelError
from model.ruleset import Ruleset
from model.values import replace, value
from verifier.changes import Change, changes
from verifier.checking import FOUND, NOT_ASKED, Looked, Witness
from verifier.findings import ILLEGAL, LEGAL, verdict_of
from verifier.game import Game, Where
from verifier.heading import Heading, Overrides
from verifier.stepping import Stepper

SAME = "same"
"""The outcome of a change that makes no difference up to the bound; the others are FOUND and NOT_ASKED."""

NARROWER, WIDER, DIFFERENT = "narrower", "wider", "different"
"""What a witness shows of the second ruleset: it forbids a line that the first allows, allows one that it forbids, or leads
elsewhere."""


@value
class Ending:
    """How a record ends under a ruleset: the verdict on it, and the positions that it leads to."""

    verdict: str
    positions: frozenset[tuple[str, ...]]


@value
class Difference:
    """The answer about one change. `way` and `causes` (the fewest changes that together lead to this difference) are set for a
    witness, whose record is decided differently under the two rulesets."""

    change: Change
    outcome: str
    bound: str
    fact: str = ""
    way: str = ""
    witness: Witness | None = None
    causes: tuple[Change, ...] = ()


def differences(game: Game[Any], first: Ruleset, second: Ruleset) -> Iterator[Difference]:
    """The answer about each change of the second ruleset, in the order of the data, of a game that has `checks`."""
    assert game.checks is not None
    every = list(changes(game.data, first, second))
    find = game.checks().finder(first)
    for change in every:
        try:
            looked = find(change)
        except ModelError as error:
            yield Difference(change, NOT_ASKED, "", f"it cannot hold alone: {error.problems[0].what}")
        else:
            yield _answer(game, (first, second), every, change, looked)


def overall(found: Sequence[Difference]) -> str:
    """What the answers say together. Narrower and wider are said of what was found, and claim no more."""
    ways = {one.way for one in found if one.outcome == FOUND}
    open_ = sum(one.outcome == NOT_ASKED for one in found)
    unknown = f", {open_} not asked" if open_ else ""
    if not ways:
        return f"no difference found{unknown}" if open_ else "the same up to the bounds"
    if ways == {NARROWER}:
        return f"different: each record found is legal under the first only{unknown}"
    if ways == {WIDER}:
        return f"different: each record found is legal under the second only{unknown}"
    return f"different{unknown}"


def _answer(
    game: Game[Any], pair: tuple[Ruleset, Ruleset], every: Sequence[Change], change: Change, looked: Looked
) -> Difference:
    if looked.witness is None:
        if looked.limit:
            return Difference(change, NOT_ASKED, looked.bound, f"limit: {looked.limit}")
        if looked.asked:
            return Difference(change, SAME, looked.bound)
        return Difference(change, NOT_ASKED, looked.bound, "nothing within the bound depends on it")
    ends = ending(game, looked.witness.record, pair[0]), ending(game, looked.witness.record, pair[1])
    record = telling(game, looked.witness.record, pair, ends)
    if record is None:
        hidden = "a witness was found, but other changes hide the difference there"
        return Difference(change, NOT_ASKED, looked.bound, hidden)
    witness = replace(looked.witness, rulesets=pair, record=record)
    first, second = witness.results
    smallest = "; a smaller one is not ruled out" if looked.limit else ""
    fact = f"{witness.size}: {first}; under the second {second}{smallest}"
    return Difference(
        change, FOUND, looked.bound, fact, _way(*ends), witness, causes(game, record, pair, every)
    )


def _way(one: Ending, two: Ending) -> str:
    """What the endings of a witness under both rulesets show of the second one."""
    if ILLEGAL not in (one.verdict, two.verdict):
        return DIFFERENT
    return NARROWER if one.verdict == LEGAL else WIDER


def telling(
    game: Game[Any], record: Sequence[str], pair: tuple[Ruleset, Ruleset], ends: tuple[Ending, Ending]
) -> tuple[str, ...] | None:
    """The record, with a position to which only one of the rulesets leads if the verdicts are the same without it; None if the
    rulesets decide it alike. `ends` are the endings of the record under both."""
    one, two = ends
    if one.verdict != two.verdict:
        return tuple(record)
    if one.verdict != LEGAL:
        return None
    for block in (*sorted(one.positions - two.positions), *sorted(two.positions - one.positions)):
        longer = (*record, "position", *(f"  {line}" for line in block), "end")
        if {LEGAL, ILLEGAL} == {ending(game, longer, ruleset).verdict for ruleset in pair}:
            return longer
    return None


def causes(
    game: Game[Any], record: Sequence[str], pair: tuple[Ruleset, Ruleset], every: Sequence[Change]
) -> tuple[Change, ...]:
    """The fewest changes of the first ruleset that lead to the verdict of the second on this record: none of them can be left
    out."""
    first, second = pair
    wanted = ending(game, record, second).verdict
    kept = list(every)
    for change in every:
        fewer = [one for one in kept if one != change]
        try:
            tried = changed(first, fewer)
        except ModelError:
            continue
        if ending(game, record, tried).verdict == wanted:
            kept = fewer
    return tuple(kept)


def changed(ruleset: Ruleset, every: Sequence[Change]) -> Ruleset:
    """The ruleset with these changes. Raises `ModelError` if they conflict."""
    for change in every:
        ruleset = change.applied(ruleset)
    return ruleset


def ending(game: Game[Any], record: Sequence[str], ruleset: Ruleset) -> Ending:
    """How the engine decides a record under a ruleset, whatever rules its header names. Of several records the last one is
    meant; the others are those that it names."""
    text = "\n".join((*record, ""))
    with TemporaryDirectory() as folder:
        place = Path(folder) / "witness.race"
        records = parse(text, str(place)).records
        if len(records) > 1:
            place.write_text(text, encoding="utf-8")
        where = Where(str(place), place.parent, overrides=Overrides(rules=ruleset))
        stepper = Stepper(records[-1], game, Heading(ruleset), where, ())
        findings = [finding for step in stepper.steps() for finding in step.findings]
    return Ending(verdict_of(findings), positions(game, stepper.table, stepper.others))


def positions(game: Game[Any], table: Any, others: Sequence[Any]) -> frozenset[tuple[str, ...]]:
    """The possible positions as a record writes them, whatever the rules in force are."""
    return frozenset(map(game.position_lines, (table, *others)))
