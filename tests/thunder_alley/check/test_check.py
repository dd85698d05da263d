"""`check`: the questions about all positions have both answers, and the engine plays the positions that they show."""

import pytest

from model.ruleset import Ruleset, default_ruleset, with_changes, without_rule
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Setup
from tests.differential.situations import ruleset
from verifier.cli import main
from verifier.records.replay import verify
from verifier.rulesets.changes import RULING, Change
from verifier.rulesets.checking import DIFFERENT, FOUND, NARROWER, PROVED, WIDER, Found
from verifier.rulesets.readings import Readings
from verifier.thunder_alley.check import (
    differences,
    invariants,
    matters,
    running_order,
    settled,
    stuck,
)
from verifier.thunder_alley.check.anywhere import Kind, anywhere
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.differences import Differences, Sought
from verifier.thunder_alley.check.finding import finder

DEFAULT = default_ruleset(DATA)
EXIT = Kind("solo", pit=True)


def read(ruling: str, reading: str) -> Ruleset:
    """The default ruleset with one ruling read like this."""
    return with_changes(DATA, DEFAULT, {ruling: reading})


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three movements represent all."""
    for module in (differences, invariants, matters, stuck):
        monkeypatch.setattr(module, "movements", lambda: iter([Kind("pursuit"), Kind("solo"), EXIT]))


@pytest.mark.usefixtures("few")
def test_invariants_hold_and_planted_faults_are_found() -> None:
    found = list(invariants.check_invariants(DEFAULT))
    assert [one.outcome for one in found if not one.control] == [PROVED] * 7
    assert [one.outcome for one in found if one.control] == [FOUND, PROVED] * 2
    assert all(one.as_wanted for one in found)


def test_an_invariant_is_asked_only_if_its_rules_are_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariants, "movements", lambda: iter([Kind("lead")]))
    found = list(invariants.check_invariants(without_rule(DATA, DEFAULT, "TA-6.6-must-follow")))
    assert all(one.as_wanted for one in found)
    assert "a draft line keeps its order" not in {one.name for one in found}


def test_a_car_may_leave_the_pits_onto_a_car() -> None:
    """Before it has left, the space next to it is not its own, so the car there is displaced."""
    moment = anywhere(DEFAULT, ring(), EXIT)
    state, circuit = moment.state, moment.circuit
    space = ring().index["3a"]
    there = [state.at[space], state.others[space], -state.exited, state.mps[2]]
    moved = invariants.AnyStep(moment, invariants.INVARIANTS)
    assert _legal_from(moved, there)
    assert not _legal_from(moved, [*there[:2], state.exited])
    assert not any(moved.breaks(invariant) for invariant in invariants.INVARIANTS)
    assert circuit.variables["has left the pits"] == state.exited


def _legal_from(moved: invariants.AnyStep, bits: list[int]) -> bool:
    """Whether some kind of step is legal from a moment with these bits."""
    return any(moved._session.fits(assuming=[*bits, *case]) for case in moved._cases[:-1])


def test_the_running_order_is_asked_about_every_place() -> None:
    assert running_order.order_fault(DEFAULT, running_order.ahead) is None

    def in_a_circle(setup: Setup, one: Car, other: Car) -> bool:
        lanes = "abc"
        if (
            one.on_apron
            or other.on_apron
            or one.space[:-1] != other.space[:-1]
            or one.crossed != other.crossed
        ):
            return running_order.ahead(setup, one, other)
        return (lanes.index(other.space[-1]) - lanes.index(one.space[-1])) % 3 == 1

    fault = running_order.order_fault(DEFAULT, in_a_circle)
    assert fault == Found("three cars are ahead of each other in a circle")


@pytest.mark.usefixtures("few")
def test_every_activation_can_be_completed() -> None:
    found = list(stuck.check_stuck(DEFAULT))
    assert all(one.as_wanted for one in found)
    control = next(one for one in found if one.control)
    assert control.outcome == FOUND and "TA-6.1-spend-all" in control.fact


@pytest.mark.usefixtures("few")
def test_every_rule_shown_is_broken_alone() -> None:
    found = [one for one in matters.check_matters(DEFAULT) if one.witness]
    assert {"TA-6.1-mp-total", "TA-6.5-no-lane-change", "TA-BUMP"} <= {one.name for one in found}
    for one in found:
        [report] = verify("\n".join((*one.witness, "")))
        assert [set(finding.rules) for finding in report.findings] == [{one.name}]


@pytest.mark.usefixtures("few")
def test_witnesses_of_rulings_replay() -> None:
    [shown] = Readings("thunder-alley", DEFAULT).answers("pursuit-initial-lateral")
    assert shown.outcome == FOUND and "2 cars, 1 MP" in shown.fact
    text = "\n".join((*shown.witness, ""))
    assert verify(text)[0].verdict == "legal"
    other = text.replace("format 1\n", "format 1\nruling pursuit-initial-lateral = linked-from-start\n")
    assert verify(other)[0].verdict == "illegal"


@pytest.mark.parametrize(
    ("ruling", "reading", "kind", "mps"),
    [
        ("clean-air-text", "rulebook-text", Kind("solo", "clean-air"), 1),
        ("lapped-same-lap", "literal", Kind("solo"), 1),
        ("teamwork-second-car", "unactivated-only", Kind("draft", "teamwork"), 1),
    ],
)
def test_what_is_settled_after_a_movement_has_a_table_too(
    ruling: str, reading: str, kind: Kind, mps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settled, "SIZES", ((2, mps),))
    monkeypatch.setattr(settled, "KINDS", (kind,))
    one = Sought.by(DEFAULT, Change(DATA, RULING, ruling, reading))
    settled.look(DEFAULT, [one])
    assert one.found is not None and one.found.confirmed and len(one.found.position.cars) == 2


def test_pushed_cars_take_a_fork_each() -> None:
    """The position from the test record of this reading: two cars are pushed through a fork one after the other."""
    others = [DEFAULT, read("forward-push-fork-each", "one-lane")]
    found = Differences(Kind("solo"), 3, 6, others).smallest(1)
    assert found.complete and found.witness is not None and found.witness.mps == 6


def test_bumps_are_split() -> None:
    others = [DEFAULT, read("bump-split", "may-split")]
    found = Differences(Kind("solo"), 2, 3, others).smallest(1)
    assert found.witness is not None and found.witness.mps == 2


@pytest.mark.usefixtures("few")
def test_a_control_that_fails_silences_what_it_controls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariants, "_forgetful", lambda _, after: after)
    found = list(invariants.check_invariants(DEFAULT))
    assert [one.name for one in found if one.control and not one.as_wanted] == [
        "a step that forgets the other cars and its price"
    ]
    assert [one.name for one in found if not one.control] == [running_order.NAME]


@pytest.mark.parametrize(
    ("rule", "code", "said"),
    [
        ("TA-6.5-no-lane-change", 0, "illegal, TA-6.5-no-lane-change; without it the move is legal: "),
        ("TA-1.3-apron", 0, "illegal, TA-1.3-apron; nothing else is wrong with it"),
        ("ta-6.7", 3, "TA-6.7: not asked, it forbids nothing on its own; cases that show it: tests/cases/"),
        ("TA-6.2", 3, "TA-6.2: not asked, it defines words; cases that show it: tests/cases/"),
        ("TA-7.4-pit-exempt", 3, "; `steward diff en-2014 --with 'without TA-7.4-pit-exempt'` shows"),
    ],
)
def test_a_single_rule_is_asked_about(
    rule: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "en-2014", "--rule", rule]) == code
    assert said in " ".join(capsys.readouterr().out.split())


def test_an_unknown_rule_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "en-2014", "--rule", "TA-6.5-no-lane-chance"]) == 2
    assert "did you mean `TA-6.5-no-lane-change`" in capsys.readouterr().err
    assert main(["check", "en-2014", "--rule", "TA-6.7", "--only", "rules"]) == 2


@pytest.mark.parametrize(
    ("ways", "found"),
    [((NARROWER, DIFFERENT), False), ((WIDER,), True)],
)
@pytest.mark.usefixtures("few")
def test_a_difference_is_proved_to_be_of_one_way(
    ways: tuple[str, ...], found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(differences, "SIZES", ((1, 2),))
    monkeypatch.setattr(differences, "movements", lambda: iter([Kind("solo")]))
    change = Change(DATA, RULING, "reenter-start-space", "start-may-be-reentered-once")
    looked = finder(DEFAULT)(change, ways)
    assert looked.asked and not looked.limit and (looked.witness is not None) == found


@pytest.mark.usefixtures("few")
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
