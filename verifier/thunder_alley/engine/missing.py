"""Missing lines (`...`): what is reported after them, and the position from which a record goes on.

What happened in between is unknown, but some facts of a race never go back. `gap` is the last position before the missing lines,
`since` the same position with what was reported after them.
"""

from collections.abc import Iterable, Iterator, Sequence

from model.thunder_alley.facts import PERMANENT_WEAR
from model.thunder_alley.moves import Lay
from model.thunder_alley.position import (
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
    unsaid_places,
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
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.thunder_alley.engine.laid import impossible
from verifier.thunder_alley.engine.scoring import entries_before
from verifier.thunder_alley.engine.scoring_claimed import judge_result
from verifier.thunder_alley.engine.steps_of_turn import after_actions
from verifier.thunder_alley.engine.turn import opening_team
from verifier.words import counted


def reported(setup: Setup, standing: Standing, reports: tuple[Report, ...]) -> Judgement[Standing]:
    """The judgement of what a line reports: a breach has the number of the report as its step."""
    gap = after_actions(setup, standing).position
    since = _known(gap, standing.since)
    points = _points(standing.since)
    found: list[Breach] = []
    for number, report in enumerate(reports, 1):
        breaches = list(_refused(setup, gap, since, points, report))
        if isinstance(report, Drives) and report in reports[: number - 1]:
            breaches.append(
                Breach("TA-4.1", f"car {report.car} is in this order twice", "each car has one place in it")
            )
        found += [replace(breach, step=number) for breach in breaches]
        if not breaches:
            since, points = _known(since, (report,)), {**points, **_points((report,))}
    if not found and points:
        found += judge_result(setup, None, points, entries_before(gap, since))
    if found:
        return Judgement(breaches=tuple(found))
    return Judgement((Outcome(replace(standing, since=(*standing.since, *reports))),))


def laid_out(setup: Setup, standing: Standing, decision: Lay) -> Judgement[Standing]:
    """The race from a position that is shown: at the start, after missing lines, or after a line that could not be followed. A
    position that cannot be is refused, with 0 as the step of each breach.

    The turn, First Player, laps and a Rain set aside stay the same if the position leaves them out, cars that are off the track
    stay off it, and Turn Leader markers are kept. A car that was racing and is not shown has been lost since (TA-4.3).
    """
    told = tuple(one for one in standing.since if not isinstance(one, Scored))
    judgement = reported(setup, replace(standing, since=told), decision.reports)
    known = _known(after_actions(setup, standing).position, told)
    position = _built(setup, known, decision)
    if broken := tuple(impossible(setup, position, decision.given)):
        return Judgement(breaches=(*judgement.breaches, *broken))
    after = Standing(position, turn_open="turn" not in decision.given)
    return replace(judgement, outcomes=(Outcome(after),) if judgement.legal else (), at=after)


def _built(setup: Setup, known: Position, decision: Lay) -> Position:
    shown, given = decision.position, decision.given
    cars = [_kept(before, car) if (before := known.car(car.number)) else car for car in shown.cars]
    numbers = {car.number for car in cars}
    cars += [_left_out(car) for car in known.cars if car.number not in numbers]
    position = make_position(cars)
    left = shown.places_left
    if not left and "places_left" not in given:  # lost cars took the lowest places (TA-4.3)
        unplaced = sum(car.status == OUT and car.place is None for car in cars)
        left = position.places_left[: len(position.places_left) - unplaced]
    turn = shown.turn if "turn" in given else max(known.turn, 1)
    lap = shown.lap
    if not lap and "lap" not in given:
        lap = _lap_of(setup, shown.cars)
    finished = any(car.status == FINISHED for car in cars)
    position = replace(
        shown,
        cars=position.cars,
        turn=turn,
        first=shown.first or _first(setup, known, decision),
        lap=max(known.lap, lap),
        places_left=left,
        rain=shown.rain or known.rain,
        won_before=known.won_before or (turn > known.turn and finished),
    )
    if position.step in (
        EVENT,
        PITS,
    ):  # all cars have been activated, whether or not the position shows it (TA-3.4)
        position = position.with_cars(*(car.turned(True) for car in position.cars if car.status == RACING))
    return position if position.next is not None else replace(position, next=opening_team(setup, position))


def _lap_of(setup: Setup, cars: Sequence[Car]) -> int:
    """The lap marker by the crossings of the cars; it shows no lap after the last (TA-4.6)."""
    lap = max([1, *(car.crossed for car in cars)])
    return lap if setup.laps is None else min(lap, setup.laps)


def _first(setup: Setup, known: Position, decision: Lay) -> str | None:
    """The First Player, if it is still the same turn and the marker has not moved (TA-3.5.4). Without a turn number this is
    unknown."""
    if "TA-3.5.4" in setup.ruleset.left_out:
        return known.first
    shown = decision.position
    moved = {step in (DISCARD, OVER) for step in (known.step, shown.step)}
    same = "turn" in decision.given and shown.turn == known.turn and len(moved) == 1
    return known.first if same else None


def _left_out(car: Car) -> Car:
    """A car that is not shown. If it is lost, it is unknown whether it has been used for a pass in this turn."""
    if car.status == RACING:
        car = replace(car, space=None, stack=0, lap_down=False, status=OUT)
    return car.turned(False)


def _kept(before: Car, after: Car) -> Car:
    """A car that is shown with what it can never lose: its markers, how it left the race and in which place."""
    after = replace(after, led=max(before.led, after.led))
    if RACING in (before.status, after.status):
        return after
    return replace(after, status=before.status, place=after.place if before.place is None else before.place)


def _known(since: Position, reports: Iterable[Report]) -> Position:
    """The position with what is reported, as far as it never goes back."""
    for report in reports:
        if isinstance(report, OnLap):
            since = replace(since, lap=max(since.lap, report.lap))
        elif isinstance(report, InTurn):
            since = replace(since, turn=max(since.turn, report.turn))
        elif isinstance(report, Led | Worn | Lost | Placed):
            car = since.car(report.car)
            if car is not None:
                since = since.with_cars(_with(car, report))
    return since


def _with(car: Car, report: Led | Worn | Lost | Placed) -> Car:
    if isinstance(report, Led):
        return replace(car, led=max(car.led, report.markers))
    if isinstance(report, Worn):
        return replace(car, wear=_most(car.wear, report.wear))
    if isinstance(report, Lost):
        return replace(car, status=OUT, space=None)
    status = FINISHED if car.status == RACING else car.status
    return replace(car, status=status, space=None, place=report.place)


def _points(reports: Iterable[Report]) -> dict[str, int]:
    """The points that are reported."""
    found: dict[str, int] = {}
    for report in reports:
        if isinstance(report, Scored):
            found |= report.written
    return found


def _refused(
    setup: Setup, gap: Position, since: Position, points: dict[str, int], report: Report
) -> Iterator[Breach]:
    """Why no race can lead to what is reported (TA-3.1, TA-3.5.1, TA-4.3, TA-4.6, TA-7.3, TA-10.1, TA-10.2)."""
    if isinstance(report, Scored):
        yield from _points_refused(setup, gap, since, points, report)
    elif isinstance(report, InTurn | OnLap):
        yield from _number_refused(setup, gap, since, report)
    elif isinstance(report, Left):
        yield from _left_refused(gap, since, sorted(report.places))
    elif isinstance(report, Takes):
        if gap.car(report.car) is None:
            fact = f"car {report.car} was not on the table before the missing lines"
            yield Breach("TA-3.1", fact, "no car joins a race that is running")
    else:
        before, known = gap.known_car(report.car), since.known_car(report.car)
        if isinstance(report, Placed):
            yield from _place_refused(gap, since, (before, known), report.place)
        else:
            yield from _car_refused(setup, before, known, report)


def _points_refused(
    setup: Setup, gap: Position, since: Position, points: dict[str, int], report: Scored
) -> Iterator[Breach]:
    """Why these points cannot be (TA-10.2): others were reported earlier (`points`), or no result of the race gives both."""
    for team, count in report.written.items():
        if points.get(team, count) != count:
            fact = f"{team} has {points[team]} points by the lines above, not {count}"
            yield Breach("TA-10.2", fact, "points are counted once, in the end", token=team)
            return
    if report.written:
        yield from judge_result(setup, None, {**points, **report.written}, entries_before(gap, since))


def _number_refused(setup: Setup, gap: Position, since: Position, report: InTurn | OnLap) -> Iterator[Breach]:
    """An earlier turn or lap, or a lap after the last (TA-3.1, TA-4.6)."""
    if isinstance(report, InTurn):
        if report.turn < since.turn:
            fact = f"{_when(gap.turn == since.turn)} it was turn {since.turn}, not {report.turn}"
            yield Breach("TA-3.1", fact, "a race does not go back")
        return
    if setup.laps is not None and report.lap > setup.laps:
        fact = f"the lap marker cannot be on {report.lap}: the race has {setup.laps}"
        yield Breach("TA-4.6", fact, "when it cannot move up any more the race is over")
    if report.lap < since.lap:
        fact = f"{_when(gap.lap == since.lap)} the lap marker was on {since.lap}, not {report.lap}"
        yield Breach("TA-4.6", fact, "it is never moved back")


def _left_refused(gap: Position, since: Position, places: Sequence[int]) -> Iterator[Breach]:
    """The places that are claimed to be left but were taken."""
    taken = {car.place: car for car in since.cars if car.place is not None}
    for place in places:
        if place in taken:
            fact = f"car {taken[place].number} has place {place}, so it is not left"
            yield Breach(_left(taken[place])[1], fact, "a place is taken once")
        elif not 0 < place <= len(gap.cars):
            fact = f"there is no place {place} for {len(gap.cars)} cars"
            yield Breach("TA-10.1", fact, "there are as many places as cars")
        elif place not in gap.places_left:
            fact = f"a lost car took place {place} before the missing lines"
            yield Breach("TA-4.3", fact, "a place is taken once")


def _place_refused(gap: Position, since: Position, car: tuple[Car, Car], place: int) -> Iterator[Breach]:
    """Why a car cannot have this place (TA-4.3, TA-10.1): it has another one, another car has it, or no car can have it. `car`
    is the car before the missing lines and as it is known since."""
    before, known = car
    holder = next((one for one in since.cars if one.place == place and one.number != known.number), None)
    if known.place is not None and known.place != place:
        how, rule = _left(known)
        yield Breach(rule, f"{how} in place {known.place}, not in place {place}", "a place is kept")
    elif not 0 < place <= len(gap.cars):
        fact = f"there is no place {place} for {len(gap.cars)} cars"
        yield Breach("TA-10.1", fact, "there are as many places as cars")
    elif holder is not None:
        fact = f"car {holder.number} has place {place}, not {known.number}"
        yield Breach("TA-10.1", fact, "each place is taken once")
    elif before.status != RACING and before.place is None and place in gap.places_left:
        fact = f"{_left(before)[0]} before the missing lines, with place {place} still to be had"
        yield Breach(_left(before)[1], fact, "a car takes its place when it leaves the race")
    elif before.status == RACING and place in _taken_unsaid(gap):
        fact = f"a lost car took place {place} before the missing lines"
        yield Breach("TA-10.1", fact, "each place is taken once")


def _car_refused(
    setup: Setup, before: Car, known: Car, report: Drives | Lost | Led | Worn
) -> Iterator[Breach]:
    if isinstance(report, Drives):
        if known.status != RACING:
            how, rule = _left(known)
            fact = f"{how} {_when(before.status != RACING)}"
            yield Breach(rule, fact, "such a car does not come back")
    elif isinstance(report, Lost):
        if before.status == FINISHED:
            fact = f"{_left(before)[0]} before the missing lines"
            yield Breach("TA-10.1", fact, "such a car is not lost any more")
    elif isinstance(report, Led):
        if report.markers < known.led or (report.markers > before.led and before.status != RACING):
            had = counted(known.led, "Turn Leader marker")
            fact = f"car {known.number} had {had} {_when(before.led == known.led)}, not {report.markers}"
            reason = "no marker of this kind is taken away, and a car that has left the race gets none"
            yield Breach("TA-3.5.1", fact, reason)
    elif "TA-7.3" not in setup.ruleset.left_out:
        yield from _wear_refused(before, known, report.wear)


def _wear_refused(before: Car, known: Car, wear: Sequence[str]) -> Iterator[Breach]:
    """More permanent markers are missing than there are markers without a noted colour."""
    gone = {
        colour: known.wear.count(colour) - wear.count(colour)
        for colour in PERMANENT_WEAR
        if wear.count(colour) < known.wear.count(colour)
    }
    if sum(gone.values()) > wear.count(UNNOTED):
        had = " ".join(colour for colour in known.wear if colour in gone)
        has = " ".join(wear) if UNNOTED not in wear else f"{len(wear)}"
        fact = f"car {known.number} had {had} {_when(before.wear == known.wear)}, and has {has or 'none'}"
        yield Breach("TA-7.3", fact, "such a marker stays for the race")


def _taken_unsaid(gap: Position) -> tuple[int, ...]:
    """The places of lost cars whose own places were not noted, provided there are no more such places than cars."""
    places = unsaid_places(gap)
    lost = sum(car.status != RACING and car.place is None for car in gap.cars)
    return places if len(places) <= lost else ()


def _most(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Markers with as many permanent ones of each colour as in either list; others may have been removed."""
    return tuple(
        colour for colour in PERMANENT_WEAR for _ in range(max(one.count(colour), other.count(colour)))
    )


def _left(car: Car) -> tuple[str, str]:
    """How a car left the race, and the rule."""
    if car.status == FINISHED:
        return f"car {car.number} had finished", "TA-10.1"
    return f"car {car.number} was out of the race", "TA-4.3"


def _when(before: bool) -> str:
    return "before the missing lines" if before else "by the lines above"
