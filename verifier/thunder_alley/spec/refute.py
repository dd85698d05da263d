"""Why a claim about the position is false. Each check asks the chapter that decided the fact again, and holds the claim
against its result."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from model.thunder_alley.claims import Claim, Decided, Shown, Stated
from model.thunder_alley.moves import Activation, Decision
from model.thunder_alley.position import (
    ACTION,
    DISCARD,
    FINISHED,
    OUT,
    PITS,
    RACING,
    Car,
    Position,
    Setup,
    may_have_place,
)
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.thunder_alley.spec.claims import contradictions
from verifier.thunder_alley.spec.end_of_turn import COMPLETION, markers_given
from verifier.thunder_alley.spec.judgement import each_once
from verifier.thunder_alley.spec.marks_claimed import closed_rules, marks_denied
from verifier.thunder_alley.spec.order import leader, running_order, somebody_finished
from verifier.thunder_alley.spec.outcome import SIX
from verifier.thunder_alley.spec.refute_steps import (
    Moment,
    each,
    event_denied,
    moment_of,
    races,
    rule_of_markers,
    said_of,
    stage_denied,
    stops_denied,
    worn_by,
)
from verifier.thunder_alley.spec.resolution import EventClaim, Said

NO_RULE = ""
"""Stands for a rule where a car is elsewhere and no known decision explains it."""

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
"""Facts about the position as a whole, except the First Player -> the rule that each follows from."""


@dataclass(frozen=True, slots=True)
class Denied:
    """The rules against a claim, none if it is true, on the position closest to it. `car` and `token` (the name of a field)
    locate the false part."""

    broken: tuple[Breach, ...]
    table: Position


def car_denied(moment: Moment, car: Stated) -> Denied:
    """Check the claims about a car, as in `check 29 at 14b wear blue`. A claimed place of a car that the end of the turn removes
    is held against the position after that."""
    tables: Sequence[Position] = moment.tables
    if "place" in car.fields:
        tables = sorted(tables, key=lambda table: races(table, car.number))
    return _nearest((table, _cars(moment, table, (car,))) for table in tables)


def block_denied(moment: Moment, block: Shown) -> Denied:
    """Check a `position` block in mid-record. With `step pits` it may show a position on the way from the last pit stops."""
    if block.table.get("step") == PITS and moment.stops is not None:
        rules = stage_denied(moment.setup, moment.stops, said_of(block.cars))
        return Denied(tuple(Breach(rule, "", token="space") for rule in rules), moment.tables[0])
    return _nearest((table, _block(moment, table, block)) for table in moment.tables)


def leader_denied(moment: Moment, number: int) -> Denied:
    """Check which car carries the Leader marker. A restart decides it only against a pitted car, or if the leader changed."""
    setup, stops = moment.setup, moment.stops
    same = stops is not None and leader(setup, stops.table) == leader(setup, moment.tables[0])
    if stops is not None and same and number not in stops.pits:
        moment = replace(moment, stops=None)
    return _ordered(moment, (number,), lambda table: leader(setup, table) == number)


def order_denied(moment: Moment, numbers: Sequence[int]) -> Denied:
    """Check the running order, from the first car on as far as it is claimed."""
    count, claimed = len(numbers), tuple(numbers)
    return _ordered(moment, claimed, lambda table: running_order(moment.setup, table)[:count] == claimed)


def _ordered(moment: Moment, numbers: Sequence[int], fits: Callable[[Position], bool]) -> Denied:
    """After a restart the order is that of the formation, so that the rules of the restart exclude another one."""
    setup, stops = moment.setup, moment.stops

    def against(table: Position) -> tuple[str, ...]:
        as_formed = setup.ruleset.readings["running-order-lane"] == "inside-first"
        if stops is None or stops.table.flag != "yellow" or not as_formed:
            return ("TA-4.1",)
        pairs = zip(numbers, running_order(setup, table), strict=False)
        said = tuple(Said(number, table.space_of(there)) for number, there in pairs if number != there)
        return stops_denied(setup, stops, said) or ("TA-4.1",)

    return _nearest((table, each(() if fits(table) else against(table))) for table in moment.tables)


def first_player_denied(moment: Moment, team: str) -> Denied:
    """Check who is First Player; `NO_RULE` if that is unknown."""
    return _nearest((table, _first_player(moment.setup, table, team)) for table in moment.tables)


def places_denied(moment: Moment, numbers: Sequence[int]) -> Denied:
    """Check the cars in the first places, best first."""

    def broken(table: Position) -> Iterator[Breach]:
        for place, number in enumerate(numbers, 1):
            car = table.car(number)
            if car is None or (car.place != place and not may_have_place(table, car, place)):
                has = f"is in place {car.place}" if car is not None and car.place else "has no place yet"
                yield Breach("TA-10.1", f"{number} {has}, not in place {place}", car=number)

    denied = _nearest((table, broken(table)) for table in moment.tables)
    told = {number: place for place, number in enumerate(numbers, 1)}
    if denied.broken and moment.drawn is not None:
        rules = event_denied(moment.setup, moment.drawn, EventClaim(places=tuple(told.items())))
        if rules:  # only an event that ends the race decides on the first places
            denied = replace(denied, broken=tuple(each(rules)))
    return denied


def fact_denied(moment: Moment, key: str, told: object) -> Denied:
    """Check one fact of the position as a whole, by its name in a `position` block (`lap`, `flag`)."""
    if key == "flag" and moment.tables[0].flag is not None:
        moment = replace(moment, tables=moment.tables[:1])
    return _nearest((table, _table(moment.setup, table, {key: told})) for table in moment.tables)


def _nearest(answers: Iterable[tuple[Position, Iterable[Breach]]]) -> Denied:
    """The first of several positions for which the claim is true, else the one closest to it."""
    found = [(table, each_once(broken)) for table, broken in answers]
    table, broken = min(found, key=lambda one: len(one[1]))
    return Denied(broken, table)


def _block(moment: Moment, table: Position, block: Shown) -> Iterator[Breach]:
    written = {car.number: car for car in block.cars}
    yield from _cars(moment, table, block.cars)
    yield from _stacks(moment, table, block)
    for racer in table.cars:
        if racer.status != RACING:
            continue
        if racer.number not in written:
            yield Breach("TA-4.3", f"{racer.number} races and is missing", car=racer.number)
        elif racer.lap_down and not written[racer.number].fields.get("lap_down"):
            yield Breach(
                "TA-4.2", f"{racer.number} has a Lap-down marker", car=racer.number, token="lap_down"
            )
    yield from _table(moment.setup, table, block.table)


def _stacks(moment: Moment, table: Position, block: Shown) -> Iterator[Breach]:
    """Check stacks: cars of one apron space are written from the bottom up."""
    said = {one.number: one for one in said_of(block.cars) if one.stack is not None}
    here = [car for car in table.cars if car.number in said and car.space == said[car.number].space]

    def below(car: Car) -> set[int]:
        return {other.number for other in here if other.space == car.space and other.stack < car.stack}

    shown = {car.number: replace(car, stack=said[car.number].stack or 0) for car in here}
    wrong = [car for car in here if any(shown[one].stack > shown[car.number].stack for one in below(car))]
    if not wrong:
        return
    stops, first = moment.stops, wrong[0].number
    pitted = stops is not None and any(car.number in stops.pits for car in here)
    if stops is not None and pitted and stops.table.flag != "yellow":
        yield from each(stops_denied(moment.setup, stops, tuple(said.values())), first, "stack")
    else:
        yield Breach("TA-1.3-apron", "", car=first, token="stack")


def _table(setup: Setup, table: Position, told: Mapping[str, Any]) -> Iterator[Breach]:
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
            rule = TABLE_RULES[key]
            if key == "places_left" and any(
                car.status == FINISHED and car.place in value for car in table.cars
            ):
                rule = "TA-10.1"  # a finished car has taken a marker claimed to be left
            yield Breach(rule, "", token=key)


def _first_player(setup: Setup, table: Position, team: str) -> Iterator[Breach]:
    if table.first is None:
        yield Breach(NO_RULE, "", token="first")
    elif table.first.casefold() != team.casefold():
        completing = COMPLETION in setup.ruleset.options and somebody_finished(table)
        completing = completing and "TA-3.5.4" not in setup.ruleset.left_out
        setup_holds = table.turn == 1 and table.step == ACTION
        rule = "TA-12.4" if completing else "TA-2.6" if setup_holds else "TA-3.5.4"
        yield Breach(rule, "", token="first")


def _cars(moment: Moment, table: Position, cars: Sequence[Stated]) -> Iterator[Breach]:
    """Check the claims about cars. Spaces come first, all at once, since one car may stand in another's way."""
    claimed: dict[int, str] = {}
    for one in cars:
        real, space = table.car(one.number), one.fields.get("space")
        if real is not None and real.status == RACING and space not in (None, real.space):
            claimed[one.number] = str(space)
    if claimed:
        yield from _elsewhere(moment, cars, claimed)
    for one in cars:
        yield from _car(moment, table, one)


