"""Plays a race: takes one of the choices offered, has it judged, writes its line, and goes on until nothing is due.

A game supplies its offers and a player, who makes every decision, including those left to chance.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Generic, Protocol, TypeVar

from model.errors import ModelError, Problem
from verifier.game import SimulateRequest
from verifier.judging import Judge, Outcome
from verifier.offers import Choice, Offer, decide
from verifier.words import reference

S = TypeVar("S")
P = TypeVar("P")
D = TypeVar("D")
E = TypeVar("E")

MOST_DECISIONS = 5_000
"""Decisions after which a race stays unfinished."""


def opening(game: str, request: SimulateRequest, ruleset: str) -> list[str]:
    """The first lines of a simulated record, with the rules that were asked for, else this ruleset."""
    title = f'title "simulated {request.seed}.{request.number}"'
    rulings = (f"ruling {id} = {reading}" for id, reading in request.rulings)
    return [f"game {game}", "format 1", title, f"ruleset {reference(request.ruleset or ruleset)}", *rulings]


class Player(Protocol[P, D]):
    """Decides, and writes what was decided."""

    def order(self, offer: Offer[D]) -> Iterator[Choice[D]]:
        """The choices in the order in which they are tried: the next one only if the last one led to no decision."""

    def lines(self, before: P, decision: D, outcomes: Sequence[Outcome[P]]) -> tuple[Iterable[str], P]:
        """The lines that record a decision, and the position after it: one of the outcomes, which the lines identify without
        ambiguity."""


class Race(Generic[S, P, D]):
    """A race that is played. `position` is where it stands after the lines given so far."""

    def __init__(
        self,
        setup: S,
        position: P,
        judge: Judge[S, P, D],
        offers: Callable[[S, P], Offer[D] | None],
        player: Player[P, D],
    ) -> None:
        self.setup, self.position, self.player = setup, position, player
        self._judge, self._offers = judge, offers

    def lines(self) -> Iterator[str]:
        """The lines of the race until nothing is due, the player finds no decision, or it takes too long."""
        for _ in range(MOST_DECISIONS):
            offer = self._offers(self.setup, self.position)
            decision = decide(offer, self.player.order) if offer is not None else None
            if decision is None:
                return
            judgement = self._judge(self.setup, self.position, decision)
            assert judgement.outcomes, (decision, judgement)
            lines, self.position = self.player.lines(self.position, decision, judgement.outcomes)
            yield from lines


def chosen_policy(policies: Mapping[str, E], name: str) -> E:
    """The policy with this name. Raises `ModelError` for an unknown one."""
    if name not in policies:
        raise ModelError(Problem(f"there is no policy `{name}`", help=f"policies are {', '.join(policies)}"))
    return policies[name]


def by_chance(rng: Random, choices: Sequence[Choice[D]], weights: Sequence[float]) -> Iterator[Choice[D]]:
    """The choices in random order, by weight. A choice without weight is never taken."""
    left = list(weights)
    while (total := sum(left)) > 0:
        mark, place = rng.random() * total, 0
        while mark >= left[place] and place < len(left) - 1:
            mark -= left[place]
            place += 1
        if left[place]:
            yield choices[place]
        left[place] = 0.0
