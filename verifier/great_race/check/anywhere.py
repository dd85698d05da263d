"""Any step of any move on the first board, as free bits: where the vehicle is, its gauges, its money, and what lies on the
spaces."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from model.great_race.board import AIR, SEA
from model.great_race.moves import ASSISTANT, Drive, Step
from model.ruleset import Ruleset
from verifier.great_race.check.scenes import scenes_of, under
from verifier.great_race.lines.write import drive_text
from verifier.great_race.spec.drive import GUIDE, TRANSPORT
from verifier.great_race.spec.drive_state import Choice, Move, Rules, State
from verifier.great_race.spec.drive_steps import step
from verifier.great_race.spec.table import Scene
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

    def writable(self) -> Bit:
        """A record can write the step: marks of terrain stand on no line, and Transport cards on nothing else."""
        circuit, choice = self.circuit, self.choice
        marks = (
            *choice.tile.values(),
            choice.back,
            choice.escort,
            choice.guide,
            -choice.engine[0],
            -choice.chassis[0],
        )
        by_line = circuit.any(choice.line.values())
        return circuit.ite(by_line, -circuit.any(marks), -circuit.any(choice.transports))

    def text(self, true: Iterable[Bit]) -> str:
        """The scene in which the variables in `true` hold: the first step of a move."""
        known, true = self.circuit, list(true)

        def value(bits: Mapping[Any, Bit]) -> Any:
            held = known.evaluate(list(bits.values()), true)
            return next((one for one, here in zip(bits, held, strict=True) if here), None)

        def holds(bit: Bit) -> bool:
            return known.evaluate([bit], true)[0]

        state, choice = self.state, self.choice
        transports = (TRANSPORT,) * sum(map(holds, choice.transports))
        hand = "+".join((*transports, *((GUIDE,) if holds(choice.guide) else ()))) or "none"
        engine, chassis = value(choice.engine) or 0, value(choice.chassis) or 0
        step = Step(
            value(choice.to) or "",
            value(choice.tile),
            holds(choice.back),
            (engine, chassis) if engine or chassis else None,
            (ASSISTANT,) if holds(choice.escort) else (),
            holds(choice.guide),
            value(choice.line),
            transports,
        )
        gauges = " ".join(
            f"{name} {value(getattr(state, name))}" for name in ("fuel", "engine", "chassis", "money")
        )
        lying = [f"{kind}@{space}" for space, bits in state.tiles.items() if (kind := value(bits))]
        left = "left M1+S1" if value(state.escorts) else "left M1"
        lines = [f"Blue {value(state.at)} {gauges} hand {hand} {left}", "Orange Almar"]
        lines += [f"tiles {' '.join(lying)}"] if lying else []
        return "\n".join((*lines, f"> Blue: {drive_text(Drive((step,)))}"))


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
