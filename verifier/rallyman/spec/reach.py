"""Every result of a turn, and the proof that a set of positions is complete."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from model.rallyman.moves import ATTACK, BASIC, BLOCKED, Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.spec.attack import Planned, Selections
from verifier.rallyman.spec.decisions import MOST_DICE
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.freed import freed, signature
from verifier.rallyman.spec.judgement import Answer, Difference, Plan
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.means import ANY_MEANS, Means
from verifier.rallyman.spec.start import driver_rules
from verifier.rallyman.spec.turn import before_the_dice, begun
from verifier.solving.circuit import FALSE, Circuit
from verifier.solving.session import GaveUpError, Session


def outcomes(setup: Setup, position: Position, driver: str, means: Means = ANY_MEANS) -> Answer:
    """Every position that a turn of this driver with these means can lead to if no die shows a symbol, with any events and cut
    cards. Each comes with one plan.

    Satisfiable: there is one more; unsatisfiable: there is none, so the answer is complete.
    """
    found: dict[Position, Plan] = {}
    try:
        for turn, after, came in _plans(setup, position, driver, means):
            found.setdefault(after, Plan(turn, came))
    except GaveUpError as error:
        return Answer(found, error.limit)
    return Answer(found)


def certify(
    setup: Setup,
    position: Position,
    driver: str,
    given: Iterable[Position],
    means: Means = ANY_MEANS,
    key: Callable[[Position], Hashable] = lambda one: one,
) -> Difference:
    """How a set of positions differs from all that a turn can lead to, compared by `key`."""
    answer = outcomes(setup, position, driver, means)
    known = {key(one): one for one in given}
    mine = {key(one): one for one in answer.outcomes}
    missing = tuple((one, answer.outcomes[one]) for told, one in mine.items() if told not in known)
    extra = tuple(one for told, one in known.items() if told not in mine)
    return Difference(missing, extra, answer.gave_up)


def _plans(
    setup: Setup, position: Position, driver: str, means: Means
) -> Iterator[tuple[Turn, Position, Driven | None]]:
    """Turns with the positions they lead to, each position at least once."""
    if any(rule.bit == FALSE for rule in driver_rules(setup, position, driver)):
        return
    for wheel in (False, True):
        for turn in (Turn(driver, BLOCKED, wheel=wheel), Turn(driver, wheel=wheel)):
            if means.has(turn):
                yield from ((turn, after, None) for after in judge(setup, position, turn).positions)
        for mode in (BASIC, ATTACK):
            if means.kind(Turn(driver, mode, wheel=wheel)):
                yield from _driving(setup, position, Turn(driver, mode, wheel=wheel), means.dice)


def _driving(
    setup: Setup, position: Position, turn: Turn, first: Sequence[str]
) -> Iterator[tuple[Turn, Position, Driven | None]]:
    """Turns of one kind that use dice, beginning with `first`."""
    asked = [rule for rule in before_the_dice(setup, position, turn) if rule.id not in ("RM-4.13", "RM-5.2")]
    if any(rule.bit == FALSE for rule in asked):
        return
    selections = None
    if turn.mode == ATTACK:
        least = setup.parameter("time_attack_min_dice")
        selections = Selections(Planned(*begun(Circuit(), setup, position, turn)).selections(), least)
        if not selections.legal:
            return
    free = freed(setup, position, turn, more=MOST_DICE, selections=selections)
    wanted = (one.die.get(name, FALSE) for one, name in zip(free.made.choices, first, strict=False))
    facts = [*free.given, *wanted, *(rule.bit for rule in free.rules)]
    if FALSE in facts:
        return
    shown = signature(free, position)
    session = Session(free.circuit, facts, more=[*free.decisions, *shown])
    while session.fits():
        true = session.true_variables()
        filled = free.turn_of(true)
        judgement = judge(setup, position, filled, (), selections)
        if judgement.gave_up is not None:
            raise GaveUpError(judgement.gave_up)
        if judgement.legal:
            yield filled, judgement.positions[0], judgement.driven[0] if judgement.driven else None
        # Only judging the whole turn can refuse an illegal candidate, so exclude it alone.
        bits = shown if judgement.legal else free.decisions
        values = free.circuit.evaluate(bits, true)
        session.forbid([bit if held else -bit for bit, held in zip(bits, values, strict=True)])
