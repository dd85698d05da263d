"""`steward track`."""

import json
from pathlib import Path

import pytest

from model.great_race import boards
from model.rallyman import stages
from model.thunder_alley import tracks
from model.thunder_alley.facts import TRACK_FILES
from verifier.cli import main


def steward_track(*words: str) -> int:
    return main(["track", *words])


def test_a_shipped_track(capsys: pytest.CaptureFixture[str]) -> None:
    assert steward_track("short-oval") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[:9] == [
        "Short oval: short-oval@1 (our own design)",
        "  shape          closed, 28 sectors, 74 spaces, 2 to 3 lanes",
        "  forks          6 spaces with a choice of two ahead",
        "  corners        6-10 left 180, 20-24 left 180",
        "  Start/Finish   after sector 28",
        "  green line     after sector 20, 8 sectors before Start/Finish",
        "  restart lanes  a (inner) and b (outer)",
        "  grid           21 spaces, from 28a back to 18a",
        "",
    ]
    assert "changes of lane: 5b -> 6a 6b" in out


def test_a_file_with_a_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "near.toml"
    text = (TRACK_FILES / "tiny-ring.toml").read_text(encoding="utf-8")
    path.write_text(
        text.replace("green_line_after_sector = 4", "green_line_after_sector = 9"), encoding="utf-8"
    )
    assert steward_track(str(path)) == 0
    assert "note: " in capsys.readouterr().err
    assert steward_track(str(path), "--format", "json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert [note["key"] for note in answer["warnings"]] == ["track.green_line_after_sector"]


def test_the_list_of_shipped_tracks(capsys: pytest.CaptureFixture[str]) -> None:
    assert steward_track() == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == [*tracks.shipped(), *stages.shipped(), *boards.shipped()]
    assert steward_track("--format", "json") == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)["tracks"]] == listed


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert steward_track("tiny-ring", "--format", "json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["schema", "verb", "tool", "exit", "track", "findings", "warnings"]
    assert (answer["schema"], answer["verb"], answer["exit"]) == ("race-steward/1", "track", 0)
    assert answer["track"]["forks"] == {"2b": ["3a", "3b"], "5a": ["6a", "6b"], "5b": ["6b", "6c"]}


def test_a_broken_file_lists_every_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.toml"
    text = (TRACK_FILES / "tiny-ring.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('"3b"]', '"3c"]').replace("sector = 12", "sector = 13"), encoding="utf-8")
    assert steward_track(str(path)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{path}: track.edge from 2b: there is no space `3c`\n   help: sector 3 has lanes a to b\n" in err
    assert f"{path}: track.start_finish_after_sector: Start/Finish lies after sector 13" in err
    assert steward_track(str(path), "--format", "json") == 2
    answer = json.loads(capsys.readouterr().out)
    assert answer["exit"] == 2 and answer["track"] is None
    assert answer["findings"][0]["key"] == "track.edge from 2b"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("trangle", "there is no track `trangle`\n   help: did you mean `triangle`?"),
        ("none.toml", "none.toml: there is no such file\n"),
        ("\x1b[31m", "there is no track `\N{REPLACEMENT CHARACTER}[31m`"),
        ("a\0b.toml", "cannot be read: the file name cannot be used"),
    ],
)
def test_what_is_no_track(name: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert steward_track(name) == 2
    assert told in capsys.readouterr().err


def test_the_drawing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "oval.svg"
    assert steward_track("short-oval", "--svg", str(out), "--quiet") == 0
    assert capsys.readouterr().out == "" and out.read_text(encoding="utf-8").startswith("<svg ")
    assert steward_track("short-oval", "--svg", "-") == 0
    assert capsys.readouterr().out == out.read_text(encoding="utf-8")
    assert steward_track("short-oval", "--svg", str(tmp_path / "no" / "oval.svg")) == 2
    assert "cannot be written: no such file or directory" in capsys.readouterr().err
    assert steward_track("--svg", str(out)) == 2
