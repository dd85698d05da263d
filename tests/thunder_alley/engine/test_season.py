"""Chapter 11: races of a season from their files, absent players, sums, ties; the winner before a race."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from tests.thunder_alley.table.play import marked
from verifier.findings import Finding
from verifier.inputs import read_input
from verifier.replay import RecordReport, verify
from verifier.thunder_alley.engine.season import (
    Held,
    Season,
    judge_absent,
    judge_winners,
    race_points,
    sums,
    told_season,
)
from verifier.thunder_alley.table.season import points

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
    """Judges the lines of a season whose races lie beside it."""

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


def test_the_sums(judged: Judge) -> None:
    text = 'season "Winter cup"\nteam Red 1\nteam Blue 2\nteam Green 3\nrace "a.race"\nrace "b.race"\nabsent Blue\n'
    report = judged(f"{text}result Red 169 Blue 167 Green 165", a=FIRST, b=SECOND)
    assert report.verdict == "legal", report.findings
    known = points(report.table)
    assert known == {"Red": 169, "Blue": 167, "Green": 165}
    assert list(known) == ["Red", "Blue", "Green"]
    assert told_season(RULES, report.table.season, ("Blue",)) == (
        "Blue 167: 87 in `a.race`, 80 in `b.race` without racing"
    )


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
        ("absent Red", "Red", "Red has cars in `b.race`, so somebody drove for it",
         "a team without a substitute does not race"),
        ("absent Blue substitute", "Blue", "Blue has no cars in `b.race`, so nobody drove for it",
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
        ('season "W"\nabsent Blue', "impossible", "it is not said in which race somebody was absent"),
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


@pytest.mark.parametrize(
    ("cars", "rules"),
    [("29 15 22 1 4 25", []), ("29 22 15 4 1 25", ["TA-11.2"]), ("15 29 22 1 25 4", ["TA-11.2"]),
     ("22 29 15 4 25 1", ["TA-2.5"]), ("29 15 22 25 4 1", ["TA-2.5"])],
)  # fmt: skip
def test_the_last_winner_moves_up(judged: Judge, cars: str, rules: list[str]) -> None:
    report = judged('season "Winter cup"\nrace "a.race"\nrace "b.race"', a=FIRST, b=grid(cars, season=""))
    found = [rule for one in report.findings for rule in one.rules]
    assert found == rules


def test_the_first_race_has_no_winner_before_it(judged: Judge) -> None:
    report = judged('season "Winter cup"\nrace "a.race"', a=grid("29 15 22 1 4 25"))
    assert only(report).rules == ("TA-2.5",)


def test_the_advantage_lasts_one_race(judged: Judge) -> None:
    text = 'season "Winter cup"\nrace "a.race"\nrace "b.race"\nrace "c.race"'
    report = judged(text, a=FIRST, b=SECOND, c=grid("22 29 15 4 25 1", season=""))
    assert [one.rules for one in report.findings if one.rules] == []
    report = judged(text, a=FIRST, b=SECOND, c=grid("29 15 22 1 4 25", season=""))
    assert [one.rules for one in report.findings if one.rules] == [("TA-11.2",)]


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


def test_ties_and_absences_in_the_engine() -> None:
    one = Held("1", (("Red", 90), ("Blue", 80)), ("Red",))
    two = Held("2", (("Red", 80), ("Blue", 90)), ("Blue",))
    three = Held("3", (("Red", 85), ("Blue", 85)), ("Red",))
    season = Season("W", (one, two, three))
    assert list((sums(RULES, season) or {}).items()) == [("Red", 255), ("Blue", 255)]
    assert judge_winners(RULES, season, ["Red"]) is None
    assert judge_winners(RULES, season, ["Red", "Blue"]) is not None
    other = Season("W", (one, two, replace(three, winners=("Blue",))))
    assert list((sums(RULES, other) or {}).items()) == [("Blue", 255), ("Red", 255)]
    level = Season("W", (one, two))
    assert judge_winners(RULES, level, ["Blue", "Red"]) is None
    away = Held("4", (("Red", 90), ("Blue", 80)), ("Red",), absent=(("Red", True), ("Green", False)))
    assert race_points(RULES, away, ("Red", "Blue", "Green")) == {"Red": 85, "Blue": 80, "Green": 75}
    dear = with_changes(DATA, RULES, parameters={"absence-points": 10})
    assert race_points(dear, away, ("Red", "Blue", "Green")) == {"Red": 80, "Blue": 80, "Green": 70}
    assert sums(RULES, Season("W", (one, Held("5")))) is None
    assert judge_winners(RULES, Season("W"), ["Red"]) is None


def test_who_can_have_been_away_from_the_last_race() -> None:
    first = Held("one", (("Red", 90), ("Blue", 80)))
    second = Held("two", (("Red", 90), ("Green", 80)))
    third = Held("three", (("Blue", 90), ("Green", 80)))
    season = Season("cup", (first, second, third))
    assert judge_absent(season, "Red", False) is None
    assert judge_absent(season, "Blue", True) is None
    for team, substitute in (("Blue", False), ("Red", True)):
        found = judge_absent(season, team, substitute)
        assert found is not None and found.rule == "TA-11.3"
    unknown = Season("cup", (Held("one"),))
    assert judge_absent(unknown, "Red", False) is None
    assert judge_absent(unknown, "Blue", True) is None
