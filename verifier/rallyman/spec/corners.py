"""RM-9: corners. Notes, the lines a gear may take, over-speed and elimination."""

from collections.abc import Callable, Iterator

from model.rallyman.facts import inside_exits
from model.rallyman.position import Setup
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT, Space
from verifier.rallyman.spec.play import OneHot, Play, Rule, State, hot
from verifier.rallyman.spec.road import Way, corner_of, deep
from verifier.rallyman.spec.taken import Taken
from verifier.solving.circuit import FALSE, TRUE, Bit


def note(setup: Setup, space: Space, markers: int) -> int:
    """The note of a space with so many dirt markers on its corner (RM-M.3, RM-9.8)."""
    if space.role not in (INSIDE, DRIFT):
        return space.note
    lowered = space.note - markers
    if setup.reading("dirt-floor") == "B":
        return lowered
    return max(lowered, min(space.note, setup.parameter("dirt_note_floor")))


def lines_of(setup: Setup, corner: str) -> list[Space]:
    """The spaces of a corner."""
    return [space for space in setup.stage.spaces if space.corner == corner]


def highest(setup: Setup, space: Space, markers: int) -> int:
    """The note of a corner that counts for RM-9.13, for a car that enters this space of it."""
    spaces = lines_of(setup, space.corner)
    match setup.reading("highest-note-includes-shortcut"):
        case "B":
            spaces = [one for one in spaces if one.role != SHORTCUT] or spaces
        case "C":
            spaces = [one for one in spaces if one.role == space.role]
    return max(note(setup, one, markers) for one in spaces)


def too_fast(setup: Setup, space: Space, gear: int, markers: int) -> bool:
    """Whether a gear is above what a space allows (RM-9.12)."""
    if gear <= note(setup, space, markers):
        return False
    return not (
        setup.reading("gear-between-inside-and-drift") == "C" and between(setup, space, gear, markers)
    )


def between(setup: Setup, space: Space, gear: int, markers: int) -> bool:
    """Whether a gear is above the note of an inside space and below that of the first drift space."""
    drift = setup.stage.line(space.corner, DRIFT, 1)
    return (
        space.role == INSIDE
        and drift is not None
        and note(setup, space, markers) < gear < note(setup, drift, markers)
    )


def too_slow(setup: Setup, space: Space, gear: int, markers: int) -> bool:
    """Whether a gear is below the note of a drift space (RM-9.4)."""
    return gear < note(setup, space, markers)


def fits_drift(setup: Setup, space: Space, gear: int, markers: int) -> bool:
    """Whether a gear is above the note of an inside space and is that of the first drift space."""
    drift = setup.stage.line(space.corner, DRIFT, 1)
    fits = drift is not None and gear == note(setup, drift, markers)
    return space.role == INSIDE and fits and gear > note(setup, space, markers)


def too_fast_for_all(setup: Setup, space: Space, gear: int, markers: int) -> bool:
    """Whether a gear is above the notes of every line on which the corner of a space can be entered."""
    lines = [one for one in lines_of(setup, space.corner) if one.role != DRIFT or one.index == 1]
    return all(gear > note(setup, one, markers) for one in lines)


def eliminates(setup: Setup, space: Space, gear: int, markers: int) -> bool:
    """Whether a gear is so far above the notes of a corner that it ends the rally of a driver (RM-9.13)."""
    over = gear - highest(setup, space, markers)
    return over > setup.parameter("corner_elimination_over") and too_fast(setup, space, gear, markers)


def checked(play: Play, way: Way) -> Space | None:
    """The corner space that a way enters, if its notes count."""
    space = play.setup.stage.index.get(way.end)
    if space is None or not space.corner or way.lost:
        return None
    return None if way.thrown and play.reads("landing-in-corner-is-checked", "B") else space


def markers_on(play: Play, state: State, corner: str) -> OneHot:
    """The dirt markers of a corner that count for the car."""
    if corner in play.seen:
        return hot(play.seen[corner], play.seen[corner])
    return state.dirt.get(corner, (TRUE,))


Test = Callable[[Setup, Space, int, int], bool]
"""What may be so of a space for a gear and a number of dirt markers."""


def where(play: Play, markers: OneHot, test: Test, space: Space, gear: int) -> Bit:
    """Where a test holds of the dirt markers that lie there."""
    held = (bit for count, bit in enumerate(markers) if bit != FALSE and test(play.setup, space, gear, count))
    return play.circuit.any(held)


