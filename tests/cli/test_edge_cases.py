"""`steward edge-cases`: the report, the files, and what cannot be asked or written."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from verifier.cli import edge_cases, main
from verifier.games import GAMES, find_game
from verifier.rulesets.checking import FOUND, PROVED
from verifier.rulesets.edges import controls

RULE = "edge-cases", "en-2014", "--rule", "TA-3.3"


def test_the_report_names_goals_and_bounds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([*RULE, "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "TA-3.3: 1 reached\n  hands with up to 1 car: reached decision\n" in told
    assert "files written to" in told
    assert main(["test", str(tmp_path), "--quiet"]) == 0


def test_the_same_question_gives_the_same_bytes(tmp_path: Path) -> None:
    texts = []
    for jobs in ("1", "2"):
        out = tmp_path / jobs
        main([*RULE, "--out", str(out), "--jobs", jobs])
        texts.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert texts[0] == texts[1]
    assert "03.race" in texts[0]


def test_a_rule_that_no_position_shows_is_not_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["edge-cases", "en-2014", "--rule", "TA-1.1", "--out", str(tmp_path)]) == 3
    assert not list(tmp_path.iterdir())
    assert "TA-1.1: not asked" in capsys.readouterr().out


def test_goals_without_an_answer_in_time_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edge-cases", "en-2014", "--timeout", "0.01", "--format", "json"]) == 3
    goals = json.loads(capsys.readouterr().out)["goals"]
    assert {(one["outcome"], one["limit"]) for one in goals} == {("given up", "0.01 seconds")}


@pytest.mark.parametrize(("argv", "said"), [
    (("--rule", "TA-99"), "there is no rule `TA-99`"),
    (("--out", ""), "`--out` names no folder"),
    (("--out", "{here}/taken/edge"), "cannot write: Not a directory"),
])  # fmt: skip
def test_what_cannot_be_done_is_said_at_once(
    argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    words = [word.replace("{here}", str(tmp_path)) for word in argv]
    assert main(["edge-cases", "en-2014", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES)
def test_a_reading_in_force_has_no_edge_and_another_has(game: str) -> None:
    checks = find_game(game).checks
    assert checks is not None
    assert [one.outcome for one in controls(find_game(game).data, checks().edges)] == [FOUND, PROVED]


def test_without_its_control_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = find_game("thunder-alley")
    assert game.checks is not None
    changed = replace(game.checks(), edges=replace(game.checks().edges, known="winner-turn-leader"))
    monkeypatch.setattr(edge_cases, "find_game", lambda _: replace(game, checks=lambda: changed))
    assert main([*RULE, "--jobs", "1"]) == 4
    told = capsys.readouterr()
    assert "because a control fails: an edge of winner-turn-leader = no" in told.err and not told.out
