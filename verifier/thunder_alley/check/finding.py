"""The smallest witness of one change: by the number of cars, in each kind of position in which its rules are at work."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import product
from typing import Protocol

from model.ruleset import Ruleset
from model.values import replace
from verifier.changes import CARD, RULE, RULING, Change
from verifier.checking import WAYS, Finder, Looked, Witness
from verifier.sharing import Share, alone
from verifier.thunder_alley.check import card_facts, differences, settled
from verifier.thunder_alley.check.anywhere import movements
from verifier.thunder_alley.check.chapters import CHAPTERS
from verifier.thunder_alley.check.differences import Lookups, Sought
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
    lookups = cache(partial(differences.lookups, ruleset))
    return partial(find, ruleset, lookups=lookups, without={}, share=share)


def find(
    ruleset: Ruleset,
    change: Change,
    ways: Sequence[str] = WAYS,
    *,
    lookups: Lookups,
    without: dict[Change, tuple[int, int]],
    share: Share = alone,
) -> Looked:
    """The smallest witness of a change, of one of these ways, or the bound without one. If only some ways count, a
    proof is wanted; there is none about cards. `without` has the cars and the search up to which nothing differs in any way."""
    proof = len(ways) < len(WAYS)
    if change.kind == CARD and not change.name.endswith(".flag"):
        return Looked(ONE_LINE, False) if proof else card_facts.look(ruleset, change)
    tried = [] if change.name in SEVERAL_LINES else list(searches(ruleset, change, ways, lookups, share))
    in_moves = any(isinstance(search, _OfMoves) for search in tried)
    most = FEW_CARS if proof and in_moves else MOST_CARS
    bound = ", ".join(search.bound(most) for search in tried)
    proved = without.get(change, (0, 0)) if proof else (0, 0)
    for cars in range(1, most + 1):
        for place, search in enumerate(tried):
            witness = search.at(cars) if (cars, place) >= proved else None
            if witness is not None:
                looked = _smallest(Looked(bound, True, witness, search.limit, cars), tried)
                if not looked.limit and looked.cars == cars:
                    without[change] = cars, place
                return looked
    for search in tried:
        if isinstance(search, _OfMoves) and (witness := search.put_off(None)) is not None:
            return Looked(bound, True, witness, search.limit, search.cars)
    limits = [search.limit for search in tried if search.limit]
    asked = any(search.asked for search in tried)
    unasked = SEVERAL_LINES.get(change.name, "")
    return Looked(bound or ONE_LINE, asked, limit=limits[0] if limits else "", cars=most, unasked=unasked)


def _smallest(looked: Looked, tried: Sequence[Search]) -> Looked:
    """The witness found, or a smaller one among what was put off."""
    for search in tried:
        if isinstance(search, _OfMoves):
            witness = search.put_off(looked.cars)
            if witness is not None:
                return replace(looked, witness=witness, limit=search.limit, cars=search.cars)
            looked = replace(looked, limit=looked.limit or search.limit)
    return looked


def searches(
    ruleset: Ruleset, change: Change, ways: Sequence[str], lookups: Lookups, share: Share = alone
) -> Iterator[Search]:
    """The searches in the positions in which its rules are at work, the quickest first."""
    rule = change.kind in (RULING, RULE)
    in_moves = rule and _about(change, MOVES)
    if in_moves:
        moving = Sought.by(ruleset, change, ways)
        look = partial(_among_moves, ruleset, moving, lookups, share)
        yield _OfMoves(ruleset, moving, differences.bound, look, share)
    for chapter in CHAPTERS:
        if chapter.concerns(change.rules):
            yield ChapterSearch(ruleset, change, chapter, ways, share)
    if rule and _about(change, AFTER_MOVES) and not (in_moves and _looked_up(change, lookups)):
        moved = Sought.by(ruleset, change, ways)
        bound = partial(settled.bound, ruling=change.kind == RULING)
        look_after = partial(_after_moves, ruleset, moved)
        yield _OfMoves(ruleset, moved, bound, look_after, share)


def _looked_up(change: Change, lookups: Lookups) -> bool:
    """Whether some movement looks a ruling up."""
    every = product((False, True), movements())
    return change.kind == RULING and any(change.name in lookups(kind, finish) for finish, kind in every)


def _about(change: Change, rules: tuple[str, ...]) -> bool:
    return any(rule.startswith(rules) for rule in change.rules)


def _among_moves(ruleset: Ruleset, sought: Sought, lookups: Lookups, share: Share, cars: int) -> None:
    differences.look_with(ruleset, cars, [sought], lookups, share)


def _after_moves(ruleset: Ruleset, sought: Sought, cars: int) -> None:
    settled.look_with(ruleset, cars, [sought])
