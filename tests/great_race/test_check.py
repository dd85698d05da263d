"""Questions about all positions of The Great Race: open facts, differences of readings, invariants, edge cases."""

from functools import partial

import pytest

from model.great_race.facts import DATA
from model.ruleset import default_ruleset, load_ruleset
from tests.thorough import THOROUGH
from verifier.great_race.check.chapters import CHAPTERS, Chapter
from verifier.great_race.check.comparing import Differences
from verifier.great_race.check.edges import EDGES
from verifier.great_race.check.invariants import check_invariants
from verifier.great_race.check.matters import check_matters
from verifier.great_race.check.played import Played, open_result
from verifier.great_race.check.scenes import ways
from verifier.rulesets.changes import OPTION, Change, other_readings
from verifier.rulesets.checking import PROVED, Witness
from verifier.rulesets.edges import subjects
from verifier.rulesets.goals import DIFFERS
from verifier.rulesets.scenes import Altered
from verifier.solving.cases import in_case

BASE, MODULE = default_ruleset(DATA), load_ruleset(DATA, "leader")

EVERY = 1 if THOROUGH else 7
"""One in so many ways or readings is tried."""


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda one: one.name)
def test_open_positions_lead_where_each_of_them_does(chapter: Chapter) -> None:
    for scene, way in [*ways(chapter.scenes(MODULE))][::EVERY]:
        known = 0
        for result, where in scene.cases.runs(partial(open_result, scene, way, MODULE)):
            known |= where
            for case in range(len(scene.standings)):
                if where >> case & 1:
                    exact = Played(scene, case, way, MODULE).by_spec(MODULE)
                    assert exact is not None and result is not None and exact.rule == result.rule
                    assert exact.ways == in_case(result.ways, case)
        assert known == scene.cases.allowed


def test_each_reading_is_told_apart() -> None:
    find = Differences(BASE).find_with_options
    asked = [one.change for one in subjects(DATA, BASE) if one.change is not None]
    for change in asked[::EVERY]:
        looked = find(change)
        assert looked.witness is not None, str(change)


def test_the_leader_module_shows() -> None:
    """The deck has two more cards."""
    assert Differences(BASE).find(Change(DATA, OPTION, "leaders", "on")).witness is not None


def test_invariants_are_proved_and_their_controls_found() -> None:
    answers = list(check_invariants(BASE))
    assert len(answers) == 12 and all(one.as_wanted and one.outcome in (PROVED, "witness") for one in answers)


def test_most_rules_decide() -> None:
    answers = [one for one in check_matters(BASE) if not one.control]
    assert sum(bool(one.witness) for one in answers) > 45


def test_edge_cases_of_a_rule() -> None:
    [part] = [one for one in EDGES.parts if one.name == "moves"]
    goals = list(part.find(BASE, [one for one in subjects(DATA, BASE, "GR-12.4") if part.concerns(one)]))
    assert {"fuel", "engine", "chassis"} <= {one.fact for one in goals if len(one.sides) == 2}
    assert not [one for one in goals if one.outcome == DIFFERS]


def test_a_limit_in_a_scene_is_told_with_a_later_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([(None, True, "refused"), (Witness((), (), ()), True, "")])
    monkeypatch.setattr(Altered, "_tried", lambda *_: next(answers))
    looked = Differences(BASE).find(other_readings(DATA, BASE, "null-action")[0])
    assert looked.witness is not None
    assert looked.limit == "refused"
