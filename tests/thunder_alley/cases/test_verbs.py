"""`steward test`, `moves` and `show` on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from model.thunder_alley.moves import Decision, Move
from model.thunder_alley.position import Setup
from model.thunder_alley.standing import Standing
from tests.thunder_alley.cases.alterations import texts
from verifier.cli import main
from verifier.findings import Breach
from verifier.judging import Judgement
from verifier.thunder_alley.spec.door import judge

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


def kept(file: str, title: str, folder: Path) -> Path:
    """A test record of the project in a separate file."""
    [lines] = [one for one in texts((CASES / file).read_text(encoding="utf-8")) if f'title "{title}"' in one]
    path = folder / "mine.race"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


LEAD = ("06-6-lead.race", "Lead without followers: a push for 3, a lane change, straight on.")
COST = ("06-1-movement-points.race", "Solo: pushing car 43 is booked at 1 MP.")


def test_records_that_pass(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert out(capsys, "test", str(kept(*LEAD, tmp_path))) == (0, "1 passed, 0 failed\n")


def test_a_record_that_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = kept(*COST, tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("illegal TA-6.1-cost", "illegal TA-7.4"))
    code, text = out(capsys, "test", str(tmp_path))
    assert code == 1
    assert text.startswith(f"failed  {path}:1  {COST[1]}\n")
    assert "expected illegal TA-7.4 step 1, found illegal TA-6.1-cost step 1" in text
    assert "the step costs 3 MPs, not 1" in text
    assert text.endswith("\n\n0 passed, 1 failed\n")
    found = answer(capsys, "test", str(path))
    assert found["cases"][0]["status"] == "failed"
    assert found["summary"]["failed"] == 1


def solver_finds(monkeypatch: pytest.MonkeyPatch, judgement: Judgement[Standing]) -> None:
    """Makes the solver give this judgement about each move."""

    def planted(setup: Setup, standing: Standing, decision: Decision) -> Judgement[Standing]:
        return judgement if isinstance(decision, Move) else judge(setup, standing, decision)

    monkeypatch.setattr("verifier.thunder_alley.spec.door.judge", planted)


def test_judges_that_disagree(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A planted disagreement fails the record, names both judges, and makes the command exit with 4."""
    solver_finds(monkeypatch, Judgement(breaches=(Breach("TA-6.6", "the line breaks"),)))
    path = str(kept(*LEAD, tmp_path))
    code, text = out(capsys, "test", path)
    assert code == 4
    assert text.startswith(f"failed  {path}:1  {LEAD[1]}\n   line ")
    assert "the judges differ: legal by the engine, illegal (TA-6.6) by the solver" in " ".join(text.split())
    assert text.endswith("0 passed, 1 failed, 1 in which the judges disagree\n")
    found = answer(capsys, "test", path)
    [case] = found["cases"]
    assert (found["exit"], found["summary"]["disagree"], case["disagree"]) == (4, 1, True)
    assert (case["status"], case["judged"]) == ("failed", [{"under": {}, "engine": "legal", "solver": None}])
    assert out(capsys, "test", path, "--engine-only") == (0, "1 passed, 0 failed\n")
    assert answer(capsys, "test", path, "--engine-only")["cases"][0]["judged"][0]["solver"] is None
    assert out(capsys, "verify", path)[0] == 0
    assert out(capsys, "verify", "--both", path)[0] == 4


