"""Which movement rules ever decide. For each, either a small position with a move that breaks this rule and no other, so that
the move would be legal without it, or the proof that no step from any moment of any activation breaks this rule alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from model.rules import load_rules
from model.ruleset import Ruleset
from model.ruleset import without_rule as leave_out
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position
from model.values import replace
from verifier.rulesets.checking import FOUND, GAVE_UP, PROVED, Checked, Found, Question, control, guarded
from verifier.solving.circuit import TRUE, Bit
from verifier.solving.cores import by_id
from verifier.solving.session import GaveUpError, Limits, Session
from verifier.solving.witness import Questions
from verifier.thunder_alley.check.any_move import SECTORS as SMALL_SECTORS
from verifier.thunder_alley.check.any_move import AnyMove
from verifier.thunder_alley.check.anywhere import Kind, anywhere, movements
from verifier.thunder_alley.check.board import SECTORS, ring
from verifier.thunder_alley.check.record import decision_text, outcome_text, picture_of, record_of, size_text
from verifier.thunder_alley.check.small import plainer
from verifier.thunder_alley.engine import judge, legal_moves
from verifier.thunder_alley.engine.terms import Judgement
from verifier.thunder_alley.spec.decisions import INWARD
from verifier.thunder_alley.spec.endings import ending
from verifier.thunder_alley.spec.play import SOLO, Rule
from verifier.thunder_alley.spec.steps import step

ABOUT = "rules that never matter"
ANYWHERE = f"{SECTORS} sectors, any number of cars, one step from any moment"
SIZES = ((1, 4), (2, 4), (3, 4), (4, 4))
"""Numbers of cars and MPs of the positions in which witnesses for a rule are searched."""

SMALL = f"up to {SIZES[-1][0]} cars, {SIZES[-1][1]} MPs, {SMALL_SECTORS} sectors"
LIMITS = Limits(steps=20_000_000)
ROUNDS = 20
"""Positions on which the engine disagrees before the search moves on."""


@dataclass(slots=True)
class Sole:
    """A rule, the movements in which it can be the only broken one, a move that it alone forbids, and why the search ended."""

    rule: str
    kinds: list[Kind] = field(default_factory=list)
    found: "Alone | None" = None
    gave_up: str = ""


@dataclass(frozen=True, slots=True)
class Alone:
    """A move that breaks one rule and nothing else, with the engine's answer; `ends` is where the cars would stand, `freed`
    the engine's answer without the rule, if the ruleset can do without it."""

    moves: AnyMove
    position: Position
    move: Activation
    mps: int
    judgement: Judgement
    ends: Mapping[int, str]
    freed: Judgement | None = None

    @property
    def legal_without(self) -> bool:
        """Whether the engine also finds the move legal without the rule."""
        return self.freed is not None and bool(self.freed.outcomes)


