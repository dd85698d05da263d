"""`steward fmt`: what it writes to files, what it prints, and its exit codes."""

import errno
import io
import json
import os
import stat
import struct
import sys
from contextlib import redirect_stderr
from pathlib import Path
from types import SimpleNamespace

import pytest

from verifier.cli import fmt, main
from verifier.games import find_game

CANONICAL = "game thunder-alley\nlaps 3\n29 Top Gear: f2  # one\n"
LOOSE = 'game   thunder-alley\nlaps 3\n29 "Top Gear":f f # one'
BAD = "game thunder-alley\nlaps x\n"


@pytest.fixture(autouse=True)
def _names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that knows one card, so that these tests do not depend on a whole game."""
    cards = {"top gear": "Top Gear"}
    game = SimpleNamespace(
        spell=lambda kind, name: cards.get(name.casefold(), name) if kind == "card" else name
    )
    monkeypatch.setattr(fmt, "find_game", lambda name: game)


def fmt_run(*words: str) -> int:
    return main(["fmt", *words])


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "good.race").write_text(CANONICAL, encoding="utf-8")
    (tmp_path / "loose.race").write_text(LOOSE, encoding="utf-8")
    (tmp_path / "deep" / "other.race").write_bytes(b"\xef\xbb\xbf" + LOOSE.replace("\n", "\r\n").encode())
    (tmp_path / "notes.txt").write_text(BAD, encoding="utf-8")
    return tmp_path


def test_files_are_rewritten_in_place(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "loose.race").chmod(0o640)
    assert fmt_run(str(files)) == 0
    for name in ("good.race", "loose.race", "deep/other.race"):
        assert (files / name).read_bytes() == CANONICAL.encode()
    assert stat.S_IMODE((files / "loose.race").stat().st_mode) == 0o640
    assert sorted(path.name for path in files.rglob("*") if path.is_file()) == [
        "good.race", "loose.race", "notes.txt", "other.race",
    ]  # fmt: skip
    out = capsys.readouterr().out
    assert out == f"formatted {files / 'deep' / 'other.race'}\nformatted {files / 'loose.race'}\n"
    assert fmt_run(str(files)) == 0
    assert capsys.readouterr().out == ""


def extended(path: Path) -> dict[str, bytes]:
    return {name: os.getxattr(path, name) for name in os.listxattr(path)}


def access_list(*entries: tuple[int, int, int]) -> bytes:
    """An access control list in the format of Linux: tag, permissions, and user or group of each entry."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


