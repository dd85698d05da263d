"""The decisions of a turn: those named in a record, and free ones."""

from collections.abc import Mapping, Sequence

from model.rallyman.facts import CUTS, GAS, GEARS
from model.rallyman.moves import SAFE, SYMBOL, UNKNOWN, Step
from model.rallyman.stage import DRIFT, INSIDE, ROLES, SHORTCUT
from verifier.rallyman.spec.bumps import UNSAID
from verifier.rallyman.spec.play import Bits, Choice
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant

DICE = (*map(str, GEARS), GAS)
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


def open_steps(
    circuit: Circuit, first: int, count: int, given: list[Bit], *, safe: bool = False, cuts: bool = True
) -> list[Choice]:
    """Free steps from number `first` on, each used only if the previous one is. `safe`: dice may be bought. `cuts`: cut cards are
    drawn. No die shows a symbol."""
    found: list[Choice] = []
    for number in range(first, first + count):
        dice = {die: circuit.variable(f"{number} die {die}") for die in DICE}
        used = circuit.any(dice.values())
        given.append(circuit.at_most_one(list(dice.values())))
        line = {word: circuit.variable(f"{number} {word}") for word in (INSIDE, DRIFT, SHORTCUT)}
        given.append(circuit.at_most_one(list(line.values())))
        line[UNSAID] = -circuit.any(line.values())
        bought = circuit.variable(f"{number} safe") if safe else FALSE
        cut = {word: circuit.variable(f"{number} {word}") for word in CUTS} if cuts else {}
        given.append(circuit.at_most_one(list(cut.values())))
        for bit in (*(line[word] for word in ROLES), bought, *cut.values()):
            given.append(circuit.implies(bit, used))
        if found:
            given.append(circuit.implies(used, found[-1].used))
        found.append(Choice(used, dice, FALSE, bought, line, cut))
    return found


def selected(circuit: Circuit, choices: Sequence[Choice]) -> Mapping[str, Bit]:
    """The gear dice among the dice used."""
    return {die: circuit.any(choice.die.get(die, FALSE) for choice in choices) for die in DICE[:-1]}