def _car(moment: Moment, table: Position, written: Stated) -> Iterator[Breach]:
    """Check the claims about a car, except its space."""
    number, fields = written.number, written.fields
    real = table.car(number)
    if real is None:
        yield Breach("TA-3.1", f"{number} was not on the table before", car=number)
        return
    status = fields.get("status")
    if fields.get("space") is not None and real.status != RACING:
        yield Breach(_of_status(moment, table, number, fields), "", car=number, token="status")
        return
    if status is not None and status != real.status:
        yield Breach(_of_status(moment, table, number, fields), "", car=number, token="status")
    moved = _mover(moment, number, fields)
    before, active = (moved.before, moved.decision.car) if moved is not None else (table, 0)
    for one in marks_denied(before, table, active, number, fields):
        # After the action phase a car's side no longer shows whether it was activated (TA-1.5).
        completing = COMPLETION in moment.setup.ruleset.options and somebody_finished(table)
        turned = one.token == "flipped" and (table.step != ACTION or table != moment.tables[0])
        rule = "TA-1.5" if turned else _of_mark(moment, table, written, one)
        if one.token == "led" and completing and not markers_given(moment.setup, table):
            rule = "TA-12.4"
        yield replace(one, rule=rule)


def _mover(moment: Moment, number: int, fields: Mapping[str, object]) -> Decided[Activation] | None:
    """The activation that changed a fact of a car from its claimed value, else the last activation."""
    for moved in reversed(moment.moves):
        old, new = moved.before.car(number), moved.after.car(number)
        for key in ("wear", "crossed", "led", "lap_down", "flipped"):
            if old is not None and new is not None and key in fields:
                was, now = getattr(old, key), getattr(new, key)
                if was != now and fields[key] == was:
                    return moved
    return moment.moves[-1] if moment.moves else None


