"""Chapter 8: events that set a car back: Spinout and Blown Tire."""

from collections.abc import Iterator

from model.ruleset import parameter
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import UNNOTED, Car, Position
from model.thunder_alley.track import Track
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.events_most import NOBODY, most
from verifier.thunder_alley.engine.events_terms import Blow, NotKnownError, Ruled, Scene
from verifier.thunder_alley.engine.order import sector_of
from verifier.thunder_alley.engine.pits import coming_off
from verifier.thunder_alley.engine.run import prices
from verifier.thunder_alley.engine.way_back import lines_behind, sector_behind


def spinout(scene: Scene) -> Ruled:
    """The car with most black markers goes straight back to the inside lane and gets one more black marker."""
    found = most(scene, "TA-EV-spinout", ("black",))
    if isinstance(found, Breach):
        return found
    blows = []
    for number in found:
        if number == NOBODY:
            blows.append(Blow())
            continue
        track = scene.track("where the spinning car ends")
        for position in _spun(scene, track, scene.car(number)):
            rules = _lap_undone(scene, position, number)
            blows.append(Blow((number,), gives={number: ("black",)}, position=position, rules=rules))
    return blows


def _spun(scene: Scene, track: Track, car: Car) -> list[Position]:
    """The positions after a Spinout of this car: by sectors regardless of what stands in the way, or paying for it
    (spinout-geometry)."""
    distance = parameter(DATA, scene.setup.ruleset, "spinout-spaces")
    way = {_behind(track, sector_of(car), count) for count in range(1, distance + 1)}
    met = any(other.on_track and sector_of(other) in way for other in scene.cars)
    if car.on_track and met and scene.reading("spinout-geometry") == "mp-paying":
        starts = _paid_way(scene, track, car, distance)
    else:
        starts = [_set_back(scene, track, scene.position, car, distance)]
    return [
        landed for position, sector in starts for landed in _land(scene, track, position, car.number, sector)
    ]


def _behind(track: Track, sector: int, count: int) -> int:
    """The sector this many sectors back."""
    found = sector_behind(track, sector, count)
    if found is None:
        raise NotKnownError(f"the drawn stretch of track begins at sector {track.sectors[0]}")
    return found


def _set_back(
    scene: Scene, track: Track, position: Position, car: Car, distance: int
) -> tuple[Position, int]:
    """Takes the car off the track and undoes its crossings (backward-over-line); also returns the sector that it reaches."""
    sector = _behind(track, sector_of(car), distance)
    crossed = _undone(scene, car.crossed, lines_behind(track, sector_of(car), distance))
    return _lifted(position, car).with_cars(replace(car, space=None, stack=0, crossed=crossed)), sector


def _undone(scene: Scene, crossed: int, times: int) -> int:
    """Crossings of Start/Finish that remain after going back over it (TA-4.6)."""
    if times and scene.reading("backward-over-line") == "crossing-undone":
        return max(0, crossed - times)
    return crossed


def _lap_undone(scene: Scene, position: Position, number: int) -> tuple[str, ...]:
    """The rule about crossings, if going back undid one."""
    return ("TA-4.6",) if position.known_car(number).crossed != scene.car(number).crossed else ()


def _lifted(position: Position, car: Car) -> Position:
    """The position without this car in its apron space: those above it sink (TA-1.3-apron)."""
    above = [
        replace(other, stack=other.stack - 1)
        for other in position.cars
        if car.on_apron and other.space == car.space and other.stack > car.stack
    ]
    return position.with_cars(*above)


def _land(scene: Scene, track: Track, position: Position, number: int, sector: int) -> Iterator[Position]:
    """Puts the car into the inside lane of a sector; spinout-occupied decides what happens if that space is taken."""
    taken = {other.space: other.number for other in position.cars if other.space is not None}
    space = _lanes(track, sector)[0]
    reading = scene.reading("spinout-occupied") if track.spaces[space] in taken else "next-free-behind"
    if reading == "push-back":
        for pushed in _pushed_back(scene, track, position, space):
            yield _put(pushed, number, track.spaces[space])
        return
    while reading == "next-free-behind" and track.spaces[_lanes(track, sector)[0]] in taken:
        sector = _behind(track, sector, 1)
        position = _crossed_back(scene, track, position, number, sector)
    free = [lane for lane in _lanes(track, sector) if track.spaces[lane] not in taken]
    while not free:
        sector = _behind(track, sector, 1)
        position = _crossed_back(scene, track, position, number, sector)
        free = [lane for lane in _lanes(track, sector) if track.spaces[lane] not in taken]
    yield _put(position, number, track.spaces[free[0]])


