"""Plain turns as the spec judges them under one ruleset, worked out once however often they are looked at."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from model.rallyman.moves import ATTACK, Turn
from model.rallyman.position import Position, Setup
from model.ruleset import Ruleset
from verifier.rallyman.second.check.changes import Asked
from verifier.rallyman.second.check.plain import Worn, further, situations
from verifier.rallyman.spec import judge
from verifier.rallyman.spec.attack import Planned, Selections
from verifier.rallyman.spec.judgement import Judgement
from verifier.rallyman.spec.turn import begun
from verifier.solving.circuit import Circuit

ATTACK_DICE = 2
"""Dice of a plain time attack, or fewer."""


@dataclass(frozen=True, slots=True)
class PlainTurn:
    """A turn, what the spec says of it, and which rulings and parameters it asked."""

    setup: Setup
    position: Position
    turn: Turn
    judgement: Judgement
    asked: frozenset[str]


@dataclass(slots=True)
class Rollable:
    """The dice that may be rolled in a time attack, listed once for each position of a stage."""

    _known: dict[tuple[str, Position], Selections] = field(default_factory=dict)

    def of(self, setup: Setup, position: Position, turn: Turn) -> Selections | None:
        """The dice that may be rolled; None for a turn that rolls none, or more than are listed."""
        if turn.mode != ATTACK or len(turn.steps) + len(turn.unused) > ATTACK_DICE:
            return None
        key = setup.stage.id, position
        if key not in self._known:
            planned = Planned(*begun(Circuit(), setup, position, turn), most=ATTACK_DICE)
            self._known[key] = Selections(planned.selections(), 0)
        return self._known[key]


class PlainTurns:
    """The turns of `situations` and what may follow them, in order; what was judged is kept."""

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
    """Turns under a ruleset that notes what is asked, each with what may follow it."""
    rollable = Rollable()
    planning: dict[tuple[str, Position], frozenset[str]] = {}
    for setup, position, first in turns:
        waiting = [first]
        while waiting:
            turn = waiting.pop()
            asked.forget()
            selections = rollable.of(setup, position, turn)
            # What is asked to list the dice that may be rolled is asked by each time attack from there.
            key = setup.stage.id, position
            listed = planning.setdefault(key, asked.names()) if selections is not None else frozenset()
            judgement = judge(setup, position, turn, (), selections)
            waiting += further(turn, judgement)
            yield PlainTurn(setup, position, turn, judgement, asked.names() | listed)
