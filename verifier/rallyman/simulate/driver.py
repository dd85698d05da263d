"""How simulated drivers play: they choose at random, by a policy, from what the engine offers. Dice and cards are random too."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from model.rallyman.facts import cut_deck, symbol_faces
from model.rallyman.moves import SYMBOL, StageDecision, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.standing import Standing
from verifier.driving import by_chance
from verifier.judging import Outcome
from verifier.offers import Choice, Offer, decide
from verifier.rallyman.engine.offers import GAS_DIE, GEAR_DIE, offers
from verifier.rallyman.lines.played import played_text

Chosen = Choice[StageDecision]


@dataclass(frozen=True, slots=True)
class Policy:
    """The chances of each decision: risking a speed that costs control, going on after each die, attacking, buying a die,
    changing a wheel, playing Sisu."""

    risks: float
    goes_on: float
    attacks: float
    buys: float
    changes: float
    sisu: float


POLICIES = {
    "plausible": Policy(0.03, 0.8, 0.25, 0.2, 0.5, 0.8),
    "wild": Policy(0.3, 0.75, 0.3, 0.3, 0.5, 0.5),
}


class Chooser:
    """All drivers of a stage, and its chance."""

    def __init__(self, rng: Random, policy: Policy) -> None:
        self.rng, self.policy = rng, policy
        self.faces, self.deck = symbol_faces(), cut_deck()

    def turn(self, setup: Setup, position: Position) -> Turn | None:
        """A turn for the driver who plays next, or None."""
        offer = offers(setup, Standing(position))
        turn = decide(offer, self.order) if offer is not None else None
        assert turn is None or isinstance(turn, Turn)
        return turn

    def order(self, offer: Offer[StageDecision]) -> Iterator[Chosen]:
        """The choices in the order in which they are tried."""
        choices = offer.choices
        weights = [1.0] * len(choices)
        if offer.due in ("turn", "dice"):
            return self._driven(choices)
        if offer.due in (GEAR_DIE, GAS_DIE):
            symbols = self.faces[offer.due == GAS_DIE]
            weights = [symbols if choice.word == SYMBOL else 6 - symbols for choice in choices]
        elif offer.due == "cut":
            weights = [self.deck.count(choice.word) for choice in choices]
        elif offer.due == "sisu":
            weights = [
                self.policy.sisu if choice.kind == "yes" else 1 - self.policy.sisu for choice in choices
            ]
        return by_chance(self.rng, choices, weights)

    def _driven(self, choices: Sequence[Chosen]) -> Iterator[Chosen]:
        """A wheel, an attack, the end of the turn, a die: by policy, and then the rest."""
        policy, first = self.policy, list[Chosen]()
        kinds: dict[str, list[Chosen]] = {}
        for choice in self.rng.sample(choices, len(choices)):
            kinds.setdefault(choice.kind, []).append(choice)
        for kind, chance in (("wheel", policy.changes), ("attack", policy.attacks)):
            if kind in kinds and self.rng.random() < chance:
                first += kinds.pop(kind)
        goes_on = policy.goes_on if "die" in kinds else policy.risks
        if "end" in kinds and self.rng.random() >= goes_on:
            first += kinds.pop("end")
        if "buy" in kinds and self.rng.random() < policy.buys:
            first += kinds.pop("buy")
        if "die" in kinds and self.rng.random() >= policy.risks:
            first += kinds.pop("die")
        dice = [*kinds.pop("die", []), *kinds.pop("risk", [])]
        yield from (*first, *self.rng.sample(dice, len(dice)))
        for left in kinds.values():
            yield from left

    def lines(
        self, before: Standing, decision: StageDecision, outcomes: Sequence[Outcome[Standing]]
    ) -> tuple[Iterable[str], Standing]:
        """The line of a turn, with the car after it."""
        (outcome,) = outcomes
        return [played_text(before, outcome)], outcome.position