def check_matters(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a move breaks this rule and no other, so it matters; UNSAT, from any moment of an activation: every move that
    breaks it breaks another rule too, so it never decides.

    The question for each rule of a movement.
    """
    yield from guarded(_questions(ruleset), _controls(ruleset))


def check_rule(ruleset: Ruleset, rule: str) -> Iterator[Checked]:
    """SAT: a move breaks this rule and no other; UNSAT, from any moment of an activation: every move that breaks it breaks
    another rule too.

    The question for one rule; with both controls.
    """
    yield from guarded(_questions(ruleset, rule), _controls(ruleset))


def _questions(ruleset: Ruleset, *only: str) -> Iterator[Checked]:
    for one in looked_for(ruleset, *only):
        if one.kinds:
            yield _shown(one)
            continue
        question = Question(ABOUT, one.rule, ANYWHERE, rules=(one.rule,))
        if one.gave_up:
            yield question.gave_up("steps")
        else:
            yield question.answer(PROVED, "every move that breaks it breaks another rule too")


def looked_for(ruleset: Ruleset, *only: str) -> list[Sole]:
    """The rules that a movement can break, or only some of them: for each a move that it alone forbids."""
    known: dict[str, Sole] = {}
    for kind in movements():
        for rule, decides in _deciding(ruleset, kind, only):
            one = known.setdefault(rule, Sole(rule))
            if decides is None:
                one.gave_up = "limit: steps"
            elif decides:
                one.kinds.append(kind)
    _look(ruleset, [one for one in known.values() if one.kinds])
    return [known[rule] for rule in sorted(known)]


def _deciding(ruleset: Ruleset, kind: Kind, only: Sequence[str]) -> Iterator[tuple[str, bool | None]]:
    """Each rule of a step and of the end of a movement, and whether it can be the only broken rule; None if the solver hit a
    limit."""
    moment = anywhere(ruleset, ring(), kind)
    circuit = moment.circuit
    choices, allowed = moment.free_choices()
    for rules in (step(moment.play, moment.state, choices).rules, ending(moment.play, moment.state)):
        demands = by_id(circuit, rules)
        asked = [id for id in demands if not only or id in only]
        if not asked:
            continue
        session = Session(
            circuit,
            [*moment.facts, allowed],
            {**demands, **{f"not {id}": -bit for id, bit in demands.items()}},
            limits=LIMITS,
        )
        for id in asked:
            others = [other for other in demands if other != id]
            try:
                yield id, session.fits([*others, f"not {id}"])
            except GaveUpError:
                yield id, None


def _look(ruleset: Ruleset, pending: Sequence[Sole]) -> None:
    """Looks for a small position on which only one rule is broken and the engine agrees, for each pending rule."""
    for cars, most in SIZES:
        for kind in movements():
            left = [one for one in pending if one.found is None and kind in one.kinds]
            if left:
                _among(AnyMove(kind, cars, most, [ruleset]), left)


def _among(moves: AnyMove, pending: Sequence[Sole]) -> None:
    """Looks among some moves, first for one whose last step breaks the rule: that is easier to read."""
    asked = {
        name: _only_broken(moves, one.rule, last_step=name != one.rule)
        for one in pending
        for name in _names(one.rule)
    }
    questions = Questions(moves.circuit, moves.facts(), asked, moves.variables(), LIMITS)
    shown = moves.table.bits()
    for one in pending:
        tried, decides = partial(_tried, moves, one.rule), partial(_decides, one.rule)
        for name in _names(one.rule):
            try:
                search = questions.find(name, shown, tried, decides, ROUNDS)
            except GaveUpError as error:
                one.gave_up = f"limit: {error.limit}"
                continue
            if not search.complete:
                one.gave_up = f"{ROUNDS} positions on which the engine does not agree"
            if search.witness is not None:
                one.found = _plain(one.rule, search.witness)
                break


def _names(rule: str) -> tuple[str, str]:
    """The names of the two questions about a rule: broken in the last step, and anywhere."""
    return f"{rule} in the last step", rule


def _decides(rule: str, found: Alone) -> bool:
    """Whether the engine, too, forbids the move by this rule alone. If the rule only removes a choice that a record need not
    write: whether no legal move leads where this one would."""
    freed = found.freed.outcomes if found.freed is not None else ()
    if freed and all(_spaces(outcome.position) != found.ends for outcome in freed):
        return False
    if found.judgement.breaches:
        return {breach.rule for breach in found.judgement.breaches} == {rule}
    assert found.move.card is not None
    setup = found.moves.setup(found.moves.rulesets[0])
    every = legal_moves(setup, found.position, found.move.car, found.move.card, left=found.move.left)
    return all(_spaces(legal.position) != found.ends for legal in every)


def _spaces(position: Position) -> dict[int, str]:
    return {car.number: car.space for car in position.cars if car.space is not None}


def _tried(moves: AnyMove, rule: str, true: Sequence[Bit]) -> Alone:
    return _alone(moves, rule, *moves.decode(0, true), moves.ends(0, true))


def _plain(rule: str, found: Alone) -> Alone:
    """The move in the plainest position in which this rule decides."""
    positions = plainer(found.moves.setup(found.moves.rulesets[0]), found.position)
    tried = (_alone(found.moves, rule, one, found.move, found.mps, found.ends) for one in positions)
    return next(one for one in tried if _decides(rule, one))


def _alone(
    moves: AnyMove, rule: str, position: Position, move: Activation, mps: int, ends: Mapping[int, str]
) -> Alone:
    ruleset = moves.rulesets[0]
    judgement = judge(moves.setup(ruleset), position, move)
    known = load_rules(DATA).rules.get(rule)
    freed = None
    if known is not None and known.without:
        freed = judge(moves.setup(leave_out(DATA, ruleset, rule)), position, move)
    return Alone(moves, position, move, mps, judgement, ends, freed)


def _only_broken(moves: AnyMove, rule: str, *, last_step: bool) -> Bit:
    """This rule is broken and no other. With `last_step`, the last step or the whole move breaks it, so no step follows."""
    circuit, played = moves.circuit, moves.under(0)
    every = played.rules
    found, last = [], []
    for number, rules in enumerate(played.steps):
        broken = circuit.any(-one.bit for one in rules if one.id == rule)
        found.append(broken)
        last.append(circuit.implies(broken, -moves.goes(number + 1)) if last_step else TRUE)
    found += [-one.bit for one in every[sum(map(len, played.steps)) :] if one.id == rule]
    others = [one.bit for one in every if one.id != rule]
    return circuit.all((circuit.any(found), *last, *others))


def _shown(one: Sole) -> Checked:
    found = one.found
    question = Question(ABOUT, one.rule, SMALL, rules=(one.rule,))
    if found is None:
        names = ", ".join(kind.name for kind in one.kinds)
        if one.gave_up:
            return question.answer(GAVE_UP, f"{one.gave_up}; with {names}")
        fact = f"it alone stops no activation, only a moment that may never come ({names})"
        return question.answer(PROVED, fact)
    setup = found.moves.setup(found.moves.rulesets[0])
    without = (
        ", ".join(f"{car} at {space}" for car, space in found.ends.items()) or "no car is left on the track"
    )
    outcome = (
        outcome_text(found.position, found.judgement) if found.judgement.breaches else "no move leads there"
    )
    then = (
        f"without it the move is legal: {without}" if found.legal_without else "nothing else is wrong with it"
    )
    if not found.judgement.breaches:
        then = f"without it one would: {without}"
    fact = f"it matters: {size_text(found.position, found.mps)}, {outcome}; {then}"
    witness = record_of(setup, found.position, decision_text(found.move))
    picture = picture_of(setup, found.position)
    return replace(question, wanted=FOUND).answer(FOUND, fact, witness, picture)


def _controls(ruleset: Ruleset) -> Iterator[Checked]:
    """A made-up rule against inward steps decides; a rule that repeats another rule does not."""
    moves = AnyMove(Kind(SOLO), 1, 1, [ruleset])
    inward = Rule("planted", -moves.decisions[0].kinds[INWARD], "")
    every = moves.under(0).rules
    again = Rule("repeated", next(one.bit for one in every if one.id == "TA-6.1-spend-all"), "")

    def search(rule: Rule) -> Found | None:
        asked = moves.circuit.all((-rule.bit, *(one.bit for one in every)))
        questions = Questions(moves.circuit, moves.facts(), {rule.id: asked}, moves.variables())
        shown = moves.table.bits()
        found = questions.find(
            rule.id, shown, partial(_tried, moves, rule.id), lambda one: not one.judgement.breaches
        )
        if not found.complete:
            raise GaveUpError("positions on which the engine does not agree")
        one = found.witness
        return None if one is None else Found(f"found: {outcome_text(one.position, one.judgement)}")

    yield control("a planted rule that forbids steps inward", ANYWHERE, partial(search, inward))
    yield control("a rule that repeats another", ANYWHERE, partial(search, again), PROVED)
