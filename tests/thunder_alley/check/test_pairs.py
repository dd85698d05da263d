"""`steward check --pairs`: each pair that interacts is shown by a record that two readings decide differently together."""

import json
from collections.abc import Sequence

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from verifier.cli import main
from verifier.findings import ILLEGAL, LEGAL
from verifier.games import find_game
from verifier.rulesets.diff_witness import Trial
from verifier.rulesets.pairing import BOTH, INDEPENDENT, INTERACT, MASKED, NEVER, OPEN, joined
from verifier.thunder_alley.check.pairs import PAIRS
from verifier.thunder_alley.check.rule_pairs import RULE_PAIRS

PART = "leaving the pits"

KNOWN = {
    ("bump-lateral-wording", "bump-needs-neighbour"),
    ("bump-with-one-mp", "bump-split"),
    ("bump-lateral-wording", "push-back-into-two-lanes"),
}
"""The rulings that interact when a car leaves the pits."""


def test_each_witness_is_decided_as_said() -> None:
    game, ruleset = find_game("thunder-alley"), default_ruleset(DATA)
    found = list(PAIRS.parts[PART].find(ruleset))
    assert {one.names for one in found if one.outcome == INTERACT} == KNOWN
    assert not [one for one in found if one.outcome == OPEN]
    for one in found:
        if one.witness is not None:
            verdicts = list(map(Trial(game, one.witness.record).verdict, one.witness.rulesets))
            said = [ILLEGAL if result.startswith("illegal") else LEGAL for result in one.witness.results]
            assert verdicts == said


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ((), "interact (2 cars"),
        (("--quiet",), "x interact"),
        (("--format", "svg"), "<title>bump-lateral-wording, bump-needs-neighbour: interact"),
    ],
)
def test_the_matrix_is_shown(words: Sequence[str], wanted: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "en-2014", "--pairs", "--only", PART, *words]) == 0
    assert wanted in capsys.readouterr().out


@pytest.mark.parametrize(
    ("part", "first", "second", "outcome"),
    [
        ("solo", "TA-6.1-directions", "TA-6.1-mp-total", BOTH),
        ("solo", "TA-1.3-apron", "TA-6.1-directions", NEVER),
        ("draft", "TA-6.1-once-per-space", "TA-6.4.2-no-lateral-once-linked", BOTH),
        ("chasing-the-race", "TA-6.1-once-per-space", "TA-RC-chasing-the-race", MASKED),
    ],
)
def test_two_rules_forbid_the_same_step(part: str, first: str, second: str, outcome: str) -> None:
    ruleset = default_ruleset(DATA)
    [pair] = [
        one for one in RULE_PAIRS.parts[part].find(ruleset) if {one.first, one.second} == {first, second}
    ]
    assert pair.outcome == outcome
    assert pair.fact == ("TA-RC-chasing-the-race masks TA-6.1-once-per-space" if outcome == MASKED else "")
    if outcome == BOTH:
        assert pair.witness is not None
        assert Trial(find_game("thunder-alley"), pair.witness.record).verdict(ruleset) == ILLEGAL


@pytest.mark.parametrize(
    ("part", "first", "second", "outcome"),
    [
        ("Collision", "adjacent-definition", "collision-who", INTERACT),
        ("Collision", "adjacent-definition", "collision-rear", INDEPENDENT),
        ("passes", "winner-turn-leader", "option race-completion on", INDEPENDENT),
        ("passes", "pass-with-finished-car", "option race-completion on", INTERACT),
        ("leaving the pits and what follows", "bump-needs-neighbour", "lapped-on-apron", INTERACT),
        ("leaving the pits and what follows", "bump-with-one-mp", "lapped-trigger", INDEPENDENT),
    ],
)
def test_what_is_known_of_two_changes(part: str, first: str, second: str, outcome: str) -> None:
    found = joined(PAIRS.parts[part].find(default_ruleset(DATA)))
    assert outcome in [one.outcome for one in found if one.names == (first, second)]
    assert not [one for one in found if one.outcome == OPEN]


def test_options_that_exclude_each_other_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "en-2014", "--pairs", "--only", "grids"]) == 0
    printed = capsys.readouterr().out
    assert "option grid-per-round on with option cars-per-team 1: interact" in printed
    assert "1 because they cannot be in force together" in printed


def test_pairs_that_never_meet_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "en-2014", "--pairs", "--only", PART, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    [(number, reason), _] = [one.values() for one in told["not_asked"]]
    assert reason == "no decision of these kinds looks at both"
    assert number > len(told["pairs"]) > len(KNOWN)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("en-2014", "--format", "svg"), "ask for it with `--pairs`"),
        (("en-2014", "--rules"), "give it with `--pairs`"),
        (("en-2014", "--pairs", "--only", "sololo"), "no part `sololo`"),
    ],
)
def test_what_cannot_be_asked(words: Sequence[str], wanted: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *words]) in (2, 3)
    assert wanted in capsys.readouterr().err
