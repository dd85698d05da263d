"""The smallest witness of one change: by the number of cars, in each kind of position in which its rules are at work."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Protocol

from model.ruleset import Ruleset
from model.values import replace
from verifier.rulesets.changes import CARD, RULE, RULING, Change
from verifier.rulesets.checking import WAYS, Finder, Looked, Witness
from verifier.sharing import Share, alone
from verifier.thunder_alley.check import card_facts, differences, settled
from verifier.thunder_alley.check.anywhere import Kind, movements
from verifier.thunder_alley.check.chapters import CHAPTERS
from verifier.thunder_alley.check.differences import Sought
from verifier.thunder_alley.check.elsewhere import ChapterSearch

MOST_CARS = 5

FEW_CARS = 2
"""The most cars with which it is proved that moves differ in one way only: with more, a proof takes minutes."""

MOVES = ("TA-1.3", "TA-4.5", "TA-5", "TA-6", "TA-9.4", "TA-10.1", "TA-BUMP", "TA-RC", "TA-UNIQUE")
"""Rules that are at work while a car moves (by the beginning of their ids)."""

AFTER_MOVES = (
    "TA-3.4-6",
    "TA-3.4-7",
    "TA-4.1",
    "TA-4.2",
    "TA-4.6",
    "TA-7",
    "TA-10.1",
    "TA-12.4",
    "TA-RC",
)
"""Rules that are at work when a movement is over."""

SEVERAL_LINES = {
    "reshuffle-source": "it shows only in hands before and after a shuffle",
    "absence-points": "it shows only in the result of a season",
    "TA-11.2": "it shows only on the grid of the next race of a season, in another record",
}
"""What no single line of one record shows, and where it does."""

ONE_LINE = "one line of one record"


class Search(Protocol):
    """The search for one change in one kind of position. `asked`: something within the bound depends on the change. `limit`:
    one that was hit; then a smaller witness may exist, or any."""

    def bound(self, cars: int) -> str:
        """The range of the search with up to so many cars."""

    @property
    def asked(self) -> bool: ...
    @property
    def limit(self) -> str: ...
    def at(self, cars: int) -> Witness | None: ...


class _OfMoves:
    """A search among moves: `look` tries all positions with so many cars."""

    def __init__(
        self,
        ruleset: Ruleset,
        sought: Sought,
        bound: Callable[[int], str],
        look: Callable[[int], None],
        share: Share,
    ) -> None:
        self._ruleset, self._sought, self._share = ruleset, sought, share
        self._bound, self._look = bound, look

    def bound(self, cars: int) -> str:
        return self._bound(cars)

    @property
    def asked(self) -> bool:
        return bool(self._sought.asked)

    @property
    def limit(self) -> str:
        return self._sought.limit

    def at(self, cars: int) -> Witness | None:
        self._look(cars)
        return None if self._sought.found is None else self._sought.found.witness()

    @property
    def cars(self) -> int:
        """The cars of the witness."""
        return 0 if self._sought.found is None else self._sought.found.size[0]

    def put_off(self, cars: int | None) -> Witness | None:
        """The witness after a look at what was put off; with one of so many cars elsewhere, only a smaller one."""
        found = self._sought.found
        size = found.size if found is not None else None if cars is None else (cars, 0)
        differences.settle(self._ruleset, self._sought, size, self._share)
        return None if self._sought.found is None else self._sought.found.witness()


def finder(ruleset: Ruleset, share: Share = alone) -> Finder:
    """The search for a change of this ruleset."""
    return ChangeFinder(ruleset, share).find


@dataclass(slots=True)
class ChangeFinder:
    """Searches for changes of one ruleset, which processes may `share`. What movements look up is computed once; `_without`
    has the cars and the search up to which a change makes no difference of any way."""

    ruleset: Ruleset
    share: Share = alone
    _lookups: dict[tuple[Kind, bool], frozenset[str]] = field(default_factory=dict)
    _without: dict[Change, tuple[int, int]] = field(default_factory=dict)

    def find(self, change: Change, ways: Sequence[str] = WAYS) -> Looked:
        """The smallest witness of a change, of one of these ways, or the bound without one. If only some ways count, a
        proof is wanted, which cards do not have."""
        proof = len(ways) < len(WAYS)
        if change.kind == CARD and not change.name.endswith(".flag"):
            return Looked(ONE_LINE, False) if proof else card_facts.look(self.ruleset, change)
        tried = [] if change.name in SEVERAL_LINES else list(self.searches(change, ways))
        of_moves = [search for search in tried if isinstance(search, _OfMoves)]
        most = FEW_CARS if proof and of_moves else MOST_CARS
        bound = ", ".join(search.bound(most) for search in tried)
        proved = self._without.get(change, (0, 0)) if proof else (0, 0)
        for cars, (place, search) in product(range(1, most + 1), enumerate(tried)):
            witness = search.at(cars) if (cars, place) >= proved else None
            if witness is not None:
                looked = _smallest(Looked(bound, True, witness, search.limit, cars), of_moves)
                if not looked.limit and looked.cars == cars:
                    self._without[change] = cars, place
                return looked
        for late in of_moves:
            if (witness := late.put_off(None)) is not None:
                return Looked(bound, True, witness, late.limit, late.cars)
        limit = next((search.limit for search in tried if search.limit), "")
        asked = any(search.asked for search in tried)
        unasked = SEVERAL_LINES.get(change.name, "")
        return Looked(bound or ONE_LINE, asked, limit=limit, cars=most, unasked=unasked)

    def searches(self, change: Change, ways: Sequence[str] = WAYS) -> Iterator[Search]:
        """The searches in the positions in which the rules of a change are at work, the quickest first."""
        ruleset, share = self.ruleset, self.share
        rule = change.kind in (RULING, RULE)
        in_moves = rule and _about(change, MOVES)
        if in_moves:
            moving = Sought.by(ruleset, change, ways)

            def among_moves(cars: int) -> None:
                differences.look_with(ruleset, cars, [moving], self._looked_up, share)

            yield _OfMoves(ruleset, moving, differences.bound, among_moves, share)
        for chapter in CHAPTERS:
            if chapter.concerns(change.rules):
                yield ChapterSearch(ruleset, change, chapter, ways, share)
        if rule and _about(change, AFTER_MOVES) and not (in_moves and self._asked_in_moves(change)):
            moved = Sought.by(ruleset, change, ways)

            def after_moves(cars: int) -> None:
                settled.look_with(ruleset, cars, [moved], share)

            bound = partial(settled.bound, ruling=change.kind == RULING)
            yield _OfMoves(ruleset, moved, bound, after_moves, share)

    def _looked_up(self, kind: Kind, finish: bool) -> frozenset[str]:
        """What movements of a kind look up."""
        if (kind, finish) not in self._lookups:
            self._lookups[kind, finish] = differences.lookups(self.ruleset, kind, finish)
        return self._lookups[kind, finish]

    def _asked_in_moves(self, change: Change) -> bool:
        """Whether some movement looks a ruling up."""
        every = product(movements(), (False, True))
        return change.kind == RULING and any(change.name in self._looked_up(*one) for one in every)


def _smallest(looked: Looked, of_moves: Sequence[_OfMoves]) -> Looked:
    """The witness found, or a smaller one among what was put off."""
    for search in of_moves:
        witness = search.put_off(looked.cars)
        if witness is not None:
            return replace(looked, witness=witness, limit=search.limit, cars=search.cars)
        looked = replace(looked, limit=looked.limit or search.limit)
    return looked


def _about(change: Change, rules: tuple[str, ...]) -> bool:
    return any(rule.startswith(rules) for rule in change.rules)
