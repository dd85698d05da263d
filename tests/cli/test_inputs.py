"""Files, folders, standard input, and a line within a file."""

import io
import os
import sys
from pathlib import Path

import pytest

from grammar.lines import MAX_FILE
from verifier.cli.common import write_drawing
from verifier.errors import StewardError
from verifier.records.inputs import Input, read_input, read_inputs, split_place


@pytest.fixture
def races(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with records in it."""
    for name in ("b.race", "a.race", "a/z.race", "a/b/y.race", ".git/x.race", "notes.txt", "club.toml"):
        path = tmp_path / "races" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(*paths: str) -> list[str]:
    return [found.file for found in read_inputs(paths)]


def refusal(found: Input) -> str:
    assert found.problem is not None and found.data == b""
    assert (found.problem.kind, found.problem.line, found.problem.file) == ("unreadable", 0, found.file)
    return found.problem.fact


def test_a_folder_stands_for_its_records(races: Path) -> None:
    assert files("races") == ["races/a/b/y.race", "races/a/z.race", "races/a.race", "races/b.race"]


def test_files_in_the_order_named_and_each_once(races: Path) -> None:
    assert files("races/b.race", "races/notes.txt", "races/a", "races/b.race", "races/a/z.race") == [
        "races/b.race",
        "races/notes.txt",
        "races/a/b/y.race",
        "races/a/z.race",
    ]


def test_paths_in_a_record_start_at_its_folder(races: Path) -> None:
    assert read_input("races/a/z.race").folder == Path("races/a")
    assert read_input("races/a/z.race").data == b"a/z.race"


def test_links_in_a_circle_do_no_harm(races: Path) -> None:
    (races / "races/a/up").symlink_to(races / "races", target_is_directory=True)
    (races / "races/a/self").symlink_to("self")
    assert files("races") == ["races/a/b/y.race", "races/a/z.race", "races/a.race", "races/b.race"]


def test_a_link_that_leads_nowhere_is_told(races: Path) -> None:
    (races / "races/a.race").unlink()
    (races / "races/a.race").symlink_to("gone")
    found = {one.file: one for one in read_inputs(["races"])}
    assert refusal(found["races/a.race"]) == "there is no such file"


def test_a_missing_file_with_the_nearest_name(races: Path) -> None:
    found = read_input("races/bb.race")
    assert refusal(found) == "there is no such file"
    assert found.problem is not None and "did you mean `b.race`" in found.problem.help


def test_a_line_where_none_can_be_named(races: Path) -> None:
    found = read_input("races/b.race@3")
    assert found.problem is not None
    assert found.problem.help == "no line can be named here; `races/b.race` is the file"


def test_a_folder_without_records(races: Path) -> None:
    (races / "empty").mkdir()
    [found] = read_inputs(["empty"])
    assert refusal(found) == "there are no `*.race` files in this folder"


def test_a_folder_where_a_file_belongs(races: Path) -> None:
    assert refusal(read_input("races")) == "this is a folder, not a file"


def test_no_permission(races: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")  # file modes do not stop root

    monkeypatch.setattr(os, "open", refuse)
    assert refusal(read_input("races/a.race")) == "this file may not be read"


@pytest.mark.parametrize("name", ["a\0b.race", "a" * 5000])
def test_names_that_cannot_be(name: str, races: Path) -> None:
    assert refusal(read_input(name)).startswith("this file cannot be read: ")
    assert [refusal(found) for found in read_inputs([name])]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"game thunder-alley")))
    assert read_input("-") == Input("-", b"game thunder-alley")
    monkeypatch.setattr(sys, "stdin", None)
    assert refusal(read_input("-")) == "standard input is closed"


def test_no_more_is_read_than_a_file_may_have(races: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An oversized input is refused before anything looks at it; the file is not even read."""
    with Path("races/a.race").open("wb") as file:
        file.truncate(MAX_FILE + 1)
    assert refusal(read_input("races/a.race")) == "this file is longer than 64 MiB"
    monkeypatch.setattr(sys, "stdin", Path("races/a.race").open(encoding="utf-8"))  # noqa: SIM115
    with sys.stdin:
        assert refusal(read_input("-")) == "this file is longer than 64 MiB"
    with Path("races/a.race").open("wb") as file:
        file.truncate(MAX_FILE)
    assert len(read_input("races/a.race").data) == MAX_FILE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.race", ("a.race", None)),
        ("a.race@31", ("a.race", 31)),
        ("a@b", ("a@b", None)),
        ("a@b.race@7", ("a@b.race", 7)),
        ("a@", ("a@", None)),
        ("@7", ("@7", None)),
        ("a@-7", ("a@-7", None)),
        ("a@٣", ("a@٣", None)),
        ("a@" + "9" * 30, ("a@" + "9" * 30, None)),
        ("-@7", ("-", 7)),
        ("really@7", ("really@7", None)),
        ("a\0@7", ("a\0", 7)),
    ],
)
def test_a_line_within_a_file(
    text: str, expected: tuple[str, int | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("really@7").touch()
    assert split_place(text) == expected


def test_a_drawing_never_replaces_a_record(tmp_path: Path) -> None:
    record, drawing = tmp_path / "a.race", tmp_path / "a.svg"
    record.write_text("game thunder-alley\n", encoding="utf-8")
    with pytest.raises(StewardError, match="is not a drawing"):
        write_drawing(str(record), "<svg/>")
    assert record.read_text(encoding="utf-8") == "game thunder-alley\n"
    write_drawing(str(drawing), "<svg>1</svg>")
    write_drawing(str(drawing), "<svg>2</svg>")
    assert drawing.read_text(encoding="utf-8") == "<svg>2</svg>"
