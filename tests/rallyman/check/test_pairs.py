"""`steward check 2009 --pairs`: each pair that interacts is shown by a record, and independent readings are proved so."""

import pytest

from model.rallyman.facts import DATA
from model.ruleset import Ruleset, default_ruleset
from verifier.cli import main
from verifier.findings import ILLEGAL, LEGAL
from verifier.games import find_game
from verifier.rallyman.check import pairs, pairs_elsewhere, rule_pairs
from verifier.rallyman.check.anywhere import STAGE
from verifier.rallyman.check.pairs import PAIRS
from verifier.rallyman.check.rule_pairs import RULE_PAIRS
from verifier.rulesets.changes import Change, other_readings, switched
from verifier.rulesets.checking import Pair
from verifier.rulesets.diff_witness import Trial
from verifier.rulesets.pairing import APART, BOTH, INDEPENDENT, INTERACT, MASKED, NEVER, OPEN

RULES = default_ruleset(DATA)

ALONE = (1, False)
"""One die of a car alone."""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few readings and options, and turns of one die."""

    def altered(data: object, ruleset: Ruleset) -> list[Change]:
        rulings = "sisu-at-the-finish", "finish-surface", "snow-tyres-on-asphalt", "order-inside-a-corner"
        readings = [one for id in rulings for one in other_readings(DATA, ruleset, id)]
        return [*readings, *(one for one in switched(DATA, ruleset) if one.name in ("weather", "splits"))]

    monkeypatch.setattr(pairs, "alterations", altered)
    monkeypatch.setattr(pairs, "SIZES", (ALONE,))


def as_said(one: Pair) -> None:
    """Each ruleset decides the record of a witness as in the answer."""
    assert one.witness is not None
    game = find_game("rallyman")
    verdicts = list(map(Trial(game, one.witness.record).verdict, one.witness.rulesets))
    assert verdicts == [ILLEGAL if result.startswith("illegal") else LEGAL for result in one.witness.results]


@pytest.mark.usefixtures("few")
def test_the_dice_of_a_turn() -> None:
    found = {(one.first, one.second): one for one in PAIRS.parts["turns on mill-lane"].find(RULES)}
    assert found["sisu-at-the-finish = B", "finish-surface = B"].outcome == INDEPENDENT
    assert found["snow-tyres-on-asphalt = C", "option weather off"].outcome == INDEPENDENT
    planted = found["snow-tyres-on-asphalt = B", "option weather off"]
    assert planted.outcome == INTERACT
    as_said(planted)
    assert not [one for one in found.values() if "order-inside-a-corner" in one.names]


@pytest.mark.usefixtures("few")
def test_what_one_turn_looks_up_in_different_parts_is_not_said_to_be_independent() -> None:
    found = {one.names: one.outcome for one in PAIRS.parts["whole turns"].find(RULES)}
    assert found["finish-surface", "order-inside-a-corner"] == APART


@pytest.mark.parametrize(
    ("part", "known"),
    [
        (
            "how a turn ends on mill-lane",
            {
                ("damage-when-pushed-into-shortcut", "fifth-damage-point"),
                ("damage-when-pushed-into-shortcut", "option shakedown on"),
                ("split-in-mid-turn", "option splits on"),
                ("split-flown-over", "option splits on"),
            },
        ),
        ("the order of two cars", {("order-inside-a-corner", "arrival-tie")}),
    ],
)
def test_chapters(part: str, known: set[tuple[str, str]]) -> None:
    found = list(PAIRS.parts[part].find(RULES))
    assert {one.names for one in found if one.outcome == INTERACT} == known
    assert not [one for one in found if one.outcome == OPEN]
    for one in found:
        if one.witness is not None:
            as_said(one)


def test_two_rules_forbid_the_same_die(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_pairs, "SIZES", ((STAGE, *ALONE),))
    found = {(one.first, one.second): one for one in RULE_PAIRS.parts["basic turns"].find(RULES)}
    masked = found["RM-4.4", "RM-6.2"]
    assert masked.outcome == MASKED and masked.fact == "RM-4.4 masks RM-6.2"
    assert found["RM-9.4", "RM-9.3"].fact == "each masks the other"
    assert found["RM-4.4", "RM-9.10"].outcome == NEVER
    both = found["RM-9.10", "RM-4.2"]
    assert both.outcome == BOTH
    as_said(both)


def test_the_matrix_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "2009", "--pairs", "--only", "the start of three cars", "--format", "svg"]) == 0
    assert "<title>arrival-tie, stagger-order-after-overtake: interact" in capsys.readouterr().out


def test_a_die_and_what_follows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rulings = (
        "shortcut-overspeed-draws-card",
        "bump-loss-location",
        "fifth-damage-point",
        "order-inside-a-corner",
    )
    few = [other_readings(DATA, RULES, id)[0] for id in rulings]
    monkeypatch.setattr(pairs_elsewhere, "alterations", lambda data, ruleset: few)
    found = {one.names: one for one in PAIRS.parts["what follows the dice"].find(RULES)}
    for known in (rulings[0], rulings[3]), (rulings[1], rulings[2]):
        assert found[known].outcome == INTERACT
        as_said(found[known])
    assert found[rulings[0], rulings[2]].outcome == INDEPENDENT
