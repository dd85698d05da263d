"""TA-4.2, TA-3.5.5: which cars carry a Lap-down marker, and what happens to them at the end of a turn.

Markers placed while a car moves belong to its segment. This module covers those placed after an event moved cars or cars pitted.
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
    """How many full laps of sectors a car is behind the leader (TA-4.2); 0 if less than one.

    On an open stretch of track, one crossing counts as a lap.
    """
    assert leading.space is not None and car.space is not None
    track = track_of(setup)
    sectors = past_line(track, leading.space) - past_line(track, car.space)
    return max(0, leading.crossed - car.crossed - (1 if sectors < 0 else 0))


def lapped(setup: Setup, position: Position, before: Position | None = None) -> Judgement[tuple[int, ...]]:
    """The cars with a Lap-down marker in this position, sorted. `before` is the position before cars were moved.

    A car is lapped while the leader is a full lap of sectors ahead (`lapped-trigger`). Readings that depend on how the position
    arose keep the existing markers and add none, because cars were moved and did not drive into the leader's sector.
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
        return True  # an earlier leader lapped it, and nothing has changed relative to that leader
    full_lap = laps_behind(setup, leading, car) > 0
    if readings["lapped-trigger"] == "on-entry":
        return car.lap_down and not got_ahead(setup, leading, car)
    if readings["lapped-same-lap"] == "literal":
        return full_lap or level(setup, leading, car) or (car.lap_down and not got_ahead(setup, leading, car))
    return full_lap


def level(setup: Setup, leading: Car, car: Car) -> bool:
    """Whether a car stands in the leader's sector."""
    assert leading.space is not None and car.space is not None
    return sector_of(track_of(setup), leading.space) == sector_of(track_of(setup), car.space)


def got_ahead(setup: Setup, leading: Car, car: Car) -> bool:
    """A marked car has moved ahead of the leader, who is no longer a full lap ahead of it; drawing level is not enough
    (`unlap-condition`). A car marked on the leader's own lap gets ahead only by taking the lead."""
    same_lap = setup.ruleset.readings["lapped-same-lap"] == "literal" and leading.crossed == car.crossed
    return laps_behind(setup, leading, car) == 0 and not same_lap


def remove_lapped(setup: Setup, position: Position) -> Judgement[Position]:
    """The position after cars with a Lap-down marker are removed at the end of the turn (TA-3.5.5). The rearmost takes the lowest
    place left, and so on upward."""
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
    """If both take a place, the first takes the better one."""
    circuit = question.circuit
    return circuit.all(
        circuit.implies(one.is_(place), other.among(p for p in other.values if p is None or p > place))
        for place in one.values
        if place is not None
    )


def lowest_places(
    question: Question, position: Position, places: Mapping[int, Choice[int | None]], rule: str
) -> None:
    """Cars that take a place take the lowest ones left, each a different one."""
    circuit = question.circuit
    left = sorted(position.places_left)
    taken = {place: [choice.is_(place) for choice in places.values()] for place in left}
    for place in left:
        question.rule(rule, circuit.at_most_one(taken[place]))
        lower = [circuit.any(taken[p]) for p in left if p > place]
        question.rule(rule, circuit.implies(circuit.any(taken[place]), circuit.all(lower)))


def take_out(position: Position, places: Mapping[int, int | None], status: str = OUT) -> Position:
    """The position without the cars given a place: they leave the track with this status, and their places are taken (TA-4.3,
    TA-10.1)."""
    given = {number: place for number, place in places.items() if place is not None}
    cars = [
        replace(car, space=None, stack=0, lap_down=False, status=status, place=given[car.number])
        for car in position.cars
        if car.number in given
    ]
    left = tuple(place for place in position.places_left if place not in given.values())
    return with_closed_stacks(position.with_cars(*cars, places_left=left))
