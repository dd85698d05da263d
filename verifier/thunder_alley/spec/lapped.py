"""TA-4.2, TA-3.5.5: which cars carry a Lap-down marker, and what becomes of them at the end of a turn.

Marks made while a car moves belong to its segment. Here are the marks after cars were moved by an event or went to the pits.
"""

from collections.abc import Mapping
from dataclasses import replace

from model.thunder_alley.position import OUT, Car, Position, Setup
from verifier.solving.circuit import Bit, constant
from verifier.solving.questions import Choice, Judgement, Question
from verifier.thunder_alley.spec.leader import leader
from verifier.thunder_alley.spec.order import ahead
from verifier.thunder_alley.spec.place import past_line, sector_of, standing, track_of, with_closed_stacks


def laps_behind(setup: Setup, leading: Car, car: Car) -> int:
    """Full laps of sectors by which a car is behind the leader (TA-4.2); 0 for one less than a lap behind.

    On an open stretch of track one crossing stands for a lap.
    """
    assert leading.space is not None and car.space is not None
    track = track_of(setup)
    sectors = past_line(track, leading.space) - past_line(track, car.space)
    return max(0, leading.crossed - car.crossed - (1 if sectors < 0 else 0))


def lapped(setup: Setup, position: Position, before: Position | None = None) -> Judgement[tuple[int, ...]]:
    """The cars with a Lap-down marker on this table, sorted; `before` lay there before cars were moved.

    Position by position a car is lapped while the leader is a full lap of sectors ahead (`lapped-trigger`). The readings that
    need to know how it came about keep the marks that are there, and make none: cars were moved, nobody drove into their sector.
    """
    question = Question("TA-4.2")
    cars = standing(position)
    marked = {car.number: question.flag(f"lapped {car.number}") for car in cars}
    leading = _leading(setup, position)
    for car in cars:
        due = _due(setup, leading, car, before or position)
        question.rule("TA-4.2", question.circuit.same(marked[car.number], constant(due)))
    return question.judge(lambda answer: tuple(number for number, bit in marked.items() if answer.holds(bit)))


def _leading(setup: Setup, position: Position) -> Car | None:
    first = leader(setup, position).outcome
    return next((car for car in standing(position) if car.number == first), None)


def _due(setup: Setup, leading: Car | None, car: Car, before: Position) -> bool:
    readings = setup.ruleset.readings
    if car == leading:
        return False
    if leading is None:
        return car.lap_down
    old, then = _leading(setup, before), before.car(car.number)
    led = old is not None and old.number == car.number
    kept = car.lap_down and readings["lapped-new-leader"] == "kept" and not led
    if kept and (old is None or old.number != leading.number):
        return True
    if car.on_apron and readings["lapped-on-apron"] == "cannot":
        return False
    if kept and old is not None and then is not None and laps_behind(setup, old, then) == 0:
        return True  # an earlier leader marked it, and against this one nothing has changed
    full_lap = laps_behind(setup, leading, car) > 0
    if readings["lapped-trigger"] == "on-entry":
        return car.lap_down and not got_ahead(setup, leading, car)
    if readings["lapped-same-lap"] == "literal":
        return full_lap or level(setup, leading, car) or (car.lap_down and not got_ahead(setup, leading, car))
    return full_lap


def level(setup: Setup, leading: Car, car: Car) -> bool:
    """Whether a car stands in the sector of the leader."""
    assert leading.space is not None and car.space is not None
    return sector_of(track_of(setup), leading.space) == sector_of(track_of(setup), car.space)


def got_ahead(setup: Setup, leading: Car, car: Car) -> bool:
    """A marked car has got into a sector ahead of the leader, who is no full lap ahead of it any more: level is not enough
    (`unlap-condition`). A car that was marked on the leader's own lap gets ahead of it by leading itself."""
    same_lap = setup.ruleset.readings["lapped-same-lap"] == "literal" and leading.crossed == car.crossed
    return laps_behind(setup, leading, car) == 0 and not same_lap


def remove_lapped(setup: Setup, position: Position) -> Judgement[Position]:
    """The table after cars with a Lap-down marker were removed at the end of the turn (TA-3.5.5): the one furthest back takes the
    lowest place left, and so on upward."""
    question = Question("TA-3.5.5")
    circuit, cars = question.circuit, standing(position)
    places: dict[int, Choice[int | None]] = {
        car.number: question.choice(f"place of {car.number}", [None, *sorted(set(position.places_left))])
        for car in cars
    }
    for car in cars:
        removed = -places[car.number].is_(None)
        question.rule("TA-3.5.5", circuit.same(removed, constant(car.lap_down)))
        for other in cars:
            if other != car and ahead(setup, car, other):
                question.rule("TA-3.5.5", better(question, places[car.number], places[other.number]))
    lowest_places(question, position, places, "TA-3.5.5")
    return question.judge(lambda answer: take_out(position, {n: answer[p] for n, p in places.items()}))


def better(question: Question, one: Choice[int | None], other: Choice[int | None]) -> Bit:
    """Where both take a place, the first takes the better one."""
    circuit = question.circuit
    return circuit.all(
        circuit.implies(one.is_(place), other.among(p for p in other.values if p is None or p > place))
        for place in one.values
        if place is not None
    )


def lowest_places(
    question: Question, position: Position, places: Mapping[int, Choice[int | None]], rule: str
) -> None:
    """Those who take a place take the lowest ones left, each another."""
    circuit = question.circuit
    left = sorted(position.places_left)
    taken = {place: [choice.is_(place) for choice in places.values()] for place in left}
    for place in left:
        question.rule(rule, circuit.at_most_one(taken[place]))
        lower = [circuit.any(taken[p]) for p in left if p > place]
        question.rule(rule, circuit.implies(circuit.any(taken[place]), circuit.all(lower)))


def take_out(position: Position, places: Mapping[int, int | None], status: str = OUT) -> Position:
    """The table without the cars that are given a place: off the track with this status, their places gone (TA-4.3, TA-10.1)."""
    given = {number: place for number, place in places.items() if place is not None}
    cars = [
        replace(car, space=None, stack=0, lap_down=False, status=status, place=given[car.number])
        for car in position.cars
        if car.number in given
    ]
    left = tuple(place for place in position.places_left if place not in given.values())
    return with_closed_stacks(position.with_cars(*cars, places_left=left))
