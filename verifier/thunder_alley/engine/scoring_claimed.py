"""Chapter 10.2: the breaches against points that a record claims, also while places or markers are not known."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from model.ruleset import parameter
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Position, Setup
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.grid import cars_per_team
from verifier.thunder_alley.engine.scoring import (
    CAR,
    LEVEL,
    NOBODY,
    TEAM,
    WINNER,
    Counting,
    Entry,
    bonus_of,
    by_car,
    counting,
    entries,
    led_of,
    place_of,
    place_points,
    score,
    team_points,
)
from verifier.words import counted

MOST_WAYS = 5_000
"""The most ways to share out places and markers that are followed at once."""

MOST_POINTS = 500
"""The most points of a team that are explained by its markers, if each of them counts."""

ASKED = ("turn-led-bonus", "most-led-recipient")
"""The rulings that can change a number."""


_Way = tuple[frozenset[tuple[Entry, int]], tuple[tuple[str, int], ...], bool, bool]


def judge_result(
    setup: Setup, position: Position | None, written: Mapping[str, int], before: Sequence[Entry] = ()
) -> tuple[Breach, ...]:
    """The breaches against written team points; `token` has the team. Numbers that are right, or that cannot be shown
    to be wrong, have none. `before` are the cars as far as known after missing lines."""
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


def _everybody(setup: Setup, cars: Sequence[Entry]) -> bool:
    """Whether these are all cars of the race, lost ones included: as many of each team as the rules say (TA-2.3)."""
    teams = [car.team for car in cars]
    return {teams.count(team.colour) for team in setup.teams} == {cars_per_team(setup)}


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


def _wrong(
    setup: Setup, cars: Sequence[Entry], team: str, written: Mapping[str, int], wrong: Mapping[str, int]
) -> Breach:
    right = team_points(cars, counting(setup.ruleset)).get(team, 0)
    fact = f"{team} has {counted(right, 'point')}, not {wrong[team]}: {by_car(setup, cars, team)}"
    reason = "place points, 1 bonus for a car that led a turn, 1 for the car that led most"
    known = list(_mistakes(setup, cars, team))
    named = [said for said, points in known if points.get(team) == wrong[team]]
    every = [said for said, points in known if all(points.get(one) == written[one] for one in written)]
    explained = next(iter(every), None) or next(iter(named), None)
    numbers = {"points": right, "written": wrong[team]}
    return Breach("TA-10.2", fact, explained or reason, token=team, numbers=numbers, rulings=ASKED)


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
    if way.most == CAR:
        said = "one of the level cars alone gets Most Laps Led, the one with the better place"
        yield said, team_points(cars, replace(way, most=LEVEL))
        said = "Most Laps Led goes to the car with most Turn Leader markers, not to the winner"
        yield said, team_points(cars, replace(way, most=WINNER))
        said = "Most Laps Led goes to the car with most Turn Leader markers, not to the team with most"
        yield said, team_points(cars, replace(way, most=TEAM))
    else:
        said = "here Most Laps Led goes to the team whose cars have most markers together, not to a car"
        yield said, team_points(cars, replace(way, most=CAR))
    yield (
        "the point for Most Laps Led is missing in this number",
        team_points(cars, replace(way, most=NOBODY)),
    )
    without = [replace(car, led=led_of(car) - 1) if car.place == 1 and car.led else car for car in cars]
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
            if high is not None and total in range(low, high):
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
        claimed = " and ".join(f"{team} {total}" for team, total in written.items())
        fact = f"no places and Turn Leader markers give {claimed}"
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
        bonus = bonus_of(replace(car, led=led), way)
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
    known = sum(place_points(place_of(car)) for car in own if car.place is not None)
    places = frozenset(known + points for points in _sums_of(free, unknown))
    low = sum(bonus_of(replace(car, led=car.least if car.led is None else car.led), way) for car in own)
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
