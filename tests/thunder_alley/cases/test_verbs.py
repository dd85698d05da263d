"""`steward test`, `moves` and `show` on the command line."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from verifier.cli import main
from verifier.thunder_alley.cases import run_case

CASES = Path(__file__).parents[2] / "cases" / "thunder_alley"

RECORD = """game thunder-alley
track
  sectors 1-12 a b c
  ring
  line 12
end
team Red 29 25
team Blue 15
position
  29 3b
  25 3a flipped
  15 4b wear black black black
end
29 Riding the Draft: f4 = 7b
15 Charge: f3 o
15 Charge: f9
"""


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "club.race"
    path.write_text(RECORD, encoding="utf-8")
    return str(path)


def out(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    code = main(argv)
    shown = capsys.readouterr()
    return code, shown.out + shown.err


def answer(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    code, text = out(capsys, *argv, "--format", "json")
    found: dict[str, Any] = json.loads(text)
    assert found["exit"] == code
    return found


def test_cases_that_pass(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(CASES / "ta-6.6-lead.toml")
    assert out(capsys, "test", path) == (0, "1 passed, 0 failed, 0 not yet\n")


def test_cases_not_judged_yet(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(CASES / "ta-2.5-serpentine.toml")
    code, text = out(capsys, "test", path)
    assert code == 3
    assert text == "not yet  grid: ta-2.5-serpentine\n0 passed, 0 failed, 1 not yet\n"
    assert out(capsys, "test", path, "--quiet") == (3, "0 passed, 0 failed, 1 not yet\n")


def test_a_case_that_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    case = (CASES / "ta-6.1-x-cheap-forward.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(case.replace('rule = "TA-6.1-cost"', 'rule = "TA-7.4"'), encoding="utf-8")
    code, text = out(capsys, "test", str(tmp_path))
    assert code == 1
    assert text.startswith(f"failed  ta-6.1-x-cheap-forward  ({path})\n")
    assert "expected the rule TA-7.4, came out TA-6.1-cost" in text
    assert "the step costs 3 MPs, not 1" in text
    assert text.endswith("\n\n0 passed, 1 failed, 0 not yet\n")
    found = answer(capsys, "test", str(path))
    assert found["cases"][0]["status"] == "failed"
    assert found["summary"]["failed"] == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("id = ", "this is not valid TOML: invalid value"),
        ('game = "ludo"', "there is no game `ludo`"),
        (b"\xff\xfe", "this is not UTF-8 text"),
        ("", "the case does not say its kind"),
        ('id = "mine"\nrules = ["TA-6.1"]\n', "the case does not say its kind"),
    ],
)
def test_case_files_that_cannot_be_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str | bytes, said: str
) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    code, text = out(capsys, "test", str(path))
    assert code == 2
    assert said in text


def test_a_ruleset_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = out(capsys, "test", str(CASES / "ta-6.6-lead.toml"), "--ruleset", "en-2041")
    assert code == 2
    assert "did you mean `en-2014`?" in text


def test_moves_of_the_line_that_comes_next(capsys: pytest.CaptureFixture[str], record: str) -> None:
    code, text = out(capsys, "moves", f"{record}@14")
    assert code == 0
    assert text == "29 Riding the Draft: 1 legal move\n  29 Riding the Draft: f4  4 MP  29 at 7b\n"


def test_moves_of_a_car_and_a_hand(capsys: pytest.CaptureFixture[str], record: str) -> None:
    found = answer(capsys, "moves", f"{record}@14", "--car", "15", "--hand", "Charge, 46")
    heads = {move["notation"].partition(":")[0] for move in found["moves"]}
    assert heads == {"15 Charge", "15 Dirty Air"}
    assert all(move["cost"] == (4 if "Charge" in move["notation"] else 3) for move in found["moves"])
    assert "29 3b" in found["moves"][0]["position"]
    code, text = out(capsys, "moves", f"{record}@14", "--car", "red", "--card", "Charge", "--count")
    assert code == 0 and text.endswith(" paths\n")


def test_every_path_or_every_outcome(capsys: pytest.CaptureFixture[str], record: str) -> None:
    outcomes = answer(capsys, "moves", f"{record}@14", "--car", "15", "--card", "Charge")
    paths = answer(capsys, "moves", f"{record}@14", "--car", "15", "--card", "Charge", "--paths")
    assert len(paths["moves"]) == outcomes["summary"]["paths"] > len(outcomes["moves"])


def test_why_not(capsys: pytest.CaptureFixture[str], record: str) -> None:
    code, text = out(capsys, "moves", f"{record}@14", "--why-not", "f3 o")
    assert code == 1
    assert "TA-RC-riding-the-draft" in text and "legal instead: f4 (29 at 7b)" in text
    assert out(capsys, "moves", f"{record}@14", "--why-not", "f4") == (0, "`f4` is legal here\n")
    code, text = out(capsys, "moves", f"{record}@14", "--why-not", "15 Charge: f7")
    assert code == 1 and "7 - 3 = 4 MPs" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--car", "17", "--card", "Charge"], "car `17` is not in this race"),
        (["--car", "29", "--card", "Chagre"], "did you mean `Charge`?"),
    ],
)
def test_names_nobody_knows(
    capsys: pytest.CaptureFixture[str], record: str, words: list[str], said: str
) -> None:
    code, text = out(capsys, "moves", f"{record}@14", *words)
    assert code == 2
    assert said in text


def test_places_without_a_table(capsys: pytest.CaptureFixture[str], record: str) -> None:
    assert out(capsys, "moves", f"{record}@99")[0] == 2
    assert out(capsys, "show", record)[0] == 3
    assert out(capsys, "show", "no-such.race")[0] == 2


def test_show(capsys: pytest.CaptureFixture[str], record: str, tmp_path: Path) -> None:
    block = "position\n  15 7b wear black black black\n  29 7b\n"
    code, text = out(capsys, "show", f"{record}@15", "--as", "position")
    assert code == 0
    assert text == "position\n  15 8b wear black black black\n  29 7b flipped\n  25 3a flipped\nend\n", block
    code, text = out(capsys, "show", f"{record}@15")
    assert code == 0 and "sector" in text
    drawing = tmp_path / "table.svg"
    code, text = out(capsys, "show", f"{record}@15", "--svg", str(drawing))
    assert code == 0 and drawing.read_text(encoding="utf-8").startswith("<svg")
    found = answer(capsys, "show", f"{record}@15")
    assert found["positions"][0]["position"][0] == "15 8b wear black black black"


def test_a_line_as_a_case(capsys: pytest.CaptureFixture[str], record: str) -> None:
    code, text = out(capsys, "show", f"{record}@15", "--as", "case")
    assert code == 0
    case = tomllib.loads(text)
    assert case["expect"]["verdict"] == "legal"
    assert case["moves"]["steps"][-1] == {"do": "outward", "to": "11c", "mp": 1}
    assert run_case(case).status == "passed", run_case(case).messages
    path = Path(record)
    path.write_text(RECORD.replace("f3 o\n", "f3 o o\n"), encoding="utf-8")
    _, text = out(capsys, "show", f"{record}@15", "--as", "case")
    case = tomllib.loads(text)
    assert case["expect"]["verdict"] == "illegal"
    assert run_case(case).status == "passed", run_case(case).messages


def test_a_line_that_is_no_move_is_no_case(capsys: pytest.CaptureFixture[str], record: str) -> None:
    code, text = out(capsys, "show", f"{record}@9", "--as", "case")
    assert code == 2
    assert "this line is not a move" in text
