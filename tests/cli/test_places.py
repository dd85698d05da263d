"""Places that `moves` and `explain` are asked about: lines of the header, and records that cannot be read."""

from pathlib import Path

import pytest

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
        said = f"line {line} stands before the first turn; this is the table before line {first}\n"
        assert out.removeprefix(said) == wanted
        assert out.startswith(said) or not text.splitlines()[line - 1]


def test_a_record_without_a_turn_is_looked_at_at_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(tmp_path, "\n".join(RALLYMAN.splitlines()[:3]), "moves", 2) == 0
    assert "this is the table at the end" in capsys.readouterr().out


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
    assert "`%` cannot stand here" in out
    assert ":5:8 unreadable" in out if form == "text" else '"column": 8' in out


def test_explain_says_what_is_illegal_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path, f"{RALLYMAN.replace('A: 1 2', 'A: 2')}\n{UNREADABLE}", "explain") == 1
    assert "RM-4.2" in capsys.readouterr().out


def test_moves_says_what_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path, UNREADABLE, "moves") == 2
    error = capsys.readouterr().err
    assert "line 5, column 8: `%` cannot stand here" in error and "mend that line" in error
