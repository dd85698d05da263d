"""RM-4: dice. The gear that a die engages, and the order in which dice may be used."""

from collections.abc import Iterator

from model.rallyman.facts import GAS, GEARS, SNOW
from model.rallyman.position import Setup
from verifier.rallyman.spec.play import MOST_GAS, Choice, OneHot, Play, Rule, State, amount, from_
from verifier.rallyman.spec.weather import surface
from verifier.solving.circuit import FALSE, TRUE, Bit

NEUTRAL = 0


def engaged(play: Play, state: State, choice: Choice) -> OneHot:
    """The gear of this step: a gear die engages its own gear, a gas die keeps the current one (RM-4.6)."""
    circuit = play.circuit
    gas = choice.die.get(GAS, FALSE)
    return tuple(
        circuit.any(
            (choice.die.get(str(gear), FALSE), circuit.both(gas, held), circuit.both(-choice.used, held))
        )
        for gear, held in enumerate(state.gear)
    )


def geared(play: Play, state: State) -> Bit:
    """Whether a gear die was used in this turn."""
    return play.circuit.any(state.dice.values())


def chain_rules(play: Play, state: State, choice: Choice, step: int) -> Iterator[Rule]:
    """RM-4.2, RM-4.3 and RM-4.5, plus the rule that puts a car back in gear 0 (RM-7.9, RM-10.3)."""
    circuit = play.circuit
    first = circuit.all((choice.used, -state.begun, state.gear[NEUTRAL]))
    lowest = choice.die.get("1", FALSE)
    fact = f"the {_word(choice)} from gear {amount(state.gear)}"
    neutral = f"{fact}; a car in neutral begins with gear die 1"
    if play.changed:
        yield Rule("RM-10.3", circuit.implies(first, lowest), neutral, step)
    elif play.restarts:
        yield Rule("RM-7.9", circuit.implies(first, lowest), neutral, step)
    yield Rule("RM-4.2", circuit.implies(first, lowest), neutral, step)
    opened, moving = geared(play, state), -state.gear[NEUTRAL]
    if not play.lacks("RM-4.3"):
        far = circuit.both(circuit.both(moving, -opened), _far(play, state, choice))
        yield Rule("RM-4.3", -far, fact, step)
    if not play.lacks("RM-4.3") and play.reads("gas-then-same-gear", "B"):
        after_gas = circuit.all((moving, -opened, state.begun))
        yield Rule("RM-4.3", circuit.implies(after_gas, -_same(play, state, choice)), fact, step)
    if play.lacks("RM-4.5"):
        return
    bad = circuit.either(_far(play, state, choice), _same(play, state, choice))
    yield Rule("RM-4.5", circuit.implies(opened, -bad), fact, step)


def _far(play: Play, state: State, choice: Choice) -> Bit:
    """Whether the die is a gear die too far from the current gear: more than one away, or on snow more than the parameter
    `gears_down_on_snow` below it."""
    circuit = play.circuit
    snow = circuit.any(bit for id, bit in state.at.items() if surface(play, id) == SNOW)
    down = play.setup.parameter("gears_down_on_snow") if snow != FALSE else 1
    return circuit.any(
        circuit.all((choice.die.get(str(gear), FALSE), held, -snow if now - down <= gear < now else TRUE))
        for gear in GEARS
        for now, held in enumerate(state.gear)
        if abs(gear - now) > 1
    )


def _same(play: Play, state: State, choice: Choice) -> Bit:
    """Whether the die is the gear die of the current gear."""
    circuit = play.circuit
    return circuit.any(circuit.both(choice.die.get(str(gear), FALSE), state.gear[gear]) for gear in GEARS)


def _word(choice: Choice) -> str:
    known = next((name for name, bit in choice.die.items() if bit == 1), "?")
    return "gas die" if known == GAS else f"gear die {known}"


def dice_rules(play: Play, state: State, choice: Choice, step: int) -> Iterator[Rule]:
    """RM-4.4 and RM-6.2: each die once per turn."""
    circuit, white = play.circuit, play.setup.parameter("white_dice")
    gas = choice.die.get(GAS, FALSE)
    twice = circuit.any(
        circuit.both(choice.die.get(str(gear), FALSE), bit) for gear, bit in state.dice.items()
    )
    none_left = from_(circuit, state.gas, min(white, MOST_GAS))
    yield Rule("RM-4.4", -twice, "this gear die was already used in this turn", step)
    bought = circuit.both(twice, choice.safe)
    yield Rule("RM-6.2", -bought, "a die that was already used in this turn is bought", step)
    yield Rule(
        "RM-4.4", -circuit.both(gas, none_left), f"there are {white} gas dice, and all are used already", step
    )


def card_seconds(setup: Setup, card: str) -> int:
    """The seconds on a gear card: `4`, or `4b` for the same card turned over (RM-4.12, RM-7.5)."""
    if card.endswith("b"):
        return setup.parameter("gear_card_back_seconds")
    return setup.card_seconds(int(card))


def card_rules(play: Play, end: State) -> Iterator[Rule]:
    """RM-4.11 by a reading of turns with gas dice only. An eliminated driver takes no card."""
    if not play.reads("card-after-gas-only-turn", "B"):
        return
    circuit = play.circuit
    carded = circuit.either(geared(play, end), end.out)
    yield Rule("RM-4.11", circuit.implies(end.begun, carded), "no gear die was used, so there is no card", 0)
