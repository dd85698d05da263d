"""The branches of a record with lost parts, line by line.

A branch is what the record can have come to after some line: a position, with every state behind it that differs in nothing a
position shows, as in the symbols of the turn just played. Branches with equal states are one: what can follow is the same. Each
remembers every branch and every completed line that leads to it, so completions are the ways through this graph. They are
counted, not listed.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from grammar.syntax import Statement
from model.values import value
from verifier.gaps.completing import Completed, Effort, Refused, StoppedError, Values, completed
from verifier.gaps.lost_parts import Infers
from verifier.records.stepping import MISSING, Stepper

MOST_BRANCHES = 5_000
"""The most branches that are followed at once."""

MOST_COUNTED = 1_000
"""Where the count of completions stops."""


@dataclass(slots=True)
class Branch:
    """A branch after a line, with a stepper for each state. `ways` lead to it; `count` is in how many ways the record can have
    come here, at most `MOST_COUNTED`. `live`: the record can be completed from here."""

    states: dict[Hashable, Stepper]
    ways: list["Way"] = field(default_factory=list)
    count: int = 0
    live: bool = False

    @property
    def after(self) -> Stepper:
        """The first of the states."""
        return next(iter(self.states.values()))


Lines = Mapping[Hashable, tuple[Statement, Hashable]]
"""For each state that a way leads to: the completed line, and the state before it."""


@value
class Way:
    """One way to a branch: the branch before, the completed lines, and what was lost in them. `whole`: nothing is left open."""

    before: Branch
    lines: Lines
    values: Values
    whole: bool


Choice = tuple[Statement, Values]
"""A completed line, and what was lost in it."""


@value
class Layer:
    """All branches after a line, and the attempts that were refused in it."""

    statement: Statement
    branches: tuple[Branch, ...]
    refused: tuple[Refused, ...]


@dataclass(slots=True)
class Graph:
    """The layers of a record, and the branches before them. `limit` names what stopped the search after the last one. `sampled`
    are the lines for which not all words were tried, so that there may be more branches. `known` has completions that were found
    in spite of a limit; None without any. `ahead`: what later lines rule out may be left out."""

    first: tuple[Branch, ...]
    ahead: bool = True
    sampled: frozenset[int] = frozenset()
    layers: list[Layer] = field(default_factory=list)
    limit: str = ""
    known: "Graph | None" = None

    @property
    def last(self) -> Sequence[Branch]:
        """The branches at the end."""
        return self.layers[-1].branches if self.layers else ()

    @property
    def count(self) -> int:
        """How many completions there are, at most `MOST_COUNTED`."""
        return min(MOST_COUNTED, sum(branch.count for branch in self.last))

    def live(self, layer: Layer) -> Iterator[Way]:
        """The ways of a layer that are part of a completion."""
        return (way for branch in layer.branches if branch.live for way in branch.ways)

    def completions(self) -> Iterator[tuple[Choice, ...]]:
        """The completions, each as its lines in the order of the record."""
        return islice((one for branch in self.last for one in self._to(branch)), MOST_COUNTED)

    def _to(self, branch: Branch) -> Iterator[tuple[Choice, ...]]:
        # A stack of half-made completions, the latest lines first: records are longer than Python's stack is deep.
        waiting: list[tuple[Branch, Hashable, tuple[Choice, ...]]] = [(branch, next(iter(branch.states)), ())]
        while waiting:
            at, state, after = waiting.pop()
            if not at.ways:
                yield after
            for way in reversed(at.ways):
                statement, before = way.lines[state]
                waiting.append((way.before, before, ((statement, way.values), *after)))


def follow(
    first: Stepper, statements: Sequence[Statement], infers: Infers, effort: Effort, *, ahead: bool = True
) -> Graph:
    """All branches of a record from its first position, up to the line that leaves none or where a limit is met. `ahead`: what
    later lines rule out may be left out."""
    graph = Graph((Branch({first.state(): first}, count=1),), ahead)
    layer = _grow(graph, statements, infers, effort)
    graph.sampled = frozenset(effort.sampled)
    _mark(graph)
    if layer is not None and all(one.kind != MISSING for one in statements):
        effort.after_limit()
        graph.known = _known(graph, layer, statements[len(graph.layers) :], infers, effort)
    return graph


def _grow(graph: Graph, statements: Sequence[Statement], infers: Infers, effort: Effort) -> Layer | None:
    """Adds the layers of lines to a graph. Returns what was found in a line that met a limit."""
    branches = graph.last or graph.first
    for number, statement in enumerate(statements, 1):
        layer, stopped = _layer(
            branches, statement, infers, effort, statements[number:] if graph.ahead else ()
        )
        if stopped:
            graph.limit = f"line {statement.line}: {stopped}"
            return layer
        graph.layers.append(layer)
        branches = layer.branches
        if not branches:
            break
    return None


def _known(
    graph: Graph, stopped: Layer, lines: Sequence[Statement], infers: Infers, effort: Effort
) -> Graph | None:
    """The completions by some branches of the line that met a limit, the first of `lines`, or else of the one before it. One
    branch after the other is followed to the end, far apart from one another, until the time is up or as many completions are
    found as are counted."""
    begun = [stopped] if stopped.branches else []
    branches = stopped.branches or tuple(graph.last)
    found: list[list[Branch]] = [[] for _ in lines]
    count = 0
    for branch in Random(0).sample(branches, len(branches)):
        if count >= MOST_COUNTED or effort.late:
            break
        way = Graph((branch,), graph.ahead, layers=[Layer(one.statement, (branch,), ()) for one in begun])
        _grow(way, lines[len(begun) :], infers, effort)
        whole = all(one.whole for layer in way.layers for each in layer.branches for one in each.ways)
        if way.last and whole and not way.limit:
            count += way.count
            for layer, more in zip(way.layers, found, strict=True):
                more += layer.branches
    if not count:
        return None
    layers = [Layer(line, tuple(more), ()) for line, more in zip(lines, found, strict=True)]
    known = Graph(graph.first, graph.ahead, layers=[*graph.layers, *layers])
    _mark(known)
    return known


def _layer(
    branches: Sequence[Branch],
    statement: Statement,
    infers: Infers,
    effort: Effort,
    later: Sequence[Statement],
) -> tuple[Layer, str]:
    """The branches after a line, and what stopped the search for them; empty if nothing did."""
    found: dict[Hashable, Branch] = {}
    refused: list[Refused] = []
    stopped = ""
    for branch in branches:
        fits: list[Fit] = []
        try:
            for state, stepper in branch.states.items():
                for one in completed(stepper, statement, infers, effort, later):
                    if isinstance(one, Refused):
                        refused.append(one)
                        continue
                    fits.append((state, one))
                    if len(found) + len(fits) > MOST_BRANCHES:
                        raise StoppedError(
                            f"more than {MOST_BRANCHES:,} positions are possible; a `check` above it would leave fewer"
                        )
        except StoppedError as error:
            stopped = str(error)
        for alike in _by_position(fits):
            _reach(found, branch, alike)
        if stopped:
            break
    return Layer(statement, tuple(found.values()), tuple(refused)), stopped


Fit = tuple[Hashable, Completed]
"""A completed line, and the state before it."""


def _by_position(fits: Sequence[Fit]) -> Iterable[Sequence[Fit]]:
    """Completed lines with the same facts and the same position after them, together."""
    if len(fits) < 2:
        return [fits] if fits else []
    groups: dict[Hashable, list[Fit]] = {}
    for state, one in fits:
        position = one.after.game.position_lines(one.after.table)
        groups.setdefault((one.values, tuple(position)), []).append((state, one))
    return groups.values()


def _reach(found: dict[Hashable, Branch], before: Branch, alike: Sequence[Fit]) -> None:
    states: dict[Hashable, Stepper] = {}
    lines: dict[Hashable, tuple[Statement, Hashable]] = {}
    for state, one in alike:
        key = one.after.state()
        states.setdefault(key, one.after)
        lines.setdefault(key, (one.statement, state))
    branch = found.setdefault(frozenset(states), Branch(states))
    whole = all(one.whole for _, one in alike)
    branch.ways.append(Way(before, lines, alike[0][1].values, whole))
    branch.count = min(MOST_COUNTED, branch.count + before.count)


def _mark(graph: Graph) -> None:
    """Marks the branches that are part of a completion."""
    for branch in graph.last:
        branch.live = True
    for layer in reversed(graph.layers):
        for way in graph.live(layer):
            way.before.live = True
