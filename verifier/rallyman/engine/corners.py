"""RM-9: corners, shortcuts, cut cards and flats."""

from collections.abc import Sequence

from model.rallyman.facts import DIRTY, FLAT, GAS
from model.rallyman.moves import Die
from model.rallyman.position import Car, Setup
from model.rallyman.stage import CORNER, DRIFT, INSIDE, SHORTCUT, Space
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.road import ahead, corner_of, deep_in_drift, spaces_of
from verifier.rallyman.engine.shakedown import flats_count
from verifier.rallyman.engine.terms import Breaches, Run


def effective_note(setup: Setup, markers: int, space: Space) -> int:
    """The note of a space with the dirt on its corner, never above the printed one. Shortcuts and bumps keep theirs (RM-M.3,
    RM-9.8)."""
    if space.role not in (INSIDE, DRIFT) or not markers:
        return space.note
    note = space.note - markers
    floor = min(setup.parameter("dirt_note_floor"), space.note)
    if note >= floor or setup.reading("dirt-floor") == "B":
        return note
    return floor


def note_here(setup: Setup, run: Run, space: Space) -> int:
    """The note for a step of this car onto this space."""
    return effective_note(setup, _markers_for(setup, run, space), space)


def note_text(setup: Setup, run: Run, space: Space) -> str:
    """That note in words, with the printed one if dirt has lowered it (RM-9.8)."""
    note = note_here(setup, run, space)
    return str(note) if note == space.note else f"{note} ({space.note} less dirt)"


def _markers_for(setup: Setup, run: Run, space: Space) -> int:
    """The dirt that counts: what is there now, or what was there when the car entered the corner (ruling
    dirt-and-car-in-corner)."""
    now = run.markers_on(space.corner)
    seen = run.car.dirt_seen
    inside = corner_of(setup.stage, run.car.space) == space.corner
    if inside and seen is not None and seen != now and setup.reading("dirt-and-car-in-corner") == "B":
        return seen
    return now


def line_breaches(setup: Setup, run: Run, gear: int, target: str, flown: bool) -> Breaches:
    """Why this line of a corner cannot be taken in this gear: too slow to drift (RM-9.4), too fast to leave the drift (RM-9.5),
    or barred by a reading about cars that are too fast. `flown`: the car lands there from a jump."""
    space = setup.stage.index.get(target)
    if space is None or space.kind != CORNER:
        return ()
    if flown and setup.reading("landing-in-corner-is-checked") == "B":
        return ()
    here = setup.stage.index.get(run.car.space)
    within = here is not None and here.corner == space.corner and not flown
    if within and space.role == INSIDE:
        return _leaves_drift(run, gear) or _between_lines(setup, run, gear, space)
    note = note_here(setup, run, space)
    if space.role == DRIFT and gear < note and "RM-9.4" not in setup.ruleset.left_out:
        crawls = within and run.car.gear <= 1 and gear == 1 and deep_in_drift(setup.stage, run.car.space)
        if crawls and setup.reading("restart-deep-in-drift") == "B":
            return ()
        fact = f"{target} takes gear {note_text(setup, run, space)}, but gear {gear} is engaged"
        return (
            Breach(
                "RM-9.4",
                fact,
                "a lower gear belongs on the inside space",
                numbers={"note": note, "gear": gear},
            ),
            Breach("RM-9.3", fact, "the note of a drift space is the exact gear"),
        )
    if within:
        return ()
    return _too_fast_lines(setup, run, gear, space)


def _leaves_drift(run: Run, gear: int) -> Breaches:
    """RM-9.5: from drift to inside only with a lower gear. Gear die 1 of a restarting car always counts as lower."""
    held = run.car.gear
    if held == 0 or gear < held:
        return ()
    fact = f"the car drifts in gear {held}, and gear {gear} is not lower, so it cannot go to the inside"
    return (Breach("RM-9.5", fact, "only a lower gear leads from a drift space to the inside"),)


def _between_lines(setup: Setup, run: Run, gear: int, space: Space) -> Breaches:
    """A gear above the note of the inside and below the note of the drift line (ruling gear-between-inside-and-drift)."""
    drift = setup.stage.line(space.corner, DRIFT, 1)
    if drift is None or space.role != INSIDE:
        return ()
    low, high = note_here(setup, run, space), note_here(setup, run, drift)
    if low < gear < high and setup.reading("gear-between-inside-and-drift") == "B":
        fact = f"gear {gear} is too fast for the inside ({low}) and too slow to drift ({high})"
        return (Breach("RM-9.4", fact, "the driver has to stop before the inside"),)
    return ()


def _too_fast_lines(setup: Setup, run: Run, gear: int, space: Space) -> Breaches:
    """The lines that a car may name when it enters a corner too fast for its line."""
    if between := _between_lines(setup, run, gear, space):
        return between
    if "RM-9.12" in setup.ruleset.left_out:
        return ()
    drift = setup.stage.line(space.corner, DRIFT, 1)
    if drift is not None and space.role == INSIDE:
        low, high = note_here(setup, run, space), note_here(setup, run, drift)
        if low < gear == high and setup.reading("slow-line-when-drift-fits") == "B":
            fact = f"gear {gear} is the note of {drift.id}, but too fast for {space.id}"
            return (Breach("RM-9.12", fact, "a car whose gear fits the drift line has to drift"),)
    forced = forced_line(setup, run, gear, space.corner)
    if forced is not None and forced != space.role:
        fact = f"gear {gear} is too fast for every line of {space.corner}"
        return (Breach("RM-9.12", fact, f"such a car loses control on the {forced} line"),)
    return ()


