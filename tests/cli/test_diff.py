"""`steward diff`: each change has a record that the two rulesets decide differently, or the reason for having none."""

import json
from pathlib import Path

import pytest

from verifier.cli import main
from verifier.rulesets.checking import Looked, Witness
from verifier.rulesets.diffing import Comparison


def test_a_changed_reading_has_a_record_that_is_decided_differently(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "house.toml"
    reading = '[rulings]\nvoluntary-retirement-timing = "any-time"\n'
    house.write_text(f'extends = "en-2014"\n{reading}', encoding="utf-8")
    assert main(["diff", "en-2014", str(house), "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    [change] = answer["changes"]
    assert (change["outcome"], change["way"]) == ("witness", "wider")
    assert change["causes"] == ["voluntary-retirement-timing = any-time"]
    record = tmp_path / "witness.race"
    record.write_text("\n".join((*change["record"], "")), encoding="utf-8")
    assert main(["verify", str(record), "--ruleset", "en-2014"]) == 1
    assert main(["verify", str(record), "--ruleset", str(house)]) == 0


@pytest.mark.parametrize(
    ("ruleset", "line"),
    [("en-2014", "ruling forward-push-fork-each = one-lane"), ("2009", "ruling tie-in-times = B")],
)
def test_processes_that_share_a_search_find_the_same(
    ruleset: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for jobs in "13":
        assert main(["diff", ruleset, "--with", line, "--jobs", jobs]) == 1
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "not ruled out" not in said[0]


def test_equal_rulesets_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "en-2014", "en-2014"]) == 0
    assert capsys.readouterr().out == "the two rulesets are the same\n"


def test_a_difference_that_no_record_tells_is_not_said_to_be_hidden(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A planted search whose witness is legal under both rulesets and leads to the same position."""
    record = ("game thunder-alley", "track", "  sectors 1-8 a b c", "end", "position", "  29 Red 3b", "end")

    def planted(*_: object) -> Looked:
        return Looked("planted", True, Witness((), record, ()))

    monkeypatch.setattr(Comparison, "_finder", lambda *_: planted)
    assert main(["diff", "en-2014", "--with", "without TA-BUMP"]) == 3
    assert "not asked (planted), a difference was found, but no record shows it" in capsys.readouterr().out


WHOLE = [
    ("en-2014", "ruling most-led-recipient = team", "different", "different"),
    ("en-2014", "ruling team-score-tie = shared", "different", "different"),
    ("en-2014", "ruling pileup-bypass = continue-past-bypassed", "narrower", "different"),
    ("en-2014", "ruling pileup-bypass = continue-counting-bypassed", "narrower", "different"),
    ("en-2014", "ruling cars-allowed-to-pit = one-or-all", "narrower", "narrower"),
    ("en-2014", "ruling bump-two-left-sideways = no", "narrower", "different"),
    ("2009", "ruling tie-in-times = B", "different", "different"),
    ("2009", "option attack = off", "narrower", "narrower"),
    ("2009", "without RM-6.4", "wider", "different"),
    ("2009", "without RM-9.4", "wider", "different"),
    ("2009", "ruling eliminated-car-on-road = B", "wider", "different"),
]
"""A change, the way of its witness, and what it does as a whole. Another result forbids no line, and what needs three cars does
not show with two. Dice bought for another price leave other markers, and a car in the way justifies a wait but stops dice."""


@pytest.mark.parametrize(("ruleset", "line", "way", "overall"), WHOLE, ids=[line for _, line, _, _ in WHOLE])
def test_narrower_is_said_only_if_nothing_else_differs(
    ruleset: str, line: str, way: str, overall: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", ruleset, "--with", line, "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert ([one["way"] for one in answer["changes"]], answer["overall"]) == ([way], overall)
