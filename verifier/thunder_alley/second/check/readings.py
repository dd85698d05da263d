"""For each ruling about an activation: the smallest table on which its readings come to different results.

Fewest cars first, then MPs, then sectors from the first car to the last. The solver finds the table, the engine plays it under
both readings, and what the engine does not confirm is refused and looked for anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from model.asked import recording
from model.ruleset import Ruleset
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup
from verifier.second import FOUND, GAVE_UP, PROVED, Checked
from verifier.solving.circuit import FALSE, Bit, Circuit
from verifier.solving.numbers import at_least
from verifier.solving.session import GaveUpError, Limits, Session
from verifier.solving.witness import MOST_ROUNDS, find_witness
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.second.check.anywhere import movements
from verifier.thunder_alley.second.check.board import ring
from verifier.thunder_alley.second.check.record import outcome_text, picture_of, record_of
from verifier.thunder_alley.second.check.small import (
    Decisions,
    Played,
    Small,
    card_for,
    decode,
    play_of,
    played,
    setup_of,
    small,
)

ABOUT, CONTROLS = "rulings about an activation", "controls"

SECTORS, CARS, MPS = 8, 4, (3, 7)
"""How far a difference is looked for; few MPs before many."""

BOUND = f"up to {CARS} cars, {MPS[-1]} MPs, {SECTORS} sectors"

LIMITS = Limits(steps=4_000_000)


@dataclass(slots=True)
class _Open:
    """A reading whose difference is still looked for, and why the search for it ended where it did."""

    ruling: str
    reading: str
    asked: set[str] = field(default_factory=set)
    gave_up: str = ""
    found: "Witness | None" = None


@dataclass(frozen=True, slots=True)
class Witness:
    """A table, a move, and what comes of it under two rulesets, by the engine."""

    setup: Setup
    position: Position
    move: Activation
    results: tuple[str, str]

    @property
    def confirmed(self) -> bool:
        """Whether the engine comes to different results too."""
        return self.results[0] != self.results[1]


def check_readings(ruleset: Ruleset) -> Iterator[Checked]:
    """Each reading that is not in force, of every ruling that the constraints of an activation ask; then both controls.

    SAT: a table with a move that is legal under one reading only, or leads to different tables. UNSAT: there is none within the
    bound.
    """
    pending = [
        _Open(ruling.id, reading)
        for ruling in load_rulings(DATA).rulings.values()
        for reading in ruling.readings
        if reading != ruleset.readings.get(ruling.id) and not ruling.readings[reading].unmodelled
    ]
    cards = [card_for(kind.movement, kind.text) for kind in movements() if not kind.pit]
    for cars in range(1, CARS + 1):
        for most in MPS:
            for card in cards:
                left = [one for one in pending if one.found is None and (cars <= 2 or card.id in one.asked)]
                if left:
                    _look(ruleset, small(Circuit(), ring(SECTORS), card, cars, most), left)
    for one in pending:
        name = f"{one.ruling} = {one.reading}"
        if one.found is not None:
            yield _shown(name, one.found)
        elif one.gave_up:
            yield Checked(ABOUT, name, GAVE_UP, BOUND, f"limit: {one.gave_up}")
        elif one.asked:
            yield Checked(ABOUT, name, PROVED, BOUND, "no difference")
    yield from _controls(ruleset)


def _look(ruleset: Ruleset, table: Small, pending: list[_Open]) -> None:
    """Looks at all tables with so many cars, and one card, for every reading that the card's movement asks."""
    noted, asked, _ = recording(ruleset)
    first = play_of(table, noted)
    others = [play_of(table, with_reading(ruleset, one.ruling, one.reading)) for one in pending]
    decisions = Decisions(table.circuit, [first, *others], table.most)
    base = played(table, first, decisions)
    for one, play in zip(pending, others, strict=True):
        if one.ruling not in asked.asked:
            continue
        one.asked.add(table.card.id)
        other = played(table, play, decisions)
        try:
            one.found = smallest(
                table, (base, other), (ruleset, with_reading(ruleset, one.ruling, one.reading)), decisions
            )
        except GaveUpError as error:
            one.gave_up = error.limit


def with_reading(ruleset: Ruleset, ruling: str, reading: str) -> Ruleset:
    """The ruleset with one ruling read otherwise."""
    return replace(ruleset, readings={**ruleset.readings, ruling: reading})


def difference(circuit: Circuit, one: Played, other: Played) -> Bit:
    """A move is legal under one ruleset only, or leads to different tables."""
    legal, also = one.legal(circuit), other.legal(circuit)
    here, there = one.signature(), other.signature()
    apart = circuit.any(
        circuit.xor(here.get(key, FALSE), there.get(key, FALSE)) for key in dict.fromkeys((*here, *there))
    )
    return circuit.either(circuit.xor(legal, also), circuit.all((legal, also, apart)))


