"""`steward rules` and `steward rulings`: indexes, one entry, gaps, and the messages for a wrong name."""

import json
from pathlib import Path

import pytest

from model.datafiles import GameData, shipped_games
from model.errors import ModelError
from model.rules import load_rules
from model.ruleset import default_ruleset, with_changes
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.cli import main, rules
from verifier.cli.rule_links import ROOT, find_links


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_index_lists_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "rules")
    assert (code, err) == (0, "")
    assert f"thunder-alley: {len(load_rules(DATA).rules)} rules\n" in out
    out = call(capsys, "rules", "thunder-alley")[1]
    listed = [line.split()[0] for line in out.splitlines() if line.startswith("  TA-")]
    assert listed == list(load_rules(DATA).rules)
    assert call(capsys, "rules", "Thunder_Alley")[1] == out


def test_one_rule(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "rules", "ta-6.7")
    assert code == 0
    assert out.startswith("TA-6.7  lateral displacement\n  For 2 MPs the active car")
    for line in (
        "  kind        effect",
        "  sources     English rulebook, 2014, p. 8",
        "  clauses     TA-6.7-cascade  displacement passed on",
        "  rulings     bump-lateral-wording",
        "  enforced    verifier/thunder_alley/engine/",
    ):
        assert f"\n{line}" in out
    assert all(len(line) <= 110 for line in out.splitlines())


def test_a_chapter_shows_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    out = call(capsys, "rules", "thunder-alley", "6.9.3")[1]
    assert out.startswith("TA-6.9.3  which lane is the line")
    assert "part of     TA-6.9  drafting and corners" in out
    assert "enforced    by its clauses" in out
    pages = call(capsys, "rules", "ta-2")[1].split("\n\nTA-")
    assert len(pages) == 7


@pytest.mark.parametrize(
    ("verb", "words", "told"),
    [
        (
            "rules",
            ["TA-6.1-cots"],
            "rules: there is no rule `TA-6.1-cots` in thunder-alley (did you mean `TA-6.1-cost`?)",
        ),
        (
            "rules",
            ["thunder-aley"],
            "rules: `thunder-aley` is neither a game nor a rule id (did you mean `thunder-alley`?)",
        ),
        (
            "rules",
            ["XX-1"],
            "rules: `XX-1` is neither a game nor a rule id (rule ids begin with GR- (great-race), RM- (rallyman), "
            "TA- (thunder-alley)",
        ),
        ("rules", ["TA-1.1", "TA-1.2"], "rules: at most one game and one rule id"),
        (
            "rules",
            ["thunder-alley", "TA-1.1", "--markdown"],
            "rules: `--markdown` prints the rule book of one game",
        ),
        ("rules", ["TA-1.1", "--gaps"], "rules: `--gaps` looks at all rules of a game"),
        (
            "rulings",
            ["clean-air-txt"],
            "rulings: there is no ruling `clean-air-txt` (did you mean `clean-air-text`?)",
        ),
        (
            "rulings",
            ["thunder-aley"],
            "rulings: there is no ruling `thunder-aley` (did you mean `thunder-alley`?)",
        ),
        ("rulings", ["qqq"], "rulings: there is no ruling `qqq` (`steward rulings` lists them)"),
    ],
)
def test_a_wrong_name_is_refused(
    capsys: pytest.CaptureFixture[str], verb: str, words: list[str], told: str
) -> None:
    code, out, err = call(capsys, verb, *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"steward {told}")
    code, out, err = call(capsys, verb, *words, "--format", "json")
    envelope = json.loads(out)
    assert (code, err, envelope["exit"]) == (2, "", 2)
    assert envelope["errors"][0]["what"] in told


def test_records_that_rest_on_a_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    races = ROOT / "replays/thunder_alley"
    paths = [races / "winter-cup-1.race", races / "winter-cup-3.race", races / "illegal/stops-early.race"]
    command = ["rulings", "draft-start-linked-lateral", "--records", *map(str, paths)]
    assert main(command) == 0
    assert capsys.readouterr().out == (
        f"{paths[1]}:1 legal: rests on ruling draft-start-linked-lateral = lateral-allowed (illegal by "
        "TA-6.4.1-no-lane-change in line 51 under `lateral-forbidden`)\n"
        "1 of 3 records rests on draft-start-linked-lateral\n"
    )
    assert main([*command, "gone.race", "--format", "json"]) == 2
    answer = json.loads(capsys.readouterr().out)
    assert [one["file"] for one in answer["records"]] == [str(paths[1])]
    assert (answer["summary"]["records"], answer["summary"]["unreadable"]) == (4, 1)
    assert main([*command, "gone.race"]) == 2
    out = capsys.readouterr().out
    assert "gone.race unreadable  there is no such file" in out
    assert out.endswith("1 of 4 records rests on draft-start-linked-lateral; 1 cannot be read\n")


