"""Every rule of a turn decides some turn, alone or with equivalent rules; and clashing rules are named."""

import re
from dataclasses import replace

import pytest

from model.rallyman.facts import DATA, GOOD
from model.rallyman.moves import BLOCKED, Die, Step, Turn
from model.rallyman.stage import SHORTCUT
from model.ruleset import default_ruleset
from tests.rallyman.check.witnesses import rules_broken
from verifier.rallyman.check import matters
from verifier.rallyman.check.completion import leave_no_die
from verifier.rallyman.check.matters import check_matters, check_rule
from verifier.rallyman.check.record import writable
from verifier.rulesets.checking import FOUND, PROVED, Checked

RULES = default_ruleset(DATA)


@pytest.fixture(scope="module")
def found() -> list[Checked]:
    return list(check_matters(RULES))


def test_every_rule_has_a_turn_that_it_stops(found: list[Checked]) -> None:
    assert [one.outcome for one in found if one.control] == [FOUND, PROVED]
    asked = [one for one in found if not one.control]
    # The notation cannot express driving into a shortcut without a cut card, or drawing one elsewhere.
    assert [one.name for one in asked if one.outcome != FOUND] == ["RM-9.6"]
    for one in asked:
        if one.outcome == FOUND:
            assert one.name in rules_broken(one.witness)


def test_turns_that_a_record_can_say() -> None:
    into = Step(Die("2"), SHORTCUT, GOOD)
    assert (
        writable(Turn("A", steps=(into,)))
        and writable(Turn("A", BLOCKED))
        and writable(Turn("A", wheel=True))
    )
    for step in (replace(into, cut=None), replace(into, line=None)):
        assert not writable(Turn("A", steps=(step,)))
    assert not writable(Turn("A"))


def test_rules_that_decide_alone_and_together(found: list[Checked]) -> None:
    facts = {one.name: one.fact for one in found}
    for rule in ("RM-4.3", "RM-4.4", "RM-7.8", "RM-8.2", "RM-15.6", "RM-12.8", "RM-5.7", "RM-3.6", "RM-3.7"):
        assert facts[rule].startswith("it matters; without it this turn"), rule
    assert facts["RM-12.2"].startswith("never alone, only with RM-12.1; without them")
    assert "only with RM-4.2" in facts["RM-10.3"]
    assert facts["RM-3.8"].startswith("it matters; without it this turn, which is illegal, RM-3.8 RM-3.7,")
    assert len(facts) == len(found)


def test_one_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matters, "situations", lambda *_: iter(()))
    one, *controls = check_rule(RULES, "RM-4.5")
    assert (one.name, one.outcome) == ("RM-4.5", FOUND)
    assert re.search(r"R2 A: \d \d$", one.witness[-1]), "two dice, and no symbols, cards or events"
    assert [control.outcome for control in controls] == [FOUND, PROVED]


def test_rules_that_clash_are_named() -> None:
    assert leave_no_die(RULES, blocked=False) == ()
    assert "RM-12.1" in leave_no_die(RULES, blocked=True)
