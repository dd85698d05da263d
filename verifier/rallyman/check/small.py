"""Small positions as free bits, with a turn of a few dice under two rulesets, and the decoding of a solver's answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from model.rallyman.facts import EVENTS, GEARS, SNOW, START
from model.rallyman.moves import AT_LINE, ELIMINATED, Turn
from model.rallyman.position import NOT_STARTED, ON_ROAD, SPUN, Car, Driver, Position, Setup
from model.rallyman.stage import DRIFT, SHORTCUT, Stage
from model.ruleset import Ruleset
from verifier.rallyman.check.anywhere import FreeValues, free_choice
from verifier.rallyman.check.board import road
from verifier.rallyman.spec.bumps import UNSAID
from verifier.rallyman.spec.decisions import step_of
from verifier.rallyman.spec.driven import Drive, Values, drive
from verifier.rallyman.spec.markers import affordable, price
from verifier.rallyman.spec.play import (
    MOST_BOUGHT,
    Choice,
    OneHot,
    Opponent,
    Play,
    Rule,
    State,
)
from verifier.rallyman.spec.start import order_of
from verifier.rallyman.spec.turn import Said, end_rules
from verifier.rulesets.checking import DIFFERENT, NARROWER, WAYS, WIDER
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, put

MARKERS, FLATS, DAMAGE, DIRT = 3, 2, 4, 2
WORDS = ("", *EVENTS, AT_LINE, ELIMINATED)


@dataclass(slots=True)
class Small:
    """A position with the car that plays, possibly another one, and free dice. `plain` are bits that hold in an ordinary turn (no
    loss of control, no symbols, nothing bought, no cards) and in an ordinary position (no flats, no dirt, no markers, asphalt
    tyres, gears in which cars come to their spaces); those that matter most to a reader come first."""

    circuit: Circuit
    stage: str
    car: "CarBits"
    other: "CarBits | None"
    dirt: dict[str, OneHot]
    choices: list[Choice]
    said: Said
    facts: list[Bit] = field(default_factory=list)
    plain: list[Bit] = field(default_factory=list)


@dataclass(slots=True)
class CarBits:
    """One car as free bits."""

    at: dict[str, Bit]
    gear: OneHot
    flats: OneHot
    damage: OneHot
    markers: OneHot
    snow: Bit
    spun: Bit = FALSE
    earlier: Bit = TRUE


def small(stage: str, dice: int, *, other: bool, flats: int = FLATS, damage: int = DAMAGE) -> Small:
    """Positions on a stage with a turn of `dice` dice, with or without a second car. The car that plays has at most this many
    flats and damage points."""
    circuit = Circuit()
    facts: list[Bit] = []
    one_hot = FreeValues(circuit, facts)
    loaded = road(stage)
    spaces = [START, *(space.id for space in loaded.spaces)]
    car = _car(circuit, one_hot, spaces, "A", min(flats, FLATS), min(damage, DAMAGE))
    second = _car(circuit, one_hot, spaces[1:], "B", 0, 0) if other else None
    if second is not None:
        second.spun = circuit.variable("B spun")
        second.earlier = circuit.variable("B earlier")
        facts.append(circuit.same(second.spun, second.gear[0]))
    facts.append(circuit.same(car.gear[0], car.at[START]))
    dirt = {corner.name: one_hot(f"dirt {corner.name}", DIRT + 1) for corner in loaded.corners}
    choices = [free_choice(circuit, facts, name=f"{number} ") for number in range(1, dice + 1)]
    words = one_hot("said", len(WORDS))
    said = Said(dict(zip(WORDS, words, strict=True)), circuit.variable("loss cut"))
    # Of a shortcut a record has the cut card, of no other line.
    facts += [circuit.same(one.line[SHORTCUT], circuit.any(one.cut.values())) for one in choices]
    plain = [said.loss[""]]
    for one in choices:
        plain += [-one.symbol, -one.safe, -one.sisu, *(-card for card in one.cut.values())]
    few = (car.damage, car.flats, car.markers, *dirt.values())
    plain += [-car.snow, *(-bit for value in few for bit in reversed(value[1:]))]
    plain.append(_natural(circuit, loaded, car))
    if second is not None:
        plain += [-second.spun, _natural(circuit, loaded, second), second.earlier]
    plain += [one.line[word] for one in choices for word in (UNSAID, DRIFT)]
    return Small(circuit, stage, car, second, dirt, choices, said, facts, plain)


def _car(
    circuit: Circuit, one_hot: FreeValues, spaces: Sequence[str], name: str, flats: int, damage: int
) -> CarBits:
    own = name == "A"
    return CarBits(
        dict(zip(spaces, one_hot(f"{name} at", len(spaces)), strict=True)),
        one_hot(f"{name} gear", len(GEARS) + 1),
        one_hot(f"{name} flats", flats + 1),
        one_hot(f"{name} damage", damage + 1),
        one_hot(f"{name} markers", MARKERS + 1 if own else 1),
        circuit.variable(f"{name} on snow tyres") if own else FALSE,
    )


def _natural(circuit: Circuit, stage: Stage, car: CarBits) -> Bit:
    """The car stands in a corner in a gear in which it may drive there."""
    found = []
    for space in stage.spaces:
        gears = range(space.note if space.role == DRIFT else 1, space.note + 1)
        if space.corner:
            fits = circuit.any((car.spun, *(car.gear[gear] for gear in gears)))
            found.append(circuit.implies(car.at[space.id], fits))
    return circuit.all(found)


def played(table: Small, ruleset: Ruleset) -> tuple[Drive, Bit]:
    """The turn under a ruleset, and whether it is legal."""
    made, rules = judged(table, ruleset)
    return made, table.circuit.all(rule.bit for rule in rules)


def judged(table: Small, ruleset: Ruleset) -> tuple[Drive, list[Rule]]:
    """The turn under a ruleset, and all its rules."""
    circuit, car, other = table.circuit, table.car, table.other
    setup = Setup(road(table.stage), ruleset)
    opponents = () if other is None else (Opponent("B", other.at, TRUE, other.spun, other.earlier),)
    play = Play(circuit, setup, opponents, car.damage, car.markers, car.snow)
    state = State(
        car.at,
        car.gear,
        (*car.flats, FALSE, FALSE, FALSE),
        {corner: (*value, FALSE) for corner, value in table.dirt.items()},
        TRUE,
    )
    assert affordable(ruleset, MARKERS) <= MOST_BOUGHT
    made = drive(play, state, table.choices)
    return made, [*made.rules, *end_rules(made, table.said, Turn("A"))]


def results(made: Drive) -> dict[str, Bit]:
    """The parts of a turn's result that later turns depend on, bit by bit, each with a name."""
    end = made.end
    found = {f"at {space}": bit for space, bit in end.at.items()}
    for name, value in (
        ("gear", end.gear),
        ("flats", end.flats),
        ("symbols", end.symbols),
        *end.dirt.items(),
    ):
        found |= {f"{name} {place}": bit for place, bit in enumerate(value)}
    for bought, bit in enumerate(end.bought):
        put(made.play.circuit, found, f"markers paid {price(made.play.setup.ruleset, bought)}", bit)
    return found | {"lost": end.lost, "out": end.out, "sisu": end.sisu}


