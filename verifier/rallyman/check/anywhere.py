"""Any moment of any turn on a stage, as free bits: where the car and an opponent are, what was used, and the dirt."""

from dataclasses import dataclass, field
from itertools import pairwise

from model.rallyman import stages
from model.rallyman.facts import DICE, GEARS, START
from model.rallyman.position import Setup
from model.ruleset import Ruleset
from verifier.rallyman.spec.bumps import UNSAID
from verifier.rallyman.spec.counts import gear_dice
from verifier.rallyman.spec.markers import affordable
from verifier.rallyman.spec.play import (
    MOST_BOUGHT,
    MOST_GAS,
    Choice,
    OneHot,
    Opponent,
    Play,
    Rule,
    State,
    from_,
)
from verifier.rallyman.spec.steps import Step, step
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.numbers import choose

STAGE = "hollow-pine"
MOST_DIRT, MOST_DAMAGE, MARKERS = 2, 5, 3
MOST_SYMBOLS = 3
LINES = (UNSAID, "inside", "drift", "shortcut")


@dataclass(slots=True)
class Anywhere:
    """A moment: the play, the state as free bits, one free step from there, and the facts that hold for every legal turn so
    far."""

    circuit: Circuit
    play: Play
    state: State
    choice: Choice
    facts: list[Bit] = field(default_factory=list)

    def after(self) -> Step:
        """The free step."""
        return step(self.play, self.state, self.choice, 1)


def anywhere(ruleset: Ruleset, *, attack: bool = False, stage: str = STAGE) -> Anywhere:
    """Any moment on this stage at which one more die may be used, with one opponent anywhere."""
    circuit = Circuit()
    facts: list[Bit] = []
    one_hot = FreeValues(circuit, facts)
    loaded = stages.load(stage)
    setup = Setup(loaded, ruleset)
    spaces = [START, *(space.id for space in loaded.spaces)]
    damage = one_hot("damage", MOST_DAMAGE + 1)
    play = Play(
        circuit,
        setup,
        (_opponent(circuit, one_hot, spaces),),
        damage,
        one_hot("markers", MARKERS + 1),
        circuit.variable("snow tyres"),
        attack=attack,
    )
    dice = {gear: circuit.variable(f"gear die {gear} used") for gear in GEARS}
    gas = (*one_hot("gas dice", MOST_GAS), FALSE)
    flats = (*one_hot("flats", setup.parameter("max_flats_before_elimination") + 1), FALSE)
    drawn = circuit.variable("flat drawn")
    before = tuple(circuit.ite(drawn, more, now) for now, more in pairwise((*flats, FALSE)))
    bought = one_hot("bought", affordable(ruleset, MARKERS) + 1)
    state = State(
        dict(zip(spaces, one_hot("space", len(spaces)), strict=True)),
        one_hot("gear", len(GEARS) + 1),
        flats,
        {corner.name: (*one_hot(f"dirt {corner.name}", MOST_DIRT), FALSE) for corner in loaded.corners},
        circuit.variable("sisu held"),
        dice,
        gas,
        (*one_hot("symbols", MOST_SYMBOLS), FALSE),
        (*one_hot("symbols on snow", MOST_SYMBOLS), FALSE),
        (*bought, *(FALSE,) * (MOST_BOUGHT + 1 - len(bought))),
        punctures=(-drawn, drawn, *(FALSE,) * (MOST_GAS - 1)),  # at most one so far
        before=before,
        drawn=drawn,
        begun=circuit.any((*dice.values(), *gas[1:])),
    )
    facts += _so_far(play, state)
    return Anywhere(circuit, play, state, free_choice(circuit, facts, attack=attack), facts)


class FreeValues:
    """Free one-hot values."""

    def __init__(self, circuit: Circuit, facts: list[Bit]) -> None:
        self._circuit, self._facts = circuit, facts

    def __call__(self, name: str, size: int) -> OneHot:
        bits, fits = choose(self._circuit, name, size)
        self._facts.append(fits)
        return tuple(bits)


