"""The drives and placements of the player in turn, for `moves --both`.

Drives by a mechanic over known terrain, with every split of the costs that the gauges can pay and with every use of escort
assistants; tiles placed by an explorer, their kinds not known. No cards are played, and those that the hand limit takes are
`?`. The search tries every choice of every step, so it is complete without a solver.
"""

import dataclasses
from collections.abc import Hashable, Iterator
from itertools import permutations, product

from model.great_race.board import AIR, SEA
from model.great_race.moves import ASSISTANT, UNKNOWN, Act, Drive, Forced, Put, Scout, Sequence, Step
from model.great_race.position import CONVOY, Setup
from model.great_race.standing import Standing
from model.values import replace, value
from verifier.great_race.spec.door import judge
from verifier.great_race.spec.drive import claimed, follow
from verifier.great_race.spec.drive_state import Move, State
from verifier.great_race.spec.drive_steps import begun, near, step
from verifier.great_race.spec.table import OpenError, RefusedError, Scene, hidden
from verifier.great_race.spec.tiles import in_bag
from verifier.solving.amounts import Amount
from verifier.solving.circuit import TRUE, Circuit, Evaluation
from verifier.solving.comparison import Answer
from verifier.solving.session import GaveUpError

DRIVE, SCOUT = "drive", "scout"
MEANS = (DRIVE, SCOUT)

MOST = 20_000
"""The most decisions that are listed."""


@value
class Listed:
    """The decisions found, in the order of the search; `gave_up` is the reason why some may be missing."""

    decisions: tuple[Sequence, ...] = ()
    gave_up: str | None = None


def decisions(setup: Setup, standing: Standing, means: str) -> Listed:
    """Every decision of the player in turn with these means."""
    return _listed(setup, standing, means, merged=False)


def outcomes(setup: Setup, standing: Standing, means: str) -> Answer[Standing, Sequence]:
    """Every standing to which such a decision leads, each with one decision."""
    listed = _listed(setup, standing, means, merged=True)
    found: dict[Standing, Sequence] = {}
    for one in listed.decisions:
        for outcome in judge(setup, standing, one).outcomes:
            found.setdefault(outcome.position, one)
    return Answer(found, listed.gave_up)


def _listed(setup: Setup, standing: Standing, means: str, *, merged: bool) -> Listed:
    """The legal decisions. `merged`: of drives that come to the same state, only the first goes on."""
    who, found, refused = standing.position.next, list[Sequence](), ""
    if who is None or standing.position.phase != CONVOY:
        return Listed()
    scene = Scene(setup, standing.position, standing.cards)
    acts = _drives(scene, who, merged) if means == DRIVE else _placements(scene, who)
    try:
        for act in acts:
            decision = Sequence(who, (act,))
            judgement = judge(setup, standing, decision)
            refused = refused or judgement.limit
            if judgement.legal:
                found.append(decision)
            if len(found) > MOST:
                return Listed(tuple(found[:MOST]), f"{MOST} decisions")
    except OpenError as error:
        refused = str(error)
    except GaveUpError as error:
        refused = error.limit
    return Listed(tuple(found), refused or None)


# Drives


def _drives(scene: Scene, who: str, merged: bool) -> Iterator[Act]:
    yield Drive()
    move = Move(Circuit(), scene, who)
    yield from map(Drive, _onward(move, scene, begun(move), (), set() if merged else None))


def _onward(
    move: Move, scene: Scene, state: State, steps: tuple[Step, ...], seen: set[Hashable] | None
) -> Iterator[tuple[Step, ...]]:
    """The drives that go on from here by at least one step. `seen` are the states that were met, if only one way to each is
    wanted."""
    for one in _steps_from(move, state):
        for written, after, came in _taken(move, scene, state, one):
            moment = _moment(after, came, move.who)
            if seen is not None and moment in seen:
                continue
            if seen is not None:
                seen.add(moment)
            yield (*steps, written)
            yield from _onward(move, after, came, (*steps, written), seen)


def _moment(scene: Scene, state: State, who: str) -> Hashable:
    """What decides how a move goes on and where it leads."""
    amounts = state.fuel, state.engine, state.chassis, state.money, state.escorts, state.steps
    ended = tuple(rule for rule, bit in state.over.items() if bit == TRUE)
    return scene.player(who), scene.cards, tuple(map(tuple, amounts)), ended


def _taken(move: Move, scene: Scene, state: State, one: Step) -> Iterator[tuple[Step, Scene, State]]:
    """A step with the cards that the hand limit takes; nothing if another rule forbids it."""
    held = scene.player(move.who).cards or 0
    for number in range(held + scene.setup.board.index[one.to].draw + 3):
        written = replace(one, forced=Forced(hidden(number)))
        try:
            yield written, *follow(move, scene, state, written, "")
        except RefusedError:
            continue
        return


def _steps_from(move: Move, state: State) -> Iterator[Step]:
    """Every step that the rules of the board, of the costs and of escorts allow here."""
    for to, place in move.scene.setup.board.index.items():
        if place.kind == "space" and not state.tiles.get(to):
            continue  # chance decides what it costs
        for line in (None, SEA, AIR):
            choice = claimed(Step(to, line=line))
            if all(rule.bit == TRUE for rule in near(move, state, choice)):
                yield from _paid(move, state, to, line)


def _paid(move: Move, state: State, to: str, line: str | None) -> Iterator[Step]:
    """A step with every split of its points, with and without an escort: all of them are tried at once."""
    circuit = Circuit()
    ways = list(product(range(_most(state.engine) + 1), range(_most(state.chassis) + 1), (False, True)))
    engine, chassis = (
        {points: circuit.variable(f"{gauge} {points}") for points in range(_most(has) + 1)}
        for gauge, has in (("engine", state.engine), ("chassis", state.chassis))
    )
    escort = circuit.variable("escort")
    choice = dataclasses.replace(claimed(Step(to, line=line)), engine=engine, chassis=chassis, escort=escort)
    _, rules = step(Move(circuit, move.scene, move.who), state, choice)
    columns = dict.fromkeys((*engine.values(), *chassis.values(), escort), 0)
    for place, (first, second, avoids) in enumerate(ways):
        for bit in (engine[first], chassis[second], *([escort] if avoids else [])):
            columns[bit] |= 1 << place
    [fitting] = Evaluation(circuit, [circuit.all(rule.bit for rule in rules)]).columns(columns, len(ways))
    for place, (first, second, avoids) in enumerate(ways):
        if fitting >> place & 1:
            split = (first, second) if first or second else None
            yield Step(to, split=split, avoided=(ASSISTANT,) if avoids else (), line=line)


def _most(amount: Amount) -> int:
    return max(amount)


# Placements


def _placements(scene: Scene, who: str) -> Iterator[Act]:
    """Every order in which the tiles drawn can go on spaces. Their kinds are chance."""
    number = in_bag(scene, scene.number("explorer_tiles"))
    for count in range(number, -1, -1):
        dropped = hidden(number - count)
        for spaces in permutations(scene.spaces, count):
            yield Scout(tuple(Put(UNKNOWN, space) for space in spaces), dropped)
