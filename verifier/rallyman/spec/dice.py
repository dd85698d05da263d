"""RM-4.4, RM-4.7, RM-6.2, RM-8.2 and RM-9.10: each die once, and how many of them damage and flats leave."""

from collections.abc import Iterator

from model.rallyman.facts import GAS, GEARS
from verifier.rallyman.spec.play import MOST_GAS, Choice, OneHot, Play, Rule, State, from_, raised, told
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
    """The dice used so far leave none of `allowed` less what is `lost`."""
    circuit = play.circuit
    return circuit.any(
        circuit.both(bit, from_(circuit, used, allowed - points)) for points, bit in enumerate(lost)
    )


def dice_rules(play: Play, state: State, choice: Choice, step: int) -> Iterator[Rule]:
    """RM-4.4 and RM-6.2, then the allowance: RM-8.2 for gear dice, RM-9.9 and RM-9.10 for gas dice."""
    circuit, setup = play.circuit, play.setup
    gas = choice.die.get(GAS, FALSE)
    white, black = setup.parameter("white_dice"), setup.parameter("black_dice")
    twice = circuit.any(
        circuit.both(choice.die.get(str(gear), FALSE), bit) for gear, bit in state.dice.items()
    )
    none_left = from_(circuit, state.gas, min(white, MOST_GAS))
    yield Rule("RM-4.4", -twice, "this gear die was used before in this turn", step)
    bought = circuit.both(twice, choice.safe)
    yield Rule("RM-6.2", -bought, "a die is bought that was used before in this turn", step)
    yield Rule(
        "RM-4.4", -circuit.both(gas, none_left), f"there are {white} gas dice, and all were used", step
    )
    any_gear = circuit.both(choice.used, -gas)
    beyond = too_many(play, gear_dice(play, state), black, play.damage)
    damaged = f"{told(gear_dice(play, state))} gear dice were used, and {told(play.damage)} points of damage leave no more"
    yield Rule("RM-8.2", -circuit.both(any_gear, beyond), damaged, step)
    if play.shakedown:
        return
    flat = circuit.all((gas, -state.flats[0], too_many(play, state.gas, white, state.flats)))
    fact = f"{told(state.gas)} gas dice were used, and {told(state.flats)} flats leave no more"
    if not (play.attack and play.reads("attack-flat-gives-up-which", "B")):
        yield Rule("RM-9.9", -circuit.both(flat, state.drawn), fact, step)
    yield Rule("RM-9.10", -circuit.both(flat, -state.drawn), fact, step)
