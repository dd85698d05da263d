"""Comparing two rulesets of Rallyman: every reading, number and option that differs has a witness that plays."""

import re
from pathlib import Path

import pytest

from model.errors import ModelError
from model.rallyman.facts import DATA
from model.ruleset import Ruleset, default_ruleset, with_changes
from model.rulings import load_rulings
from verifier.changes import OPTION, PARAMETER, RULING, Change, changes
from verifier.checking import FOUND, PROVED, Checked
from verifier.cli import main
from verifier.rallyman.check import compare, comparing, differences, without
from verifier.rallyman.check.differences import Differences

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


def _asked(found: list[Checked]) -> list[Checked]:
    assert [one.outcome for one in found if one.control] == [FOUND, PROVED]
    return [one for one in found if not one.control]


@pytest.mark.usefixtures("few")
def test_equal_rulesets() -> None:
    (one,) = _asked(list(compare(RULES, RULES)))
    assert one.outcome == PROVED and one.fact == "no difference: the same readings, numbers and options"


@pytest.mark.usefixtures("few")
def test_what_no_turn_asks_is_told_by_its_case() -> None:
    elsewhere = _reading("bump-loss-location", "B")
    (one,) = _asked(list(without(elsewhere, "flight-past-the-finish")))
    separates = load_rulings(DATA)["flight-past-the-finish"].separates
    assert one.outcome == PROVED and one.fact.startswith("no turn depends on this") and separates in one.fact


def _reading(ruling: str, reading: str) -> Ruleset:
    return with_changes(DATA, RULES, {ruling: reading})


@pytest.mark.usefixtures("few")
def test_without_a_ruling_its_default_stands() -> None:
    (one,) = _asked(list(without(_reading("gas-then-same-gear", "B"), "gas-then-same-gear")))
    assert (one.name, one.outcome) == ("gas-then-same-gear = A", FOUND)
    assert one.fact.startswith("B: illegal, RM-4.3; A: legal")
    assert "ruling gas-then-same-gear = B" in one.witness
    names = [one.name for one in _asked(list(without(RULES, "snow-tyres-on-asphalt")))]
    assert names == ["snow-tyres-on-asphalt = B", "snow-tyres-on-asphalt = C"]


@pytest.mark.usefixtures("few")
def test_without_a_number_the_printed_one_stands() -> None:
    changed = with_changes(DATA, RULES, parameters={"time_attack_min_dice": 3})
    (one,) = _asked(list(without(changed, "time_attack_min_dice")))
    assert one.name == "time_attack_min_dice = 2" and one.fact.startswith("3: illegal, RM-5.2; 2: legal")
    assert "set time_attack_min_dice = 3" in one.witness


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("shakedown", "the option `shakedown` is not in force in this ruleset"),
        ("black_dice", "`black_dice` has its printed value, 5"),
        ("gear-card-supply", "`gear-card-supply` has no other reading to choose"),
        ("RM-13.2", "rule `RM-13.2` forbids no turn"),
        ("RM-99", "there is no rule, ruling or option `RM-99`"),
    ],
)
def test_what_cannot_be_left_out(name: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.rallyman.check.matters.situations", lambda *_: iter(()))
    with pytest.raises(ModelError) as error:
        list(without(RULES, name))
    assert error.value.problems[0].what == problem
    assert error.value.problems[0].help or name == "RM-99"


@pytest.mark.usefixtures("few")
def test_the_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "2009", "--without", "seconds"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert f"{comparing.COMPARED} (" in out and "option seconds off: witness, on: legal:" in out
    assert "off: illegal, RM-6.1" in out
    assert main(["check", "2009", "--against", "2009"]) == 0
    assert main(["check", "2009", "--without", "atack"]) == 2
    assert "did you mean `attack`?" in capsys.readouterr().err


@pytest.mark.parametrize("page", ["solver.md", "rallyman.md"])
def test_the_pages_show_what_is_printed(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[3] / "docs" / page).read_text(encoding="utf-8")
    ((command, printed),) = re.findall(
        r"^```\n\$ steward (check 2009 .*)\n((?:.*\n)*?)^```$", text, re.MULTILINE
    )
    assert main(command.split()) == 1
    assert capsys.readouterr().out == printed
