"""What no legal step may break, in any position: checked for one step from any moment of any activation."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from model.ruleset import Ruleset
from verifier.rulesets.checking import FOUND, GAVE_UP, PROVED, Checked, Found, Question, control, guarded
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.numbers import at_least
from verifier.solving.session import GaveUpError, Session
from verifier.thunder_alley.check.anywhere import Anywhere, Kind, anywhere, granted, movements
from verifier.thunder_alley.check.board import SECTORS, ring
from verifier.thunder_alley.check.running_order import check_order
from verifier.thunder_alley.spec.endings import ending
from verifier.thunder_alley.spec.play import APRON, DRAFT, SOLO, Shift, Step
from verifier.thunder_alley.spec.steps import step

ABOUT = "invariants"
BOUND = f"{SECTORS} sectors, any number of cars, one step from any moment"


@dataclass(frozen=True, slots=True)
class Invariant:
    """`broken` gives the bit that holds if a step breaks the invariant. `rules` are the clauses that guarantee it.
    `forgotten`: a step that ignores the other cars and its price breaks it."""

    name: str
    rules: tuple[str, ...]
    broken: Callable[[Anywhere, Step], Bit]
    forgotten: bool = True


Altered = Callable[[Anywhere, Step], Step]
"""Replaces a step by another one, to plant a fault."""


def check_invariants(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a legal step breaks the invariant; UNSAT: none does, from any moment of an activation.

    Each invariant whose rules are all in force, for each movement, and that the running order is total; with controls, which
    plant faults that must be found.
    """
    asked = [one for one in INVARIANTS if ruleset.left_out.isdisjoint(one.rules)]
    yield from guarded(_questions(ruleset, asked), _controls(ruleset, asked))
    yield from check_order(ruleset)


def _questions(ruleset: Ruleset, asked: Sequence[Invariant]) -> Iterator[Checked]:
    broken: dict[str, list[str]] = {invariant.name: [] for invariant in asked}
    gave_up: dict[str, list[str]] = {invariant.name: [] for invariant in asked}
    for kind in movements():
        moved = AnyStep(anywhere(ruleset, ring(), kind), asked)
        for invariant in asked:
            try:
                if moved.breaks(invariant):
                    broken[invariant.name].append(kind.name)
            except GaveUpError as error:
                gave_up[invariant.name].append(f"{kind.name}: {error.limit}")
    for invariant in asked:
        found, limits = broken[invariant.name], "; ".join(gave_up[invariant.name])
        outcome = FOUND if found else GAVE_UP if limits else PROVED
        fact = f"broken with {', '.join(found)}" if found else limits
        yield Question(ABOUT, invariant.name, BOUND, PROVED, invariant.rules).answer(outcome, fact)


def _controls(ruleset: Ruleset, asked: Sequence[Invariant]) -> Iterator[Checked]:
    """A step that ignores the other cars and its price must break every invariant about these; a step that never happens must
    break none."""

    def planted() -> Found | None:
        missed = [invariant for invariant in asked if invariant.forgotten]
        for kind in (Kind(SOLO), Kind(DRAFT)):
            moved = AnyStep(anywhere(ruleset, ring(), kind), missed, _forgetful)
            missed = [invariant for invariant in missed if not moved.breaks(invariant)]
        return None if missed else Found("every invariant is broken")

    def same() -> Found | None:
        moved = AnyStep(anywhere(ruleset, ring(), Kind(DRAFT)), asked)
        broken = [invariant.name for invariant in asked if moved.breaks(invariant, stays=True)]
        return Found(", ".join(broken)) if broken else None

    yield control("a step that forgets the other cars and its price", BOUND, planted)
    yield control("no step at all", BOUND, same, PROVED)


class AnyStep:
    """One legal step from a moment, and whether it breaks invariants; `altered` plants a fault into the step's result."""

    def __init__(
        self, moment: Anywhere, invariants: Sequence[Invariant], altered: Altered | None = None
    ) -> None:
        choices, allowed = moment.free_choices()
        after = step(moment.play, moment.state, choices)
        legal = moment.circuit.all(rule.bit for rule in after.rules)
        if altered is not None:
            after = altered(moment, after)
        kinds = list(choices.kinds.values())
        # Each kind of step separately, and no step: several small questions instead of one large one.
        self._cases = [*([bit] for bit in kinds), [-bit for bit in kinds]]
        broken = {invariant.name: invariant.broken(moment, after) for invariant in invariants}
        self._session = Session(
            moment.circuit, [*moment.facts, allowed, legal], broken, more=moment.circuit.variables.values()
        )

    def breaks(self, invariant: Invariant, *, stays: bool = False) -> bool:
        """Whether some legal step breaks this invariant; with `stays`, whether it is broken without a step. Raises
        `GaveUpError` at a limit."""
        cases = self._cases[-1:] if stays else self._cases
        return any(self._session.fits([invariant.name], case) for case in cases)


def _forgetful(moment: Anywhere, after: Step) -> Step:
    """A step altered to move only the active car, to lead no car and to cost nothing."""
    state = replace(after.state, path={}, mps=moment.state.mps)
    return replace(after, state=state, shifts=tuple(shift for shift in after.shifts if shift.active))


def _leaving(after: Step) -> dict[int, list[Shift]]:
    found: dict[int, list[Shift]] = {}
    for shift in after.shifts:
        found.setdefault(shift.start, []).append(shift)
    return found


def _entering(after: Step) -> dict[int, list[Shift]]:
    found: dict[int, list[Shift]] = {}
    for shift in after.shifts:
        found.setdefault(shift.end, []).append(shift)
    return found


