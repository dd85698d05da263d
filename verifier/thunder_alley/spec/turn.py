"""TA-3.2, TA-3.5: the position from step to step of a turn, after all cars are flipped. For a player's action in one segment
(TA-3.4, TA-3.4-1, TA-3.4-2) see `action`."""

from collections import Counter
from collections.abc import Iterable

from model.thunder_alley.position import ACTION, DISCARD, EVENT, OVER, PITS, UNNOTED, Position, Setup
from model.values import replace
from verifier.solving.questions import Judgement
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.spec.end_of_turn import (
    COMPLETION,
    first_player,
    new_leaders,
    places_at_the_end,
    remove_lapped,
    turn_leaders,
)
from verifier.thunder_alley.spec.order import leader, somebody_finished
from verifier.thunder_alley.spec.pits import Pits, cannot_pit, green_pit_stops
from verifier.thunder_alley.spec.place import racing, track_of
from verifier.thunder_alley.spec.resolution import EventOutcome
from verifier.thunder_alley.spec.restart import line_up, restart


def with_markers(position: Position, markers: Iterable[int]) -> Position:
    """The position after cars got a Turn Leader marker each time they are named."""
    got = Counter(markers)
    cars = [replace(car, led=car.led + got[car.number]) for car in position.cars if got[car.number]]
    return position.with_cars(*cars)


def after_action(setup: Setup, position: Position) -> Position:
    """The position when every car is flipped. Turn Leader markers are given (TA-3.5.1). Once a car has finished, the race is
    over and all places are given (TA-10.1). A race to completion is over only when all cars have finished (TA-12.4); until
    then there is no event."""
    markers = turn_leaders(setup, position) if _places_known(position) else ()
    given = replace(with_markers(position, markers), turn_leaders=markers, step=EVENT)
    if not racing(position):
        return replace(given, step=OVER)
    if not somebody_finished(position):
        return given
    if COMPLETION not in setup.ruleset.options:
        return places_at_the_end(setup, given)
    return closed(setup, given)


def _places_known(position: Position) -> bool:
    return all(car.space is not None for car in racing(position))


def closed(setup: Setup, position: Position) -> Position:
    """The position when only discards remain: the First Player marker has moved and shows the side of the cars (TA-3.5.4,
    TA-1.5), and lapped cars are gone (TA-3.5.5). If a car's space is unknown, so is the First Player."""
    first = first_player(setup, position)
    gone = remove_lapped(setup, replace(position, first=first, step=DISCARD))
    return gone.with_cars(*(replace(car, flipped=False) for car in gone.cars))


def after_event(setup: Setup, outcome: EventOutcome) -> tuple[Position, ...]:
    """The positions in which players choose who pits. After a yellow flag the cars are lined up (TA-9.6). The race is over if
    the event ends it or takes the last car out. Raises `NoAnswerError` if the formation does not fit on the track."""
    position = outcome.position
    if position.step == OVER or not racing(position):
        return (replace(position, step=OVER),)
    lined = line_up(setup, position, outcome.rear) if position.flag == "yellow" else (position,)
    return tuple(replace(table, step=PITS) for table in lined)


def after_pits(setup: Setup, position: Position, pits: Pits) -> Judgement[Position]:
    """The position when only discards remain, from one that `after_event` returns, or the rules against these pit stops.

    After the pit stops a new leader gets a marker (TA-3.5.3, TA-9.6-7), the First Player marker moves (TA-3.5.4), and lapped
    cars leave (TA-3.5.5). Raises `NoAnswerError` if something needed is not noted, or no formation fits on the track.
    """
    track_of(setup)
    if "TA-8.2" in setup.ruleset.left_out and position.flag == "yellow":
        position = replace(position, flag="green")
    restarted = position.flag == "yellow"
    stopping = {number for number, _ in pits}
    for car in racing(position):
        if car.space is None and (restarted or car.number in stopping):
            raise NoAnswerError(f"where {car.number} stands is not noted")
        if UNNOTED in car.wear and car.number in stopping:
            raise NoAnswerError(f"the wear markers of {car.number} are only counted")
    broken = tuple(cannot_pit(setup, position, pits))
    if broken:
        return Judgement((), broken)
    given = position.turn_leaders
    if not given and _places_known(position):
        # The current leader got this turn's marker, even if the record does not mention it.
        position = replace(position, turn_leaders=turn_leaders(setup, position)[:1])
    old = position.turn_leaders[0] if position.turn_leaders else None
    if restarted:
        restarting = restart(setup, position, pits)
        table, first = restarting.final, restarting.lead
    else:
        table = green_pit_stops(setup, position, pits)
        first = leader(setup, table) if _places_known(table) else None
    markers = new_leaders(setup, table, first, old, restarted=restarted)
    return Judgement((closed(setup, with_markers(replace(table, turn_leaders=(*given, *markers)), markers)),))


def without_stops(setup: Setup, position: Position) -> Position:
    """The position when only discards remain and no car has pitted."""
    return replace(after_pits(setup, position, ()).outcome, next=None) if position.step == PITS else position


def next_turn(position: Position) -> Position:
    """The position at the start of the next turn. No car is flipped (TA-1.5), not even a lost one, which then gives one pass."""
    return replace(
        position.with_cars(*(replace(car, flipped=False) for car in position.cars)),
        turn=position.turn + 1,
        step=ACTION,
        next=position.first,
        flag=None,
        turn_leaders=(),
        won_before=somebody_finished(position),
    )
