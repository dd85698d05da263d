"""Plain turns as judged by the spec under one ruleset, computed once for all searches."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from model.rallyman.moves import ATTACK, Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.check.plain import further
from verifier.rallyman.spec.attack import Selections
from verifier.rallyman.spec.judgement import Judged
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.turn import rollable
from verifier.rulesets.changes import NotedRuleset

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


def judged(asked: NotedRuleset, turns: Iterable[tuple[Setup, Position, Turn]]) -> Iterator[PlainTurn]:
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
