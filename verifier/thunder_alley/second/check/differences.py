"""The smallest table on which two rulesets come to different results: fewest cars, then MPs, then sectors.

The solver finds the table, engine and spec play it under both rulesets, and what they do not confirm is refused and looked for
anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from model.ruleset import Ruleset
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup
from verifier.second import FOUND, Checked
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.numbers import at_least
from verifier.solving.session import GaveUpError, Limits
from verifier.solving.witness import Questions, Search
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.engine.terms import Judgement
from verifier.thunder_alley.second.check.any_move import SECTORS, AnyMove, Played
from verifier.thunder_alley.second.check.record import differ, outcome_text, picture_of, record_of, size_text
from verifier.thunder_alley.spec import judge as by_spec
from verifier.thunder_alley.spec.decode import movement_bits
from verifier.thunder_alley.spec.judgement import Judgement as SpecJudgement

LIMITS = Limits(steps=12_000_000)
ROUNDS = 60
"""Tables that the judges may refuse before a search gives up."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A table, a move, and what comes of it under two rulesets, by the engine; `mps` are those of the active car. `confirmed`:
    it is not the same, and under each of them the spec says what the engine says."""

    setup: Setup
    position: Position
    move: Activation
    mps: int
    results: tuple[str, str]
    confirmed: bool


def witness_of(setup: Setup, other: Ruleset, position: Position, move: Activation, mps: int) -> Witness:
    """A move played by the engine under the ruleset of the setup and under another one."""
    first, second = (judge(one, position, move) for one in (setup, under(setup, other)))
    results = outcome_text(position, first), outcome_text(position, second)
    if results[0] == results[1]:
        results = outcome_text(position, first, whole=True), outcome_text(position, second, whole=True)
    confirmed = differ(first, second) and all(
        _same(judgement, by_spec(one, position, move))
        for judgement, one in ((first, setup), (second, under(setup, other)))
    )
    return Witness(setup, position, move, mps, results, confirmed)


def _same(engine: Judgement, spec: SpecJudgement) -> bool:
    """Whether both judges come to the same tables, or both call the move illegal."""
    return {outcome.position for outcome in engine.outcomes} == set(spec.positions)


def under(setup: Setup, ruleset: Ruleset) -> Setup:
    """The same race under another ruleset."""
    return Setup(setup.track, ruleset, setup.teams, setup.laps, setup.names)


def shown(about: str, name: str, bound: str, found: Witness, other: str, *, smallest: bool = True) -> Checked:
    """A line with a witness; `other` says which the second ruleset is, `smallest` whether a smaller witness is ruled out."""
    fact = f"{size_text(found.position, found.mps)}: {found.results[0]}; {other} {found.results[1]}"
    fact += "" if smallest else " (a smaller table is not ruled out)"
    lines = record_of(found.setup, found.position, found.move)
    picture = picture_of(found.setup, found.position)
    return Checked(about, name, FOUND, bound, fact, witness=lines, picture=picture)


WAYS = ("legal under the first only", "legal under the other only", "leads to different tables")
"""How a move can differ under two rulesets."""


def cases(circuit: Circuit, one: Played, other: Played) -> list[Bit]:
    """For each of the ways, where a move differs so. Asked one by one they are far easier than together."""
    legal, also = one.legal, other.legal
    here, there = one.signature(), other.signature()
    apart = circuit.any(
        circuit.xor(here.get(key, FALSE), there.get(key, FALSE)) for key in dict.fromkeys((*here, *there))
    )
    return [circuit.both(legal, -also), circuit.both(-legal, also), circuit.all((legal, also, apart))]


class Differences:
    """Any move under the first of its rulesets and, one question for each, under others of them (by number)."""

    def __init__(self, moves: AnyMove, others: Sequence[int]) -> None:
        self._moves = moves
        circuit, table = moves.circuit, moves.table
        first = moves.under(0)
        every = {
            f"{number} {way}": bit
            for number in others
            for way, bit in zip(WAYS, cases(circuit, first, moves.under(number)), strict=True)
        }
        self._few = [-at_least(circuit, table.mps, amount + 1) for amount in range(table.most + 1)]
        self._near = [_within(moves, length) for length in range(1, len(table.track.sectors) + 1)]
        more = [*self._few, *self._near]
        # A candidate is told by its table and by what is written under both rulesets.
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

    def smallest(self, number: int, ways: Sequence[str] = WAYS) -> Search[Witness]:
        """The smallest table of this many cars on which the ruleset of this number differs from the first; not `complete` where a
        smaller one is not ruled out. Raises `GaveUpError` at a limit, or after too many tables that a judge refused."""
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
        return replace(search, complete=complete)

    def _confirmed(self, number: int, ways: Sequence[str], assumed: Sequence[Bit]) -> Search[Witness]:
        moves = self._moves

        def tried(true: list[Bit]) -> Witness:
            # Each ruleset has its own way of writing the same decisions.
            for written in (0, number):
                position, move, mps = moves.decode(written, true)
                found = witness_of(
                    moves.setup(moves.rulesets[0]), moves.rulesets[number], position, move, mps
                )
                if found.confirmed:
                    break
            return found

        for way in ways:
            search = self._questions.find(
                f"{number} {way}", self._shown[number], tried, lambda one: one.confirmed, ROUNDS, assumed
            )
            if not search.complete:
                raise GaveUpError(f"{ROUNDS} tables that a judge refused")
            if search.witness is not None:
                return search
        return Search(None)


def _within(moves: AnyMove, length: int) -> Bit:
    """All cars stand in so many neighbouring sectors."""
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
