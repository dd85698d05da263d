"""Places for `moves` and `explain`: lines of the header, and records that cannot be read."""

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.cli import records
from verifier.cli import main

RALLYMAN = """\
game rallyman
stage hollow-pine
driver A

A: 1 2
expect legal
"""
BLOCK = """\
game thunder-alley
track short-oval
team Red "Ana" 29 25
position
  turn 7
  29 16b
end

29 Charge: f3
"""


def asked(tmp_path: Path, text: str, verb: str, line: int | None = None, *more: str) -> int:
    path = tmp_path / "a.race"
    path.write_text(text, encoding="utf-8")
    return main([verb, f"{path}@{line}" if line else str(path), *more])


@pytest.mark.parametrize(
    ("text", "lines", "first"), [(RALLYMAN, (1, 2, 3, 4), 5), (BLOCK, (1, 2, 3, 4, 6), 9)]
)
def test_a_line_of_the_header_means_the_table_before_the_first_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, lines: tuple[int, ...], first: int
) -> None:
    assert asked(tmp_path, text, "moves", first) == 0
    wanted = capsys.readouterr().out
    assert "legal moves" in wanted
    for line in lines:
        assert asked(tmp_path, text, "moves", line) == 0
        out = capsys.readouterr().out
        said = f"line {line} comes before the first turn; this is the position before line {first}\n"
        assert out.removeprefix(said) == wanted
        assert out.startswith(said) or not text.splitlines()[line - 1]


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_line_of_the_header_of_every_game_has_nothing_to_explain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: int
) -> None:
    """No judge is called; a judge that cannot be used gives the same message as in `verify`."""
    for game in ("thunder-alley", "rallyman"):
        text = f'game {game}\nformat 1\ntitle "Club"\n'
        assert asked(tmp_path, text, "explain", line) == 2
        assert f"line {line} of" in (err := capsys.readouterr().err) and "has nothing to explain" in err
    assert asked(tmp_path, text, "explain", 3, "--claim", 'title "x"') == 2
    assert '`title "x"` has nothing to explain' in capsys.readouterr().err
    assert asked(tmp_path, BLOCK, "explain", 9, "--claim", "...") == 3
    assert capsys.readouterr().out == "`...` leaves open what happened\n"


def test_a_line_of_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`-@9` is a place, not an option."""
    assert asked(tmp_path, BLOCK, "show", 9, "--as", "position") == 0
    wanted = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(BLOCK.encode())))
    assert main(["show", "-@9", "--as", "position"]) == 0
    assert capsys.readouterr().out == wanted


def test_a_record_without_a_turn_is_looked_at_at_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(tmp_path, "\n".join(RALLYMAN.splitlines()[:3]), "moves", 2) == 0
    assert "this is the position at the end" in capsys.readouterr().out


def test_what_stands_behind_a_turn_is_no_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path, RALLYMAN, "moves", 6) == 0
    assert "first turn" not in capsys.readouterr().out


UNREADABLE = RALLYMAN.replace("A: 1 2", "A: 1 2 %")


@pytest.mark.parametrize("line", [None, 5])
@pytest.mark.parametrize("form", ["text", "json"])
def test_explain_says_what_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: int | None, form: str
) -> None:
    assert asked(tmp_path, UNREADABLE, "explain", line, "--format", form) == 2
    out = capsys.readouterr().out
    assert "`%` is not allowed here" in out
    assert ":5:8 unreadable" in out if form == "text" else '"column": 8' in out


def test_explain_says_what_is_illegal_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path, f"{RALLYMAN.replace('A: 1 2', 'A: 2')}\n{UNREADABLE}", "explain") == 1
    assert "RM-4.2" in capsys.readouterr().out


def test_moves_says_what_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path, UNREADABLE, "moves") == 2
    error = capsys.readouterr().err
    assert "line 5, column 8: `%` is not allowed here" in error and "correct that line" in error


LOST = """\
game rallyman
stage hollow-pine
driver A
driver B
position
  turn 3
  A s2 g3
  B s1 g3
end
R3 A: 4/? =?
R3 B: 3
"""


@pytest.mark.parametrize("verb", ["moves", "explain"])
def test_of_several_possible_tables_it_is_told_which_one_is_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    asked(tmp_path, LOST.replace("4/?", "?1"), verb, 11)
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith(
        "3 positions are possible here, because something in line 10 was not written down;"
    )
    assert first.endswith("this is the first of them, with `A s3 g2 t=0:40 arr=2`")
    assert "tables are possible" not in second
    asked(tmp_path, LOST.replace("4/?", "3"), verb, 11)
    assert "possible" not in capsys.readouterr().out


def test_every_possible_table_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = LOST.replace("4/?", "?1")
    assert asked(tmp_path, text, "show", 11) == 0
    shown = capsys.readouterr().out
    assert "# 3 positions are possible here" in shown
    assert "# or A s3 g3 t=0:30 arr=2\n# or A s3 g4 t=0:20 arr=2\n" in shown
    assert asked(tmp_path, text, "show", 11, "--format", "json") == 0
    positions = [one["position"] for one in json.loads(capsys.readouterr().out)["positions"]]
    assert [line for lines in positions for line in lines if line.startswith("A ")] == [
        "A s3 g2 t=0:40 arr=2",
        "A s3 g3 t=0:30 arr=2",
        "A s3 g4 t=0:20 arr=2",
    ]
    assert asked(tmp_path, text, "show", 11, "--as", "record") == 3
    assert "a test record begins with one position: 3 positions are possible here" in capsys.readouterr().err


def test_the_tables_of_another_game_are_told_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = records.HEAD.replace("29 12b", "29 2b") + "29 ?: f7\ncheck leader 29\n"
    assert asked(tmp_path, text, "show", 13) == 0
    shown = capsys.readouterr().out
    assert "# 2 positions are possible here, because something in line 12 was not written down;" in shown
    told, other, *_ = [line for line in shown.splitlines() if line.startswith("# ")]
    assert "`29 9b wear black flipped`" in told and "29 9" in other


@pytest.mark.parametrize("judge", [(), ("--solver",), ("--both",)])
@pytest.mark.parametrize(
    ("game", "mover", "said"),
    [
        (
            "thunder-alley",
            ("--car", "4", "--card", "Charge"),
            "4 is a car of Blue, and it is the segment of Red",
        ),
        ("rallyman", ("--driver", "B"), "A, not B, plays next in round 1"),
    ],
)
def test_moves_out_of_turn_says_whose_turn_it_is(
    game: str,
    mover: tuple[str, ...],
    said: str,
    judge: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["new", game]) == 0
    path = tmp_path / "new.race"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["moves", str(path), *mover, *judge, "--quiet"]) == 1
    shown = capsys.readouterr().out
    assert said in shown and "legal move" not in shown


def test_a_later_block_for_a_reading_does_not_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.race"
    later = "under clean-air-text = card-text\n  position\n    29 2a\n    25 8a\n  end\nend\n"
    path.write_text(f"{records.HEAD}29 Charge: f7\n{later}", encoding="utf-8")
    line = len(records.HEAD.splitlines()) + 1
    assert main(["show", f"{path}@{line}", "--as", "position"]) == 0
    assert "29 12b" in capsys.readouterr().out
