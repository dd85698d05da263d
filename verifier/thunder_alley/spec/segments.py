"""Segments in the solver's model: whose turn it is, the move, and the position in which the next decision is due (TA-3.1,
TA-3.4, TA-3.5.1)."""

from collections.abc import Sequence
from dataclasses import replace

from model.thunder_alley.cards_seen import Played, RaceCard
from model.thunder_alley.moves import Activation, Chosen, Move, Pass, Retire
from model.thunder_alley.position import ACTION, DISCARD, EVENT, OVER, PITS, RACING, Position, Setup
from model.thunder_alley.standing import Standing
from verifier.judging import Judgement, Outcome
from verifier.thunder_alley.spec.action import CHOICE, NOBODY, car_of
from verifier.thunder_alley.spec.judgement import cited, with_reasons
from verifier.thunder_alley.spec.judging import judge
from verifier.thunder_alley.spec.outcome import may_pass
from verifier.thunder_alley.spec.place import racing
from verifier.thunder_alley.spec.sequence import Seats, against_segment, race_ended_by
from verifier.thunder_alley.spec.turn import after_action, next_turn, without_stops

LOST_CAR = "the solver does not look for a car that is not written"


def segment(setup: Setup, standing: Standing, move: Move) -> Judgement[Standing]:
    """Judge a segment. After the pit stops it is the first one of the next turn, even without a line for that turn."""
    if isinstance(move, Activation) and (not move.car or (move.second is not None and not move.second[0])):
        return Judgement(limit=LOST_CAR)
    if standing.position.step == OVER and not isinstance(move, Pass):
        return Judgement(breaches=cited((race_ended_by(standing.position),), token="whole", step=CHOICE))
    withdraws = isinstance(move, Retire) and _any_time(setup)
    if standing.position.step not in (PITS, DISCARD) or withdraws:
        return _segment(setup, standing, move, withdraws=withdraws)
    begun = standing.on(begun_turn(setup, without_stops(setup, standing.position)))
    return _segment(setup, begun, move, withdraws=False)


def _segment(setup: Setup, at: Standing, move: Move, *, withdraws: bool) -> Judgement[Standing]:
    team = _team(setup, at.position, move)
    seats = Seats(setup, at.position)
    wrong = tuple(against_segment(seats, team, passes=isinstance(move, Pass)))
    if withdraws and (not _waits(at.position, move) or wrong):
        return _beside_segments(setup, at, move)
    if not wrong:
        if passing := seats.passes_before(team):
            at = at.on(replace(_passed(setup, at.position, passing), next=team))
        position = replace(at.position, next=team)
    else:
        due = at.position.next
        position = replace(at.position, next=NOBODY if due in (None, team) else due)
    found = judge(setup, position, move)
    if not found.legal:
        return _refused(found, at)
    if wrong:
        return Judgement(breaches=cited(wrong, token="whole", step=CHOICE), at=at)
    if _is_unfinished(move, found):
        return _led(
            setup, at, move, found, [replace(table, next=at.position.next) for table in found.positions]
        )
    return _led(setup, at, move, found, [_after(setup, table) for table in found.positions])


def begun_turn(setup: Setup, position: Position) -> Position:
    """The next turn, from the position when only discards remain."""
    return with_next(setup, next_turn(position))


def with_next(setup: Setup, position: Position) -> Position:
    """The position at the beginning of a turn with the team whose segment comes first."""
    first = Seats(setup, replace(position, next=None)).to_play()
    known = len(first) == 1 and (setup.teams or first[0] == position.first)
    return replace(position, next=first[0] if known else None)


def after_segments(setup: Setup, standing: Standing) -> Standing:
    """The race once every car that drives is flipped (TA-3.5.1, TA-10.1)."""
    position = standing.position
    if position.step != ACTION or not position.cars:
        return standing
    return standing.on(_after(setup, position))


def _any_time(setup: Setup) -> bool:
    return setup.ruleset.readings["voluntary-retirement-timing"] == "any-time"


def _team(setup: Setup, position: Position, move: Move) -> str:
    if isinstance(move, Pass) and move.team is not None:
        return move.team
    return position.known_car(move.car or 0).team


def _waits(position: Position, move: Move) -> bool:
    car = position.car(move.car or 0)
    return position.step == ACTION and car is not None and not car.flipped


def _passed(setup: Setup, position: Position, teams: Sequence[str]) -> Position:
    """The position after passes that need no line. Lost cars of a team are interchangeable, so the first one is flipped."""
    for team in teams:
        car = next(
            car for car in position.cars if car.team == team and not car.flipped and may_pass(setup, car)
        )
        position = position.with_cars(replace(car, flipped=True))
    return position


def _beside_segments(setup: Setup, at: Standing, move: Move) -> Judgement[Standing]:
    """Under the older text a car may also leave the race outside the segments; the other teams then continue theirs
    (TA-3.4-4), or the race is over if it was the last car (TA-10.1)."""
    found = judge(setup, replace(at.position, next=NOBODY), move)
    if not found.legal:
        return _refused(found, at)
    after = [
        replace(table, next=at.position.next) if racing(table) else replace(table, step=OVER, next=None)
        for table in found.positions
    ]
    return _led(setup, at, move, found, after)


def _led(
    setup: Setup, at: Standing, move: Move, found: Judgement[Position], tables: Sequence[Position]
) -> Judgement[Standing]:
    unfinished, after = _is_unfinished(move, found), at
    if isinstance(move, Activation):
        after = at.seeing(Played(_team(setup, at.position, move), RaceCard(move.card, move.number)))
    led = dict.fromkeys(replace(after.on(table), unfinished=unfinished) for table in tables)
    return Judgement(tuple(map(Outcome, led)), at=at)


def _is_unfinished(move: Move, found: Judgement[Position]) -> bool:
    if isinstance(move, Activation):
        return move.path is not None and move.path.open_end
    # A pass and a retirement flip the car; a car that is merely chosen still has to be played.
    return isinstance(move, Chosen) and not car_of(found.positions[0], move.car).flipped


def _after(setup: Setup, table: Position) -> Position:
    """The position in which the next decision is due: the next segment (TA-3.4), or what follows the last one (TA-3.5.1)."""
    if not setup.teams:
        table = replace(table, next=None)
    if table.step == OVER:
        return replace(table, next=None)
    if table.step == EVENT:
        return table  # a lost car has passed after the last segment
    if any(car.status == RACING and not car.flipped for car in table.cars):
        return table
    over = after_action(setup, table)
    return replace(over, next=None) if over.step in (OVER, DISCARD) else over


def _refused(found: Judgement[Position], at: Standing) -> Judgement[Standing]:
    return Judgement(
        breaches=with_reasons(found.breaches),
        together=found.together,
        tracked=found.tracked,
        limit=found.limit,
        at=at,
    )
