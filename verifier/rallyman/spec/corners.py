"""RM-9: corners, shortcuts, cut cards, dirt and flats."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from model.rallyman.facts import CUTS, DIRTY, FINISH, FLAT, GAS, inside_exits
from model.rallyman.position import ELIMINATED, Car, Setup
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT, Space
from verifier.rallyman.spec.bumps import Way
from verifier.rallyman.spec.counts import gas_dice_lost, takes_gas, too_many
from verifier.rallyman.spec.play import Choice, OneHot, Play, Rule, State, Taken, amount, hot, raised
from verifier.rallyman.spec.road import corner_of, deep
from verifier.rallyman.spec.shakedown import ignored
from verifier.solving.circuit import FALSE, TRUE, Bit

TOO_FAST = "RM-9.12"
"""The rule by which a car too fast for a corner space loses control."""

FLATS = "RM-9.10"
"""The rule by which flats take gas dice, and one flat too many puts a driver out."""


def note(setup: Setup, space: Space, markers: int) -> int:
    """The note of a space whose corner has this many dirt markers (RM-M.3, RM-9.8)."""
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
    """The note of a corner that counts for RM-9.13 when a car enters this space."""
    spaces = lines_of(setup, space.corner)
    match setup.reading("highest-note-includes-shortcut"):
        case "B":
            spaces = [one for one in spaces if one.role != SHORTCUT] or spaces
        case "C":
            spaces = [one for one in spaces if one.role == space.role]
    return max(note(setup, one, markers) for one in spaces)


def too_fast(setup: Setup, space: Space, gear: int, markers: int) -> bool:
    """Whether a gear is above the note of a space (RM-9.2, RM-9.12)."""
    if gear <= note(setup, space, markers):
        return False
    return not (
        setup.reading("gear-between-inside-and-drift") == "C" and between(setup, space, gear, markers)
    )


def between(setup: Setup, space: Space, gear: int, markers: int) -> bool:
    """Whether a gear is above the note of an inside space and below the note of the first drift space."""
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
    """Whether a gear is above the note of an inside space and equal to the note of the first drift space."""
    drift = setup.stage.line(space.corner, DRIFT, 1)
    fits = drift is not None and gear == note(setup, drift, markers)
    return space.role == INSIDE and fits and gear > note(setup, space, markers)


def too_fast_for_all(setup: Setup, space: Space, gear: int, markers: int) -> bool:
    """Whether a gear is above the note of every line into the corner of a space."""
    lines = [one for one in lines_of(setup, space.corner) if one.role != DRIFT or one.index == 1]
    return all(gear > note(setup, one, markers) for one in lines)


def eliminates(setup: Setup, space: Space, gear: int, markers: int) -> bool:
    """Whether a gear is far enough above the notes of a corner to eliminate the driver (RM-9.13)."""
    over = gear - highest(setup, space, markers)
    return over > setup.parameter("corner_elimination_over") and too_fast(setup, space, gear, markers)


def eliminated(setup: Setup, car: Car) -> Car:
    """The car of an eliminated driver: it leaves the road unless a reading keeps it there (RM-9.13)."""
    stays = setup.reading("eliminated-car-on-road") == "B" and car.space != FINISH
    return replace(car, status=ELIMINATED, gear=0, space=car.space if stays else "")


def checked(play: Play, way: Way) -> Space | None:
    """The corner space that a way enters (RM-9.1); None if its notes do not count."""
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
"""A test of a space with a gear and a number of dirt markers."""


def where(play: Play, markers: OneHot, test: Test, space: Space, gear: int) -> Bit:
    """Whether a test holds with the dirt markers on the corner."""
    held = (bit for count, bit in enumerate(markers) if bit != FALSE and test(play.setup, space, gear, count))
    return play.circuit.any(held)


def line_rules(play: Play, state: State, taken: Taken, step: int) -> Iterator[Rule]:
    """RM-9.4 and RM-9.5: which lines a gear may take, and the readings of RM-9.12 about the line of a car that is too fast."""
    circuit, setup = play.circuit, play.setup
    for way, gear, bit in taken:
        space = checked(play, way)
        if space is None:
            continue
        markers = markers_on(play, state, space.corner)
        inner = corner_of(setup.stage, way.start) == space.corner
        entry = f"gear {gear} onto {space.id}"
        if space.role == DRIFT and not play.lacks("RM-9.4"):
            slow = where(play, markers, too_slow, space, gear)
            wrong = circuit.all((bit, slow, -_crawls(play, state, way, gear)))
            fact = f"{entry}, whose note asks for exactly {_printed(play, space, markers)}"
            yield Rule("RM-9.4", -wrong, fact, step)
            yield Rule("RM-9.3", -wrong, fact, step)
        if inner and space.role == INSIDE:
            yield Rule(
                "RM-9.5",
                circuit.implies(bit, _lower(play, state, way, gear)),
                f"{entry} from {way.start}",
                step,
            )
        yield from _readings(play, way, gear, bit, space, markers, inner, step)


def _printed(play: Play, space: Space, markers: OneHot) -> str:
    known = next((count for count, bit in enumerate(markers) if bit == TRUE), None)
    return str(note(play.setup, space, known)) if known is not None else f"at most {space.note}"


def _crawls(play: Play, state: State, way: Way, gear: int) -> Bit:
    """Whether a car deep in the drift continues from neutral or in first gear, where a reading frees it from notes."""
    if gear != 1 or not (deep(play.setup.stage, way.start) and play.reads("restart-deep-in-drift", "B")):
        return FALSE
    return play.circuit.any(state.gear[: gear + 1])


def _lower(play: Play, state: State, way: Way, gear: int) -> Bit:
    """Whether a car on a drift space may change to the inside: from its space with a gear below its own, or with gear die 1 from
    neutral. A reading allows the latter from deep in the drift too."""
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
    entry = f"gear {gear} onto {space.id}"
    if play.reads("gear-between-inside-and-drift", "B"):
        bad = where(play, markers, between, space, gear)
        yield Rule("RM-9.4", -circuit.both(bit, bad), f"{entry}: above its note, and too low to drift", step)
    if inner or play.lacks(TOO_FAST):
        return
    drift = setup.stage.line(space.corner, DRIFT, 1)
    if play.reads("slow-line-when-drift-fits", "B"):
        bad = where(play, markers, fits_drift, space, gear)
        yield Rule(TOO_FAST, -circuit.both(bit, bad), f"{entry}: this gear can drift and so must", step)
    choice = setup.reading("overspeed-line-choice")
    due = INSIDE if choice == "B" or drift is None else DRIFT
    if choice != "A" and space.role != due:
        bad = where(play, markers, too_fast_for_all, space, gear)
        yield Rule(
            TOO_FAST, -circuit.both(bit, bad), f"{entry}: a car too fast for every line is on the {due}", step
        )


def speeding(play: Play, state: State, taken: Taken, dirt: State) -> tuple[Bit, Bit]:
    """Whether a car enters a corner too fast (RM-9.12), and whether it is fast enough to be eliminated (RM-9.13). The second uses
    the dirt of the state `dirt`."""
    circuit = play.circuit
    fast, out = [], []
    for way, gear, bit in taken:
        space = checked(play, way)
        if space is None:
            continue
        now, later = (markers_on(play, one, space.corner) for one in (state, dirt))
        if not play.lacks(TOO_FAST):
            fast.append(circuit.both(bit, where(play, now, too_fast, space, gear)))
        if not play.lacks("RM-9.13"):
            out.append(circuit.both(bit, where(play, later, eliminates, space, gear)))
    return circuit.any(fast), circuit.any(out)


def draws(play: Play, state: State, taken: Taken) -> dict[str, Bit]:
    """For each corner, whether one of its cut cards is drawn (RM-9.6)."""
    circuit = play.circuit
    found: dict[str, Bit] = {}
    for way, gear, bit in taken:
        space = play.setup.stage.index.get(way.end)
        if space is None or space.role != SHORTCUT:
            continue
        drawn = bit
        at_once = play.reads("shortcut-overspeed-draws-card", "B") and not play.lacks(TOO_FAST)
        if at_once and checked(play, way) is not None:
            fast = where(play, markers_on(play, state, space.corner), too_fast, space, gear)
            drawn = circuit.both(bit, -fast)
        found[space.corner] = circuit.either(found.get(space.corner, FALSE), drawn)
    return found


def cut_rules(play: Play, choice: Choice, taken: Taken, drawn: dict[str, Bit], step: int) -> Iterator[Rule]:
    """RM-9.6: a card is drawn on a shortcut and nowhere else."""
    if play.planned:
        return
    circuit = play.circuit
    named = circuit.any(choice.cut.get(cut, FALSE) for cut in CUTS)
    on = circuit.any(bit for way, _, bit in taken if _is_shortcut(play, way.end))
    yield Rule(
        "RM-9.6", circuit.implies(circuit.any(drawn.values()), named), "a shortcut without its cut card", step
    )
    yield Rule(
        "RM-9.6", circuit.implies(named, on), "a cut card, but the step does not end on a shortcut", step
    )


def _is_shortcut(play: Play, id: str) -> bool:
    space = play.setup.stage.index.get(id)
    return space is not None and space.role == SHORTCUT


def with_dirt(play: Play, state: State, choice: Choice, drawn: dict[str, Bit]) -> dict[str, OneHot]:
    """The dirt markers after the card (RM-9.8); a good card leaves them as they are (RM-9.7)."""
    circuit, dirty = play.circuit, choice.cut.get(DIRTY, FALSE)
    if play.lacks("RM-9.8"):
        return dict(state.dirt)
    return {
        corner: raised(circuit, markers, circuit.both(dirty, drawn[corner])) if corner in drawn else markers
        for corner, markers in state.dirt.items()
    }


def punctured(play: Play, choice: Choice, drawn: dict[str, Bit]) -> Bit:
    """Whether the card is a flat (RM-9.9); flats do not count in the shakedown (RM-17.1)."""
    if ignored(play.setup):
        return FALSE
    return play.circuit.both(choice.cut.get(FLAT, FALSE), play.circuit.any(drawn.values()))


def too_many_flats(setup: Setup, flats: int) -> bool:
    """Whether a car has a flat more than it can have (RM-9.10)."""
    return flats > setup.parameter("max_flats_before_elimination") and FLATS not in setup.ruleset.left_out


def third_flat(play: Play, flats: OneHot) -> Bit:
    """Whether the car has one flat more than it can have (RM-9.10)."""
    return play.circuit.any(bit for count, bit in enumerate(flats) if too_many_flats(play.setup, count))


def flat_rules(play: Play, state: State, choice: Choice, step: int) -> Iterator[Rule]:
    """RM-9.9 and RM-9.10: each flat removes one gas die. Dice used before the flat stay used (RM-9.11)."""
    if ignored(play.setup):
        return
    circuit, white = play.circuit, play.setup.parameter("white_dice")
    gas, lost = choice.die.get(GAS, FALSE), gas_dice_lost(play, state)
    flat = circuit.all((gas, -lost[0], too_many(play, state.gas, white, lost)))
    fact = f"{amount(state.gas)} gas dice were used, and {amount(lost)} flats leave no more"
    drawn = FALSE if play.lacks(takes_gas(play)) else state.drawn
    if not (play.attack and play.reads("attack-flat-gives-up-which", "B")):
        rule = "RM-5.11" if play.lacks("RM-9.9") else "RM-9.9"
        yield Rule(rule, -circuit.both(flat, drawn), fact, step)
    yield Rule(FLATS, -circuit.both(flat, -drawn), fact, step)
