"""Chapter 10.2: points of a race, and the breaches against points that a record claims."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from model.ruleset import Ruleset, parameter
from model.thunder_alley.facts import DATA, PLACE_POINTS
from model.thunder_alley.position import RACING, Position, Setup
from model.thunder_alley.reports import NO_CAR
from model.values import replace, value
from verifier.findings import Breach
from verifier.thunder_alley.engine.grid import cars_per_team
from verifier.words import counted

CAR, TEAM, LEVEL, WINNER, NOBODY = "car", "team", "level", "winner", NO_CAR
"""Who gets the point for Most Laps Led: one car, one team, every car with as many markers as any, the winner, no car. The
first two are readings of most-led-recipient, the others are mistakes."""


MOST_WAYS = 5_000
"""The most ways to share out places and markers that are followed at once."""

MOST_POINTS = 500
"""The most points of a team that are explained by its markers, if each of them counts."""


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


_Way = tuple[frozenset[tuple[Entry, int]], tuple[tuple[str, int], ...], bool, bool]


def entries(setup: Setup, position: Position | None) -> tuple[Entry, ...]:
    """The cars of a race: with places and markers as in the position, or with only their numbers if the position is unknown."""
    if position is not None:
        return tuple(Entry(car.number, car.team, car.place, car.led) for car in position.cars)
    return tuple(Entry(car, team.colour) for team in setup.teams for car in team.cars)


def _fields(setup: Setup) -> list[tuple[Entry, ...]]:
    """The possible sets of cars if only the header is known: as many of each team as its line names, or as the rules say
    (TA-2.3), because the line may name the whole team."""
    listed = {len(team.cars) for team in setup.teams}
    numbers = dict.fromkeys([*(listed if len(listed) == 1 else ()), cars_per_team(setup)])
    return [
        tuple(Entry(car, team.colour) for team in setup.teams for car in range(number))
        for number in numbers
        if number
    ]


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


def _everybody(setup: Setup, cars: Sequence[Entry]) -> bool:
    """Whether these are all cars of the race, lost ones included: as many of each team as the rules say (TA-2.3)."""
    teams = [car.team for car in cars]
    return {teams.count(team.colour) for team in setup.teams} == {cars_per_team(setup)}


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
        best.setdefault(car.team, _place(car))
    highest = max(teams.values())
    level = sorted((team for team in teams if teams[team] == highest), key=lambda team: best[team])
    shared = len(level) > 1 and setup.ruleset.readings["team-score-tie"] == "shared"
    return Score(
        {car.car: place_points(_place(car)) for car in ordered},
        {car.car: points for car in ordered if (points := _bonus(car, way))},
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
        teams = {car.team: sum(_led(one) for one in cars if one.team == car.team) for car in _by_place(cars)}
        first = max(teams, key=lambda team: teams[team])
        return first if teams[first] else None
    first_car = _most_led_car(cars)
    return first_car.car if first_car is not None else None


def _most_led_car(cars: Sequence[Entry]) -> Entry | None:
    best: Entry | None = None
    most = place = 0
    for car in cars:
        led = _led(car)
        if led > most or (led == most and best is not None and _place(car) < place):
            best, most, place = car, led, _place(car)
    return best


def team_points(cars: Sequence[Entry], way: Counting) -> dict[str, int]:
    """The sum of each team when points are counted in this way."""
    points = {car.team: 0 for car in cars}
    first = _most_led_car(cars)
    for car in cars:
        brought = place_points(_place(car) + way.off) + _bonus(car, way)
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
    bonus, has_most = _bonus(car, way), _has_most(car, way, _most_led_car(cars))
    place = place_points(_place(car) + way.off)
    return place, *((bonus,) if bonus else ()), *((way.most_points,) if has_most else ())


def _has_most(car: Entry, way: Counting, first: Entry | None) -> bool:
    if way.most == CAR:
        return car is first
    if way.most == LEVEL:
        return first is not None and car.led == first.led
    return way.most == WINNER and car.place == 1


def _bonus(car: Entry, way: Counting) -> int:
    led = _led(car)
    return way.led_points * (led if way.per_marker or not led else 1)


def _by_place(cars: Sequence[Entry]) -> list[Entry]:
    return sorted(cars, key=_place)


def _place(car: Entry) -> int:
    return car.place or 0


def _led(car: Entry) -> int:
    return car.led or 0


def judge_result(
    setup: Setup, position: Position | None, written: Mapping[str, int], before: Sequence[Entry] = ()
) -> tuple[Breach, ...]:
    """The breaches against written team points; `token` has the team. There is none for numbers that are right, or that cannot
    be shown to be wrong. `before` are the cars as far as known after missing lines."""
    if position is None and before and _everybody(setup, before):
        return tuple(_impossible(setup, before, written))
    field = entries(setup, position)
    real = score(setup, field)
    if real is None:
        fields = [field] if position is not None else _fields(setup)
        refused = [tuple(_impossible(setup, cars, written)) for cars in fields]
        return refused[0] if refused and all(refused) else ()
    wrong = {team: points for team, points in written.items() if real.team_points.get(team, 0) != points}
    return tuple(_wrong(setup, field, team, written, wrong) for team in wrong)


def not_over(position: Position | None) -> Breach | None:
    """Why there are no points yet: cars are driving (TA-10.1)."""
    waiting = driving(position) if position is not None else ()
    if not waiting:
        return None
    verb = "is" if len(waiting) == 1 else "are"
    fact = f"the race is not over: {', '.join(map(str, waiting))} {verb} still driving"
    return Breach("TA-10.1", fact, "points are counted when every car has its place")


def _wrong(
    setup: Setup, cars: Sequence[Entry], team: str, written: Mapping[str, int], wrong: Mapping[str, int]
) -> Breach:
    right = team_points(cars, counting(setup.ruleset)).get(team, 0)
    fact = f"{team} has {counted(right, 'point')}, not {wrong[team]}: {_by_car(setup, cars, team)}"
    reason = "place points, 1 bonus for a car that led a turn, 1 for the car that led most"
    known = list(_mistakes(setup, cars, team))
    named = [said for said, points in known if points.get(team) == wrong[team]]
    every = [said for said, points in known if all(points.get(one) == written[one] for one in written)]
    explained = next(iter(every), None) or next(iter(named), None)
    numbers = {"points": right, "written": wrong[team]}
    return Breach("TA-10.2", fact, explained or reason, token=team, numbers=numbers, rulings=_asked(cars))


def _by_car(setup: Setup, cars: Sequence[Entry], team: str) -> str:
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
    return "; ".join(f"{team} {points.get(team, 0)}: {_by_car(setup, cars, team)}" for team in teams)


def _asked(cars: Sequence[Entry]) -> tuple[str, ...]:
    """The rulings that can change a number of this race."""
    several = any(_led(car) > 1 for car in cars)
    return (*(("turn-led-bonus",) if several else ()), "most-led-recipient")


def _mistakes(setup: Setup, cars: Sequence[Entry], team: str) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Known mistakes, each in a sentence, with the sums that it leads to; the most likely slips come last."""
    way = counting(setup.ruleset)
    right = team_points(cars, way)
    if way.per_marker:
        said = "one bonus for each car leads to this number; here each Turn Leader marker counts"
        yield said, team_points(cars, replace(way, per_marker=False))
    else:
        said = "a point for each Turn Leader marker leads to this number; a car gets one, however many it has"
        yield said, team_points(cars, replace(way, per_marker=True))
    said = "one of the level cars alone gets Most Laps Led, the one with the better place"
    yield said, team_points(cars, replace(way, most=LEVEL))
    said = "Most Laps Led goes to the car with most Turn Leader markers, not to the winner"
    yield said, team_points(cars, replace(way, most=WINNER))
    if way.most == CAR:
        said = "Most Laps Led goes to the car with most Turn Leader markers, not to the team with most"
        yield said, team_points(cars, replace(way, most=TEAM))
    else:
        said = "here Most Laps Led goes to the team whose cars have most markers together, not to a car"
        yield said, team_points(cars, replace(way, most=CAR))
    yield (
        "the point for Most Laps Led is missing in this number",
        team_points(cars, replace(way, most=NOBODY)),
    )
    without = [replace(car, led=_led(car) - 1) if car.place == 1 and car.led else car for car in cars]
    said = "the Turn Leader marker that the winner gets at the finish (TA-10.1) is missing in this number"
    yield said, team_points(without, way)
    said = "the bonus for cars that led a turn is missing in this number"
    yield said, team_points(cars, replace(way, led_points=0))
    yield (
        "bonus points are missing in this number",
        team_points(cars, replace(way, led_points=0, most=NOBODY)),
    )
    lost = parameter(DATA, setup.ruleset, "absence-points")
    said = f"the {lost} points for a substitute (TA-11.3) come off in the season, not in the race"
    yield said, {**right, team: right.get(team, 0) - lost}
    yield "the points of the place below lead to this number", team_points(cars, replace(way, off=1))
    yield "the points of the place above lead to this number", team_points(cars, replace(way, off=-1))