NOBODY = 0xFFFFFFFF
READ_BY_12345 = access_list((1, 6, NOBODY), (2, 4, 12345), (4, 4, NOBODY), (16, 4, NOBODY), (32, 0, NOBODY))


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no extended attributes here")
@pytest.mark.parametrize("name", ["user.race", "system.posix_acl_access"])
def test_attributes_stay(name: str, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`fmt` keeps them or leaves the file as it was. It does not add the list that new files of the folder get."""
    loose = files / "loose.race"
    try:
        os.setxattr(loose, name, b"1" if name == "user.race" else READ_BY_12345)
        os.setxattr(files, "system.posix_acl_default", READ_BY_12345)
    except OSError as error:
        pytest.skip(f"this file system keeps no such attributes: {error}")
    mode, before = loose.stat().st_mode, extended(loose)
    assert fmt_run(str(loose)) == 0
    assert (loose.read_text("utf-8"), loose.stat().st_mode, extended(loose)) == (CANONICAL, mode, before)

    loose.write_text(LOOSE, encoding="utf-8")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "setxattr", refuse)
    assert (
        left_alone(files, loose)
        == "its owner, permissions or attributes would change (let its owner format it)"
    )


def left_alone(files: Path, path: Path) -> str:
    """Why `fmt` does not change a file; it leaves nothing else behind."""
    before = path.read_bytes(), sorted(files.iterdir())
    with redirect_stderr(io.StringIO()) as told:
        assert fmt_run(str(path)) == 2
    assert (path.read_bytes(), sorted(files.iterdir())) == before
    return told.getvalue().removeprefix(f"steward fmt: {path}: ").removesuffix("\n")


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files away")
def test_the_owner_stays(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loose = files / "loose.race"
    os.chown(loose, 12345, 12346)
    assert fmt_run(str(loose)) == 0
    assert (loose.stat().st_uid, loose.stat().st_gid) == (12345, 12346)
    loose.write_text(LOOSE, encoding="utf-8")
    monkeypatch.setattr(os, "chown", lambda *_: None)
    assert (
        left_alone(files, loose)
        == "its owner, permissions or attributes would change (let its owner format it)"
    )


def test_a_write_protected_file_is_left_alone(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For root too, who could write it."""
    loose = files / "loose.race"
    loose.chmod(0o444)
    assert left_alone(files, loose) == "it is write-protected (allow writing first)"
    loose.chmod(0o644)
    monkeypatch.setattr(os, "access", lambda path, mode: path != files)
    assert left_alone(files, loose) == "its folder is write-protected (allow writing there first)"


def test_a_file_of_several_names_is_left_alone(files: Path) -> None:
    (files / "twin.race").hardlink_to(files / "loose.race")
    assert left_alone(files, files / "loose.race").startswith("its other names (hard links) would not change")


def test_the_new_text_is_on_the_disk_before_the_old_one_goes(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced, loose = [], files / "loose.race"
    monkeypatch.setattr(
        os, "fsync", lambda handle: synced.append((os.fstat(handle), loose.read_text("utf-8")))
    )
    assert fmt_run(str(loose)) == 0
    assert [(stat.S_ISDIR(about.st_mode), text) for about, text in synced] == [
        (False, LOOSE),
        (True, CANONICAL),
    ]
    loose.write_text(LOOSE, encoding="utf-8")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert left_alone(files, loose) == "no space left on device"


def test_links(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`fmt` refuses a link that leads out of the folder; a link within the folder stays a link."""
    (files / "deep" / "out.race").symlink_to(files / "loose.race")
    for words in (
        (str(files / "deep"),),
        (str(files / "deep" / "out.race"),),
        ("--check", str(files / "deep")),
    ):
        assert fmt_run(*words) == 2
        assert (
            "out.race: it is a link to another folder; name the file that it leads to"
            in capsys.readouterr().err
        )
    assert (files / "loose.race").read_text(encoding="utf-8") == LOOSE
    assert fmt_run(str(files)) == 0
    assert (files / "deep" / "out.race").is_symlink()
    assert (files / "loose.race").read_text(encoding="utf-8") == CANONICAL


def test_linked_folders(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`fmt` refuses a record behind a link that leads out of the working folder, whether it names the record or the folder."""
    (files / "deep" / "out").symlink_to(files, target_is_directory=True)
    monkeypatch.chdir(files / "deep")
    for path in ("out/loose.race", "out"):
        assert fmt_run(path) == 2
        assert "loose.race: it is a link to another folder" in capsys.readouterr().err
    assert (files / "loose.race").read_text(encoding="utf-8") == LOOSE
    monkeypatch.chdir(files)
    assert fmt_run("deep/out/loose.race") == 0
    assert (files / "loose.race").read_text(encoding="utf-8") == CANONICAL


def test_check_changes_nothing(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fmt_run("--check", str(files / "good.race")) == 0
    assert fmt_run("--check", str(files / "loose.race")) == 1
    assert (files / "loose.race").read_text(encoding="utf-8") == LOOSE
    assert capsys.readouterr().out == f"would format {files / 'loose.race'}\n"


def test_diff(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = str(files / "loose.race")
    assert fmt_run("--diff", name) == 1
    assert capsys.readouterr().out == (
        f"--- {name}\n+++ {name} (formatted)\n@@ -1,3 +1,3 @@\n-game   thunder-alley\n+game thunder-alley\n laps 3\n"
        '-29 "Top Gear":f f # one\n\\ no newline at the end of the file\n+29 Top Gear: f2  # one\n'
    )
    assert (files / "loose.race").read_text(encoding="utf-8") == LOOSE
    assert fmt_run("--diff", str(files / "good.race")) == 0
    assert capsys.readouterr().out == ""


def test_what_cannot_be_read_is_left_alone(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = files / "bad.race"
    bad.write_text(BAD, encoding="utf-8")
    assert fmt_run(str(bad), str(files / "loose.race")) == 2
    assert bad.read_text(encoding="utf-8") == BAD
    assert (files / "loose.race").read_text(encoding="utf-8") == CANONICAL
    assert capsys.readouterr().err == (
        f"{bad}:2:6 unreadable  `x` is not a number\n    2 | laps x\n      |      ^\n   help: write it in digits: `3`\n"
    )


def test_a_missing_file(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fmt_run(str(files / "none.race")) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"steward fmt: {files / 'none.race'}: there is no such file (did you mean ")


def test_a_folder_without_records(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "empty").mkdir()
    assert fmt_run(str(files / "empty")) == 2
    assert "there are no `*.race` files in this folder" in capsys.readouterr().err


def test_exit_codes_of_several_files(files: Path) -> None:
    assert fmt_run("--check", "--quiet", str(files / "good.race"), str(files / "loose.race")) == 1
    assert fmt_run("--check", "--quiet", str(files / "loose.race"), str(files / "none.race")) == 2


def stdin(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    stdin(monkeypatch, LOOSE)
    assert fmt_run("-") == 0
    assert capsys.readouterr().out == CANONICAL
    stdin(monkeypatch, CANONICAL)
    assert fmt_run("-") == 0
    assert capsys.readouterr().out == CANONICAL
    stdin(monkeypatch, LOOSE)
    assert fmt_run("--check", "-") == 1
    assert capsys.readouterr().out == "would format -\n"
    stdin(monkeypatch, BAD)
    assert fmt_run("-") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("-:2:6 unreadable  ")


def test_json(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = files / "bad.race"
    bad.write_text(BAD, encoding="utf-8")
    assert fmt_run("--check", "--format", "json", str(bad), str(files / "good.race")) == 2
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verb"], answer["exit"]) == ("fmt", 2)
    assert [(file["outcome"], len(file["findings"])) for file in answer["files"]] == [
        ("unreadable", 1),
        ("unchanged", 0),
    ]
    assert answer["summary"] == {"unchanged": 1, "changed": 0, "unreadable": 1}


def test_a_link_stays_a_link(files: Path) -> None:
    link = files / "link.race"
    link.symlink_to(files / "loose.race")
    assert fmt_run("--quiet", str(link)) == 0
    assert link.is_symlink()
    assert (files / "loose.race").read_text(encoding="utf-8") == CANONICAL


def test_names_are_spelled_as_their_game_and_their_record_spell_them(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fmt, "find_game", find_game)
    path = files / "loose.race"
    path.write_text(
        "game THUNDER-ALLEY\nteam REd 29\n29 top GEAR: f\nred pass\nevent it\u2019s getting worse bar GREEN\n",
        encoding="utf-8",
    )
    assert fmt_run("--quiet", str(path)) == 0
    assert path.read_text(encoding="utf-8") == (
        "game thunder-alley\nteam REd 29\n29 Top Gear: f\nREd pass\nevent It's Getting Worse bar Green\n"
    )