def _opponent(circuit: Circuit, one_hot: FreeValues, spaces: list[str]) -> Opponent:
    at = dict(zip(spaces, one_hot("opponent", len(spaces)), strict=True))
    there = circuit.variable("opponent on the road")
    counts = circuit.both(there, -at[START])
    return Opponent("B", at, counts, circuit.variable("opponent spun"), circuit.variable("opponent earlier"))


def free_choice(circuit: Circuit, facts: list[Bit], *, attack: bool = False, name: str = "") -> Choice:
    """One die of any name, showing any face."""
    free = FreeValues(circuit, facts)
    die = dict(zip(DICE, free(f"{name}die", len(DICE)), strict=True))
    _, symbol, safe = free(f"{name}shown", 3)
    facts += [-safe] if attack else []
    line = dict(zip(LINES, free(f"{name}line", len(LINES)), strict=True))
    _, good, dirty, flat = free(f"{name}cut", 4)
    sisu = FALSE if attack else circuit.variable(f"{name}sisu")
    return Choice(TRUE, die, symbol, safe, line, {"good": good, "dirty": dirty, "flat": flat}, sisu)


def _so_far(play: Play, state: State) -> list[Bit]:
    """Facts that hold after any legal steps of a turn. The invariants check that one more step keeps them."""
    circuit = play.circuit
    started = circuit.implies(state.begun, -state.at[START])
    neutral = circuit.implies(state.begun, -state.gear[0])
    at_start = circuit.implies(state.at[START], state.gear[0])
    carries = circuit.implies(state.drawn, -state.flats[0])
    return [
        started,
        neutral,
        at_start,
        carries,
        paid(play, state),
        # Two gears down and one up is no run.
        one_way(play, state) if play.setup.parameter("gears_down_on_snow") == 1 else TRUE,
        within_flats(play, state),
        within_damage(play, state),
    ]


def one_way(play: Play, state: State) -> Bit:
    """The gear dice used have consecutive numbers, and the current gear is at one end of the run."""
    circuit = play.circuit
    runs = [-circuit.any(state.dice.values())]
    for low in GEARS:
        for high in range(low, len(GEARS) + 1):
            run = circuit.all(bit if low <= gear <= high else -bit for gear, bit in state.dice.items())
            runs.append(circuit.both(run, circuit.either(state.gear[low], state.gear[high])))
    return circuit.any(runs)


def paid(play: Play, state: State) -> Bit:
    """The dice bought so far are paid for."""
    circuit = play.circuit
    return circuit.any(
        circuit.both(held, -from_(circuit, state.bought, affordable(play.setup.ruleset, markers) + 1))
        for markers, held in enumerate(play.markers)
    )


def within_flats(play: Play, state: State) -> Bit:
    """No more gas dice were used than the flats allow, except those used before a flat was drawn."""
    circuit, white = play.circuit, play.setup.parameter("white_dice")
    beyond = circuit.any(
        circuit.both(bit, from_(circuit, state.gas, max(white - count, 0) + 1))
        for count, bit in enumerate(state.flats)
    )
    return circuit.both(circuit.either(state.drawn, -beyond), -from_(circuit, state.gas, white + 1))


def within_damage(play: Play, state: State) -> Bit:
    """No more gear dice were used than the damage allows."""
    circuit, black = play.circuit, play.setup.parameter("black_dice")
    used = gear_dice(play, state)
    return -circuit.any(
        circuit.both(bit, from_(circuit, used, max(black - points, 0) + 1))
        for points, bit in enumerate(play.damage)
    )


def legal(moment: Anywhere, after: Step, without: frozenset[str] = frozenset()) -> Bit:
    """The step breaks no rule, except those in `without`."""
    return moment.circuit.all(rule.bit for rule in after.rules if rule.id not in without)


def demands(rules: tuple[Rule, ...]) -> set[str]:
    """The ids of rules."""
    return {rule.id for rule in rules}
