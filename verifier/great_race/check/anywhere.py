"""Any step of any move on the first board, as free bits: where the vehicle is, its gauges, its money, and what lies on the
spaces."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from model.great_race.board import AIR, SEA
from model.ruleset import Ruleset
from verifier.great_race.check.scenes import scenes_of, under
from verifier.great_race.spec.driving import Choice, Move, Rules, State
from verifier.great_race.spec.scene import Scene
from verifier.great_race.spec.steps import step
from verifier.solving.circuit import FALSE, Bit, Circuit
from verifier.solving.numbers import choose

K = TypeVar("K")

FACTS = """
Blue b4 left M1+S1
Orange Almar
> Blue: drive stay
"""
"""What is not free."""

NOTHING = ""
LEVELS, FRANCS = range(4), (0, 50, 100)
KINDS = ("track", "jungle", "ford", "ambush")
ENDS = ("GR-13.2", "GR-12.9", "GR-12.11")
BOUND = f"one step from any place of kestrel; tiles {', '.join(KINDS)}; gauges up to {LEVELS[-1]}"


@dataclass(slots=True)
class Anywhere:
    """A moment of a move as free bits, a free step from there, its demands, and the state after it."""

    circuit: Circuit
    move: Move
    state: State
    choice: Choice
    facts: list[Bit]
    after: State = field(init=False)
    rules: Rules = field(init=False)

    def __post_init__(self) -> None:
        self.after, rules = step(self.move, self.state, self.choice)
        self.rules = [rule for rule in rules if rule.id]
        self.facts += [rule.bit for rule in rules if not rule.id]

    def legal(self, without: frozenset[str] = frozenset()) -> Bit:
        """The step breaks no rule, except those in `without`."""
        return self.circuit.all(rule.bit for rule in self.rules if rule.id not in without)


def anywhere(ruleset: Ruleset) -> Anywhere:
    """Any moment of a move, and any step."""
    [scene] = scenes_of(FACTS)
    circuit, facts = Circuit(), list[Bit]()
    setup = under(scene.setup, ruleset)

    def free(name: str, values: Iterable[K]) -> dict[K, Bit]:
        known = list(values)
        bits, fits = choose(circuit, name, len(known))
        facts.append(fits)
        return dict(zip(known, bits, strict=True))

    def some(name: str, values: Iterable[str]) -> dict[str, Bit]:
        """One of these, or none."""
        return {value: bit for value, bit in free(name, (NOTHING, *values)).items() if value != NOTHING}

    places = list(setup.board.index)
    spaces = [place.id for place in setup.board.places if place.kind == "space"]
    move = Move(circuit, Scene(setup, scene.standing.position), "Blue")
    most = move.scene.known(move.who, "engine")
    state = State(
        free("place", places),
        free("fuel", LEVELS),
        free("engine", LEVELS),
        free("chassis", LEVELS),
        free("money", FRANCS),
        free("escorts", range(2)),
        {space: some(f"tile {space}", KINDS) for space in spaces},
        free("steps", range(most + 1)),
        some("ended", ENDS),
    )
    choice = Choice(
        free("to", places),
        some("line", (SEA, AIR)),
        some("drawn", KINDS),
        circuit.variable("sent back"),
        free("engine paid", LEVELS),
        free("chassis paid", LEVELS),
        circuit.variable("escort"),
        FALSE,
        circuit.variable("guide"),
        transports=(circuit.variable("transport"),),
    )
    return Anywhere(circuit, move, state, choice, facts)
