"""Edge cases of turns: the smallest turn that a rule alone forbids, or whose result is another without it, and its neighbours.

The solver finds the turn. The neighbours differ from it in one fact, and the judges say in which of them the rule is not at work.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from model.rallyman.facts import ASPHALT, CUTS, DATA, DICE, EVENTS, FINISH, GAS, GEARS, SNOW
from model.rallyman.moves import AT_LINE, ATTACK, BASIC, CLEAR, ELIMINATED, SYMBOL, Die, Step, Turn
from model.rallyman.position import ON_ROAD, Car, Position
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT, Stage
from model.rules import load_rules
from model.ruleset import Ruleset
from model.values import replace
from verifier.rallyman.check.dice import setup_of
from verifier.rallyman.check.differences import BOUND, Candidate, Differences
from verifier.rallyman.check.edge_case import Played
from verifier.rallyman.check.matters import SMALL, Matters
from verifier.rallyman.spec.start import order_of
from verifier.rulesets.edge_neighbours import Seed, near
from verifier.rulesets.goals import Goal, Part, Subject

SPACE, GEAR, DIRT, CARS = "space", "gear", "dirt", "cars"

TURNS = "RM-4", "RM-5", "RM-6", "RM-7", "RM-8", "RM-9", "RM-10", "RM-11", "RM-12", "RM-13", "RM-15", "RM-18"
"""Rules that are at work in a turn (by the beginning of their ids)."""


def _concerns(chapter: str, subject: Subject) -> bool:
    observable = subject.change is not None or subject.forbids
    return observable and load_rules(DATA).chapter(subject.rules[0]) == chapter


def _goals(chapter: str, ruleset: Ruleset, subjects: Sequence[Subject]) -> Iterator[Goal]:
    sole = {one.rule: one for one in Matters(ruleset).known(*(one.name for one in subjects))}
    differences = Differences(ruleset)
    for subject in subjects:
        cases, limit = [], ""
        if (known := sole.get(subject.name)) is not None:
            cases.append(known.found)
            limit = known.gave_up
        if subject.change is not None:
            sought = differences.turn(subject.change)
            cases.append(sought.found)
            limit = limit or sought.limit
        seeds = [_seed(one) for one in cases if one is not None]
        bound = SMALL if subject.change is None else BOUND
        goal = Goal(f"turns ({chapter})", subject.name, subject.rules, "", "", bound)
        yield from near(goal, subject, ruleset, seeds, limit)


PARTS = tuple(
    Part(f"turns ({chapter})", partial(_concerns, chapter), partial(_goals, chapter))
    for chapter in dict.fromkeys(load_rules(DATA).chapter(rule.id) for rule in load_rules(DATA))
    if f"{DATA.prefix}-{chapter}" in TURNS
)


def _seed(found: Candidate) -> Seed:
    setup, position, turn = found
    case = Played(setup, position, (turn,))
    return Seed(case, partial(_neighbours, case, turn))


def _neighbours(case: Played, turn: Turn) -> Iterator[tuple[str, Played]]:
    """The turns that differ in one fact, each with its name."""
    for car in case.position.cars:
        for space in _near(case.setup.stage, car):
            yield SPACE, _with(case, replace(car, space=space))
        for gear in (car.gear - 1, car.gear + 1):
            if car.status == ON_ROAD and gear in GEARS:
                yield GEAR, _with(case, replace(car, gear=gear))
        yield from ((name, _with(case, one)) for name, one in _carrying(car))
        if car.driver != turn.driver:
            yield CARS, _among(case, [one for one in case.position.cars if one is not car])
    for corner in case.setup.stage.corners:
        yield DIRT, replace(case, position=_dirtier(case.position, corner.name))
    yield from ((name, replace(case, decision=(one,))) for name, one in _turns(turn))


def _near(stage: Stage, car: Car) -> Iterator[str]:
    """The spaces behind, ahead and in the same corner."""
    if car.space not in stage.index:
        return
    here = stage.index[car.space]
    yield from (space.id for space in stage.spaces if car.space in space.next)
    yield from (id for id in here.next if id != FINISH)
    yield from (
        one.id for one in stage.spaces if here.corner and one.corner == here.corner and one is not here
    )


def _carrying(car: Car) -> Iterator[tuple[str, Car]]:
    """One flat, damage point or marker more or less; the other tyres; a card used or held."""
    for name in ("flats", "damage", "markers"):
        for number in (getattr(car, name) - 1, getattr(car, name) + 1):
            if number >= 0:
                yield name, replace(car, **{name: number})
    yield "tyres", replace(car, tyres=ASPHALT if car.tyres == SNOW else SNOW)
    yield "sisu", replace(car, sisu=not car.sisu)
    yield "spare", replace(car, spare=not car.spare)


def _dirtier(position: Position, corner: str) -> Position:
    """One dirt marker more on a corner, or none."""
    dirt = dict(position.dirt)
    count = 0 if dirt.get(corner) else 1
    return replace(
        position,
        dirt=tuple(sorted({**dirt, corner: count}.items()))
        if count
        else tuple(one for one in position.dirt if one[0] != corner),
    )


def _with(case: Played, car: Car) -> Played:
    return _among(case, [car if one.driver == car.driver else one for one in case.position.cars])


def _among(case: Played, cars: Sequence[Car]) -> Played:
    """The case with these cars, and their order of play."""
    setup = setup_of(case.setup.stage, case.setup.ruleset, cars)
    position = replace(case.position, cars=tuple(cars), order=(), next=None)
    order = order_of(setup, position, position.turn)
    return Played(setup, replace(position, order=order, next=case.position.next), case.decision)


def _turns(turn: Turn) -> Iterator[tuple[str, Turn]]:
    """Another end, another die or symbol of each step, another line or card, one die less or more, the other mode."""
    for loss in (None, *EVENTS, AT_LINE, ELIMINATED):
        if loss != turn.loss:
            yield "loss", replace(turn, loss=loss, loss_cut=None)
    for place, step in enumerate(turn.steps):
        for name, other in _steps(step):
            steps = (*turn.steps[:place], other, *turn.steps[place + 1 :])
            yield f"{name} {place + 1}", replace(turn, steps=steps)
    if turn.steps:
        yield "number of dice", replace(turn, steps=turn.steps[:-1])
    for name in DICE:
        yield "number of dice", replace(turn, steps=(*turn.steps, Step(Die(name))))
    if turn.mode == ATTACK:
        yield from (("gas die handed in", one) for one in _handing(turn))
    if not any(step.sisu for step in turn.steps):  # a time attack has Sisu only at its end
        yield "mode", replace(turn, mode=BASIC if turn.mode == ATTACK else ATTACK)


def _handing(turn: Turn) -> Iterator[Turn]:
    """The gas die that was handed in stays unused, or one that was used last or not at all is handed in."""
    if turn.handed is not None:
        yield replace(turn, handed=None, unused=(*turn.unused, turn.handed))
    elif turn.steps and turn.steps[-1].die.name == GAS:
        yield replace(turn, steps=turn.steps[:-1], handed=turn.steps[-1].die)
    for place, die in enumerate(turn.unused if turn.handed is None else ()):
        if die.name == GAS:
            yield replace(turn, unused=(*turn.unused[:place], *turn.unused[place + 1 :]), handed=die)


def _steps(step: Step) -> Iterator[tuple[str, Step]]:
    for name in DICE:
        if name != step.die.name:
            yield "die", replace(step, die=replace(step.die, name=name))
    other = CLEAR if step.die.shown == SYMBOL else SYMBOL
    yield "die", replace(step, die=replace(step.die, shown=other))
    for line in (None, INSIDE, DRIFT, SHORTCUT):
        if line != step.line:
            for cut in CUTS if line == SHORTCUT else (None,):
                yield "line of step", replace(step, line=line, cut=cut)
    if step.cut is not None:
        yield from (("line of step", replace(step, cut=cut)) for cut in CUTS if cut != step.cut)
