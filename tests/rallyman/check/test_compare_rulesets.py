"""Comparing two rulesets of Rallyman: every reading, number and option that differs has a witness that plays."""

import re
import shlex
from pathlib import Path

import pytest

from model.rallyman.facts import DATA
from model.ruleset import default_ruleset, with_changes
from model.rulings import load_rulings
from verifier.cli import main
from verifier.rallyman.check import differences
from verifier.rallyman.check.differences import Differences
from verifier.rulesets.changes import OPTION, PARAMETER, RULING, Change, changes
from verifier.rulesets.checking import DIFFERENT, NARROWER, NOT_ASKED, WIDER
from verifier.rulesets.readings import Readings

RULES = default_ruleset(DATA)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns of two dice on one stage represent all."""
    monkeypatch.setattr(differences, "SIZES", (("hollow-pine", 2, False),))


def test_all_that_differs_is_listed() -> None:
    options = dict.fromkeys(("attack", "seconds"), False) | {"splits": True}
    other = with_changes(DATA, RULES, {"tie-in-times": "B"}, {"black_dice": 4}, options)
    found = list(changes(DATA, RULES, other))
    told = [
        "tie-in-times = B",
        "black_dice = 4",
        "option attack off",
        "option seconds off",
        "option splits on",
    ]
    assert [str(one) for one in found] == told
    back = RULES
    for one in found:
        back = one.applied(back)
    assert not list(changes(DATA, back, other))


@pytest.mark.usefixtures("few")
def test_the_same_rules_have_no_difference() -> None:
    find = Differences(RULES).find
    for kind, name in ((RULING, "gas-then-same-gear"), (PARAMETER, "white_dice"), (OPTION, "seconds")):
        same = Change(DATA, kind, name, Change(DATA, kind, name, "").before(RULES))
        looked = find(same)
        assert looked.asked and looked.witness is None and not looked.limit


@pytest.mark.usefixtures("few")
def test_what_nothing_depends_on_is_not_asked() -> None:
    elsewhere = with_changes(DATA, RULES, {"bump-loss-location": "B"})
    name = "flight-past-the-finish"
    found = list(Readings("rallyman", elsewhere).answers(name))
    separates = load_rulings(DATA)[name].separates
    for one in found:
        assert one.outcome == NOT_ASKED
        assert one.fact.startswith("nothing depends on it here") and separates in one.fact
    assert found


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("ways", "found"), [((WIDER, DIFFERENT), False), ((NARROWER,), True)])
def test_a_difference_is_proved_to_be_of_one_way(ways: tuple[str, ...], found: bool) -> None:
    looked = Differences(RULES).find(Change(DATA, RULING, "gas-then-same-gear", "B"), ways)
    assert looked.asked and not looked.limit and (looked.witness is not None) == found


@pytest.mark.usefixtures("few")
def test_a_single_rule_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "2009", "--rule", "RM-4.5"]) == 0
    assert "it matters; without it this turn" in " ".join(capsys.readouterr().out.split())
    assert main(["check", "2009", "--rule", "RM-13.2"]) == 3
    assert "RM-13.2: not asked, it forbids nothing on its own" in capsys.readouterr().out


@pytest.mark.parametrize("page", ["solver.md", "rallyman.md"])
def test_the_pages_show_what_is_printed(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[3] / "docs" / page).read_text(encoding="utf-8")
    shown = re.findall(r"^```\n\$ steward ((?:check|diff) 2009 .*)\n((?:.*\n)*?)^```$", text, re.MULTILINE)
    assert shown
    for command, printed in shown:
        assert main(shlex.split(command)) == command.startswith("diff")
        assert capsys.readouterr().out == printed