def _of_status(moment: Moment, table: Position, number: int, fields: Mapping[str, object]) -> str:
    """The rule against a claim that a car races or not: the rule of the event, or of the end of the turn (TA-3.5.5)."""
    real, status = table.known_car(number), fields.get("status", RACING)
    if real.status == RACING and status == FINISHED and real.crossed <= 1:
        return "TA-1.3-first-crossing"
    if FINISHED in (status, real.status):
        return "TA-10.1"
    if real.status == OUT and races(moment.tables[0], number):
        return "TA-3.5.5"  # the turn has not been closed yet
    if real.status == RACING and len(real.wear) >= SIX:
        return "TA-7.2"
    raced = moment.drawn.before.car(number) if moment.drawn is not None else None
    if raced is not None and len(raced.wear) < SIX <= len(real.wear):
        return "TA-7.2"  # the sixth marker puts the car out, whichever event gave it
    by_step = _closed(moment, table, number, fields)
    if real.status == RACING and by_step[:1] == ("TA-4.3",):
        return "TA-3.5.5"
    drawn = moment.drawn if moment.stops is None else None
    if not by_step and drawn is not None and races(drawn.before, number):
        place = fields.get("place")
        out = ((number, place if isinstance(place, int) else 0),) if status == OUT else ()
        by_step = event_denied(moment.setup, drawn, EventClaim(out=out))
    return by_step[0] if by_step else "TA-4.3"


def _closed(moment: Moment, table: Position, number: int, fields: Mapping[str, object]) -> tuple[str, ...]:
    """The rules against claims about a car once the turn is closed."""
    if moment.stops is None or moment.stops.table == table:
        return ()
    before = moment.stops.table
    table = next((one for one in moment.tables if (one.turn, one.step) == (before.turn, DISCARD)), table)
    raced = moment.drawn.before if moment.drawn is not None else before
    return tuple(closed_rules(raced, before, table, number, fields))


