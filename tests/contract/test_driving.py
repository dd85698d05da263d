"""A race is played by what a game offers and by a player: a toy game needs nothing else."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from verifier.driving import Race, by_chance
from verifier.judging import Judgement, Outcome
from verifier.offers import Choice, Offer, decide, every

GOAL = 10


def offers(_setup: None, at: int) -> Offer[int] | None:
    """A walk of one or two spaces; a third choice leads nowhere."""
    if at >= GOAL:
        return None
    nowhere = Choice[int]("jump", then=lambda: Offer("far", "", ()))
    return Offer("walk", "Ann", (nowhere, Choice("one", decision=1), Choice("two", then=_two)))


def _two() -> Offer[int]:
    return Offer("sure", "Ann", (Choice("yes", decision=2),), key="two")


def judge(_setup: None, at: int, steps: int) -> Judgement[int]:
    return Judgement((Outcome(at + steps),))


class Walker:
    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def order(self, offer: Offer[int]) -> Iterator[Choice[int]]:
        return by_chance(self.rng, offer.choices, [1.0] * len(offer.choices))

    def lines(self, before: int, steps: int, outcomes: Sequence[Outcome[int]]) -> tuple[list[str], int]:
        return [f"{before} + {steps}"], outcomes[0].position


def test_a_race_ends_where_nothing_is_due() -> None:
    race = Race(None, 0, judge, offers, Walker(1))
    lines = list(race.lines())
    assert race.position >= GOAL and lines[0].startswith("0 + ") and len(lines) >= GOAL // 2
    assert list(Race(None, 0, judge, offers, Walker(1)).lines()) == lines


def test_a_choice_that_leads_nowhere_is_left() -> None:
    offer = offers(None, 0)
    assert offer is not None and decide(offer, lambda one: iter(one.choices)) == 1
    assert decide(Offer[int]("walk", "Ann", offer.choices[:1]), lambda one: iter(one.choices)) is None


def test_every_decision_is_listed_once_for_each_key() -> None:
    offer = offers(None, 0)
    assert offer is not None
    assert list(every(offer, lambda one: False)) == [1, 2]
    assert list(every(offer, lambda one: one.kind == "two")) == [1]
    twice = Offer[int]("walk", "Ann", (Choice("two", then=_two), Choice("again", then=_two)))
    assert list(every(twice, lambda one: False)) == [2]


def test_chance_has_its_weights() -> None:
    choices, weights = [Choice[int](kind) for kind in "abc"], [3.0, 0.0, 1.0]
    orders = Counter(
        "".join(one.kind for one in by_chance(Random(seed), choices, weights)) for seed in range(400)
    )
    assert set(orders) == {"ac", "ca"} and 2 < orders["ac"] / orders["ca"] < 4.5
