"""Which rules decide where a car stands at the end of its turn."""

from model.rallyman.facts import START
from model.rallyman.moves import ATTACK, Turn
from model.rallyman.position import ELIMINATED, FINISHED, SPUN, STOPPED, Car, Setup
from model.rallyman.stage import BUMP
from verifier.rallyman.spec.at_work import JUMPS
from verifier.rallyman.spec.bumps import SURE, Way
from verifier.rallyman.spec.driven import Driven


def space_rules(setup: Setup, turn: Turn, driven: Driven, car: Car, loss: tuple[str, ...]) -> tuple[str, ...]:
    """The rules that decide where the car stands, the decisive one first; `loss` are those of a loss of control."""
    if car.status in (FINISHED, ELIMINATED):
        return loss
    reached = _step_rules(setup, driven.ways[-1], turn)
    if not driven.lost:
        return reached
    if car.status == STOPPED or car.space != driven.space:
        return loss
    return (*loss[:1], "RM-7.4", *reached) if car.status == SPUN else ("RM-7.4", *loss[:1], *reached)


def _step_rules(setup: Setup, way: Way, turn: Turn) -> tuple[str, ...]:
    """The rules of the last step."""
    index = setup.stage.index
    if way.thrown:
        return ("RM-11.5", *(JUMPS[min(over, SURE)] for _, over in way.thrown))
    bump = way.end in index and index[way.end].kind == BUMP
    found = ["RM-11.5", "RM-11.1", "RM-4.1"] if bump else ["RM-4.1"]
    if way.start == START:
        found.append("RM-3.1")
    elif index[way.start].kind == BUMP:
        found.append("RM-11.6")
    return (*found, "RM-5.5") if turn.mode == ATTACK else tuple(found)
