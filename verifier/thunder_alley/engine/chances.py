"""Chapter 10.2: the teams that cannot win any more, whatever happens until the end of the race."""

from collections.abc import Iterator

from model.thunder_alley.position import RACING, Position, Setup
from verifier.thunder_alley.engine.scoring import Counting, Entry, bonus_of, counting, place_points


def beaten(setup: Setup, position: Position) -> Iterator[tuple[str, int, str, int]]:
    """Each team whose greatest possible points are below the least of another: its name and these points, then the same of the
    other."""
    way = counting(setup.ruleset)
    bounds = {team: _bounds(way, position, team) for team in setup.colours}
    best = max(bounds, key=lambda team: bounds[team][0], default="")
    for team, (_, most) in bounds.items():
        if most is not None and most < bounds[best][0]:
            yield team, most, best, bounds[best][0]


def _bounds(way: Counting, position: Position, team: str) -> tuple[int, int | None]:
    """The least and the greatest points of a team; None for no limit. A car without a place gets one that no other car has; a
    car in the race can get further Turn Leader markers."""
    taken = [car.place for car in position.cars]
    left = [place_points(place) for place in range(1, len(taken) + 1) if place not in taken]
    cars = [car for car in position.cars if car.team == team]
    racing = sum(car.status == RACING for car in cars)
    fixed = sum(place_points(car.place) for car in cars if car.place is not None)
    bonus = sum(bonus_of(Entry(car.number, team, car.place, car.led), way) for car in cars)
    count = sum(car.place is None for car in cars)
    least = fixed + bonus + sum(sorted(left)[:count])
    if way.per_marker and racing:
        return least, None
    more = sum(way.led_points for car in cars if car.status == RACING and not car.led)
    return least, fixed + bonus + more + way.most_points + sum(sorted(left)[-count:] if count else ())
