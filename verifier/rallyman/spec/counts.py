"""How many dice a turn has used, and whether any are left: RM-4.4, RM-8.2, RM-9.10, RM-15.6."""

from model.rallyman.facts import GAS, GEARS
from verifier.rallyman.spec.play import Choice, OneHot, Play, State, from_, raised
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.numbers import count_one_hot


def gear_dice(play: Play, state: State) -> OneHot:
    """How many gear dice were used in this turn."""
    return tuple(count_one_hot(play.circuit, state.dice.values(), len(GEARS)))


def used_up(play: Play, state: State, choice: Choice) -> tuple[dict[int, Bit], OneHot]:
    """The gear dice and the number of gas dice used after a step."""
    circuit = play.circuit
    dice = {gear: circuit.either(bit, choice.die.get(str(gear), FALSE)) for gear, bit in state.dice.items()}
    return dice, raised(circuit, state.gas, choice.die.get(GAS, FALSE))


def too_many(play: Play, used: OneHot, allowed: int, lost: OneHot) -> Bit:
    """Whether the dice used so far reach `allowed` less `lost`, so that none are left."""
    circuit = play.circuit
    return circuit.any(
        circuit.both(bit, from_(circuit, used, allowed - points)) for points, bit in enumerate(lost)
    )
