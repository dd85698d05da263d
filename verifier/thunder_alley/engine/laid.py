"""Positions that no race can come to, by the rules of spaces, laps, places, Turn Leader markers, steps and flags."""

from collections.abc import Iterator

from model.thunder_alley.position import (
    ACTION,
    EVENT,
    FINISHED,
    OVER,
    PITS,
    RACING,
    Position,
    Setup,
    step_text,
)
from verifier.findings import Breach
from verifier.thunder_alley.engine.run import in_race
from verifier.words import counted


def impossible(setup: Setup, position: Position, given: frozenset[str]) -> Iterator[Breach]:
    """Why a position cannot exist. `given` names the facts of the race that are written; a breach names one of them as its
    `token`, or a car."""
    yield from _shared_spaces(position)
    yield from _wrong_laps(setup, position, "lap" in given)
    yield from _wrong_places(setup, position)
    if "places_left" in given:
        yield from _wrong_places_left(setup, position)
    if "turn" in given:
        yield from _led_too_often(setup, position)
    if "turn_leaders" in given:
        yield from _wrong_leaders(setup, position, "turn" in given)
    if "step" in given:
        yield from _wrong_step(position)
    if "flag" in given:
        yield from _wrong_flag(setup, position)


def _shared_spaces(position: Position) -> Iterator[Breach]:
    """Track spaces with several cars (TA-1.3-one-car)."""
    standing: dict[str, list[int]] = {}
    for car in position.cars:
        if car.on_track and car.space is not None:
            standing.setdefault(car.space, []).append(car.number)
    for space, cars in standing.items():
        if len(cars) > 1:
            fact = f"cars {' and '.join(map(str, cars))} are in the same space `{space}`"
            reason = "a track space holds one car (TA-1.3-one-car)"
            yield Breach("TA-1.3-one-car", fact, reason, car=cars[-1])


def _wrong_laps(setup: Setup, position: Position, given: bool) -> Iterator[Breach]:
    """A lap marker that is not on a lap of the race (TA-2.6, TA-4.6), and cars that drive on after it (TA-1.3-line)."""
    laps = setup.laps
    if given and position.lap < 1:
        fact = f"the lap marker cannot be on {position.lap}"
        yield Breach("TA-2.6", fact, "a race begins with it on 1", token="lap")
    if laps is None:
        return
    if given and position.lap > laps:
        fact = f"the lap marker cannot be on {position.lap}: the race has {laps}"
        yield Breach("TA-4.6", fact, f"with `laps {laps}` it is moved up to {laps}", token="lap")
    for car in position.cars:
        if car.space is not None and car.crossed > laps:
            fact = f"car {car.number} has crossed the line {car.crossed} times, so the race is over for it"
            reason = (
                f"with `laps {laps}` a car finishes at its crossing number {laps + 1} and leaves the track"
            )
            yield Breach("TA-1.3-line", fact, reason, car=car.number)


def _last_place(setup: Setup, position: Position) -> int | None:
    """The last place of the race, if all its cars are in the position: there are as many places as cars (TA-2.6)."""
    numbers = {number for team in setup.teams for number in team.cars}
    return len(numbers) if numbers == {car.number for car in position.cars} else None


def _wrong_places(setup: Setup, position: Position) -> Iterator[Breach]:
    """Places that two cars have, or that do not exist: each car has its own marker (TA-10.1, TA-4.3)."""
    last = _last_place(setup, position)
    holders: dict[int, int] = {}
    for car in position.cars:
        if car.place is None:
            continue
        other = holders.setdefault(car.place, car.number)
        if last is not None and not 1 <= car.place <= last:
            fact = f"car {car.number} has place {car.place}, and {last} cars take part"
            yield Breach("TA-10.1", fact, f"places are 1 to {last}", car=car.number)
        elif other != car.number:
            fact = f"cars {other} and {car.number} both have place {car.place}"
            yield Breach("TA-10.1", fact, "each place is taken once", car=car.number)


