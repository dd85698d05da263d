"""Which two rules forbid the same step of an activation: from any moment of it, by the solver. A small position shows a step that
only these two forbid; both judges have refused it."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from model.ruleset import Ruleset
from verifier.checking import Pair, PairPart, Witness
from verifier.pairing import broken_or_kept, rule_pairs
from verifier.solving.circuit import Bit, Circuit
from verifier.solving.cores import by_id
from verifier.solving.session import GaveUpError
from verifier.solving.witness import Questions
from verifier.thunder_alley.check.any_move import AnyMove
from verifier.thunder_alley.check.anywhere import Kind, anywhere, movements
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.matters import ANYWHERE, LIMITS, ROUNDS
from verifier.thunder_alley.check.record import witness_of
from verifier.thunder_alley.check.small import plainer
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.spec import judge as by_spec
from verifier.thunder_alley.spec.steps import step

SIZES = ((1, 2), (2, 2), (2, 3), (3, 3))
"""Numbers of cars and MPs of the positions in which a step is looked for."""


def pairs(kind: Kind, ruleset: Ruleset) -> Iterator[Pair]:
    """The answer about each two rules that a step of this movement can break."""
    circuit, facts, kept = _step(kind, ruleset)
    session = broken_or_kept(circuit, facts, kept, LIMITS)
    return rule_pairs(session, list(kept), ANYWHERE, partial(_witnesses, ruleset, kind))


def _step(kind: Kind, ruleset: Ruleset) -> tuple[Circuit, list[Bit], dict[str, Bit]]:
    """Any step from any moment of this movement: the facts, and the rules that it can break."""
    moment = anywhere(ruleset, ring(), kind)
    choices, allowed = moment.free_choices()
    kept = by_id(moment.circuit, step(moment.play, moment.state, choices).rules)
    return moment.circuit, [*moment.facts, allowed], kept


def _named(kind: Kind, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    return combinations(_step(kind, ruleset)[2], 2)


RULE_PAIRS = {kind.name: PairPart(partial(_named, kind), partial(pairs, kind)) for kind in movements()}
"""The questions about two rules, by the kind of movement."""


def _witnesses(
    ruleset: Ruleset, kind: Kind, needed: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], Witness]:
    """The smallest position found for each pair of rules."""
    found: dict[tuple[str, str], Witness] = {}
    for cars, most in SIZES:
        left = [pair for pair in needed if pair not in found]
        if not left:
            break
        moves = AnyMove(kind, cars, most, [ruleset])
        asked = {" ".join(pair): _broken_together(moves, pair) for pair in left}
        questions = Questions(moves.circuit, moves.facts(), asked, moves.variables(), LIMITS)
        for pair in left:
            tried = partial(_tried, moves, pair)
            try:
                search = questions.find(
                    " ".join(pair), moves.table.bits(), tried, lambda one: one is not None, ROUNDS
                )
            except GaveUpError:
                continue
            if search.witness is not None:
                found[pair] = search.witness
    return found


def _broken_together(moves: AnyMove, pair: tuple[str, str]) -> Bit:
    """The last step breaks these two rules; nothing else of the move is forbidden."""
    circuit, played = moves.circuit, moves.under(0)
    found = []
    for number, rules in enumerate(played.steps):
        bits = by_id(circuit, rules)
        if all(id in bits for id in pair):
            found.append(circuit.all((*(-bits[id] for id in pair), -moves.goes(number + 1))))
    others = [one.bit for rules in played.steps for one in rules if one.id not in pair]
    return circuit.both(circuit.any(found), circuit.all(others))


def _tried(moves: AnyMove, pair: tuple[str, str], true: list[Bit]) -> Witness | None:
    """The position of an answer, if the spec refuses the move by both rules, and the engine, which stops at the first, by one."""
    found, move, mps = moves.decode(0, true)
    ruleset = moves.rulesets[0]
    setup = moves.setup(ruleset)
    for position in plainer(setup, found):
        refused = judge(setup, position, move).breaches
        both = {breach.rule for breach in by_spec(setup, position, move).breaches}
        if refused and refused[0].rule in pair and set(pair) <= both:
            return witness_of(setup, [ruleset], position, move, (f"illegal, {' '.join(pair)}",), mps)
    return None
