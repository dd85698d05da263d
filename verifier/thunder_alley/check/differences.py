"""The smallest position on which two rulesets give different results for a move: fewest cars, then MPs, then sectors.

The solver finds a position, and engine and spec play it under both rulesets. The search rejects a position that they do not
confirm and looks for another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from model.ruleset import Ruleset
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.standing import Standing
from verifier import judging
from verifier.changes import RULING, Change, NotedRuleset
from verifier.checking import DIFFERENT, WAYS, Looked, Witness, way_of
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.numbers import at_least
from verifier.solving.session import GaveUpError, Limits
from verifier.solving.witness import Questions, Search
from verifier.thunder_alley.check.any_move import SECTORS, AnyMove, Played
from verifier.thunder_alley.check.anywhere import Kind, movements
from verifier.thunder_alley.check.record import differ, outcome_text, witness_of
from verifier.thunder_alley.check.small import plainer
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.engine.segments import segment
from verifier.thunder_alley.engine.terms import Judgement
from verifier.thunder_alley.spec import judge as by_spec
from verifier.thunder_alley.spec.decisions import BUMPS
from verifier.thunder_alley.spec.decode import movement_bits
from verifier.words import counted

SIZES = ((1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 6), (4, 3))
"""Numbers of cars and MPs of the positions that are searched, smallest first."""

ENOUGH = 3, 3
"""Cars and MPs with which a movement looks up every ruling that it ever looks up, and depends on every rule."""

LIMITS = Limits(steps=4_000_000)
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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position, a move, and the engine's results under two rulesets; `mps` are those of the active car. `confirmed`: the
    results differ, and under each ruleset the spec agrees with the engine."""

    setup: Setup
    other: Ruleset
    position: Position
    move: Activation
    mps: int
    results: tuple[str, str]
    way: str
    confirmed: bool

    def witness(self) -> Witness:
        """The candidate as a record and a picture."""
        rulesets = self.setup.ruleset, self.other
        return witness_of(self.setup, rulesets, self.position, self.move, self.results, self.mps)


def candidate(setup: Setup, other: Ruleset, position: Position, move: Activation, mps: int) -> Candidate:
    """A move as the engine plays it under the setup's ruleset and under another one."""
    first, second = (judge(one, position, move) for one in (setup, under(setup, other)))
    results = outcome_text(position, first), outcome_text(position, second)
    if results[0] == results[1]:
        results = outcome_text(position, first, whole=True), outcome_text(position, second, whole=True)
    confirmed = differ(first, second) and all(
        _same(judgement, by_spec(one, position, move))
        for judgement, one in ((first, setup), (second, under(setup, other)))
    )
    way = way_of(not first.breaches, not second.breaches)
    if confirmed and way == DIFFERENT:
        confirmed = _ends(setup, position, move) != _ends(under(setup, other), position, move)
    return Candidate(setup, other, position, move, mps, results, way, confirmed)


def _ends(setup: Setup, position: Position, move: Activation) -> set[Position]:
    """The positions after a legal move and what follows by itself. It may end the race, and so hide a difference."""
    return {outcome.position.position for outcome in segment(setup, Standing(position), move).outcomes}


def _same(engine: Judgement, spec: judging.Judgement[Position]) -> bool:
    """Whether both judges reach the same positions, or both call the move illegal."""
    return {outcome.position for outcome in engine.outcomes} == set(spec.positions)


def under(setup: Setup, ruleset: Ruleset) -> Setup:
    """The same race under another ruleset."""
    return Setup(setup.track, ruleset, setup.teams, setup.laps, setup.names)