def _wrong_places_left(setup: Setup, position: Position) -> Iterator[Breach]:
    """Places left that do not exist, that a car has, or that are too few for the cars that drive (TA-10.1)."""
    last = _last_place(setup, position)
    holders = {car.place: car.number for car in position.cars}
    left = set(position.places_left)
    for place in sorted(left):
        if place < 1 or (last is not None and place > last):
            reason = f"places are 1 to {last}" if last is not None else "places are counted from 1"
            yield Breach("TA-10.1", f"there is no place {place}", reason, token="places_left")
        elif place in holders:
            fact = f"place {place} is given as left, but car {holders[place]} has it"
            yield Breach("TA-10.1", fact, "each place is taken once", token="places_left")
    racing = sum(car.status == RACING for car in position.cars)
    if len(left) < racing:
        fact = f"{len(left)} places are given as left, but {racing} cars are racing"
        yield Breach("TA-10.1", fact, "there is a place for each car that takes part", token="places_left")


def _led_too_often(setup: Setup, position: Position) -> Iterator[Breach]:
    """Cars with more Turn Leader markers than the turns have given (TA-3.5.1, TA-3.5.3)."""
    turns = position.turn - 1 + _leader_known(position)
    for car in position.cars:
        if _too_many(setup, car.led, turns):
            fact = (
                f"car {car.number} cannot have {counted(car.led, 'Turn Leader marker')}, but {turns} at most"
            )
            yield Breach("TA-3.5.1", fact, "at the end of a turn a car gets one", car=car.number)


def _wrong_leaders(setup: Setup, position: Position, turn_given: bool) -> Iterator[Breach]:
    """Cars that are named as leaders of this turn, or left out, against their Turn Leader markers (TA-3.5.1)."""
    if position.turn_leaders and not _leader_known(position):
        fact = "no car has got a Turn Leader marker in this turn yet"
        yield Breach("TA-3.5.1", fact, "the leader gets it once all cars are flipped", token="turn_leaders")
        return
    for car in position.cars:
        if car.number in position.turn_leaders:
            if not car.led:
                fact = f"car {car.number} got a Turn Leader marker in this turn, and has none"
                yield Breach("TA-3.5.1", fact, "a marker that was given stays", car=car.number)
        elif turn_given and car.status != FINISHED and _too_many(setup, car.led, position.turn - 1):
            fact = f"car {car.number} cannot have {counted(car.led, 'Turn Leader marker')} without one of this turn"
            yield Breach("TA-3.5.1", fact, "at the end of a turn a car gets one", car=car.number)


def _wrong_step(position: Position) -> Iterator[Breach]:
    """A turn that goes on although no car is left in the race (TA-10.1)."""
    if position.step in (EVENT, PITS) and position.cars and not any(map(in_race, position.cars)):
        fact = f"no car is left in the race, so this cannot be step `{position.step}`"
        yield Breach("TA-10.1", fact, "without cars the race is over", token="step")


def _wrong_flag(setup: Setup, position: Position) -> Iterator[Breach]:
    """A red flag without the end of the race (TA-8.2), a yellow one before the event of the turn (TA-3.5.2), and Lap-down markers
    after a yellow line-up (TA-9.6-3)."""
    if position.flag == "red" and position.step != OVER:
        fact = f"the flag cannot be red: {step_text(position)}"
        yield Breach("TA-8.2", fact, "a red flag ends the race", token="flag")
    elif position.flag == "yellow" and position.step in (ACTION, EVENT):
        fact = f"the flag cannot be yellow yet: {step_text(position)}"
        yield Breach("TA-3.5.2", fact, "the event of the turn shows the flag", token="flag")
    elif position.flag == "yellow" and position.step == PITS and not setup.ruleset.left_out & MARKERS_STAY:
        for car in position.cars:
            if car.lap_down and car.status == RACING:
                fact = f"car {car.number} cannot have a Lap-down marker after the line-up under yellow"
                yield Breach("TA-9.6-3", fact, "the restart takes all of them off", car=car.number)


MARKERS_STAY = {"TA-8.2", "TA-9.6-3"}
"""The rules without which a yellow flag takes off no Lap-down markers."""


def _leader_known(position: Position) -> bool:
    """Whether the Turn Leader markers of this turn have been given, or one of them to the winner."""
    if position.step != ACTION or any(car.status == FINISHED for car in position.cars):
        return True
    return all(car.flipped for car in position.cars if car.status == RACING)


def _too_many(setup: Setup, led: int, turns: int) -> bool:
    """Whether a car cannot have this many Turn Leader markers from these turns: one each, two if a leader gets another one as
    the new leader (turn-leader-twice)."""
    return led > turns and (led > 2 * turns or setup.ruleset.readings["turn-leader-twice"] == "no")
