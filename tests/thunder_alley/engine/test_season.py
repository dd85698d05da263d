"""Chapter 11: races of a season from their files, absent players, sums, ties; the winner before a race."""

from collections.abc import Callable
from pathlib import Path

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from tests.thunder_alley.lines.play import marked
from verifier.findings import Finding
from verifier.records.inputs import read_input
from verifier.records.replay import RecordReport, verify

Judge = Callable[..., RecordReport]

RULES = default_ruleset(DATA)

HEAD = """game thunder-alley
track short-oval
laps 2
option cars-per-team = 2
"""
TEAMS = """team Red 29 25
team Blue 15 4
team Green 22 1
"""
FIRST = f"""{HEAD}{TEAMS}position
  15 place 1 led 3
  29 place 2 led 1
  25 place 3
  22 place 4
  4 place 5
  1 place 6
end
"""
"""Red 84, Blue 87, Green 78; a blue car won."""
SECOND = f"""{HEAD}team Red 29 25
team Green 22 1
position
  22 place 1 led 1
  29 place 2 led 2
  25 place 3
  1 place 4
end
"""
"""Red 85, Green 87."""


def grid(cars: str, bar: str = "Red Green Blue", season: str = 'season "Winter cup"\n') -> str:
    return f"{HEAD}{TEAMS}{season}bar {bar}\ngrid {cars}\n"


@pytest.fixture
def judged(tmp_path: Path) -> Judge:
    """Judges the lines of a season whose races are in the same folder."""

    def judge(lines: str, **races: str) -> RecordReport:
        for name, text in races.items():
            (tmp_path / f"{name}.race").write_text(text, encoding="utf-8")
        path = tmp_path / "season.race"
        path.write_text(f"game thunder-alley\n{lines}\n", encoding="utf-8")
        return verify(read_input(str(path)).data, str(path))[0]

    return judge


def only(report: RecordReport) -> Finding:
    (finding,) = report.findings
    return finding


@pytest.mark.parametrize(
    ("lines", "text", "fact", "reason"),
    [
        ("absent Blue\nresult Red 169 Blue 87", "87",
         "Blue has 167 points, not 87: 87 in `a.race`, 80 in `b.race` without racing",
         "`b.race` is missing in this number"),
        ("absent Green substitute\nresult Green 165", "165",
         "Green has 160 points, not 165: 78 in `a.race`, 82 in `b.race` with a substitute",
         "the 5 points for the substitute in `b.race` are not taken off in this number"),
        ("result Red 170", "170", "Red has 169 points, not 170: 84 in `a.race`, 85 in `b.race`",
         "the points of all races are added up"),
        ("absent Red", "Red", "Red has cars in `b.race`, so a player drove for it",
         "a team without a substitute does not race"),
        ("absent Blue substitute", "Blue", "Blue has no cars in `b.race`, so no player drove for it",
         "a substitute drives the cars of the team"),
    ],
)  # fmt: skip
def test_wrong_claims(judged: Judge, lines: str, text: str, fact: str, reason: str) -> None:
    finding = only(judged(f'season "Winter cup"\nrace "a.race"\nrace "b.race"\n{lines}', a=FIRST, b=SECOND))
    assert (finding.kind, finding.rules, marked(finding)) == ("claim", ("TA-11.3",), text)
    assert (finding.fact, finding.reason) == (fact, reason)


