"""The spec's answer about one action segment."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from model.rules import load_rules
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position
from verifier.findings import NO_NUMBERS, Breach
from verifier.solving import comparison

MOVES, PASSES, RETIRES = "moves", "pass", "retired"
"""What a segment does: a card is played, a lost car is flipped, a car leaves the race."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that a move breaks. `step` counts from 1 within the path (0: the whole move, -1: the choice of car or card); `car`
    is the mover if it is not the active car. `fact` states the fault, and `numbers` the values behind it (`mp_left`, `mp_total`,
    `cost`). `token` names a part of the line that is not a step."""

    rule: str
    fact: str
    step: int = 0
    car: int | None = None
    token: str | None = None
    numbers: Mapping[str, int] = field(default_factory=lambda: NO_NUMBERS, compare=False)


def cited(
    rules: Iterable[str], fact: str = "", token: str | None = None, step: int = 0
) -> tuple[Breach, ...]:
    """Broken rules: the first with the fact, if there is one, the others with their demands."""
    book = load_rules(DATA)
    return tuple(
        Breach(rule, book.short(rule) if place or not fact else fact, book.short(rule), step, token=token)
        for place, rule in enumerate(rules)
    )


UNDRAWN = "drawing"
"""The value of `Judgement.gave_up` when a car would leave the stretch of track that is drawn."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Either legal, with the next positions (several if the record leaves a choice open), or the broken rules, the decisive one
    first.

    `together`: sets of broken rules that are harmless one at a time; if there are none, each broken rule decides on its own.
    `tracked`: the smallest sets of labelled facts (rules and the record's assertions) that rule out the first bad step. `gave_up`
    names the limit a solver hit, or the drawing; the move is then not judged. `left` is the number of MPs left, if certain. For
    `effect`, see above.
    """

    positions: tuple[Position, ...] = ()
    broken: tuple[Broken, ...] = ()
    together: tuple[tuple[str, ...], ...] = ()
    tracked: tuple[tuple[str, ...], ...] = ()
    effect: str = MOVES
    left: int | None = None
    gave_up: str | None = None

    @property
    def legal(self) -> bool:
        """Whether the move breaks no rule."""
        return not self.broken and self.gave_up is None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the broken rules, each once."""
        return tuple(dict.fromkeys(one.rule for one in self.broken))


Answer = comparison.Answer[Position, Activation]
"""All next positions of an activation, each with one move that leads there, sorted by the notation of the cars."""

Difference = comparison.Difference[Position, Activation]
