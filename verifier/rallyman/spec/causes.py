"""Why control was lost or a driver is out: the rules that cause it, and which of them is named."""

from collections.abc import Iterator
from dataclasses import dataclass

from model.rallyman.facts import EVENTS, FINISH
from model.rallyman.moves import AT_LINE, ELIMINATED
from verifier.rallyman.spec.bumps import ANY_LOSS, SURE, Way, eliminates
from verifier.rallyman.spec.corners import markers_on, note
from verifier.rallyman.spec.play import Bits, Choice, Play, Rule, State, Taken, amount, number
from verifier.rallyman.spec.shakedown import ignored, ignored_over_bumps
from verifier.solving.circuit import FALSE, TRUE, Bit

FLAT_OUT, TOO_FAST_OUT, TOO_FAST, BUMP_SURE, BUMP_SYMBOL, SYMBOLS = (
    "RM-9.10",
    "RM-9.13",
    "RM-9.12",
    "RM-11.4",
    "RM-11.3",
    "RM-7.1",
)
"""The causes that end a turn, in the order of precedence."""


ALSO = {TOO_FAST: ("RM-7.2",), BUMP_SURE: ("RM-7.3",), BUMP_SYMBOL: ("RM-7.3",), SYMBOLS: ("RM-4.9",)}
"""Rules that state a cause a second time."""


@dataclass(frozen=True, slots=True)
class Causes:
    """What ends the turn at one step: what eliminates, what always costs control, and what Sisu can cancel. Each cause is
    independent of the others."""

    out: Bits
    sure: Bits
    symbols: Bits

    def any(self, play: Play, bits: Bits) -> Bit:
        """Whether any cause is present."""
        return play.circuit.any(bits.values())


def strikes(play: Play, choice: Choice) -> Bit:
    """Whether a bump one gear over costs control at this step (RM-11.3)."""
    if play.cancelled or ignored_over_bumps(play.setup):
        return FALSE
    return play.circuit.both(choice.symbol, -choice.sisu)


def answered(play: Play, choice: Choice, step: int) -> Bit:
    """Whether Sisu cancels a loss of control through speed at this step: never, unless RM-7.14 is left out."""
    if not play.lacks(ANY_LOSS):
        return FALSE
    return play.answered[step - 1] if play.answered else choice.sisu


def counted(play: Play, choice: Choice) -> Bit:
    """Whether the die shows a symbol that counts."""
    return FALSE if play.cancelled or ignored(play.setup) else choice.symbol


def bump_causes(play: Play, choice: Choice, taken: Taken) -> tuple[Bit, Bit, Bit]:
    """Whether a bump eliminates, always costs control (RM-11.4), or costs control because this die shows a symbol (RM-11.3). The
    last one holds even if Sisu is played against it."""
    circuit = play.circuit
    out = circuit.any(
        bit for way, _, bit in taken if any(eliminates(play.setup, over) for _, over in way.thrown)
    )
    sure = circuit.any(bit for way, _, bit in taken if way.over >= SURE)
    one = circuit.any(bit for way, _, bit in taken if way.over == 1)
    ignored = play.cancelled or ignored_over_bumps(play.setup)
    return out, sure, FALSE if ignored else circuit.both(one, choice.symbol)


def named_causes(play: Play, causes: Causes, sisu: Bit, fast: Bit) -> dict[str, Bit]:
    """For each cause, whether it is the one named: the first one present that Sisu does not cancel. `fast`: it cancels a loss of
    control through speed too."""
    circuit = play.circuit
    found: dict[str, Bit] = {}
    before = FALSE
    for bits, cancelled in ((causes.out, FALSE), (causes.sure, fast), (causes.symbols, sisu)):
        for rule, bit in bits.items():
            there = circuit.both(bit, -cancelled)
            found[rule] = circuit.either(found.get(rule, FALSE), circuit.both(there, -before))
            before = circuit.either(before, there)
    return found


def said_rules(play: Play, end: State, causes: Bits, said: Bits, step: int, taken: Taken) -> Iterator[Rule]:
    """Compares the loss of control in a record with the turn's result. `said` are the words `spin`, `left`, `right`, `line`,
    `out` and an empty one for no loss; `causes` are what ended the turn; `taken` are the ways of its last step."""
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
            yield Rule(name, circuit.implies(cause, right), _ended(play, end, rule, taken), step, "loss")
    kept = circuit.all((-end.lost, -end.out))
    fact = "control is not lost here"
    yield Rule(SYMBOLS, circuit.implies(kept, said.get("", FALSE)), fact, step, "loss")


def _ended(play: Play, end: State, rule: str, taken: Taken) -> str:
    """What ended a turn, with the numbers of its last step if they are known."""
    numbers = next((_numbers(play, end, rule, way, gear) for way, gear, bit in taken if bit == TRUE), "")
    return {
        FLAT_OUT: f"{amount(end.flats)} flats are too many: the driver is eliminated here",
        TOO_FAST_OUT: f"far too fast for the corner{numbers}: the driver is eliminated here",
        TOO_FAST: f"too fast for the corner{numbers}: control is lost here",
        BUMP_SURE: f"two gears or more over the bump{numbers}: control is lost here",
        BUMP_SYMBOL: f"a symbol one gear over the bump{numbers}: control is lost here",
    }.get(rule, f"the symbols of this turn{_count(end)} cost control here")


def _count(end: State) -> str:
    return f", {amount(end.symbols)} of them," if number(end.symbols) else ""


def _numbers(play: Play, end: State, rule: str, way: Way, gear: int) -> str:
    """The gear of a step and the note that it exceeds."""
    space = play.setup.stage.index.get(way.end)
    if rule in (TOO_FAST, TOO_FAST_OUT) and space is not None and space.corner:
        markers = number(markers_on(play, end, space.corner)) or 0
        return f", gear {gear} on {space.id} with note {note(play.setup, space, markers)}"
    for bump, over in way.thrown:
        if over == way.over and rule in (BUMP_SURE, BUMP_SYMBOL):
            return f", gear {gear} over {bump} with note {play.setup.stage.index[bump].note}"
    return ""
