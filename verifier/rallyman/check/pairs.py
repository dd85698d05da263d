"""Which readings or options of two kinds interact in the dice of a turn: from any position of a stage, by the solver; and apart
from dice, in the positions of a chapter.

Each pair is tried with one die first, then with another car, then with two dice. Engine and spec play a position under all four
rulesets before it counts.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from model.rallyman.facts import DATA
from model.ruleset import Ruleset, default_ruleset, parameter
from verifier.rallyman.answers import facts_of
from verifier.rallyman.check import pairs_elsewhere
from verifier.rallyman.check.differences import STAGES, Candidate, agreed, plainest, witness
from verifier.rallyman.check.plain import Worn, situations
from verifier.rallyman.check.plain_turns import judged
from verifier.rallyman.check.small import FLATS, Small, played, results, small
from verifier.rallyman.spec.driven import Drive
from verifier.rulesets.changes import OFF, OPTION, Change, NotedRuleset, other_readings
from verifier.rulesets.checking import Checked, Pair, PairPart, Pairs, Witness
from verifier.rulesets.pairing import (
    INDEPENDENT,
    INTERACT,
    OPEN,
    alterations,
    apart,
    candidates,
    interact,
    interacting,
    meeting,
    pair_controls,
)
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.session import GaveUpError

SIZES = ((1, False), (1, True), (2, False))
"""Numbers of dice, and whether there is a second car."""


def pairs(stage: str, ruleset: Ruleset) -> Iterator[Pair]:
    """The answer about each two that the dice of a turn on a stage look up."""
    met: dict[tuple[Change, Change], Pair] = {}
    every = _candidates(ruleset)
    for size in SIZES:
        asked = [pair for pair in every if pair not in met or met[pair].outcome == INDEPENDENT]
        met |= _among(ruleset, stage, *size, asked)
    yield from met.values()


def whole_turns(ruleset: Ruleset) -> Iterator[Pair]:
    """The pairs that turns of one kind, time attacks or others, look up."""
    noted = NotedRuleset(ruleset)
    asked: dict[str, frozenset[str]] = {}
    for one in judged(noted, situations(noted.ruleset, Worn())):
        asked[one.turn.mode] = asked.get(one.turn.mode, frozenset()) | one.asked
    return apart(_candidates(ruleset), asked.values())


def _candidates(ruleset: Ruleset) -> list[tuple[Change, Change]]:
    return candidates(alterations(DATA, ruleset))


def _among(
    ruleset: Ruleset, stage: str, dice: int, other: bool, every: Sequence[tuple[Change, Change]]
) -> Iterator[tuple[tuple[Change, Change], Pair]]:
    """The pairs that these turns look up, each with what is found about it."""
    flats = min(FLATS, parameter(DATA, ruleset, "max_flats_before_elimination"))
    table = small(stage, dice, other=other, flats=flats)

    def looked_up(under: Ruleset) -> frozenset[str]:
        noted = NotedRuleset(under)
        played(table, noted.ruleset)
        return noted.names()

    made: dict[tuple[Change, ...], tuple[Drive, Bit]] = {}
    for first, second, both in meeting(ruleset, every, looked_up):
        rulesets = ruleset, first.applied(ruleset), second.applied(ruleset), both
        bound, limit, found = f"turns on {stage} of 1 die next to a car, of 2 dice alone", "", None
        of = (), (first,), (second,), (first, second)
        for changed, one in zip(of, rulesets, strict=True):
            if changed not in made:
                made[changed] = played(table, one)
        four = [made[changed] for changed in of]
        bit = interacting(table.circuit, [one[1] for one in four], [_facts(table, one[0]) for one in four])
        try:
            found = None if bit == FALSE else _search(table, bit, rulesets)
        except GaveUpError as error:
            limit = error.limit
        outcome = OPEN if limit else INDEPENDENT if found is None else INTERACT
        yield (first, second), Pair(str(first), str(second), outcome, bound, limit, found)


def _facts(table: Small, made: Drive) -> dict[str, Bit]:
    """What the position after the dice shows: not how many symbols there were, nor what an eliminated car had."""
    out = made.end.out
    known = {name: bit for name, bit in results(made).items() if not name.startswith("symbols")}
    return {name: table.circuit.both(bit, -out) for name, bit in known.items()} | {"out": out}


def _search(table: Small, bit: Bit, rulesets: Sequence[Ruleset]) -> Witness | None:
    """A position with a turn, as plain as possible, in which both judges agree that the changes interact. Raises `GaveUpError`
    at a limit."""

    def confirm(found: Candidate) -> bool:
        every = agreed(found, rulesets)
        return bool(every) and interact([None if one is None else facts_of(one) for one in every])

    found = plainest(table, bit, rulesets[0], confirm)
    return None if found is None else witness(found, rulesets)


def _controls() -> Iterator[Checked]:
    """Snow tyres cost more on asphalt by this reading, but exist only with weather."""
    ruleset, (stage, *_) = default_ruleset(DATA), STAGES
    tyres = other_readings(DATA, ruleset, "snow-tyres-on-asphalt")[0]
    weather = Change(DATA, OPTION, "weather", OFF)

    def ask(every: Sequence[tuple[Change, Change]]) -> Iterator[Pair]:
        return (one for _, one in _among(ruleset, stage, 1, False, every))

    return pair_controls(ruleset, f"turns on {stage} of 1 die", ask, tyres, weather)


PAIRS = Pairs(
    {
        **{f"turns on {stage}": PairPart(_candidates, partial(pairs, stage)) for stage in STAGES},
        **pairs_elsewhere.PAIRS,
        "whole turns": PairPart(_candidates, whole_turns),
    },
    _controls,
)
"""The questions about pairs: turns by their stage, then chapters."""
