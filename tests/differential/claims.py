"""Claims for both judges: any string of steps up to the MPs of the card, legal or not, with choices written now and then."""

from random import Random

from model.thunder_alley.cards import CARDS
from model.thunder_alley.moves import Activation, Path, Step
from tests.differential.situations import Situation, situation

KINDS = ("f", "f", "f", "i", "o")
RARE = ("di", "do", "s", "b")
MOST_STEPS = 9


def claim(number: int, seed: int = 1) -> tuple[Situation, Activation]:
    """The claim of this number, in the situation of this number: half of them are strings of any steps, half mostly forward with
    a few steps of other kinds, as people write."""
    asked = situation(number, seed)
    rng = Random(f"claim {seed} {number}")
    card = CARDS[asked.card]
    steps = tuple(
        _step(rng, asked, token) for token in range(rng.randint(0, min(MOST_STEPS, card.speed + 1)))
    )
    second = None
    if asked.card == "teamwork" and rng.random() < 0.7:
        others = [car.number for car in asked.position.cars if car.number != asked.car]
        if others:
            second = (
                rng.choice(others),
                Path(tuple(_step(rng, asked, token) for token in range(rng.randint(0, 4)))),
            )
    return asked, Activation(asked.car, asked.card, Path(steps), second=second)


def _step(rng: Random, asked: Situation, token: int) -> Step:
    kind = rng.choice(RARE) if rng.random() < 0.04 else rng.choice(KINDS)
    bump = kind in ("f", "i", "o") and rng.random() < 0.05
    lane = rng.choice("abcd") if rng.random() < 0.05 and not bump else None
    return Step(kind, bump=bump, lane=lane, token=token)
