"""TA-EV: events that send a car back: Blown Tire along the apron, Spinout along the track."""

from collections.abc import Collection

from model.ruleset import parameter
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Setup
from verifier.solving.circuit import FALSE, Bit
from verifier.thunder_alley.spec.pits import temporary
from verifier.thunder_alley.spec.place import apron_at, crossed_back, sector_of, standing, track_of
from verifier.thunder_alley.spec.resolution import Resolution
from verifier.thunder_alley.spec.said import Change
from verifier.thunder_alley.spec.spinout import spins


def repaired(setup: Setup, car: Car) -> Change:
    """The change for a car that loses all its temporary markers (TA-9.2)."""
    return tuple(sorted(f"-{colour}" for colour in temporary(setup, car)))


def blown_tire(case: Resolution) -> None:
    """TA-EV-blown-tire: the car with the most black markers goes back along the apron as a pit stop
    (`blown-tire-is-pit-stop`)."""
    able = case.most("black")
    track, back = (
        track_of(case.setup) if able else None,
        parameter(DATA, case.setup.ruleset, "blown-tire-spaces"),
    )
    stop = case.readings["blown-tire-is-pit-stop"] == "full-pit-stop"
    changes = {car.number: [repaired(case.setup, car) if stop else ()] for car in case.cars}
    aprons = [apron_at(track, sector) for sector in range(len(track.sectors))] if track else []
    case.lay(changes, {car.number: aprons for car in able}, 1)
    case.one_of(able)
    for car in able:
        assert track is not None and car.space is not None
        hit, after = case.hit[car.number], case.after[car.number]
        case.effect(car.number, changes[car.number])
        target = apron_at(track, sector_of(track, car.space) - back)
        below = sum(other.space == target for other in standing(case.position) if other != car)
        there = case.circuit.both(
            after.at(target, crossed_back(case.setup, car, back)), after.stack.is_(below)
        )
        case.spots[car.number] = case.circuit.ite(hit, there, after.stays)


def spinout(case: Resolution) -> None:
    """TA-EV-spinout: the car with the most black markers spins straight back, then to the inside lane, and gains a black
    marker."""
    able, circuit = case.most("black"), case.circuit
    tables = {car.number: spins(case.setup, case.position, car) for car in able}
    reach: dict[int, list[str]] = {}
    for table in (one for some in tables.values() for one in some):
        for number, space, _ in table:
            reach.setdefault(number, []).append(space)
    case.lay([("+black",)], reach, 1, moving_hits=False)
    case.one_of(able)
    for car in case.cars:
        case.effect(car.number, [("+black",)])
    left = circuit.any(
        circuit.both(
            case.hit[number], circuit.all(case.after[one].at(space, crossed) for one, space, crossed in table)
        )
        for number, some in tables.items()
        for table in some
    )
    nobody = circuit.all(after.stays for after in case.after.values())
    case.demand(circuit.ite(circuit.any(case.hit[car.number] for car in able), left, nobody))
    for number in case.after:
        case.spots[number] = _stack_after(case, number, {car.number for car in able})


def _stack_after(case: Resolution, number: int, able: Collection[int]) -> Bit:
    """A car's place in its stack after a spin. A car that leaves the apron is in no stack, and the cars above it come down."""
    circuit, after = case.circuit, case.after[number]
    car, down = after.car, FALSE
    if not car.on_apron:
        return after.stack.is_(0)
    for other in case.cars:
        if other.number in able and other.space == car.space and other.stack < car.stack:
            down = circuit.either(down, case.hit[other.number])
    stays = circuit.ite(down, after.stack.is_(car.stack - 1), after.stack.is_(car.stack))
    return circuit.ite(case.hit[number], after.stack.is_(0), stays) if number in able else stays
