"""The smallest position on which two rulesets give different results: fewest cars, then MPs, then sectors.

The solver finds a position, and engine and spec play it under both rulesets. The search rejects a position that they do not
confirm and looks for another.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from model.ruleset import Ruleset
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup
from verifier.checking import FOUND, Checked
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.numbers import at_least
from verifier.solving.session import GaveUpError, Limits
from verifier.solving.witness import Questions, Search
from verifier.thunder_alley.check.any_move import SECTORS, AnyMove, Played
from verifier.thunder_alley.check.record import differ, outcome_text, picture_of, record_of, size_text
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.engine.terms import Judgement
from verifier.thunder_alley.spec import judge as by_spec
from verifier.thunder_alley.spec.decode import movement_bits
from verifier.thunder_alley.spec.judgement import Judgement as SpecJudgement

LIMITS = Limits(steps=12_000_000)
ROUNDS = 60
"""Positions that the judges may reject before a search gives up."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A position, a move, and the engine's results under two rulesets; `mps` are those of the active car. `confirmed`: the
    results differ, and under each ruleset the spec agrees with the engine."""

    setup: Setup
    position: Position
    move: Activation
    mps: int
    results: tuple[str, str]
    confirmed: bool


def witness_of(setup: Setup, other: Ruleset, position: Position, move: Activation, mps: int) -> Witness:
    """A move as the engine plays it under the setup's ruleset and under another one."""
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
    """Whether both judges reach the same positions, or both call the move illegal."""
    return {outcome.position for outcome in engine.outcomes} == set(spec.positions)


def under(setup: Setup, ruleset: Ruleset) -> Setup:
    """The same race under another ruleset."""
    return Setup(setup.track, ruleset, setup.teams, setup.laps, setup.names)


def shown(about: str, name: str, bound: str, found: Witness, other: str, *, smallest: bool = True) -> Checked:
    """A report line with a witness. `other` names the second ruleset; `smallest`: a smaller witness is ruled
    out."""
    fact = f"{size_text(found.position, found.mps)}: {found.results[0]}; {other} {found.results[1]}"
    fact += "" if smallest else " (a smaller position is not ruled out)"
    lines = record_of(found.setup, found.position, found.move)
    picture = picture_of(found.setup, found.position)
    return Checked(about, name, FOUND, bound, fact, witness=lines, picture=picture)


WAYS = ("legal under the first only", "legal under the other only", "leads to different positions")
"""The ways in which a move can differ under two rulesets."""


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

    def smallest(self, number: int, ways: Sequence[str] = WAYS) -> Search[Witness]:
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
                raise GaveUpError(f"{ROUNDS} positions that a judge refused")
            if search.witness is not None:
                return search
        return Search(None)


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
