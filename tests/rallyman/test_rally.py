"""Rally records and what their stages must not contradict."""

from collections import Counter
from pathlib import Path

import pytest

from tests.rallyman.long_run import OTHER, run
from verifier.cli import main
from verifier.findings import VERDICTS
from verifier.rallyman.game import GAME
from verifier.records.heading import Overrides
from verifier.records.replay import Options, RecordReport, verify

FOLDER = Path(__file__).parents[2] / "replays" / "rallyman"
RALLY = (FOLDER / "pine-weekend.race").read_text(encoding="utf-8")


def judged(text: str) -> RecordReport:
    return verify(text, str(FOLDER / "rally.race"))[0]


def test_the_rally_is_legal_to_its_result() -> None:
    report = judged(RALLY)
    assert (report.verdict, report.complete) == ("legal", True)
    assert report.result is not None and list(report.result.items()) == [("B", 854), ("A", 1131)]


def test_a_reading_chosen_on_the_command_line_holds_for_the_stages() -> None:
    chosen = Options(Overrides(rulings=(("dirt-between-stages", "B"),)))
    [report] = verify(RALLY, str(FOLDER / "rally.race"), chosen)
    assert report.verdict == "legal"


def test_times_are_told_best_first_and_who_is_out_last() -> None:
    path = FOLDER / "ridge-cup.race"
    [report] = verify(path.read_text(encoding="utf-8"), str(path), Options(steps=True))
    first, *_, last = [step for step in report.steps if step.statement.kind == "rally_race"]
    assert first.sentence.startswith("stage 1 is driven: B 8:24, C 8:32, D 10:44, A out; by")
    assert GAME.summary(first.after, 80)[0] == "stages driven: 1; totals B 8:24, C 8:32, D 10:44, A out"
    assert GAME.summary(last.after, 80)[0] == "stages driven: 3; totals C 24:10, B 26:03, D 28:08, A out"
    assert list(report.result or ()) == ["C", "B", "D"]


@pytest.mark.parametrize(
    ("old", "new", "verdict", "rule"),
    [
        ("assistance\n", "", "illegal", "RM-15.4"),
        ("tyres B snow\n", "", "illegal", "RM-14.3"),
        ("spare B  #", "# spare B", "illegal", "RM-9.14"),
        ("check total A", "check total B 1:00 A", "illegal", "RM-13.4"),
        ('check start A B\nrace "pine-3', 'check start B A\nrace "pine-3', "illegal", "RM-3.4"),
        ("option splits\n", "", "unreadable", ""),
        ('race "pine-2.race"', 'race "pine-9.race"', "unreadable", ""),
        ('race "pine-2.race"', 'race "pine-weekend.race"', "unreadable", ""),
        ('race "pine-2.race"', 'race "../thunder_alley/first-race.race"', "unreadable", ""),
        ('race "pine-2.race"', 'race "illegal/stage-time.race"', "unreadable", ""),
        ('race "pine-2.race"', "R1 A: 1 =1", "unreadable", ""),
        ("driver B", 'driver C "Cleo"\ndriver B', "unreadable", ""),
    ],
)
def test_changes(old: str, new: str, verdict: str, rule: str) -> None:
    assert old in RALLY
    report = judged(RALLY.replace(old, new, 1))
    assert report.verdict == verdict, report.findings
    decides = report.deciding
    assert decides is not None
    assert (decides.rules[0] if decides.rules else "") == rule, decides


@pytest.mark.parametrize("stages", [0, 1, 2])
@pytest.mark.parametrize(
    ("scores", "verdict"), [("A 18:51 B 14:14", "illegal"), ("A ? B 14:14", "illegal"), ("A ? B ?", "legal")]
)
def test_a_result_stands_behind_the_third_stage(stages: int, scores: str, verdict: str) -> None:
    lines = RALLY.splitlines()
    races = [number for number, line in enumerate(lines) if line.startswith("race ")]
    text = "\n".join([*lines[: races[stages]], f"result {scores}"]) + "\n"
    report = judged(text)
    assert report.verdict == verdict, report.findings
    if verdict == "illegal":
        [finding] = report.findings
        assert finding.rules == ("RM-13.6", "RM-1.4")
        assert finding.line == len(text.splitlines())
        assert f"{stages} of 3 stages" in finding.fact
        assert "`race`" in finding.help


