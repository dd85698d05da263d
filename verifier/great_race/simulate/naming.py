"""Names hidden cards in a record as players do who know them: some of the cards drawn."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from model.great_race.moves import (
    NOT_FORCED,
    UNKNOWN,
    Act,
    Decision,
    Draw,
    Drive,
    Play,
    Search,
    Sequence,
    Step,
)
from model.values import replace

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
        if isinstance(decision, Sequence):
            return replace(decision, acts=tuple(self._act(act, draws) for act in decision.acts))
        return decision

    def _act(self, act: Act, draws: Draws) -> Act:
        match act:
            case Draw():
                [card] = self._cards(next(draws))
                return Draw(card, act.forced)
            case Drive():
                return self._drive(act, draws)
            case Play(use=Drive() as use):
                return replace(act, use=self._drive(use, draws))
            case Play(use=Search() as use):
                kept = Counter(next(draws)) - Counter(use.dropped)
                names = tuple(self._cards([*kept.elements()]))
                return replace(act, use=replace(use, kept=names))
        return act

    def _drive(self, drive: Drive, draws: Draws) -> Drive:
        return Drive(tuple(self._step(step, draws) for step in drive.steps))

    def _step(self, step: Step, draws: Draws) -> Step:
        if step.drawn is None:
            return step
        drawn = tuple(self._cards(next(draws)))
        unsaid = step.forced == NOT_FORCED and set(drawn) == {UNKNOWN} and self.rng.random() < 0.5
        return replace(step, drawn=None if unsaid else drawn)

    def _cards(self, cards: list[str]) -> list[str]:
        """Cards of a draw, as far as they are named."""
        roll, known = self.rng.random(), len(cards)
        if roll < NOTHING:
            known = 0
        elif roll > NOTHING + ALL:
            known = self.rng.randint(0, known)
        return [*cards[:known], *[UNKNOWN] * (len(cards) - known)]
