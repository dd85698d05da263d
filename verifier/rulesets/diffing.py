"""How two rulesets differ: each change with a witness, a proof up to a bound, or the reason why it was not asked.

Each change is tried from both sides: what making it alone changes in the first ruleset, and what undoing it alone changes in
the second. So a difference is found that other changes hide on one side, or that only several changes make together.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from model.errors import ModelError
from model.ruleset import Ruleset
from model.rulings import load_rulings
from model.values import value
from verifier.findings import LEGAL
from verifier.games import find_game
from verifier.rulesets.changes import RULING, Change, changes, together
from verifier.rulesets.checking import (
    DIFFERENT,
    FOUND,
    NARROWER,
    NOT_ASKED,
    WAYS,
    WIDER,
    Finder,
    Looked,
    Witness,
    failing,
)
from verifier.rulesets.diff_witness import Trial, causes, telling, way
from verifier.sharing import Share, alone

SAME = "same"
"""The outcome of a change that makes no difference up to the bound; the others are FOUND and NOT_ASKED."""

HIDDEN = "alone it would make a difference, which other changes hide"
HIDING = "each witness found is one that other changes hide"
UNTOLD = "a difference was found, but no record shows it"


@value
class Difference:
    """The answer about one change. A witness has a `record`, which the two rulesets decide differently, its `way`, a `picture`,
    and its `causes`: changes that lead to this difference together; none can be left out. `cars` is as in `Looked`."""

    change: Change
    outcome: str
    bound: str = ""
    fact: str = ""
    way: str = ""
    record: tuple[str, ...] = ()
    picture: str = ""
    causes: tuple[Change, ...] = ()
    cars: int = 0


@value
class Link:
    """A change made after others: a step on the way from the first ruleset to the second. The question is whether it differs
    in one of the `ways` in positions of so many `cars`."""

    before: tuple[Change, ...]
    change: Change
    ways: tuple[str, ...]
    cars: int

    def __str__(self) -> str:
        return f"{self.change} once more"


@dataclass(slots=True)
class Comparison:
    """Two rulesets of a game that has `checks`. What several searches need is computed once; processes may `share` each."""

    game: str
    first: Ruleset
    second: Ruleset
    share: Share = alone
    _finders: list[tuple[Ruleset, Finder]] = field(default_factory=list)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Each difference of the second ruleset, in the order of the data."""
        return tuple(changes(find_game(self.game).data, self.first, self.second))

    def failed_controls(self) -> list[str]:
        """The controls of the search that fail."""
        checks = find_game(self.game).checks
        assert checks is not None
        return failing(checks().controls(self.first))

    def answer(self, change: Change) -> Difference:
        """The answer about one of the changes."""
        every = self.changes
        sides = [(self.first, change)]
        if len(every) > 1:
            sides.append((self.second, change.undone(self.first)))
        looked, refused = list[Looked](), ""
        for ruleset, asked in sides:
            try:
                one = self._finder(ruleset)(asked)
            except ModelError as error:
                refused = error.problems[0].what
                continue
            refused = ""
            found = self._shown(change, every, one)
            if found is not None:
                return found
            looked.append(one)
        hidden = next((one.witness for one in looked if one.witness is not None), None)
        not_shown = UNTOLD if hidden is None or len(every) < 2 else self._hiding(change, every, hidden)
        return _unseen(change, looked, refused, not_shown, _meanings(change, self.first))

    def proof(self, link: Link) -> str:
        """The bound up to which it is proved that a step of the way differs in none of its ways; empty without a proof."""
        try:
            looked = self._finder(together(self.first, link.before))(link.change, link.ways)
        except ModelError:
            return ""
        proved = looked.asked and looked.witness is None and not looked.limit and looked.cars >= link.cars
        return looked.bound if proved else ""

    def _finder(self, ruleset: Ruleset) -> Finder:
        kept = next((find for own, find in self._finders if own == ruleset), None)
        if kept is None:
            checks = find_game(self.game).checks
            assert checks is not None
            kept = checks().finder(ruleset, self.share)
            self._finders[:] = [*self._finders[-1:], (ruleset, kept)]
        return kept

    def _shown(self, change: Change, every: Sequence[Change], looked: Looked) -> Difference | None:
        """The witness of a search, if the two rulesets decide its record differently, and because of this change."""
        witness = looked.witness
        if witness is None:
            return None
        pair = self.first, self.second
        trial = Trial(find_game(self.game), witness.record)
        one, two = map(trial.under, pair)
        own = [
            (why, told)
            for told in telling(trial, pair)
            if change in (why := causes(told, pair, every, change))
            and not (told is not trial and told.verdict(self.first) == LEGAL and self._unneeded(told, change))
        ]
        if not own:
            return None
        why, told = min(own, key=lambda one: len(one[0]))
        words = {
            trial.under(ruleset): result
            for ruleset, result in zip(witness.rulesets, witness.results, strict=True)
        }
        if told is trial or (one in words and two in words):
            said = f"{words.get(one, one)}; under the second {words.get(two, two)}"
        else:
            only = "first" if told.verdict(self.first) == LEGAL else "second"
            said = f"legal; only under the {only} it leads to the position at the end"
        size = f"{witness.size}: " if witness.size else ""
        smallest = "; a smaller one is not ruled out" if looked.limit else ""
        fact = f"{size}{said}{smallest}"
        shown = told.record, witness.picture
        return Difference(change, FOUND, looked.bound, fact, way(one, two), *shown, why, looked.cars)

    def _hiding(self, change: Change, every: Sequence[Change], witness: Witness) -> str:
        """Why a witness of the change is not one of the two rulesets: the fewest other changes that make up for it there."""
        base, changed = witness.rulesets
        others = [one for one in every if one != change]
        back = base == self.second
        tried = [one.undone(self.first) for one in others] if back else others
        goal = self.first if back else self.second
        trial = Trial(find_game(self.game), witness.record)
        for told in telling(trial, (base, changed)):
            if told.verdict(changed) != told.verdict(goal):
                why = {one.name for one in causes(told, (changed, goal), tried, change)}
                names = ", ".join(str(one) for one in others if one.name in why)
                side = "second" if back else "first"
                return f"in the {side} ruleset it makes a difference, but only where {names} makes up for it"
        return HIDING

    def _unneeded(self, told: Trial, change: Change) -> bool:
        """Whether the second ruleset decides a record alike without a change. That only the first leads to a position is then
        the work of other changes, though this one would do it too."""
        try:
            undone = change.undone(self.first).applied(self.second)
        except ModelError:
            return False
        return told.verdict(undone) == told.verdict(self.second)