def _impossible(setup: Setup, cars: Sequence[Entry], written: Mapping[str, int]) -> Iterator[Breach]:
    """Sums that no places can give: of single teams, else of the fewest teams that show it."""
    for size in range(1, len(written) + 1):
        found = False
        for teams in combinations(written, size):
            total = sum(written[team] for team in teams)
            places, least, most = _sums(setup, cars, teams)
            if any(least <= total - points and (most is None or total - points <= most) for points in places):
                continue
            found = True
            names = " and ".join((", ".join(teams[:-1]), teams[-1])) if size > 1 else teams[0]
            count = sum(car.team in teams for car in cars)
            together = " together" if size > 1 else ""
            low, high = bounds(setup, cars, teams)
            possible = f"at least {low}" if high is None else f"{low} to {high}"
            if low <= total and (high is None or total <= high):
                possible += f", and no places give {total}"
            fact = (
                f"{names} cannot have {total} points{together}: {count} of {len(cars)} cars score {possible}"
            )
            reason = "place points, 1 bonus for a car that led a turn, 1 for the car that led most"
            numbers = {"written": total, "low": low, **({} if high is None else {"high": high})}
            yield Breach("TA-10.2", fact, reason, token=teams[-1], numbers=numbers)
        if found:
            return
    if not _explained(setup, cars, written):
        said = " and ".join(f"{team} {total}" for team, total in written.items())
        fact = f"no places and Turn Leader markers give {said}"
        reason = "Most Laps Led goes to a car that led a turn"
        yield Breach("TA-10.2", fact, reason, token=next(iter(written)))


