"""Chapter 10.2: sums of a race, the mistakes that people publish, and results without other facts."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grammar.parser import parse
from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Setup, Team
from tests.thunder_alley.lines.play import marked
from verifier.findings import Finding
from verifier.records.replay import Options, RecordReport, judge_records
from verifier.render.text import plain, summary_line
from verifier.thunder_alley.engine.scoring import Entry, place_points, score
from verifier.thunder_alley.engine.scoring_claimed import bounds, judge_result

NAMES = ("Red", "Blue", "Green", "Black", "Pink", "Purple", "Yellow")


def setup(teams: Mapping[str, tuple[int, ...]], **rulings: str) -> Setup:
    readings = {id.replace("_", "-"): reading for id, reading in rulings.items()}
    ruleset = with_changes(DATA, default_ruleset(DATA), readings)
    return Setup(None, ruleset, tuple(Team(team, None, cars) for team, cars in teams.items()))


@st.composite
def races(draw: st.DrawFn) -> tuple[Setup, list[Entry]]:
    """A finished race: 2 to 7 teams, places in any order, markers for some cars and for the winner."""
    count, each = draw(st.integers(2, 7)), draw(st.integers(1, 3))
    teams = {name: tuple(10 * n + car for car in range(each)) for n, name in enumerate(NAMES[:count], 1)}
    cars = [(car, team) for team, numbers in teams.items() for car in numbers]
    order = draw(st.permutations(cars))
    led = [draw(st.integers(0, 4)) for _ in order]
    led[0] = max(1, led[0])
    rulings = {
        "turn_led_bonus": draw(st.sampled_from(("once-per-car", "per-marker"))),
        "most_led_recipient": draw(st.sampled_from(("car", "team"))),
        "team_score_tie": draw(st.sampled_from(("best-car", "shared"))),
    }
    entries = [Entry(car, team, place, led[place - 1]) for place, (car, team) in enumerate(order, 1)]
    return setup(teams, **rulings), entries


@given(races())
def test_right_sums_are_never_refused(race: tuple[Setup, list[Entry]]) -> None:
    """Neither with the places known nor from the header alone, with any subset of the numbers written."""
    table, cars = race
    real = score(table, cars)
    assert real is not None
    for team in real.team_points:
        low, high = bounds(table, [Entry(car.car, car.team) for car in cars], [team])
        assert low <= real.team_points[team] and (high is None or real.team_points[team] <= high)
    assert judge_result(table, None, real.team_points) == ()
    half = [car if car.car % 2 else Entry(car.car, car.team, None, car.led) for car in cars]
    for team in real.team_points:
        low, high = bounds(table, half, [team])
        assert low <= real.team_points[team] and (high is None or real.team_points[team] <= high)


RACE = """game thunder-alley
option cars-per-team = 2
{header}team Red 29 25
team Blue 15 9
position
  29 place 1 led 1
  15 place 2 led 3
  25 place 3
  9 place 4 led 3
