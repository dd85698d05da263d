"""The bookkeeper's sums after a race (TA-10.2)."""

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.thunder_alley.race.standing_book import Standing


def place_points(place: int) -> int:
    """46 for the first, 42 for the second, and one less for each further place."""
    return 46 if place == 1 else 44 - place


def team_points(book: "Standing") -> dict[str, int]:
    """Points by team, from the winning one down."""
    cars = sorted(book.cars.values(), key=lambda car: car.place or 0)
    points: Counter[str] = Counter()
    best: dict[str, int] = {}
    led: Counter[str] = Counter()
    for place, car in enumerate(cars, 1):
        if car.place != place:
            book.wrong(f"place {place} has not been given")
        bonus = car.led if book.reading("turn-led-bonus", "per-marker") else int(car.led > 0)
        points[car.team] += place_points(place) + bonus
        best.setdefault(car.team, place)
        led[car.team] += car.led
    most = max(car.led for car in cars)
    if most and book.reading("most-led-recipient", "team"):
        points[min(led, key=lambda team: (-led[team], best[team]))] += 1
    elif most:
        points[next(car.team for car in cars if car.led == most)] += 1
    return dict(sorted(points.items(), key=lambda entry: (-entry[1], best[entry[0]])))


def winner(book: "Standing") -> str:
    """The team with most points; a tie goes to the team with the best car."""
    return next(iter(team_points(book)))
