"""What no legal step of a move may break, from any moment of any move."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from model.great_race.board import SEA
from model.ruleset import Ruleset
from verifier.great_race.check.anywhere import BOUND, Anywhere, anywhere
from verifier.great_race.spec.drive_city import lines_to
from verifier.great_race.spec.leaders import sea_price
from verifier.rulesets.checking import PROVED, Checked, Found, Question, control, guarded
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.session import Session

ABOUT = "invariants of a move"


@dataclass(frozen=True, slots=True)
class Invariant:
    """`broken` gives the bit that holds if the step breaks the invariant. `rules` are those that guarantee it: without them it
    must be broken."""

    name: str
    rules: tuple[str, ...]
    broken: Callable[[Anywhere], Bit]


def check_invariants(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a legal step breaks the invariant; UNSAT: none does, from any moment of a move.

    Each invariant whose rules are all in force, then its control: without the rules that guarantee it, it must be broken.
    """
    asked = [one for one in INVARIANTS if ruleset.left_out.isdisjoint(one.rules)]
    moment = anywhere(ruleset)
    questions = (
        Question(ABOUT, one.name, BOUND, PROVED, one.rules).ask(partial(_broken, moment, one))
        for one in asked
    )
    return guarded(questions, _controls(moment, asked))


def _controls(moment: Anywhere, asked: Sequence[Invariant]) -> Iterator[Checked]:
    for one in asked:
        yield control(one.name, BOUND, partial(_broken, moment, one, frozenset(one.rules)), rules=one.rules)


def _broken(moment: Anywhere, invariant: Invariant, without: frozenset[str] = frozenset()) -> Found | None:
    """Whether a step that keeps the rules, except some, breaks the invariant."""
    asked = [*moment.facts, moment.legal(without), invariant.broken(moment)]
    fact = "found without the rules that promise it" if without else "broken"
    return Found(fact) if Session(moment.circuit, asked).fits() else None


def _known(moment: Anywhere, space: str, kind: str) -> Bit:
    """The vehicle enters a space on which a tile of this kind lay."""
    lying = moment.state.tiles[space].get(kind, FALSE)
    return moment.circuit.all((moment.choice.to[space], lying, -moment.choice.back))


def _unpaid(moment: Anywhere) -> Bit:
    """A known tile is entered for which there is too little fuel."""
    circuit, terrain = moment.circuit, moment.move.scene.setup.board.terrain
    return circuit.any(
        circuit.both(_known(moment, space, kind), has)
        for space, kinds in moment.state.tiles.items()
        for kind in kinds
        for fuel, has in moment.state.fuel.items()
        if fuel < terrain[kind].fuel
    )


def _on_credit(moment: Anywhere) -> Bit:
    """A line is taken that costs more money than there is."""
    circuit, scene = moment.circuit, moment.move.scene
    off = scene.number("transport_card")
    [card] = moment.choice.transports
    found = []
    for here, at in moment.state.at.items():
        for there, to in moment.choice.to.items():
            for price in lines_to(moment.move, here, there, SEA):
                price = sea_price(scene, moment.move.who, price)
                taken = circuit.all((at, to, moment.choice.line[SEA]))
                for money, has in moment.state.money.items():
                    enough = card if money >= price - off else FALSE
                    if money < price:
                        found.append(circuit.all((taken, has, -enough)))
    return circuit.any(found)


def _goes_on(moment: Anywhere) -> Bit:
    """A step after the move has ended."""
    return moment.circuit.any(moment.state.over.values())


def _too_far(moment: Anywhere) -> Bit:
    """More steps than the engine had levels when the move began."""
    most = moment.move.scene.known(moment.move.who, "engine")
    return moment.circuit.any(bit for steps, bit in moment.after.steps.items() if steps > most)


def _leaps(moment: Anywhere) -> Bit:
    """The vehicle comes by land to a place that is not next to the last one."""
    circuit, board = moment.circuit, moment.move.scene.setup.board
    by_land = -circuit.any(moment.choice.line.values())
    return circuit.any(
        circuit.all((by_land, at, to))
        for here, at in moment.state.at.items()
        for there, to in moment.choice.to.items()
        if there not in board.index[here].near
    )


def _nothing_for_nothing(moment: Anywhere) -> Bit:
    """A vehicle that is not sent back enters a place without paying fuel."""
    circuit = moment.circuit
    same = (circuit.both(bit, moment.after.fuel.get(fuel, FALSE)) for fuel, bit in moment.state.fuel.items())
    return circuit.both(-moment.choice.back, circuit.any(same))


INVARIANTS = (
    Invariant("a step leads to a neighbour", ("GR-12.1",), _leaps),
    Invariant("a known tile is paid with fuel", ("GR-12.4",), _unpaid),
    Invariant("a line is paid", ("GR-15.2",), _on_credit),
    Invariant("no move goes on after its end", ("GR-13.2", "GR-12.9", "GR-12.11"), _goes_on),
    Invariant("no move is longer than the engine allows", ("GR-8.4",), _too_far),
    Invariant("no place is entered for nothing", ("GR-12.4", "GR-12.11", "GR-13.1"), _nothing_for_nothing),
)
