"""Can every turn be started and finished? From any space in any gear possible there, and after a flat in a time attack.

Once started, a turn may end after each die. So rules can clash only if a car that no other car blocks has no legal die.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from model.rallyman import stages
from model.rallyman.facts import DICE, GEARS, GOOD, START, inside_exits
from model.rallyman.moves import ATTACK, Turn
from model.rallyman.position import NOT_STARTED, ON_ROAD, Car, Driver, Position, Setup
from model.rallyman.stage import DRIFT, SHORTCUT, Stage
from model.ruleset import Ruleset
from verifier.rallyman.check.anywhere import LINES, STAGE, Anywhere, anywhere
from verifier.rallyman.spec.attack import Planned, can_step
from verifier.rallyman.spec.corners import note
from verifier.rallyman.spec.play import Choice, hot
from verifier.rallyman.spec.steps import Step, step
from verifier.rallyman.spec.turn import begun
from verifier.rulesets.checking import PROVED, Checked, Found, Question, control, guarded
from verifier.solving.circuit import TRUE, Bit, Circuit
from verifier.solving.cores import leaving_none

ABOUT, CLASH = "completion", "rules that clash"
BOUND = "every shipped stage, one car"
NO_CLASH = "no rules clash: every turn can begin"
ANYWHERE = f"{STAGE}, the first die of any turn, a gear die left"


def check_completion(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: there is a moment without a legal die, or with dice that cannot be used up; UNSAT: none exists, so no rules clash.

    Is there a car, alone on the road, that has no legal die at the start of its turn? And is there a time attack whose dice
    cannot be used up after a flat, so that some are void? If there is such a moment, names the fewest rules that leave no die.
    Then controls.
    """
    return guarded(_questions(ruleset), _controls(ruleset))


def _questions(ruleset: Ruleset) -> Iterator[Checked]:
    legal = Question(ABOUT, "a car alone on the road has a legal die", BOUND, PROVED, ("RM-12.8",))
    yield legal.ask(partial(_first, _stuck(ruleset)))
    flats = Question(ABOUT, "no flat leaves void dice in a time attack", BOUND, rules=("RM-5.7", "RM-5.11"))
    usable = "for any gas die that a flat takes, the rest can be used up"
    yield flats.ask(partial(_first, _after_flats(ruleset)), usable)
    clash = Question(CLASH, "all first dice", ANYWHERE, PROVED)
    yield clash.ask(partial(_clash, ruleset, blocked=False), NO_CLASH)


def _controls(ruleset: Ruleset) -> Iterator[Checked]:
    blocked = "where a car may be in the way, there may be no legal die"
    yield control(blocked, ANYWHERE, partial(_clash, ruleset, blocked=True))
    worn = partial(_first, _stuck(ruleset, damage=ruleset_black(ruleset)))
    yield control("a car without gear dice is stuck", BOUND, worn, rules=("RM-8.2",))


def _first(moments: Iterator[str]) -> Found | None:
    return next(map(Found, moments), None)


def _clash(ruleset: Ruleset, *, blocked: bool) -> Found | None:
    """Whether some rules together leave no die, with any dirt, flats, markers and tyres; `blocked` as in `leave_no_die`."""
    core = leave_no_die(ruleset, blocked=blocked)
    return Found(f"{', '.join(core)} leave no die", core) if core else None


def leave_no_die(ruleset: Ruleset, *, blocked: bool) -> tuple[str, ...]:
    """The fewest rules that leave no first die to a car with a gear die left; empty if there is always one. `blocked`: another
    car may be in the way. Raises `GaveUpError`.

    Satisfiable: there is a moment without a legal die. Unsatisfiable: every moment has one.
    """
    moment = anywhere(ruleset)
    play = moment.play
    sound = moment.circuit.any(play.damage[: ruleset_black(ruleset)])
    facts = [*moment.facts, -moment.state.begun, sound, *_came_there(moment)]
    facts += [] if blocked else [-play.opponents[0].counts]
    return leaving_none(moment.circuit, facts, [first.rules for first in _first_dice(moment)])