def test_judges_that_cite_different_rules(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solver_finds(monkeypatch, Judgement(breaches=(Breach("TA-7.4", "too many markers", step=1),)))
    code, text = out(capsys, "test", str(kept(*COST, tmp_path)))
    assert code == 4
    assert "the judges cite different rules: illegal (TA-6.1-cost) by the engine" in " ".join(text.split())


def test_what_the_solver_does_not_judge(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solver_finds(monkeypatch, Judgement(limit="it is too much"))
    path = str(kept(*LEAD, tmp_path))
    code, text = out(capsys, "test", path)
    assert code == 0
    assert "the solver has no answer here: it is too much" in " ".join(text.split())
    assert text.endswith("\n1 passed, 0 failed\n")
    assert out(capsys, "test", path, "--quiet") == (0, "1 passed, 0 failed\n")
    assert out(capsys, "verify", "--both", path)[0] == 3


def test_an_illegal_line_that_the_solver_does_not_judge_has_one_finding(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solver_finds(monkeypatch, Judgement(limit="it is too much"))
    path = str(kept(*COST, tmp_path))
    [record] = answer(capsys, "verify", "--both", path)["records"]
    [finding] = record["findings"]
    assert finding["rules"] == ["TA-6.1-cost"]
    assert finding["help"].endswith("; the solver has no answer here: it is too much")
    assert out(capsys, "verify", "--both", path)[0] == 3


def test_a_ruleset_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(kept(*LEAD, tmp_path))
    refusal = "steward test: `--ruleset`: there is no ruleset `en-2041` (did you mean `en-2014`?)\n"
    assert out(capsys, "test", path, "--ruleset", "en-2041") == (2, refusal)


def test_a_toml_file_is_no_test(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Named directly, it is refused; in a folder of records it may be a ruleset or a track."""
    kept(*LEAD, tmp_path)
    path = tmp_path / "club.toml"
    path.write_text('kind = "move"\n', encoding="utf-8")
    code, text = out(capsys, "test", str(path))
    assert code == 2
    assert text.startswith(
        f"{path} unreadable  a rules test is a record (*.race), not a TOML file\n"
        "   help: write it as a record: docs/testing-house-rules.md\n"
    )
    assert out(capsys, "test", str(tmp_path))[0] == 0


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


def test_teamwork_shows_where_both_cars_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "two.race"
    path.write_text(
        "game thunder-alley\ntrack short-oval\nteam Red 29 25\nposition\n29 14b\n25 13b\nend\n",
        encoding="utf-8",
    )
    first = answer(capsys, "moves", str(path), "--car", "25", "--card", "Teamwork")["moves"][0]
    assert first["notation"] == "25 Teamwork: i f o + 29 i f" and first["ends"] == "25 at 14a, 29 at 15b"


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
        (["--car", "29", "--hand", "Charge, Drity Air"], "did you mean `Dirty Air`?"),
        (["--card", "99"], "race cards are numbered 1 to 84"),
    ],
)
def test_names_nobody_knows(
    capsys: pytest.CaptureFixture[str], record: str, words: list[str], said: str
) -> None:
    code, text = out(capsys, "moves", f"{record}@14", *words)
    assert code == 2
    assert said in text


def test_a_move_asked_about_is_shown_at_its_place(capsys: pytest.CaptureFixture[str], record: str) -> None:
    _, text = out(capsys, "moves", f"{record}@14", "--why-not", "f3 o")
    head, line, caret, *_ = text.splitlines()
    assert head.startswith(f"{record}@14 illegal  TA-RC-riding-the-draft")
    assert line == "      | 29 Riding the Draft: f3 o"
    assert caret.startswith("      |                         ^ ")
    (finding,) = answer(capsys, "moves", f"{record}@14", "--why-not", "f3 o")["findings"]
    assert (finding["file"], finding["line"], finding["column"]) == (f"{record}@14", 0, 25)
    code, text = out(capsys, "moves", f"{record}@14", "--car", "17")
    assert code == 2
    assert text.startswith(f"{record}@14 unreadable (unknown name)  car `17` is not in this race\n   help: ")


@pytest.mark.parametrize(
    ("line", "rule", "fact"),
    [
        ("25 3a flipped", "TA-3.4-1", "25 was activated earlier in this turn"),
        ("25 out", "TA-3.4-2", "25 is out of the race"),
        ("25 place 1", "TA-3.4-2", "25 has finished"),
        ("25 3a wear 6", "TA-3.4-3", "25 carries 6 wear markers"),
    ],
)
@pytest.mark.parametrize("words", [(), ("--card", "Charge"), ("--hand", "Charge, Top Gear")])
def test_why_a_car_has_no_move_at_all(
    line: str, rule: str, fact: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str], record: str
) -> None:
    Path(record).write_text(RECORD.replace("25 3a flipped", line), encoding="utf-8")
    code, text = out(capsys, "moves", f"{record}@14", "--car", "25", *words)
    assert code == 1
    assert text.splitlines()[:2] == [f"{record}@14 illegal  {rule}", f"   {fact}"]
    assert text.count("because") == 1
    told = out(capsys, "verify", _with(record, "25 Charge: f7\n"))[1]
    assert f"illegal  {rule}" in told and fact in told
    code, text = out(capsys, "moves", f"{record}@14", "--car", "25", *words, "--count")
    assert (code, text.splitlines()[-1]) == (1, "0 legal moves, 0 paths")


def _with(record: str, line: str) -> str:
    """A file next to the record whose first move is this line."""
    path = Path(record).with_name("tried.race")
    start = Path(record).read_text(encoding="utf-8").partition("29 Riding")[0]
    path.write_text(start + line, encoding="utf-8")
    return str(path)


def test_the_cars_of_a_team_that_are_flipped(capsys: pytest.CaptureFixture[str], record: str) -> None:
    code, text = out(capsys, "moves", f"{record}@15", "--car", "red")
    assert code == 1
    assert text.count("TA-3.4-1  a car is activated once in a turn") == 2


def test_a_path_alone_needs_its_car_and_card(capsys: pytest.CaptureFixture[str], record: str) -> None:
    place = _with(record, "") + "@13"
    for words, said, help in [
        (["--card", "Charge"], "its car is not named", "add `--car`, or"),
        (["--car", "15"], "its card is not named", "add `--card`, or"),
        ([], "its car and card are not named", "add `--car` and `--card`, or"),
    ]:
        code, text = out(capsys, "moves", place, *words, "--why-not", "f5")
        assert code == 2
        assert text.startswith(f"{place} unreadable  `f5` is only a path; {said}\n   help: {help}")
    code, text = out(capsys, "moves", f"{record}@15", "--card", "Top Gear", "--why-not", "f5")
    assert (code, text) == (0, "`f5` is legal here\n")  # 15 is the car of line 15
    assert out(capsys, "moves", place, "--why-not", "check leader 15")[0] == 2
    assert out(capsys, "moves", place, "--why-not", "")[0] == 2


def test_readings_given_for_a_question(capsys: pytest.CaptureFixture[str], record: str) -> None:
    for verb in ("moves", "show"):
        assert out(capsys, verb, f"{record}@14", "--ruling", "clean-air-text=card-text")[0] == 0
        code, text = out(capsys, verb, f"{record}@14", "--ruling", "clean-air-txt=card-text")
        assert code == 2 and "did you mean `clean-air-text`?" in text


def test_where_to_look_when_the_record_ends_in_an_illegal_line(
    capsys: pytest.CaptureFixture[str], record: str
) -> None:
    for verb in ("show", "moves"):
        code, text = out(capsys, verb, record)
        assert code == 3
        assert f"`steward show {record}@16` shows the position before that line" in text
    assert out(capsys, "show", f"{record}@16")[0] == 0


def test_places_without_a_table(capsys: pytest.CaptureFixture[str], record: str) -> None:
    assert out(capsys, "moves", f"{record}@99")[0] == 2
    assert out(capsys, "show", record)[0] == 3
    assert out(capsys, "show", "no-such.race")[0] == 2


def test_show(capsys: pytest.CaptureFixture[str], record: str, tmp_path: Path) -> None:
    block = "position\n  15 7b wear black black black\n  29 7b\n"
    code, text = out(capsys, "show", f"{record}@15", "--as", "position")
    assert code == 0
    assert (
        text
        == "position\n  next Blue\n  15 8b wear black black black\n  29 7b flipped\n  25 3a flipped\nend\n"
    ), block
    code, text = out(capsys, "show", f"{record}@15")
    assert code == 0 and "sector" in text
    drawing = tmp_path / "table.svg"
    code, text = out(capsys, "show", f"{record}@15", "--svg", str(drawing))
    assert code == 0 and drawing.read_text(encoding="utf-8").startswith("<svg")
    found = answer(capsys, "show", f"{record}@15")
    assert found["positions"][0]["position"][1] == "15 8b wear black black black"


def test_a_line_as_a_test_record(capsys: pytest.CaptureFixture[str], record: str, tmp_path: Path) -> None:
    written = tmp_path / "written.race"
    for line, verdict in (("f3 o\n", ""), ("f3 o o\n", "expect illegal TA-")):
        Path(record).write_text(RECORD.replace("f3 o\n", line), encoding="utf-8")
        code, text = out(capsys, "show", f"{record}@15", "--as", "record")
        assert code == 0
        assert verdict in text and ("expect" in text) == bool(verdict)
        written.write_text(text, encoding="utf-8")
        assert out(capsys, "test", str(written)) == (0, "1 passed, 0 failed\n")
        assert answer(capsys, "show", f"{record}@15", "--as", "record")["positions"][0]["record"] == text


def test_a_line_that_is_no_move_is_no_test_record(capsys: pytest.CaptureFixture[str], record: str) -> None:
    code, text = out(capsys, "show", f"{record}@9", "--as", "record")
    assert code == 2
    assert "this line is not a move" in text


def test_moves_where_no_segment_is_due(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "turn.race"
    turn = RECORD.replace("15 Charge: f9\n", "").replace("  29 3b\n", "  29 3b flipped\n")
    turn = turn.replace("29 Riding the Draft: f4 = 7b\n", "")
    path.write_text(f"{turn}event Overcast\npit none\n", encoding="utf-8")
    last = len(turn.splitlines())
    code, text = out(capsys, "moves", f"{path}@{last + 1}")
    assert (code, text) == (0, "all cars of turn 1 are flipped, and its event is due\nno legal move\n")
    code, text = out(capsys, "moves", f"{path}@{last + 2}", "--card", "Charge")
    assert code == 0 and "the moves are those of turn 2\n15 Charge" in text