def forced_line(setup: Setup, run: Run, gear: int, corner: str) -> str | None:
    """The line of a car that is too fast for every line; None if the driver names it (ruling overspeed-line-choice)."""
    stage = setup.stage
    lines = [stage.line(corner, INSIDE), stage.line(corner, DRIFT, 1), stage.line(corner, SHORTCUT)]
    if any(gear <= note_here(setup, run, one) for one in lines if one is not None):
        return None
    match setup.reading("overspeed-line-choice"):
        case "B":
            return INSIDE
        case "C":
            return DRIFT if lines[1] is not None else INSIDE
    return None


def too_fast(setup: Setup, run: Run, gear: int, space: Space) -> bool:
    """RM-9.12, by the line: inside and shortcut above their note, drift above the exact gear."""
    note = note_here(setup, run, space)
    if gear <= note:
        return False
    drift = setup.stage.line(space.corner, DRIFT, 1)
    if space.role == INSIDE and drift is not None and gear < note_here(setup, run, drift):
        return setup.reading("gear-between-inside-and-drift") != "C"
    return True


def eliminating(setup: Setup, run: Run, gear: int, space: Space) -> bool:
    """RM-9.13: more than two gears above the highest note of the corner, with dirt applied."""
    if "RM-9.13" in setup.ruleset.left_out:
        return False
    mine = spaces_of(setup.stage, space.corner)
    over = setup.parameter("corner_elimination_over")

    def beyond(spaces: Sequence[Space]) -> bool:
        return gear - max(note_here(setup, run, one) for one in spaces) > over

    all_, road = beyond(mine), beyond([one for one in mine if one.role != SHORTCUT])
    own = beyond([one for one in mine if one.role == space.role])
    if all_ == road == own:
        return all_
    return {"A": all_, "B": road, "C": own}[setup.reading("highest-note-includes-shortcut")]


def drawn(setup: Setup, run: Run, cut: str | None, space: Space) -> Run:
    """The turn after a cut card is drawn on the shortcut (RM-9.6 to RM-9.9)."""
    if cut == DIRTY and "RM-9.8" in setup.ruleset.left_out:
        return run.by("RM-9.6")
    if cut == DIRTY:
        return dirtied(run, space.corner).by("RM-9.6", "RM-9.8")
    if cut != FLAT:
        return run.by("RM-9.6", "RM-9.7")
    return flattened(setup, run).by("RM-9.6")


def dirtied(run: Run, corner: str) -> Run:
    """One more dirt marker on a corner."""
    markers = {**dict(run.dirt), corner: run.markers_on(corner) + 1}
    return replace(run, dirt=tuple(sorted(markers.items())))


def flattened(setup: Setup, run: Run) -> Run:
    """One more flat: an unused gas die is lost at once (RM-9.9), dice already used are not (RM-9.11); the third flat eliminates
    (RM-9.10)."""
    if not flats_count(setup):
        return run.by("RM-17.1")
    run = replace(run, car=replace(run.car, flats=run.car.flats + 1), flat=True)
    left_out = setup.ruleset.left_out
    most = setup.parameter("max_flats_before_elimination")
    if run.car.flats > most and "RM-9.10" not in left_out:
        return replace(run, eliminated="RM-9.10").by("RM-9.10")
    if ("RM-5.11" if run.attack else "RM-9.9") in left_out:
        return run
    if run.gas < run.gas_allowed:
        return replace(run, gas_allowed=run.gas_allowed - 1).by("RM-9.9")
    return run.by("RM-9.11")


def gas_dice(setup: Setup, car: Car) -> int:
    """How many gas dice a turn may have (RM-9.10)."""
    flats = car.flats if flats_count(setup) and "RM-9.10" not in setup.ruleset.left_out else 0
    return max(0, setup.parameter("white_dice") - flats)


def flat_breaches(setup: Setup, run: Run, die: Die) -> Breaches:
    """A gas die beyond what the flats allow (RM-9.9, RM-9.10)."""
    if die.name != GAS or run.gas < run.gas_allowed:
        return ()
    flats, allowed = run.car.flats, run.gas_allowed
    left = {0: "no gas die", 1: "one gas die"}.get(allowed, f"{allowed} gas dice")
    fact = f"{flats} flat{'s leave' if flats != 1 else ' leaves'} {left} a turn"
    found = [Breach("RM-9.10", fact, "each flat is one gas die less", numbers={"flats": flats})]
    if "RM-9.10" in setup.ruleset.left_out:
        found.clear()
    if run.gas < run.gas_at_first:
        fact = "the flat drawn in this turn took the gas die"
        rule = "RM-5.11" if run.attack and "RM-9.9" in setup.ruleset.left_out else "RM-9.9"
        found.insert(0, Breach(rule, fact, "a flat takes a gas die that was not used yet"))
    return (*found, Breach("RM-4.7", fact, "flats reduce the number of gas dice"))


def seen_dirt(setup: Setup, run: Run, target: str) -> int | None:
    """The dirt that a car remembers of its corner: what was there when it entered."""
    corner = corner_of(setup.stage, target)
    if not corner:
        return None
    if corner == corner_of(setup.stage, run.car.space):
        return run.car.dirt_seen
    return run.markers_on(corner)


def corner_rules(space: Space, before: str, setup: Setup) -> tuple[str, ...]:
    """The rules by which a line of a corner was taken."""
    if space.role == INSIDE:
        within = corner_of(setup.stage, before) == space.corner and space.id in ahead(setup.stage, before)
        return ("RM-9.1", "RM-9.5") if within else ("RM-9.1", "RM-9.2")
    return ("RM-9.1", "RM-9.3") if space.role == DRIFT else ("RM-9.1", "RM-9.6")
