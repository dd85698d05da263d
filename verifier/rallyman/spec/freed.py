"""Turns with open parts: dice, lines, cards, or everything. Each answer is a turn with nothing open."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from model.rallyman.facts import CUTS, EVENTS, GAS
from model.rallyman.moves import AT_LINE, ATTACK, CLEAR, ELIMINATED, SAFE, SYMBOL, UNKNOWN, Die, Step, Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.spec.attack import Selections, handing_bits, selection_bits, steps_on
from verifier.rallyman.spec.decisions import DICE, MOST_DICE, claimed, open_steps, selected
from verifier.rallyman.spec.driven import Drive, Values, drive
from verifier.rallyman.spec.markers import affordable
from verifier.rallyman.spec.play import MOST_GAS, Bits, Choice, OneHot, Rule
from verifier.rallyman.spec.splits import passed
from verifier.rallyman.spec.turn import Said, begun, end_rules
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant
from verifier.solving.numbers import count_one_hot

GAS_DICE = 2


@dataclass(slots=True)
class Freed:
    """A turn under construction: the constraints on its free bits, its rules, its ending, and the dice left unused."""

    setup: Setup
    turn: Turn
    circuit: Circuit
    made: Drive
    said: Said
    given: list[Bit] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    unused: Bits = field(default_factory=dict)
    unused_gas: OneHot = (TRUE,)
    handed: Bit = FALSE
    loss_cut: Bits = field(default_factory=dict)

    @property
    def rolled(self) -> OneHot:
        """The number of dice of a time attack."""
        dice = [one.used for one in self.made.choices]
        gas = [self.circuit.any(self.unused_gas[count:]) for count in range(1, len(self.unused_gas))]
        return tuple(
            count_one_hot(self.circuit, [*dice, *self.unused.values(), *gas, self.handed], MOST_DICE)
        )

    @property
    def decisions(self) -> list[Bit]:
        """All free bits."""
        return list(self.circuit.variables.values())

    def turn_of(self, true: Iterable[Bit]) -> Turn:
        """The turn for an answer."""
        made = self.made
        values = Values(self.circuit, self._shown(), list(true))
        holds = values.holds
        steps = [step_of(one, values) for one in made.choices if any(map(holds, one.die.values()))]
        loss = next((word for word, bit in self.said.loss.items() if holds(bit)), "")
        cut = next((word for word, bit in self.loss_cut.items() if holds(bit)), None)
        unused = [Die(name) for name, bit in self.unused.items() if holds(bit)]
        unused += [Die(GAS)] * next(count for count, bit in enumerate(self.unused_gas) if holds(bit))
        return replace(
            self.turn,
            steps=tuple(steps),
            unused=tuple(unused) or self.turn.unused,
            handed=Die(GAS) if holds(self.handed) and self.turn.handed is None else self.turn.handed,
            loss=loss or None,
            loss_cut=cut,
        )

    def _shown(self) -> list[Bit]:
        bits = [
            *self.said.loss.values(),
            *self.loss_cut.values(),
            *self.unused.values(),
            *self.unused_gas,
            self.handed,
        ]
        for one in self.made.choices:
            bits += [*one.die.values(), one.safe, one.symbol, *one.line.values(), *one.cut.values(), one.sisu]
        return bits


def step_of(choice: Choice, values: Values) -> Step:
    """The step that an answer gives for a choice."""
    holds = values.holds
    die = next(name for name, bit in choice.die.items() if holds(bit))
    shown = SAFE if holds(choice.safe) else SYMBOL if holds(choice.symbol) else CLEAR
    line = next(word for word, bit in choice.line.items() if holds(bit))
    cut = next((word for word, bit in choice.cut.items() if word and holds(bit)), None)
    return Step(Die(die, shown), line or None, cut, holds(choice.sisu))


def freed(
    setup: Setup,
    position: Position,
    turn: Turn,
    ends: Sequence[str | None] = (),
    *,
    more: int = 0,
    selections: Selections | None = None,
) -> Freed:
    """A turn with the dice that it names and `more` free ones. `selections` are the dice that may be rolled in a time attack."""
    circuit = Circuit()
    given: list[Bit] = []
    play, state = begun(circuit, setup, position, turn)
    choices = claimed(circuit, turn.steps, ends, given)
    if more:
        safe = turn.mode != ATTACK and setup.option("seconds") and affordable(len(play.markers) - 1) > 0
        choices += open_steps(circuit, len(choices) + 1, more, given, safe=safe)
        given.append(choices[0].used)
    made = drive(play, state, choices)
    free = Freed(setup, turn, circuit, made, _said(circuit, turn, given, free=bool(more)), given)
    free.loss_cut = _loss_cut(circuit, turn, free.said, given, free=bool(more))
    free.rules += made.rules
    if turn.mode == ATTACK:
        _attack(free, selections, free_rest=bool(more))
    free.rules += end_rules(made, free.said, turn)
    return free


def _said(circuit: Circuit, turn: Turn, given: list[Bit], *, free: bool) -> Said:
    """The words for a loss of control."""
    if not free and turn.loss != UNKNOWN:
        return Said({turn.loss or "": TRUE}, FALSE)
    words = (*EVENTS, AT_LINE, ELIMINATED, *([""] if free else []))
    bits = {word: circuit.variable(f"loss {word}".strip()) for word in words}
    given.append(circuit.exactly_one(list(bits.values())))
    return Said(bits, FALSE)


def _loss_cut(circuit: Circuit, turn: Turn, said: Said, given: list[Bit], *, free: bool) -> Bits:
    """The cut card of a push into a shortcut."""
    if not free and turn.loss_cut != UNKNOWN and not (turn.loss == UNKNOWN and turn.loss_cut is None):
        said.cut = TRUE if turn.loss_cut else FALSE
        return {turn.loss_cut: TRUE} if turn.loss_cut else {}
    bits = {word: circuit.variable(f"loss cut {word}") for word in CUTS}
    given.append(circuit.at_most_one(list(bits.values())))
    said.cut = circuit.any(bits.values())
    if turn.loss_cut == UNKNOWN:
        given.append(said.cut)
    return bits


def _attack(free: Freed, selections: Selections | None, *, free_rest: bool) -> None:
    """RM-5.3, RM-5.7 and RM-5.11 for the open parts."""
    circuit, made, turn = free.circuit, free.made, free.turn
    used = selected(circuit, made.choices)
    if free_rest:
        free.unused = {die: circuit.variable(f"unused {die}") for die in DICE[:-1]}
        several = [circuit.variable(f"unused gas {count}") for count in range(1, GAS_DICE + 1)]
        free.given.append(circuit.at_most_one(several))
        free.unused_gas = (-circuit.any(several), *several)
        free.handed = circuit.variable("handed")
        free.given += [-circuit.both(bit, used[die]) for die, bit in free.unused.items()]
    rest = free.unused or {die: _has(turn.unused, die) for die in used}
    gas_left = free.unused_gas if free_rest else _gas_count(turn.unused)
    handed = free.handed if free_rest else (TRUE if turn.handed is not None else FALSE)
    gas = gas_rolled(circuit, made.end.gas, gas_left, handed)
    if selections is not None:
        dice = {die: circuit.either(bit, rest[die]) for die, bit in used.items()}
        free.rules.append(
            Rule(
                "RM-5.3", selection_bits(circuit, dice, gas, selections.legal), "these dice cannot be rolled"
            )
        )
    some = circuit.any((*rest.values(), *gas_left[1:]))
    over = circuit.either(made.end.lost, made.end.out)
    void = circuit.both(handed, _stuck(made, {**rest, GAS: circuit.any(gas_left[1:])}, handed))
    excused = circuit.either(void, constant(may_stay_unused(made.play.setup)))
    free.rules.append(
        Rule("RM-5.7", circuit.implies(some, circuit.either(over, excused)), "dice stay unused")
    )
    keeps = TRUE if made.play.reads("attack-flat-gives-up-which", "B") else FALSE
    free.rules += handing_bits(made, gas, handed, keeps)


def _stuck(made: Drive, left: Bits, handed: Bit) -> Bit:
    """Whether none of the dice left makes a legal step at the end of the turn, so that they may be void after a flat. Each turn
    is then judged separately."""
    circuit = made.play.circuit
    if FALSE in (handed, made.end.drawn):
        return FALSE
    return -circuit.any(
        circuit.both(bit, steps_on(made.play, made.end, die)) for die, bit in left.items() if bit != FALSE
    )


def may_stay_unused(setup: Setup) -> bool:
    """Whether a reading may excuse unused dice. Each turn is then judged separately."""
    return setup.reading("attack-blocked") == "B" or setup.reading("attack-selection-test") == "B"


def _has(dice: Sequence[Die], name: str) -> Bit:
    return TRUE if any(die.name == name for die in dice) else FALSE


def _gas_count(dice: Sequence[Die]) -> OneHot:
    count = sum(die.name == GAS for die in dice)
    return tuple(TRUE if place == count else FALSE for place in range(max(count, GAS_DICE) + 1))


def gas_rolled(circuit: Circuit, used: OneHot, left: OneHot, handed: Bit) -> OneHot:
    """The number of gas dice rolled: used, left over and handed in; one-hot."""
    bits = [circuit.any(used[count:]) for count in range(1, len(used))]
    bits += [circuit.any(left[count:]) for count in range(1, len(left))]
    return tuple(count_one_hot(circuit, [*bits, handed], MOST_GAS))


def signature(free: Freed, position: Position) -> list[Bit]:
    """The bits that determine the position after the turn: answers that agree on them lead to the same one."""
    made, end = free.made, free.made.end
    bits = [*end.at.values(), *end.gear, end.lost, end.out, *end.flats, *end.bought, end.sisu]
    bits += [bit for value in end.dirt.values() for bit in value]
    bits += [*free.said.loss.values(), *free.loss_cut.values()]
    if free.turn.mode == ATTACK:
        bits += free.rolled
        bits += made.causes.values() if made.play.reads("attack-seconds-on-overspeed", "B") else ()
    if free.setup.option("splits"):
        bits += _split_bits(free)
    return [bit for bit in dict.fromkeys(bits) if abs(bit) != TRUE]


def _split_bits(free: Freed) -> list[Bit]:
    """Where a timing point is passed, and how many dice were bought by then."""
    circuit = free.circuit
    found = []
    for one in free.made.steps:
        for way, _, bit in one.taken:
            if any(space in free.setup.timing for space in passed(free.setup, way)):
                found += [circuit.both(bit, bought) for bought in one.state.bought]
    return found


def named(free: Freed) -> Mapping[str, list[Bit]]:
    """The demands of each rule."""
    found: dict[str, list[Bit]] = {}
    for rule in free.rules:
        found.setdefault(rule.id, []).append(rule.bit)
    return found
