"""How many dice a turn has used, and whether any are left: RM-4.4, RM-8.2, RM-9.10, RM-15.6."""

from model.rallyman.facts import GAS, GEARS
from verifier.rallyman.spec.play import Choice, OneHot, Play, State, from_, raised
from verifier.solving.circuit import FALSE, TRUE, Bit
from verifier.solving.numbers import count_one_hot

NONE: OneHot = (TRUE,)
"""A count of none."""


def gear_dice(play: Play, state: State) -> OneHot:
    """How many gear dice were used in this turn."""
    return tuple(count_one_hot(play.circuit, state.dice.values(), len(GEARS)))


def used_up(play: Play, state: State, choice: Choice) -> tuple[dict[int, Bit], OneHot]:
    """The gear dice and the number of gas dice used after a step."""
    circuit = play.circuit
    dice = {gear: circuit.either(bit, choice.die.get(str(gear), FALSE)) for gear, bit in state.dice.items()}
    return dice, raised(circuit, state.gas, choice.die.get(GAS, FALSE))


def takes_gas(play: Play) -> str:
    """The rule by which a flat drawn in this turn takes a gas die."""
    return "RM-5.11" if play.attack else "RM-9.9"


def gas_dice_lost(play: Play, state: State) -> OneHot:
    """How many gas dice flats have taken: those from before the turn (RM-9.10), and those drawn in it (RM-9.9, RM-5.11)."""
    if play.lacks("RM-9.10"):
        return NONE if play.lacks(takes_gas(play)) else state.punctures
    return (state.before or state.flats) if play.lacks(takes_gas(play)) else state.flats


def gear_dice_lost(play: Play) -> OneHot:
    """How many gear dice damage takes (RM-8.2)."""
    return NONE if play.lacks("RM-8.2") else play.damage


def too_many(play: Play, used: OneHot, allowed: int, lost: OneHot) -> Bit:
    """Whether the dice used so far reach `allowed` less `lost`, so that none are left."""
    circuit = play.circuit
    return circuit.any(
        circuit.both(bit, from_(circuit, used, allowed - points)) for points, bit in enumerate(lost)
    )
