"""Why control was lost, or a driver is out: the rules that say so, and which of them is named."""

from collections.abc import Iterator
from dataclasses import dataclass

from model.rallyman.facts import EVENTS, FINISH
from model.rallyman.moves import AT_LINE, ELIMINATED
from verifier.rallyman.spec.bumps import SURE, eliminates
from verifier.rallyman.spec.play import Bits, Choice, Play, Rule, State, Taken
from verifier.rallyman.spec.shakedown import ignored, ignored_over_bumps
from verifier.solving.circuit import FALSE, Bit

FLAT_OUT, TOO_FAST_OUT, TOO_FAST, BUMP_SURE, BUMP_SYMBOL, SYMBOLS = (
    "RM-9.10",
    "RM-9.13",
    "RM-9.12",
    "RM-11.4",
    "RM-11.3",
    "RM-7.1",
)
"""What ends a turn, in the order in which it is named."""


ALSO = {TOO_FAST: ("RM-7.2",), BUMP_SURE: ("RM-7.3",), BUMP_SYMBOL: ("RM-7.3",), SYMBOLS: ("RM-4.9",)}
"""Rules that say the same of a cause in another place."""


@dataclass(frozen=True, slots=True)
class Causes:
    """What ends the turn at one step: what eliminates, what costs control whatever is done, what Sisu can cancel. Each cause
    stands without regard to the others."""

    out: Bits
    sure: Bits
    symbols: Bits

    def any(self, play: Play, bits: Bits) -> Bit:
        """Whether one of them is there."""
        return play.circuit.any(bits.values())


def strikes(play: Play, choice: Choice) -> Bit:
    """Whether a bump one gear over costs control at this step (RM-11.3)."""
    if play.cancelled or ignored_over_bumps(play.setup):
        return FALSE
    return play.circuit.both(choice.symbol, -choice.sisu)


def counted(play: Play, choice: Choice) -> Bit:
    """Whether the die shows a symbol that counts."""
    return FALSE if play.cancelled or ignored(play.setup) else choice.symbol


def bump_causes(play: Play, choice: Choice, taken: Taken) -> tuple[Bit, Bit, Bit]:
    """Whether a bump eliminates, costs control for certain (RM-11.4), and costs it for the symbol of this die (RM-11.3). The last
    one holds even where Sisu is played against it."""
    circuit = play.circuit
    out = circuit.any(
        bit for way, _, bit in taken if any(eliminates(play.setup, over) for _, over in way.thrown)
    )
    sure = circuit.any(bit for way, _, bit in taken if way.over >= SURE)
    one = circuit.any(bit for way, _, bit in taken if way.over == 1)
    ignored = play.cancelled or ignored_over_bumps(play.setup)
    return out, sure, FALSE if ignored else circuit.both(one, choice.symbol)


def named_causes(play: Play, causes: Causes, sisu: Bit) -> dict[str, Bit]:
    """Each cause where it is the one to be named: the first that is there, less what Sisu cancels."""
    circuit = play.circuit
    found: dict[str, Bit] = {}
    before = FALSE
    for bits, cancelled in ((causes.out, FALSE), (causes.sure, FALSE), (causes.symbols, sisu)):
        for rule, bit in bits.items():
            there = circuit.both(bit, -cancelled)
            found[rule] = circuit.either(found.get(rule, FALSE), circuit.both(there, -before))
            before = circuit.either(before, there)
    return found


def said_rules(play: Play, end: State, causes: Bits, said: Bits, step: int) -> Iterator[Rule]:
    """What a record says of a loss of control, against what came of the turn: `said` are the words `spin`, `left`, `right`,
    `line`, `out` and an empty one for nothing; `causes` are what ended the turn."""
    circuit = play.circuit
    home = end.at.get(FINISH, FALSE)
    event = circuit.any(said.get(word, FALSE) for word in EVENTS)
    due = (
        (circuit.all((-end.lost, -end.out)), said.get("", FALSE)),
        (end.out, said.get(ELIMINATED, FALSE)),
        (circuit.all((end.lost, home, -end.out)), said.get(AT_LINE, FALSE)),
        (circuit.all((end.lost, -home, -end.out)), event),
    )
    right = circuit.all(circuit.implies(when, word) for when, word in due)
    for rule, cause in causes.items():
        for name in (rule, *ALSO.get(rule, ())):
            yield Rule(name, circuit.implies(cause, right), _ended(rule), step, "loss")
    kept = circuit.all((-end.lost, -end.out))
    fact = "control is not lost here"
    yield Rule(SYMBOLS, circuit.implies(kept, said.get("", FALSE)), fact, step, "loss")


def _ended(rule: str) -> str:
    return {
        FLAT_OUT: "one flat too many: the driver is eliminated here",
        TOO_FAST_OUT: "far too fast for the corner: the driver is eliminated here",
        TOO_FAST: "too fast for the corner: control is lost here",
        BUMP_SURE: "two gears or more over the bump: control is lost here",
        BUMP_SYMBOL: "a symbol one gear over the bump: control is lost here",
    }.get(rule, "the symbols of this turn cost control here")