def smallest(
    table: Small, activations: tuple[Played, Played], rulesets: tuple[Ruleset, Ruleset], decisions: Decisions
) -> Witness | None:
    """The smallest table with this many cars on which two rulesets differ, confirmed by the engine; None if there is none. Raises
    `GaveUpError` at a limit, or after too many tables that the engine refused."""
    circuit = table.circuit
    apart = difference(circuit, *activations)
    if apart == FALSE:
        return None
    few = [-at_least(circuit, table.mps, amount + 1) for amount in range(table.most + 1)]
    near = [_within(table, length) for length in range(1, len(table.track.sectors) + 1)]
    wanted = [*few, *near, *table.bits()]
    variables = circuit.variables.values()
    session = Session(
        circuit, [*table.facts, *decisions.facts(), apart], more=[*wanted, *variables], limits=LIMITS
    )
    assumed: list[Bit] = []
    found = _confirmed(session, table, activations, rulesets, assumed)
    if found is None:
        return None
    for bits in (few, near):
        for bit in bits:
            better = _confirmed(session, table, activations, rulesets, [*assumed, bit])
            if better is not None:
                found, assumed = better, [*assumed, bit]
                break
    return found


def _confirmed(
    session: Session,
    table: Small,
    activations: tuple[Played, Played],
    rulesets: tuple[Ruleset, Ruleset],
    assumed: list[Bit],
) -> Witness | None:
    def tried(true: list[Bit]) -> Witness:
        for activation in activations:
            position, move = decode(table, activation, true)
            one, other = (_result(table, ruleset, position, move) for ruleset in rulesets)
            found = Witness(setup_of(table, rulesets[0]), position, move, (one, other))
            if found.confirmed:
                break
        return found

    variables = list(table.circuit.variables.values())
    search = find_witness(session, variables, tried, lambda one: one.confirmed, assuming=assumed)
    if not search.complete:
        raise GaveUpError(f"{MOST_ROUNDS} tables that the engine refused")
    return search.witness


def _result(table: Small, ruleset: Ruleset, position: Position, move: Activation) -> str:
    return outcome_text(position, judge(setup_of(table, ruleset), position, move))


def _within(table: Small, length: int) -> Bit:
    """All cars stand in so many neighbouring sectors."""
    circuit, track = table.circuit, table.track
    size = len(track.sectors)
    found = []
    for first in range(size):
        sectors = {track.sectors[(first + further) % size] for further in range(length)}
        found.append(
            circuit.all(
                circuit.any(bit for (space, _), bit in spots.items() if track.sector[space] in sectors)
                for spots in table.spots.values()
            )
        )
    return circuit.any(found)


def _shown(name: str, found: Witness) -> Checked:
    cars = len(found.position.cars)
    fact = (
        f"{cars} {'car' if cars == 1 else 'cars'}, {found.move.left} {'MP' if found.move.left == 1 else 'MPs'}: "
        f"{found.results[0]}; under this reading {found.results[1]}"
    )
    lines = record_of(found.setup, found.position, found.move)
    return Checked(
        ABOUT, name, FOUND, BOUND, fact, witness=lines, picture=picture_of(found.setup, found.position)
    )


def _controls(ruleset: Ruleset) -> Iterator[Checked]:
    """Identical rules must show no difference, and one that is known to be there must be found."""
    few = "2 cars, 2 MPs"
    circuit = Circuit()
    table = small(circuit, ring(SECTORS), card_for("solo", None), 2, 2)
    play = play_of(table, ruleset)
    decisions = Decisions(circuit, [play], 2)
    base = played(table, play, decisions)
    same = smallest(table, (base, played(table, play, decisions)), (ruleset, ruleset), decisions)
    fact = "no difference" if same is None else "a difference"
    yield Checked(CONTROLS, "identical rulesets", FOUND if same else PROVED, few, fact, PROVED, control=True)
    start = "start-counts-as-entered"
    other = "start-may-be-reentered-once" if ruleset.readings["reenter-start-space"] == start else start
    changed = with_reading(ruleset, "reenter-start-space", other)
    also = played(table, play_of(table, changed), decisions)
    planted = smallest(table, (base, also), (ruleset, changed), decisions)
    name = "a planted difference (reenter-start-space)"
    fact = "found" if planted else "not found"
    yield Checked(CONTROLS, name, FOUND if planted else PROVED, few, fact, FOUND, control=True)
