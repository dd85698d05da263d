"""The means of a turn: its first dice, a time attack, the spare wheel."""

from dataclasses import dataclass

from model.rallyman.moves import ATTACK, BLOCKED, Turn

ATTACKS, WHEEL, STANDS = "attack", "W", "blocked"
"""Words for turns played with more than dice, or without dice."""


@dataclass(frozen=True, slots=True)
class Means:
    """`dice` are the first dice of the turn, in order; `words` name the kinds of turn wanted."""

    dice: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()

    def kind(self, turn: Turn) -> bool:
        """Whether a turn is of the wanted kind; its dice do not matter."""
        kinds = {ATTACKS: turn.mode == ATTACK, WHEEL: turn.wheel, STANDS: turn.mode == BLOCKED}
        return all(kinds[word] for word in self.words)

    def has(self, turn: Turn) -> bool:
        """Whether a turn is played with these means."""
        names = tuple(step.die.name for step in turn.steps)
        return self.kind(turn) and names[: len(self.dice)] == self.dice


ANY_MEANS = Means()


def means_of(words: str | None) -> Means:
    """The means in a request: `2 g`, `[2 3]`, `W 1`."""
    parts = (words or "").replace("[", f" {ATTACKS} ").replace("]", " ").split()
    special = {"w": WHEEL, ATTACKS: ATTACKS, STANDS: STANDS}
    kinds = frozenset(special[part.lower()] for part in parts if part.lower() in special)
    return Means(tuple(part for part in parts if part.lower() not in special), kinds)
