"""Chapter 10.2: points of a race, and the breaches against points that a record claims."""

from collections.abc import Mapping, Sequence

from model.ruleset import Ruleset, parameter
from model.thunder_alley.facts import DATA, PLACE_POINTS
from model.thunder_alley.position import RACING, Position, Setup
from model.thunder_alley.reports import NO_CAR
from model.values import value
from verifier.findings import Breach

CAR, TEAM, LEVEL, WINNER, NOBODY = "car", "team", "level", "winner", NO_CAR
"""Who gets the point for Most Laps Led: one car, one team, every car with as many markers as any, the winner, no car. The
first two are readings of most-led-recipient, the others are mistakes."""


@value
class Entry:
    """A car for the purpose of points: its place (1 is the best) and Turn Leader markers, None if not noted; it then has
    `least` or more."""

    car: int
    team: str
    place: int | None = None
    led: int | None = None
    least: int = 0


@value
class Score:
    """The points of a race (TA-10.2), cars in the order of their places. `bonus` holds the cars that have one. `most_led` is a
    car or a team, None if no car led. `team_points` has the teams in their final order; `winners` is the winning team, or the
    teams that share the win."""

    place_points: Mapping[int, int]
    bonus: Mapping[int, int]
    most_led: int | str | None
    team_points: Mapping[str, int]
    winners: tuple[str, ...]


@value
class Counting:
    """A way to count points, right or wrong: points for each marker in place of each car that has one, who gets Most Laps Led,
    what a bonus and Most Laps Led are worth, by how many places the points are off."""

    per_marker: bool
    most: str
    led_points: int
    most_points: int
    off: int = 0


def entries(setup: Setup, position: Position | None) -> tuple[Entry, ...]:
    """The cars of a race: with places and markers as in the position, or with only their numbers if the position is unknown."""
    if position is not None:
        return tuple(Entry(car.number, car.team, car.place, car.led) for car in position.cars)
    return tuple(Entry(car, team.colour) for team in setup.teams for car in team.cars)


def entries_before(gap: Position, since: Position) -> tuple[Entry, ...]:
    """The cars of a race with lines missing since the position `gap`: the place and markers of a car that had left the race
    are settled; others can have any remaining place, and more markers. `since` is the same position with what later lines
    report about them."""
    gone = [car for car in gap.cars if car.status != RACING and car.place is None]
    taken = {*gap.places_left, *(car.place for car in gap.cars)}
    lowest = [place for place in range(1, len(gap.cars) + 1) if place not in taken]
    # The place of a lost car was not noted: if there is one such car and one such place, they belong together.
    place = lowest[0] if len(gone) == len(lowest) == 1 else None
    return tuple(
        Entry(now.number, now.team, now.place, None, now.led)
        if car.status == RACING
        else Entry(now.number, now.team, now.place or place, now.led)
        for car, now in zip(gap.cars, since.cars, strict=True)
    )


def driving(position: Position) -> tuple[int, ...]:
    """The cars still in the race: as long as there is one, there are no points (TA-10.1)."""
    return tuple(car.number for car in position.cars if car.status == RACING)


def counting(ruleset: Ruleset) -> Counting:
    """How points are counted under a ruleset (turn-led-bonus, most-led-recipient)."""
    return Counting(
        ruleset.readings["turn-led-bonus"] == "per-marker",
        TEAM if ruleset.readings["most-led-recipient"] == "team" else CAR,
        parameter(DATA, ruleset, "turn-led-points"),
        parameter(DATA, ruleset, "most-led-points"),
    )


def score(setup: Setup, cars: Sequence[Entry]) -> Score | None:
    """The points of a race that is over (TA-10.2); None while a place or the markers of a car are not known."""
    if not cars or any(car.place is None or car.led is None for car in cars):
        return None
    way = counting(setup.ruleset)
    ordered = _by_place(cars)
    teams = team_points(ordered, way)
    best: dict[str, int] = {}
    for car in ordered:
        best.setdefault(car.team, place_of(car))
    highest = max(teams.values())
    level = sorted((team for team in teams if teams[team] == highest), key=lambda team: best[team])
    shared = len(level) > 1 and setup.ruleset.readings["team-score-tie"] == "shared"
    return Score(
        {car.car: place_points(place_of(car)) for car in ordered},
        {car.car: points for car in ordered if (points := bonus_of(car, way))},
        most_led(ordered, way.most),
        dict(sorted(teams.items(), key=lambda entry: (-entry[1], best[entry[0]]))),
        tuple(level) if shared else (level[0],),
    )


