"""Edge cases of moves: the smallest move that a rule alone forbids, or whose result is another without it, and its neighbours.

The solver finds the move. The neighbours differ from it in one fact, and the judges say in which of them the rule is not at work.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from model.rules import load_rules
from model.ruleset import Ruleset
from model.thunder_alley.cards import cards_of
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import FORWARD, INWARD, OUTWARD, Activation, Step
from model.thunder_alley.position import UNNOTED, Car, Setup, make_position
from model.thunder_alley.track import APRON
from model.values import replace
from verifier.rulesets.changes import PARAMETER
from verifier.rulesets.edge_neighbours import Seed, near
from verifier.rulesets.goals import Goal, Part, Subject
from verifier.thunder_alley.check import differences, settled
from verifier.thunder_alley.check.anywhere import Kind
from verifier.thunder_alley.check.candidates import Candidate
from verifier.thunder_alley.check.differences import Sought
from verifier.thunder_alley.check.edge_case import Played
from verifier.thunder_alley.check.finding import AFTER_MOVES, MOVES
from verifier.thunder_alley.check.matters import SMALL, Alone, looked_for
from verifier.thunder_alley.check.small import CROSSED, LAPS, played
from verifier.thunder_alley.spec.lapped import settled as with_markers

MPS, SPACE, CROSSINGS, CARS = "MPs", "space", "crossed", "cars"

BOUND = f"{differences.BOUND}; {settled.BOUND}"

LANES = "abc"


def _section(rule: str) -> str:
    """The section of a rule: `TA-6.1` for TA-6.1-mp-total, `TA-BUMP` for TA-BUMP-line."""
    found = re.match(rf"{DATA.prefix}-(\d+(\.\d+)?|[A-Z]+)", rule)
    assert found is not None
    return found[0]


def _concerns(section: str, subject: Subject) -> bool:
    observable = subject.forbids if subject.change is None else subject.change.kind != PARAMETER
    moving = any(rule.startswith((*MOVES, *AFTER_MOVES)) for rule in subject.rules)
    return observable and moving and _section(subject.rules[0]) == section


def _goals(section: str, ruleset: Ruleset, subjects: Sequence[Subject]) -> Iterator[Goal]:
    forbidding = [one.name for one in subjects if one.forbids]
    sole = {one.rule: one for one in looked_for(ruleset, *forbidding)} if forbidding else {}
    sought = {one.name: Sought.by(ruleset, one.change) for one in subjects if one.change is not None}
    differences.look(ruleset, list(sought.values()))
    settled.look(ruleset, [one for one in sought.values() if one.found is None])
    for subject in subjects:
        alone, changed = sole.get(subject.name), sought.get(subject.name)
        cases = [one.found for one in (alone, changed) if one is not None and one.found is not None]
        limits = [one.gave_up for one in (alone,) if one is not None]
        limits += [one.limit for one in (changed,) if one is not None]
        bound = BOUND if changed is not None else SMALL
        goal = Goal(f"moves ({section})", subject.name, subject.rules, "", "", bound)
        seeds = [_seed(one) for one in cases]
        yield from near(goal, subject, ruleset, seeds, next(filter(None, limits), ""))


PARTS = tuple(
    Part(f"moves ({section})", partial(_concerns, section), partial(_goals, section))
    for section in dict.fromkeys(_section(rule.id) for rule in load_rules(DATA))
)


def _seed(found: Alone | Candidate) -> Seed:
    setup = found.moves.setup(found.moves.rulesets[0]) if isinstance(found, Alone) else found.setup
    case = Played(setup, found.position, found.move)
    return Seed(case, partial(_neighbours, case, found.move, found.mps))


def _neighbours(case: Played, move: Activation, mps: int) -> Iterator[tuple[str, Played]]:
    """The moves that differ in one fact, each with its name."""
    yield from ((MPS, one) for one in _with_mps(case, move, mps))
    for car in case.position.cars:
        if car.space is not None:
            others = [replace(car, space=space) for space in _beside(case, car.space)]
            yield from ((SPACE, _with(case, one)) for one in others)
            laps = (laps for laps in CROSSED if laps != car.crossed)
            yield from ((CROSSINGS, _with(case, replace(car, crossed=number))) for number in laps)
        if car.number != move.car:
            yield CARS, _among(case, [one for one in case.position.cars if one is not car])
    if move.path is not None:
        for name, steps in _steps(move.path.steps):
            yield name, replace(case, decision=replace(move, path=replace(move.path, steps=steps)))


def _with_mps(case: Played, move: Activation, mps: int) -> Iterator[Played]:
    """One MP more or less: by the wear of the car, by another card of the same kind, or by the MPs left."""
    car, deck = case.position.known_car(move.car), cards_of(case.setup.ruleset)
    assert move.card is not None
    card = deck[move.card]
    kind = Kind(card.movement, card.text, pit=car.on_apron)
    for amount in (mps - 1, mps + 1):
        if amount > 0 and move.left is None:
            other, markers, left = played(kind, amount, deck)
            worn = _with(case, replace(car, wear=(UNNOTED,) * markers))
            yield replace(worn, decision=replace(move, card=other.id, left=left))
        elif amount > 0:
            yield replace(case, decision=replace(move, left=amount))


def _beside(case: Played, space: str) -> Iterable[str]:
    """The free spaces ahead, behind and beside a space; of the apron those before and behind."""
    track = case.setup.track
    assert track is not None
    taken = {car.space for car in case.position.cars}
    if space[-1] == APRON:
        place = track.sectors.index(int(space[:-1]))
        around = [f"{track.sectors[(place + way) % len(track.sectors)]}{APRON}" for way in (1, -1)]
    else:
        here = track.index[space]
        behind = [one for one, ahead in enumerate(track.ahead) if here in ahead]
        numbers = (*track.ahead[here], *behind, track.inside[here], track.outside[here])
        around = [track.spaces[one] for one in numbers if one >= 0]
    return (one for one in around if one not in taken)


def _with(case: Played, car: Car) -> Played:
    return _among(case, [car if one.number == car.number else one for one in case.position.cars])


def _among(case: Played, cars: Sequence[Car]) -> Played:
    """The case with these cars, and the lap and the Lap-down markers that follow."""
    teams = (
        replace(team, cars=tuple(car.number for car in cars if car.team == team.colour))
        for team in case.setup.teams
    )
    track, ruleset = case.setup.track, case.setup.ruleset
    setup = Setup(track, ruleset, tuple(team for team in teams if team.cars), case.setup.laps)
    lap = min(LAPS, max(car.crossed for car in cars))
    plain = [replace(car, lap_down=False) for car in cars]
    position = make_position(plain, lap=lap)
    return Played(setup, with_markers(setup, position, position), case.decision)


def _steps(steps: tuple[Step, ...]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Each step another way: another lane, another direction, a bump or none, other links; then one step less and one more."""
    for place, step in enumerate(steps):
        others = [(f"lane {lane}", replace(step, lane=lane)) for lane in LANES if lane != step.lane]
        others += [
            ("direction", replace(step, kind=kind, lane=None))
            for kind in (FORWARD, INWARD, OUTWARD)
            if kind != step.kind
        ]
        others.append(("bump", replace(step, bump=not step.bump)))
        others.append(("links", replace(step, links=() if step.links is None else None)))
        yield from ((name, (*steps[:place], one, *steps[place + 1 :])) for name, one in others)
    yield "steps", steps[:-1]
    yield "steps", (*steps, Step(FORWARD))