def line_rules(play: Play, state: State, taken: Taken, step: int) -> Iterator[Rule]:
    """RM-9.4 and RM-9.5: which lines a gear may take, and the readings of RM-9.12 about the line of a car too fast."""
    circuit, setup = play.circuit, play.setup
    for way, gear, bit in taken:
        space = checked(play, way)
        if space is None:
            continue
        markers = markers_on(play, state, space.corner)
        inner = corner_of(setup.stage, way.start) == space.corner
        said = f"gear {gear} onto {space.id}"
        if space.role == DRIFT:
            slow = where(play, markers, too_slow, space, gear)
            wrong = circuit.all((bit, slow, -_crawls(play, state, way, gear)))
            fact = f"{said}, whose note asks for exactly {_printed(play, space, markers)}"
            yield Rule("RM-9.4", -wrong, fact, step)
            yield Rule("RM-9.3", -wrong, fact, step)
        if inner and space.role == INSIDE:
            yield Rule(
                "RM-9.5",
                circuit.implies(bit, _lower(play, state, way, gear)),
                f"{said} from {way.start}",
                step,
            )
        yield from _readings(play, way, gear, bit, space, markers, inner, step)


def _printed(play: Play, space: Space, markers: OneHot) -> str:
    known = next((count for count, bit in enumerate(markers) if bit == TRUE), None)
    return str(note(play.setup, space, known)) if known is not None else f"at most {space.note}"


def _crawls(play: Play, state: State, way: Way, gear: int) -> Bit:
    """Whether a car goes on deep in the drift from neutral or in first gear, free of notes by a reading."""
    if gear != 1 or not (deep(play.setup.stage, way.start) and play.reads("restart-deep-in-drift", "B")):
        return FALSE
    return play.circuit.any(state.gear[: gear + 1])


def _lower(play: Play, state: State, way: Way, gear: int) -> Bit:
    """Whether a car on a drift space may change to the inside: from where it is, with a gear lower than its own; with gear die 1
    from neutral, by a reading from deep in the drift too."""
    restarts = state.gear[0] if gear == 1 else FALSE
    if play.setup.stage.index[way.start].index in inside_exits():
        return play.circuit.any((restarts, *state.gear[gear + 1 :]))
    return (
        restarts if deep(play.setup.stage, way.start) and play.reads("restart-deep-in-drift", "C") else FALSE
    )


def _readings(
    play: Play, way: Way, gear: int, bit: Bit, space: Space, markers: OneHot, inner: bool, step: int
) -> Iterator[Rule]:
    circuit, setup = play.circuit, play.setup
    said = f"gear {gear} onto {space.id}"
    if play.reads("gear-between-inside-and-drift", "B"):
        bad = where(play, markers, between, space, gear)
        yield Rule("RM-9.4", -circuit.both(bit, bad), f"{said}: above its note, and too low to drift", step)
    if inner:
        return
    drift = setup.stage.line(space.corner, DRIFT, 1)
    if play.reads("slow-line-when-drift-fits", "B"):
        bad = where(play, markers, fits_drift, space, gear)
        yield Rule("RM-9.12", -circuit.both(bit, bad), f"{said}: this gear can drift and so must", step)
    choice = setup.reading("overspeed-line-choice")
    due = INSIDE if choice == "B" or drift is None else DRIFT
    if choice != "A" and space.role != due:
        bad = where(play, markers, too_fast_for_all, space, gear)
        yield Rule(
            "RM-9.12", -circuit.both(bit, bad), f"{said}: a car too fast for every line is on the {due}", step
        )


def speeding(play: Play, state: State, taken: Taken, *, dirt: State | None = None) -> tuple[Bit, Bit]:
    """Whether a car enters a corner too fast (RM-9.12), and so fast that it is eliminated (RM-9.13); the second with the dirt
    of another moment."""
    circuit = play.circuit
    fast, out = [], []
    for way, gear, bit in taken:
        space = checked(play, way)
        if space is None:
            continue
        now, later = (markers_on(play, one, space.corner) for one in (state, dirt or state))
        fast.append(circuit.both(bit, where(play, now, too_fast, space, gear)))
        out.append(circuit.both(bit, where(play, later, eliminates, space, gear)))
    return circuit.any(fast), circuit.any(out)