def _unseen(
    change: Change, looked: Sequence[Looked], refused: str, not_shown: str, meanings: str
) -> Difference:
    """The answer about a change without a witness. `refused`: why the last question could not be asked; `not_shown`: why a
    witness found is not shown; `meanings`: the answer about a change on which nothing depends."""
    if refused:
        return Difference(change, NOT_ASKED, "", f"it cannot be changed alone: {refused}")
    last = looked[-1]
    limit = next((one.limit for one in looked if one.limit and one.witness is None), "")
    if limit:
        return Difference(change, NOT_ASKED, last.bound, f"limit: {limit}")
    if last.witness is not None:
        return Difference(change, NOT_ASKED, last.bound, not_shown)
    if last.unasked:
        return Difference(change, NOT_ASKED, last.bound, last.unasked)
    bound = next((one.bound for one in looked if one.asked), "")
    if not bound:
        return Difference(change, NOT_ASKED, last.bound, f"nothing within the bound depends on it{meanings}")
    return Difference(change, SAME, bound, HIDDEN if looked[0].witness is not None else "")


def _meanings(change: Change, first: Ruleset) -> str:
    """What the two readings of a ruling mean, if it does not say what position separates them."""
    known = load_rulings(change.data).rulings.get(change.name) if change.kind == RULING else None
    if known is None or known.separates:
        return ""
    return "".join(f"; {id}: {known.readings[id].meaning}" for id in (change.before(first), change.value))


UNKNOWN = "no difference found, but not everything was asked"
"""The answer about all changes together, apart from DIFFERENT, SAME, NARROWER and WIDER."""


@value
class Overall:
    """The answer about all changes together, and the bounds up to which it is proved."""

    said: str
    bounds: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.said}, proved for {'; '.join(self.bounds)}" if self.bounds else self.said


def overall(
    every: Sequence[Change], found: Sequence[Difference], proofs: Callable[[Sequence[Link]], Iterable[str]]
) -> Overall:
    """The answers together. It is proved step by step, on the way from the first ruleset to the second, that all changes
    together are the same, narrower or wider, in positions as large as each witness; only what is proved is stated. `proofs` asks
    for the proof of each step."""
    cars = max((one.cars for one in found if one.outcome == FOUND), default=0)

    def proved(said: str, ways: tuple[str, ...], otherwise: str) -> Overall:
        bounds = []
        links = [Link(tuple(every[:place]), change, ways, cars) for place, change in enumerate(every)]
        for bound in proofs(links):
            if not bound:
                return Overall(otherwise)
            bounds.append(bound)
        return Overall(said, tuple(dict.fromkeys(bounds)))

    ways = {one.way for one in found if one.outcome == FOUND}
    if any(one.outcome == NOT_ASKED for one in found):
        return Overall(DIFFERENT if ways else UNKNOWN)
    if not ways and len(every) < 3 and not any(one.fact for one in found):  # both ways to go were asked
        return Overall(SAME, tuple(dict.fromkeys(one.bound for one in found)))
    if not ways:
        return proved(SAME, WAYS, UNKNOWN)
    if ways in ({NARROWER}, {WIDER}):
        [way] = ways
        return proved(way, tuple(one for one in WAYS if one != way), DIFFERENT)
    return Overall(DIFFERENT)