def test_the_sums_so_far_are_a_check() -> None:
    """The check that the finding about a premature result suggests."""
    before, _ = RALLY.split('race "pine-3')
    [report] = verify(before, str(FOLDER / "rally.race"))
    sums = " ".join(f"{name} {seconds}" for name, seconds in report.table.rally.totals.items())
    assert judged(f"{before}check total {sums}\n").verdict == "legal"


def test_a_fourth_stage_is_one_too_many() -> None:
    text = RALLY.replace("check places", 'race "pine-3.race"\ncheck places', 1)
    report = judged(text)
    assert report.verdict == "unreadable"
    assert "one more" in report.findings[0].fact


def test_lines_of_a_rally_belong_in_a_rally() -> None:
    report = verify("game rallyman\nstage hollow-pine\ndriver A\nassistance\n")[0]
    assert report.verdict == "unreadable"
    assert report.findings[0].fact == "this record is one stage, not a rally"


def test_a_rally_rests_on_what_its_stages_rest_on() -> None:
    """Another reading put in place to look for a difference is no difference between the rally and its stages."""

    def resting(name: str) -> tuple[set[str], set[str]]:
        path = FOLDER / name
        [report] = verify(path.read_text(encoding="utf-8"), str(path), Options(rests_on=VERDICTS))
        return {one.ruling for one in report.rests_on}, {one.parameter for one in report.assumed}

    rulings, parameters = resting("pine-weekend.race")
    stages = [resting(f"pine-{number}.race") for number in (1, 2, 3)]
    assert rulings == set[str]().union(*(rulings for rulings, _ in stages))
    assert parameters == set[str]().union(*(parameters for _, parameters in stages))


def test_rallies_are_legal_and_their_mutants_are_found() -> None:
    """A few of those of `python -m tests.rallyman.long_run`."""
    tally = run(range(1, 9))
    assert not tally.errors
    assert tally.stages >= 20
    fates: Counter[str] = sum(tally.fates.values(), Counter())
    assert fates.total() == 8
    assert not fates[OTHER]


def test_a_rally_is_not_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    """The stages are, from separate records; no message points to a `track` line."""
    place = str(FOLDER / "pine-weekend.race")
    assert main(["show", place, "--svg", "-"]) == 2
    fact = "no car is on a track or stage here, so there is nothing to draw"
    assert capsys.readouterr().err.startswith(f"steward show: {fact} (draw one of the records")
    assert main(["track", place]) == 2
    assert "is a record, neither a track nor a stage" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ["driver B tyres=snwo", "driver B tyre=snow", "driver B flats=9", "drivr B", 'driver B "Ben']
)
def test_a_driver_line_that_cannot_be_read_is_told_once(line: str) -> None:
    head = f"game rallyman\nstage hollow-pine\ndriver A\n{line}\n"
    report = verify(f"{head}start B A\nR1 A: 1 =1\n")[0]
    assert [one.line for one in report.findings] == [4]
    other = verify(f"{head}start C A\nR1 A: 1 =1\n")[0]
    assert [one.fact for one in other.findings][1:] == ["there is no driver `C`"]


def test_a_rally_is_shown_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    place = f"{FOLDER / 'pine-weekend.race'}@18"
    assert main(["show", place]) == 0
    told = [
        "stages driven: 1; totals A 1:40, B 2:57",
        "A, snow tyres",
        "B, damage 2, flats 1, no Sisu, asphalt tyres",
    ]
    assert capsys.readouterr().out.splitlines() == told
    assert main(["show", place, "--as", "position"]) == 0
    assert capsys.readouterr().out == "position\nend\n"
