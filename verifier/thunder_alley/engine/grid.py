"""Chapter 2: how many cars race and who stands where on the grid, with the options 12.2 and 12.3 and the seasons of 11.2."""

from collections.abc import Iterator, Sequence
from functools import partial

from model.ruleset import Ruleset, parameter
from model.thunder_alley.cards_seen import Dealt
from model.thunder_alley.facts import CARS_PER_TEAM, DATA, PLACE_POINTS
from model.thunder_alley.moves import Grid
from model.thunder_alley.position import Car, Position, Setup, make_position
from model.thunder_alley.standing import Standing
from model.values import replace, value
from verifier.findings import Breach
from verifier.judging import Effect, Judgement, Outcome

SERPENTINE, PER_ROUND, PER_CARD = "serpentine", "grid-per-round", "grid-per-card"
"""One card for the whole grid, read forward and back (TA-2.5); a card for each round of cars, or for each space (TA-12.2)."""

ONE_WAY = "one-way"
"""One card for the whole grid, read from left to right for each round of cars: without TA-2.5."""

ONE_CARD = (SERPENTINE, ONE_WAY)

MOST_CARS = len(PLACE_POINTS)
"""Position markers in the box (TA-12.3)."""

Bar = Sequence[str]
"""The colours of a Team Bar from left to right, as far as they were read; teams are written as in `Setup.teams`."""


@value
class GridJudgement:
    """What is wrong with a grid (`Breach.step` is the grid space, 0: the grid as a whole), and the resulting position: None if
    a car is not known, or the track has no space for it."""

    breaches: tuple[Breach, ...]
    position: Position | None


def way_of(ruleset: Ruleset) -> str:
    """How the grid is drawn: by one of the options of TA-12.2, else by TA-2.5 or without it."""
    chosen = next((way for way in (PER_ROUND, PER_CARD) if way in ruleset.options), None)
    return chosen or (ONE_WAY if "TA-2.5" in ruleset.left_out else SERPENTINE)


def cars_per_team(setup: Setup) -> int | None:
    """The number of cars each team races (TA-2.3, TA-12.3); None for a number of teams that the rules do not cover."""
    chosen = setup.ruleset.options.get("cars-per-team")
    return int(chosen) if chosen is not None else CARS_PER_TEAM.get(len(setup.teams))


def hand_size(ruleset: Ruleset, per_team: int) -> int:
    """Race cards dealt to each player (TA-2.7): one more than the cars of a team at the start."""
    return per_team + parameter(DATA, ruleset, "extra-cards")


def bar_order(bar: Bar, teams: Sequence[str], previous_winner: str | None = None) -> tuple[str, ...]:
    """The racing teams in the order of a bar, as far as it is certain, other colours skipped (TA-2.5).

    The team whose car won the previous race of a season moves one place up, counted among those that race (TA-11.2,
    season-move-up-absent-teams). If that team is in the unread part, the last team before it is not certain.
    """
    order = [team for team in dict.fromkeys(bar) if team in teams]
    unread = [team for team in teams if team not in order]
    if len(unread) == 1:
        order += unread
    if previous_winner not in teams:
        return tuple(order)
    if previous_winner not in order:
        return tuple(order[:-1])
    place = order.index(previous_winner)
    if place:
        order[place - 1 : place + 1] = reversed(order[place - 1 : place + 1])
    return tuple(order)


def due(
    way: str,
    bars: Sequence[Bar],
    teams: Sequence[str],
    per_team: int,
    before: Sequence[str | None],
    previous_winner: str | None = None,
) -> tuple[str, ...]:
    """The teams that may have a car on the next grid space, given the teams `before` it (None: not noted). More than one only
    if a bar was not read (TA-2.5, TA-12.2)."""
    bar = _bar(bars, bar_number(way, len(before), len(teams)))
    return _due(way, bar_order(bar, teams, previous_winner), teams, per_team, before)


def _due(
    way: str, order: tuple[str, ...], teams: Sequence[str], per_team: int, before: Sequence[str | None]
) -> tuple[str, ...]:
    """The same, if the order of the teams on the bar is known."""
    count = len(teams)
    row, column = divmod(len(before), count)
    if way == PER_CARD:
        if None in before:
            return tuple(teams)
        left = [team for team in teams if before.count(team) < per_team]
        read = [team for team in order if team in left]
        return tuple(read[:1] or (team for team in left if team not in order))
    backwards = way == SERPENTINE and row % 2 == 1
    index = count - 1 - column if backwards else column
    if index < len(order):
        return (order[index],)
    rows = range(row) if way in ONE_CARD else ()
    above = [before[line * count + _column(way, index, line, count)] for line in rows]
    known = next((team for team in above if team is not None), None)
    if known is not None:
        return (known,)
    taken = {*order, *(before if way in ONE_CARD else before[row * count :])}
    return tuple(team for team in teams if team not in taken) or tuple(teams)


def bar_number(way: str, place: int, count: int) -> int:
    """Which of the bars turned up belongs to a grid space."""
    if way == PER_CARD:
        return place
    return place // count if way == PER_ROUND else 0