def _explained(setup: Setup, cars: Sequence[Entry], written: Mapping[str, int]) -> bool:
    """Whether some places and markers give all these sums together; also if there are too many ways to tell.

    Places are given one after another. A way is what is left then: the cars by what is known of them, the points, whether Most
    Laps Led has been given, and whether a car led.
    """
    way = counting(setup.ruleset)
    if way.per_marker and max(written.values(), default=0) > MOST_POINTS:
        return True
    placed = {car.place: car for car in cars if car.place is not None}
    open_ = Counter(replace(car, car=0) for car in cars if car.place is None)
    ways = {(frozenset(open_.items()), tuple(written.items()), False, False)}
    for place in range(1, len(cars) + 1):
        following = set[_Way]()
        for left, owed, given, led in ways:
            for car in [placed[place]] if place in placed else [one for one, _ in left]:
                rest = left if place in placed else frozenset((Counter(dict(left)) - Counter([car])).items())
                points = place_points(place)
                for bonus, most, leads in _bonuses(car, way, dict(owed).get(car.team, 0), given=given):
                    left_over = tuple(
                        (team, sum_ - (points + bonus) * (team == car.team)) for team, sum_ in owed
                    )
                    if all(sum_ >= 0 for _, sum_ in left_over):
                        following.add((rest, left_over, given or most, led or leads))
            if len(following) > MOST_WAYS:
                return True
        ways = following
    return any(given == led and not any(sum_ for _, sum_ in owed) for _, owed, given, led in ways)


def _bonuses(car: Entry, way: Counting, most: int, *, given: bool) -> Iterator[tuple[int, bool, bool]]:
    """The points of a car's markers, at most `most` if each counts; whether Most Laps Led is among them, which only one car with
    markers gets; and whether the car has any."""
    first, last = car.least, max(car.least, 1, most if way.per_marker else 1)
    if car.led is not None:
        first = last = car.led
    for led in range(first, last + 1):
        bonus = _bonus(replace(car, led=led), way)
        yield bonus, False, led > 0
        if led and not given:
            yield bonus + way.most_points, True, True


def bounds(setup: Setup, cars: Sequence[Entry], teams: Sequence[str]) -> tuple[int, int | None]:
    """The fewest and the most points that these teams can have together, given what is known of the cars; None if an unknown
    number of markers counts one by one."""
    places, least, most = _sums(setup, cars, teams)
    return min(places) + least, None if most is None else max(places) + most


def _sums(
    setup: Setup, cars: Sequence[Entry], teams: Sequence[str]
) -> tuple[frozenset[int], int, int | None]:
    """What the places of these teams' cars can bring together, and the fewest and the most points apart from places, given
    what is known of the cars; None if an unknown number of markers counts one by one."""
    way = counting(setup.ruleset)
    own = [car for car in cars if car.team in teams]
    taken = {car.place for car in cars}
    free = [place for place in range(1, len(cars) + 1) if place not in taken]
    unknown = sum(car.place is None for car in own)
    known = sum(place_points(_place(car)) for car in own if car.place is not None)
    places = frozenset(known + points for points in _sums_of(free, unknown))
    low = sum(_bonus(replace(car, led=car.least if car.led is None else car.led), way) for car in own)
    high = low
    unnoted = sum(car.led is None and (way.per_marker or not car.least) for car in own)
    everybody = len(own) == len(cars)
    marked = any(car.led or car.least for car in cars)
    sure = marked or (everybody and setup.ruleset.readings["winner-turn-leader"] == "yes")
    if everybody and sure:
        # A car led: the winner has a marker, if no other car has.
        low += way.most_points + (0 if marked else way.led_points)
    if unnoted and way.per_marker and way.led_points:
        return places, low, None
    may_have_most = any(car.led is None or car.led for car in own)
    return places, low, high + unnoted * way.led_points + way.most_points * may_have_most


def _sums_of(places: Sequence[int], count: int) -> frozenset[int]:
    """The points that this many of these places can bring together."""
    found: list[set[int]] = [{0}, *(set[int]() for _ in range(count))]
    for place in places:
        for size in range(count, 0, -1):
            found[size] |= {points + place_points(place) for points in found[size - 1]}
    return frozenset(found[count])