end
{lines}
"""


def judged(lines: str, header: str = "") -> RecordReport:
    return judge_records(parse(RACE.format(lines=lines, header=header), "test.race"), Options())[0]


def found(lines: str, header: str = "") -> list[Finding]:
    return list(judged(lines, header).findings)


@pytest.mark.parametrize(
    ("result", "text", "fact", "reason"),
    [
        ("Red 88 Blue 89", "89", "Blue has 85 points, not 89: 15 42 + 1 + 1, 9 40 + 1",
         "a point for each Turn Leader marker leads to this number; a car gets one, however many it has"),
        ("Red 88 Blue 86", "86", "Blue has 85 points, not 86: 15 42 + 1 + 1, 9 40 + 1",
         "one of the level cars alone gets Most Laps Led, the one with the better place"),
        ("Red 89 Blue 84", "89", "Red has 88 points, not 89: 29 46 + 1, 25 41",
         "Most Laps Led goes to the car with most Turn Leader markers, not to the winner"),
        ("Red 88 Blue 84", "84", "Blue has 85 points, not 84: 15 42 + 1 + 1, 9 40 + 1",
         "the point for Most Laps Led is missing in this number"),
        ("Red 87 Blue 85", "87", "Red has 88 points, not 87: 29 46 + 1, 25 41",
         "the Turn Leader marker that the winner gets at the finish (TA-10.1) is missing in this number"),
        ("Red 87 Blue 82", "87", "Red has 88 points, not 87: 29 46 + 1, 25 41",
         "bonus points are missing in this number"),
        ("Red 83 Blue 83", "83", "Red has 88 points, not 83: 29 46 + 1, 25 41",
         "the points of the place below lead to this number"),
        ("Blue 80", "80", "Blue has 85 points, not 80: 15 42 + 1 + 1, 9 40 + 1",
         "the 5 points for a substitute (TA-11.3) come off in the season, not in the race"),
        ("Blue 99", "99", "Blue has 85 points, not 99: 15 42 + 1 + 1, 9 40 + 1",
         "place points, 1 bonus for a car that led a turn, 1 for the car that led most"),
        ("Red 1 Blue 85", "1", "Red has 88 points, not 1: 29 46 + 1, 25 41",
         "place points, 1 bonus for a car that led a turn, 1 for the car that led most"),
    ],
)  # fmt: skip
def test_mistakes_are_named(result: str, text: str, fact: str, reason: str) -> None:
    finding = found(f"result {result}")[0]
    assert (finding.kind, finding.rules, marked(finding)) == ("claim", ("TA-10.2",), text)
    assert (finding.fact, finding.reason) == (fact, reason)


def test_what_was_not_noted_is_counted() -> None:
    report = judged("result Red 88 Blue ?")
    assert (report.verdict, report.findings) == ("legal", ())
    assert "Red 88 Blue 85" in summary_line(report, plain)
    (finding,) = found("result Red 87 Blue ?")
    assert finding.rules == ("TA-10.2",)
    (finding,) = found("result Red 88 Red 88")
    assert (finding.kind, finding.fact) == ("impossible", "the points of Red are written twice")
    (finding,) = found("result Rde 88")
    assert (finding.kind, marked(finding)) == ("unknown-name", "Rde")


HEADER = "game thunder-alley\noption cars-per-team = 2\nteam Red 29 25\nteam Blue 15 9\n"


@pytest.mark.parametrize(
    ("result", "verdict", "fact"),
    [
        ("Red 88 Blue 85", "undetermined",
         "the finish is not in this record, so the points cannot be counted"),
        ("Red 92", "illegal", "Red cannot have 92 points: 2 of 4 cars score 81 to 91"),
        ("Blue 80", "illegal", "Blue cannot have 80 points: 2 of 4 cars score 81 to 91"),
        ("Red 90 Blue 90", "illegal", "Red and Blue cannot have 180 points together: 4 of 4 cars score 171 to 174"),
        ("Red 84 Blue 85", "illegal", "Red and Blue cannot have 169 points together: 4 of 4 cars score 171 to 174"),
    ],
)  # fmt: skip
def test_a_result_alone(result: str, verdict: str, fact: str) -> None:
    report = judge_records(parse(f"{HEADER}result {result}\n", "test.race"), Options())[0]
    assert report.verdict == verdict
    assert report.findings[0].fact == fact
    assert verdict == "undetermined" or report.findings[0].rules == ("TA-10.2",)
    assert verdict == "undetermined" or {"written", "low", "high"} == set(report.findings[0].numbers)


def test_a_result_alone_where_each_marker_counts() -> None:
    text = HEADER.replace("team Red", "ruling turn-led-bonus = per-marker\nteam Red")
    for total, verdict in ((81, "undetermined"), (300, "undetermined"), (80, "illegal")):
        report = judge_records(parse(f"{text}result Red {total}\n", "test.race"), Options())[0]
        assert report.verdict == verdict, total
    assert report.findings[0].fact == "Red cannot have 80 points: 2 of 4 cars score at least 81"
    assert report.findings[0].numbers == {"written": 80, "low": 81}


def test_a_line_may_name_the_whole_team() -> None:
    text = "game thunder-alley\nteam Red 1 2 3 4 5 6\nteam Blue 11 12 13 14 15 16\nteam Green 21 22 23 24 25 26\n"
    for result, verdict in (("Red 190", "undetermined"), ("Red 230", "undetermined"), ("Red 130", "illegal")):
        report = judge_records(parse(f"{text}result {result}\n", "test.race"), Options())[0]
        assert report.verdict == verdict, result


def test_a_line_may_name_a_part_of_the_team() -> None:
    """By the rules two teams race with six cars each; these lines name two."""
    text = "game thunder-alley\nteam Red 29 25\nteam Blue 15 9\n"
    sums = {81: "undetermined", 91: "undetermined", 92: "illegal", 120: "illegal", 240: "undetermined"}
    for total, verdict in sums.items():
        report = judge_records(parse(f"{text}result Red {total}\n", "test.race"), Options())[0]
        assert report.verdict == verdict, total


def test_places_beyond_the_markers_give_nothing() -> None:
    assert [place_points(place) for place in (0, 1, 2, 3, 21, 22)] == [0, 46, 42, 41, 23, 0]
