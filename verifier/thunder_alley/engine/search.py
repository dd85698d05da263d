"""Every way to move a car with a card: a graph of states, explored once, which yields outcomes, counts of paths and shortest
notations."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from model.thunder_alley.moves import DIAGONAL_IN, DIAGONAL_OUT
from verifier.thunder_alley.engine.choices import NO_MARK, Mark
from verifier.thunder_alley.engine.endings import Ending, endings, may_stop
from verifier.thunder_alley.engine.outcome import Key, key_of
from verifier.thunder_alley.engine.run import Run, State
from verifier.thunder_alley.engine.steps import Taken
from verifier.thunder_alley.engine.taking import Kind, ways

Written = tuple[Kind, Mark]
"""A step as it has to be written: its kind and the choices that need a mark."""

Trail = tuple[Written, ...]

ROOT: Kind = ("", False)


@dataclass(slots=True)
class Tree:
    """The reachable states, how they are reached, and the final ones by the position they lead to."""

    run: Run
    edges: dict[State, list[tuple[State | None, Written]]] = field(default_factory=dict)
    finals: dict[Key, list[tuple[State, Ending]]] = field(default_factory=dict)
    _counts: dict[State, int] = field(default_factory=dict)
    _best: dict[State, dict[Written, tuple[int, int, Trail]]] = field(default_factory=dict)

    def count(self, state: State) -> int:
        """How many paths lead to this state."""
        counts = self._counts
        known = counts.get(state)
        if known is None:
            known = 0
            for before, _ in self.edges[state]:
                known += 1 if before is None else counts.get(before) or self.count(before)
            counts[state] = known
        return known

    def paths(self) -> int:
        """How many complete paths there are, endings counted one by one."""
        return sum(self.count(state) for found in self.finals.values() for state, _ in found)

    def shortest(self, state: State) -> tuple[int, int, Trail]:
        """The steps to this state with the fewest written words, then the fewest steps, then first in the alphabet; preceded
        by the numbers of words and steps."""
        return min(self._shortest(state).values(), key=lambda found: (found[0], found[1], _text(found[2])))

    def _shortest(self, state: State) -> dict[Written, tuple[int, int, Trail]]:
        """For each last step: words, steps and the best trail that ends with it."""
        known = self._best.get(state)
        if known is not None:
            return known
        best: dict[Written, tuple[int, int, Trail]] = {}
        for before, step in self.edges[state]:
            if before is None:
                best[step] = (0, 0, (step,) if step[1] is not NO_MARK else ())
                continue
            for last, (words, steps, trail) in self._shortest(before).items():
                joins = last == step and step[1] is NO_MARK and not step[0][1]
                found = (words + (not joins), steps + 1, (*trail, step))
                old = best.get(step)
                if old is None or (*found[:2], _text(found[2])) < (*old[:2], _text(old[2])):
                    best[step] = found
        self._best[state] = best
        return best

    def trails(self, state: State) -> Iterator[Trail]:
        """Every path to this state, in the order in which it was found."""
        for before, step in self.edges[state]:
            if before is None:
                yield (step,) if step[1] is not NO_MARK else ()
            else:
                for trail in self.trails(before):
                    yield (*trail, step)


def _text(trail: Trail) -> list[tuple[str, bool, str, tuple[tuple[int, str], ...], tuple[int, ...]]]:
    return [
        (spelled(kind), bump, mark.lane or "", mark.cars, mark.links or ()) for (kind, bump), mark in trail
    ]


def spelled(kind: str) -> str:
    """The sort key for a kind of step: diagonal steps last, so that a plain one is offered if both lead to the space."""
    return f"~{kind}" if kind in (DIAGONAL_IN, DIAGONAL_OUT) else kind


def _reached_plainly(run: Run, state: State, kind: Kind, taken: Taken) -> bool:
    """Whether a diagonal step leads to a space that a step ahead reaches as well, with the same cars behind."""
    at, trail = state.at, state.trail
    if kind[0] not in (DIAGONAL_IN, DIAGONAL_OUT) or (trail and not run.readings.follow_diagonal):
        return False
    return any(move.start == at and move.end in run.ahead[at] for move in taken.moved)


def explore(run: Run, begin: Iterable[tuple[State, Mark]], *, offered: bool = False) -> Tree:
    """Every state that can be reached from the beginnings, and every final one. `offered` leaves out unnecessary diagonal
    steps."""
    tree = Tree(run)
    edges = tree.edges
    waiting: list[State] = []
    for state, mark in begin:
        edges[state] = [(None, (ROOT, mark))]
        waiting.append(state)
    while waiting:
        state = waiting.pop()
        onward = ways(run, state)
        if offered and run.slings:
            onward = [
                (kind, taken) for kind, taken in onward if not _reached_plainly(run, state, kind, taken)
            ]
        for kind, taken in onward:
            after, mark = taken.state, taken.mark
            known = edges.get(after)
            if known is None:
                edges[after] = [(state, (kind, mark))]
                waiting.append(after)
            else:
                known.append((state, (kind, mark)))
        if may_stop(run, state, bool(onward)):
            for ending in endings(run, state):
                tree.finals.setdefault(key_of(ending.state), []).append((state, ending))
    return tree
