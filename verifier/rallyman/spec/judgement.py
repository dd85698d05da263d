"""The spec's answers about one turn."""

from dataclasses import dataclass

from model.rallyman.moves import Turn
from model.rallyman.position import Position
from verifier.rallyman.spec.driven import Driven
from verifier.solving import comparison


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that a turn breaks. `step` counts from 1; 0 is the turn as a whole. `fact` describes what is wrong. `token` names
    the word at fault in the line, if it is not that of the step."""

    rule: str
    fact: str
    step: int = 0
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """Legal with the next positions (several if the record leaves something open), or the broken rules, the decisive one first.

    `together`: sets of broken rules of which each is harmless without the others; without them every broken rule decides alone.
    `gave_up` names the solver limit that was hit, or what the spec does not judge; there is no verdict then. For each position,
    `driven` is the result of the dice (None if none was used) and `turns` the turn that leads there.
    """

    positions: tuple[Position, ...] = ()
    driven: tuple[Driven | None, ...] = ()
    turns: tuple[Turn, ...] = ()
    broken: tuple[Broken, ...] = ()
    together: tuple[tuple[str, ...], ...] = ()
    gave_up: str | None = None

    @property
    def legal(self) -> bool:
        """Whether the turn breaks no rule."""
        return not self.broken and self.gave_up is None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the broken rules, each once."""
        return tuple(dict.fromkeys(one.rule for one in self.broken))


@dataclass(frozen=True, slots=True)
class Played:
    """A legal turn with the position before and after it, and the result of its dice (None if none was used). Without a turn both
    positions are the one given by the record."""

    before: Position
    after: Position
    turn: Turn | None = None
    driven: Driven | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A legal turn, its result, and the symbols it bears: the most that cost no control, on any of its dice. None if it has no
    dice, always costs control, or was not checked."""

    turn: Turn
    driven: Driven | None
    bears: int | None = None


Answer = comparison.Answer[Position, Plan]
"""All next positions of a turn, each with one plan that leads there."""

Difference = comparison.Difference[Position, Plan]
