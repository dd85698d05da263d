"""Comparing two rulesets of Rallyman: every reading, number and option that differs has a witness that plays."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from model.errors import ModelError
from model.rallyman.facts import DATA, GEARS
from model.rallyman.moves import Turn
from model.rallyman.position import Position, Setup
from model.rules import load_house_rules
from model.ruleset import Ruleset, default_ruleset, with_changes
from model.rulings import load_rulings
from tests.rallyman.check.witnesses import rules_broken, under
from verifier.changes import OPTION, PARAMETER, RULING, Change, changes
from verifier.checking import FOUND, PROVED, Checked
from verifier.cli import main
from verifier.rallyman.check import compare, comparing, plain_turns, without
from verifier.rallyman.check import differences as differences_module
from verifier.rallyman.check.differences import Differences
from verifier.rallyman.check.plain import Worn, situations

RULES = default_ruleset(DATA)
NUMBERS = {
    **{f"gear_{gear}_card_seconds": 70 for gear in GEARS},
    "gears_down_on_snow": 2,
    "symbol_limit": 4,
    "symbol_limit_on_snow": 3,
    "gear_card_back_seconds": 70,
    "spare_wheel_seconds": 40,
    "snow_tyres_on_asphalt_gas_dice": 2,
    "black_dice": 3,
    "white_dice": 1,
    "max_flats_before_elimination": 3,
    "damage_that_retires": 9,
    "finish_loss_damage": 2,
    "corner_elimination_over": 4,
    "dirt_note_floor": 2,
    "time_attack_min_dice": 1,
    "blocked_neutral_seconds": 30,
    "blocked_at_start_seconds": 30,
}


@pytest.fixture(scope="module")
def differences() -> Differences:
    return Differences(RULES)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few plain turns represent all."""

    def first(ruleset: Ruleset, worn: Worn) -> Iterator[tuple[Setup, Position, Turn]]:
        return islice(situations(ruleset, worn), 100)

    monkeypatch.setattr(plain_turns, "situations", first)
    monkeypatch.setattr(differences_module, "SIZES", (("hollow-pine", 2, False),))


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


def test_every_number_and_option_is_looked_for() -> None:
    house = load_house_rules(DATA)
    assert NUMBERS.keys() == house.parameters.keys()


@pytest.mark.parametrize(
    "change",
    [
        *(Change(DATA, PARAMETER, name, str(value)) for name, value in NUMBERS.items()),
        Change(DATA, PARAMETER, "max_flats_before_elimination", "0"),
        Change(DATA, PARAMETER, "damage_that_retires", "2"),
        Change(DATA, PARAMETER, "time_attack_min_dice", "4"),
        *(Change(DATA, OPTION, name, "off") for name in ("attack", "seconds", "weather")),
        *(Change(DATA, OPTION, name, "on") for name in ("splits", "shakedown")),
        Change(DATA, RULING, "gas-then-same-gear", "B"),
        Change(DATA, RULING, "blocked-at-start-line", "B"),
        Change(DATA, RULING, "stagger-order-after-overtake", "B"),
        Change(DATA, RULING, "shakedown-and-bumps", "B"),
        Change(DATA, RULING, "split-flown-over", "B"),
    ],
    ids=str,
)
def test_a_change_has_a_witness(differences: Differences, change: Change) -> None:
    found = differences.find(change).witness
    assert found is not None and found.results[0] != found.results[1]
    for rules, result in zip(found.rulesets, found.results, strict=True):
        broken = rules_broken(under(found, rules))
        assert result.startswith("legal: ") if not broken else set(result.split()[1:]) == broken


@pytest.mark.usefixtures("few")
def test_the_same_rules_have_no_difference() -> None:
    differences = Differences(RULES)
    for kind, name in ((RULING, "gas-then-same-gear"), (PARAMETER, "white_dice"), (OPTION, "seconds")):
        same = Change(DATA, kind, name, Change(DATA, kind, name, "").before(RULES))
        looked = differences.find(same)
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
    (one,) = _asked(list(without(RULES, "tie-in-times")))
    separates = load_rulings(DATA)["tie-in-times"].separates
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