def _lanes(track: Track, sector: int) -> list[int]:
    """The spaces of a sector, inside first."""
    return [space for space, known in enumerate(track.sector) if known == sector]


def _crossed_back(scene: Scene, track: Track, position: Position, number: int, sector: int) -> Position:
    """The position after the car has gone back into this sector."""
    car = position.known_car(number)
    return position.with_cars(replace(car, crossed=_undone(scene, car.crossed, sector == track.line)))


def _put(position: Position, number: int, space: str) -> Position:
    return position.with_cars(replace(position.known_car(number), space=space))


def _pushed_back(scene: Scene, track: Track, position: Position, space: int) -> Iterator[Position]:
    """The positions after the car in this space, and those nose to tail behind it, have gone back one space; if two lanes lie
    behind a space, either may be taken (push-back-into-two-lanes)."""
    taken = {other.space: other.number for other in position.cars if other.on_track}
    number = taken.get(track.spaces[space])
    if number is None:
        yield position
        return
    if not track.behind[space]:
        raise NotKnownError(f"the drawn stretch of track begins at `{track.spaces[space]}`")
    behind = track.behind[space]
    same = [other for other in behind if track.lane[other] == track.lane[space]]
    if len(behind) > 1 and scene.reading("push-back-into-two-lanes") == "same-lane-first":
        behind = tuple(same) or behind
    for back in behind:
        for pushed in _pushed_back(scene, track, position, back):
            moved = _crossed_back(scene, track, pushed, number, track.sector[back])
            yield _put(moved, number, track.spaces[back])


def _paid_way(scene: Scene, track: Track, car: Car, mps: int) -> list[tuple[Position, int]]:
    """The car goes back lane by lane for MPs: 1 for an empty space, 3 where it pushes back a car; MPs that are not
    enough lapse. Where its lane ends it may take any lane behind."""
    push, _ = prices(scene.setup.ruleset.left_out)
    states = [(scene.position, track.index[car.space or ""], mps)]
    done: list[tuple[Position, int]] = []
    while states:
        position, space, left = states.pop()
        back = [other for other in track.behind[space] if track.lane[other] == track.lane[space]]
        back = back or list(track.behind[space])
        if not back:
            raise NotKnownError(f"the drawn stretch of track begins at `{track.spaces[space]}`")
        taken = {other.space for other in position.cars}
        costs = {target: push if track.spaces[target] in taken else 1 for target in back}
        affordable = [target for target, cost in costs.items() if cost <= left]
        if not affordable:
            own = replace(position.known_car(car.number), space=None)
            done.append((position.with_cars(own), track.sector[space]))
        for target in affordable:
            for pushed in _pushed_back(scene, track, position, target):
                moved = _crossed_back(scene, track, pushed, car.number, track.sector[target])
                states.append((_put(moved, car.number, track.spaces[target]), target, left - costs[target]))
    return done


def blown_tire(scene: Scene) -> Ruled:
    """The car with most black markers makes a forced pit stop: back along the apron, on top of the cars there."""
    found = most(scene, "TA-EV-blown-tire", ("black",))
    if isinstance(found, Breach):
        return found
    return [_forced_stop(scene, number) if number != NOBODY else Blow() for number in found]


def _forced_stop(scene: Scene, number: int) -> Blow:
    """The car on the apron; its temporary markers come off if that is a pit stop (blown-tire-is-pit-stop, TA-9.2)."""
    track = scene.track("where the car with the blown tire stops")
    car = scene.car(number)
    distance = parameter(DATA, scene.setup.ruleset, "blown-tire-spaces")
    position, sector = _set_back(scene, track, scene.position, car, distance)
    space = f"{sector}p"
    top = sum(other.space == space for other in position.cars)
    position = position.with_cars(replace(position.known_car(number), space=space, stack=top))
    rules = _lap_undone(scene, position, number)
    if scene.reading("blown-tire-is-pit-stop") == "move-only":
        return Blow((number,), position=position, rules=rules)
    if UNNOTED in car.wear:
        raise NotKnownError(
            f"the colours of the markers of {number} are not noted, and the pit stop takes some off"
        )
    if "TA-9.2" in scene.setup.ruleset.left_out:
        return Blow((number,), position=position, rules=rules)
    takes = {number: coming_off(scene.setup, car)}
    return Blow((number,), takes=takes, position=position, rules=("TA-9.2", *rules))
