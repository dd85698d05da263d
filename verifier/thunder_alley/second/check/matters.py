"""Which rules of a movement ever decide: for each a small table with a move that breaks it and nothing else, or the proof that
no step from any moment of any activation breaks it alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from model.ruleset import Ruleset
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position
from verifier.second import FOUND, GAVE_UP, PROVED, Checked
from verifier.solving.circuit import FALSE, Bit, Circuit
from verifier.solving.session import GaveUpError, Limits, Session
from verifier.solving.witness import find_witness
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.engine.terms import Judgement
from verifier.thunder_alley.second.check.anywhere import anywhere, movements
from verifier.thunder_alley.second.check.board import SECTORS, ring
from verifier.thunder_alley.second.check.record import outcome_text, picture_of, record_of
from verifier.thunder_alley.second.check.small import (
    Decisions,
    Played,
    Small,
    card_for,
    decode,
    play_of,
    played,
    setup_of,
    small,
)
from verifier.thunder_alley.spec.movement import step
from verifier.thunder_alley.spec.play import Rule
from verifier.thunder_alley.spec.spending import ending

ABOUT = "rules that never matter"
ANYWHERE = f"{SECTORS} sectors, any number of cars, one step from any moment"
CARS, MPS = 3, 3
SMALL = f"up to {CARS} cars, {MPS} MPs, 8 sectors"
LIMITS = Limits(steps=4_000_000)
ROUNDS = 40
"""Tables on which the engine names other rules, before the search goes on with another card."""


@dataclass(frozen=True, slots=True)
class _Where:
    """A rule that some movement can break alone, and the movements in which it can."""

    rule: str
    movements: tuple[tuple[str, str | None], ...]


def check_matters(ruleset: Ruleset) -> Iterator[Checked]:
    """Each rule of a movement: does it ever decide by itself?

    SAT: a move breaks this rule and no other, so it matters. UNSAT, from any moment of an activation: whatever breaks it breaks
    another rule too, so it never decides.
    """
    deciding: dict[str, list[tuple[str, str | None]]] = {}
    known: dict[str, None] = {}
    gave_up: set[str] = set()
    for movement, text in movements():
        for rule, decides in _deciding(ruleset, movement, text):
            known[rule] = None
            if decides is None:
                gave_up.add(rule)
            elif decides:
                deciding.setdefault(rule, []).append((movement, text))
    for rule in sorted(known):
        if rule in deciding:
            yield _shown(ruleset, rule, deciding[rule])
        elif rule in gave_up:
            yield Checked(ABOUT, rule, GAVE_UP, ANYWHERE, "limit: steps", rules=(rule,))
        else:
            fact = "whatever breaks it breaks another rule too"
            yield Checked(ABOUT, rule, PROVED, ANYWHERE, fact, rules=(rule,))


def _deciding(ruleset: Ruleset, movement: str, text: str | None) -> Iterator[tuple[str, bool | None]]:
    """Each rule of a step and of the end of a movement, and whether it can be the only one that is broken; None where nobody
    knows."""
    moment = anywhere(ruleset, ring(), movement, text)
    circuit = moment.circuit
    choices, allowed = moment.free_choices()
    for rules in (step(moment.play, moment.state, choices).rules, ending(moment.play, moment.state)):
        demands = _by_id(circuit, rules)
        session = Session(
            circuit,
            [*moment.facts, allowed],
            {**demands, **{f"not {id}": -bit for id, bit in demands.items()}},
            limits=LIMITS,
        )
        for id in demands:
            others = [other for other in demands if other != id]
            try:
                yield id, session.fits([*others, f"not {id}"])
            except GaveUpError:
                yield id, None


def _by_id(circuit: Circuit, rules: Sequence[Rule]) -> dict[str, Bit]:
    ids = dict.fromkeys(rule.id for rule in rules)
    return {id: circuit.all(rule.bit for rule in rules if rule.id == id) for id in ids}


def _shown(ruleset: Ruleset, rule: str, where: Sequence[tuple[str, str | None]]) -> Checked:
    """The rule with a small table on which it alone is broken, if there is one that the engine judges alike."""
    for cars in range(1, CARS + 1):
        for movement, text in where[:4]:
            table = small(Circuit(), ring(8), card_for(movement, text), cars, MPS)
            play = play_of(table, ruleset)
            decisions = Decisions(table.circuit, [play], MPS)
            activation = played(table, play, decisions)
            found = _breaking(table, activation, decisions, rule, ruleset)
            if found is not None:
                return found
    fact = f"decides with {', '.join(text or movement for movement, text in where)}; no small table shows it ({SMALL})"
    return Checked(ABOUT, rule, PROVED, ANYWHERE, fact, rules=(rule,))


def _breaking(
    table: Small, activation: Played, decisions: Decisions, rule: str, ruleset: Ruleset
) -> Checked | None:
    circuit = table.circuit
    every = [one for rules in (*activation.steps, activation.end) for one in rules]
    broken = circuit.any(-one.bit for one in every if one.id == rule)
    if broken == FALSE:
        return None
    others = [one.bit for one in every if one.id != rule]
    session = Session(
        circuit,
        [*table.facts, *decisions.facts(), broken, *others],
        more=circuit.variables.values(),
        limits=LIMITS,
    )
    setup = setup_of(table, ruleset)

    def tried(true: list[Bit]) -> tuple[Position, Activation, Judgement]:
        position, move = decode(table, activation, true)
        return position, move, judge(setup, position, move)

    def alone(candidate: tuple[Position, Activation, Judgement]) -> bool:
        return {breach.rule for breach in candidate[2].breaches} == {rule}

    try:
        found = find_witness(session, table.bits(), tried, alone, ROUNDS).witness
    except GaveUpError:
        return None
    if found is None:
        return None
    position, move, judgement = found
    count = len(position.cars)
    fact = f"it matters: {count} {'car' if count == 1 else 'cars'}, {outcome_text(position, judgement)}"
    witness = record_of(setup, position, move)
    return Checked(ABOUT, rule, FOUND, SMALL, fact, FOUND, (rule,), witness, picture_of(setup, position))
