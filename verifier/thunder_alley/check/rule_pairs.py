"""Which two rules forbid the same step of an activation: from any moment of it, by the solver. A small position shows a step that
only these two forbid; both judges have refused it."""

from collections.abc import Iterator, Sequence
from functools import partial

from model.ruleset import Ruleset, default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Position
from verifier.rulesets.checking import Checked, Pairs, Witness
from verifier.rulesets.rule_pairs import Rules, Step, rule_controls, rule_part
from verifier.solving.circuit import Bit
from verifier.solving.cores import by_id
from verifier.solving.session import GaveUpError
from verifier.solving.witness import Questions
from verifier.thunder_alley.check.any_move import AnyMove
from verifier.thunder_alley.check.anywhere import Kind, anywhere, movements
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.matters import ANYWHERE, LIMITS, ROUNDS
from verifier.thunder_alley.check.record import witness_of
from verifier.thunder_alley.check.small import in_plainest
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.spec import judge as by_spec
from verifier.thunder_alley.spec.steps import step

SIZES = ((1, 2), (2, 2), (2, 3), (3, 3))
"""Numbers of cars and MPs of the positions in which a step is looked for."""


def _step(kind: Kind, ruleset: Ruleset) -> Step:
    """Any step of this movement."""
    moment = anywhere(ruleset, ring(), kind)
    choices, allowed = moment.free_choices()
    kept = by_id(moment.circuit, step(moment.play, moment.state, choices).rules)
    return Step(moment.circuit, [*moment.facts, allowed], kept)


def _witnesses(kind: Kind, ruleset: Ruleset, needed: Sequence[Rules]) -> dict[Rules, Witness]:
    """The smallest position found for each pair of rules."""
    found: dict[Rules, Witness] = {}
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


def _broken_together(moves: AnyMove, pair: Rules) -> Bit:
    """The last step breaks these two rules; nothing else of the move is forbidden."""
    circuit, played = moves.circuit, moves.under(0)
    found = []
    for number, rules in enumerate(played.steps):
        bits = by_id(circuit, rules)
        if all(id in bits for id in pair):
            found.append(circuit.all((*(-bits[id] for id in pair), -moves.goes(number + 1))))
    others = [one.bit for rules in played.steps for one in rules if one.id not in pair]
    return circuit.both(circuit.any(found), circuit.all(others))


def _tried(moves: AnyMove, pair: Rules, true: list[Bit]) -> Witness | None:
    """The position of an answer, if the spec refuses the move by both rules, and the engine, which stops at the first, by one."""
    found, move, mps = moves.decode(0, true)
    ruleset = moves.rulesets[0]
    setup = moves.setup(ruleset)

    def tried(position: Position) -> Witness | None:
        refused = judge(setup, position, move).breaches
        both = {breach.rule for breach in by_spec(setup, position, move).breaches}
        if refused and refused[0].rule in pair and set(pair) <= both:
            return witness_of(setup, [ruleset], position, move, (f"illegal, {' '.join(pair)}",), mps)
        return None

    return in_plainest(setup, found, tried)


def _controls() -> Iterator[Checked]:
    first, *_ = movements()
    return rule_controls(_step(first, default_ruleset(DATA)), ANYWHERE, LIMITS)


RULE_PAIRS = Pairs(
    {
        kind.name: rule_part(kind.name, partial(_step, kind), ANYWHERE, LIMITS, partial(_witnesses, kind))
        for kind in movements()
    },
    _controls,
)
"""The questions about two rules, by the kind of movement."""
