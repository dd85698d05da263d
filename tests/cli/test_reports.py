"""`steward verify --format sarif` and `--format github`."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from model.rules import load_rules
from model.thunder_alley.facts import DATA
from tests.cli.records import GOOD, HEAD
from verifier.cli import main
from verifier.findings import Finding, Related
from verifier.records.replay import RecordReport
from verifier.render.github import github_text
from verifier.render.reported import file_name
from verifier.render.sarif import sarif_log

BAD = f"{HEAD}29 Riding the Draft: o f3\n"
RULE = "TA-RC-riding-the-draft"

SHAPES: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    name: (frozenset(needed.split()), frozenset(f"{needed} {allowed}".split()))
    for name, needed, allowed in (
        ("log", "version runs", "$schema"),
        ("run", "tool", "invocations columnKind results"),
        ("tool", "driver", ""),
        ("driver", "name", "version rules"),
        ("rules", "id", "shortDescription fullDescription help properties"),
        ("invocations", "executionSuccessful", "exitCode toolExecutionNotifications"),
        ("toolExecutionNotifications", "message", "level"),
        ("results", "message", "ruleId ruleIndex level locations relatedLocations properties"),
        ("locations", "", "physicalLocation"),
        ("relatedLocations", "", "id physicalLocation message"),
        ("physicalLocation", "artifactLocation", "region contextRegion"),
        ("artifactLocation", "", "uri"),
        ("region", "", "startLine startColumn endColumn"),
        ("contextRegion", "", "startLine snippet"),
        ("snippet", "", "text"),
        ("message", "text", ""),
        ("shortDescription", "text", ""),
        ("fullDescription", "text", ""),
        ("help", "text", ""),
    )
}
"""The objects of SARIF 2.1.0 that we write: the keys that the standard requires and the optional ones that we use."""


@pytest.fixture
def races(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a, b%c").mkdir()
    files = {
        "bad.race": BAD,
        "good.race": GOOD,
        "meant.race": f"{BAD}expect illegal {RULE}\n",
        "missed.race": GOOD.replace("\n", "\nexpect illegal\n", 1),
        "open.race": f"{HEAD}4 Charge -> 13b\n",
        "mess.race": "(\n",
        "a, b%c/bad.race": BAD,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    code = main(["verify", *argv])
    out, err = capsys.readouterr()
    assert err == ""
    return code, out


def sarif(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    code, out = call(capsys, *argv, "--format", "sarif")
    log: dict[str, Any] = json.loads(out)
    fits(log, "log")
    [run] = log["runs"]
    assert run["invocations"][0]["exitCode"] == code
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    found: dict[str, Any] = run
    return found


def fits(value: Mapping[str, Any], name: str) -> None:
    """Each object has all required keys and no unknown ones."""
    needed, known = SHAPES[name]
    assert needed <= value.keys() <= known, (name, value.keys())
    for key, inner in value.items():
        if key == "properties":
            continue
        for one in inner if isinstance(inner, list) else [inner]:
            if isinstance(one, dict):
                fits(one, "run" if key == "runs" else key)
        if key in ("startLine", "startColumn", "endColumn"):
            assert inner >= 1
    if name == "region":
        assert value.get("endColumn", 1) >= value.get("startColumn", 1)
    if name == "artifactLocation":
        assert re.fullmatch(r"[A-Za-z0-9._~/%-]+", value["uri"])


def test_a_broken_rule_in_sarif(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = sarif(capsys, "bad.race")
    [result] = run["results"]
    [rule] = run["tool"]["driver"]["rules"]
    entry = load_rules(DATA)[RULE]
    assert (rule["id"], rule["shortDescription"], rule["fullDescription"]) == (
        RULE,
        {"text": entry.title},
        {"text": entry.digest},
    )
    assert (result["ruleId"], result["level"]) == (RULE, "error")
    assert result["message"]["text"].splitlines()[0].startswith("`o` goes outward")
    [place] = result["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "bad.race"},
        "region": {"startLine": 12, "startColumn": 22, "endColumn": 23},
        "contextRegion": {"startLine": 12, "snippet": {"text": "29 Riding the Draft: o f3"}},
    }


def test_all_files_of_a_folder_in_sarif(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = sarif(capsys, ".", "gone.race")
    found = [
        (one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], one["ruleId"], one["level"])
        for one in run["results"]
    ]
    assert found == [
        ("a%2C%20b%25c/bad.race", RULE, "error"),
        ("bad.race", RULE, "error"),
        ("meant.race", RULE, "note"),
        ("mess.race", "unreadable", "error"),
        ("missed.race", "not-as-expected", "error"),
        ("open.race", "ambiguous", "warning"),
        ("gone.race", "unreadable", "error"),
    ]
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert ids == sorted({id for _, id, _ in found})


def test_the_same_again_and_nothing_of_the_machine(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("sarif", "github"):
        first = call(capsys, str(races), "--format", form)
        assert first == call(capsys, str(races), "--format", form)
        assert str(races) not in first[1]


@pytest.mark.parametrize("form", ["sarif", "github"])
def test_exit_codes_are_those_of_the_text(form: str, races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["bad.race"], ["good.race"], ["open.race"], ["mess.race"], ["meant.race"], ["missed.race"]):
        for more in ([], ["--exit-zero"], ["--allow-undetermined"], ["--quiet"]):
            text, _ = call(capsys, *words, *more)
            assert call(capsys, *words, *more, "--format", form)[0] == text


def test_quiet_leaves_out_what_was_expected(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sarif(capsys, "meant.race", "--quiet")["results"] == []
    assert call(capsys, "meant.race", "--quiet", "--format", "github") == (0, "")


def test_a_good_record_says_nothing(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sarif(capsys, "good.race")["results"] == []
    assert call(capsys, "good.race", "--format", "github") == (0, "")


def test_workflow_commands(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = call(
        capsys, "a, b%c/bad.race", "meant.race", "missed.race", "open.race", "--format", "github"
    )
    lines = out.splitlines()
    assert code == 1
    assert [line.split(" ", 1)[0] for line in lines] == ["::error", "::notice", "::error", "::warning"]
    assert lines[0].startswith(
        "::error file=a%2C b%25c/bad.race,line=12,col=22,endColumn=23,title=illegal TA-RC-riding-the-draft::"
        "a, b%25c/bad.race:12:22: `o` goes outward"
    )
    assert "%0Alegal instead: f" in lines[0]
    assert lines[2] == (
        "::error file=missed.race,line=2,title=not as expected::missed.race:2: expected illegal, found legal"
    )


def test_what_comes_out_under_every_reading(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = call(capsys, "good.race", "--all-rulings", "--format", "github")
    assert code == 0
    assert out == (
        "::notice file=good.race,line=1,title=every reading::good.race:1: legal under every reading\n"
    )
    [result] = sarif(capsys, "good.race", "--all-rulings")["results"]
    assert (result["ruleId"], result["level"]) == ("every-reading", "note")
    assert result["message"]["text"] == "legal under every reading"


def test_a_file_as_a_whole_has_no_line(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = call(capsys, "gone.race", "--format", "github")
    assert code == 2
    assert out.startswith(
        "::error file=gone.race,title=unreadable::gone.race: there is no such file%0Ahelp: "
    )
    [result] = sarif(capsys, "gone.race")["results"]
    assert "region" not in result["locations"][0]["physicalLocation"]


def test_text_from_a_record_ends_no_command() -> None:
    finding = Finding(
        "claim",
        "a.race",
        3,
        4,
        4,
        "100% {x}\r\n::error::y",
        ("TA-1", "TA-2"),
        related=(Related(2, "[a](1)"),),
    )
    report = RecordReport("a.race", 1, 1, "thunder-alley", "illegal", findings=(finding,))
    text = github_text([report])
    assert text.count("\n") == 1 and "100%25 {x}" in text
    assert text.startswith("::error file=a.race,line=3,col=4,endColumn=4,title=claim TA-1 TA-2::")
    log = sarif_log(1, [report])
    fits(log, "log")
    [result] = log["runs"][0]["results"]
    assert result["message"]["text"].startswith("100% {{x}}")
    assert result["relatedLocations"][0]["physicalLocation"]["region"] == {"startLine": 2}
    assert [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]] == ["TA-1", "TA-2"]


def test_names_of_files(races: Path) -> None:
    assert file_name("-") == "stdin"
    assert file_name(str(races / "a" / "b.race")) == "a/b.race"
    assert file_name("./x/../b.race") == "x/../b.race"
    assert file_name("/elsewhere/b.race") == "/elsewhere/b.race"


def test_a_refused_command(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = sarif(capsys, "bad.race", "--ruleset", "eng-2014")
    assert run["results"] == [] and run["invocations"][0]["executionSuccessful"] is False
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert "did you mean `en-2014`?" in note["message"]["text"]
    code, out = call(capsys, "bad.race", "--ruleset", "eng-2014", "--format=github")
    assert code == 2
    assert out.startswith(
        "::error title=steward verify::`--ruleset`: there is no ruleset `eng-2014` (did you"
    )


def test_other_verbs_have_no_such_form(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", "bad.race", "--format", "sarif"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "invalid choice: 'sarif'" in err
