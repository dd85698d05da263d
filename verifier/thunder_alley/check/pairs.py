"""Which readings of two rulings interact in an activation: from any position of two cars, by the solver.

For each movement the rulings that it looks up are paired. Each pair is tried with 3 MPs; if the solver gives up, with 2. Engine
and spec play a position under all four rulesets before it counts.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from model.ruleset import Ruleset, default_ruleset
from model.thunder_alley.facts import DATA
from verifier.rulesets.changes import Change, other_readings
from verifier.rulesets.checking import Checked, Pair, PairPart, Pairs, Witness
from verifier.rulesets.pairing import (
    INDEPENDENT,
    INTERACT,
    OPEN,
    alterations,
    candidates,
    interacting,
    meeting,
    pair_controls,
)
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.numbers import at_least
from verifier.solving.session import GaveUpError, Limits
from verifier.solving.witness import Questions, Search
from verifier.thunder_alley.check import pairs_elsewhere, pairs_settled
from verifier.thunder_alley.check.any_move import SECTORS, AnyMove
from verifier.thunder_alley.check.anywhere import Kind, movements
from verifier.thunder_alley.check.finding import MOVES
from verifier.thunder_alley.check.pairs_settled import about, interacting_move, looked_up
from verifier.thunder_alley.check.small import in_plainest
from verifier.thunder_alley.spec.decode import movement_bits

CARS, MPS, FEWER_MPS = 2, 3, 2
LIMITS = Limits(steps=16_000_000)
ROUNDS = 12
"""Positions that the judges may reject before a search gives up."""


def pairs(kinds: Iterable[Kind], ruleset: Ruleset) -> Iterator[Pair]:
    """The answer about each two readings that a movement of these kinds looks up. What is left open is answered with fewer MPs,
    if it can be."""
    every = candidates(alterations(DATA, ruleset))
    proved: set[bytes] = set()
    for kind in kinds:
        open_: dict[tuple[str, str], Pair] = {}
        for one in _among(ruleset, kind, MPS, every, proved):
            if one.outcome == OPEN:
                open_[one.first, one.second] = one
            else:
                yield one
        left = [pair for pair in every if (str(pair[0]), str(pair[1])) in open_]
        for one in _among(ruleset, kind, FEWER_MPS, left, proved) if left else ():
            if one.outcome != OPEN:
                open_[one.first, one.second] = one
        yield from open_.values()


def _among(
    ruleset: Ruleset, kind: Kind, most: int, every: Sequence[tuple[Change, Change]], proved: set[bytes]
) -> Iterator[Pair]:
    """The pairs that this movement looks up, each with what is found about it. `proved` are the questions, as shapes, that are
    known to have no answer; more are added."""
    rulesets = [ruleset]
    asked: dict[tuple[Change, Change], tuple[int, ...]] = {}
    for first, second, both in meeting(ruleset, every, partial(looked_up, kind, most)):
        alone = [first.applied(ruleset), second.applied(ruleset)]
        rulesets += [one for one in alone if one not in rulesets]
        asked[first, second] = (0, *map(rulesets.index, alone), len(rulesets))
        rulesets.append(both)
    moves = AnyMove(kind, CARS, most, rulesets, searching=True)
    bound = f"{CARS} cars with up to {most} MPs, {SECTORS} sectors"
    bits: dict[tuple[Change, Change], Bit] = {}
    for (first, second), numbers in asked.items():
        played = [moves.under(one) for one in numbers]
        legal, facts = [one.legal for one in played], [one.signature() for one in played]
        bits[first, second] = interacting(moves.circuit, legal, facts)
    for (first, second), bit in bits.items():
        try:
            witness = None if bit == FALSE else _search(moves, bit, asked[first, second], proved)
        except GaveUpError as error:
            yield Pair(str(first), str(second), OPEN, bound, error.limit)
        else:
            yield Pair(
                str(first), str(second), INDEPENDENT if witness is None else INTERACT, bound, witness=witness
            )


def _search(moves: AnyMove, bit: Bit, numbers: tuple[int, ...], proved: set[bytes]) -> Witness | None:
    """A confirmed position, with as few MPs as possible, or None. Raises `GaveUpError` at a limit."""
    circuit, table, constraints = moves.circuit, moves.table, moves.facts()
    shape = circuit.shape([bit, *constraints])
    if shape in proved:
        return None
    written = [movement_bits(moves.under(number).movement) for number in numbers]
    few = [-at_least(circuit, table.mps, amount + 1) for amount in range(1, table.most)]
    name = f"pair {' '.join(map(str, numbers))}"
    shown = list(dict.fromkeys((*table.bits(), *(one for bits in written for one in bits))))
    questions = Questions(circuit, constraints, {name: bit}, [*few, *moves.variables(), *shown], LIMITS)

    def find(*assumed: Bit) -> Search[Witness | None]:
        tried = partial(_tried, moves, numbers)
        search = questions.find(name, shown, tried, lambda witness: witness is not None, ROUNDS, assumed)
        if not search.complete:
            raise GaveUpError(f"{ROUNDS} positions that a judge refused")
        return search

    found = find()
    if found.witness is None:
        if (
            not found.refuted
        ):  # else the judges disagree with the circuit, as they may not under other rulesets
            proved.add(shape)
        return None
    for bit in few:
        with suppress(GaveUpError):
            if (smaller := find(bit).witness) is not None:
                return smaller
    return found.witness


def _tried(moves: AnyMove, numbers: tuple[int, ...], true: list[Bit]) -> Witness | None:
    """The position of an answer, if both judges agree under all four rulesets that the changes interact."""
    rulesets = [moves.rulesets[number] for number in numbers]
    setup = moves.setup(rulesets[0])
    for written in numbers:
        found, move, mps = moves.decode(written, true)
        shown = in_plainest(setup, found, partial(interacting_move, setup, rulesets, move, mps))
        if shown is not None:
            return shown
    return None


KNOWN = "bump-lateral-wording", "bump-needs-neighbour"
"""Two rulings whose other readings are known to interact."""


def _controls() -> Iterator[Checked]:
    ruleset, (kind, *_) = default_ruleset(DATA), movements()
    changes = (other_readings(DATA, ruleset, id)[0] for id in KNOWN)

    def ask(every: Sequence[tuple[Change, Change]]) -> Iterator[Pair]:
        return _among(ruleset, kind, FEWER_MPS, every, set())

    return pair_controls(ruleset, kind.name, ask, *changes)


ALIKE = {"draft": "teamwork", "chasing-the-race": "riding-the-draft", "solo": "clean-air"}
"""Movements that put nearly the same questions; asked one after the other, each question once."""


def _movements() -> Iterator[tuple[str, PairPart]]:
    """The questions about movements, each with those that are like it."""
    named = {kind.name: kind for kind in movements()}
    for name, kind in named.items():
        if name not in ALIKE.values():
            kinds = [kind, *([named[ALIKE[name]]] if name in ALIKE else [])]
            may_meet, find = partial(about, MOVES), partial(pairs, kinds)
            yield " and ".join(kind.name for kind in kinds), PairPart(may_meet, find)


MOVEMENTS = dict(_movements())
"""The questions about pairs, by the kind of movement."""

PAIRS = Pairs(
    {
        **MOVEMENTS,
        **pairs_elsewhere.PAIRS,
        **pairs_settled.PAIRS,
    },
    _controls,
)
"""The questions about pairs, by the kind of movement, then by chapter."""
