"""What the spec answers about one turn."""

from dataclasses import dataclass

from model.rallyman.moves import Turn
from model.rallyman.position import Position
from verifier.rallyman.spec.driven import Driven
from verifier.solving import comparison


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that a turn breaks. `step` counts from 1, 0 is the turn as a whole. `fact` says what is at fault, `token` names the
    word of the line that is meant, if it is not that of the step."""

    rule: str
    fact: str
    step: int = 0
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """Legal with the next positions (several where the record leaves something open), or the broken rules, the decisive one
    first.

    `together`: sets of broken rules of which each is harmless without the others; without them every broken rule decides alone.
    `gave_up` names the limit that a solver has hit, or what the spec does not judge; nothing is then said. For each of the
    positions `driven` is what came of the dice (None where none was used), `turns` the turn that leads there.
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
    """A legal turn with the position before and after it, and what came of its dice (None where none was used). Without a turn
    both positions are the one that a record laid."""

    before: Position
    after: Position
    turn: Turn | None = None
    driven: Driven | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A legal turn, what came of it, and the symbols it bears: the most of them that cost no control, wherever they fall; None
    where it has no dice, costs control in any case, or was not asked."""

    turn: Turn
    driven: Driven | None
    bears: int | None = None


Answer = comparison.Answer[Position, Plan]
"""All next positions of a turn, each with one plan that leads there."""

Difference = comparison.Difference[Position, Plan]