def test_records_that_rest_on_an_assumed_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["rulings", "spare_wheel_seconds", "--records", str(ROOT / "replays/rallyman/wheel-first.race")])
        == 0
    )
    assert capsys.readouterr().out.endswith("\n1 of 1 records rests on spare_wheel_seconds\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "which ruling? (`steward rulings` lists them)"),
        (["clean-air-txt"], "there is no ruling `clean-air-txt` (did you mean `clean-air-text`?)"),
        (
            ["rallyman", "clean-air-text"],
            "there is no ruling `clean-air-text` (`steward rulings` lists them)",
        ),
        (["a", "b"], "at most one game and one ruling id (games: great-race, rallyman, thunder-alley)"),
    ],
)
def test_records_of_a_wrong_ruling(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", *words, "--records", str(ROOT / "docs/examples")]) == 2
    assert capsys.readouterr().err == f"steward rulings: {told}\n"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    envelope = json.loads(call(capsys, "rules", "TA-6.1-cost", "--format", "json")[1])
    assert {key: envelope[key] for key in ("schema", "verb", "tool", "exit")} == {
        "schema": "race-steward/1",
        "verb": "rules",
        "tool": "0.1.0",
        "exit": 0,
    }
    (entry,) = envelope["rules"]
    assert (entry["id"], entry["parent"], entry["kind"]) == ("TA-6.1-cost", "TA-6.1", "legality")
    assert all(place.startswith("verifier/thunder_alley/engine/") for place in entry["enforced"])
    index = json.loads(call(capsys, "rules", "thunder-alley", "--format", "json")[1])
    assert [one["id"] for one in index["rules"]] == list(load_rules(DATA).rules)
    listed = json.loads(call(capsys, "rulings", "thunder-alley", "--format", "json")[1])["rulings"]
    assert [one["id"] for one in listed] == list(load_rulings(DATA).rulings)
    pit = json.loads(call(capsys, "rulings", "--no-witness", "cars-allowed-to-pit", "--format", "json")[1])[
        "rulings"
    ]
    assert [one for one in listed if one["id"] == "cars-allowed-to-pit"] == pit
    assert [reading["support"] for reading in pit[0]["readings"]] == [
        ["EN pp. 4, 9", "EL ch. 3.5.3, 9.5"],
        ["ES ch. 3.5.3, 9.1"],
        ["EL ch. 9.1"],
    ]


def test_the_index_of_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "rulings", "thunder-alley")
    assert code == 0
    assert out.startswith(
        "thunder-alley: 173 rulings, 82 open to choice (-> default; others)\n\nA  Editions differ\n"
    )
    assert "-> yes (EN pp. 10-11; EL ch. 10.1); no (ES ch. 10.1)" in " ".join(out.split())
    assert "turn? (EN p. 3; ES ch. 3.4; EL ch. 3.4) lateral-ban" in " ".join(out.split())


def test_one_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    out = call(capsys, "rulings", "--no-witness", "Cars-Allowed-To-Pit")[1]
    assert "  readings    any-number (default; EN pp. 4, 9; EL ch. 3.5.3, 9.5)\n" in out
    assert "              one-or-all (EL ch. 9.1)\n" in out
    assert all(
        len(line) <= 110
        for line in call(capsys, "rulings", "--no-witness", "immaterial-differences")[1].splitlines()
    )
    assert "separates   blue pits 15 and 9 but not 24" in out
    note = call(capsys, "rulings", "--no-witness", "thunder-alley", "rain-flag")[1]
    assert "default     the only reading" in note
    assert "choose" not in note
    assert "cannot be chosen" in call(capsys, "rulings", "--no-witness", "collision-originator")[1]


@pytest.mark.parametrize("data", shipped_games(), ids=lambda data: data.game)
def test_what_is_counted_as_open_can_be_chosen(data: GameData, capsys: pytest.CaptureFixture[str]) -> None:
    """The index counts rulings with two readings or more that a record can choose, and gives the reason for every other
    reading."""
    out = call(capsys, "rulings", data.game)[1]
    book, base = load_rulings(data).rulings.values(), default_ruleset(data)
    chosen = {one.id: 0 for one in book}
    closed = 0
    for one in book:
        for reading in one.readings:
            try:
                with_changes(data, base, rulings={one.id: reading})
                chosen[one.id] += 1
            except ModelError:
                closed += one.selectable
    count = sum(number > 1 for number in chosen.values())
    assert out.startswith(f"{data.game}: {len(book)} rulings, {count} open to choice ")
    assert " ".join(out.split()).count("cannot be chosen: ") == closed > 0


