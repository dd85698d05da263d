"""Which readings of two rulings interact in an activation: from any position of two cars, by the solver.

For each movement the rulings that it looks up are paired. A pair is asked with 2 MPs, then with 3. Engine and spec play a
position under all four rulesets before it counts.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from model.ruleset import Ruleset
from model.thunder_alley.facts import DATA
from verifier.changes import Asked, Change
from verifier.checking import Pair, Witness
from verifier.pairing import (
    INDEPENDENT,
    INTERACT,
    OPEN,
    candidates,
    interact,
    readings,
    together,
)
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.numbers import at_least
from verifier.solving.session import GaveUpError, Limits
from verifier.solving.witness import Questions
from verifier.thunder_alley.check import pairs_elsewhere
from verifier.thunder_alley.check.any_move import SECTORS, AnyMove, Played
from verifier.thunder_alley.check.anywhere import Kind, movements
from verifier.thunder_alley.check.differences import under
from verifier.thunder_alley.check.pairs_elsewhere import facts_of
from verifier.thunder_alley.check.record import (
    decision_text,
    outcome_text,
    picture_of,
    record_of,
    size_text,
)
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.spec import judge as by_spec
from verifier.thunder_alley.spec.decode import movement_bits

CARS, MPS = 2, (2, 3)
LIMITS = Limits(steps=6_000_000)
ROUNDS = 12
"""Positions that the judges may reject before a search gives up."""


def pairs(kind: Kind, ruleset: Ruleset) -> Iterator[Pair]:
    """The answer about each two readings that a movement of this kind looks up."""
    met: dict[tuple[str, str], Pair] = {}
    every = candidates(readings(DATA, ruleset))
    for most in MPS:
        asked = [
            (first, second)
            for first, second in every
            if (known := met.get((str(first), str(second)))) is None or known.outcome == INDEPENDENT
        ]
        met |= {(one.first, one.second): one for one in _among(ruleset, kind, most, asked)}
    yield from met.values()


PAIRS = {**{kind.name: partial(pairs, kind) for kind in movements()}, **pairs_elsewhere.PAIRS}
"""The questions about pairs, by the kind of movement, then by chapter."""


def _among(ruleset: Ruleset, kind: Kind, most: int, every: Sequence[tuple[Change, Change]]) -> Iterator[Pair]:
    """The pairs that this movement looks up, each with what is found about it."""
    plain = _looked_up(ruleset, kind, most)
    single = list(dict.fromkeys(change for pair in every for change in pair))
    names = {
        one: _looked_up(one.applied(ruleset), kind, most) if one.name in plain else plain for one in single
    }
    rulesets = [ruleset, *(one.applied(ruleset) for one in single)]
    asked: dict[tuple[Change, Change], tuple[int, ...]] = {}
    for first, second in every:
        both = together(ruleset, first, second)
        if both is not None and first.name in names[second] and second.name in names[first]:
            asked[first, second] = 0, 1 + single.index(first), 1 + single.index(second), len(rulesets)
            rulesets.append(both)
    moves = AnyMove(kind, CARS, most, rulesets)
    bound = f"{CARS} cars with up to {most} MPs, {SECTORS} sectors"
    bits = {pair: _apart(moves, [moves.under(one) for one in numbers]) for pair, numbers in asked.items()}
    for (first, second), bit in bits.items():
        try:
            witness = None if bit == FALSE else _search(moves, bit, asked[first, second])
        except GaveUpError as error:
            yield Pair(str(first), str(second), OPEN, bound, error.limit)
        else:
            yield Pair(
                str(first), str(second), INDEPENDENT if witness is None else INTERACT, bound, witness=witness
            )


def _looked_up(ruleset: Ruleset, kind: Kind, most: int) -> frozenset[str]:
    noted = Asked(ruleset)
    AnyMove(kind, CARS, most, [noted.ruleset]).under(0)
    return noted.names()


def _apart(moves: AnyMove, played: Sequence[Played]) -> Bit:
    """The bit that the two changes interact, as `interact` says it."""
    circuit = moves.circuit

    def expected(plain: Bit, first: Bit, second: Bit) -> Bit:
        if plain in (first, second):
            return second if plain == first else first
        return circuit.xor(plain, circuit.either(circuit.xor(plain, first), circuit.xor(plain, second)))

    legal = [one.legal for one in played]
    facts = [one.signature() for one in played]
    keys = dict.fromkeys(key for one in facts for key in one)
    shown = [
        [circuit.both(allowed, one.get(key, FALSE)) for allowed, one in zip(legal[:3], facts, strict=False)]
        for key in keys
    ]
    unlike = circuit.any(
        circuit.xor(facts[3].get(key, FALSE), expected(*three))
        for key, three in zip(keys, shown, strict=True)
    )
    return circuit.either(circuit.xor(legal[3], expected(*legal[:3])), circuit.both(legal[3], unlike))


def _search(moves: AnyMove, bit: Bit, numbers: tuple[int, ...]) -> Witness | None:
    """A confirmed position, with as few MPs as possible; None if there is none. Raises `GaveUpError` at a limit."""
    circuit, table = moves.circuit, moves.table
    written = [movement_bits(moves.under(number).movement) for number in numbers]
    few = [-at_least(circuit, table.mps, amount + 1) for amount in range(1, table.most)]
    name = f"pair {' '.join(map(str, numbers))}"
    shown = list(dict.fromkeys((*table.bits(), *(one for bits in written for one in bits))))
    questions = Questions(circuit, moves.facts(), {name: bit}, [*few, *moves.variables(), *shown], LIMITS)

    def find(*assumed: Bit) -> Witness | None:
        tried = partial(_tried, moves, numbers)
        search = questions.find(name, shown, tried, lambda witness: witness is not None, ROUNDS, assumed)
        if not search.complete:
            raise GaveUpError(f"{ROUNDS} positions that a judge refused")
        return search.witness

    found = find()
    if found is None:
        return None
    for bit in few:
        with suppress(GaveUpError):
            if (smaller := find(bit)) is not None:
                return smaller
    return found


def _tried(moves: AnyMove, numbers: tuple[int, ...], true: list[Bit]) -> Witness | None:
    """The position of an answer, if both judges agree under all four rulesets that the changes interact."""
    rulesets = [moves.rulesets[number] for number in numbers]
    setup = moves.setup(rulesets[0])
    for written in numbers:
        position, move, mps = moves.decode(written, true)
        judgements = [judge(under(setup, ruleset), position, move) for ruleset in rulesets]
        reached = [[outcome.position for outcome in one.outcomes] for one in judgements]
        others = [by_spec(under(setup, ruleset), position, move) for ruleset in rulesets]
        agreed = all(set(one) == set(other.positions) for one, other in zip(reached, others, strict=True))
        single = all(len(one) <= 1 for one in reached)
        if agreed and single and interact([facts_of(*one) if one else None for one in reached]):
            return Witness(
                tuple(rulesets),
                record_of(setup, position, decision_text(move)),
                tuple(outcome_text(position, one) for one in judgements),
                size_text(position, mps),
                picture_of(setup, position),
            )
    return None
