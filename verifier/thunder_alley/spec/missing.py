"""What a position can become across missing lines. A claim is refused only if no race from there allows it (TA-3.1, TA-3.5.1,
TA-4.1, TA-4.3, TA-4.6, TA-7.3, TA-10.1, TA-10.2)."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import combinations

from model.ruleset import parameter
from model.thunder_alley.facts import DATA, PERMANENT_WEAR
from model.thunder_alley.moves import Lay
from model.thunder_alley.position import (
    ACTION,
    DISCARD,
    EVENT,
    FINISHED,
    OUT,
    OVER,
    PITS,
    RACING,
    UNNOTED,
    Car,
    Position,
    Setup,
    make_position,
)
from model.thunder_alley.reports import (
    Drives,
    InTurn,
    Led,
    Left,
    Lost,
    OnLap,
    Placed,
    Report,
    Scored,
    Takes,
    Worn,
)
from model.thunder_alley.standing import Standing
from verifier.judging import Judgement as Judged
from verifier.judging import Outcome
from verifier.solving.circuit import FALSE, TRUE, Bit, constant
from verifier.solving.numbers import add, equal, less, number
from verifier.solving.questions import Choice, Judgement, Question
from verifier.thunder_alley.spec.grid import cars_each
from verifier.thunder_alley.spec.judgement import cited
from verifier.thunder_alley.spec.laid import against, latest_lap
from verifier.thunder_alley.spec.order import somebody_finished
from verifier.thunder_alley.spec.place import racing
from verifier.thunder_alley.spec.scoring import place_points
from verifier.thunder_alley.spec.segments import after_segments, with_next

WIDTH = 14
"""Bits of a sum of points."""

MOST_MARKERS = 6
"""Bits of a number of Turn Leader markers."""


def can_become(setup: Setup, table: Position, told: Sequence[Report]) -> Judgement[bool]:
    """Whether a race can go on from this position so that all of these facts hold in order, or the rules that forbid it.
    TA-10.2 is cited only where the points do not fit the other facts.

    Places still available, and Turn Leader markers yet to be given, are free.
    """
    scored = [one for one in told if isinstance(one, Scored)]
    rest = [one for one in told if not isinstance(one, Scored)]
    found = _fits(setup, table, rest, ())
    return _fits(setup, table, rest, scored) if scored and found.legal else found


def _fits(setup: Setup, table: Position, told: Sequence[Report], scored: Sequence[Scored]) -> Judgement[bool]:
    question = Question("TA-10.2" if scored else "TA-10.1")
    places = _places(question, table, "TA-10.2" if scored else None)
    now = table
    forbidden: list[str] = []
    for one in told:
        if isinstance(one, Placed):
            car = now.car(one.car)
            if car is not None and car.place not in (None, one.place):
                forbidden.append(_leaving(car))
            else:
                question.claim(places[one.car].is_(one.place))
        forbidden += _forbidden(setup, table, now, one)
        now = _become(setup, now, one)
    if scored and _is_whole(setup, table):
        points = _points(question, setup, table, now, places)
        for row in scored:
            _claim_points(question, points, row)
    else:
        pairs = {pair for row in scored for pair in row.written.items()}
        if len(pairs) > len(dict(pairs)) or (pairs and not header_fits(setup, Scored(tuple(pairs)))):
            forbidden.append("TA-10.2")
        question.claim(TRUE)
    for rule in forbidden[:1]:  # the first fact that cannot be decides
        claimed = question.flag(f"against {rule}", hidden=True)
        question.rule(rule, -claimed)
        question.claim(claimed)
    return question.judge(lambda answer: True)


def header_fits(setup: Setup, claim: Scored) -> bool:
    """Whether a race of the teams in the header can end with these points, each team having the cars that it lists or as many as
    the rules give (TA-2.3)."""
    listed = {len(team.cars) for team in setup.teams}
    numbers = {*(listed if len(listed) == 1 else ()), cars_each(setup, len(setup.teams))} - {None, 0}

    def fits(each: int) -> bool:
        question = Question("TA-10.2")
        teams = [team.colour for team in setup.teams for _ in range(each)]
        table = make_position(Car(number, team, None) for number, team in enumerate(teams))
        places = _places(question, table, "TA-10.2")
        _claim_points(question, _points(question, setup, table, table, places), claim)
        return question.judge(lambda answer: True).legal

    return not numbers or any(fits(each) for each in sorted(filter(None, numbers)))


def _claim_points(question: Question, points: Mapping[str, Sequence[Bit]], claim: Scored) -> None:
    """Claim that teams have these points."""
    for team, count in claim.written.items():
        bits = points.get(team, ())
        fits = team in points and count >= 0 and not count >> len(bits)
        question.claim(equal(question.circuit, bits, number(count, len(bits))) if fits else FALSE)


def become(setup: Setup, table: Position, told: Iterable[Report]) -> Position:
    """What is known of the position after these facts. Nothing in it moves back."""
    for one in told:
        table = _become(setup, table, one)
    return table


def _become(setup: Setup, table: Position, one: Report) -> Position:
    if isinstance(one, InTurn):
        return replace(table, turn=max(table.turn, one.turn))
    if isinstance(one, OnLap):
        return replace(table, lap=max(table.lap, one.lap))
    car = table.car(one.car) if isinstance(one, Placed | Lost | Led | Worn) else None
    if car is None:
        return table
    if isinstance(one, Led):
        return table.with_cars(replace(car, led=max(car.led, one.markers)))
    if isinstance(one, Worn):
        kept = Counter(_permanent(setup, car.wear)) | Counter(_permanent(setup, one.wear))
        return table.with_cars(replace(car, wear=tuple(sorted(kept.elements()))))
    if isinstance(one, Placed):
        status = FINISHED if car.status == RACING else car.status
        return table.with_cars(replace(car, status=status, space=None, place=one.place))
    return table.with_cars(replace(car, status=OUT, space=None))


def reported(setup: Setup, standing: Standing, reports: tuple[Report, ...]) -> Judged[Standing]:
    """Judge what a line reports; the step of a breach is the number of the first report that cannot be."""
    at = after_segments(setup, standing).position
    driving = [one for one in reports if isinstance(one, Drives)]
    if can_become(setup, at, (*standing.since, *reports)).legal and len(driving) == len(set(driving)):
        return Judged((Outcome(replace(standing, since=(*standing.since, *reports))),))
    for step in range(1, len(reports) + 1):
        found = can_become(setup, at, (*standing.since, *reports[:step]))
        if not found.legal:
            return Judged(breaches=cited(found.rules, step=step))
        if reports[step - 1] in driving and reports.index(reports[step - 1]) < step - 1:
            break
    return Judged(breaches=cited(("TA-4.1",), step=step))  # a car stands in a running order once


def laid_out(setup: Setup, standing: Standing, decision: Lay) -> Judged[Standing]:
    """Judge the position from which a record starts or goes on; 0 is the step of a breach by which it cannot be. Points are
    reported of the end, and a position comes before it."""
    told = tuple(one for one in standing.since if not isinstance(one, Scored))
    found = reported(setup, replace(standing, since=told), decision.reports)
    known = become(setup, after_segments(setup, standing).position, told)
    table = anew(setup, known, decision.position, decision.given)
    if broken := against(setup, table, decision.given):
        return Judged(breaches=(*found.breaches, *broken))
    opens = table.step == ACTION and not any(car.flipped for car in table.cars)
    if table.next is None and table.cars and opens:
        table = with_next(setup, table)
    after = Standing(table, turn_open="turn" not in decision.given)
    return replace(found, outcomes=(Outcome(after),) if found.legal else (), at=after)


def anew(setup: Setup, known: Position, shown: Position, told: Container[str]) -> Position:
    """The position shown after missing lines. `told` names the facts that are stated (`turn`, `first`, `next`, `places_left`
    ...); the others stay as `known` where nothing can have changed them.

    The lap marker never moves back, and Turn Leader markers and a Rain card in effect stay (TA-4.6, TA-3.5.1). Cars that left
    the race stay out (TA-4.3, TA-10.1). A car that was racing and is not shown has been lost.
    """
    cars = [_shown(known, car) for car in shown.cars]
    numbers = {car.number for car in cars}
    for car in known.cars:
        if car.number not in numbers:
            gone = replace(car, space=None, stack=0, flipped=False, lap_down=False)
            cars.append(gone if car.status != RACING else replace(gone, status=OUT))
    table = make_position(cars)
    # Lost cars take the lowest places, in any order (TA-4.3).
    unplaced = sum(car.status == OUT and car.place is None for car in cars)
    left = table.places_left[: len(table.places_left) - unplaced]
    turn = shown.turn if "turn" in told else known.turn or 1
    first = shown.first
    if first is None:
        # The marker moves only at the end of a turn (TA-3.5.4).
        closed = [table.step in (DISCARD, OVER) for table in (known, shown)]
        same = "turn" in told and turn == known.turn and closed[0] == closed[1]
        first = known.first if same or "TA-3.5.4" in setup.ruleset.left_out else None
    if shown.step in (EVENT, PITS):  # the action phase is over, so every car has been flipped (TA-3.4)
        table = table.with_cars(*(replace(car, flipped=True) for car in racing(table)))
    return replace(
        shown,
        cars=table.cars,
        turn=turn,
        first=first,
        lap=max(known.lap, shown.lap if shown.lap or "lap" in told else latest_lap(setup, shown)),
        places_left=shown.places_left if shown.places_left or "places_left" in told else left,
        rain=shown.rain or known.rain,
        won_before=known.won_before or (turn > known.turn and somebody_finished(table)),
    )


def _shown(known: Position, car: Car) -> Car:
    """A car as shown, plus what it cannot have lost."""
    before = known.car(car.number)
    if before is None:
        return car
    car = replace(car, led=max(car.led, before.led))
    if car.status == RACING or before.status == RACING:
        return car
    return replace(car, status=before.status, place=before.place or car.place)


def _permanent(setup: Setup, wear: Iterable[str]) -> list[str]:
    """The markers that no pit stop takes off (TA-7.3)."""
    return [colour for colour in wear if colour in PERMANENT_WEAR and "TA-7.3" not in setup.ruleset.left_out]


def _places(question: Question, table: Position, cited: str | None) -> dict[int, Choice[int]]:
    """The final place of each car. Each place is taken once. A car that has left the race keeps its place; if it is unknown,
    it is not one that is still available. If points are in question, `cited` is the rule for all of this."""
    circuit = question.circuit
    every = range(1, len(table.cars) + 1)
    places = {car.number: question.choice(f"place of {car.number}", every) for car in table.cars}
    for one, other in combinations(places.values(), 2):
        twice = circuit.any(circuit.both(one.is_(place), other.is_(place)) for place in every)
        question.rule(cited or "TA-10.1", -twice)
    for car in table.cars:
        rule = cited or _leaving(car)
        if car.place is not None:
            question.rule(rule, places[car.number].is_(car.place))
        elif car.status != RACING:
            question.rule(rule, -places[car.number].among(table.places_left))
    return places


def _leaving(car: Car) -> str:
    """The rule by which a car has left the race."""
    return "TA-10.1" if car.status == FINISHED else "TA-4.3"


def _forbidden(setup: Setup, table: Position, now: Position, one: Report) -> Iterator[str]:
    """The rules against one fact. `table` is the position before the missing lines, `now` what is known since."""
    if isinstance(one, OnLap) and not now.lap <= one.lap <= (setup.laps or one.lap):
        yield "TA-4.6"
    elif isinstance(one, InTurn) and one.turn < now.turn:
        yield "TA-3.1"
    elif isinstance(one, Takes) and table.car(one.car) is None:
        yield "TA-3.1"  # every turn activates a car, from the first turn on
    elif isinstance(one, Left):
        yield from _against_left(table, now, one.places)
    elif isinstance(one, Drives | Lost | Led | Worn):
        yield from _against_car(setup, table, now, one)


def _against_car(
    setup: Setup, table: Position, now: Position, one: Drives | Lost | Led | Worn
) -> Iterator[str]:
    before, car = table.known_car(one.car), now.known_car(one.car)
    if isinstance(one, Drives):
        if car.status != RACING:
            yield _leaving(car)
    elif isinstance(one, Lost):
        if before.status == FINISHED:
            yield "TA-10.1"  # it is off the track for good and has its place
    elif isinstance(one, Led):
        if one.markers < car.led or (one.markers > before.led and before.status != RACING):
            yield "TA-3.5.1"
    else:
        gone = Counter(_permanent(setup, car.wear)) - Counter(one.wear)
        if gone.total() > one.wear.count(UNNOTED):
            yield "TA-7.3"


def _against_left(table: Position, now: Position, left: Sequence[int]) -> Iterator[str]:
    """There is one marker for each place, and each car that left the race has taken one (TA-10.1, TA-4.3)."""
    holders = {car.place: car for car in now.cars}
    for place in sorted(left):
        if place in holders:
            yield _leaving(holders[place])
        elif place not in table.places_left:
            yield "TA-4.3" if 1 <= place <= len(table.cars) else "TA-10.1"


def _is_whole(setup: Setup, table: Position) -> bool:
    """Whether the position includes all cars of the race, lost ones too (TA-2.3, TA-12.3)."""
    each = cars_each(setup, len(setup.teams))
    teams = [car.team for car in table.cars]
    return all(teams.count(team.colour) == each for team in setup.teams)


def _points(
    question: Question, setup: Setup, table: Position, now: Position, places: Mapping[int, Choice[int]]
) -> dict[str, list[Bit]]:
    """The points of each team (TA-10.2): for places, for cars that led, and for the team that led most laps."""
    circuit, readings = question.circuit, setup.ruleset.readings
    worth, extra = (parameter(DATA, setup.ruleset, name) for name in ("turn-led-points", "most-led-points"))
    per_marker = readings["turn-led-bonus"] == "per-marker"
    led: dict[int, Bit] = {}
    parts: dict[str, list[Sequence[Bit]]] = {team.colour: [] for team in setup.teams}
    for car, before in zip(now.cars, table.cars, strict=True):
        own = parts[car.team]
        own += [
            _gated(number(place_points(n), WIDTH), places[car.number].is_(n))
            for n in places[car.number].values
        ]
        led[car.number] = constant(car.led > 0)
        markers: list[Bit] = number(car.led, MOST_MARKERS)
        if before.status == RACING:
            led[car.number] = question.flag(f"{car.number} leads") if not car.led else TRUE
            markers = question.number(f"markers of {car.number}", MOST_MARKERS)
            question.rule("TA-10.2", -less(circuit, markers, number(car.led, MOST_MARKERS)))
            question.rule("TA-10.2", circuit.same(led[car.number], circuit.any(markers)))
        if per_marker:
            own += [_gated(number(worth << place, WIDTH), bit) for place, bit in enumerate(markers)]
        else:
            own.append(_gated(number(worth, WIDTH), led[car.number]))
    most: Choice[str | None] = question.choice("most led", [*parts, None])
    for team, own in parts.items():
        own.append(_gated(number(extra, WIDTH), most.is_(team)))
        able = circuit.any(led[car.number] for car in table.cars if car.team == team)
        question.rule("TA-10.2", circuit.implies(most.is_(team), able))
    question.rule("TA-10.2", circuit.implies(most.is_(None), -circuit.any(led.values())))
    if readings["winner-turn-leader"] == "yes":
        question.rule("TA-10.2", circuit.any(led.values()))
    return {team: reduce(partial(add, circuit), own, [FALSE]) for team, own in parts.items()}


def _gated(value: Sequence[Bit], when: Bit) -> list[Bit]:
    """A known number where the condition holds, else 0."""
    return [when if bit > 0 else FALSE for bit in value]
