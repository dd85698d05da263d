"""Can every turn be begun and ended? From any space in any gear that a car can have there, and after a flat in a time attack."""

from collections.abc import Iterator
from dataclasses import replace

from model.rallyman import stages
from model.rallyman.facts import GEARS, START
from model.rallyman.moves import ATTACK, Turn
from model.rallyman.position import NOT_STARTED, ON_ROAD, Car, Driver, Position, Setup
from model.rallyman.stage import DRIFT, SHORTCUT, Stage
from model.ruleset import Ruleset
from verifier.rallyman.spec.attack import Planned, can_step
from verifier.rallyman.spec.play import hot
from verifier.rallyman.spec.turn import begun
from verifier.second import FOUND, PROVED, Checked
from verifier.solving.circuit import TRUE, Circuit

ABOUT, CONTROLS = "completion", "controls"
BOUND = "every shipped stage, one car"


def check_completion(ruleset: Ruleset) -> Iterator[Checked]:
    """Is there a car, alone on the road, that has no legal die at the start of its turn? And is there a time attack whose dice
    nobody can use up after a flat, so that some are void? Then a control.

    SAT: there is such a moment. UNSAT: there is none.
    """
    stuck = next(_stuck(ruleset), "")
    yield Checked(
        ABOUT,
        "a car alone on the road has a legal die",
        FOUND if stuck else PROVED,
        BOUND,
        stuck,
        PROVED,
        ("RM-12.8",),
    )
    flat = next(_after_flats(ruleset), "")
    fact = flat or "whatever gas die a flat takes, the rest can be used up"
    yield Checked(
        ABOUT,
        "no flat leaves void dice in a time attack",
        FOUND if flat else PROVED,
        BOUND,
        fact,
        "",
        ("RM-5.7", "RM-5.11"),
    )
    worn = next(_stuck(ruleset, damage=ruleset_black(ruleset)), "")
    fact = worn or "not found without a gear die left"
    name = "a car without gear dice is stuck"
    yield Checked(CONTROLS, name, FOUND if worn else PROVED, BOUND, fact, FOUND, ("RM-8.2",), control=True)


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
    """A car on each space in each gear that it can have there with its control kept."""
    fresh = Car("A")
    yield replace(fresh, space=START, status=NOT_STARTED)
    for space in stage.spaces:
        highest = space.note if space.corner else GEARS[-1]
        gears = (space.note,) if space.role == DRIFT else range(highest + 1)
        yield from (replace(fresh, space=space.id, gear=gear, status=ON_ROAD) for gear in gears)


def _after_flats(ruleset: Ruleset) -> Iterator[str]:
    """The dice of a time attack that could be used up from a shortcut, but for the gas die that a flat takes there."""
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