def _came_there(moment: Anywhere) -> Iterator[Bit]:
    """A car in control in a corner entered it in a gear that the note allowed then; dirt may have come since. A car that turned
    round is in gear 0, and one deep in a drift is put back to the inside."""
    circuit, state, setup = moment.circuit, moment.state, moment.play.setup
    for space in (space for space in setup.stage.spaces if space.corner):
        for markers, there in enumerate(state.dirt[space.corner]):
            lowest = max(note(setup, space, markers), 0) if space.role == DRIFT else 0
            gears = list(state.gear[lowest : space.note + 1])
            if space.role == DRIFT and space.index in inside_exits():
                gears.append(state.gear[0])
            yield circuit.implies(circuit.both(state.at[space.id], there), circuit.any(gears))


def _first_dice(moment: Anywhere) -> Iterator[Step]:
    """The step of every die on every line, without a symbol; a shortcut brings a good cut card."""
    for die, line in product(DICE, LINES):
        cut = {GOOD: TRUE} if line == SHORTCUT else {}
        choice = Choice(TRUE, {die: TRUE}, line={line: TRUE}, cut=cut)
        yield step(moment.play, moment.state, choice, 1)


def ruleset_black(ruleset: Ruleset) -> int:
    """The gear dice of an undamaged car."""
    return Setup(stages.load(stages.shipped()[0]), ruleset).parameter("black_dice")


def _alone(stage: Stage, ruleset: Ruleset, car: Car) -> tuple[Setup, Position]:
    setup = Setup(stage, ruleset, (Driver(car.driver, "", car),))
    return setup, Position(2, (car,), (car.driver,), car.driver)


def _stuck(ruleset: Ruleset, damage: int = 0) -> Iterator[str]:
    """The moments at the start of a turn without a legal die."""
    for name in stages.shipped():
        stage = stages.load(name)
        for car in _cars(stage):
            setup, position = _alone(stage, ruleset, replace(car, damage=damage))
            if not can_step(*begun(Circuit(), setup, position, Turn(car.driver), attack=False)):
                yield f"{name}: {car.space} in gear {car.gear}"


def _cars(stage: Stage) -> Iterator[Car]:
    """A car on each space in each gear that it can have there while in control."""
    fresh = Car("A")
    yield replace(fresh, space=START, status=NOT_STARTED)
    for space in stage.spaces:
        highest = space.note if space.corner else GEARS[-1]
        gears = (space.note,) if space.role == DRIFT else range(highest + 1)
        yield from (replace(fresh, space=space.id, gear=gear, status=ON_ROAD) for gear in gears)


def _after_flats(ruleset: Ruleset) -> Iterator[str]:
    """The dice of a time attack that could be used up from a shortcut if a flat there did not take a gas die."""
    for name in stages.shipped():
        stage = stages.load(name)
        for space in (one for one in stage.spaces if one.role == SHORTCUT):
            for gear in GEARS[: space.note]:
                setup, position = _alone(stage, ruleset, Car("A", space.id, gear, ON_ROAD))
                play, state = begun(Circuit(), setup, position, Turn("A", ATTACK))
                state = replace(state, begun=TRUE)
                flat = replace(state, drawn=TRUE, flats=hot(1, len(state.flats) - 1))
                usable = set(Planned(play, flat).selections())
                for dice, gas in sorted(
                    Planned(play, state).selections(), key=lambda one: (len(one[0]), sorted(one[0]))
                ):
                    if gas and (dice or gas > 1) and (dice, gas - 1) not in usable:
                        rest = " ".join([*sorted(dice), *"g" * gas])
                        where = f"{name}: on {space.id} in gear {gear} with {rest} left"
                        yield f"{where}, one gas die is handed in, and the rest cannot be used up"
