"""A whole turn: its beginning, the rules before its dice and at its end, and the next position."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from model.rallyman.facts import FINISH, GEARS, SNOW
from model.rallyman.moves import ATTACK, BASIC, BLOCKED, Turn
from model.rallyman.position import NOT_STARTED, OFF_ROAD, ON_ROAD, RESTARTING, SPUN, Car, Position, Setup
from verifier.rallyman.spec.attack import Planned, Selections, attack_rules, can_step, idle_symbol, reward
from verifier.rallyman.spec.bumps import ANY_LOSS
from verifier.rallyman.spec.cards import NO_CARD, blocked_card, card_of, waits
from verifier.rallyman.spec.causes import SYMBOLS, said_rules
from verifier.rallyman.spec.control import (
    after_event,
    helpless_rules,
    next_arrival,
    no_sisu_rules,
    push_rules,
    restart,
)
from verifier.rallyman.spec.corners import FLATS, eliminated
from verifier.rallyman.spec.decisions import MOST_DICE
from verifier.rallyman.spec.driven import Drive, Driven, drive
from verifier.rallyman.spec.driving import card_rules, card_seconds
from verifier.rallyman.spec.finish import finished
from verifier.rallyman.spec.markers import price
from verifier.rallyman.spec.overtaking import in_the_way
from verifier.rallyman.spec.play import (
    Bits,
    Opponent,
    Play,
    Rule,
    State,
    hot,
)
from verifier.rallyman.spec.road import corner_of
from verifier.rallyman.spec.shakedown import ignored
from verifier.rallyman.spec.splits import splits_of
from verifier.rallyman.spec.start import onward
from verifier.rallyman.spec.wheel import changed, wheel_rules
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant


@dataclass(slots=True)
class Said:
    """How a record ends a turn: the words for a loss of control with their bits, and whether a cut card follows a push."""

    loss: Bits
    cut: Bit


def begun(
    circuit: Circuit, setup: Setup, position: Position, turn: Turn, *, attack: bool | None = None
) -> tuple[Play, State]:
    """A driver's turn before its first die: the car put back (RM-7.9), its wheel changed (RM-10.2)."""
    car = position.car(turn.driver)
    flats = car.flats - turn.wheel
    most = max(flats, setup.parameter("max_flats_before_elimination")) + 1
    if FLATS in setup.ruleset.left_out:
        most = flats + MOST_DICE
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
        hot(flats, most),
        {
            one.name: hot(position.markers_on(one.name), position.markers_on(one.name) + 1)
            for one in setup.stage.corners
        },
        constant(car.sisu),
    )
    return play, state


def planned(setup: Setup, position: Position, turn: Turn, most: int = MOST_DICE) -> Planned:
    """Every way to use up dice, at most this many, in a time attack from here."""
    return Planned(*begun(Circuit(), setup, position, turn), most)


def rollable(
    setup: Setup, position: Position, turn: Turn, least: int = 0, most: int = MOST_DICE
) -> Selections:
    """The dice that may be rolled in a time attack, from `least` to `most` of them."""
    return Selections(planned(setup, position, turn, most).selections(), least)


def _opponents(setup: Setup, position: Position, car: Car) -> Iterator[Opponent]:
    put_back = car.status in OFF_ROAD
    for other in position.cars:
        if other.driver != car.driver and in_the_way(setup, other):
            earlier = constant(put_back or other.arrival < car.arrival)
            yield Opponent(other.driver, {other.space: TRUE}, TRUE, constant(other.status == SPUN), earlier)


