"""TA-3.2, TA-3.5: the table from step to step of a turn, after all cars are flipped. What a player does in one segment (TA-3.4,
TA-3.4-1, TA-3.4-2) is in `action`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from model.thunder_alley.position import ACTION, DISCARD, EVENT, OVER, PITS, Position, Setup
from verifier.solving.questions import Judgement
from verifier.thunder_alley.spec.end_of_race import places_at_the_end
from verifier.thunder_alley.spec.end_of_turn import new_leader_markers
from verifier.thunder_alley.spec.lapped import remove_lapped
from verifier.thunder_alley.spec.leader import (
    COMPLETION,
    first_player,
    leader,
    somebody_finished,
    turn_leaders,
)
from verifier.thunder_alley.spec.line_up import line_up
from verifier.thunder_alley.spec.pits import Kept, green_pit_stops
from verifier.thunder_alley.spec.place import racing
from verifier.thunder_alley.spec.resolution import EventOutcome
from verifier.thunder_alley.spec.restart import restart


def with_markers(position: Position, markers: Iterable[int]) -> Position:
    """The table after cars got a Turn Leader marker each, as often as they are named."""
    got = Counter(markers)
    cars = [replace(car, led=car.led + got[car.number]) for car in position.cars if got[car.number]]
    return position.with_cars(*cars)


def after_action(setup: Setup, position: Position) -> Position:
    """The table when every car is flipped: Turn Leader markers are given (TA-3.5.1). Once a car has finished the race is over and
    all places are given (TA-10.1); in a race to completion only when all have (TA-12.4), and until then there is no event."""
    markers = turn_leaders(setup, position).outcome if _places_known(position) else ()
    given = replace(with_markers(position, markers), turn_leaders=markers, step=EVENT)
    if not racing(position):
        return replace(given, step=OVER)
    if not somebody_finished(position):
        return given
    if COMPLETION not in setup.ruleset.options:
        return places_at_the_end(setup, given).outcome
    return closed(setup, given)


def _places_known(position: Position) -> bool:
    return all(car.space is not None for car in racing(position))


def closed(setup: Setup, position: Position) -> Position:
    """The table when only discards are to come: the First Player marker has moved and shows the side of the cars (TA-3.5.4,
    TA-1.5), lapped cars are gone (TA-3.5.5). Where a car's place was not noted nobody can say who begins."""
    first = first_player(setup, position).outcome if _places_known(position) else None
    gone = remove_lapped(setup, replace(position, first=first, step=DISCARD)).outcome
    return gone.with_cars(*(replace(car, flipped=False) for car in gone.cars))


def after_event(setup: Setup, outcome: EventOutcome) -> Judgement[Position]:
    """The table on which players choose who pits: after a yellow flag the cars are lined up (TA-9.6). The race is over where the
    event ends it or takes the last car out."""
    position = outcome.position
    if position.step == OVER or not racing(position):
        return Judgement((replace(position, step=OVER),))
    lined = line_up(setup, position, outcome.rear) if position.flag == "yellow" else Judgement((position,))
    return Judgement(tuple(replace(table, step=PITS) for table in lined.outcomes), complete=lined.complete)


def after_pits(
    setup: Setup, position: Position, pits: Sequence[int], keeps: Kept | None = None
) -> Judgement[Position]:
    """The table when only discards are to come, from the one that `after_event` gives; or why these cars cannot pit.

    After the pit stops a new leader gets a marker (TA-3.5.3, TA-9.6-7), the First Player marker moves (TA-3.5.4), lapped cars go
    (TA-3.5.5).
    """
    restarted = position.flag == "yellow"
    given = position.turn_leaders
    if not given and _places_known(position):
        # Who leads now got the marker of this turn, though nobody says so.
        position = replace(position, turn_leaders=turn_leaders(setup, position).outcome[:1])
    tables = []
    if restarted:
        restarts = restart(setup, position, pits, keeps, is_lined_up=True)
        broken, together, complete = restarts.broken, restarts.together, restarts.complete
        tables += [(one.final, one.lead) for one in restarts.outcomes]
    else:
        stops = green_pit_stops(setup, position, pits, keeps)
        broken, together, complete = stops.broken, stops.together, stops.complete
        tables += [(one, leader(setup, one).outcome) for one in stops.outcomes]
    found: list[Position] = []
    for table, first in tables:
        markers: tuple[int, ...] = ()
        if restarted or _places_known(table):
            markers = new_leader_markers(setup, position, table, first, restarted=restarted).outcome
        after = replace(table, turn_leaders=(*given, *markers))
        found.append(closed(setup, with_markers(after, markers)))
    return Judgement(tuple(found), broken, together, complete=complete)


def next_turn(position: Position) -> Position:
    """The table on which the next turn begins. No car is flipped (TA-1.5), lost ones neither, which then give a pass each."""
    return replace(
        position,
        turn=position.turn + 1,
        step=ACTION,
        next=position.first,
        flag=None,
        turn_leaders=(),
        won_before=somebody_finished(position),
    )
