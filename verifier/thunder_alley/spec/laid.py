"""What a position must satisfy to be one of some race: one car in a space (TA-1.3-one-car), laps (TA-2.6, TA-4.6, TA-1.3-line),
place markers (TA-2.6, TA-4.3, TA-10.1), Turn Leader markers (TA-3.5.1, TA-3.5.3, TA-10.1), steps of a turn (TA-10.1) and flags
(TA-3.5.2, TA-8.2, TA-9.6-3)."""

from collections import Counter
from collections.abc import Container, Iterator

from model.thunder_alley.position import ACTION, DISCARD, EVENT, FINISHED, PITS, Position, Setup
from verifier.findings import Breach
from verifier.thunder_alley.spec.order import somebody_finished
from verifier.thunder_alley.spec.place import racing, standing


def latest_lap(setup: Setup, position: Position) -> int:
    """The lap of the car that has crossed the line most often: the first crossing begins lap 1, the last lap is the highest
    (TA-1.3-first-crossing, TA-4.6)."""
    lap = max((1, *(car.crossed for car in position.cars)))
    return lap if setup.laps is None else min(lap, setup.laps)


def against(setup: Setup, position: Position, given: Container[str]) -> tuple[Breach, ...]:
    """The rules that exclude a position. `given` names the facts of the race that the record states; a fact that it does not
    state excludes nothing."""
    found = [*_spaces(position), *_crossings(setup, position)]
    if "lap" in given:
        found += _lap_marker(setup, position)
    found += _place_markers(setup, position, position.places_left if "places_left" in given else None)
    if "turn" in given:
        found += _turn_leader_markers(setup, position)
    if "turn_leaders" in given:
        found += _turn_leaders(setup, position, position.turn - 1 if "turn" in given else None)
    if "step" in given and position.step in (EVENT, PITS) and position.cars and not racing(position):
        found.append(Breach("TA-10.1", "no car is left in the race", token="step"))
    if "flag" in given:
        found += _flag(setup, position)
    return tuple(found)


def _spaces(position: Position) -> Iterator[Breach]:
    """A track space holds at most one car; an apron space holds any number (TA-1.3-one-car, TA-1.3-apron)."""
    taken = Counter(car.space for car in standing(position) if car.on_track)
    for space, cars in taken.items():
        if cars > 1:
            last = max(car.number for car in standing(position) if car.space == space)
            yield Breach("TA-1.3-one-car", f"{cars} cars are at {space}", car=last)


def _lap_marker(setup: Setup, position: Position) -> Iterator[Breach]:
    """The marker starts on lap 1 (TA-2.6) and moves up as long as there are laps (TA-4.6)."""
    if position.lap < 1:
        yield Breach("TA-2.6", f"the lap marker is on {position.lap}", token="lap")
    if setup.laps is not None and position.lap > setup.laps:
        yield Breach("TA-4.6", f"the lap marker is on {position.lap} of {setup.laps}", token="lap")


def _crossings(setup: Setup, position: Position) -> Iterator[Breach]:
    """The first crossing completes no lap, so a race of N laps ends for a car with crossing N + 1, and the car is off the track
    (TA-1.3-first-crossing, TA-1.3-line, TA-10.1)."""
    for car in standing(position):
        if setup.laps is not None and car.crossed >= setup.laps + 1:
            fact = f"{car.number} is on the track after its crossing number {car.crossed}"
            yield Breach("TA-1.3-line", fact, car=car.number)


def _place_markers(setup: Setup, position: Position, left: tuple[int, ...] | None) -> Iterator[Breach]:
    """There is one marker for each place, 1st to last, for exactly as many cars as race (TA-2.6). A car that leaves the race
    takes one (TA-4.3, TA-10.1), and each car on the track takes one of those left in the end (TA-10.1). `left` is None if the
    record does not state them."""
    cars = {number for team in setup.teams for number in team.cars}
    complete = cars == {car.number for car in position.cars}

    def exists(place: int) -> bool:
        return place >= 1 and (not complete or place <= len(cars))

    held = Counter(car.place for car in position.cars)
    for car in position.cars:
        if car.place is None:
            continue
        if complete and not exists(car.place):
            yield Breach("TA-10.1", f"{car.number} has place {car.place} of {len(cars)}", car=car.number)
        elif held[car.place] > 1:
            yield Breach("TA-10.1", f"{held[car.place]} cars have place {car.place}", car=car.number)
    if left is None:
        return
    if any(place in held or not exists(place) for place in left):
        yield Breach("TA-10.1", "a place that is left is taken or does not exist", token="places_left")
    if len(set(left)) < len(racing(position)):
        fact = f"{len(set(left))} places are left for {len(racing(position))} cars"
        yield Breach("TA-10.1", fact, token="places_left")


def _turn_leader_markers(setup: Setup, position: Position) -> Iterator[Breach]:
    """A car gets at most one marker in each turn: at the end of its action phase (TA-3.5.1), as the new leader after the pit
    stops (TA-3.5.3), or as the winner (TA-10.1). In one reading it may get both of the first two (turn-leader-twice)."""
    turns = position.turn if _gives_markers(position) else position.turn - 1
    for car in position.cars:
        if car.led > turns * _each_turn(setup):
            fact = f"{car.number} has {car.led} Turn Leader markers of {turns} turns"
            yield Breach("TA-3.5.1", fact, car=car.number)


def _turn_leaders(setup: Setup, position: Position, earlier: int | None) -> Iterator[Breach]:
    """The cars that got a marker in this turn get it when its action phase is over, and keep it (TA-3.5.1, TA-3.5.3); a car that
    got none has those of `earlier` turns only, or that of the winner (TA-10.1). None: their number is not known."""
    if position.turn_leaders and not _gives_markers(position):
        yield Breach("TA-3.5.1", "the action phase is not over", token="turn_leaders")
        return
    for car in position.cars:
        got = car.number in position.turn_leaders
        too_few = got and car.led < 1
        too_many = earlier is not None and not got and car.led > earlier * _each_turn(setup)
        if too_few or (too_many and car.status != FINISHED):
            yield Breach("TA-3.5.1", f"{car.number} has {car.led} Turn Leader markers", car=car.number)


def _flag(setup: Setup, position: Position) -> Iterator[Breach]:
    """The event card shows the flag, so none is out before it is drawn (TA-3.5.2). After a red one nothing is left of the turn
    (TA-8.2); under a yellow one the markers of lapped cars are gone before anybody pits (TA-9.6-3)."""
    gone = setup.ruleset.left_out
    if position.flag == "red" and position.step in (ACTION, EVENT, PITS, DISCARD):
        yield Breach("TA-8.2", "a red flag has ended the race", token="flag")
    if position.flag == "yellow" and position.step in (ACTION, EVENT):
        yield Breach("TA-3.5.2", "the event of the turn is not drawn yet", token="flag")
    restarts = position.flag == "yellow" and "TA-8.2" not in gone and "TA-9.6-3" not in gone
    for car in racing(position) if restarts and position.step == PITS else ():
        if car.lap_down:
            yield Breach("TA-9.6-3", f"{car.number} has a Lap-down marker", car=car.number)


def _gives_markers(position: Position) -> bool:
    """Whether this turn has given markers: its action phase is over, or somebody has won."""
    return (
        position.step != ACTION or somebody_finished(position) or all(car.flipped for car in racing(position))
    )


def _each_turn(setup: Setup) -> int:
    return 1 if setup.ruleset.readings["turn-leader-twice"] == "no" else 2
