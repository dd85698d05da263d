"""Two rulesets compared by witnesses: what is legal under one of them only, and what leads elsewhere; and a ruleset that goes
without one of its rules."""

from collections.abc import Iterator, Sequence
from functools import partial

from model.asked import recording
from model.datafiles import did_you_mean
from model.errors import ModelError, Problem
from model.rules import load_rules
from model.ruleset import Ruleset, default_ruleset, with_changes
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.second import GAVE_UP, PROVED, Checked
from verifier.solving.session import GaveUpError
from verifier.thunder_alley.second.check.any_move import AnyMove
from verifier.thunder_alley.second.check.anywhere import movements
from verifier.thunder_alley.second.check.controls import controlled
from verifier.thunder_alley.second.check.differences import WAYS, Differences, Witness, shown
from verifier.thunder_alley.second.check.matters import without_rule
from verifier.thunder_alley.second.check.readings import BOUND, FEW, SIZES, control, with_reading
from verifier.thunder_alley.second.check.settled import BOUND as LAID
from verifier.thunder_alley.second.check.settled import Other, look

ABOUT = "two rulesets compared"


def compare(ruleset: Ruleset, other: Ruleset) -> Iterator[Checked]:
    """How the moves of an activation differ under two rulesets; with both controls.

    SAT: a table with a move that is legal under one ruleset only, or leads to different tables. UNSAT: there is none within the
    bound.
    """
    yield from controlled(partial(_questions, ruleset, other), control(ruleset), FEW)


def _questions(ruleset: Ruleset, other: Ruleset) -> Iterator[Checked]:
    found: dict[str, Witness] = {}
    gave_up: dict[str, str] = {}
    noted, asked, _ = recording(ruleset)
    for cars, most in SIZES:
        for kind in movements():
            pending = [way for way in WAYS if way not in found]
            if not pending:
                break
            moves = AnyMove(kind, cars, most, [noted, other])
            moves.rulesets = (ruleset, other)
            differences = Differences(moves, [1])
            for way in pending:
                try:
                    search = differences.smallest(1, [way])
                except GaveUpError as error:
                    gave_up[way] = error.limit
                else:
                    found |= {way: search.witness} if search.witness is not None else {}
    for way in WAYS:
        if way in found:
            yield shown(ABOUT, way, BOUND, found[way], "under the other", smallest=way not in gave_up)
        elif way in gave_up:
            yield Checked(ABOUT, way, GAVE_UP, BOUND, f"limit: {gave_up[way]}")
        else:
            yield Checked(ABOUT, way, PROVED, BOUND, "no difference")
    readings = ruleset.readings.items()
    yield from _settled(
        ruleset, other, [id for id, one in readings if other.readings[id] != one and id not in asked.asked]
    )


def _settled(ruleset: Ruleset, other: Ruleset, apart: Sequence[str]) -> Iterator[Checked]:
    """Each of the rulings that are read differently and that only settle the table when a movement is over."""
    pending = [Other(id, with_reading(ruleset, id, other.readings[id])) for id in apart]
    look(ruleset, pending)
    for one in pending:
        name = f"{one.ruling} = {other.readings[one.ruling]}"
        if one.found is not None:
            yield shown(ABOUT, name, LAID, one.found, "under the other")


def without(ruleset: Ruleset, name: str) -> Iterator[Checked]:
    """What is changed where a ruleset goes without one of its rules, up to 4 cars: a rule that forbids moves, an option that it
    has, or a ruling, which then stands at its default; a ruling that does so already is compared with its other readings.

    Raises `ModelError` for a name that is none of these, and for a rule that cannot be taken away.
    """
    rulings, rules = load_rulings(DATA).rulings, load_rules(DATA).rules
    if name in ruleset.options:
        yield from compare(ruleset, with_changes(DATA, ruleset, options={name: False}))
    elif name in rulings:
        default = default_ruleset(DATA).readings.get(name)
        now = ruleset.readings.get(name)
        if now is None:
            raise ModelError(Problem(f"`{name}` has no readings to choose from", help="it is a note"))
        others = [default] if default != now else [one for one in rulings[name].readings if one != now]
        for reading in others:
            if reading is not None and not rulings[name].readings[reading].unmodelled:
                yield from compare(ruleset, with_reading(ruleset, name, reading))
    elif name in rules:
        found = without_rule(ruleset, name)
        if not found:
            raise ModelError(
                Problem(
                    f"rule `{name}` forbids no step of a movement", help="only such a rule can be left out"
                )
            )
        yield from found
    else:
        known = [*rules, *rulings, *ruleset.options]
        raise ModelError(
            Problem(f"there is no rule, ruling or option `{name}`", help=did_you_mean(name, known))
        )