def place_points(place: int) -> int:
    """The points of a place (place-points); there are 21 position markers, and further places give none."""
    return PLACE_POINTS[place - 1] if 0 < place <= len(PLACE_POINTS) else 0


def most_led(cars: Sequence[Entry], most: str) -> int | str | None:
    """The car (most-led-recipient) with most Turn Leader markers, or the team whose cars have most together; the better place
    breaks ties. None if no car has a marker."""
    if most == TEAM:
        teams = {
            car.team: sum(led_of(one) for one in cars if one.team == car.team) for car in _by_place(cars)
        }
        first = max(teams, key=lambda team: teams[team])
        return first if teams[first] else None
    first_car = _most_led_car(cars)
    return first_car.car if first_car is not None else None


def _most_led_car(cars: Sequence[Entry]) -> Entry | None:
    best: Entry | None = None
    most = place = 0
    for car in cars:
        led = led_of(car)
        if led > most or (led == most and best is not None and place_of(car) < place):
            best, most, place = car, led, place_of(car)
    return best


def team_points(cars: Sequence[Entry], way: Counting) -> dict[str, int]:
    """The sum of each team when points are counted in this way."""
    points = {car.team: 0 for car in cars}
    first = _most_led_car(cars)
    for car in cars:
        brought = place_points(place_of(car) + way.off) + bonus_of(car, way)
        if _has_most(car, way, first):
            brought += way.most_points
        points[car.team] += brought
    if way.most == TEAM:
        team = most_led(cars, TEAM)
        if isinstance(team, str):
            points[team] += way.most_points
    return points


def parts(cars: Sequence[Entry], car: Entry, way: Counting) -> tuple[int, ...]:
    """What one car brings its team: points of its place, the bonus, Most Laps Led; omits only a bonus of 0."""
    bonus, has_most = bonus_of(car, way), _has_most(car, way, _most_led_car(cars))
    place = place_points(place_of(car) + way.off)
    return place, *((bonus,) if bonus else ()), *((way.most_points,) if has_most else ())


def _has_most(car: Entry, way: Counting, first: Entry | None) -> bool:
    if way.most == CAR:
        return car is first
    if way.most == LEVEL:
        return first is not None and car.led == first.led
    return way.most == WINNER and car.place == 1


def bonus_of(car: Entry, way: Counting) -> int:
    led = led_of(car)
    return way.led_points * (led if way.per_marker or not led else 1)


def _by_place(cars: Sequence[Entry]) -> list[Entry]:
    return sorted(cars, key=place_of)


def place_of(car: Entry) -> int:
    return car.place or 0


def led_of(car: Entry) -> int:
    return car.led or 0


def not_over(position: Position | None) -> Breach | None:
    """Why there are no points yet: cars are driving (TA-10.1)."""
    waiting = driving(position) if position is not None else ()
    if not waiting:
        return None
    verb = "is" if len(waiting) == 1 else "are"
    fact = f"the race is not over: {', '.join(map(str, waiting))} {verb} still driving"
    return Breach("TA-10.1", fact, "points are counted when every car has its place")


def by_car(setup: Setup, cars: Sequence[Entry], team: str) -> str:
    """What the cars of a team bring it: `29 46 + 1, 25 41`."""
    way = counting(setup.ruleset)
    own = [car for car in _by_place(cars) if car.team == team]
    by_car = [f"{car.car} {' + '.join(map(str, parts(cars, car, way)))}" for car in own]
    if way.most == TEAM and most_led(cars, TEAM) == team:
        by_car.append(f"{way.most_points} for the most markers")
    return ", ".join(by_car) or "it has no car in this race"


def told_race(setup: Setup, position: Position | None, teams: Sequence[str]) -> str:
    """The points of these teams, broken down, for a trace; the race is `settled`."""
    cars = entries(setup, position)
    points = team_points(cars, counting(setup.ruleset))
    return "; ".join(f"{team} {points.get(team, 0)}: {by_car(setup, cars, team)}" for team in teams)
