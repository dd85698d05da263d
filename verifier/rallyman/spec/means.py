"""With what a turn is played: its first dice, a time attack, the spare wheel."""

from dataclasses import dataclass

from model.rallyman.moves import ATTACK, BLOCKED, Turn

ATTACKS, WHEEL, STANDS = "attack", "W", "blocked"
"""Words for turns that are played with more than dice, or with none."""


@dataclass(frozen=True, slots=True)
class Means:
    """`dice` are the first dice of the turn, in order; `words` are those of the kinds of turn that are wanted."""

    dice: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()

    def kind(self, turn: Turn) -> bool:
        """Whether a turn is of the kind that is wanted, whatever its dice."""
        kinds = {ATTACKS: turn.mode == ATTACK, WHEEL: turn.wheel, STANDS: turn.mode == BLOCKED}
        return all(kinds[word] for word in self.words)

    def has(self, turn: Turn) -> bool:
        """Whether a turn is played with these means."""
        names = tuple(step.die.name for step in turn.steps)
        return self.kind(turn) and names[: len(self.dice)] == self.dice


ANY_MEANS = Means()


def means_of(words: str | None) -> Means:
    """Means as somebody asks for them: `2 g`, `[2 3]`, `W 1`."""
    parts = (words or "").replace("[", f" {ATTACKS} ").replace("]", " ").split()
    special = {"w": WHEEL, ATTACKS: ATTACKS, STANDS: STANDS}
    kinds = frozenset(special[part.lower()] for part in parts if part.lower() in special)
    return Means(tuple(part for part in parts if part.lower() not in special), kinds)
