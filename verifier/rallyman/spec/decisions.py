"""The decisions of a turn: those named in a record, and free ones."""

from collections.abc import Mapping, Sequence

from model.rallyman.facts import CUTS, DICE
from model.rallyman.moves import CLEAR, SAFE, SYMBOL, UNKNOWN, Die, Step
from model.rallyman.stage import ROLES
from verifier.rallyman.spec.bumps import UNSAID
from verifier.rallyman.spec.driven import Values
from verifier.rallyman.spec.play import Bits, Choice
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant

MOST_DICE = 7
"""The most dice in a turn: five gear dice and two gas dice."""


def claimed(
    circuit: Circuit, steps: Sequence[Step], ends: Sequence[str | None], given: list[Bit]
) -> list[Choice]:
    """The steps named in a record; what it leaves open is free. Constraints on the free bits are appended to `given`."""
    return [
        _named(circuit, step, ends[place] if place < len(ends) else None, place + 1, given)
        for place, step in enumerate(steps)
    ]


def _named(circuit: Circuit, step: Step, end: str | None, number: int, given: list[Bit]) -> Choice:
    name, die = f"{number}", step.die
    dice = _free(circuit, f"{name} die", DICE, given) if die.name == UNKNOWN else {die.name: TRUE}
    symbol = constant(die.shown == SYMBOL)
    if UNKNOWN in (die.shown, die.name) and die.shown != SYMBOL:
        symbol = circuit.variable(f"{name} symbol")
    line = (
        _free(circuit, f"{name} line", (UNSAID, *ROLES), given)
        if step.line == UNKNOWN
        else {step.line or UNSAID: TRUE}
    )
    cut: Bits = {}
    if step.cut == UNKNOWN or (step.line == UNKNOWN and step.cut is None):
        cut = _free(circuit, f"{name} cut", ("", *CUTS), given)
    elif step.cut is not None:
        cut = {step.cut: TRUE}
    return Choice(TRUE, dice, symbol, constant(die.shown == SAFE), line, cut, constant(step.sisu), end)


def _free(circuit: Circuit, name: str, values: Sequence[str], given: list[Bit]) -> dict[str, Bit]:
    bits = {value: circuit.variable(f"{name} {value}".strip()) for value in values}
    given.append(circuit.exactly_one(list(bits.values())))
    return bits


def open_steps(circuit: Circuit, count: int, given: list[Bit]) -> list[Choice]:
    """Free steps of a plan of dice, each used only if the previous one is. No die shows a symbol, no cut card is drawn."""
    found: list[Choice] = []
    for number in range(1, count + 1):
        dice = {die: circuit.variable(f"{number} die {die}") for die in DICE}
        used = circuit.any(dice.values())
        given.append(circuit.at_most_one(list(dice.values())))
        line = {word: circuit.variable(f"{number} {word}") for word in ROLES}
        given.append(circuit.at_most_one(list(line.values())))
        given.extend(circuit.implies(bit, used) for bit in line.values())
        line[UNSAID] = -circuit.any(line.values())
        if found:
            given.append(circuit.implies(used, found[-1].used))
        found.append(Choice(used, dice, line=line))
    return found


def selected(circuit: Circuit, choices: Sequence[Choice]) -> Mapping[str, Bit]:
    """The gear dice among the dice used."""
    return {die: circuit.any(choice.die.get(die, FALSE) for choice in choices) for die in DICE[:-1]}


def step_of(choice: Choice, values: Values) -> Step:
    """The step that an answer gives for a choice."""
    holds = values.holds
    die = next(name for name, bit in choice.die.items() if holds(bit))
    shown = SAFE if holds(choice.safe) else SYMBOL if holds(choice.symbol) else CLEAR
    line = next(word for word, bit in choice.line.items() if holds(bit))
    cut = next((word for word, bit in choice.cut.items() if word and holds(bit)), None)
    return Step(Die(die, shown), line or None, cut, holds(choice.sisu))