@pytest.mark.parametrize(
    ("lines", "kind", "fact"),
    [
        ('season "W"\nrace "none.race"', "unreadable", "race `none.race`: there is no such file"),
        ('season "W"\nrace "."', "unreadable", "race `.`: this is a folder, not a file"),
        ('season "W"\nrace "season.race"', "unreadable", "`season.race` is a season itself, not a race"),
        ('season "W"\nrace "empty.race"', "unreadable", "race `empty.race`: line 1 of the file cannot be read"),
        ('season "W"\nrace "two.race"', "unreadable", "race `two.race`: the file holds 2 records"),
        ('season "W"\nrace "two.race@999"', "unreadable", "race `two.race@999`: no record is in line 999"),
        ('season "W"\nrace "rally.race"', "unreadable",
         "race `rally.race` is a record of `rallyman`, not of `thunder-alley`"),
        ('season "W"\nrace "/dev/null"', "unreadable",
         "race `/dev/null`: this is a pipe or a device, not a file"),
        ('race "a.race"', "impossible", "a race is named outside of a season"),
        ('season "W"\nseason "W"', "impossible", "the season is named in line 2 already"),
        ('season "W"\nabsent Blue', "impossible", "the race of this absence is missing"),
        ('season "W"\ntrack short-oval\nrace "a.race"', "impossible",
         "this record is a race itself, so it cannot name races of a season"),
        ('season "W"\nrace "a.race"\nrace "a.race"', "impossible", "`a.race` is a race of this season already"),
        ('season "W"\nrace "a.race"\nabsent Prple', "unknown-name", "there is no team `Prple` in this season"),
        ('season "W"\nteam Red 1\nrace "a.race"', "impossible",
         "Blue and Green raced in `a.race` and are no team of this season"),
        ('season "W"\nrace "open.race"', "undetermined", "race `open.race` is not over, so its points are not known"),
    ],
)  # fmt: skip
def test_races_that_cannot_be_used(judged: Judge, lines: str, kind: str, fact: str) -> None:
    races = {"a": FIRST, "two": FIRST + SECOND, "empty": "", "rally": "game rallyman\n"}
    report = judged(lines, open=grid("29 22 15 4 1 25", season=""), **races)
    assert (report.findings[0].kind, report.findings[0].fact) == (kind, fact)
    assert report.findings[0].file.endswith("season.race")


def test_a_record_of_a_file_with_several(judged: Judge) -> None:
    second = FIRST.count("\n") + 1
    lines = f'season "W"\nrace "two.race@1"\nrace "two.race@{second + 2}"\nresult Red 169 Blue 167 Green 165'
    assert judged(lines, two=FIRST + SECOND).verdict == "legal"


def test_an_illegal_race_makes_its_season_illegal(judged: Judge) -> None:
    report = judged('season "W"\nrace "a.race"\nresult Red 1', a=f"{FIRST}result Blue 88\n")
    assert [(one.kind, one.rules) for one in report.findings] == [
        ("claim", ("TA-10.2",)),
        ("undetermined", ()),
    ]
    assert report.findings[0].fact.startswith(
        "race `a.race` is illegal in line 16: Blue has 87 points, not 88"
    )


def test_a_race_of_another_season(judged: Judge) -> None:
    race = grid("29 22 15 4 1 25", season='season "Summer cup"\n')
    report = judged('season "Winter cup"\nrace "a.race"', a=race)
    assert "this race is judged as one of `Winter cup`, not of `Summer cup`" in report.findings[0].fact


def test_points_of_a_race_of_which_only_the_result_is_known(judged: Judge) -> None:
    text = 'season "W"\nrace "a.race"\nrace "b.race"\nresult Red 169 Blue 167 Green '
    races = {"a": f"{HEAD}{TEAMS}result Red 84 Blue 87 Green 78\n", "b": SECOND}
    report = judged(f"{text}165", **races)
    assert report.verdict == "undetermined"
    assert [one.line for one in report.findings] == [3]
    assert report.findings[0].fact.endswith("; the points that it writes are used")
    assert [one.rules for one in judged(f"{text}164", **races).findings] == [(), ("TA-11.3",)]


def test_at_most_a_hundred_races(judged: Judge) -> None:
    names = [f"r{number}" for number in range(101)]
    lines = "\n".join(f'race "{name}.race"' for name in names)
    report = judged(f'season "W"\n{lines}', **dict.fromkeys(names, SECOND))
    assert only(report).fact == "a season has at most 100 races"