def _bar(bars: Sequence[Bar], number: int) -> Bar:
    return bars[number] if number < len(bars) else ()


def _column(way: str, index: int, row: int, count: int) -> int:
    return count - 1 - index if way == SERPENTINE and row % 2 else index


def grid_teams(
    way: str, bars: Sequence[Bar], teams: Sequence[str], per_team: int, previous_winner: str | None = None
) -> tuple[str | None, ...]:
    """The team of each grid space, pole first; None where the bar was not read far enough."""
    grid: list[str | None] = []
    for _ in range(per_team * len(teams)):
        possible = due(way, bars, teams, per_team, grid, previous_winner)
        grid.append(possible[0] if len(possible) == 1 else None)
    return tuple(grid)


def judge_grid(
    setup: Setup,
    bars: Sequence[Bar],
    cars: Sequence[int | None],
    previous: Sequence[str | None] = (None,),
) -> GridJudgement:
    """Whether these cars may stand on the grid in this order, and the position before the first turn (TA-2.3 to TA-2.6).

    `cars` are in grid order, pole first, each of them in `setup.teams` and none twice; None for one that was not noted.
    `previous` are the teams that may have won the previous race of a season (TA-11.2); None if there was no such race.
    """
    breaches = [*_numbers(setup, cars), *_spaces(setup, cars)]
    owners = {car: team.colour for team in setup.teams for car in team.cars}
    grid = [owners[car] if car is not None else None for car in cars]
    each = len(cars) // len(setup.teams)
    even = len(cars) == each * len(setup.teams)
    if each and even and all([grid.count(team.colour) <= each for team in setup.teams]):
        breaches += _order(setup, bars, cars, grid, each, previous)
    return GridJudgement(tuple(breaches), _table(setup, cars, owners))


def laid(setup: Setup, standing: Standing, grid: Grid) -> Judgement[Standing]:
    """The start of a race. A wrong grid is judged as it stands, and the race can go on from there."""
    found = judge_grid(setup, grid.bars, grid.cars, grid.winners)
    if found.position is None:
        limit = "" if found.breaches else "which car was here is not noted, so the position is not known"
        return Judgement(breaches=found.breaches, limit=limit)
    dealt = Dealt(len(found.position.cars), found.position.first)
    start = standing.on(found.position).seeing(dealt)
    return Judgement((Outcome(start, partial(_effects, setup, start.position, grid)),), found.breaches)


def _effects(setup: Setup, position: Position, grid: Grid) -> list[Effect]:
    """The number of cars, the space of each, the First Player."""
    number = "TA-12.3" if "cars-per-team" in setup.ruleset.options else "TA-2.3"
    order = ["TA-2.5" if way_of(setup.ruleset) in ONE_CARD else "TA-12.2"]
    if any([team in grid.winners for team in setup.colours]):
        order.append("TA-11.2")
    spaces = [Effect(tuple(order), "", str(car.number), "space", car.space or "") for car in position.cars]
    return [Effect((number,)), *spaces, Effect(("TA-2.6",))]


def _numbers(setup: Setup, cars: Sequence[int | None]) -> Iterator[Breach]:
    """TA-2.3 and TA-12.3: as many cars as the rules require, and the same number for each team."""
    chosen = "cars-per-team" in setup.ruleset.options
    rule = "TA-12.3" if chosen else "TA-2.3"
    wanted, teams = cars_per_team(setup), len(setup.teams)
    if wanted is None:
        fact = f"{teams} team{' races' if teams == 1 else 's race'}; a race has 2 to 7"
        yield Breach("TA-2.3", fact, "the number of players sets the number of cars per team")
        return
    counts = {team.colour: sum(car in cars for car in team.cars) for team in setup.teams}
    known = None not in cars
    wrong = {team: n for team, n in counts.items() if n > wanted or (known and n != wanted)}
    numbers = {"cars_per_team": wanted, "teams": teams}
    why = f"with option `cars-per-team = {wanted}`" if chosen else f"with {teams} teams"
    if wrong:
        same = set(wrong.values()) if len(wrong) == teams else set()
        have = [f"{team} has {n}" for team, n in wrong.items()]
        fact = f"{', '.join(have)} on the grid; {why} each team races {wanted}"
        if len(same) == 1:
            fact = f"each team has {same.pop()} on the grid; {why} it races {wanted}"
        reason = "all teams race equally many cars" if chosen else ""
        yield Breach(rule, fact, reason, numbers=numbers)
    elif len(cars) > wanted * teams:
        fact = f"{len(cars)} cars are on the grid; {why} each team races {wanted}, {wanted * teams} in all"
        yield Breach(rule, fact, numbers=numbers)
    if len(cars) > MOST_CARS:
        fact = f"{len(cars)} cars are on the grid; there are {MOST_CARS} position markers"
        yield Breach("TA-12.3", fact, numbers={"cars": len(cars), "most": MOST_CARS})


