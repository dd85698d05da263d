"""Every way to fill the holes of a record, the smallest first: by cars, then by facts that are not plain, then by sectors."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import comb
from operator import itemgetter

from model.values import value
from verifier.gaps.holes import ABSENT, Line, Spot, Variant

MOST = 5_000_000
"""The most ways in which the holes may be filled."""

Filling = tuple[Variant, ...]
"""A variant of each line with holes."""

Pattern = tuple[int | None, ...]
"""The sector of the car of each line; None if it is absent, `NOWHERE` if it is not on the course."""

NOWHERE = -1


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
                after = [0] * (len(ways) + alike)
                for more in range(alike + 1):
                    each = comb(len(line.variants) - 2 + more, more)
                    for number, count in enumerate(ways):
                        after[number + more] += count * each
                ways = after
        return sum(ways[: self.cars + 1])

    def __iter__(self) -> Iterator[Filling]:
        lines = [_by_sector(line) for line in self.lines]
        facts = sum(max(one.facts for one in line.variants) for line in self.lines)
        for cars in range(self.cars + 1):
            sized = ((self._extent(_sectors(one)), one) for one in self._patterns(lines, cars, ()))
            near = sorted((one for one in sized if one[0] <= (self.sectors or one[0])), key=itemgetter(0))
            for number in range(facts + 1):
                for _, pattern in near:
                    yield from self._filled(lines, pattern, number, ())

    def _patterns(self, lines: "Sequence[BySector]", cars: int, before: Pattern) -> Iterator[Pattern]:
        """The patterns of the remaining lines with so many cars that are chosen."""
        at = len(before)
        if at == len(lines):
            yield from () if cars else (before,)
            return
        for sector in lines[at]:
            left = cars - (None in lines[at] and sector is not None)
            if left >= 0 and all(_order(before[one]) <= _order(sector) for one in self.lines[at].kin):
                yield from self._patterns(lines, left, (*before, sector))

    def _filled(
        self, lines: "Sequence[BySector]", pattern: Pattern, facts: int, before: Filling
    ) -> Iterator[Filling]:
        """The ways to fill the remaining lines with so many facts."""
        at = len(before)
        if at == len(lines):
            if not facts:
                yield before
            return
        for one in lines[at][pattern[at]]:
            if one.facts <= facts and not self._clashes(self.lines[at], one, before):
                yield from self._filled(lines, pattern, facts - one.facts, (*before, one))

    def used(self, filling: Filling) -> int:
        """How many neighbouring sectors hold all cars."""
        return self._extent(one.spot.sector for one in filling if one.spot is not None)

    def _extent(self, more: Iterable[int]) -> int:
        sectors = sorted({*(spot.sector for spot in self.fixed), *more})
        if not sectors or not self.ring:
            return sectors[-1] - sectors[0] + 1 if sectors else 0
        return self.ring + 1 - max(after - one for one, after in pairwise((*sectors, sectors[0] + self.ring)))

    def _clashes(self, line: Line, one: Variant, before: Filling) -> bool:
        """Whether a variant does not go with those of the lines before: the same car or space, or another order of like lines."""
        alone = one.spot is not None and one.spot.alone
        if alone and one.spot in self.fixed:
            return True
        for other in before:
            if (one.car and one.car == other.car) or (alone and one.spot == other.spot):
                return True
        like = (before[at].spot for at in line.kin)
        return one.spot is not None and any(
            spot is not None and spot.sector == one.spot.sector and spot.space > one.spot.space
            for spot in like
        )


BySector = dict[int | None, list[Variant]]
"""The variants of a line by the sector of their car, as a pattern has it."""


def _by_sector(line: Line) -> BySector:
    found: BySector = {}
    for one in line.variants:
        sector = None if one is ABSENT else NOWHERE if one.spot is None else one.spot.sector
        found.setdefault(sector, []).append(one)
    return found


def _sectors(pattern: Pattern) -> list[int]:
    return [sector for sector in pattern if sector is not None and sector != NOWHERE]


def _order(sector: int | None) -> tuple[bool, int]:
    return sector is None, sector or 0
