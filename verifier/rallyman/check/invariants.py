"""What no legal die may break in any position, checked for one step from any moment of any turn."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from model.rallyman.facts import FINISH, GAS, START
from model.rallyman.stage import DRIFT
from model.ruleset import Ruleset
from model.values import replace
from verifier.rallyman.check.anywhere import (
    STAGE,
    Anywhere,
    anywhere,
    legal,
    one_way,
    within_damage,
    within_flats,
)
from verifier.rallyman.spec.corners import note
from verifier.rallyman.spec.markers import price
from verifier.rallyman.spec.play import State, from_
from verifier.rallyman.spec.road import ranks
from verifier.rallyman.spec.steps import Step
from verifier.rulesets.checking import FOUND, PROVED, Checked, Found, Question, control, guarded
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.session import Session

ABOUT = "invariants of a turn"
BOUND = f"{STAGE}, one opponent, one die from any moment"


@dataclass(frozen=True, slots=True)
class Invariant:
    """`broken` gives the bit that holds if a step breaks the invariant. `rules` are those that guarantee it: without them it must
    be broken. `planted` alters a step if no rule alone keeps the invariant."""

    name: str
    rules: tuple[str, ...]
    broken: Callable[[Anywhere, Step], Bit]
    planted: Callable[[Anywhere, Step], Step] | None = None
    without: tuple[str, ...] = ()


def check_invariants(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a legal step breaks the invariant; UNSAT: none does, from any moment of a turn.

    Each invariant whose rules are all in force, then its control: without the rules that guarantee it, or with a planted fault,
    it must be broken.
    """
    asked = [one for one in INVARIANTS if ruleset.left_out.isdisjoint(one.rules)]
    return guarded(
        (
            Question(ABOUT, one.name, BOUND, PROVED, one.rules).ask(partial(_broken, ruleset, one))
            for one in asked
        ),
        _controls(ruleset, asked),
    )


def _controls(ruleset: Ruleset, asked: Sequence[Invariant]) -> Iterator[Checked]:
    for one in asked:
        answer = control(one.name, BOUND, partial(_broken, ruleset, one, control=True), rules=one.rules)
        found = answer.outcome == FOUND
        yield replace(answer, fact="found without the rules that promise it") if found else answer


def _broken(ruleset: Ruleset, invariant: Invariant, *, control: bool = False) -> Found | None:
    """Where a step breaks the invariant: in basic driving or in a time attack."""
    for attack in (False, True):
        if not holds(anywhere(ruleset, attack=attack), invariant, control=control):
            return Found(f"broken in {'a time attack' if attack else 'basic driving'}")
    return None


def holds(moment: Anywhere, invariant: Invariant, *, control: bool = False) -> bool:
    """Whether no legal step from this moment breaks the invariant. Raises `GaveUpError` at a limit."""
    after = moment.after()
    left_out = frozenset(invariant.without or invariant.rules) if control else frozenset()
    allowed = legal(moment, after, left_out)
    if control and invariant.planted is not None:
        after = invariant.planted(moment, after)
    return not Session(moment.circuit, [*moment.facts, allowed, invariant.broken(moment, after)]).fits()


def _not_ahead(moment: Anywhere, after: Step) -> Bit:
    """The car is no nearer the finish than before."""
    circuit, rank = moment.circuit, ranks(moment.play.setup.stage)
    return circuit.any(
        circuit.both(here, there)
        for start, here in moment.state.at.items()
        for end, there in after.state.at.items()
        if rank[end] >= rank[start]
    )


def _stays(moment: Anywhere, after: Step) -> Step:
    return replace(after, state=replace(after.state, at=moment.state.at))


def _over(moment: Anywhere, state: State) -> Bit:
    return state.over(moment.circuit)


def _two_ways(moment: Anywhere, after: Step) -> Bit:
    return -one_way(moment.play, after.state)


def _too_much_gas(moment: Anywhere, after: Step) -> Bit:
    used = moment.choice.die[GAS]
    return moment.circuit.both(
        used, -within_flats(moment.play, replace(after.state, drawn=FALSE, flats=moment.state.flats))
    )


