"""Of two changes at once, `diff` names the one that causes a difference, or both."""

import json
from pathlib import Path
from typing import Any

import pytest

from model.ruleset import default_ruleset, load_ruleset
from model.thunder_alley.facts import DATA
from verifier.cli import main
from verifier.cli.diff import changes_of
from verifier.games import find_game
from verifier.rulesets.changes import together
from verifier.rulesets.diff_witness import Trial, causes
from verifier.thunder_alley.check import differences, finding, settled
from verifier.thunder_alley.check.anywhere import Kind

TRACK = """game thunder-alley
track
  sectors 1-8 a b c
  ring
  line 8
  green 6
  restart a b
end
laps 2
team Red 1 2
team Blue 3 4
"""
BUMP = f"{TRACK}position\n  1 3b\n  3 4b\nend\n1 Dirty Air left 2: f!/2\n"
PITS = f"{TRACK}position\n  turn 2\n  first Red\n  step pits\n  flag green\n  1 8a crossed 2\n  2 1b crossed 2\nend\n"
OVER = (
    f"{TRACK}position\n  lap 2\n  step over\n  1 place 1 crossed 3 led 3\n  3 place 2 crossed 3 led 1\nend\n"
)
DRIVER = "game rallyman\nstage hollow-pine\ndriver A tyres=snow\nposition\n  turn 2\n  order A\n"
SAME_GEAR = f"{DRIVER}  A s4 g5\nend\nR2 A: g 5\n"

FIRST, SECOND, BOTH = (0,), (1,), (0, 1)

DOUBLE = [
    (BUMP, "without TA-BUMP", "ruling voluntary-retirement-timing = any-time", FIRST),
    (BUMP, "ruling team-score-tie = shared", "without TA-BUMP", SECOND),
    (f"{OVER}result Red 51\n", "set turn-led-points = 2", "set most-led-points = 3", BOTH),
    (f"{PITS}pit 1\ncheck 1 at 5p\n", "option variable-pit-stops", "set variable-pit-base = 3", BOTH),
    (f"{PITS}pit 1\ncheck 1 at 6p\n", "option variable-pit-stops", "set green-pit-spaces = 3", FIRST),
    (f"{PITS}pit 1 2\n", "set green-pit-spaces = 3", "ruling cars-allowed-to-pit = one", SECOND),
    (f"{OVER}result Red 53\n", "set turn-led-points = 2", "ruling turn-led-bonus = per-marker", BOTH),
    (f"{OVER}result Red 50\n", "ruling turn-led-bonus = per-marker", "without TA-BUMP", FIRST),
    (SAME_GEAR, "option splits", "ruling gas-then-same-gear = B", SECOND),
    (SAME_GEAR, "ruling gas-then-same-gear = B", "set black_dice = 4", FIRST),
]


