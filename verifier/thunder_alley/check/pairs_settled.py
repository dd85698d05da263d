"""Which readings interact in a movement and what follows it: Lap-down markers, laps, who leads.

Every position of up to two cars is generated, and the engine lists where moves lead under all four rulesets. Where that is not as
expected, both judges play the moves.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from model.ruleset import Ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup
from verifier.rulesets.changes import Change, NotedRuleset
from verifier.rulesets.checking import Pair, PairPart, Witness
from verifier.rulesets.pairing import alterations, candidates, interact
from verifier.rulesets.scenes import UNCONFIRMED, Interacting, Interactions, Result
from verifier.solving.cases import Cases
from verifier.solving.session import GaveUpError
from verifier.thunder_alley.check.any_move import AnyMove
from verifier.thunder_alley.check.anywhere import Kind, movements
from verifier.thunder_alley.check.candidates import under
from verifier.thunder_alley.check.finding import AFTER_MOVES, MOVES
from verifier.thunder_alley.check.pairs_elsewhere import facts_of
from verifier.thunder_alley.check.record import outcome_text, witness_of
from verifier.thunder_alley.check.settled import KINDS, listed, tables
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.spec import judge as by_spec

Moves = Callable[[Ruleset], Mapping[Position, Activation]]
"""The legal moves under a ruleset, by where they lead."""

CARS, MOST = 2, 2
SIZES = ((1, 1), (CARS, 1), (CARS, MOST))
"""Numbers of cars and MPs, smallest first."""

BOUND = "where moves of up to 2 cars with up to 2 MPs lead"


def pairs(kind: Kind, ruleset: Ruleset) -> Iterator[Pair]:
    """The answer about each two that such moves look up; of most kinds, only of those that `KINDS` do not look up."""
    every = candidates(alterations(DATA, ruleset))
    if kind not in KINDS:
        common = frozenset[str]().union(*(looked_up(one, MOST, ruleset) for one in KINDS))
        own = looked_up(kind, MOST, ruleset) - common
        every = [pair for pair in every if any(change.name in own for change in pair)]
    found = Interactions(ruleset, every, lambda led: dict.fromkeys(led, True))
    for cars, mps in SIZES if every else ():
        for setup, position, left in tables(ruleset, kind, cars, mps):
            moves = partial(listed, setup, position, kind, mps, left)
            cases = Cases()
            cases.begin()
            found.look(
                cases,
                lambda rules: Result("", (frozenset(moves(rules)),)),  # noqa: B023 - called at once
                lambda pair, _: _first(pair, setup, position, mps, moves),  # noqa: B023
            )
    return found.answers(BOUND)


def about(rules: tuple[str, ...], ruleset: Ruleset) -> list[tuple[Change, Change]]:
    """The pairs of changes that concern rules whose ids begin so."""
    changes = alterations(DATA, ruleset)
    return candidates([one for one in changes if any(rule.startswith(rules) for rule in one.rules)])


PAIRS = {
    f"{kind.name} and what follows": PairPart(partial(about, (*MOVES, *AFTER_MOVES)), partial(pairs, kind))
    for kind in movements()
}
"""The questions about pairs, by the kind of movement."""


def looked_up(kind: Kind, most: int, ruleset: Ruleset) -> frozenset[str]:
    """The rulings, numbers and options that a movement with so many MPs looks up."""
    noted = NotedRuleset(ruleset)
    AnyMove(kind, CARS, most, [noted.ruleset]).under(0)
    return noted.names()


def _first(pair: Interacting, setup: Setup, position: Position, mps: int, moves: Moves) -> Witness | None:
    every = dict.fromkeys(chain.from_iterable(moves(ruleset).values() for ruleset in pair.rulesets))
    tried = (interacting_move(setup, pair.rulesets, move, mps, position) for move in every)
    try:
        return next(filter(None, tried), None)
    except GaveUpError as error:
        pair.limit = error.limit
        return None


def interacting_move(
    setup: Setup, rulesets: Sequence[Ruleset], move: Activation, mps: int, position: Position
) -> Witness | None:
    """A move in which two changes interact. Raises `GaveUpError` if the judges disagree about it."""
    judgements = [judge(under(setup, ruleset), position, move) for ruleset in rulesets]
    reached = [[outcome.position for outcome in one.outcomes] for one in judgements]
    if any(len(one) > 1 for one in reached) or not interact(
        [facts_of(*one) if one else None for one in reached]
    ):
        return None
    others = [by_spec(under(setup, ruleset), position, move) for ruleset in rulesets]
    if any(set(one) != set(other.positions) for one, other in zip(reached, others, strict=True)):
        raise GaveUpError(UNCONFIRMED)
    results = tuple(outcome_text(position, one) for one in judgements)
    return witness_of(setup, rulesets, position, move, results, mps)