def _too_many_gear_dice(moment: Anywhere, after: Step) -> Bit:
    return -within_damage(moment.play, after.state)


def _too_many_symbols(moment: Anywhere, after: Step) -> Bit:
    """The turn goes on although it has enough symbols to cost control."""
    circuit = moment.circuit
    return circuit.both(
        -_over(moment, after.state),
        from_(circuit, after.state.symbols, moment.play.setup.parameter("symbol_limit")),
    )


def _keeps_control(moment: Anywhere, after: Step) -> Step:
    return replace(after, state=replace(after.state, lost=FALSE, out=FALSE))


def _no_room(moment: Anywhere, after: Step) -> Bit:
    """The car reaches a space without room next to the opponent."""
    circuit, (other,) = moment.circuit, moment.play.opponents
    full = [space.id for space in moment.play.setup.stage.spaces if space.capacity == 1]
    return circuit.any(
        circuit.all((after.state.at.get(id, FALSE), other.counts, other.at[id], -moment.state.at[id]))
        for id in full
    )


def _above_its_note(moment: Anywhere, after: Step) -> Bit:
    """The car is in a corner in a gear that its space does not allow, and control is not lost."""
    circuit, setup = moment.circuit, moment.play.setup
    bad = []
    for space in setup.stage.spaces:
        for gear, engaged in enumerate(after.state.gear):
            for markers, there in enumerate(after.state.dirt.get(space.corner, ())):
                limit = note(setup, space, markers)
                if gear > limit or (space.role == DRIFT and gear != limit):
                    bad.append(circuit.all((after.state.at.get(space.id, FALSE), engaged, there)))
    return circuit.both(circuit.any(bad), -_over(moment, after.state))


def _unpaid(moment: Anywhere, after: Step) -> Bit:
    circuit = moment.circuit
    return circuit.any(
        circuit.both(bit, held)
        for count, bit in enumerate(after.state.bought)
        for markers, held in enumerate(moment.play.markers)
        if price(moment.play.setup.ruleset, count) > markers
    )


def _starts_fast(moment: Anywhere, after: Step) -> Bit:
    gear = moment.circuit.any((after.state.gear[0], *after.state.gear[2:]))
    return moment.circuit.both(moment.state.at[START], gear)


def _from_behind_the_finish(moment: Anywhere, after: Step) -> Bit:
    """The step ends on no space, or on several."""
    return -moment.circuit.exactly_one(list(after.state.at.values()))


def _everywhere(moment: Anywhere, after: Step) -> Step:
    at = {**after.state.at, FINISH: 1}
    return replace(after, state=replace(after.state, at=at))


INVARIANTS = (
    Invariant("a die brings the car nearer to the finish", ("RM-4.1", "RM-M.4"), _not_ahead, _stays),
    Invariant("a car is on one space", ("RM-4.1", "RM-M.2"), _from_behind_the_finish, _everywhere),
    Invariant("the gear dice of a turn run one way", ("RM-4.4", "RM-4.5"), _two_ways),
    Invariant("no more gas dice than flats leave", ("RM-4.4", "RM-9.9", "RM-9.10"), _too_much_gas),
    Invariant("no more gear dice than damage leaves", ("RM-8.2",), _too_many_gear_dice),
    Invariant(
        "no turn goes on with too many symbols", ("RM-4.9", "RM-7.1"), _too_many_symbols, _keeps_control
    ),
    Invariant(
        "no car comes to a space without room",
        ("RM-12.1", "RM-12.6"),
        _no_room,
        without=("RM-12.1", "RM-12.2", "RM-12.3", "RM-12.4", "RM-12.5", "RM-12.6"),
    ),
    Invariant(
        "a car with control obeys the note of its corner",
        ("RM-9.2", "RM-9.3", "RM-9.4", "RM-9.12"),
        _above_its_note,
        _keeps_control,
    ),
    Invariant("bought dice are paid", ("RM-6.4",), _unpaid, without=("RM-6.4", "RM-5.10", "RM-6.6")),
    Invariant("a car starts in first gear", ("RM-4.2",), _starts_fast),
)
