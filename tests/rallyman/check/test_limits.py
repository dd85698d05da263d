"""A limit that one search hits is not lost where another one has an answer."""

import pytest

from model.rallyman.facts import DATA
from model.ruleset import default_ruleset
from verifier.rallyman.check import elsewhere
from verifier.rallyman.check.differences import Differences, Sought
from verifier.rallyman.check.plain import Worn
from verifier.rulesets.changes import RULING, Change
from verifier.rulesets.checking import Looked, Witness, first_witness
from verifier.rulesets.scenes import Altered

RULES = default_ruleset(DATA)
CHANGE = Change(DATA, RULING, "arrival-tie", "B")


def test_a_witness_after_a_limit_may_not_be_the_smallest() -> None:
    witness = Looked("chapters", True, Witness((), (), ()))
    assert first_witness([Looked("dice", True, limit="steps"), witness]).limit == "steps"
    assert not first_witness([Looked("dice", True), witness, Looked("rallies", True, limit="steps")]).limit


def test_a_limit_among_the_dice_is_told_if_no_attack_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, the edge cases of a rule would be called unreachable."""
    monkeypatch.setattr(Differences, "_by_solver", lambda *_: Sought("dice", True, limit="steps"))
    assert Differences(RULES).turn(CHANGE).limit == "steps"


def test_a_limit_in_a_chapter_is_told_with_a_later_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([(None, True, "refused"), (Witness((), (), ()), True, "")])
    monkeypatch.setattr(Altered, "_tried", lambda *_: next(answers))
    looked = elsewhere.look((RULES, CHANGE.applied(RULES)), CHANGE, Worn())
    assert looked.witness is not None
    assert looked.limit == "refused"
