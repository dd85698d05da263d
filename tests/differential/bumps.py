"""Several bumps in a row, for both judges. They leave the same position as a single bump, so a ruling about them changes which
claims are legal, not which positions can follow."""

from dataclasses import dataclass, replace
from itertools import product
from random import Random

from model.thunder_alley.moves import FORWARD, INWARD, OUTWARD, Activation, Path, Step
from model.thunder_alley.position import Position, Setup
from tests.differential.agreement import Results, claim
from tests.differential.situations import Situation
from verifier.thunder_alley.engine import judge as engine_judge
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.lines.text import move_text

MOST_CLAIMS = 12
"""Claims that are judged on one position."""

BUMPS = tuple(
    tuple(Step(kind, bump=True) for kind in kinds)
    for count in (2, 3)
    for kinds in product((FORWARD, INWARD, OUTWARD), repeat=count)
)


@dataclass(frozen=True, slots=True)
class BumpSituation:
    """A position, a car with a card, and moves of it that end with two or three bumps."""

    number: int
    setup: Setup
    position: Position
    car: int
    card: str
    claims: tuple[Activation, ...]


def bump_situation(asked: Situation) -> BumpSituation | None:
    """Prefixes of legal moves, each followed by bumps; None if the car has no move."""
    rng = Random(f"bumps {asked.number}")
    legal = legal_moves(asked.setup, asked.position, asked.car, asked.card)
    begun = {
        move.move.path.steps[:count]
        for move in legal
        if move.move.path is not None and move.move.second is None
        for count in range(len(move.move.path.steps) + 1)
    }
    if not begun:
        return None
    first = sorted(begun, key=lambda steps: (len(steps), repr(steps)))
    found = dict.fromkeys((*rng.choice(first), *rng.choice(BUMPS)) for _ in range(MOST_CLAIMS))
    claims = tuple(Activation(asked.car, asked.card, Path(_numbered(steps))) for steps in found)
    return BumpSituation(asked.number, asked.setup, asked.position, asked.car, asked.card, claims)


def _numbered(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    return tuple(replace(step, token=place) for place, step in enumerate(steps))


def bump_results(asked: BumpSituation) -> Results:
    """The engine's answer: the legal claims with the positions they lead to."""
    judged = ((move, engine_judge(asked.setup, asked.position, move)) for move in asked.claims)
    return frozenset(
        (move_text(move), tuple(one.position for one in found.outcomes))
        for move, found in judged
        if not found.breaches
    )


def bumps(asked: BumpSituation) -> str:
    """Whether both judges agree on every claim: an empty string, or the difference."""
    table = Situation(asked.number, asked.setup, asked.position, asked.car, asked.card)
    return next((said for move in asked.claims if (said := claim(table, move))), "")