@dataclass(slots=True)
class Sought:
    """A second ruleset for which a position is sought whose result differs in one of these `ways`, and what the search has come
    to.

    With a `ruling`, that ruling alone is read differently. `asked` are the movements that depend on the difference, `limit` names
    one that was hit.
    """

    ruleset: Ruleset
    ruling: str | None = None
    ways: Sequence[str] = WAYS
    asked: set[Kind] = field(default_factory=set)
    found: Candidate | None = None
    limit: str = ""

    @classmethod
    def by(cls, ruleset: Ruleset, change: Change, ways: Sequence[str] = WAYS) -> "Sought":
        """The second ruleset is the first one with a change."""
        return cls(change.applied(ruleset), change.name if change.kind == RULING else None, ways)

    @property
    def open(self) -> bool:
        """Whether it is still worth looking: a limit ends only the search for a proof, that there is no other way."""
        return self.found is None and (not self.limit or len(self.ways) == len(WAYS))

    def depends(self, kind: Kind, size: tuple[int, int], looked_up: frozenset[str]) -> bool:
        """Whether a movement of this kind, with so many cars and MPs, can depend on what is changed."""
        if self.ruling is not None:
            return self.ruling in looked_up
        return kind in self.asked or all(one <= most for one, most in zip(size, ENOUGH, strict=True))

    def looked(self, bound: str) -> Looked:
        """The result of a search with this bound."""
        witness = None if self.found is None else self.found.witness()
        return Looked(bound, bool(self.asked), witness, self.limit)


def look(ruleset: Ruleset, sought: Sequence[Sought]) -> set[str]:
    """Looks for the smallest position on which a move differs under each ruleset sought; fewest cars first, then MPs. Returns the
    rulings that the moves look up."""
    asked = lookups(ruleset)
    for cars in dict.fromkeys(cars for cars, _ in SIZES):
        look_with(ruleset, cars, sought, asked)
    return set().union(*asked.values())


def lookups(ruleset: Ruleset) -> dict[Kind, frozenset[str]]:
    """The rulings and parameters that movements of each kind look up."""
    found = {}
    for kind in movements():
        noted = NotedRuleset(ruleset)
        AnyMove(kind, *ENOUGH, [noted.ruleset]).under(0)
        found[kind] = noted.names()
    return found


def look_with(
    ruleset: Ruleset, cars: int, sought: Sequence[Sought], asked: Mapping[Kind, frozenset[str]]
) -> None:
    """Looks for the same among positions of so many cars; `asked` has what each kind of movement looks up."""
    for most in (most for number, most in SIZES if number == cars):
        for kind in movements():
            left = [one for one in sought if one.open and one.depends(kind, (cars, most), asked[kind])]
            if left:
                _look_among(ruleset, kind, cars, most, left)


def _look_among(ruleset: Ruleset, kind: Kind, cars: int, most: int, sought: Sequence[Sought]) -> None:
    """Looks at all positions with this many cars and one kind of movement. A car alone has nothing to bump against, and proving
    that again and again would take most of the time."""
    others: list[Ruleset] = []
    for one in sought:
        if one.ruleset not in others:
            others.append(one.ruleset)
    moves = AnyMove(kind, cars, most, [ruleset, *others], without=() if cars > 1 else BUMPS)
    numbered = [(others.index(one.ruleset) + 1, one) for one in sought]
    differences = Differences(moves, list(dict.fromkeys(number for number, _ in numbered)))
    for number, one in numbered:
        if one.ruling is None and not differences.possible(number):
            continue
        one.asked.add(kind)
        try:
            search = differences.smallest(number, one.ways)
        except GaveUpError as error:
            one.limit = error.limit
            continue
        if search.witness is not None:
            one.found = search.witness
            one.limit = one.limit or ("" if search.complete else "steps")


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
    """Any move under the first of its rulesets and under the others (by number), with one question for each of these."""

    def __init__(self, moves: AnyMove, others: Sequence[int]) -> None:
        self._moves = moves
        circuit, table = moves.circuit, moves.table
        first = moves.under(0)
        every = {
            f"{number} {way}": bit
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
        self._questions = Questions(circuit, moves.facts(), every, more, LIMITS)

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
        return replace(search, witness=search.witness and _plain(search.witness), complete=complete)

    def _confirmed(self, number: int, ways: Sequence[str], assumed: Sequence[Bit]) -> Search[Candidate]:
        moves = self._moves

        def tried(true: list[Bit]) -> Candidate:
            # Each ruleset has its own way of writing the same decisions.
            for written in (0, number):
                position, move, mps = moves.decode(written, true)
                found = candidate(moves.setup(moves.rulesets[0]), moves.rulesets[number], position, move, mps)
                if found.confirmed:
                    break
            return found

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
