"""Segments without a card, and the points of a race: who may pass or retire, and what each team scores."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from model.thunder_alley.moves import Chosen, Move, Pass, Retire
from model.thunder_alley.position import FINISHED, OUT, Car, Position, Setup
from tests.differential.agreement import Results, facts, unlike
from tests.differential.situations import Situation
from verifier.thunder_alley.engine import judge as engine_judge
from verifier.thunder_alley.engine.scoring import entries
from verifier.thunder_alley.engine.scoring import score as engine_score
from verifier.thunder_alley.spec import judge as spec_judge
from verifier.thunder_alley.spec.scoring import score as spec_score

LEVEL_TRIES = 60
"""Race ends to try until one has level teams."""


@dataclass(frozen=True, slots=True)
class TableSituation:
    """A position of a race."""

    number: int
    setup: Setup
    position: Position


def segment_situation(asked: Situation) -> TableSituation:
    """A position on which a team's segment is due, or it is unknown whose."""
    rng = Random(f"segment {asked.number}")
    team = rng.choice([None, *(team.colour for team in asked.setup.teams)])
    return TableSituation(asked.number, asked.setup, replace(asked.position, next=team))


def _moves(asked: TableSituation) -> Iterator[Move]:
    """All actions without a card."""
    for car in asked.position.cars:
        yield from (Pass(car.number), Retire(car.number), Chosen(car.number))
    yield from (Pass(team=team.colour) for team in asked.setup.teams)


def segment_results(asked: TableSituation) -> Results:
    """The engine's answer: the legal actions with their results."""
    judged = ((move, engine_judge(asked.setup, asked.position, move)) for move in _moves(asked))
    return frozenset((move, _came(move, one.position)) for move, found in judged for one in found.outcomes)


def segments(asked: TableSituation) -> str:
    """Whether both judges allow the same, with the same positions: an empty string, or the difference."""
    judged = ((move, spec_judge(asked.setup, asked.position, move)) for move in _moves(asked))
    theirs = frozenset((move, _came(move, one)) for move, found in judged for one in found.positions)
    return unlike(segment_results(asked), theirs)


def _came(move: Move, table: Position) -> tuple[object, ...]:
    """The position; a pass that names no car counts once, because it does not matter which of several lost cars it uses."""
    return () if isinstance(move, Pass) and move.car is None else facts(table)


def score_situation(asked: Situation) -> TableSituation:
    """The end of a race with the cars of a situation: any places, any Turn Leader markers; every other time with teams level at
    the top, if possible."""
    rng = Random(f"score {asked.number}")
    cars = asked.position.cars[: rng.randint(2, 8)]
    found = _over(rng, asked, cars)
    for _ in range(LEVEL_TRIES if asked.number % 2 else 0):
        score = engine_score(found.setup, entries(found.setup, found.position))
        assert score is not None
        if sorted(score.team_points.values())[-2:].count(max(score.team_points.values())) > 1:
            break
        found = _over(rng, asked, cars)
    return found


def _over(rng: Random, asked: Situation, cars: tuple[Car, ...]) -> TableSituation:
    places = rng.sample(range(1, len(cars) + 1), len(cars))
    over = [
        replace(car, space=None, status=status, place=place, led=rng.choice((0, 0, 1, 2)))
        for car, place in zip(cars, places, strict=True)
        for status in [rng.choice((FINISHED, FINISHED, OUT))]
    ]
    return TableSituation(asked.number, asked.setup, replace(asked.position, cars=tuple(over)))


def score_results(asked: TableSituation) -> Results:
    """The engine's answer: bonus points, Most Laps Led, sums, winners."""
    score = engine_score(asked.setup, entries(asked.setup, asked.position))
    assert score is not None
    return frozenset(
        {
            ("places", tuple(sorted(score.place_points.items()))),
            ("bonus", tuple(sorted(score.bonus))),
            ("most led", score.most_led),
            ("sums", tuple(sorted(score.team_points.items()))),
            ("winners", frozenset(score.winners)),
        }
    )


def scores(asked: TableSituation) -> str:
    """Whether both judges count the same points: an empty string, or the difference."""
    score = spec_score(asked.setup, asked.position.cars)
    theirs = {
        ("places", tuple(sorted(score.places))),
        ("bonus", tuple(sorted(score.led))),
        ("most led", score.most_led),
        ("sums", tuple(sorted(score.points))),
        ("winners", frozenset(score.winners)),
    }
    return unlike(score_results(asked), frozenset(theirs))
