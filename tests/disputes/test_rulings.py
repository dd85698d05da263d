"""`steward rulings ID`: for each other reading a smallest record that it decides differently."""

import json

import pytest

from verifier import Options, Overrides, verify
from verifier.cli import main, witness
from verifier.findings import LEGAL


def entry(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["rulings", *words, "--format", "json"]) == 0
    [found] = json.loads(capsys.readouterr().out)["rulings"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("game", "id"), [("thunder-alley", "turn-led-bonus"), ("rallyman", "turn-without-dice")]
)
def test_a_witness_for_each_other_reading(game: str, id: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = entry(capsys, game, id)
    witnesses = found["witnesses"]
    assert isinstance(witnesses, list) and witnesses
    for one in witnesses:
        text = "\n".join([*one["record"], ""])
        [own] = verify(text)
        [other] = verify(text, options=Options(Overrides(rulings=((id, one["reading"]),))))
        assert one["outcome"] == "witness" and one["picture"]
        assert LEGAL in (own.verdict, other.verdict) and own.verdict != other.verdict


def test_the_witness_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", "turn-led-bonus"]) == 0
    out = capsys.readouterr().out
    assert "per-marker (LG)" in out
    assert "\nwitness for `per-marker` (first: the default ruleset; second: with this reading): 1 car" in out
    assert "    result Red 48\n" in out


def test_without_a_witness(capsys: pytest.CaptureFixture[str]) -> None:
    assert "witnesses" not in entry(capsys, "turn-led-bonus", "--no-witness")
    assert "witnesses" not in entry(capsys, "rain-flag"), "a note has one reading"


def test_why_there_is_none(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "SECONDS", 1e-6)
    main(["rulings", "turn-led-bonus"])
    assert "\nno witness for `per-marker`: limit: 1e-06 seconds\n" in capsys.readouterr().out
