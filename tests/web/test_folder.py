"""Files: nothing outside the folder is read or written, and no record is lost."""

import os
import threading
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.pages.records import RACE
from tests.web.page import opened, served
from verifier.errors import StewardError
from verifier.web.folder import Folder

NAMES = [
    "../secret.race",
    "..%2fsecret.race",
    "%2e%2e/secret.race",
    "/etc/passwd",
    "//etc/passwd.race",
    "sub/../../secret.race",
    ".hidden.race",
    "a.race/../../secret.race",
    "link.race",
    "folder/secret.race",
    "a.txt",
    "a\\..\\secret.race",
    "a%00.race",
    "C:secret.race",
]


@pytest.mark.parametrize("name", NAMES)
def test_no_file_outside_the_folder_is_read_or_written(name: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "secret.race").write_text(RACE, encoding="utf-8")
    (home / ".hidden.race").write_text(RACE, encoding="utf-8")
    (home / "link.race").symlink_to(tmp_path / "secret.race")
    (home / "folder").symlink_to(tmp_path)
    before = sorted(tmp_path.iterdir())
    with served(home) as page:
        for kind in ("api/desk", "raw", "api/at", "api/events"):
            answer = page.owner().get(f"/{kind}/{name}")
            assert answer.status in (403, 404, 421, 422) or "Red" not in answer.text, (kind, answer.text)
        page.owner().post("/api/new", text=RACE, name=name)
        page.owner().post(f"/api/do/{name}", op="type", text="29 Charge: f3", version="")
        assert not [one for one in page.owner().get("/api/start").json["records"] if "secret" in one["name"]]
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "secret.race").read_text(encoding="utf-8") == RACE


@pytest.mark.parametrize(
    "line", ["track ../hidden.toml", "ruleset ../hidden.toml", "track {}", "ruleset {}", "season ../a"]
)
def test_a_record_reads_no_file_outside_the_folder(line: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "hidden.toml").write_text('secret = "the word is marmalade"\n', encoding="utf-8")
    (home / "link.toml").symlink_to(tmp_path / "hidden.toml")
    with served(home) as page:
        for path in (str(tmp_path / "hidden.toml"), "link.toml", "/etc/passwd"):
            text = f"game thunder-alley\n{line.format(path)}\nteam Red 29\n"
            made = page.owner().post("/api/new", text=text).json["open"]
            view = page.owner().get(f"/api/desk/{made}")
            assert view.status == 200 and "secret" not in view.text and "marmalade" not in view.text
            asked = page.owner().post(f"/api/ask/{made}", kind="readings", line=2)
            assert "marmalade" not in asked.text and "secret" not in asked.text


def test_a_finding_about_a_file_tells_nothing_of_what_is_around_the_folder(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "bad.toml").write_text("x = [", encoding="utf-8")
    with served(tmp_path) as page:
        for line in ("ruleset bad.toml", "track bad.toml", "ruleset gone.toml", "track ."):
            text = f"game thunder-alley\n{line}\nteam Red 29\n"
            made = page.owner().post("/api/new", text=text, name="club/a").json["open"]
            told = [page.owner().get(f"/api/desk/{made}").text]
            told += [
                page.owner().post(f"/api/ask/{made}", kind=kind, line=2).text
                for kind in ("legal", "readings")
            ]
            told += [page.owner().get(f"/decide/{made}", line=2).text]
            assert not [one for one in told if str(tmp_path) in one or tmp_path.name in one]
        assert "club/bad.toml" in page.owner().get("/api/desk/club/a.race").text


def test_a_record_may_use_files_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'game = "thunder-alley"\nid = "mine"\nextends = "en-2014"\n', encoding="utf-8"
    )
    with served(tmp_path) as page:
        table = opened(page, RACE.replace("track", "ruleset mine.toml\ntrack"))
        assert "outside" not in str(table.view["lines"])


def test_a_change_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path)
    folder.write("a.race", RACE)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StewardError, match="No space left"):
        folder.write("a.race", "shorter\n")
    assert folder.read("a.race") == RACE and [one.name for one in tmp_path.iterdir()] == ["a.race"]


def test_a_name_that_is_too_long_for_a_file_is_refused(tmp_path: Path) -> None:
    name = "\N{LATIN SMALL LETTER A WITH DIAERESIS}" * 140
    with served(tmp_path) as page:
        assert page.owner().get(f"/api/desk/{quote(name)}.race").status == 422
        assert page.owner().post("/api/new", text=RACE, name=name).status == 422
    assert not list(tmp_path.iterdir())


def test_a_folder_with_very_many_files_is_not_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.web.folder.MOST_SEEN", 10)
    (tmp_path / "a.race").write_text(RACE, encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.race").write_text(RACE, encoding="utf-8")
    assert {one.name for one in Folder(tmp_path).listed()} == {"a.race", "deep/b.race"}
    for number in range(20):
        (tmp_path / "deep" / f"{number}.txt").touch()
    assert [one.name for one in Folder(tmp_path).listed()] == ["a.race"]


def test_two_who_want_one_name_get_two_records(tmp_path: Path) -> None:
    """However close together they come."""
    folder, made = Folder(tmp_path), list[str]()
    ready = threading.Barrier(8)

    def make(number: int) -> None:
        ready.wait()
        made.append(folder.create("race", f"{RACE}# {number}\n"))

    threads = [threading.Thread(target=make, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({*made}) == 8
    assert {folder.read(name)[-2] for name in made} == {*"01234567"}


def test_a_record_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(StewardError, match="too long"):
        Folder(tmp_path).create("race", "x" * 2**21)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_a_private_record_stays_private(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("a.race", RACE)
    (tmp_path / "a.race").chmod(0o600)
    folder.write("a.race", f"{RACE}29 Charge: f3\n")
    assert (tmp_path / "a.race").stat().st_mode & 0o777 == 0o600
