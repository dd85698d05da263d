"""Partly read bars and cars that were not recorded, compared with every grid that the cards can have given."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from random import Random

import pytest

from tests.thunder_alley.engine.test_grid import cars_for, setup
from verifier.thunder_alley.engine.grid import PER_CARD, PER_ROUND, SERPENTINE, due, judge_grid

TEAMS = ("Red", "Blue", "Green")
PRINTED = (*TEAMS, "Pink")
"""The colours of a bar here: one of them does not race."""

WAYS = (SERPENTINE, PER_ROUND, PER_CARD)
STORIES = 40

Grid = tuple[str, ...]


def whole(read: Sequence[str], winner: str | None) -> set[Grid]:
    """The orders of the racing teams on the bars that begin with the part that was read (TA-2.5, TA-11.2)."""
    found = set()
    for bar in permutations(PRINTED):
        if bar[: len(read)] == tuple(read):
            order = [team for team in bar if team in TEAMS]
            place = order.index(winner) if winner in order else 0
            if place:
                order[place - 1], order[place] = order[place], order[place - 1]
            found.add(tuple(order))
    return found


def grids(way: str, read: Sequence[Sequence[str]], per_team: int, winner: str | None) -> set[Grid]:
    """Every grid that cards with these bars give."""
    found = set()
    for orders in product(*(whole(bar, winner) for bar in read)):
        if way == SERPENTINE:
            [order] = orders
            rows = [order if row % 2 == 0 else order[::-1] for row in range(per_team)]
            found.add(tuple(team for row in rows for team in row))
        elif way == PER_ROUND:
            found.add(tuple(team for order in orders for team in order))
        else:
            grid: list[str] = []
            for order in orders:
                grid.append(next(team for team in order if grid.count(team) < per_team))
            found.add(tuple(grid))
    return found


def stories(way: str) -> Iterator[tuple[Random, list[Grid], int, str | None, list[Grid]]]:
    """The part of each bar that was read, cars of a team, the winner of the race before, and the grids that this allows."""
    for seed in range(STORIES):
        rng = Random(seed)
        per_team = rng.randint(1, {PER_CARD: 2, PER_ROUND: 3}.get(way, 4))
        cards = {SERPENTINE: 1, PER_ROUND: per_team}.get(way, per_team * len(TEAMS))
        bars = [tuple(rng.sample(PRINTED, len(PRINTED))) for _ in range(cards)]
        # Cards that were not read at all allow too many grids to enumerate.
        least = 0 if way == SERPENTINE else 1
        read = [bar[: rng.randint(least, len(bar))] for bar in bars]
        winner = rng.choice([None, "Red", "Pink"])
        yield rng, read, per_team, winner, sorted(grids(way, read, per_team, winner))


def certain(read: Sequence[Sequence[str]], winner: str | None) -> bool:
    """Whether the winner's place is read on each bar; if not, the judge leaves more spaces open than necessary."""
    return winner not in TEAMS or all(winner in bar for bar in read)


@pytest.mark.parametrize("way", WAYS)
def test_who_may_stand_next(way: str) -> None:
    for _, read, per_team, winner, every in stories(way):
        for before in sorted({grid[:place] for grid in every for place in range(len(grid))}):
            possible = {grid[len(before)] for grid in every if grid[: len(before)] == before}
            found = due(way, read, TEAMS, per_team, before, winner)
            assert possible <= set(found), (read, winner, before)
            if certain(read, winner):
                assert possible == set(found), (read, winner, before, found)


@pytest.mark.parametrize("way", WAYS)
def test_the_first_car_that_no_grid_allows_is_at_fault(way: str) -> None:
    wrong = 0
    for rng, read, per_team, winner, every in stories(way):
        if not certain(read, winner):
            continue
        race = setup(TEAMS, per_team, *(() if way == SERPENTINE else (way,)))
        for _ in range(6):
            grid = list(rng.choice(every))
            one, other = rng.randrange(len(grid)), rng.randrange(len(grid))
            grid[one], grid[other] = grid[other], grid[one]
            breaches = judge_grid(race, read, cars_for(race, grid), (winner,)).breaches
            step = next(
                (n for n in range(1, len(grid) + 1) if not any(list(one[:n]) == grid[:n] for one in every)), 0
            )
            assert [breach.step for breach in breaches] == ([step] if step else []), (read, winner, grid)
            wrong += bool(step)
    assert wrong


@pytest.mark.parametrize("way", WAYS)
def test_a_space_that_nobody_noted_allows_what_could_have_been(way: str) -> None:
    refused = 0
    for rng, read, per_team, winner, every in stories(way):
        race = setup(TEAMS, per_team, *(() if way == SERPENTINE else (way,)))
        for lies in (0, 0, 1, 1, 1, 1):
            grid = list(rng.choice(every))
            for _ in range(lies):
                one, other = rng.randrange(len(grid)), rng.randrange(len(grid))
                grid[one], grid[other] = grid[other], grid[one]
            hidden = rng.sample(range(len(grid)), rng.randint(1, len(grid) - 1))
            cars = [None if place in hidden else car for place, car in enumerate(cars_for(race, grid))]
            judged = judge_grid(race, read, cars, (winner,))
            fits = any(
                all(place in hidden or one[place] == grid[place] for place in range(len(grid)))
                for one in every
            )
            assert not (fits and judged.breaches), (read, winner, cars)
            if way != PER_CARD and certain(read, winner):
                assert fits or judged.breaches, (read, winner, cars)
            assert judged.position is None
            refused += bool(judged.breaches)
    assert refused