def differ(table: Small, one: tuple[Drive, Bit], two: tuple[Drive, Bit], ways: Sequence[str] = WAYS) -> Bit:
    """The turn is legal under one ruleset only, or its outcome differs; one of these ways."""
    circuit = table.circuit
    first, second = results(one[0]), results(two[0])
    other = circuit.any(
        circuit.xor(first.get(name, FALSE), second.get(name, FALSE))
        for name in dict.fromkeys((*first, *second))
    )
    found = {
        NARROWER: circuit.both(one[1], -two[1]),
        WIDER: circuit.both(-one[1], two[1]),
        DIFFERENT: circuit.all((one[1], two[1], other)),
    }
    return circuit.any(found[way] for way in ways)


def decode(table: Small, true: Iterable[Bit], ruleset: Ruleset) -> tuple[Setup, Position, Turn]:
    """The position and the turn of an answer."""
    bits = [bit for car in (table.car, table.other) if car is not None for bit in _bits(car)]
    bits += [bit for value in table.dirt.values() for bit in value]
    bits += [*table.said.loss.values(), table.said.cut]
    for one in table.choices:
        bits += [*one.die.values(), one.symbol, one.safe, *one.line.values(), *one.cut.values(), one.sisu]
    values = Values(table.circuit, bits, list(true))
    stage = road(table.stage)
    cars = [_decoded(table.car, values, "A", 2)]
    if table.other is not None:
        arrival = 1 if values.holds(table.other.earlier) else 3
        cars.append(_decoded(table.other, values, "B", arrival))
        cars.sort(key=lambda car: car.arrival)
    drivers = tuple(Driver(car.driver, "", Car(car.driver, tyres=car.tyres)) for car in cars)
    setup = Setup(stage, ruleset, drivers, {}, {space: name for name, space in stage.points.items()})
    dirt = tuple(
        (corner, count) for corner, value in sorted(table.dirt.items()) if (count := values.number(value))
    )
    position = Position(len(cars) + 1, tuple(cars), (), None, dirt)
    order = order_of(setup, position, position.turn)
    loss = next(word for word, bit in table.said.loss.items() if values.holds(bit)) or None
    cut = "good" if values.holds(table.said.cut) and loss is not None else None
    steps = tuple(step_of(one, values) for one in table.choices)
    return setup, replace(position, order=order, next="A"), Turn("A", steps=steps, loss=loss, loss_cut=cut)


def _bits(car: CarBits) -> list[Bit]:
    values = (*car.at.values(), *car.gear, *car.flats, *car.damage, *car.markers)
    return [*values, car.snow, car.spun, car.earlier]


def _decoded(car: CarBits, values: Values, name: str, arrival: int) -> Car:
    space = next(space for space, bit in car.at.items() if values.holds(bit))
    status = SPUN if values.holds(car.spun) else NOT_STARTED if space == START else ON_ROAD
    return Car(
        name,
        space,
        values.number(car.gear),
        status,
        damage=values.number(car.damage),
        flats=values.number(car.flats),
        markers=values.number(car.markers),
        tyres=SNOW if values.holds(car.snow) else "asphalt",
        arrival=arrival,
    )