@pytest.mark.parametrize(("record", "one", "two", "wanted"), DOUBLE)
@pytest.mark.parametrize("asked", [0, 1])
def test_the_cause_of_a_difference(
    record: str, one: str, two: str, wanted: tuple[int, ...], asked: int
) -> None:
    lines = record.splitlines()
    game = find_game(lines[0].removeprefix("game "))
    first = default_ruleset(game.data)
    every = [change for line in (one, two) for change in changes_of(game, line)]
    pair = first, together(first, every)
    trial = Trial(game, lines)
    assert set(map(trial.verdict, pair)) == {"legal", "illegal"}
    why = causes(trial, pair, every, every[asked])
    assert why == tuple(every[number] for number in wanted)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly any moves: the differences here show elsewhere."""
    monkeypatch.setattr(differences, "movements", lambda: iter([Kind("solo")]))
    monkeypatch.setattr(differences, "SIZES", ((1, 1), (2, 1)))
    monkeypatch.setattr(settled, "SIZES", ((1, 1),))
    monkeypatch.setattr(finding, "MOST_CARS", 2)


def asked(capsys: pytest.CaptureFixture[str], code: int, *words: str) -> dict[str, Any]:
    """The answer of `diff`, with the outcome and the causes of each change; each record is decided differently by the rulesets
    named."""
    assert main(["diff", *words, "--jobs", "1", "--format", "json"]) == code
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.usefixtures("few")
def test_a_difference_that_only_two_changes_make(capsys: pytest.CaptureFixture[str]) -> None:
    """A number without its option is never looked up; with it, it moves the car further."""
    lines = ("option variable-pit-stops", "set variable-pit-base = 3")
    answer = asked(capsys, 1, "en-2014", *(word for line in lines for word in ("--with", line)))
    number, option = answer["changes"]
    assert number["change"] == "variable-pit-base = 3" and option["change"] == "option variable-pit-stops on"
    assert number["causes"] == [number["change"], option["change"]]
    assert option["causes"] == [option["change"]]


@pytest.mark.usefixtures("few")
def test_a_change_that_another_one_hides_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """With variable pit stops the fixed number of spaces counts for nothing."""
    lines = ("option variable-pit-stops", "set green-pit-spaces = 3")
    answer = asked(capsys, 1, "en-2014", *(word for line in lines for word in ("--with", line)))
    number, option = answer["changes"]
    assert (number["outcome"], option["outcome"]) == ("same", "witness")
    assert "other changes hide" in number["fact"] and answer["overall"] == "different"


@pytest.mark.usefixtures("few")
def test_a_change_that_another_one_makes_up_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a pileup goes on past cars that it may not hit, it goes past the car of a team without others on the track too."""
    house = tmp_path / "past.toml"
    chosen = 'pileup-bypass = "continue-past-bypassed"\nteam-bar-skips-teams = "not-skipped"\n'
    house.write_text(f'extends = "en-2014"\n[rulings]\n{chosen}', encoding="utf-8")
    changes = {one["name"]: one for one in asked(capsys, 3, str(house), "en-2014")["changes"]}
    bar = changes["team-bar-skips-teams"]
    assert bar["outcome"] == "not asked" and "pileup-bypass = stop-at-first-bypassed" in bar["fact"]


@pytest.mark.usefixtures("few")
def test_readings_of_pits_scoring_and_an_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "club.toml"
    readings = {
        "cars-allowed-to-pit": "one",
        "brush-the-wall-which": "any-wall",
        "turn-led-bonus": "per-marker",
    }
    chosen = "".join(f'{id} = "{reading}"\n' for id, reading in readings.items())
    house.write_text(f'extends = "en-2014"\n[rulings]\n{chosen}', encoding="utf-8")
    changes = asked(capsys, 1, "en-2014", str(house))["changes"]
    assert [(one["name"], one["outcome"]) for one in changes] == [(id, "witness") for id in readings]
    for one in changes:
        record = tmp_path / "witness.race"
        record.write_text("\n".join((*one["record"], "")), encoding="utf-8")
        codes = {
            main(["verify", str(record), "--ruleset", name, "--both"]) for name in ("en-2014", str(house))
        }
        assert codes == {0, 1}
        capsys.readouterr()


@pytest.mark.usefixtures("few")
def test_every_changed_reading_of_a_translation_has_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(finding, "MOST_CARS", 1)
    own, other = default_ruleset(DATA), load_ruleset(DATA, "es")
    changes = asked(capsys, 1, "en-2014", "es")["changes"]
    wanted = [id for id, reading in other.readings.items() if own.readings[id] != reading]
    assert sorted(one["name"] for one in changes) == sorted(wanted)
    assert all(
        one["record"] if one["outcome"] == "witness" else one["fact"] or one["bound"] for one in changes
    )


def test_a_line_that_changes_no_rule_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for line, said in (
        ("laps 3", "`laps 3` states no change of the rules"),
        ("ruling bump-splitt = may-split", "there is no ruling `bump-splitt`"),
        ("without TA-6.7", "`TA-6.7` cannot be left out"),
    ):
        assert main(["diff", "en-2014", "--with", line]) == 2
        assert said in capsys.readouterr().err
    assert main(["diff", "en-2014"]) == 2
