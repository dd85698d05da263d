"""`check`: the questions about all positions can be answered both ways, and what they show is played by the engine."""

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from tests.differential.situations import ruleset
from verifier.cli import main
from verifier.replay import verify
from verifier.second import FOUND, PROVED
from verifier.thunder_alley.second.check import invariants, matters, readings, stuck

DEFAULT = default_ruleset(DATA)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two movements stand for all."""
    for module in (invariants, matters, readings, stuck):
        monkeypatch.setattr(module, "movements", lambda: iter([("pursuit", None), ("solo", None)]))


@pytest.mark.usefixtures("few")
def test_invariants_hold_and_planted_faults_are_found() -> None:
    found = list(invariants.check_invariants(DEFAULT))
    assert [one.outcome for one in found if not one.control] == [PROVED] * 5
    lines = (
        "a draft line keeps its order",
        "the cars linked behind are one line",
    )  # neither of the two leads one
    assert all(one.as_wanted for one in found if one.name not in lines)


@pytest.mark.usefixtures("few")
def test_every_activation_can_be_completed() -> None:
    found = list(stuck.check_stuck(DEFAULT))
    assert all(one.as_wanted for one in found)
    [control] = [one for one in found if one.control]
    assert control.outcome == FOUND and "TA-6.1-spend-all" in control.rules


@pytest.mark.usefixtures("few")
def test_every_rule_shown_is_broken_alone() -> None:
    found = [one for one in matters.check_matters(DEFAULT) if one.witness]
    assert {"TA-6.1-mp-total", "TA-6.5-no-lane-change", "TA-BUMP"} <= {one.name for one in found}
    for one in found:
        [report] = verify("\n".join((*one.witness, "")))
        assert [set(finding.rules) for finding in report.findings] == [{one.name}]


@pytest.mark.usefixtures("few")
def test_witnesses_of_rulings_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "CARS", 2)
    monkeypatch.setattr(readings, "MPS", (2,))
    found = {one.name: one for one in readings.check_readings(DEFAULT) if not one.control}
    shown = found["pursuit-initial-lateral = linked-from-start"]
    assert shown.outcome == FOUND and "2 cars, 1 MP" in shown.fact
    text = "\n".join((*shown.witness, ""))
    assert verify(text)[0].verdict == "legal"
    other = text.replace("format 1\n", "format 1\nruling pursuit-initial-lateral = linked-from-start\n")
    assert verify(other)[0].verdict == "illegal"


def test_a_changed_ruleset_is_checked_as_it_is() -> None:
    changed = ruleset((("bump-with-one-mp", "only-if-no-empty-space"),))
    found = list(stuck.check_stuck(changed))
    assert all(one.as_wanted for one in found)


def test_the_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "en-2014", "--only", "completion"]) == 0
    out = capsys.readouterr().out
    assert "no rules clash" in out and "controls" in out
    assert main(["check", "en-2014", "--only", "clashes"]) == 2
    assert main(["check", "nobody"]) == 2
