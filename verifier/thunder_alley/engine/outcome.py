"""The position after an activation: places, crossings, finished cars, wear, flips (TA-3.4-6, 3.4-7, 4.6, 7.1, 10.1)."""

from collections.abc import Sequence
from typing import NamedTuple

from model.thunder_alley.position import FINISHED, OUT, Car, Position, Setup
from model.values import replace
from verifier.thunder_alley.engine.ground import ONE_BYTE
from verifier.thunder_alley.engine.order import OnTheWay, front, mark_lapped
from verifier.thunder_alley.engine.readings import compile_readings
from verifier.thunder_alley.engine.run import GHOST, Run, State, in_race


class Key(NamedTuple):
    """What distinguishes two outcomes of one activation: the board with every car, the crossings, the cars that finished."""

    cells: bytes
    crossed: bytes
    finished: tuple[int, ...]


OUT_AT = 6
"""The number of wear markers that puts a car out (TA-7.2)."""


def worn_out(setup: Setup, car: Car) -> bool:
    """Whether a car has so many markers that it leaves the race (TA-7.2)."""
    return len(car.wear) >= OUT_AT and "TA-7.2" not in setup.ruleset.left_out


def key_of(state: State) -> Key:
    """The position that a final state leads to, as a compact value."""
    at, trail, board, crew = state.at, state.trail, state.board, state.crew
    if not trail and GHOST not in board:
        alone = board if at < 0 else board[:at] + ONE_BYTE[crew[0]] + board[at + 1 :]
        return Key(alone, state.crossed, state.finished)
    cells = bytearray(board)
    if at >= 0:
        cells[at] = crew[0]
    for place, space in enumerate(trail, 1):
        code = crew[place]
        if code:  # a follower that has finished leaves its space to others (finish-removed-space)
            cells[space] = code
    if GHOST in cells:
        cells = cells.replace(bytes((GHOST,)), b"\0")
    return Key(bytes(cells), state.crossed, state.finished)


def spaces_of(run: Run, state: State) -> dict[int, str]:
    """Car number -> name of its space, for every car on the track in this state."""
    cells = key_of(state).cells
    names = run.track.spaces
    return {run.numbers[code]: names[space] for space, code in enumerate(cells) if code}


def moved(run: Run, key: Key) -> Position:
    """The position of the run with the cars where `key` has them; finished cars take the best places left (TA-10.1)."""
    cells, crossed, finished = key.cells, key.crossed, key.finished
    start, before, names = run.position, run.layout, run.track.spaces
    left = start.places_left
    cars = list(start.cars)
    given: dict[int, int] = {}
    for code in finished:
        place = min(left)
        given[code] = place
        left = tuple(other for other in left if other != place)
    won = bool(finished) and any(car.status == FINISHED for car in start.cars)
    places, stirred = [-1] * len(cars), list[int]()
    for at, code in enumerate(cells):
        if code:
            places[code - 1] = at
    for code, at in enumerate(places, 1):
        then = before.places[code - 1]
        if at == then and crossed[code] == before.crossed[code]:
            continue
        stirred.append(code)
        car = cars[code - 1]
        if code in given:
            marker = 0 if won or code != finished[0] or not run.readings.winner_marker else 1
            cars[code - 1] = replace(
                car,
                space=None,
                stack=0,
                crossed=crossed[code],
                status=FINISHED,
                place=given[code],
                led=car.led + marker,
                lap_down=False,
            )
        elif at >= 0:
            cars[code - 1] = car.put(names[at], crossed[code])
    cars = _settle_stacks(cars) if run.pit_exit else cars
    lap = _lap(run.setup, max(crossed[0], start.lap))
    after = start.on(tuple(cars), lap, start.next)
    run.ground.carried(before, stirred, after.cars, places, cells, crossed)
    return replace(after, places_left=left) if finished else after


def _settle_stacks(cars: list[Car]) -> list[Car]:
    """The cars on the apron sink to where a car below them has left (TA-1.3-apron)."""
    return [
        replace(car, stack=sum(other.space == car.space and other.stack < car.stack for other in cars))
        if car.on_apron
        else car
        for car in cars
    ]


def close(
    setup: Setup,
    start: Position,
    after: Position,
    number: int,
    wear: str | None,
    on_the_way: OnTheWay | None = None,
) -> Position:
    """The end of a segment: marker, flip, and what is always watched (TA-3.4-6, TA-3.4-7)."""
    car = after.known_car(number)
    markers = tuple(sorted((*car.wear, wear))) if wear else car.wear
    car = car.turned(car.flipped or "TA-3.4-7" not in setup.ruleset.left_out, markers)
    cars = tuple([car if other.number == number else other for other in after.cars])
    after = after.on(cars, after.lap, None)
    if worn_out(setup, car) and in_race(car) and compile_readings(setup.ruleset).out_at_once:
        # The lap marker has moved up with the car before it leaves (TA-4.6).
        after = retire(after.on(after.cars, _lap(setup, after.lap, front(setup, after)), None), car)
    return watch(setup, start, after, on_the_way)


def watch(
    setup: Setup,
    start: Position,
    after: Position,
    on_the_way: OnTheWay | None = None,
) -> Position:
    """What follows immediately from the places of the cars: Lap-down markers and the current lap (TA-4.2, TA-4.6)."""
    after, level = mark_lapped(setup, start, after, on_the_way)
    lap = _lap(setup, after.lap, level)
    return after if lap == after.lap else after.on(after.cars, lap, after.next)


def retire(position: Position, car: Car) -> Position:
    """The car is off the track and takes the lowest place left (TA-4.3, TA-3.4-3, TA-3.4-4)."""
    place = max(position.places_left, default=None)
    gone = replace(car, space=None, stack=0, status=OUT, place=place, flipped=True, lap_down=False)
    left = tuple(other for other in position.places_left if other != place)
    cars = [gone if other.number == car.number else other for other in position.cars]
    return replace(position, cars=tuple(_settle_stacks(cars)), places_left=left, next=None)


def _lap(setup: Setup, lap: int, level: Sequence[Car] = ()) -> int:
    """The current-lap marker: it moves up from `lap` when the leader, one of `level`, completes a lap, and is never moved back
    (TA-4.6). It shows no lap above the last one."""
    if level:
        lap = max(lap, level[0].crossed)
    return lap if setup.laps is None else min(lap, setup.laps)
