"""A `position` block after missing lines (`...`): nobody knows what happened between, but some facts of a race never go back."""

from collections.abc import Iterator

from model.thunder_alley.facts import PERMANENT_WEAR
from model.thunder_alley.position import FINISHED, RACING, UNNOTED, Car, Position, make_position
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.thunder_alley.table.position import Block, WrittenCar
from verifier.thunder_alley.table.terms import Speaker


def onward_from(known: Position, block: Block, position: Position) -> Position:
    """A new start with what it leaves out of the table, as it was last known: the turn, its First Player, laps, a Rain aside."""
    turn = position.turn if "turn" in block.table else known.turn
    # Without the number of the turn nobody knows whether it is the one in which that player was first.
    first = known.first if "turn" in block.table and turn == known.turn else None
    first = position.first or first
    lap, rain = max(position.lap, known.lap), position.rain or known.rain
    return replace(position, turn=turn, first=first, lap=lap, rain=rain)


def with_cars_of(gap: Position, position: Position) -> Position:
    """A new start with what it leaves out of cars: those lost or finished before stay so, of one that raced then and is not named
    nobody knows where it stands, and Turn Leader markers are kept."""
    marked = [
        replace(car, led=max(car.led, known.led)) for car in position.cars if (known := gap.car(car.number))
    ]
    position = position.with_cars(*marked)
    named = {car.number for car in position.cars}
    missing = [
        car if car.status != RACING else replace(car, space=None, stack=0, flipped=False, lap_down=False)
        for car in gap.cars
        if car.number not in named
    ]
    if not missing:
        return position
    kept = [_with_place(gap, car) for car in position.cars]
    facts = {
        name: getattr(position, name) for name in ("turn", "first", "lap", "next", "step", "flag", "rain")
    }
    return replace(make_position([*kept, *missing]), turn_leaders=position.turn_leaders, **facts)


def _with_place(gap: Position, car: Car) -> Car:
    known = gap.car(car.number)
    return (
        car
        if known is None or car.status == RACING or car.place is not None
        else replace(car, place=known.place)
    )


def never_go_back(gap: Position, block: Block, speaker: Speaker) -> Iterator[Finding]:
    """What a block after missing lines says that no race can have led to (TA-3.1, TA-3.5.1, TA-4.3, TA-4.6, TA-7.3, TA-10.1)."""
    for key, rule, word in (("turn", "TA-3.1", "turn"), ("lap", "TA-4.6", "lap")):
        value, before = block.table.get(key), getattr(gap, key)
        if isinstance(value, int) and value < before:
            fact = f"before the missing lines it was {word} {before}; {word} {value} was over"
            yield speaker.claim(block.spans[key], Breach(rule, fact, "a race does not go back"))
    for written in block.cars:
        car = gap.car(written.number)
        if car is None:
            fact = f"car {written.number} was not on the table before the missing lines"
            yield speaker.claim(written.span, Breach("TA-3.1", fact, "no car joins a race that is running"))
        else:
            yield from _car(car, written, speaker)


def _car(car: Car, written: WrittenCar, speaker: Speaker) -> Iterator[Finding]:
    spans, fields = written.spans, written.fields
    on_table = fields.get("status", RACING) == RACING
    if car.status != RACING and on_table:
        how = "had finished" if car.status == FINISHED else "was out of the race"
        rule = "TA-10.1" if car.status == FINISHED else "TA-4.3"
        fact = f"car {car.number} {how} before the missing lines"
        yield speaker.claim(written.span, Breach(rule, fact, "such a car does not come back"))
        return
    place = fields.get("place")
    if car.place is not None and isinstance(place, int) and place != car.place:
        rule = "TA-10.1" if car.status == FINISHED else "TA-4.3"
        fact = f"car {car.number} had place {car.place} before the missing lines, not {place}"
        yield speaker.claim(spans["place"], Breach(rule, fact, "a place once taken is kept"))
    led = fields.get("led")
    if isinstance(led, int) and led < car.led:
        fact = f"car {car.number} had {car.led} Turn Leader markers before the missing lines, not {led}"
        yield speaker.claim(spans["led"], Breach("TA-3.5.1", fact, "no marker of this kind is taken away"))
    wear = fields.get("wear")
    if on_table and isinstance(wear, tuple) and UNNOTED not in wear:
        gone = [colour for colour in PERMANENT_WEAR if wear.count(colour) < car.wear.count(colour)]
        if gone:
            had, has = car.wear.count(gone[0]), wear.count(gone[0])
            fact = f"car {car.number} had {had} {gone[0]} before the missing lines, and has {has}"
            yield speaker.claim(spans["wear"], Breach("TA-7.3", fact, "such a marker stays for the race"))
