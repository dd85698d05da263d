"""`steward check --pairs`: each pair that interacts is shown by a record that two readings decide differently together."""

import json
from collections.abc import Sequence

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from verifier.cli import main
from verifier.diff_witness import ending
from verifier.findings import ILLEGAL, LEGAL
from verifier.games import find_game
from verifier.pairing import INTERACT, OPEN, together
from verifier.thunder_alley.check.pairs import PAIRS

PART = "leaving the pits"

KNOWN = {
    ("bump-lateral-wording", "bump-needs-neighbour"),
    ("bump-with-one-mp", "bump-split"),
    ("bump-lateral-wording", "push-back-into-two-lanes"),
}
"""The rulings that interact when a car leaves the pits."""


def test_each_witness_is_decided_as_said() -> None:
    game, ruleset = find_game("thunder-alley"), default_ruleset(DATA)
    found = list(PAIRS[PART](ruleset))
    assert {(one.first.name, one.second.name) for one in found if one.outcome == INTERACT} == KNOWN
    assert not [one for one in found if one.outcome == OPEN]
    for one in found:
        if one.witness is not None:
            both = together(ruleset, one.first, one.second)
            assert both is not None
            rulesets = ruleset, one.first.applied(ruleset), one.second.applied(ruleset), both
            verdicts = [ending(game, one.witness.record, each).verdict for each in rulesets]
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


def test_pairs_that_never_meet_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "en-2014", "--pairs", "--only", PART, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["never_meet"] > len(told["pairs"]) > len(KNOWN)


def test_a_picture_is_of_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "en-2014", "--format", "svg"]) == 2
    assert "--pairs" in capsys.readouterr().err
