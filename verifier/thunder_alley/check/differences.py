"""The smallest position on which two rulesets give different results for a move: fewest cars, then MPs, then sectors.

The solver finds a position, and engine and spec play it under both rulesets. The search rejects a position that they do not
confirm and looks for another.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import groupby, product, takewhile

from model.ruleset import Ruleset
from verifier.rulesets.changes import RULING, Change, NotedRuleset
from verifier.rulesets.checking import WAYS
from verifier.sharing import Share, alone
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.numbers import at_least
from verifier.solving.session import GaveUpError, Limits
from verifier.solving.witness import Questions, Search
from verifier.thunder_alley.check.any_move import SECTORS, AnyMove, Played
from verifier.thunder_alley.check.anywhere import Kind, movements
from verifier.thunder_alley.check.candidates import Candidate, candidate
from verifier.thunder_alley.check.small import CROSSED, LAPS, plainer
from verifier.thunder_alley.spec.decisions import BUMPS
from verifier.thunder_alley.spec.decode import movement_bits
from verifier.words import counted

SIZES = ((1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 6), (4, 3), (5, 2))
"""Numbers of cars and MPs of the positions that are searched, smallest first."""

ENOUGH = 2, 2
"""Cars and MPs with which a movement looks up every ruling and rule that it ever looks up; leaving the pits takes an MP more."""

CARD_TEXT = "TA-RC-"
"""How the ids of rules begin that are about the text of a card."""

QUICK, LIMITS = Limits(steps=600_000), Limits(steps=4_000_000)
"""The limits of a check: of the first one, and where it has put a question off."""

PLAINEST_FROM = 3
"""From so many cars on, cards with a text and moves with a finish are put off."""

NODE = 40
"""Steps of the solver that take as long as a node of a circuit."""

PATIENCE = 16_000_000
"""Steps in which it is tried to prove that there is no smaller witness than the one found."""

ROUNDS = 60
"""Positions that the judges may reject before a search gives up."""


def bound(cars: int) -> str:
    """The range of the search with up to so many cars."""
    most = dict(size for size in SIZES if size[0] <= cars)
    runs = (
        f"{counted(max(run), 'car')} with {counted(mps, 'MP')}"
        for mps, run in groupby(most, most.__getitem__)
    )
    return f"moves of up to {', '.join(runs)}, {SECTORS} sectors"


BOUND = bound(max(SIZES)[0])


@dataclass(slots=True)
class Sought:
    """A second ruleset for which a position is sought whose result differs in one of these `ways`, and what the search has come
    to.

    The ruling or rule of this `name` alone differs. If the first of its rules is about the text of a card, only cards with these
    `texts` look it up. `asked` are the movements that depend on it, `later` what was put off, `limit` names one that was hit.
    """

    ruleset: Ruleset
    name: str
    ruling: bool = True
    texts: frozenset[str] = frozenset()
    ways: Sequence[str] = WAYS
    asked: set[Kind] = field(default_factory=set)
    found: Candidate | None = None
    later: list["Place"] = field(default_factory=list)
    limit: str = ""

    @classmethod
    def by(cls, ruleset: Ruleset, change: Change, ways: Sequence[str] = WAYS) -> "Sought":
        """The second ruleset is the first one with a change."""
        about = [rule for rule in change.rules if change.rules[0].startswith(CARD_TEXT)]
        texts = frozenset(rule.removeprefix(CARD_TEXT) for rule in about if rule.startswith(CARD_TEXT))
        return cls(change.applied(ruleset), change.name, change.kind == RULING, texts, ways)

    @property
    def proof(self) -> bool:
        """Whether only a proof counts, that there is no other way."""
        return len(self.ways) < len(WAYS)

    def afresh(self) -> "Sought":
        """The same question before any search."""
        return replace(self, asked=set(), found=None, later=[], limit="")

    def add(self, part: "Sought") -> None:
        """Adds what the search in a further part has come to."""
        self.asked |= part.asked
        self.later += part.later
        self.found = part.found
        if part.limit or part.found is not None:
            self.limit = part.limit


@dataclass(frozen=True, slots=True)
class Place:
    """All positions of a size (cars and MPs) with one kind of movement, in which a car finishes, or none does."""

    kind: Kind
    size: tuple[int, int]
    finish: bool


Lookups = Callable[[Kind, bool], frozenset[str]]
"""The rulings, parameters and rules that a movement of a kind looks up, if cars may finish or not."""


def look(ruleset: Ruleset, sought: Sequence[Sought]) -> None:
    """Looks for the smallest position on which a move differs under each ruleset sought; fewest cars first, then MPs."""
    asked = cache(partial(lookups, ruleset))
    for cars in dict.fromkeys(cars for cars, _ in SIZES):
        look_with(ruleset, cars, sought, asked)
    for one in sought:
        settle(ruleset, one, None if one.found is None else one.found.size)


def lookups(ruleset: Ruleset, kind: Kind, finish: bool) -> frozenset[str]:
    """The rulings, parameters and rules that movements of a kind look up, if cars may finish or not."""
    noted = NotedRuleset(ruleset)
    cars, mps = ENOUGH
    crossed = CROSSED if finish else CROSSED[:1]
    AnyMove(kind, cars, mps + kind.pit, [noted.ruleset], crossed=crossed).under(0)
    return noted.names()


def look_with(
    ruleset: Ruleset, cars: int, sought: Sequence[Sought], asked: Lookups, share: Share = alone
) -> None:
    """Looks for the same among positions of so many cars; `asked` has what each kind of movement looks up. Moves in which no car
    finishes come first: they are plainer, and the questions about them take much less time. What takes long is put off.

    A proof covers all MPs at once, and ends at the first limit."""
    proof = all(one.proof for one in sought)
    sizes = [most for number, most in SIZES if number == cars]

    def wanting(place: Place) -> list[Sought]:
        left = [one for one in sought if one.found is None and one.name in asked(place.kind, place.finish)]
        return [one for one in left if not (proof and one.limit)]

    def looked(place: Place) -> list[tuple[int, Sought]]:
        left = [(sought.index(one), one.afresh()) for one in wanting(place) if place not in one.later]
        _look_among(ruleset, place, [one for _, one in left], LIMITS if proof else QUICK)
        return left

    places = [
        Place(kind, (cars, most), finish)
        for most, finish, kind in product(sizes[-1:] if proof else sizes, (False, True), movements())
    ]
    for place in places if cars >= PLAINEST_FROM else ():
        for one in wanting(place):
            if place.finish or (place.kind.text and _in_plain(one, asked)):
                one.later.append(place)
    places = [place for place in places if any(place not in one.later for one in wanting(place))]
    for found in share(looked, places):
        for number, part in found:
            if sought[number].found is None:  # what a process has found meanwhile, another may not know
                sought[number].add(part)
        if not any(map(wanting, places)):
            break


def _in_plain(sought: Sought, asked: Lookups) -> bool:
    return any(kind.text is None and sought.name in asked(kind, False) for kind in movements())


def settle(ruleset: Ruleset, sought: Sought, size: tuple[int, int] | None, share: Share = alone) -> None:
    """Looks at what was put off, smallest first: if there is a witness of this size, only for a smaller one and not for long."""
    if sought.proof:
        return
    waiting, sought.later, spent = sorted(sought.later, key=lambda place: place.size), [], 0
    if sought.found is None:
        sought.limit = ""
    if size is not None:
        waiting = list(takewhile(lambda place: place.size < size, waiting))

    def looked(place: Place) -> tuple[Sought, int]:
        part = sought.afresh()
        return part, _look_among(ruleset, place, [part], LIMITS)

    for left, (part, steps) in zip(range(len(waiting))[::-1], share(looked, waiting), strict=True):
        spent += steps
        if part.found is not None:
            sought.add(part)
            break
        sought.asked |= part.asked
        if size is not None and left and spent >= PATIENCE:
            part.limit = part.limit or "steps"
        if part.limit:
            sought.limit = part.limit
            if size is not None:  # whether there is a smaller witness stays open in any case
                break


def _look_among(ruleset: Ruleset, place: Place, sought: Sequence[Sought], limits: Limits) -> int:
    """Looks at the positions of a place; the steps that this took."""
    others: list[Ruleset] = []
    for one in sought:
        if one.ruleset not in others:
            others.append(one.ruleset)
    differences = Differences(place.kind, *place.size, [ruleset, *others], finish=place.finish, limits=limits)
    for one in sought:
        number = others.index(one.ruleset) + 1
        if not one.ruling and not differences.possible(number):
            continue
        one.asked.add(place.kind)
        try:
            search = differences.smallest(number, one.ways)
        except GaveUpError as error:
            one.limit = error.limit
            one.later.append(place)
            continue
        if search.witness is not None:
            one.found = search.witness
            one.limit = "" if search.complete else "steps"
    return differences.spent


def cases(circuit: Circuit, one: Played, other: Played) -> list[Bit]:
    """For each of the ways, the bit that a move differs in that way. The solver answers them far faster one by one than
    together."""
    legal, also = one.legal, other.legal
    here, there = one.signature(), other.signature()
    apart = circuit.any(
        circuit.xor(here.get(key, FALSE), there.get(key, FALSE)) for key in dict.fromkeys((*here, *there))
    )
    return [circuit.both(legal, -also), circuit.both(-legal, also), circuit.all((legal, also, apart))]


class Differences:
    """Any move under the first of its rulesets and under the others (by number), with one question for each of these. With
    `finish` some car finishes, else none does.

    A car alone has nothing to bump against, and proving that again and again would take most of the time.
    """

    def __init__(
        self,
        kind: Kind,
        cars: int,
        most: int,
        rulesets: Sequence[Ruleset],
        *,
        finish: bool = False,
        limits: Limits = LIMITS,
    ) -> None:
        without = () if cars > 1 else BUMPS
        crossed = CROSSED if finish else CROSSED[:1]
        moves = AnyMove(kind, cars, most, rulesets, without, crossed, searching=True)
        self._moves, others = moves, range(1, len(rulesets))
        circuit, table = moves.circuit, moves.table
        first = moves.under(0)
        every = {
            f"{number} {way}": circuit.both(bit, _some_finish(moves, number) if finish else TRUE)
            for number in others
            for way, bit in zip(WAYS, cases(circuit, first, moves.under(number)), strict=True)
        }
        self._possible = {
            number for number in others if any(every[f"{number} {way}"] != FALSE for way in WAYS)
        }
        self._few = [-at_least(circuit, table.mps, amount + 1) for amount in range(table.most + 1)]
        self._near = [_within(moves, length) for length in range(1, len(table.track.sectors) + 1)]
        more = [*self._few, *self._near]
        # A candidate is identified by its position and by how the move is written under both rulesets.
        written = {number: movement_bits(moves.under(number).movement) for number in (0, *others)}
        self._shown = {
            number: [
                bit
                for bit in dict.fromkeys((*table.bits(), *written[0], *written[number]))
                if abs(bit) != TRUE
            ]
            for number in others
        }
        more += [*moves.variables(), *(bit for bits in written.values() for bit in bits)]
        self._limits = limits
        self._questions = Questions(circuit, moves.facts(), every, more, limits)

    @property
    def spent(self) -> int:
        """The steps that the questions took so far, with the circuits."""
        return self._questions.steps + NODE * len(self._moves.circuit.nodes)

    def possible(self, number: int) -> bool:
        """Whether the circuits leave room for a difference of the ruleset with this number."""
        return number in self._possible

    def smallest(self, number: int, ways: Sequence[str] = WAYS) -> Search[Candidate]:
        """The smallest position with this many cars on which the ruleset with this number differs from the first; not
        `complete` if a smaller one is not ruled out. Raises `GaveUpError` at a limit, or after too many positions that a
        judge rejected."""
        assumed: list[Bit] = []
        search = self._confirmed(number, ways, assumed)
        if search.witness is None:
            return search
        complete = True
        self._questions.allow(LIMITS)
        for bits in (self._few, self._near):
            for bit in bits:
                try:
                    better = self._confirmed(number, ways, [*assumed, bit])
                except GaveUpError:
                    complete = False
                    continue
                if better.witness is not None:
                    search = better
                    assumed.append(bit)
                    break
        self._questions.allow(self._limits)
        return replace(search, witness=search.witness and _plain(search.witness), complete=complete)

    def _confirmed(self, number: int, ways: Sequence[str], assumed: Sequence[Bit]) -> Search[Candidate]:
        moves = self._moves

        def tried(true: list[Bit]) -> Candidate:
            # Each ruleset has its own way of writing the same decisions. What one leaves out, the other may leave open.
            found = []
            for written in (0, number):
                decoded = moves.decode(written, true)
                found.append(candidate(moves.setup(moves.rulesets[0]), moves.rulesets[number], *decoded))
                if found[-1].confirmed and found[-1].decided:
                    break
            return max(found, key=lambda one: (one.confirmed, one.decided))

        gave_up = ""
        for way in ways:
            try:
                search = self._questions.find(
                    f"{number} {way}", self._shown[number], tried, lambda one: one.confirmed, ROUNDS, assumed
                )
            except GaveUpError as error:
                gave_up = error.limit
                continue
            if search.witness is not None:
                return search
            if not search.complete:
                gave_up = f"{ROUNDS} positions that a judge refused"
        if gave_up:
            raise GaveUpError(gave_up)
        return Search(None)


def _plain(found: Candidate) -> Candidate:
    tried = (
        candidate(found.setup, found.other, position, found.move, found.mps)
        for position in plainer(found.setup, found.position)
    )
    return next(one for one in tried if one.confirmed and one.way == found.way)


def _some_finish(moves: AnyMove, number: int) -> Bit:
    """Some cars are on their last lap, and each of these finishes under the first ruleset or the one with this number. A car on
    its last lap that does not finish moves like any other."""
    circuit = moves.circuit
    finished = [moves.under(one).movement.tracking.done for one in (0, number)]
    last = {
        car: circuit.any(bit for (_, crossed), bit in spots.items() if crossed == LAPS)
        for car, spots in moves.table.spots.items()
    }
    ends = {
        car: circuit.any(bit for done in finished for (own, *_), bit in done.items() if own == car)
        for car in last
    }
    return circuit.all(
        (circuit.any(last.values()), *(circuit.implies(bit, ends[car]) for car, bit in last.items()))
    )


def _within(moves: AnyMove, length: int) -> Bit:
    """All cars stand in this many neighbouring sectors."""
    circuit, table = moves.circuit, moves.table
    track = table.track
    found = []
    for first in range(SECTORS):
        sectors = {track.sectors[(first + further) % SECTORS] for further in range(length)}
        found.append(
            circuit.all(
                circuit.any(
                    bit for (spot, _), bit in spots.items() if track.sector[table.place(spot)] in sectors
                )
                for spots in table.spots.values()
            )
        )
    return circuit.any(found)