def test_a_parameter_among_the_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "rulings", "rallyman", "Spare_Wheel_Seconds")
    assert code == 0
    assert out.startswith("spare_wheel_seconds  (rallyman, a parameter, not a ruling)\n")
    assert "  value       60 seconds, assumed\n" in out
    assert "  choose      set spare_wheel_seconds = 60\n" in out
    listed = json.loads(call(capsys, "rulings", "green-pit-spaces", "--format", "json")[1])
    assert [one["value"] for one in listed["parameters"]] == [5]
    code, _, err = call(capsys, "rulings", "rallyman", "black-dise")
    assert (code, "did you mean `black_dice`?" in err) == (2, True)
    assert "write `option attack`" in call(capsys, "rulings", "rallyman", "attack")[2]


def test_the_rulings_of_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    out = call(capsys, "rulings", "ta-9.6")[1]
    assert out.startswith("TA-9.6  yellow restart: rulings")
    assert "restart-fill-holes" in out
    assert call(capsys, "rulings", "TA-1.4")[1].endswith("  none\n")


def project(folder: Path) -> Path:
    engine = folder / "verifier/thunder_alley/engine"
    engine.mkdir(parents=True)
    (engine / "push.py").write_text(
        '"""TA-6.3"""\nBreach("TA-6.8", f"TA-6.9 {1}")\nx = ("TA-6.8", "TA-6.8 x")\n'
    )
    cases = folder / "tests/cases/thunder_alley"
    cases.mkdir(parents=True)
    (cases / "pushing.race").write_text(
        "game thunder-alley\nshows TA-6.8\nexpect illegal TA-6.8-cascade or TA-6.2\n"
        "game thunder-alley\nshows TA-6.8 TA-BUMP\n"
        "game thunder-alley\nshows TA-6.9.1\nexpect legal under a = b\nexpect illegal TA-6.9.1 under a = c\n"
        "game thunder-alley\nshows TA-3.4\nexpect undetermined\n(\n"
    )
    replays = folder / "replays"
    replays.mkdir()
    (replays / "a.race").write_text(
        "game thunder-alley\nshows ta-6.8, TA-6.2 # TA-6.3\nexpect illegal TA-BUMP\n"
    )
    return folder


def test_links_are_found_in_code_cases_and_records(tmp_path: Path) -> None:
    links = find_links(DATA, project(tmp_path))
    push = "verifier/thunder_alley/engine/push.py"
    assert links.engine == {"TA-6.8": (f"{push}:2", f"{push}:3")}
    cases = "tests/cases/thunder_alley/pushing.race"
    assert links.broken == {
        "TA-6.2": (f"{cases}:1",),
        "TA-6.8": (f"{cases}:1",),
        "TA-6.8-cascade": (f"{cases}:1",),
        "TA-6.9.1": (f"{cases}:6",),
    }
    assert links.kept == {
        "TA-6.8": (f"{cases}:4",),
        "TA-BUMP": (f"{cases}:4",),
        "TA-6.9.1": (f"{cases}:6",),
    }
    assert links.records == dict.fromkeys(("TA-6.2", "TA-6.8", "TA-BUMP"), ("replays/a.race",))


def test_gaps_name_what_is_missing(tmp_path: Path) -> None:
    book = load_rules(DATA)
    found = {gap.id: gap.missing for gap in rules.gaps(book, find_links(DATA, project(tmp_path)))}
    assert "TA-6.8" not in found  # its clause is broken in a case
    assert found["TA-6.8-cascade"] == ("engine", "kept")
    assert found["TA-BUMP"] == ("engine", "broken")
    assert found["TA-6.9.1"] == ("engine",)
    assert "TA-6.2" not in found  # a definition
    assert found["TA-9.3"] == ("engine", "kept", "broken")


def test_gaps_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "rules", "--gaps")
    assert code == 0
    assert " rules lack something" in out.splitlines()[0]
    listed = json.loads(call(capsys, "rules", "thunder-alley", "--gaps", "--format", "json")[1])["gaps"]
    assert {gap["id"] for gap in listed} <= set(load_rules(DATA).rules)


def test_without_a_project_folder_only_the_engine_is_looked_at(tmp_path: Path) -> None:
    links = find_links(DATA, tmp_path)
    assert not links.cases_seen
    assert {gap.missing for gap in rules.gaps(load_rules(DATA), links)} == {("engine",)}


def test_the_rule_book_in_the_docs_is_fresh() -> None:
    """Made by `steward rules thunder-alley --markdown > docs/rules/thunder-alley.md`."""
    book = load_rules(DATA)
    made = rules.markdown(book, load_rulings(DATA))
    assert (ROOT / "docs/rules/thunder-alley.md").read_text(encoding="utf-8") == made
