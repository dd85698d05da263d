"""`steward rules --coverage`: which rules records keep, and which they break."""

import json
from pathlib import Path
from typing import Any

import pytest

from model.rules import DEFINITION, load_rules
from model.thunder_alley.facts import DATA
from tests.cli.records import HEAD
from verifier.cli import main

LEGAL = f"{HEAD}shows TA-6.1-cost TA-9.6\n29 Charge: f7\n4 Charge: f>b f6\n"
ILLEGAL = f"{HEAD}29 Riding the Draft: o f3\n"
CLAIM = f"{HEAD}check leader 15\n"


@pytest.fixture
def races(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("legal", LEGAL), ("illegal", ILLEGAL), ("claim", CLAIM), ("torn", f"{HEAD}(\n")):
        Path(f"{name}.race").write_text(text, encoding="utf-8")
    return tmp_path


def asked(
    capsys: pytest.CaptureFixture[str], *paths: str
) -> tuple[dict[str, dict[str, Any]], dict[str, int]]:
    """The rows by rule, and the summary."""
    assert main(["rules", "thunder-alley", "--format", "json", "--coverage", *paths]) == 0
    answer = json.loads(capsys.readouterr().out)
    return {row["id"]: row for row in answer["coverage"]}, answer["summary"]


def counts(row: dict[str, Any]) -> tuple[int, int, int]:
    return row["kept"], row["broken"], row["shown"]


def test_rules_kept(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, summary = asked(capsys, "legal.race")
    assert list(rows) == list(load_rules(DATA).rules)
    assert counts(rows["TA-3.4-7"]) == (2, 0, 0)
    assert counts(rows["TA-6.1-cost"]) == (2, 0, 1)
    assert counts(rows["TA-9.6"]) == (0, 0, 1)
    assert counts(rows["TA-RC-slingshot"]) == (0, 0, 0)
    assert (summary["records"], summary["unreadable"], summary["broken"]) == (1, 0, 0)


def test_the_rules_of_a_trace_are_those_kept(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "legal.race", "--trace", "--format", "json"]) == 0
    [record] = json.loads(capsys.readouterr().out)["records"]
    told = [line["sentence"].partition("; by ")[2].split() for line in record["trace"]]
    rows, _ = asked(capsys, "legal.race")
    clauses = {id for id in rows if load_rules(DATA).clauses(id)}
    named = {rule for rules in told for rule in rules}
    assert named and named - clauses == {id for id, row in rows.items() if row["kept"]} - clauses


def test_a_rule_counts_the_lines_of_its_clauses_once(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, _ = asked(capsys, "legal.race")
    clauses = load_rules(DATA).clauses("TA-3.4")
    assert sum(rows[id]["kept"] for id in clauses) > rows["TA-3.4"]["kept"] == 2


def test_rules_broken(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, summary = asked(capsys, "illegal.race", "claim.race")
    assert rows["TA-RC-riding-the-draft"]["broken"] == 1
    assert rows["TA-4.1"]["broken"] == 1
    assert summary["kept"] == 0 and summary["broken"] >= 2
    book = load_rules(DATA)
    due = [rule.id for rule in book if rule.kind != DEFINITION and not rule.unmodelled]
    unseen = [id for id in due if not rows[id]["kept"] and not rows[id]["broken"]]
    assert (summary["rules"], summary["unseen"]) == (len(due), len(unseen))


def test_as_text(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "thunder-alley", "--coverage", "."]) == 0
    out, err = capsys.readouterr()
    _, summary = asked(capsys, ".")
    assert err == ""
    head, *lines = out.splitlines()
    assert head == (
        f"thunder-alley: {summary['kept']} of {summary['rules']} rules kept, {summary['broken']} broken, "
        f"{summary['unseen']} without a record (4 records, 1 of them unreadable)"
    )
    assert [line.split() for line in lines if line.startswith("  TA-3.4-7 ")] == [
        ["TA-3.4-7", "kept", "2", "flipping", "the", "car"]
    ]
    assert f"{summary['unseen']} rules without a record:" in lines
    listed = lines[lines.index(f"{summary['unseen']} rules without a record:") :]
    assert sum(line.startswith("  TA-") for line in listed) == summary["unseen"]
    assert any(line.startswith("  TA-RC-slingshot ") for line in listed)
    assert not any(line.startswith(("  TA-3.4-7 ", "  TA-RC-riding-the-draft ")) for line in listed)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--coverage", "gone.race"], "gone.race: there is no such file"),
        (["TA-6.1", "--coverage", "legal.race"], "`--coverage` looks at all rules of a game"),
        (["--coverage"], "argument --coverage: expected at least one argument"),
        (["--coverage", "legal.race", "--gaps"], "not allowed with argument --coverage"),
    ],
)
def test_what_is_refused(
    words: list[str], said: str, races: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and said in err


def test_own_tracks_of_the_settings_are_found(races: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (races / ".git").mkdir()
    (races / "own").mkdir()
    (races / "steward.toml").write_text('[folders]\ntracks = ["own"]\n', encoding="utf-8")
    (races / "own/home-oval.toml").write_text(
        'title = "Home"\nsource = "made up"\n[track]\nring = 8\nstart_finish_after_sector = 8\nmax_cars = 8\n'
        'restart_lanes = ["a", "b"]\n[[track.section]]\nsectors = [1, 8]\nlanes = ["a", "b"]\n',
        encoding="utf-8",
    )
    (races / "home.race").write_text(
        "game thunder-alley\ntrack home-oval\nteam Red 29\nposition\n  29 2a\nend\n29 Charge: f7\n",
        encoding="utf-8",
    )
    rows, summary = asked(capsys, "home.race")
    assert summary["unreadable"] == 0 and rows["TA-3.4-7"]["kept"] == 1
