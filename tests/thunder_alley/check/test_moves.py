"""`moves --solver`, `moves --both`, `explain`: the second judge's output on the command line, and the handling of a
disagreement."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from model.thunder_alley.standing import Standing
from verifier.cli import main
from verifier.findings import Breach
from verifier.judging import Judgement
from verifier.thunder_alley import certified
from verifier.thunder_alley.spec import door

RECORD = """game thunder-alley
track short-oval
position
  29 Red 12b crossed 1
  15 Blue 13b crossed 1
  22 Green 11b crossed 1 wear 3
end
29 Watch the Gauge left 3: f3
22 Charge left 2: o f
"""


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "race.race"
    path.write_text(RECORD, encoding="utf-8")
    return str(path)


def answer(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict[str, object]]:
    code = main([*argv, "--format", "json"])
    return code, json.loads(capsys.readouterr().out)


def test_both_judges_have_the_same_moves(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = answer(capsys, "moves", f"{record}@8", "--both")
    assert code == 0
    [compared] = said["compared"]  # type: ignore[misc]
    assert compared["proved"] and compared["same"] > 10 and not compared["engine_only"]


@pytest.mark.parametrize("judge", [[], ["--solver"], ["--both"]])
@pytest.mark.parametrize(
    ("start", "exit", "fact"),
    [
        ("team Red 29\nteam Blue 15\ngrid 29 15\n", 2, "this record has no `track` line"),
        ("track short-oval\nposition\n  29 Red ?\nend\n", 3, "where 29 stands is not written"),
    ],
)
def test_moves_from_an_unknown_space(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], start: str, exit: int, fact: str, judge: list[str]
) -> None:
    path = tmp_path / "race.race"
    path.write_text(f"game thunder-alley\n{start}", encoding="utf-8")
    code, said = answer(capsys, "moves", str(path), *judge)
    [finding] = said["findings"]  # type: ignore[misc]
    assert (code, finding["fact"]) == (exit, fact)


def test_json_where_several_positions_are_possible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "open.race"
    path.write_text(RECORD.replace("left 3: f3", "left 3: ?"), encoding="utf-8")
    code, said = answer(capsys, "moves", f"{path}@9", "--both", "--card", "Charge")
    assert code == 0 and said["place"] == f"{path}@9"
    assert all(one["proved"] and not one["engine_only"] for one in said["compared"])  # type: ignore[attr-defined]
    [note] = said["notes"]  # type: ignore[misc]
    assert "positions are possible here" in note and "line 8" in note


def test_json_after_missing_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gap.race"
    path.write_text(f"{RECORD}...\n", encoding="utf-8")
    code, said = answer(capsys, "moves", f"{path}@10", "--both", "--card", "Charge")
    assert (code, said["exit"], said["verb"]) == (0, 0, "moves")
    assert [one["mover"] for one in said["compared"]] == ["15"]  # type: ignore[attr-defined]


def test_the_solver_lists_what_the_engine_lists(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    ways = [answer(capsys, "moves", f"{record}@8", *more)[1]["moves"] for more in ((), ("--solver",))]
    tables = [sorted(tuple(move["position"]) for move in way) for way in ways]  # type: ignore[attr-defined]
    assert tables[0] == tables[1]


@pytest.mark.parametrize("judge", [[], ["--solver"], ["--both"]])
@pytest.mark.parametrize(("cars", "card"), [("29 Red 6a", "Charge"), ("29 Red 1a\n22 Red 9a", "Teamwork")])
def test_moves_that_may_leave_the_drawing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], judge: list[str], cars: str, card: str
) -> None:
    """With Teamwork the first car stays on the track that is drawn, and the second one does not."""
    path = tmp_path / "open.race"
    path.write_text(
        f"game thunder-alley\ntrack\nsectors 1-9 a\nend\nposition\n{cars}\nend\n", encoding="utf-8"
    )
    asked = ["moves", str(path), "--car", "29", "--card", card, *judge]
    assert main(asked) == 0
    why = "moves may be missing: the drawn stretch of track ends at `9a`, draw more of the track"
    assert " ".join(capsys.readouterr().out.split()).count(why) == 1
    _, said = answer(capsys, *asked)
    told = said.get("notes") or [one["moves_missing"] for one in said["compared"]]  # type: ignore[attr-defined]
    assert told == [why]


def test_no_moves_are_missing_where_none_leaves_the_drawing(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, said = answer(capsys, "moves", f"{record}@8", "--both")
    assert [one["moves_missing"] for one in said["compared"]] == [None]  # type: ignore[attr-defined]


def test_a_move_that_the_engine_lacks_is_shown(
    record: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    every = certified.legal_moves
    monkeypatch.setattr(certified, "legal_moves", lambda *asked: every(*asked)[1:])
    code, said = answer(capsys, "moves", f"{record}@8", "--both")
    assert code == 4 and len(said["compared"][0]["solver_only"]) == 1  # type: ignore[index]


def test_a_move_that_the_engine_makes_up_is_shown(
    record: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    every = certified.legal_moves

    def more(*asked: object) -> list[object]:
        found = list(every(*asked))  # type: ignore[arg-type]
        position = found[0].position
        cars = tuple(replace(car, crossed=car.crossed + 1) for car in position.cars)
        return [*found, replace(found[0], position=replace(position, cars=cars))]

    monkeypatch.setattr(certified, "legal_moves", more)
    assert main(["moves", f"{record}@8", "--both"]) == 4
    assert "only the engine has" in capsys.readouterr().out


def test_a_claim_is_explained_where_it_stands(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", f"{record}@8", "--claim", "29 Watch the Gauge left 3: f o f"]) == 1
    out = capsys.readouterr().out
    assert "TA-6.4.2-no-lateral-once-linked" in out and "15" in out


def test_a_legal_claim_has_its_bookkeeping(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", f"{record}@8"]) == 0
    out = capsys.readouterr().out
    assert "is legal" in out and "3 spent" in out


def test_both_judges_answer_a_claim_about_the_lap(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", f"{record}@8", "--claim", "check lap 1"]) == 0
    assert capsys.readouterr().out == "`check lap 1` is legal\n"


def test_a_disagreement_ends_with_4(
    record: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted: Judgement[Standing] = Judgement(breaches=(Breach("TA-6.3", "planted", step=1),))
    monkeypatch.setattr(door, "judge", lambda *asked: planted)
    assert main(["explain", f"{record}@8"]) == 4
    assert "the judges differ" in capsys.readouterr().out
