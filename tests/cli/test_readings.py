"""`check --only rulings`: each two readings of a ruling are compared, and what is not answered in time is named."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from model.ruleset import Ruleset, default_ruleset
from model.rulings import load_rulings
from verifier.cli import main
from verifier.games import find_game
from verifier.rulesets import readings
from verifier.rulesets.changes import Change, other_readings
from verifier.rulesets.checking import FOUND, GAVE_UP, PROVED, Checked, Found, Looked, control
from verifier.rulesets.diff_witness import Trial
from verifier.rulesets.readings import READINGS, Readings

ENDLESS = "green-line-distance"


def reader(ruleset: Ruleset) -> Callable[[Change], Looked]:
    def find(change: Change) -> Looked:
        if change.name == ENDLESS:
            time.sleep(60)
        return Looked("1 car", True)

    return find


def controls(found: Found | None) -> Callable[[Ruleset], Iterator[Checked]]:
    return lambda _: iter([control("a planted difference", "1 car", lambda: found)])


def plant(monkeypatch: pytest.MonkeyPatch, found: Found | None) -> None:
    """Questions that are answered at once, but for one; a control that finds this."""
    game = find_game("thunder-alley")
    assert game.checks is not None
    changed = replace(game.checks(), reader=reader, controls=controls(found))
    monkeypatch.setattr(readings, "find_game", lambda _: replace(game, checks=lambda: changed))


def test_what_is_open_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    plant(monkeypatch, Found("found"))
    words = "check", "en-2014", "--only", "rulings", "--jobs", "2", "--timeout", "3", "--format", "json"
    assert main([*words]) == 3
    checked = json.loads(capsys.readouterr().out)["checked"]
    told = {one["name"]: (one["outcome"], one["fact"]) for one in checked if one["about"] == READINGS}
    assert told.pop(ENDLESS) == (GAVE_UP, "limit: 3 seconds")
    assert {*told.values()} == {(PROVED, "no difference")}
    data = find_game("thunder-alley").data
    for ruling in load_rulings(data).rulings:
        others = other_readings(data, default_ruleset(data), ruling)
        asked = [str(one) for one in others]
        asked += [f"{two} against {one.value}" for one, two in combinations(others, 2)]
        assert ruling == ENDLESS or set(asked) <= told.keys()


def test_without_its_control_a_ruling_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, None)
    found = list(
        Readings("thunder-alley", default_ruleset(find_game("thunder-alley").data)).answers("bump-split")
    )
    assert [(one.outcome, one.fact) for one in found] == [(GAVE_UP, "a control fails")]


@pytest.mark.parametrize(
    ("game", "ruling"), [("thunder-alley", "pileup-bypass"), ("rallyman", "order-inside-a-corner")]
)
def test_two_readings_that_are_not_in_force_are_compared(game: str, ruling: str) -> None:
    own = find_game(game)
    ruleset = default_ruleset(own.data)
    first, second = other_readings(own.data, ruleset, ruling)
    found = list(Readings(game, ruleset).answers(ruling))
    assert [one.name for one in found] == [str(first), str(second), f"{second} against {first.value}"]
    record = found[2].witness
    assert found[2].outcome == FOUND
    trial = Trial(own, record)
    assert trial.under(first.applied(ruleset)) != trial.under(second.applied(ruleset))
