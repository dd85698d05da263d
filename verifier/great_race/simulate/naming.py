"""Names hidden cards in a record as players do who know them: some of the cards drawn."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from model.great_race import drawn
from model.great_race.drawn import Drawn
from model.great_race.moves import UNKNOWN, Decision

ALL, NOTHING = 0.2, 0.7
"""The chances that all cards of a draw are named, and that none is."""

Draws = Iterator[list[str]]
"""The cards of each draw in a decision, in their order."""


class Naming:
    """Names cards with a separate random generator."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def named(self, decision: Decision, draws: Draws) -> Decision:
        """The decision as its record will have it."""

        def name(draw: Drawn) -> tuple[str, ...] | None:
            cards = next(draws)
            if draw.dropped:
                cards = [*(Counter(cards) - Counter(draw.dropped)).elements()]
            told = self._cards(cards)
            unsaid = draw.unsaid and {*told} == {UNKNOWN} and self.rng.random() < 0.5
            return None if unsaid else told

        return drawn.named(decision, name)

    def _cards(self, cards: list[str]) -> tuple[str, ...]:
        """Cards of a draw, as far as they are named."""
        roll, known = self.rng.random(), len(cards)
        if roll < NOTHING:
            known = 0
        elif roll > NOTHING + ALL:
            known = self.rng.randint(0, known)
        return (*cards[:known], *[UNKNOWN] * (len(cards) - known))
