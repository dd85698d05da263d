"""Every way to fill the holes of a record, the smallest first: by cars, then by facts that are not plain, then by sectors."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import comb
from operator import itemgetter

from model.values import value
from verifier.holes import ABSENT, Line, Spot, Variant

MOST = 1_000_000
"""The most ways in which the holes may be filled."""

Filling = tuple[Variant, ...]
"""A variant of each line with holes."""


@value
class Fillings:
    """The ways to fill these lines, with at most so many `cars` and within so many neighbouring `sectors` (0: any). `ring` is the
    number of sectors of a course that comes round, `fixed` are the spots of the cars without holes."""

    lines: tuple[Line, ...]
    fixed: tuple[Spot, ...]
    ring: int
    cars: int
    sectors: int = 0

    @property
    def most(self) -> int:
        """At least as many as there are, counted without what clashes."""
        ways = [1]
        for at, line in enumerate(self.lines):
            if ABSENT not in line.variants:
                ways = [count * len(line.variants) for count in ways]
            elif not line.kin:
                alike = 1 + sum(at in other.kin for other in self.lines)
                each = [comb(len(line.variants) - 2 + number, number) for number in range(alike + 1)]
                ways = [
                    sum(
                        ways[number - more] * each[more]
                        for more in range(alike + 1)
                        if 0 <= number - more < len(ways)
                    )
                    for number in range(len(ways) + alike)
                ]
        return sum(ways[: self.cars + 1])

    def __iter__(self) -> Iterator[Filling]:
        facts = sum(max(one.facts for one in line.variants) for line in self.lines)
        chosen = [line for line in self.lines if ABSENT in line.variants]
        for cars in range(min(self.cars, len(chosen)) + 1):
            for number in range(facts + 1):
                found = [(self.used(one), one) for one in self._with(0, cars, number, ())]
                found.sort(key=itemgetter(0))
                yield from (one for used, one in found if not self.sectors or used <= self.sectors)

    def _with(self, at: int, cars: int, facts: int, before: Filling) -> Iterator[Filling]:
        """The ways to fill the lines from here on with so many chosen cars and facts."""
        if at == len(self.lines):
            if not cars and not facts:
                yield before
            return
        line = self.lines[at]
        chosen = ABSENT in line.variants
        for one in line.variants:
            if one.facts > facts or (chosen and one is not ABSENT and not cars):
                continue
            if not self._clashes(line, one, before):
                left = cars - (chosen and one is not ABSENT)
                yield from self._with(at + 1, left, facts - one.facts, (*before, one))

    def used(self, filling: Filling) -> int:
        """How many neighbouring sectors hold all cars."""
        spots = (*self.fixed, *(one.spot for one in filling if one.spot is not None))
        return spread(sorted({spot.sector for spot in spots}), self.ring)

    def _clashes(self, line: Line, one: Variant, before: Filling) -> bool:
        """Whether a variant does not go with those of the lines before: the same car or space, or another order of like lines."""
        if one.spot is not None and one.spot.alone and one.spot in self.fixed:
            return True
        for other in before:
            if one.car and one.car == other.car:
                return True
            if one.spot is not None and one.spot.alone and one.spot == other.spot:
                return True
        return any(_order(before[at]) > _order(one) for at in line.kin)


def _order(one: Variant) -> tuple[bool, int, str]:
    return (
        (one is ABSENT, one.spot.sector, one.spot.space) if one.spot is not None else (one is ABSENT, -1, "")
    )


def spread(sectors: Sequence[int], ring: int) -> int:
    """How many neighbouring sectors hold all of these, which are in order."""
    if not sectors:
        return 0
    gaps = [after - before for before, after in pairwise(sectors)]
    if not ring:
        return sectors[-1] - sectors[0] + 1
    return ring - max([*gaps, sectors[0] + ring - sectors[-1]]) + 1
