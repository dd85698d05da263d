"""Both judges in every scene of `check`: under the rules as they stand, and with each other reading or rule left out."""

import pytest

from model.great_race.facts import DATA
from model.great_race.standing import Standing
from model.ruleset import Ruleset, load_ruleset
from tests.thorough import THOROUGH
from verifier.great_race.check.chapters import CHAPTERS
from verifier.great_race.check.played import Played
from verifier.great_race.check.scenes import ways
from verifier.great_race.engine import door as engine
from verifier.great_race.spec import door as spec
from verifier.judging import Judgement
from verifier.rulesets.changes import Change
from verifier.rulesets.edges import subjects

RULESET = load_ruleset(DATA, "leader")
CHANGED = [one.change for one in subjects(DATA, RULESET) if one.change is not None]


def differing(ruleset: Ruleset, every: int) -> list[str]:
    """The cases, one in so many, in which the verdicts or the positions differ."""
    found = []
    for chapter in CHAPTERS:
        for scene, way in ways(chapter.scenes(ruleset)):
            for case in range(0, len(scene.standings), every):
                if scene.cases.allowed >> case & 1:
                    played = Played(scene, case, way, ruleset)
                    if _seen(played.judged(engine, ruleset)) != _seen(played.judged(spec, ruleset)):
                        found.append("\n".join((*scene.position(case), *way.lines)))
    return found


def _seen(judgement: Judgement[Standing]) -> object:
    return "no answer" if judgement.limit else frozenset(judgement.positions)


def test_the_rules_as_they_stand() -> None:
    assert not differing(RULESET, 1 if THOROUGH else 3)


@pytest.mark.parametrize("change", CHANGED if THOROUGH else CHANGED[::10], ids=str)
def test_with_one_change(change: Change) -> None:
    assert not differing(change.applied(RULESET), 5)
