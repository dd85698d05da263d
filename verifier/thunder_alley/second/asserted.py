"""What a record says of the table: `check`, `position` and `result` lines, held against the tables that the spec leads to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from model.thunder_alley.moves import Activation
from model.thunder_alley.position import (
    ACTION,
    FINISHED,
    OUT,
    PITS,
    RACING,
    Position,
    Setup,
    may_have_place,
    unsaid_places,
)
from verifier.thunder_alley.second.by_step import (
    Drawn,
    Stops,
    event_denied,
    said_of,
    stage_denied,
    stops_denied,
)
from verifier.thunder_alley.spec import Broken, contradictions
from verifier.thunder_alley.spec.closing import YELLOW, closed_denied
from verifier.thunder_alley.spec.leader import COMPLETION, leader, markers_given, somebody_finished
from verifier.thunder_alley.spec.marks_claimed import marks_denied
from verifier.thunder_alley.spec.order import order
from verifier.thunder_alley.spec.outcome import SIX
from verifier.thunder_alley.spec.pits import rule_of_markers
from verifier.thunder_alley.spec.resolution import EventClaim
from verifier.thunder_alley.spec.said import Said
from verifier.thunder_alley.spec.scoring import ScoreClaim, possible_scores, score
from verifier.thunder_alley.table.position import Block, WrittenCar

NO_RULE = ""
"""Stands for a rule where a car is elsewhere and neither a move nor a pit stop says why."""

TABLE_RULES: Mapping[str, str] = {
    "turn": "TA-3.1",
    "lap": "TA-4.6",
    "next": "TA-3.4",
    "places_left": "TA-4.3",
    "step": "TA-3.2",
    "flag": "TA-8.2",
    "turn_leaders": "TA-3.5.1",
    "rain": "TA-EV-rain",
}
"""What a block says of the table as a whole, besides the First Player -> the rule that it follows from."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a line can speak of: the table that lies there, and after it those that follow by themselves. `last` is the table
    before the last activation, and its move; `stops` are the last pit stops, `drawn` is the event of the turn."""

    setup: Setup
    tables: tuple[Position, ...]
    last: tuple[Position, Activation] | None = None
    stops: Stops | None = None
    drawn: Drawn | None = None


@dataclass(frozen=True, slots=True)
class Denied:
    """The rules against what is said, none where it is so, on the table that it is nearest to. Not `certain`: it can be so."""

    rules: tuple[str, ...]
    table: Position
    certain: bool = True


def car_denied(moment: Moment, car: WrittenCar) -> Denied:
    """What `check 29 at 14b wear blue` says of a car."""
    denied = _nearest((table, _car(moment, table, car)) for table in moment.tables)
    return replace(denied, certain=not _is_open(denied.table, {car.number: car.fields.get("place")}))


def block_denied(moment: Moment, block: Block) -> Denied:
    """What a `position` block in mid-record says; with `step pits` it may show a table on the way from the last pit stops."""
    if block.table.get("step") == PITS and moment.stops is not None:
        rules = stage_denied(moment.setup, moment.stops, said_of(block.cars))
        return Denied(rules, moment.tables[0])
    return _nearest((table, _block(moment, table, block)) for table in moment.tables)


def leader_denied(moment: Moment, number: int) -> Denied:
    """Who carries the Leader marker."""
    return _nearest((table, leader(moment.setup, table, number).rules) for table in moment.tables)


def order_denied(moment: Moment, numbers: Sequence[int]) -> Denied:
    """The running order, from the first car on as far as it is said."""

    def rules(table: Position) -> tuple[str, ...]:
        real = order(moment.setup, table).outcome
        claim = [*numbers, *(number for number in real if number not in numbers)]
        return order(moment.setup, table, claim).rules

    return _nearest((table, rules(table)) for table in moment.tables)


def first_player_denied(moment: Moment, team: str) -> Denied:
    """Who is First Player; `NO_RULE` where nobody can say."""
    return _nearest((table, _first_player(moment.setup, table, team)) for table in moment.tables)


def places_denied(moment: Moment, numbers: Sequence[int]) -> Denied:
    """The cars in the first places, best first."""

    def rules(table: Position) -> Iterator[str]:
        for place, number in enumerate(numbers, 1):
            car = table.car(number)
            if car is None or (car.place != place and not may_have_place(table, car, place)):
                yield "TA-10.1"

    denied = _nearest((table, rules(table)) for table in moment.tables)
    told = {number: place for place, number in enumerate(numbers, 1)}
    if denied.rules and moment.drawn is not None:
        denied = replace(
            denied, rules=event_denied(moment.setup, moment.drawn, EventClaim(places=tuple(told.items())))
        )
    return replace(denied, certain=not _is_open(denied.table, told))


def fact_denied(moment: Moment, key: str, told: object) -> Denied:
    """One fact of the table as a whole, by the name that it has in a `position` block (`lap`, `flag`)."""
    if key == "flag" and moment.tables[0].flag is not None:
        moment = replace(moment, tables=moment.tables[:1])
    return _nearest((table, _table(moment.setup, table, {key: told})) for table in moment.tables)


def score_denied(moment: Moment, claim: ScoreClaim) -> Denied | None:
    """Points of places, bonuses, Most Laps Led, the winning team (TA-10.2); None where nobody can say."""
    table = moment.tables[-1]
    if any(car.status == RACING for car in table.cars):
        return Denied(("TA-10.1",), table)
    if any(car.place is None for car in table.cars):
        return None
    if claim.places is not None and len(claim.places) > len(table.cars):
        return Denied(("TA-10.2",), table)
    return Denied(score(moment.setup, table.cars, claim).rules, table)


def points_denied(moment: Moment, told: Mapping[str, int]) -> Denied | None:
    """The points of teams, by the places of the cars (TA-10.2); None while cars are racing. Raises ValueError where too many
    cars have no place."""
    table = moment.tables[-1]
    if any(car.status == RACING for car in table.cars):
        return None
    spelled = {car.team.casefold(): car.team for car in table.cars}
    points = {spelled.get(team.casefold(), team): count for team, count in told.items()}
    claim = ScoreClaim(points=tuple(points.items()))
    found = possible_scores(moment.setup, table.cars, claim)
    every = possible_scores(moment.setup, table.cars).outcomes
    certain = all(dict(one.points).get(team) == count for one in every for team, count in points.items())
    return Denied(found.rules, table, certain or not found.legal)


def _nearest(answers: Iterable[tuple[Position, Iterable[str]]]) -> Denied:
    """Of several tables the first one of which it is true, else the one that it is nearest to."""
    found = [(table, tuple(rules)) for table, rules in answers]
    table, rules = min(found, key=lambda one: len(one[1]))
    return Denied(tuple(dict.fromkeys(rules)), table)


def _is_open(table: Position, told: Mapping[int, object]) -> bool:
    """Whether one of these places is that of a lost car of which nobody said which one it has."""
    several = len(unsaid_places(table)) > 1
    return several and any(
        may_have_place(table, car, told[car.number]) for car in table.cars if car.number in told
    )


def _block(moment: Moment, table: Position, block: Block) -> Iterator[str]:
    written = {car.number: car for car in block.cars}
    yield from _table(moment.setup, table, block.table)
    for car in block.cars:
        yield from _car(moment, table, car)
    yield from _stacks(moment, table, block)
    for racer in table.cars:
        if racer.status != RACING:
            continue
        if racer.number not in written:
            yield "TA-4.3"
        elif racer.lap_down and not written[racer.number].fields.get("lap_down"):
            yield "TA-4.2"


def _stacks(moment: Moment, table: Position, block: Block) -> Iterator[str]:
    """Cars of one apron space are written from the bottom up."""
    said = {one.number: one.stack for one in said_of(block.cars) if one.stack is not None}
    here = [car for car in table.cars if car.number in said and car.space == _space(block, car.number)]
    if all(car.stack == said[car.number] for car in here):
        return
    stops = moment.stops
    if stops is not None and stops.table.flag != YELLOW:
        claim = tuple(one for one in said_of(block.cars) if one.stack is not None)
        yield from stops_denied(moment.setup, stops.table, stops.pits, dict(stops.kept) or None, claim)[0]
    else:
        yield "TA-1.3-apron"


def _space(block: Block, number: int) -> object:
    return next(car.fields.get("space") for car in block.cars if car.number == number)


def _table(setup: Setup, table: Position, told: Mapping[str, object]) -> Iterator[str]:
    for key, value in told.items():
        if key == "first":
            yield from _first_player(setup, table, str(value)) if table.first is not None else ()
            continue
        real: object = getattr(table, key)
        if key == "next" and real is None:
            continue
        if key == "flag" and real is None:
            real = "green"
        if isinstance(real, tuple) and isinstance(value, tuple):
            real, value = sorted(map(int, real)), sorted(map(int, value))
        if real != value:
            yield TABLE_RULES[key]


def _first_player(setup: Setup, table: Position, team: str) -> Iterator[str]:
    if table.first is None:
        yield NO_RULE
    elif table.first.casefold() != team.casefold():
        completing = COMPLETION in setup.ruleset.options and somebody_finished(table)
        setup_holds = table.turn == 1 and table.step == ACTION
        yield "TA-12.4" if completing else "TA-2.6" if setup_holds else "TA-3.5.4"


def _car(moment: Moment, table: Position, written: WrittenCar) -> Iterator[str]:
    number, fields = written.number, written.fields
    real = table.car(number)
    if real is None:
        yield "TA-3.1"
        return
    space, status = fields.get("space"), fields.get("status")
    if space is not None and real.status != RACING:
        yield _of_status(moment, table, number, fields)
        return
    if space is not None and space != real.space:
        yield from _elsewhere(moment, table, number, str(space))
    if status is not None and status != real.status:
        yield _of_status(moment, table, number, fields)
    before, active = (moment.last[0], moment.last[1].car) if moment.last is not None else (table, 0)
    for one in marks_denied(before, table, active, number, fields):
        # When the action phase is over no car's side says that it was activated (TA-1.5).
        completing = COMPLETION in moment.setup.ruleset.options and somebody_finished(table)
        if one.token == "led" and completing and not markers_given(moment.setup, table):
            yield "TA-12.4"
            continue
        turned = one.token == "flipped" and (table.step != ACTION or table != moment.tables[0])
        yield "TA-1.5" if turned else _of_mark(moment, table, written, one)


def _of_status(moment: Moment, table: Position, number: int, fields: Mapping[str, object]) -> str:
    """The rule against what is said of whether a car races: that of the event, or of the end of the turn (TA-3.5.5)."""
    real, status = table.car(number), fields.get("status", RACING)
    assert real is not None
    if FINISHED in (status, real.status):
        return "TA-10.1"
    if real.status == RACING and len(real.wear) >= SIX:
        return "TA-7.2"
    by_step = _closed(moment, table, number, fields)
    if real.status == RACING and by_step[:1] == ("TA-4.3",):
        return "TA-3.5.5"
    if not by_step and moment.drawn is not None and moment.stops is None:
        place = fields.get("place")
        out = ((number, place if isinstance(place, int) else 0),) if status == OUT else ()
        by_step = event_denied(moment.setup, moment.drawn, EventClaim(out=out))
    return by_step[0] if by_step else "TA-4.3"


def _closed(moment: Moment, table: Position, number: int, fields: Mapping[str, object]) -> tuple[str, ...]:
    """The rules against what is said of a car once the turn is closed."""
    if moment.stops is None or moment.stops.table == table:
        return ()
    before = moment.stops.table
    raced = moment.drawn.table if moment.drawn is not None else before
    return tuple(one.rule for one in closed_denied(raced, before, table, number, fields))


def _of_mark(moment: Moment, table: Position, written: WrittenCar, denied: Broken) -> str:
    """The rule against a marker of a car, which after an event or pit stops is that of the step that decides on it."""
    key, number = denied.token or "", written.number
    value = written.fields.get(key)
    if moment.stops is None and moment.drawn is not None:
        if key == "lap_down" and table.flag == YELLOW:
            return "TA-9.6-3"
        if key in ("status", "place"):
            return _of_status(moment, table, number, written.fields)
        claim = EventClaim(cars=said_of((replace(written, fields={key: value}),)))
        by_event = event_denied(moment.setup, moment.drawn, claim)
        return by_event[0] if by_event else denied.rule
    real = table.car(number)
    if (
        moment.stops is not None
        and key == "wear"
        and number in moment.stops.pits
        and isinstance(value, tuple)
    ):
        restarted = moment.stops.table.flag == YELLOW
        return rule_of_markers(moment.setup, value, real.wear if real else (), restarted=restarted)
    closed = _closed(moment, table, number, {key: value}) if key in ("led", "place", "lap_down") else ()
    return closed[0] if closed else denied.rule


def _elsewhere(moment: Moment, table: Position, number: int, space: str) -> tuple[str, ...]:
    """The rules by which a car stands elsewhere than in this space."""
    rules: tuple[str, ...] = ()
    if moment.last is not None:
        before, move = moment.last
        here = moment.tables[0]
        rules = tuple(one.rule for one in contradictions(moment.setup, before, move, here, {number: space}))
    elif moment.stops is not None:
        stops = moment.stops
        kept = dict(stops.kept) or None
        rules, _ = stops_denied(moment.setup, stops.table, stops.pits, kept, (Said(number, space),))
    elif moment.drawn is not None:
        rules = event_denied(moment.setup, moment.drawn, EventClaim(cars=(Said(number, space),)))
    return rules or (NO_RULE,)
