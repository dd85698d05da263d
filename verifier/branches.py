"""The branches of a record with lost parts, line by line.

A branch is a stepper after some line. Branches with equal states are one: what can follow is the same. Each remembers every
branch and every completed line that leads to it, so completions are the ways through this graph. They are counted, not listed.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from grammar.syntax import Statement
from model.values import value
from verifier.completing import Completed, Effort, Refused, StoppedError, Values, completed
from verifier.lost_parts import Infers
from verifier.stepping import Stepper

MOST_BRANCHES = 5_000
"""The most branches that are followed at once."""

MOST_COUNTED = 1_000
"""Where the count of completions stops."""


@dataclass(slots=True)
class Branch:
    """A branch after a line. `ways` lead to it; `count` is in how many ways the record can have come here, at most
    `MOST_COUNTED`. `live`: the record can be completed from here."""

    after: Stepper
    ways: list["Way"] = field(default_factory=list)
    count: int = 0
    live: bool = False


@value
class Way:
    """One way to a branch: the branch before, the completed line, and what was lost in it. `whole`: nothing is left open."""

    before: Branch
    statement: Statement
    values: Values
    whole: bool


@value
class Layer:
    """All branches after a line, and the attempts that were refused in it."""

    statement: Statement
    branches: tuple[Branch, ...]
    refused: tuple[Refused, ...]


@dataclass(slots=True)
class Graph:
    """The layers of a record, and the branches before them. `limit` names what stopped the search after the last one."""

    first: tuple[Branch, ...]
    layers: list[Layer] = field(default_factory=list)
    limit: str = ""

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

    def completions(self) -> Iterator[tuple[Way, ...]]:
        """The completions in a fixed order, each as its ways in the order of the record."""
        return islice((way for branch in self.last for way in _ways_to(branch)), MOST_COUNTED)


Chain = tuple[Way, "Chain"] | None
"""The ways at the end of a completion, the first of them with the rest."""


def _ways_to(branch: Branch) -> Iterator[tuple[Way, ...]]:
    # A stack of half-made completions: records are longer than Python's stack is deep.
    waiting: list[tuple[Branch, Chain]] = [(branch, None)]
    while waiting:
        here, after = waiting.pop()
        if not here.ways:
            yield tuple(_unchained(after))
        waiting += ((way.before, (way, after)) for way in reversed(here.ways))


def _unchained(chain: Chain) -> Iterator[Way]:
    while chain is not None:
        way, chain = chain
        yield way


def follow(first: Stepper, statements: Sequence[Statement], infers: Infers, effort: Effort) -> Graph:
    """All branches of a record from its first position, up to the line that leaves none or where a limit is met."""
    branches: tuple[Branch, ...] = (Branch(first, count=1),)
    graph = Graph(branches)
    for statement in statements:
        try:
            layer = _layer(branches, statement, infers, effort)
        except StoppedError as error:
            graph.limit = f"line {statement.line}: {error}"
            break
        graph.layers.append(layer)
        branches = layer.branches
        if not branches:
            break
    _mark(graph)
    return graph


def _layer(branches: Sequence[Branch], statement: Statement, infers: Infers, effort: Effort) -> Layer:
    found: dict[Hashable, Branch] = {}
    refused: list[Refused] = []
    for branch in branches:
        for one in completed(branch.after, statement, infers, effort):
            if isinstance(one, Refused):
                refused.append(one)
                continue
            _reach(found, branch, one)
            if len(found) > MOST_BRANCHES:
                raise StoppedError(f"more than {MOST_BRANCHES:,} positions are possible")
    return Layer(statement, tuple(found.values()), tuple(refused))


def _reach(found: dict[Hashable, Branch], before: Branch, one: Completed) -> None:
    branch = found.setdefault(one.after.state(), Branch(one.after))
    branch.ways.append(Way(before, one.statement, one.values, one.whole))
    branch.count = min(MOST_COUNTED, branch.count + before.count)


def _mark(graph: Graph) -> None:
    """Marks the branches that are part of a completion."""
    for branch in graph.last:
        branch.live = True
    for layer in reversed(graph.layers):
        for way in graph.live(layer):
            way.before.live = True
