"""Claims for both judges: any string of steps up to the MPs of the card, legal or not, sometimes with choices written."""

from random import Random
from typing import Any

from model.thunder_alley.cards import CARDS
from model.thunder_alley.moves import Activation, Path, Step
from model.values import replace
from tests.differential.situations import Situation, situation
from verifier.thunder_alley.engine import judge

KINDS = ("f", "f", "f", "i", "o")
RARE = ("di", "do", "s", "b")
MOST_STEPS = 9

TRIES = 6
"""Strings of steps to try; the first legal one is taken."""


def claim(
    number: int, seed: int = 1, *, fragment: bool = False, left_out: bool = False
) -> tuple[Situation, Activation]:
    """The claim with this number, in the situation with this number. Half of the claims are strings of random steps; half are
    mostly forward with a few other steps, as people write them."""
    asked = situation(number, seed, fragment=fragment, left_out=left_out)
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


def annotated(
    number: int, seed: int = 1, *, fragment: bool = False, left_out: bool = False
) -> tuple[Situation, Activation]:
    """The claim with this number, which also asserts something, true or not: a fork lane, a car or place, a space, a price, a
    displaced car, the linked cars, the end of a path, where Clean Air puts a car (with any card, and Teamwork's second car too).
    Most of these claims are otherwise legal moves."""
    asked = situation(number, seed, fragment=fragment, left_out=left_out)
    rng = Random(f"annotated {seed} {number}")
    total = CARDS[asked.card].speed
    for _ in range(TRIES):
        kinds = [rng.choice(KINDS) if rng.random() < 0.3 else "f" for _ in range(rng.randint(1, total + 1))]
        steps = [Step(kind, token=token) for token, kind in enumerate(kinds)]
        judged = judge(asked.setup, asked.position, Activation(asked.car, asked.card, Path(tuple(steps))))
        if not judged.breaches:
            break
    ends = {car.space for one in judged.outcomes for car in one.position.cars if car.number == asked.car}
    for _ in range(rng.randint(1, 2)):
        place = rng.randrange(len(steps))
        steps[place] = replace(steps[place], **_annotation(rng, asked))
    here = rng.choice(_around(asked, rng.choice([*ends, None])))
    path = Path(tuple(steps), ends=here if rng.random() < 0.2 else None)
    second = None
    if asked.card == "teamwork":
        team = next(car.team for car in asked.position.cars if car.number == asked.car)
        others = [car.number for car in asked.position.cars if car.team == team and car.number != asked.car]
        if others:
            forward = tuple(Step("f", token=token) for token in range(3))
            second = rng.choice(others), _put(rng, asked, Path(forward))
    return asked, Activation(asked.car, asked.card, _put(rng, asked, path), second=second)


def _put(rng: Random, asked: Situation, path: Path) -> Path:
    """The path, often with a space where Clean Air puts the car if that is the card, else rarely."""
    share = 0.5 if asked.card == "clean-air" else 0.1
    return replace(path, placed=rng.choice(_around(asked, None))) if rng.random() < share else path


def _annotation(rng: Random, asked: Situation) -> dict[str, Any]:
    """Something that a record can assert about a step."""
    numbers = [car.number for car in asked.position.cars]
    lane = rng.choice("abcd")
    match rng.choice(("lane", "car", "car", "place", "place", "space", "price", "displaced", "links")):
        case "lane":
            return {"lane": lane}
        case "car":
            return {"lanes": ((rng.choice(numbers), lane),)}
        case "place":
            return {"forks": ((rng.choice(_around(asked, None)), rng.choice("><"), lane),)}
        case "space":
            return {"to": rng.choice(_around(asked, None))}
        case "price":
            return {"booked": rng.randint(0, 3)}
        case "displaced":
            return {"displaces": True}
        case _:
            return {"links": tuple(rng.sample(numbers, rng.randint(0, min(2, len(numbers)))))}


def _around(asked: Situation, space: str | None) -> list[str]:
    """The spaces of this space's sector; otherwise those from one sector behind the car to as far as its card reaches."""
    track = asked.setup.track
    assert track is not None
    if space is not None and not space.endswith("p"):
        first, sectors = track.place[track.sector[track.index[space]]], 1
    else:
        car = asked.position.car(asked.car)
        assert car is not None and car.space is not None
        own = int(car.space[:-1])
        first, sectors = track.place[own] - 1, CARDS[asked.card].speed + 2
    near = {track.sectors[(first + ahead) % len(track.sectors)] for ahead in range(sectors)}
    return [name for name, sector in zip(track.spaces, track.sector, strict=True) if sector in near]
