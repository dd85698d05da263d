"""Plain turns as judged by the spec under one ruleset, computed once for all searches."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from model.rallyman.moves import ATTACK, Turn
from model.rallyman.position import Position, Setup
from model.ruleset import Ruleset
from verifier.changes import Asked
from verifier.rallyman.check.plain import Worn, further, situations
from verifier.rallyman.spec.attack import Selections
from verifier.rallyman.spec.judgement import Judged
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.turn import rollable

ATTACK_DICE = 2
"""The most dice of a plain time attack."""


@dataclass(frozen=True, slots=True)
class PlainTurn:
    """A turn, the spec's judgement of it, and the rulings and parameters that it looks up."""

    setup: Setup
    position: Position
    turn: Turn
    judgement: Judged
    asked: frozenset[str]


@dataclass(slots=True)
class Rollable:
    """The dice that may be rolled in a time attack, listed once per position of a stage."""

    _known: dict[tuple[str, Position], Selections] = field(default_factory=dict)

    def of(self, setup: Setup, position: Position, turn: Turn) -> Selections | None:
        """The dice that may be rolled; None for a turn that rolls none, or more than are listed."""
        if turn.mode != ATTACK or len(turn.steps) + len(turn.unused) > ATTACK_DICE:
            return None
        key = setup.stage.id, position
        if key not in self._known:
            self._known[key] = rollable(setup, position, turn, most=ATTACK_DICE)
        return self._known[key]


class PlainTurns:
    """The turns of `situations` and their possible continuations, in order; judgements are cached."""

    def __init__(self, ruleset: Ruleset, worn: Worn) -> None:
        self._found: list[PlainTurn] = []
        asked = Asked(ruleset)
        self._rest = judged(asked, situations(asked.ruleset, worn))

    def __iter__(self) -> Iterator[PlainTurn]:
        place = 0
        while True:
            if place == len(self._found):
                following = next(self._rest, None)
                if following is None:
                    return
                self._found.append(following)
            yield self._found[place]
            place += 1


def judged(asked: Asked, turns: Iterable[tuple[Setup, Position, Turn]]) -> Iterator[PlainTurn]:
    """Turns under a ruleset that records lookups, each with its possible continuations."""
    rollable = Rollable()
    planning: dict[tuple[str, Position], frozenset[str]] = {}
    for setup, position, first in turns:
        waiting = [first]
        while waiting:
            turn = waiting.pop()
            asked.forget()
            selections = rollable.of(setup, position, turn)
            # Every time attack from there also looks up what listing its dice looks up.
            key = setup.stage.id, position
            listed = planning.setdefault(key, asked.names()) if selections is not None else frozenset()
            judgement = judge(setup, position, turn, (), selections)
            waiting += further(turn, judgement)
            yield PlainTurn(setup, position, turn, judgement, asked.names() | listed)
