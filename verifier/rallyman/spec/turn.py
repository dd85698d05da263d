"""A turn: what it begins with, die after die, and what must be so at its end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from model.rallyman.facts import FINISH, GAS, GEARS, SNOW
from model.rallyman.moves import ATTACK, Turn
from model.rallyman.position import OFF_ROAD, RESTARTING, SPUN, Car, Position, Setup
from verifier.rallyman.spec.control import push_rules, said_rules
from verifier.rallyman.spec.decisions import MOST_DICE
from verifier.rallyman.spec.gears import geared
from verifier.rallyman.spec.placing import in_the_way, restart
from verifier.rallyman.spec.play import (
    MOST_BOUGHT,
    MOST_GAS,
    MOST_SYMBOLS,
    Bits,
    Choice,
    OneHot,
    Opponent,
    Play,
    Rule,
    State,
    hot,
)
from verifier.rallyman.spec.road import corner_of
from verifier.rallyman.spec.step import Step, step
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant

MOST_ON_SNOW = 3


@dataclass(frozen=True, slots=True)
class Drive:
    """The dice of a turn as bits: the states before each step and after the last, and the steps."""

    play: Play
    states: tuple[State, ...]
    steps: tuple[Step, ...]
    choices: tuple[Choice, ...] = ()

    @property
    def end(self) -> State:
        """The state after the last die."""
        return self.states[-1]

    @property
    def rules(self) -> list[Rule]:
        """The rules of all steps, in order."""
        return [rule for one in self.steps for rule in one.rules]

    @property
    def causes(self) -> dict[str, Bit]:
        """What ended the turn, each cause where it is the one that is named."""
        found: dict[str, Bit] = {}
        for one in self.steps:
            for rule, bit in one.named.items():
                found[rule] = self.play.circuit.either(found.get(rule, FALSE), bit)
        return found


@dataclass(slots=True)
class Said:
    """What is said of the end of a turn: the words for a loss of control with their bits, and whether a cut card follows a
    push."""

    loss: Bits
    cut: Bit


def begun(
    circuit: Circuit, setup: Setup, position: Position, turn: Turn, *, attack: bool | None = None
) -> tuple[Play, State]:
    """The turn of a driver before its first die: the car put back (RM-7.9), its wheel changed (RM-10.2)."""
    car = position.car(turn.driver)
    flats = car.flats - turn.wheel
    most = max(flats, setup.parameter("max_flats_before_elimination")) + 1
    space = restart(setup, position, car) or car.space
    play = Play(
        circuit,
        setup,
        tuple(_opponents(setup, position, car)),
        hot(car.damage, max(car.damage, 1)),
        hot(car.markers, car.markers),
        constant(car.tyres == SNOW),
        attack=turn.mode == ATTACK if attack is None else attack,
        cancelled=turn.sisu,
        restarts=car.status in RESTARTING,
        changed=turn.wheel,
        seen=_seen(setup, car, space),
    )
    state = State(
        {space: TRUE},
        hot(0 if turn.wheel else car.gear, len(GEARS)),
        dict.fromkeys(GEARS, FALSE),
        hot(0, MOST_GAS),
        hot(0, MOST_SYMBOLS),
        hot(0, MOST_ON_SNOW),
        hot(0, MOST_BOUGHT),
        hot(flats, most),
        {
            one.name: hot(position.markers_on(one.name), position.markers_on(one.name) + 1)
            for one in setup.stage.corners
        },
        constant(car.sisu),
    )
    return play, state


def _opponents(setup: Setup, position: Position, car: Car) -> Iterator[Opponent]:
    put_back = car.status in OFF_ROAD
    for other in position.cars:
        if other.driver != car.driver and in_the_way(setup, other):
            earlier = constant(put_back or other.arrival < car.arrival)
            yield Opponent(other.driver, {other.space: TRUE}, TRUE, constant(other.status == SPUN), earlier)


def _seen(setup: Setup, car: Car, space: str) -> dict[str, int]:
    """The dirt markers that count for a car that begins its turn on a space of its corner, if not those that lie there
    (dirt-and-car-in-corner)."""
    corner = corner_of(setup.stage, space)
    if (
        not corner
        or corner != corner_of(setup.stage, car.space)
        or car.dirt_seen is None
        or setup.reading("dirt-and-car-in-corner") == "A"
    ):
        return {}
    return {corner: car.dirt_seen}


def drive(play: Play, state: State, choices: Sequence[Choice]) -> Drive:
    """The dice one after the other."""
    states, steps = [state], []
    for number, choice in enumerate(choices, 1):
        made = step(play, states[-1], choice, number)
        steps.append(made)
        states.append(made.state)
    return Drive(play, tuple(states), tuple(steps), tuple(choices))


def said_of(turn: Turn) -> Said:
    """What a record says of a loss of control."""
    return Said({turn.loss or "": TRUE}, constant(turn.loss_cut is not None))


def end_rules(made: Drive, said: Said, turn: Turn) -> Iterator[Rule]:
    """What is said of the loss of control, against what came of the dice; and RM-4.11 by a reading of gas-only turns."""
    play, end, last = made.play, made.end, len(turn.steps)
    circuit = play.circuit
    yield from said_rules(play, end, made.causes, said.loss, last)
    yield from push_rules(play, end, said.loss, said.cut, last)
    if play.reads("card-after-gas-only-turn", "B"):
        carded = circuit.either(geared(play, end), end.out)
        yield Rule(
            "RM-4.11", circuit.implies(end.begun, carded), "no gear die was used, so there is no card", 0
        )


def first_loss(made: Drive) -> int:
    """The number of the first step of a known turn that costs control or eliminates; 0 where none does."""
    ended = (number for number, state in enumerate(made.states) if TRUE in (state.lost, state.out))
    return next(ended, 0)


def attack_sisu_rules(made: Drive, plain: Drive, idle: bool) -> Iterator[Rule]:
    """RM-7.13 and RM-7.14 for the Sisu card in a time attack; `plain` is the same turn without it, `idle`: a die that is not
    used shows a symbol."""
    play, first = made.play, made.states[0]
    circuit = play.circuit
    yield Rule("RM-7.13", first.sisu, "the Sisu card is gone", 0, "sisu")
    by_symbols = circuit.any(
        one.named.get(rule, FALSE) for one in plain.steps for rule in ("RM-11.3", "RM-7.1")
    )
    if play.reads("sisu-at-the-finish", "B"):
        home = circuit.both(by_symbols, plain.end.at.get(FINISH, FALSE))
        yield Rule("RM-7.13", -home, "Sisu is played on the finish", 0, "sisu")
    shown = _shown(plain, idle) if play.reads("sisu-timing", "B") else FALSE
    lost = circuit.either(plain.end.lost, plain.end.out)
    speed = circuit.all((lost, -by_symbols, -shown))
    yield Rule("RM-7.14", -speed, "Sisu answers symbols, not speed", 0, "sisu")
    fact = "Sisu is played, and no symbols cost control"
    yield Rule("RM-7.13", circuit.either(by_symbols, shown), fact, 0, "sisu")


def _shown(plain: Drive, idle: bool) -> Bit:
    """Whether a die of a time attack shows a symbol that counts (a reading of RM-7.13); in the shakedown none does but one that
    costs control on a bump (RM-17.1)."""
    circuit = plain.play.circuit
    if plain.play.shakedown:
        return circuit.any(one.causes.symbols.get("RM-11.3", FALSE) for one in plain.steps)
    return circuit.any((constant(idle), *(one.symbol for one in plain.choices)))


def handing_rules(made: Drive, turn: Turn, keeps: Bit = FALSE) -> Iterator[Rule]:
    """RM-5.11 for the dice of a turn that is known. `keeps`: a reading lets the driver keep the die."""
    dice = [
        *(one.die for one in turn.steps),
        *turn.unused,
        *([turn.handed] if turn.handed is not None else []),
    ]
    gas = hot(sum(die.name == GAS for die in dice), MOST_DICE)
    if turn.handed is not None and turn.handed.name != GAS:
        yield Rule("RM-5.11", FALSE, "a flat takes a gas die, not a gear die", 0, "handed")
    yield from handing_bits(made, gas, constant(turn.handed is not None), keeps)


def handing_bits(made: Drive, gas: OneHot, handed: Bit, keeps: Bit) -> Iterator[Rule]:
    """RM-5.11: a flat in a time attack takes a gas die that was not used yet. `gas`: the gas dice rolled, one-hot."""
    circuit = made.play.circuit
    due: list[Bit] = []
    for number, one in enumerate(made.steps, 1):
        flat = circuit.both(one.state.drawn, -made.states[number - 1].drawn)
        left = circuit.any(
            circuit.both(rolled, used)
            for count, rolled in enumerate(gas)
            for place, used in enumerate(one.state.gas)
            if place < count
        )
        ended = circuit.either(one.state.lost, one.state.out)
        wanted = circuit.all((flat, left, -ended, -keeps))
        due.append(circuit.both(flat, left))
        fact = "a flat takes a gas die that was not used yet: it is handed in"
        yield Rule("RM-5.11", circuit.implies(wanted, handed), fact, number, "handed")
    fact = "a die is handed in, and no flat takes one"
    yield Rule("RM-5.11", circuit.implies(handed, circuit.any(due)), fact, 0, "handed")


def plain_of(circuit: Circuit, made: Drive) -> Drive:
    """The same time attack without the Sisu card."""
    return drive(replace(made.play, cancelled=False), made.states[0], made.choices)