def _seen(setup: Setup, car: Car, space: str) -> dict[str, int]:
    """The dirt markers that count for a car that begins its turn on a space of its corner, if they differ from those on it now
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


def before_the_dice(setup: Setup, position: Position, turn: Turn) -> Iterator[Rule]:
    """The rules of a turn before its first die (RM-M.7)."""
    car = position.car(turn.driver)
    dice = bool(turn.steps) or turn.open  # dice that were not noted are dice all the same
    if turn.mode == BLOCKED:
        fact = f"{turn.driver} can advance from {car.space}"
        yield Rule("RM-12.8", constant(is_blocked(setup, position, turn)), fact, 0, "blocked")
    if turn.wheel:
        yield from wheel_rules(setup, car)
    if turn.mode == BASIC:
        ruling = "spare-wheel-then-stop" if turn.wheel else "turn-without-dice"
        stops = not dice and setup.reading(ruling) == "B"
        yield Rule("RM-4.13", constant(dice or stops), "no die is used", 0)
    if not dice:
        kept = constant(turn.loss is None)
        yield Rule(SYMBOLS, kept, "control is not lost where no die is used", 0, "loss")
    if dice and restart(setup, position, car) is None:
        yield Rule("RM-7.9", FALSE, f"{turn.driver} waits until {car.space} is free", 0)
    if turn.mode == ATTACK:
        yield from attack_rules(setup, turn)


def is_blocked(setup: Setup, position: Position, turn: Turn) -> bool:
    """Whether a driver may declare the car blocked (RM-12.8)."""
    if setup.reading("turn-without-dice") == "B":
        return True
    if restart(setup, position, position.car(turn.driver)) is None:
        return True
    play, state = begun(Circuit(), setup, position, replace(turn, mode=BASIC))
    return not can_step(play, state)


def said_of(turn: Turn) -> Said:
    """The loss of control as written in a record."""
    return Said({turn.loss or "": TRUE}, constant(turn.loss_cut is not None))


def end_rules(made: Drive, said: Said, turn: Turn) -> Iterator[Rule]:
    """The loss of control must agree with the dice; also RM-4.11 by a reading of gas-only turns."""
    play, end, last = made.play, made.end, len(turn.steps)
    taken = made.steps[-1].taken if made.steps else ()
    yield from said_rules(play, end, made.causes, said.loss, last, taken)
    yield from push_rules(play, end, said.loss, said.cut, last)
    yield from card_rules(play, end)


def attack_dice_rules(made: Drive, turn: Turn, handing: Sequence[Rule]) -> Iterator[Rule]:
    """The rules of the dice of a time attack in the order of RM-M.7, with those of a flat and of the Sisu card. Sisu is checked
    where control would be lost, although its findings are about the whole turn."""
    circuit = made.play.circuit
    plain = drive(replace(made.play, cancelled=False), made.states[0], made.choices) if turn.sisu else made
    sisu = list(_sisu_rules(made, plain, idle_symbol(turn))) if turn.sisu else []
    before = FALSE
    for number, one in enumerate(made.steps, 1):
        yield from one.rules
        yield from (rule for rule in handing if rule.step == number)
        ended = circuit.either(plain.states[number].lost, plain.states[number].out)
        here = circuit.both(ended, -before)
        yield from (replace(rule, bit=circuit.implies(here, rule.bit)) for rule in sisu)
        before = circuit.either(before, ended)
    yield from (replace(rule, bit=circuit.either(before, rule.bit)) for rule in sisu)
    yield from (rule for rule in handing if not rule.step)


def _sisu_rules(made: Drive, plain: Drive, idle: bool) -> Iterator[Rule]:
    """RM-7.14 and RM-7.13 for the Sisu card in a time attack. `plain` is the same turn without the card; `idle`: an unused die
    shows a symbol."""
    play, first = made.play, made.states[0]
    circuit = play.circuit
    by_symbols = circuit.any(
        one.named.get(rule, FALSE) for one in plain.steps for rule in ("RM-11.3", "RM-7.1")
    )
    shown = _shown(plain, idle) if play.reads("sisu-timing", "B") else FALSE
    fast = circuit.both(plain.end.lost, -by_symbols)
    answers = plain.end.lost if play.lacks(ANY_LOSS) else by_symbols
    yield from no_sisu_rules(play, TRUE, 0)
    yield from helpless_rules(play, circuit.both(plain.end.out, -shown), circuit.both(fast, -shown), 0)
    yield Rule("RM-7.13", first.sisu, "the Sisu card is gone", 0, "sisu")
    if play.reads("sisu-at-the-finish", "B"):
        home = circuit.both(answers, plain.end.at.get(FINISH, FALSE))
        yield Rule("RM-7.13", -home, "Sisu is played on the finish", 0, "sisu")
    fact = "Sisu is played, and no symbols cost control"
    yield Rule("RM-7.13", circuit.either(answers, shown), fact, 0, "sisu")


def _shown(plain: Drive, idle: bool) -> Bit:
    """Whether a die of a time attack shows a symbol that counts (a reading of RM-7.13). In the shakedown only a symbol that costs
    control on a bump counts (RM-17.1)."""
    circuit = plain.play.circuit
    if ignored(plain.play.setup):
        return circuit.any(one.causes.symbols.get("RM-11.3", FALSE) for one in plain.steps)
    return circuit.any((constant(idle), *(one.symbol for one in plain.choices)))


def next_position(setup: Setup, position: Position, turn: Turn, driven: Driven | None) -> Position:
    """The position after a legal turn; `driven` is None if no die was used."""
    car = position.car(turn.driver)
    if turn.wheel:
        car = changed(setup, car)
    if driven is None:
        after = position.with_car(_standing(setup, position, turn, car))
    else:
        after = _driven(setup, position, turn, car, driven)
    return onward(setup, after, turn.driver)


def _standing(setup: Setup, position: Position, turn: Turn, car: Car) -> Car:
    """A car whose turn ends without a die. It is still put back or turned round (RM-7.9, RM-M.6)."""
    if waits(turn):
        car = replace(car, chrono=car.chrono + blocked_card(setup, position, turn)[1])
    space = restart(setup, position, position.car(turn.driver))
    if space is None or car.status == NOT_STARTED:
        return car
    if car.status in OFF_ROAD:
        car = replace(car, arrival=next_arrival(position))
    car = replace(car, space=space, status=ON_ROAD)
    return replace(car, dirt_seen=_dirt_seen(setup, position, car, space, dict(position.dirt)))


def _driven(setup: Setup, position: Position, turn: Turn, car: Car, driven: Driven) -> Position:
    """The position after the dice. Control lost on the finish line is handled at the finish (RM-7.12)."""
    card = card_of(setup, position, turn, driven)
    seconds = 0 if card == NO_CARD else card_seconds(setup, card)
    known = {one.point for one in position.splits if one.driver == car.driver}
    splits = tuple(
        one
        for one in splits_of(setup, car.driver, driven, car.chrono, car.markers, seconds)
        if one.point not in known
    )
    car = replace(
        car,
        space=driven.space,
        gear=driven.gear,
        status=ON_ROAD,
        flats=driven.flats,
        markers=car.markers - price(setup.ruleset, driven.bought[-1]) + reward(setup, turn, driven),
        sisu=driven.sisu and not turn.sisu,
        chrono=car.chrono + seconds,
        arrival=next_arrival(position),
    )
    dirt = dict(driven.dirt)
    if driven.out:
        car = eliminated(setup, car)
    elif driven.home:
        car = finished(setup, car, lost=driven.lost)
    elif driven.lost:
        car, dirt = after_event(setup, position, turn, car, dirt)
    car = replace(car, dirt_seen=_dirt_seen(setup, position, car, driven.space, dirt))
    kept = tuple(sorted((corner, count) for corner, count in dirt.items() if count))
    return replace(position.with_car(car), dirt=kept, splits=(*position.splits, *splits))


def _dirt_seen(
    setup: Setup, position: Position, car: Car, reached: str, dirt: Mapping[str, int]
) -> int | None:
    """The dirt markers on the car's corner when it came in: with its dice, by which it reached a space, or when it was placed
    there after a loss of control, with the dirt of that moment."""
    corner, old = corner_of(setup.stage, car.space), position.car(car.driver)
    if not corner or not car.driving:
        return None
    if corner != corner_of(setup.stage, reached):
        return dirt.get(corner, 0)
    begun = restart(setup, position, old) or old.space
    if corner == corner_of(setup.stage, old.space) == corner_of(setup.stage, begun):
        return old.dirt_seen
    return position.markers_on(corner)
