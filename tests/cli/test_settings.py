"""`steward.toml` and `[tool.steward]`: where they are found, what they set, and which setting wins."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.cli.records import GOOD
from verifier.cli import main
from verifier.errors import StewardError
from verifier.settings import Settings, find_settings

ROOT = Path(__file__).parents[2]
CLUB = '[rulings]\nclean-air-text = "rulebook-text"\n'
SPANISH = '[ruleset]\nthunder-alley = "es"\n'
TRACK = """\
title = "Home oval"
source = "made up"

[track]
ring = 8
start_finish_after_sector = 8
restart_lanes = ["a", "b"]
max_cars = 8

[[track.section]]
sectors = [1, 8]
lanes = ["a", "b"]
"""
HOME = """\
game thunder-alley
track home-oval
team Red 29
position
  29 5a
end
check leader 29
"""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a repository with records in a subfolder, which is the working folder."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "races/2026").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "races")
    return tmp_path


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def ruleset(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The ruleset that a record was judged by."""
    assert main(["verify", *argv, "--format", "json"]) == 0
    [record] = json.loads(capsys.readouterr().out)["records"]
    name: str = record["ruleset"]["id"]
    return name


def refused(text: str, name: str = "steward.toml") -> str:
    """The message for settings that cannot be used."""
    write(Path("..") / name, text)
    with pytest.raises(StewardError) as caught:
        find_settings()
    return f"{caught.value.what} ({caught.value.help})" if caught.value.help else caught.value.what


def test_without_a_file_nothing_is_set(club: Path) -> None:
    assert find_settings() == Settings()


