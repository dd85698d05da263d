"""For each ruling, the smallest position on which its readings give different results; if no turn looks it up, its case."""

from collections.abc import Iterator

from model.rallyman.facts import DATA
from model.ruleset import Ruleset
from model.rulings import load_rulings
from verifier.rallyman.second.check.changes import RULING, Change, other_readings
from verifier.rallyman.second.check.differences import BOUND, Differences, Looked, under
from verifier.rallyman.second.check.record import record_of, result_text
from verifier.rallyman.second.engine_answers import engine_result
from verifier.second import FOUND, GAVE_UP, PROVED, Checked

ABOUT, CONTROLS = "rulings", "controls"
KNOWN = "gas-then-same-gear"
"""A ruling whose readings are known to differ."""


def check_readings(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a turn that is legal under one reading only, or has another outcome; UNSAT: there is none within the
    bound.

    Each reading that is not in force, of every ruling; then both controls.
    """
    differences = Differences(ruleset)
    for ruling in load_rulings(DATA).rulings:
        for change in other_readings(ruleset, ruling):
            yield shown(ABOUT, ruleset, change, differences.find(change))
    yield from controls(differences)


def shown(about: str, ruleset: Ruleset, change: Change, looked: Looked) -> Checked:
    """The result of searching for a change. The engine plays a witness under both rulesets."""
    if not looked.asked:
        return Checked(about, str(change), PROVED, BOUND, _unasked(change))
    if looked.witness is None:
        fact = looked.gave_up or "no difference"
        return Checked(about, str(change), GAVE_UP if looked.gave_up else PROVED, BOUND, fact)
    assert looked.both is not None
    setup, position, turn = looked.witness
    results = [engine_result(under(setup, rules), position, turn) for rules in looked.both]
    first, second = (result_text(turn, result) for result in results)
    fact = f"{change.before(ruleset)}: {first}; {change.value}: {second}"
    return Checked(about, str(change), FOUND, BOUND, fact, witness=record_of(setup, position, turn))


def _unasked(change: Change) -> str:
    """The text for a change that no turn looks up: for a ruling, the case that separates its readings."""
    said = "no turn depends on this"
    if change.kind == RULING:
        said += f"; the case that separates the readings: {load_rulings(DATA).rulings[change.name].separates}"
    return said


def controls(differences: Differences) -> Iterator[Checked]:
    """A change known to make a difference is found, and none is found where nothing changes."""
    ruleset = differences.ruleset
    reading = ruleset.readings[KNOWN]
    planted = differences.find(next(other_readings(ruleset, KNOWN)))
    outcome, fact = (FOUND, "found") if planted.witness is not None else (PROVED, "not found")
    yield Checked(CONTROLS, f"a known difference ({KNOWN})", outcome, BOUND, fact, FOUND, control=True)
    same = differences.find(Change(RULING, KNOWN, reading))
    outcome, fact = (PROVED, "no difference") if same.witness is None else (FOUND, "one is found")
    yield Checked(CONTROLS, "identical rulesets", outcome, BOUND, fact, PROVED, control=True)
