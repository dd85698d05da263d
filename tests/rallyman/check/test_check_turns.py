"""The questions of `check` about turns: what is proved, and controls that show that each question has both answers."""

from dataclasses import replace
from functools import partial

import pytest

from model.rallyman.facts import DATA
from model.ruleset import default_ruleset, with_changes, without_rule
from tests.thorough import THOROUGH
from verifier.rallyman.check import attacks, completion, invariants
from verifier.rallyman.check.attacks import differing_attack
from verifier.rallyman.check.completion import check_completion
from verifier.rallyman.check.differences import confirmed, plainest
from verifier.rallyman.check.invariants import check_invariants
from verifier.rallyman.check.small import differ, played, small
from verifier.rulesets.checking import FOUND, PROVED

RULES = default_ruleset(DATA)


def test_invariants_hold_and_can_be_broken() -> None:
    found = list(check_invariants(RULES))
    assert {one.outcome for one in found if not one.control} == {PROVED}
    assert {one.outcome for one in found if one.control} == {FOUND}
    assert len(found) == 20


def test_invariants_whose_control_fails_are_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a rule that has nothing to do with it, the invariant still holds."""
    blind = replace(invariants.INVARIANTS[-1], without=("RM-6.4",))
    monkeypatch.setattr(invariants, "INVARIANTS", (blind,))
    [only] = check_invariants(RULES)
    assert (only.control, only.outcome) == (True, PROVED)
    assert only.fact == "what was planted was not found: this leaves its part uncontrolled"


def test_a_turn_without_its_control_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completion, "ruleset_black", lambda _ruleset: 0)
    [only] = check_completion(RULES)
    assert only.control and not only.as_wanted


def test_notes_are_no_invariant_where_the_inside_is_passed_too_fast() -> None:
    loose = with_changes(DATA, RULES, rulings={"gear-between-inside-and-drift": "C"})
    broken = [one.name for one in check_invariants(loose) if not one.as_wanted]
    assert broken == ["a car with control obeys the note of its corner"]


def test_an_invariant_is_asked_only_if_its_rules_are_in_force() -> None:
    found = list(check_invariants(without_rule(DATA, RULES, "RM-4.5")))
    assert all(one.as_wanted for one in found)
    assert len(found) == 18


def test_a_car_alone_has_a_legal_die() -> None:
    alone, flat, clash, *controls = check_completion(RULES)
    assert [one.outcome for one in (alone, clash, *controls)] == [PROVED, PROVED, FOUND, FOUND]
    assert clash.fact == "no rules clash: every turn can begin"
    assert flat.outcome == FOUND
    assert "gas die is handed in" in flat.fact


def test_a_witness_of_two_readings() -> None:
    table = small("hollow-pine", 2, other=False)
    both = RULES, with_changes(DATA, RULES, {"gas-then-same-gear": "B"})
    base, other = (played(table, rules) for rules in both)
    found = plainest(table, differ(table, base, other), RULES, partial(confirmed, both=both))
    assert found is not None
    assert [step.die.name for step in found[2].steps] == ["g", str(found[1].cars[0].gear)]


@pytest.mark.parametrize(
    ("ruling", "reading"),
    [
        ("attack-selection-test", "B"),
        ("attack-selection-test", "C"),
        ("attack-blocked", "B"),
        ("attack-flat-gives-up-which", "B"),
    ],
)
def test_a_time_attack_that_two_readings_judge_otherwise(ruling: str, reading: str) -> None:
    other = with_changes(DATA, RULES, {ruling: reading})
    found = differing_attack(RULES, other, ruling, lambda one: confirmed(one, (RULES, other)))
    assert found is not None
    assert len(found[1].cars) == (2 if ruling == "attack-blocked" else 1)


def test_equal_rules_have_no_attack_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    if not THOROUGH:
        monkeypatch.setattr(attacks, "NEAR", 2)
    refused = []
    assert (
        differing_attack(RULES, RULES, "attack-selection-test", lambda one: bool(refused.append(one))) is None
    )
    assert not refused
