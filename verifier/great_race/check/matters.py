"""Which rules ever decide: for each, a case of a scene in which both judges refuse a way by it."""

from collections.abc import Iterator
from functools import partial

from model.great_race.facts import DATA
from model.rules import LEGALITY, load_rules
from model.ruleset import Ruleset
from model.values import replace
from verifier.great_race.check.chapters import CHAPTERS
from verifier.great_race.check.comparing import BOUND
from verifier.great_race.check.played import Played, open_result
from verifier.great_race.check.scenes import ways
from verifier.rulesets.checking import FOUND, PROVED, Checked, Found, Question, control, guarded
from verifier.rulesets.scenes import Result
from verifier.solving.cases import first_of

ABOUT = "rules that never matter"

DECIDES, DEFINES = "GR-12.4", "GR-1.2"
"""A rule that is known to decide, and one that forbids nothing."""


def check_matters(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: both judges refuse a case by this rule, so it decides; UNSAT, in all cases of the scenes: it refuses none.

    Each rule that forbids something: does it ever decide? Then the controls.
    """
    book, known = load_rules(DATA), _refused(ruleset)
    rules = [rule.id for rule in book if rule.kind == LEGALITY and rule.id not in ruleset.left_out]
    return guarded((_answer(known, rule) for rule in rules), _controls(known))


def check_rule(ruleset: Ruleset, rule: str) -> Iterator[Checked]:
    """SAT: both judges refuse a case by this rule; UNSAT, in all cases of the scenes: it refuses none.

    The question for one rule, if it forbids anything; then the controls.
    """
    known = _refused(ruleset)
    forbids = load_rules(DATA)[rule].kind == LEGALITY and rule not in ruleset.left_out
    return guarded((_answer(known, one) for one in [rule] if forbids), _controls(known))


Refused = dict[str, list[Played]]
"""The cases that the spec refuses, by the deciding rule; of each way the plainest."""


def _refused(ruleset: Ruleset) -> Refused:
    known: Refused = {}
    for chapter in CHAPTERS:
        for scene, way in ways(chapter.scenes(ruleset)):
            plainest: dict[str, int] = {}
            for result, where in scene.cases.runs(partial(open_result, scene, way, ruleset)):
                if result is not None and result.rule:
                    case = first_of(where)
                    plainest[result.rule] = min(case, plainest.get(result.rule, case))
            for rule, case in plainest.items():
                known.setdefault(rule, []).append(Played(scene, case, way, ruleset))
    return known


def _answer(known: Refused, rule: str) -> Checked:
    question = Question(ABOUT, rule, BOUND, rules=(rule,))
    played = _by_both(known, rule)
    if played is None:
        return question.answer(PROVED, "it refuses no way of a scene")
    witness = played.witness([played.ruleset], [Result(rule)])
    asked = replace(question, wanted=FOUND)
    return asked.answer(FOUND, f"it refuses `{played.way.lines[-1]}`", witness.record, witness.picture)


def _by_both(known: Refused, rule: str) -> Played | None:
    """The first case that the engine refuses by this rule too."""
    for played in known.get(rule, ()):
        result = played.by_engine(played.ruleset)
        if result is not None and result.rule == rule:
            return played
    return None


def _controls(known: Refused) -> Iterator[Checked]:
    def decides(rule: str) -> Found | None:
        return None if _by_both(known, rule) is None else Found("it decides")

    yield control(f"a rule that decides ({DECIDES})", BOUND, partial(decides, DECIDES))
    yield control(f"a rule that forbids nothing ({DEFINES})", BOUND, partial(decides, DEFINES), PROVED)