def _two_in_one_space(moment: Anywhere, after: Step) -> Bit:
    """Two cars move to one space, or a car moves to a space whose car stays."""
    circuit, leaving = moment.circuit, _leaving(after)
    found = []
    for space, shifts in _entering(after).items():
        stays = -circuit.any(shift.bit for shift in leaving.get(space, ()))
        comes = circuit.any(shift.bit for shift in shifts)
        found.append(-circuit.at_most_one([shift.bit for shift in shifts]))
        found.append(circuit.all((comes, moment.occupied(space), stays)))
    return circuit.any(found)


def _cars_gone_or_made(moment: Anywhere, after: Step) -> Bit:
    """A car moves in two ways, a car moves that does not exist, or the state after the step does not have the cars where they
    moved."""
    circuit, state = moment.circuit, moment.state
    leaving, entering = _leaving(after), _entering(after)
    found = []
    for shifts in leaving.values():
        found.append(-circuit.at_most_one([shift.bit for shift in shifts]))
        found += [circuit.both(shift.bit, -_was_there(moment, shift)) for shift in shifts]
    for space in state.others:
        stays = circuit.both(
            state.others[space], -circuit.any(s.bit for s in leaving.get(space, ()) if not s.active)
        )
        comes = circuit.any(s.bit for s in entering.get(space, ()) if not s.active)
        there = after.state.others.get(space, FALSE)
        found.append(circuit.xor(there, circuit.either(stays, comes)))
    found.append(-circuit.exactly_one([after.state.at.get(space, FALSE) for space in state.at]))
    return circuit.any(found)


def _was_there(moment: Anywhere, shift: Shift) -> Bit:
    """The car of a shift stood where the shift starts; a car on the apron has not left the pits."""
    state = moment.state
    if shift.start == APRON:
        return -state.exited
    return (
        moment.circuit.both(state.at[shift.start], state.exited)
        if shift.active
        else state.others[shift.start]
    )


def _line_out_of_order(moment: Anywhere, after: Step) -> Bit:
    """After the step, a following car is no longer behind the car that it follows, or the line has a new car in it.

    A link between two cars is a pair of spaces; after the step it is the pair of spaces to which they moved.
    """
    circuit, state, leaving = moment.circuit, moment.state, _leaving(after)
    found = []

    def now(space: int, active: bool) -> list[tuple[int, Bit]]:
        """Where the car of a space is after the step."""
        going = [(s.end, s.bit) for s in leaving.get(space, ()) if s.active == active]
        return [*going, (space, -circuit.any(bit for _, bit in going))]

    for (start, end), follows in state.path.items():
        together = []
        for behind, one in now(start, False):
            for active in (True, False):
                stands = (state.at if active else state.followers).get(end, FALSE)
                for ahead, other in now(end, active):
                    link = after.state.path.get((behind, ahead), FALSE)
                    together.append(circuit.all((one, stands, other, link)))
        drives_on = after.state.linked if moment.play.line else -FALSE
        found.append(circuit.all((follows, drives_on, -circuit.any(together))))
    return circuit.any(found)


def _line_not_one(moment: Anywhere, after: Step) -> Bit:
    """The followers do not form a line that ends at the active car."""
    circuit, state = moment.circuit, after.state
    found = []
    for space in moment.state.at:
        out = [bit for (start, _), bit in state.path.items() if start == space]
        led = [bit for (_, end), bit in state.path.items() if end == space]
        here = state.followers.get(space, FALSE)
        found.append(-circuit.at_most_one(led))
        found.append(circuit.both(here, -circuit.any(out)))
        found.append(circuit.both(here, -state.others.get(space, FALSE)))
        found.append(circuit.both(here, -state.linked if moment.play.movement == DRAFT else FALSE))
    return circuit.any(found)


def _mps_wrong(moment: Anywhere, after: Step) -> Bit:
    """The MPs before differ from the price plus the MPs after, or an activation ends with MPs left and no excuse for them."""
    circuit, state = moment.circuit, moment.state
    found = [-circuit.exactly_one(after.state.mps)]
    for amount, bit in after.costs:
        for left, had in enumerate(state.mps):
            if left >= amount:
                found.append(circuit.all((bit, had, -after.state.mps[left - amount])))
    may_stop = circuit.all(rule.bit for rule in ending(moment.play, state))
    ahead = circuit.any(
        circuit.both(bit, circuit.any(-state.others[other] for other in moment.play.track.ahead[space]))
        for space, bit in state.at.items()
    )
    outward_only = moment.play.text == "outside-line" and moment.play.reads(
        "outside-line-forward", "outward-only"
    )
    if not outward_only:
        # If a space ahead is empty, the MPs can be spent, so nothing excuses leftover MPs.
        found.append(circuit.all((may_stop, ahead, at_least(circuit, state.mps, 1))))
    return circuit.any(found)


def _not_granted(moment: Anywhere, after: Step) -> Bit:
    """An assumption about a moment does not hold after the step."""
    return -moment.circuit.all(granted(moment.play, after.state))


INVARIANTS = (
    Invariant("one car in each space", ("TA-1.3-one-car",), _two_in_one_space),
    Invariant("no car is lost or made", ("TA-6.7", "TA-6.8"), _cars_gone_or_made),
    Invariant(
        "a draft line keeps its order",
        ("TA-6.4.1-line-moves", "TA-6.6-follow", "TA-6.6-must-follow"),
        _line_out_of_order,
    ),
    Invariant("the cars linked behind are one line", ("TA-6.2", "TA-6.6-must-follow"), _line_not_one),
    Invariant(
        "MPs spent are the speed of the card less the penalty",
        ("TA-6.1-mp-total", "TA-6.1-spend-all"),
        _mps_wrong,
    ),
    Invariant(
        "what is taken for granted of a moment holds after the step",
        ("TA-6.4.2-link-on-forward", "TA-6.1-no-backward"),
        _not_granted,
        forgotten=False,
    ),
)
