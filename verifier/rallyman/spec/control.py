"""RM-7: loss of control and Sisu."""

from collections.abc import Iterator
from dataclasses import dataclass

from model.rallyman.facts import EVENTS, FINISH, LEFT, RIGHT
from model.rallyman.moves import AT_LINE, ELIMINATED
from model.rallyman.stage import TO_SHORTCUT
from verifier.rallyman.spec.bumps import SURE, eliminates
from verifier.rallyman.spec.play import Bits, Choice, Play, Rule, State
from verifier.rallyman.spec.taken import Taken
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
    if play.cancelled or (play.shakedown and play.reads("shakedown-and-bumps", "A")):
        return FALSE
    return play.circuit.both(choice.symbol, -choice.sisu)


def counted(play: Play, choice: Choice) -> Bit:
    """Whether the die shows a symbol that counts."""
    return FALSE if play.cancelled or play.shakedown else choice.symbol


def bump_causes(play: Play, choice: Choice, taken: Taken) -> tuple[Bit, Bit, Bit]:
    """Whether a bump eliminates, costs control for certain (RM-11.4), and costs it for the symbol of this die (RM-11.3). The last
    one holds even where Sisu is played against it."""
    circuit = play.circuit
    out = circuit.any(
        bit for way, _, bit in taken if any(eliminates(play.setup, over) for _, over in way.thrown)
    )
    sure = circuit.any(bit for way, _, bit in taken if way.over >= SURE)
    one = circuit.any(bit for way, _, bit in taken if way.over == 1)
    ignored = play.cancelled or (play.shakedown and play.reads("shakedown-and-bumps", "A"))
    return out, sure, FALSE if ignored else circuit.both(one, choice.symbol)


def sisu_rules(
    play: Play, state: State, choice: Choice, causes: Causes, after: State, step: int
) -> Iterator[Rule]:
    """RM-7.14 and RM-7.13 for a Sisu card discarded after this step; `after` is the state before its symbols are cancelled."""
    end = after.at.get(FINISH, FALSE)
    circuit, sisu = play.circuit, choice.sisu
    helpless = circuit.either(causes.any(play, causes.out), causes.any(play, causes.sure))
    yield Rule("RM-7.14", -circuit.both(sisu, helpless), "Sisu answers symbols, not speed", step, "sisu")
    yield Rule("RM-7.13", circuit.implies(sisu, state.sisu), "the Sisu card is gone", step, "sisu")
    if play.reads("sisu-timing", "A"):
        needed = causes.any(play, causes.symbols)
        fact = "Sisu is played, and no symbols cost control here"
    else:
        shown = circuit.either(-after.symbols[0], causes.any(play, causes.symbols))
        needed = circuit.both(choice.used, shown)
        fact = "Sisu is played, and no symbol is shown"
    yield Rule("RM-7.13", circuit.implies(sisu, needed), fact, step, "sisu")
    if play.reads("sisu-at-the-finish", "B"):
        cancels = circuit.all((sisu, end, causes.any(play, causes.symbols)))
        yield Rule("RM-7.13", -cancels, "Sisu is played on the finish", step, "sisu")
    if play.reads("sisu-then-continue", "B"):
        yield Rule("RM-7.13", -circuit.both(choice.used, state.played), "a die after Sisu", step)


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


def push_rules(play: Play, end: State, said: Bits, cut: Bit, step: int) -> Iterator[Rule]:
    """RM-7.10: a car that is pushed into a shortcut draws a cut card, and no other does."""
    circuit, stage = play.circuit, play.setup.stage
    pushed = circuit.any(
        circuit.both(there, said.get(side, FALSE))
        for id, there in end.at.items()
        if id in stage.index
        for side in (LEFT, RIGHT)
        if getattr(stage.index[id], side) == TO_SHORTCUT
    )
    due = circuit.all((end.lost, -end.out, pushed))
    yield Rule(
        "RM-7.10", circuit.implies(due, cut), "a push into the shortcut without its cut card", step, "loss"
    )
    yield Rule(
        "RM-7.10", circuit.implies(cut, due), "a cut card, and nobody is pushed into a shortcut", step, "loss"
    )
