"""What can come of a table while nobody has noted what happened: refused is only what no race from there allows (TA-3.1,
TA-3.5.1, TA-4.3, TA-4.6, TA-7.3, TA-10.1, TA-10.2)."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from model.ruleset import parameter
from model.thunder_alley.facts import CARS_PER_TEAM, DATA, PERMANENT_WEAR, PLACE_POINTS
from model.thunder_alley.position import FINISHED, RACING, Car, Position, Setup
from model.values import value
from verifier.solving.circuit import FALSE, TRUE, Bit, constant
from verifier.solving.numbers import less, number
from verifier.solving.questions import Choice, Judgement, Question
from verifier.thunder_alley.spec.scoring import WIDTH, claim_points, gated, total

MOST_MARKERS = 6
"""Bits of a number of Turn Leader markers."""


@value
class Placed:
    """A car comes in, or is lost, in this place."""

    car: int
    place: int


@value
class Drives:
    """A car is still in the race."""

    car: int


@value
class Led:
    """A car has so many Turn Leader markers."""

    car: int
    markers: int


@value
class Takes:
    """A car takes part in the race, now or before."""

    car: int


@value
class Worn:
    """A car in the race carries just these wear markers."""

    car: int
    wear: tuple[str, ...]


@value
class InTurn:
    """It is this turn."""

    turn: int


@value
class OnLap:
    """The lap marker is on this lap."""

    lap: int


@value
class Scored:
    """Teams have so many points in the end."""

    points: tuple[tuple[str, int], ...]


Told = Placed | Drives | Led | Takes | Worn | InTurn | OnLap | Scored


def can_become(setup: Setup, table: Position, told: Sequence[Told]) -> Judgement[bool]:
    """Whether a race can go on from this table so that all that is told of it holds; or the rules that forbid it.

    Free are the places that are still to be had, and Turn Leader markers yet to be given.
    """
    scored = [one for one in told if isinstance(one, Scored)]
    question = Question("TA-10.2" if scored else "TA-10.1")
    places = _places(question, table, "TA-10.2" if scored else None)
    for one in told:
        _tell(question, table, places, one)
    if scored and _is_whole(setup, table):
        points = _points(question, setup, table, places)
        for one in scored:
            claim_points(question, points, one.points)
    else:
        question.claim(TRUE)
    return question.judge(lambda answer: True)


def _places(question: Question, table: Position, cited: str | None) -> dict[int, Choice[int]]:
    """The place of each car in the end. Each is taken once; who has left the race keeps its own, and a lost one has none that was
    still to be had. `cited` is cited for all of this, if points are in question."""
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


def _tell(question: Question, table: Position, places: Mapping[int, Choice[int]], one: Told) -> None:
    if isinstance(one, Placed):
        question.claim(places[one.car].is_(one.place))
    elif isinstance(one, OnLap):
        _never(question, "TA-4.6", one.lap < table.lap)
    elif isinstance(one, InTurn):
        _never(question, "TA-3.1", one.turn < table.turn)
    elif isinstance(one, Takes):
        # A car is activated in every turn, from the first one on.
        _never(question, "TA-3.1", table.car(one.car) is None)
    elif isinstance(one, Worn):
        worn = table.car(one.car)
        kept = worn is None or all(
            one.wear.count(colour) >= worn.wear.count(colour) for colour in PERMANENT_WEAR
        )
        _never(question, "TA-7.3", not kept)
    elif isinstance(one, Drives | Led):
        car = table.car(one.car)
        assert car is not None
        if isinstance(one, Drives):
            _never(question, _leaving(car), car.status != RACING)
        else:
            _never(
                question,
                "TA-3.5.1",
                one.markers < car.led or (one.markers > car.led and car.status != RACING),
            )


def _never(question: Question, rule: str, wrong: bool) -> None:
    """Claims something that a rule forbids, if it is wrong."""
    if wrong:
        claimed = question.flag(f"against {rule}", hidden=True)
        question.rule(rule, -claimed)
        question.claim(claimed)


def _is_whole(setup: Setup, table: Position) -> bool:
    """Whether all cars of the race are on the table, lost ones too (TA-2.3, TA-12.3)."""
    chosen = setup.ruleset.options.get("cars-per-team")
    each = CARS_PER_TEAM.get(len(setup.teams)) if chosen is None else int(chosen)
    teams = [car.team for car in table.cars]
    return all(teams.count(team.colour) == each for team in setup.teams)


def _points(
    question: Question, setup: Setup, table: Position, places: Mapping[int, Choice[int]]
) -> dict[str, list[Bit]]:
    """The points of each team (TA-10.2): of places, for cars that led, for the one that led most."""
    circuit, readings = question.circuit, setup.ruleset.readings
    worth, extra = (parameter(DATA, setup.ruleset, name) for name in ("turn-led-points", "most-led-points"))
    per_marker = readings["turn-led-bonus"] == "per-marker"
    led: dict[int, Bit] = {}
    parts: dict[str, list[Sequence[Bit]]] = {team.colour: [] for team in setup.teams}
    for car in table.cars:
        own = parts[car.team]
        own += [
            gated(number(PLACE_POINTS[n - 1], WIDTH), places[car.number].is_(n))
            for n in places[car.number].values
        ]
        led[car.number] = constant(car.led > 0)
        markers: list[Bit] = number(car.led, MOST_MARKERS)
        if car.status == RACING:
            led[car.number] = question.flag(f"{car.number} leads") if not car.led else TRUE
            markers = question.number(f"markers of {car.number}", MOST_MARKERS)
            question.rule("TA-10.2", -less(circuit, markers, number(car.led, MOST_MARKERS)))
            question.rule("TA-10.2", circuit.same(led[car.number], circuit.any(markers)))
        if per_marker:
            own += [gated(number(worth << place, WIDTH), bit) for place, bit in enumerate(markers)]
        else:
            own.append(gated(number(worth, WIDTH), led[car.number]))
    most: Choice[str | None] = question.choice("most led", [*parts, None])
    for team, own in parts.items():
        own.append(gated(number(extra, WIDTH), most.is_(team)))
        able = circuit.any(led[car.number] for car in table.cars if car.team == team)
        question.rule("TA-10.2", circuit.implies(most.is_(team), able))
    question.rule("TA-10.2", circuit.implies(most.is_(None), -circuit.any(led.values())))
    if readings["winner-turn-leader"] == "yes":
        question.rule("TA-10.2", circuit.any(led.values()))
    return {team: total(question, own) or [FALSE] for team, own in parts.items()}
