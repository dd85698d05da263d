"""`check`: the questions about all positions can be answered both ways, and what they show is played by the engine."""

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Setup
from tests.differential.situations import ruleset
from verifier.cli import main
from verifier.replay import verify
from verifier.second import FOUND, PROVED
from verifier.thunder_alley.second.check import invariants, matters, readings, running_order, stuck
from verifier.thunder_alley.second.check.anywhere import Kind, anywhere
from verifier.thunder_alley.second.check.board import ring

DEFAULT = default_ruleset(DATA)
EXIT = Kind("solo", pit=True)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three movements stand for all."""
    for module in (invariants, matters, readings, stuck):
        monkeypatch.setattr(module, "movements", lambda: iter([Kind("pursuit"), Kind("solo"), EXIT]))


@pytest.mark.usefixtures("few")
def test_invariants_hold_and_planted_faults_are_found() -> None:
    found = list(invariants.check_invariants(DEFAULT))
    assert [one.outcome for one in found if not one.control] == [PROVED] * 6
    lines = (
        "a draft line keeps its order",
        "the cars linked behind are one line",
    )  # neither of the two leads one
    assert all(one.as_wanted for one in found if one.name not in lines)


def test_a_car_may_leave_the_pits_onto_a_car() -> None:
    """Before it has left, the space beside it is not its own: the car that stands there is displaced."""
    moment = anywhere(DEFAULT, ring(), EXIT)
    state, circuit = moment.state, moment.circuit
    space = ring().index["3a"]
    there = [state.at[space], state.others[space], -state.exited, state.mps[2]]
    moved = invariants.AnyStep(moment, invariants.INVARIANTS)
    assert moved.legal_from(there)
    assert not moved.legal_from([*there[:2], state.exited])
    assert not any(moved.breaks(invariant) for invariant in invariants.INVARIANTS)
    assert circuit.variables["has left the pits"] == state.exited


def test_the_running_order_is_asked_about_every_place() -> None:
    assert running_order.order_fault(DEFAULT, running_order.ahead) == ""

    def in_a_circle(setup: Setup, one: Car, other: Car) -> bool:
        lanes = "abc"
        if one.on_apron or other.on_apron or one.space[:-1] != other.space[:-1] or one.crossed != other.crossed:
            return running_order.ahead(setup, one, other)
        return (lanes.index(other.space[-1]) - lanes.index(one.space[-1])) % 3 == 1

    assert running_order.order_fault(DEFAULT, in_a_circle) == "three cars are ahead of each other in a circle"


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
