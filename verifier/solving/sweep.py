"""Finds answers by trying decisions, one variable after another, on many assignments at once.

Every answer found is right, since the circuit confirms it. Some may be missed; only a solver can prove that there are no
more.
"""

from collections.abc import Iterable, Sequence

from verifier.solving.circuit import TRUE, Bit, Circuit, evaluate

WIDEST = 4096
"""The most assignments tried at once."""


def sweep(
    circuit: Circuit, facts: Iterable[Bit], shown: Iterable[Bit], widest: int = WIDEST
) -> list[tuple[list[Bit], set[Bit]]]:
    """Assignments under which the facts hold and the bits in `shown` differ: for each the variables that hold, and the shown
    bits that hold.

    Variables are set in order of creation. Assignments that look the same to all later nodes are merged. If more than
    `widest` remain, some are dropped, so the list may lack answers.
    """
    return _Sweep(circuit, [bit for bit in facts if bit != TRUE], list(shown)).run(widest)


class _Sweep:
    """The values of all nodes that matter; each assignment is a column."""

    def __init__(self, circuit: Circuit, facts: Sequence[Bit], shown: Sequence[Bit]) -> None:
        nodes, cone = circuit.nodes, circuit.cone([*facts, *shown])
        self.variables = [node for node in cone if not nodes[node][1]]
        # A node is settled by the last variable it depends on, and needed until the last node that depends on it is settled.
        settled = [-1] * len(nodes)
        self.until = [-1] * len(nodes)
        self.layers: list[list[Bit]] = [[] for _ in self.variables]
        last = -1
        for node in cone:
            parts = nodes[node][1]
            if parts:
                layer = max([settled[part if part > 0 else -part] for part in parts])
                for part in parts:
                    if layer > self.until[part if part > 0 else -part]:
                        self.until[part if part > 0 else -part] = layer
                self.layers[layer].append(node)
            else:
                layer = last = last + 1
            settled[node] = layer
        self.circuit, self.shown = circuit, shown
        self.known = [0] * (2 * len(nodes))
        self.facts: list[list[Bit]] = [[] for _ in (*self.variables, None)]
        for bit in facts:
            self.facts[settled[abs(bit)]].append(bit)
        for bit in shown:
            self.until[abs(bit)] = len(self.variables)
        self.live: list[Bit] = []
        self.done: list[Bit] = []
        self.width, self.alive = 1, 1

    def run(self, widest: int) -> list[tuple[list[Bit], set[Bit]]]:
        """The assignments that remain."""
        self.known[TRUE] = 1
        if self.facts[-1]:  # a fact that is FALSE, which no variable settles
            return []
        for number, variable in enumerate(self.variables):
            if 2 * self.width > widest:
                self._gather(widest // 2)
            self._set(number, variable)
        found = []
        for column in self._gather(widest):
            holding = {row for row, value in zip(self.live, column, strict=False) if value == "1"} | {TRUE}
            variables = zip(self.done, column[len(self.live) :], strict=True)
            true = [variable for variable, value in variables if value == "1"]
            found.append((true, {bit for bit in self.shown if (abs(bit) in holding) == (bit > 0)}))
        return found

    def _set(self, number: int, variable: Bit) -> None:
        """Tries every assignment with and without the variable."""
        known, width = self.known, self.width
        for node in {*self.live, *self.done, TRUE}:
            known[node] |= known[node] << width
        self.alive |= self.alive << width
        every = known[TRUE]
        self.width = 2 * width
        for node in self.live:
            known[-node] = every ^ known[node]
        known[variable] = every >> width << width
        known[-variable] = every ^ known[variable]
        evaluate(self.circuit, self.layers[number], known)
        for bit in self.facts[number]:
            self.alive &= known[bit]
        self.done.append(variable)
        self.live = [
            node for node in (*self.live, variable, *self.layers[number]) if self.until[node] > number
        ]

    def _gather(self, most: int) -> list[str]:
        """Merges the assignments that satisfy the facts and look the same. Returns their columns: first the nodes that still
        matter, then the variables."""
        known, width = self.known, self.width
        rows = [*self.live, *self.done]
        digits = f"0{width}b"
        table = "".join([format(known[row], digits) for row in rows])
        first = len(self.live)
        kept: dict[str, str] = {}
        for place, alive in enumerate(format(self.alive, digits)):
            if alive == "1":
                column = table[place::width]
                kept.setdefault(column[:first], column)
        columns = list(kept.values())[:most]
        self.width = len(columns)
        self.alive = known[TRUE] = every = (1 << self.width) - 1
        joined = "".join(columns)
        for place, row in enumerate(rows):
            known[row] = int(joined[place :: len(rows)] or "0", 2)
        for row in self.live:
            known[-row] = every ^ known[row]
        return columns
