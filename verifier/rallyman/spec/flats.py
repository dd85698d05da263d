"""RM-9.6 to RM-9.10: cut cards, dirt and flats."""

from collections.abc import Iterator

from model.rallyman.facts import CUTS, DIRTY, FLAT
from model.rallyman.stage import SHORTCUT
from verifier.rallyman.spec.corners import checked, markers_on, too_fast, where
from verifier.rallyman.spec.play import Choice, OneHot, Play, Rule, State, raised
from verifier.rallyman.spec.taken import Taken
from verifier.solving.circuit import FALSE, Bit


def draws(play: Play, state: State, taken: Taken) -> dict[str, Bit]:
    """The corners with the bits that say where a cut card of theirs is drawn (RM-9.6)."""
    circuit = play.circuit
    found: dict[str, Bit] = {}
    for way, gear, bit in taken:
        space = play.setup.stage.index.get(way.end)
        if space is None or space.role != SHORTCUT:
            continue
        drawn = bit
        if play.reads("shortcut-overspeed-draws-card", "B") and checked(play, way) is not None:
            fast = where(play, markers_on(play, state, space.corner), too_fast, space, gear)
            drawn = circuit.both(bit, -fast)
        found[space.corner] = circuit.either(found.get(space.corner, FALSE), drawn)
    return found


def cut_rules(play: Play, choice: Choice, taken: Taken, drawn: dict[str, Bit], step: int) -> Iterator[Rule]:
    """RM-9.6: a card is drawn on a shortcut, and nowhere else."""
    if play.planned:
        return
    circuit = play.circuit
    named = circuit.any(choice.cut.get(cut, FALSE) for cut in CUTS)
    on = circuit.any(bit for way, _, bit in taken if _is_shortcut(play, way.end))
    yield Rule(
        "RM-9.6", circuit.implies(circuit.any(drawn.values()), named), "a shortcut without its cut card", step
    )
    yield Rule("RM-9.6", circuit.implies(named, on), "a cut card, and the step ends on no shortcut", step)


def _is_shortcut(play: Play, id: str) -> bool:
    space = play.setup.stage.index.get(id)
    return space is not None and space.role == SHORTCUT


def with_dirt(play: Play, state: State, choice: Choice, drawn: dict[str, Bit]) -> dict[str, OneHot]:
    """The dirt markers after the card (RM-9.8)."""
    circuit, dirty = play.circuit, choice.cut.get(DIRTY, FALSE)
    return {
        corner: raised(circuit, markers, circuit.both(dirty, drawn[corner])) if corner in drawn else markers
        for corner, markers in state.dirt.items()
    }


def punctured(play: Play, choice: Choice, drawn: dict[str, Bit]) -> Bit:
    """Whether the card is a flat (RM-9.9); none counts in the shakedown (RM-17.1)."""
    if play.shakedown:
        return FALSE
    return play.circuit.both(choice.cut.get(FLAT, FALSE), play.circuit.any(drawn.values()))


def third_flat(play: Play, flats: OneHot) -> Bit:
    """Whether there are more flats than a car can have (RM-9.10)."""
    return play.circuit.any(flats[play.setup.parameter("max_flats_before_elimination") + 1 :])