def _of_mark(moment: Moment, table: Position, written: Stated, denied: Breach) -> str:
    """The rule against a claim about a car's marker. After an event or pit stops it is the rule of the step that decides on
    the marker."""
    key, number, drawn = denied.token or "", written.number, moment.drawn
    value = written.fields.get(key)
    stayed = key == "wear" and (moment.stops is None or number not in moment.stops.pits)
    if drawn is not None and (moment.stops is None or (stayed and worn_by(drawn, number))):
        if key == "lap_down" and table.flag == "yellow":
            return "TA-9.6-3"
        if key in ("status", "place"):
            return _of_status(moment, table, number, written.fields)
        told: dict[str, Any] = {key: value} if key in ("crossed", "wear") else {}
        by_event = event_denied(moment.setup, drawn, EventClaim(cars=(Said(number, **told),)))
        return by_event[0] if by_event else denied.rule
    real = table.car(number)
    if moment.stops is not None and key == "wear" and not stayed and isinstance(value, tuple):
        restarted = moment.stops.table.flag == "yellow"
        return rule_of_markers(moment.setup, value, real.wear if real else (), restarted=restarted)
    closed = _closed(moment, table, number, {key: value}) if key in ("led", "place", "lap_down") else ()
    return closed[0] if closed else denied.rule


def _elsewhere(moment: Moment, cars: Sequence[Stated], claimed: Mapping[int, str]) -> Iterator[Breach]:
    """The rules by which cars are not in these spaces: those of the pit stops or the event if these moved the cars, else of
    the activation that did."""
    setup, stops, drawn = moment.setup, moment.stops, moment.drawn
    left = dict(claimed)

    def taken(moved: Callable[[int], bool]) -> list[int]:
        """The cars that the last activation does not account for; they are no longer left."""
        found = [number for number in left if not moment.moves or moved(number)]
        for number in found:
            del left[number]
        return found

    def said(cars: Iterable[int]) -> tuple[Said, ...]:
        return tuple(Said(number, claimed[number]) for number in cars)

    if stops is not None:
        yellow, pits = stops.table.flag == "yellow", stops.pits
        held = taken(lambda number: yellow or number in pits or claimed[number].endswith("p"))
        if held:
            yield from each(stops_denied(setup, stops, said(held)), held[0], "space")
    if drawn is not None:
        before, now = drawn.before, moment.tables[0]
        held = taken(lambda number: now.flag == "yellow" or before.space_of(number) != now.space_of(number))
        if held:
            yield from each(event_denied(setup, drawn, EventClaim(cars=said(held))), held[0], "space")
    if left and moment.moves:
        found = (
            one
            for one in reversed(moment.moves)
            if any(one.before.space_of(number) != one.after.space_of(number) for number in left)
        )
        moved = next(found, moment.moves[-1])
        # Cars that stand where claimed may be in the way of others.
        spaces = {one.number: str(one.fields["space"]) for one in cars if one.fields.get("space")}
        apart = {number: space for number, space in spaces.items() if number in left or number not in claimed}
        yield from contradictions(setup, moved.before, moved.decision, moved.after, apart)
    elif left and stops is None and drawn is None:
        yield Breach(NO_RULE, "", car=next(iter(left)), token="space")


def refuted(
    setup: Setup, position: Position, decided: Sequence[Decided[Decision]], claim: Claim
) -> Judgement[Position]:
    """Judge a claim about a position by the decisions that led to it."""
    then = moment_of(setup, position, decided)
    if then is None:
        return Judgement(limit="the solver does not know enough about this claim")
    denied = CHAPTERS[claim.about](then, claim.value)
    if not denied.broken:
        return Judgement((Outcome(denied.table),))
    breaches = tuple(replace(one, reason=one.fact) for one in denied.broken if one.rule != NO_RULE)
    return Judgement(breaches=breaches, limit="" if breaches else "no decision explains this")


CHAPTERS: Mapping[str, Callable[[Moment, Any], Denied]] = MappingProxyType(
    {
        "car": car_denied,
        "position": block_denied,
        "leader": leader_denied,
        "order": order_denied,
        "places": places_denied,
        "first": first_player_denied,
        "flag": lambda then, value: fact_denied(then, "flag", value),
        "lap": lambda then, value: fact_denied(then, "lap", value),
    }
)
"""The refutation of each kind of claim."""
