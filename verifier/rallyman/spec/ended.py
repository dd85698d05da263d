"""The rules that decide where a car stands at the end of its turn."""

from model.rallyman.facts import START
from model.rallyman.moves import ATTACK, Turn
from model.rallyman.position import ELIMINATED, FINISHED, RESTARTING, SPUN, STOPPED, Car, Setup
from model.rallyman.stage import BUMP, DRIFT, INSIDE, SHORTCUT
from verifier.rallyman.spec.bumps import SURE, Way
from verifier.rallyman.spec.driven import Driven

ROLES = {INSIDE: "RM-9.2", DRIFT: "RM-9.3", SHORTCUT: "RM-9.6"}
JUMPS = ("RM-11.2", "RM-11.3", "RM-11.4")


def space_rules(
    setup: Setup, turn: Turn, driven: Driven, cars: tuple[Car, Car], loss: tuple[str, ...]
) -> tuple[str, ...]:
    """The rules that decide where the car stands, the decisive one first. `cars` are the car before and after its turn, `loss`
    the rules of a loss of control."""
    old, car = cars
    if car.status == ELIMINATED:
        return loss
    reached = _step_rules(setup, driven.ways[-1], turn)
    if len(driven.ways) == 1 and old.status in RESTARTING:
        reached = (*reached, "RM-7.9")
    if car.status == FINISHED:
        return (*loss, *reached)
    if not driven.lost:
        return reached
    if car.status == STOPPED or car.space != driven.space:
        return loss[:1]
    return (*loss[:1], "RM-7.4", *reached) if car.status == SPUN else ("RM-7.4", *loss[:1], *reached)


def _step_rules(setup: Setup, way: Way, turn: Turn) -> tuple[str, ...]:
    """The rules of the last step."""
    index = setup.stage.index
    end = index.get(way.end)
    corner = ("RM-9.1", ROLES[end.role]) if end is not None and end.corner else ()
    attack = ("RM-5.5",) if turn.mode == ATTACK else ()
    if way.thrown:
        return ("RM-11.5", *(JUMPS[min(over, SURE)] for _, over in way.thrown), *corner, "RM-4.1", *attack)
    bump = ("RM-11.5", "RM-11.1") if end is not None and end.kind == BUMP else ()
    left: tuple[str, ...] = ()
    if way.start == START:
        left = ("RM-3.1",)
    elif index[way.start].kind == BUMP:
        left = ("RM-11.6",)
    return (*bump, "RM-4.1", *corner, *left, *attack)
