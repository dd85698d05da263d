"""TA-10.2: the points of a race."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from model.ruleset import parameter
from model.thunder_alley.facts import DATA, PLACE_POINTS
from model.thunder_alley.position import Car, Setup
from model.thunder_alley.reports import NO_CAR, Scored
from model.values import replace, value
from verifier.solving.session import NoAnswerError

MOST_LOST = 4
"""The most cars without a noted place for which all placings are tried."""


@value
class Score:
    """Points of a race.

    `places`: each car and the points of its place, best first. `led`: cars with the bonus for leading a turn. `most_led`: the
    car that led most, or the team under `most-led-recipient: team`; None if no car led. `winners`: several if the win is
    shared.
    """

    places: tuple[tuple[int, int], ...]
    led: tuple[int, ...]
    most_led: int | str | None
    points: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]


def score(setup: Setup, cars: Sequence[Car]) -> Score:
    """The points of a race in which every car has its place (TA-10.2). `cars` need a team, a place and their Turn Leader markers
    (`led`)."""
    readings = setup.ruleset.readings
    ranked = sorted(cars, key=lambda car: car.place or 0)
    places = {car.number: place_points(car.place or 0) for car in ranked}
    most = _most_led(ranked, by_team=readings["most-led-recipient"] == "team")
    bonus, extra = (parameter(DATA, setup.ruleset, name) for name in ("turn-led-points", "most-led-points"))
    per_marker = readings["turn-led-bonus"] == "per-marker"
    points: dict[str, int] = {}
    best: dict[str, int] = {}
    for car in ranked:
        own = places[car.number] + bonus * (car.led if per_marker else min(car.led, 1))
        points[car.team] = points.get(car.team, 0) + own + extra * (most == car.number)
        best.setdefault(car.team, car.place or 0)
    if isinstance(most, str):
        points[most] += extra
    return Score(
        tuple(places.items()),
        tuple(car.number for car in ranked if car.led),
        most,
        tuple(points.items()),
        winners(points, None if readings["team-score-tie"] == "shared" else best),
    )


def place_points(place: int) -> int:
    """The points of a place; there are 21 position markers."""
    return PLACE_POINTS[place - 1] if place <= len(PLACE_POINTS) else 0


def _most_led(ranked: Sequence[Car], *, by_team: bool) -> int | str | None:
    """The car or team with Most Laps Led: the most Turn Leader markers, and in a tie the better place (of its best car, for
    teams)."""
    markers: dict[int | str, int] = {}
    for car in ranked:
        key: int | str = car.team if by_team else car.number
        markers[key] = markers.get(key, 0) + car.led
    first = max(markers, key=lambda one: markers[one], default=None)
    return first if first is not None and markers[first] else None


def winners(points: Mapping[str, int], tie: Mapping[str, int] | None) -> tuple[str, ...]:
    """The teams with the most points. In a tie those with the lowest number in `tie` win; without `tie` all tied teams do."""
    most = [team for team, count in points.items() if count == max(points.values())]
    return tuple(team for team in most if tie is None or tie[team] == min(tie[one] for one in most))


def score_fits(setup: Setup, cars: Sequence[Car], claim: Scored) -> bool:
    """Whether these claims about points can be right. Each car whose place is not noted can have any free place (TA-4.3,
    TA-10.1). Raises `NoAnswerError` for more than `MOST_LOST` such cars."""
    lost = [car for car in cars if car.place is None]
    if len(lost) > MOST_LOST:
        raise NoAnswerError(f"the places of {len(lost)} cars are not noted")
    left = [place for place in range(1, len(cars) + 1) if place not in {car.place for car in cars}]
    known = [car for car in cars if car.place is not None]
    return any(
        _matches(
            score(setup, [*known, *(replace(car, place=n) for car, n in zip(lost, places, strict=True))]),
            claim,
        )
        for places in permutations(left, len(lost))
    )


def _matches(score: Score, claim: Scored) -> bool:
    places = [points for _, points in score.places]
    return (
        (claim.places is None or list(claim.places) == places[: len(claim.places)])
        and (claim.led is None or set(score.led) == set(claim.led) & {number for number, _ in score.places})
        and claim.most_led in (None, NO_CAR if score.most_led is None else score.most_led)
        and points_fit(dict(score.points), score.winners, claim)
    )


def points_fit(points: Mapping[str, int], winning: Sequence[str], claim: Scored) -> bool:
    """Whether teams have the claimed points, and the claimed teams win and no others."""
    return all(points.get(team) == count for team, count in claim.written.items()) and (
        claim.winners is None or set(claim.winners) == set(winning)
    )