def _spaces(setup: Setup, cars: Sequence[int | None]) -> Iterator[Breach]:
    """Each car needs a grid space of the track."""
    spaces = len(setup.track.grid) if setup.track is not None else len(cars)
    if 0 < spaces < len(cars):
        fact = f"the grid of this track has {spaces} spaces for {len(cars)} cars"
        yield Breach("TA-1.3-grid", fact, step=spaces + 1, numbers={"cars": len(cars), "spaces": spaces})


def _order(
    setup: Setup,
    bars: Sequence[Bar],
    cars: Sequence[int | None],
    grid: Sequence[str | None],
    each: int,
    previous: Sequence[str | None],
) -> Iterator[Breach]:
    """The first grid space with a car of the wrong team, under the previous winner that explains most of the grid."""
    way, teams = way_of(setup.ruleset), setup.colours
    most = {PER_ROUND: each, PER_CARD: len(cars)}.get(way, 1)
    if len(bars) > most:
        fact = f"{len(bars)} Team Bars are written for a grid that takes {most}"
        yield Breach("TA-2.5" if way in ONE_CARD else "TA-12.2", fact, numbers={"bars": len(bars)})
        return
    found: list[tuple[int, str | None, tuple[str, ...]]] = []
    stays = "TA-11.2" in setup.ruleset.left_out
    for winner in (None,) if stays else previous:
        place, wanted = _first_wrong(way, bars, teams, each, grid, winner)
        if place is None:
            return
        found.append((place, winner, wanted))
    farthest = max(found, key=lambda entry: entry[0])
    breach = _wrong(way, bars, teams, each, cars, grid, farthest, known=len(previous) == 1)
    if stays and any(_first_wrong(way, bars, teams, each, grid, winner)[0] is None for winner in previous):
        breach = replace(
            breach, rule="TA-11.2", reason="no team moves up on the bar, whoever won the race before"
        )
    yield breach


def _first_wrong(
    way: str,
    bars: Sequence[Bar],
    teams: Sequence[str],
    each: int,
    grid: Sequence[str | None],
    winner: str | None,
) -> tuple[int | None, tuple[str, ...]]:
    read = -1
    order: tuple[str, ...] = ()
    for place, team in enumerate(grid):
        number = bar_number(way, place, len(teams))
        if number != read:
            read, order = number, bar_order(_bar(bars, number), teams, winner)
        wanted = _due(way, order, teams, each, grid[:place])
        if team is not None and team not in wanted:
            return place, wanted
    return None, ()


def _wrong(
    way: str,
    bars: Sequence[Bar],
    teams: Sequence[str],
    each: int,
    cars: Sequence[int | None],
    grid: Sequence[str | None],
    wrong: tuple[int, str | None, tuple[str, ...]],
    *,
    known: bool,
) -> Breach:
    """The breach at a grid space. TA-11.2 is cited if it is `known` who won the previous race, and other Team Bars would allow
    the grid."""
    place, winner, wanted = wrong
    whose = f"a car of {' or '.join(wanted)} belongs"
    fact = f"{cars[place]} of {grid[place]} stands on grid space {place + 1}, where {whose}"
    numbers = {"grid_space": place + 1}
    right = grid_teams(way, bars, teams, each, winner)
    if winner is not None and not known:
        fact = f"{fact} even if a car of {winner} won the race before"
    elif winner is not None and _first_wrong(way, (), teams, each, grid, None)[0] is None:
        reason = (
            f"a car of {winner} won the race before, so {winner} moves one place up on the bar and no more"
        )
        return Breach("TA-11.2", _with_order(fact, right, teams, way), reason, place + 1, numbers=numbers)
    if way in ONE_CARD:
        reason = "the Team Bar is read left to right, then right to left, and so on, one car of each team"
        if way == ONE_WAY:
            reason = "the Team Bar is read from left to right for every round of cars"
        return Breach("TA-2.5", _with_order(fact, right, teams, way), reason, place + 1, numbers=numbers)
    reason = "each round of cars has its own card, read left to right"
    if way == PER_CARD:
        reason = "each grid space has its own card; the first team on it with a car left takes the space"
    return Breach("TA-12.2", fact, reason, place + 1, numbers=numbers)


def _with_order(fact: str, right: Sequence[str | None], teams: Sequence[str], way: str) -> str:
    """The fact, with the order of the first row if the bar shows it and it holds for every row."""
    row = [team for team in right[: len(teams)] if team is not None]
    return f"{fact}; the order is {' '.join(row)}" if way in ONE_CARD and len(row) == len(teams) else fact


def _table(setup: Setup, cars: Sequence[int | None], owners: dict[int, str]) -> Position | None:
    """TA-2.6: cars on the grid without markers, a place marker for each, the First Player is the owner of the pole car."""
    spaces: Sequence[str | None] = setup.track.grid if setup.track is not None else [None] * len(cars)
    known = [car for car in cars if car is not None]
    if not known or len(known) < len(cars) or len(spaces) < len(cars):
        return None
    standing = [Car(car, owners[car], space, crossed=0) for car, space in zip(known, spaces, strict=False)]
    first = owners[known[0]]
    return make_position(standing, first=first, next=first)