def test_who_wins(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    silent = write(club / "races/silent.race", GOOD)
    speaks = write(club / "races/speaks.race", GOOD.replace("track ", "ruleset el\ntrack "))
    assert ruleset(capsys, str(silent)) == "en-2014"
    write(club / "steward.toml", SPANISH)
    assert ruleset(capsys, str(silent)) == "es"
    assert ruleset(capsys, str(speaks)) == "el"
    for record in (silent, speaks):
        assert ruleset(capsys, str(record), "--ruleset", "en-2014") == "en-2014"


def test_lines_of_the_record_change_the_ruleset_of_the_settings(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(club / "steward.toml", '[ruleset]\nthunder-alley = "rules/club.toml"\n')
    write(club / "rules/club.toml", CLUB)
    write(Path("a.race"), GOOD.replace("track ", "ruling card-80 = understeer\ntrack "))
    assert main(["verify", "a.race", "--format", "json"]) == 0
    [record] = json.loads(capsys.readouterr().out)["records"]
    assert (record["ruleset"]["id"], record["ruleset"]["changed"]) == (
        "club",
        {"card-80": "understeer", "clean-air-text": "rulebook-text"},
    )


def test_the_nearest_file_counts_alone(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(club / "steward.toml", '[ruleset]\nthunder-alley = "es"\n[folders]\ntracks = ["races"]\n')
    write(club / "races/2026/pyproject.toml", '[tool.steward.ruleset]\nthunder-alley = "el"\n')
    assert find_settings().rulesets["thunder-alley"].id == "es"
    assert find_settings().track_folders == (Path("../races"),)
    monkeypatch.chdir("2026")
    assert find_settings().rulesets["thunder-alley"].id == "el"
    assert find_settings().track_folders == ()
    write(Path("steward.toml"), SPANISH)
    assert find_settings().rulesets["thunder-alley"].id == "es"


@pytest.mark.parametrize(
    "text",
    [
        '[tool]\nsteward.ruleset.thunder-alley = "el"\n',
        'tool.steward.ruleset.thunder-alley = "el"\n',
        'tool = {steward = {ruleset = {thunder-alley = "el"}}}\n',
        '[ "tool" . "steward" . ruleset ]\nthunder-alley = "el"\n',
    ],
)
def test_our_table_is_found_however_it_is_written(text: str, club: Path) -> None:
    write(club / "races/pyproject.toml", text)
    assert find_settings().rulesets["thunder-alley"].id == "el"


@pytest.mark.parametrize("text", ["[tool.other]\nsteward = 1\n", "[tool.ruff]\n", "[broken\n"])
def test_a_project_file_that_does_not_speak_to_us_is_passed_over(text: str, club: Path) -> None:
    write(club / "races/pyproject.toml", text)
    write(club / "steward.toml", SPANISH)
    assert find_settings().rulesets["thunder-alley"].id == "es"


@pytest.mark.parametrize("mark", [".git", ".hg"])
def test_nothing_above_a_repository_is_looked_at(
    mark: str, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(club / "steward.toml", SPANISH)
    (club / "races/2026" / mark).mkdir()
    monkeypatch.chdir("2026")
    assert find_settings() == Settings()


def test_own_tracks_and_rulesets(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(Path("home.race"), HOME)
    write(Path("ruled.race"), GOOD.replace("track ", "ruleset club\ntrack "))
    assert main(["verify", "home.race", "ruled.race"]) == 2
    out = capsys.readouterr().out
    assert "there is no track `home-oval`" in out and "there is no ruleset `club`" in out
    write(club / "own/tracks/home-oval.toml", TRACK)
    write(club / "own/rules/club.toml", CLUB)
    write(club / "steward.toml", '[folders]\ntracks = ["own/tracks"]\nrulesets = ["own/rules"]\n')
    assert main(["verify", "home.race", "ruled.race"]) == 0
    capsys.readouterr()
    assert ruleset(capsys, "home.race", "--ruleset", "club") == "club"
    assert main(["moves", "home.race@7", "--car", "29", "--card", "Charge", "--count"]) == 0
    assert main(["track", "home-oval", "--quiet"]) == 0


def test_the_folder_of_the_record_comes_first(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(club / "own/home-oval.toml", TRACK)
    write(club / "steward.toml", '[folders]\ntracks = ["own"]\n')
    write(Path("2026/home.race"), HOME)
    assert main(["show", "2026/home.race", "--format", "json"]) == 0
    assert "home-oval@1" in capsys.readouterr().out
    write(Path("2026/home-oval.toml"), f"version = 3\n{TRACK}")
    assert main(["show", "2026/home.race", "--format", "json"]) == 0
    assert "home-oval@3" in capsys.readouterr().out


def test_a_new_record_goes_by_the_settings(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(club / "own/home-oval.toml", TRACK)
    write(club / "rules/club.toml", CLUB)
    write(
        club / "steward.toml",
        '[ruleset]\nthunder-alley = "club"\n[folders]\ntracks = ["own"]\nrulesets = ["rules"]\n',
    )
    assert main(["new", "thunder-alley", "--track", "home-oval", "--players", "2"]) == 0
    lines = capsys.readouterr().out
    assert "\nruleset club " in lines and "\ntrack home-oval " in lines
    write(Path("2026/new.race"), lines)
    assert ruleset(capsys, "2026/new.race", "--allow-undetermined") == "club"
    write(club / "steward.toml", '[ruleset]\nthunder-alley = "rules/club@1"\n')
    assert main(["new", "thunder-alley"]) == 0
    lines = capsys.readouterr().out
    assert "\nruleset ../rules/club@1 " in lines
    write(Path("new.race"), lines)
    assert ruleset(capsys, "new.race", "--allow-undetermined") == "club"
    write(club / "es.toml", CLUB)
    write(club / "steward.toml", SPANISH)
    assert find_settings().references == {"thunder-alley": "es"}
    assert main(["new", "thunder-alley", "--ruleset", "el"]) == 0
    assert "\nruleset el " in capsys.readouterr().out


def test_a_default_ruleset_may_lie_in_an_own_folder(club: Path) -> None:
    write(club / "rules/club.toml", CLUB)
    write(club / "steward.toml", '[ruleset]\nthunder-alley = "club@1"\n[folders]\nrulesets = ["rules"]\n')
    assert find_settings().rulesets["thunder-alley"].id == "club"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[folder]\n",
            "../steward.toml: folder: this key has no meaning here (did you mean `folders`?)",
        ),
        (
            "[folders]\ntrack = []\n",
            "../steward.toml: folders.track: this key has no meaning here (did you mean `tracks`?)",
        ),
        ("[folders]\ntracks = 3\n", "../steward.toml: folders.tracks: should be a list of texts, not `3`"),
        (
            '[folders]\ntracks = ["gone"]\n',
            "../steward.toml: folders.tracks: there is no folder `gone` "
            "(folder names are relative to the folder of this file)",
        ),
        ('[folders]\ntracks = ["\\u0000"]\n', "there is no folder"),
        (
            '[ruleset]\nthunder-aley = "es"\n',
            "../steward.toml: ruleset.thunder-aley: there is no game `thunder-aley` (did you mean `thunder-alley`?)",
        ),
        (
            '[ruleset]\nthunder-alley = "en-2041"\n',
            "../steward.toml: ruleset.thunder-alley: there is no ruleset `en-2041` (did you mean `en-2014`?)",
        ),
        ('ruleset = "es"\n', "../steward.toml: ruleset: should be a table, not `es`"),
        ("[ruleset]\nthunder-alley = 1\n", "ruleset.thunder-alley: should be a text in quotes, not `1`"),
        ("[ruleset\n", "../steward.toml: is not valid TOML: expected ']'"),
        ("x = " + "[" * 5000, "../steward.toml: its values are nested too deeply"),
    ],
)
def test_settings_that_cannot_be_used(text: str, said: str, club: Path) -> None:
    assert said in refused(text)


def test_a_wrong_line_is_told_with_line_and_column(club: Path) -> None:
    assert refused("[ruleset]\nthunder-alley == 3\n").endswith("(at line 2, column 16)")


def test_a_project_file_that_speaks_to_us_must_be_right(club: Path) -> None:
    assert refused("[tool.steward\n", "pyproject.toml").startswith("../pyproject.toml: is not valid TOML")
    assert refused("[tool.steward]\nfoldrs = 1\n", "pyproject.toml") == (
        "../pyproject.toml: tool.steward.foldrs: this key has no meaning here (did you mean `folders`?)"
    )


def test_a_broken_ruleset_is_told_where_the_settings_name_it(club: Path) -> None:
    write(club / "club.toml", '[rulings]\nclean-air-txt = "x"\n')
    assert refused('[ruleset]\nthunder-alley = "club.toml"\n').startswith(
        "../steward.toml: ruleset.thunder-alley: ../club.toml:2:1: rulings.clean-air-txt: there is no ruling"
    )


def test_a_command_is_refused(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(club / "steward.toml", "[folders]\ntrack = []\n")
    write(Path("good.race"), GOOD)
    for words in (["verify", "good.race"], ["moves", "good.race"], ["show", "good.race"]):
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"steward {words[0]}: ../steward.toml: folders.track: this key has no meaning")


def test_the_page_shows_settings_that_can_be_read(club: Path) -> None:
    page = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    content = tomllib.loads(shown)
    assert {f"{name}.{key}" for name in content for key in content[name]} == {
        name.replace("GAME", "thunder-alley") for name in re.findall(r"^\| `([\w.]+)` \|", page, re.MULTILINE)
    }
    for folder in ("our-tracks", "our-rules"):
        (club / folder).mkdir()
    write(club / "our-rules/club.toml", CLUB)
    write(club / "steward.toml", shown)
    settings = find_settings()
    assert settings.rulesets["thunder-alley"].id == "club"
    assert settings.track_folders == (Path("../our-tracks"),)
    (line,) = re.findall(r"^steward verify: (.*)$", page, re.MULTILINE)
    assert refused("[folders]\ntrack = []\n") == f"../{line}"


def test_a_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert find_settings() == Settings()
