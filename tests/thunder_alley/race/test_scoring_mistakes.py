"""The three published mistakes in counting points, in whole races, are refuted with TA-10.2 (a point for each Turn Leader marker;
Most Laps Led for two cars; Most Laps Led for the winner)."""

from collections import Counter
from collections.abc import Callable

import pytest

from tests.thunder_alley.race import races
from tests.thunder_alley.race.points_book import place_points
from tests.thunder_alley.race.races import keep_books
from tests.thunder_alley.race.standing_book import Sheet
from verifier.game import SimulateRequest
from verifier.records.replay import verify
from verifier.thunder_alley.simulate import simulate

Cars = list[Sheet]


def correct(cars: Cars) -> Counter[str]:
    most = max(car.led for car in cars)
    points = Counter({car.team: 0 for car in cars})
    for car in cars:
        points[car.team] += place_points(car.place or 0) + (car.led > 0)
    points[next(car.team for car in cars if car.led == most)] += most > 0
    return points


def a_point_per_marker(cars: Cars) -> Counter[str]:
    points = correct(cars)
    for car in cars:
        points[car.team] += max(0, car.led - 1)
    return points


def two_cars_with_most_led(cars: Cars) -> Counter[str]:
    points = correct(cars)
    most = max(car.led for car in cars)
    for car in [car for car in cars if car.led == most][1:2]:
        points[car.team] += 1
    return points


def the_winner_has_most_led(cars: Cars) -> Counter[str]:
    points = correct(cars)
    most = max(car.led for car in cars)
    points[next(car.team for car in cars if car.led == most)] -= 1
    points[cars[0].team] += 1
    return points


MISTAKES: dict[str, Callable[[Cars], Counter[str]]] = {
    "a point per marker": a_point_per_marker,
    "two cars have most led": two_cars_with_most_led,
    "the winner has most led": the_winner_has_most_led,
}
RACES = 24


@pytest.fixture(scope="module")
def kept() -> list[races.Kept]:
    requests = [
        SimulateRequest(3, number, players=2 + number % 6, given={"laps": 1 + number % 2})
        for number in range(RACES)
    ]
    return [keep_books(simulate(request)) for request in requests]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_result_line_is_refuted(mistake: str, kept: list[races.Kept]) -> None:
    made = 0
    for race in kept:
        wrong = _wrong(race, MISTAKES[mistake])
        if wrong is None:
            continue
        made += 1
        lines = race.text.rstrip("\n").split("\n")
        assert lines[-1].startswith("result ")
        lines[-1] = "result " + " ".join(f"{team} {points}" for team, points in wrong.items())
        _refuted("\n".join(lines), len(lines))
    assert made >= 3


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_check_of_a_team_is_refuted(mistake: str, kept: list[races.Kept]) -> None:
    race, team, points = next(
        (race, team, wrong[team])
        for race in kept
        if (wrong := _wrong(race, MISTAKES[mistake])) is not None
        for team in wrong
        if wrong[team] != _right(race)[team]
    )
    lines = race.text.rstrip("\n").split("\n")
    lines[-1] = f"check {team} {points}"
    _refuted("\n".join(lines), len(lines))
    lines[-1] = f"check {team} {_right(race)[team]}"
    assert verify("\n".join(lines))[0].verdict == "legal"


def _cars(race: races.Kept) -> Cars:
    return sorted(race.book.cars.values(), key=lambda car: car.place or 0)


def _right(race: races.Kept) -> Counter[str]:
    return correct(_cars(race))


def _wrong(race: races.Kept, way: Callable[[Cars], Counter[str]]) -> Counter[str] | None:
    """The points with the mistake; None if it makes no difference."""
    assert race.book.points() == _right(race)
    wrong = way(_cars(race))
    return wrong if wrong != _right(race) else None


def _refuted(text: str, line: int) -> None:
    [report] = verify(text, "mistake.race")
    assert report.verdict == "illegal" and report.findings
    for finding in report.findings:
        assert (finding.kind, finding.line, finding.rules[0]) == ("claim", line, "TA-10.2")
