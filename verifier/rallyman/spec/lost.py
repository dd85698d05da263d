"""Turns with lost parts: what can have happened, or why nothing fits. Each answer is a turn with nothing open."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from model.rallyman.facts import CUTS, DICE, EVENTS, GAS
from model.rallyman.moves import AT_LINE, ATTACK, CLEAR, ELIMINATED, SYMBOL, UNKNOWN, Die, Turn
from model.rallyman.position import Position, Setup
from verifier.judging import Judgement, Outcome
from verifier.rallyman.spec.attack import (
    Selections,
    all_dice,
    handing_bits,
    keeps_die,
    may_stay_unused,
    names_of,
    selection_bits,
    steps_on,
)
from verifier.rallyman.spec.decisions import claimed, selected, step_of
from verifier.rallyman.spec.driven import Drive, Values, drive
from verifier.rallyman.spec.judgement import Judged, Played, refused
from verifier.rallyman.spec.play import Bits, Rule, raised
from verifier.rallyman.spec.turn import Said, attack_dice_rules, begun, end_rules
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant
from verifier.solving.cores import cores
from verifier.solving.enumerate import answers
from verifier.solving.session import Session, rule_label, rule_of

MOST = 1000
"""The most fillings that are tried."""

Judging = Callable[[Setup, Position, Turn], Judged]
"""Judges a turn without lost parts."""


@dataclass(slots=True)
class Open:
    """A turn with open parts: its dice and its ending as bits, the constraints on the free ones, and its rules."""

    turn: Turn
    made: Drive
    said: Said
    loss_cut: Bits
    given: list[Bit]
    rules: list[Rule]

    @property
    def circuit(self) -> Circuit:
        """The circuit of all bits."""
        return self.made.play.circuit

    @property
    def decisions(self) -> list[Bit]:
        """All free bits."""
        return list(self.circuit.variables.values())

    @property
    def demands(self) -> Mapping[str, Bit]:
        """The demands of each rule, by the label of the rule."""
        found: dict[str, list[Bit]] = {}
        for rule in self.rules:
            found.setdefault(rule_label(rule.id), []).append(rule.bit)
        return {label: self.circuit.all(bits) for label, bits in found.items()}

    def session(self) -> Session:
        """The solver with the demands of each rule to ask for."""
        return Session(self.circuit, self.given, self.demands, more=self.decisions)

    def turn_of(self, true: Iterable[Bit]) -> Turn:
        """The turn for an answer."""
        bits = [*self.said.loss.values(), *self.loss_cut.values()]
        for one in self.made.choices:
            bits += [*one.die.values(), one.safe, one.symbol, *one.line.values(), *one.cut.values(), one.sisu]
        values = Values(self.circuit, bits, list(true))
        loss = next((word for word, bit in self.said.loss.items() if values.holds(bit)), "")
        cut = next((word for word, bit in self.loss_cut.items() if values.holds(bit)), None)
        steps = tuple(step_of(one, values) for one in self.made.choices)
        return replace(self.turn, steps=steps, loss=loss or None, loss_cut=cut)


def judge_open(
    setup: Setup,
    position: Position,
    turn: Turn,
    ends: Sequence[str | None],
    judge: Judging,
    selections: Selections | None,
) -> Judged:
    """The judgement of a turn with unknown parts: every position that some filling leads to. `selections` are the dice that may
    be rolled in a time attack, if names of dice are lost.

    Satisfiable: some filling is legal. Unsatisfiable: the rules named exclude every filling.
    """
    if turn.lost or turn.open:
        return Judgement(limit="the turn was not written down to its end")
    # An open face of a die left over matters only where the Sisu card may answer it (a reading of RM-7.13).
    face = SYMBOL if turn.sisu else CLEAR
    handed = _shown(turn.handed, face) if turn.handed is not None else None
    turn = replace(turn, unused=tuple(_shown(die, face) for die in turn.unused), handed=handed)
    judged = []
    for one in _with_names(turn, selections):
        judged.append(_filled(setup, position, one, ends, judge, selections))
        if judged[-1].limit:
            return judged[-1]
    legal = [one for one in judged if one.legal]
    if len(judged) == 1:
        return judged[0]
    return _joined(legal) if legal else max(judged, key=lambda one: one.breaches[0].at)


def _joined(legal: Sequence[Judged]) -> Judged:
    """All positions that these judgements lead to, each once for each gear, cause and number of symbols that it is reached
    with."""
    came: dict[object, Outcome[Played]] = {}
    for outcome in (outcome for one in legal for outcome in one.outcomes):
        made = outcome.position.driven
        how = (made.gear, made.cause, made.symbols) if made is not None else ()
        came.setdefault((outcome.position.after, how), outcome)
    return Judgement(tuple(came.values()))


def _with_names(turn: Turn, selections: Selections | None) -> Iterator[Turn]:
    """The turn with names filled in for the lost unused dice, where such dice may be rolled."""
    known = [die for die in turn.unused if die.name != UNKNOWN]
    lost = turn.handed is not None and turn.handed.name == UNKNOWN
    for handed in map(Die, DICE) if lost else (turn.handed,):
        for names in combinations_with_replacement(DICE, len(turn.unused) - len(known)):
            one = replace(turn, unused=(*known, *map(Die, names)), handed=handed)
            if selections is None or selections.allows(all_dice(one)):
                yield one


def _filled(
    setup: Setup,
    position: Position,
    turn: Turn,
    ends: Sequence[str | None],
    judge: Judging,
    selections: Selections | None,
) -> Judged:
    """The judgement of a turn whose unused dice are all known."""
    keeps = constant(turn.mode == ATTACK and setup.reading("attack-flat-gives-up-which") == "B")
    free = _opened(setup, position, turn, ends, selections, keeps)
    if not (session := free.session()).fits(free.demands):
        known = all(one.die.name != UNKNOWN for one in turn.steps)
        if keeps != FALSE and known and not keeps_die(turn, free.made):
            free = _opened(setup, position, turn, ends, selections, FALSE)
            session = free.session()
        return _why(free, session)
    judged = _positions(setup, position, free, session, judge)
    if judged.legal or judged.limit or keeps == FALSE:
        return judged
    # No filling may keep the gas die that a flat takes.
    free = _opened(setup, position, turn, ends, selections, FALSE)
    session = free.session()
    return judged if session.fits(free.demands) else _why(free, session)


def _opened(
    setup: Setup,
    position: Position,
    turn: Turn,
    ends: Sequence[str | None],
    selections: Selections | None,
    keeps: Bit,
) -> Open:
    """The turn as bits. `selections` are the dice that may be rolled in a time attack. `keeps`: the gas die that a flat takes may
    be kept; whether a filling may really keep it is judged separately."""
    circuit = Circuit()
    given: list[Bit] = []
    play, state = begun(circuit, setup, position, turn)
    made = drive(play, state, claimed(circuit, turn.steps, ends, given))
    loss = _loss(circuit, turn, given)
    cuts = _loss_cut(circuit, turn, given)
    said = Said(loss, circuit.any(cuts.values()))
    dice = _attack(made, turn, selections, keeps) if turn.mode == ATTACK else made.rules
    return Open(turn, made, said, cuts, given, [*dice, *end_rules(made, said, turn)])


def _loss(circuit: Circuit, turn: Turn, given: list[Bit]) -> Bits:
    """The words for a loss of control."""
    if turn.loss != UNKNOWN:
        return {turn.loss or "": TRUE}
    bits = {word: circuit.variable(f"loss {word}") for word in (*EVENTS, AT_LINE, ELIMINATED)}
    given.append(circuit.exactly_one(list(bits.values())))
    return bits


def _loss_cut(circuit: Circuit, turn: Turn, given: list[Bit]) -> Bits:
    """The cut card of a push into a shortcut."""
    if turn.loss_cut is None and turn.loss != UNKNOWN:
        return {}
    if turn.loss_cut not in (None, UNKNOWN):
        return {turn.loss_cut: TRUE}
    bits = {word: circuit.variable(f"loss cut {word}") for word in CUTS}
    given.append(circuit.at_most_one(list(bits.values())))
    if turn.loss_cut == UNKNOWN:
        given.append(circuit.any(bits.values()))
    return bits


def _attack(made: Drive, turn: Turn, selections: Selections | None, keeps: Bit) -> Iterator[Rule]:
    """The rules of a time attack in the order of RM-M.7. Only names and faces of the dice used may be open."""
    circuit, left = made.play.circuit, names_of(turn.unused)
    idle = [*left, turn.handed.name] if turn.handed is not None else left
    gas = made.end.gas
    for _ in range(idle.count(GAS)):
        gas = raised(circuit, gas, TRUE)
    if selections is not None:
        used = selected(circuit, made.choices)
        dice = {die: TRUE if die in idle else bit for die, bit in used.items()}
        # No legal selection has a gear die twice.
        count = len(all_dice(turn))
        legal = [one for one in selections.legal if len(one[0]) + one[1] == count]
        allowed = selection_bits(circuit, dice, gas, legal)
        yield Rule("RM-5.3", allowed, "these dice cannot be rolled")
    yield from attack_dice_rules(made, turn, list(handing_bits(made, turn, gas, keeps)))
    over = circuit.either(made.end.lost, made.end.out)
    void = FALSE
    if turn.handed is not None and made.end.drawn != FALSE:
        # Dice that make no legal step may be void after a flat; each turn is judged separately.
        void = -circuit.any(steps_on(made.play, made.end, die) for die in dict.fromkeys(left))
    excused = circuit.either(void, constant(may_stay_unused(made.play.setup)))
    yield Rule(
        "RM-5.7", circuit.implies(constant(bool(left)), circuit.either(over, excused)), "dice stay unused"
    )


def _shown(die: Die, face: str) -> Die:
    """An unused die with this face, if its own is lost."""
    return replace(die, shown=face) if die.shown == UNKNOWN else die


def _why(free: Open, session: Session) -> Judged:
    found = cores(session, list(free.demands))
    place = _decisive(free)
    told = [free.rules[place]]
    told += sorted((_at_fault(free, rule_of(label)) for label in found.alone), key=lambda rule: rule.step)
    told += [_at_fault(free, rule_of(label)) for core in found.together for label in core]
    others = {rule.id: rule for rule in reversed(told) if rule.id != told[0].id}
    judged = refused([told[0], *reversed(others.values())], [map(rule_of, core) for core in found.together])
    first, *rest = judged.breaches
    return replace(judged, breaches=(replace(first, at=(place,)), *rest))


def _decisive(free: Open) -> int:
    """The place of the rule that decides: the first that no filling meets of those that meet all rules before it (RM-M.7)."""
    asked = {str(place): rule.bit for place, rule in enumerate(free.rules) if rule.bit != TRUE}
    session = Session(free.circuit, free.given, asked, more=free.decisions)
    places = list(asked)
    least, most = 0, len(places) - 1
    while least < most:
        middle = (least + most) // 2
        if session.fits(places[: middle + 1]):
            least = middle + 1
        else:
            most = middle
    return int(places[least])


def _at_fault(free: Open, id: str) -> Rule:
    """The first demand of a rule that cannot be met; if each can be met alone, the first that is not certain."""
    demands = [rule for rule in free.rules if rule.id == id]
    asked = {str(place): rule.bit for place, rule in enumerate(demands) if rule.bit != TRUE}
    session = Session(free.circuit, free.given, asked, more=free.decisions)
    unmet = next((place for place in asked if not session.fits([place])), next(iter(asked)))
    return demands[int(unmet)]


def _positions(setup: Setup, position: Position, free: Open, session: Session, judge: Judging) -> Judged:
    legal: list[Judged] = []
    first: Judged | None = None
    for count, true in enumerate(answers(session, free.decisions, list(free.demands))):
        if count >= MOST:
            return Judgement(limit=f"more than {MOST} fillings")
        judgement = judge(setup, position, free.turn_of(true))
        if judgement.limit:
            return judgement
        first = first or judgement
        legal += [judgement] if judgement.legal else []
    if not legal:
        return first if first is not None else Judgement(limit="no filling was found")
    return _joined(legal)
