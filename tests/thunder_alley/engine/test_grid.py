"""Chapter 2: every grid that a bar gives is legal and no other; what the first turn finds on the table; the lines about it."""

import copy
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grammar.parser import parse
from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.facts import CARS_PER_TEAM, DATA, TEAMS
from model.thunder_alley.position import ACTION, Setup, Team
from model.thunder_alley.tracks import find
from tests.thunder_alley.table.play import marked, play
from verifier.findings import Finding
from verifier.replay import Options, judge_records
from verifier.thunder_alley.engine.grid import (
    PER_CARD,
    PER_ROUND,
    SERPENTINE,
    bar_order,
    due,
    grid_teams,
    hand_size,
    judge_grid,
)

COLOURS = tuple(team.capitalize() for team in TEAMS)


def setup(teams: Sequence[str], per_team: int, *options: str) -> Setup:
    chosen: dict[str, str | bool | int | None] = {"cars-per-team": per_team, **dict.fromkeys(options, True)}
    ruleset = with_changes(DATA, default_ruleset(DATA), options=chosen)
    cars = [
        Team(team, None, tuple(10 * n + car for car in range(1, per_team + 1)))
        for n, team in enumerate(teams, 1)
    ]
    return Setup(find("short-oval"), ruleset, tuple(cars))


def cars_for(race: Setup, grid: Sequence[str | None]) -> list[int]:
    left = {team.colour: list(team.cars) for team in race.teams}
    return [left[team].pop(0) for team in grid if team is not None]


@st.composite
def drawn(draw: st.DrawFn) -> tuple[str, list[tuple[str, ...]], tuple[str, ...], int, str | None]:
    """A way to draw the grid, its bars, the teams, the cars of each, who won the race before."""
    teams = tuple(draw(st.permutations(COLOURS))[: draw(st.integers(2, 7))])
    per_team = draw(st.integers(1, min(6, 21 // len(teams))))
    way = draw(st.sampled_from((SERPENTINE, PER_ROUND, PER_CARD)))
    count = {SERPENTINE: 1, PER_ROUND: per_team, PER_CARD: per_team * len(teams)}[way]
    bars = [tuple(draw(st.permutations(COLOURS))) for _ in range(count)]
    return way, bars, teams, per_team, draw(st.sampled_from((None, *teams)))


@given(drawn(), st.integers(0, 20), st.integers(0, 20))
def test_the_grid_of_the_bars_is_legal_and_an_exchange_is_not(
    case: tuple[str, list[tuple[str, ...]], tuple[str, ...], int, str | None], one: int, other: int
) -> None:
    way, bars, teams, per_team, winner = case
    race = setup(teams, per_team, *(() if way == SERPENTINE else (way,)))
    grid = grid_teams(way, bars, teams, per_team, winner)
    assert {team: grid.count(team) for team in teams} == dict.fromkeys(teams, per_team)
    cars = cars_for(race, grid)
    judged = judge_grid(race, bars, cars, (winner,))
    assert not judged.breaches
    assert judged.rules[0] == "TA-12.3" and judged.rules[-1] == "TA-2.6"
    assert ("TA-12.2" in judged.rules, "TA-11.2" in judged.rules) == (way != SERPENTINE, winner is not None)
    assert judged.position is not None
    assert [judged.position.car(car).space for car in cars] == list(race.track.grid[: len(cars)])  # type: ignore[union-attr]
    one, other = one % len(cars), other % len(cars)
    cars[one], cars[other] = cars[other], cars[one]
    refused = judge_grid(race, bars, cars, (winner,)).breaches
    assert bool(refused) == (grid[one] != grid[other])
    assert all(breach.step == min(one, other) + 1 for breach in refused)


@given(drawn(), st.integers(0, 7))
def test_a_bar_read_in_part_allows_what_the_whole_bar_gives(
    case: tuple[str, list[tuple[str, ...]], tuple[str, ...], int, str | None], read: int
) -> None:
    way, bars, teams, per_team, winner = case
    race = setup(teams, per_team, *(() if way == SERPENTINE else (way,)))
    cars = cars_for(race, grid_teams(way, bars, teams, per_team, winner))
    parts = [bar[:read] for bar in bars]
    assert not judge_grid(race, parts, cars, (winner,)).breaches
    assert not judge_grid(race, [], cars, (winner,)).breaches
    assert not judge_grid(race, bars, [None, *cars[1:]], (winner,)).breaches


@given(st.permutations(COLOURS), st.integers(2, 7), st.integers(0, 6))
def test_the_winner_moves_one_place_up(order: list[str], count: int, which: int) -> None:
    teams = sorted(order)[:count]
    winner = teams[which % count]
    plain, moved = bar_order(order, teams), bar_order(order, teams, winner)
    assert sorted(plain) == sorted(moved) == teams
    assert moved.index(winner) == max(0, plain.index(winner) - 1)
    assert [team for team in plain if team != winner] == [team for team in moved if team != winner]


@pytest.mark.parametrize(("teams", "cars"), CARS_PER_TEAM.items())
def test_cars_per_team(teams: int, cars: int) -> None:
    lines = [
        f"team {colour} {' '.join(str(10 * n + car) for car in range(1, cars + 1))}"
        for n, colour in enumerate(COLOURS[:teams], 1)
    ]
    order = list(range(1, teams + 1))
    grid = [10 * n + row for row in range(1, cars + 1) for n in (order if row % 2 else order[::-1])]
    findings, _ = start([*lines, f"grid {' '.join(map(str, grid))}"])
    assert [one.rules for one in findings] == ([("TA-12.3",)] if len(grid) > 21 else [])
    findings, _ = start([*lines, f"grid {' '.join(map(str, grid[:-teams]))}"])
    assert [one.rules for one in findings] == [("TA-2.3",)]


def start(lines: Sequence[str], track: str = "short-oval") -> tuple[list[Finding], object]:
    text = "\n".join(["game thunder-alley", f"track {track}", "laps 2", *lines, ""])
    report = judge_records(parse(text, "test.race"), Options())[0]
    return list(report.findings), report.table


TWO = ["option cars-per-team = 2", "team Red 29 25", "team Blue 15 4", "team Green 22 1"]


def test_what_lies_on_the_table() -> None:
    findings, table = start([*TWO, "bar 15", "grid 29 22 15 4 1 25"])
    position = table.position  # type: ignore[attr-defined]
    assert not findings
    assert [(car.number, car.space) for car in position.cars] == [
        (1, "26a"), (4, "27b"), (15, "27a"), (22, "28b"), (25, "26b"), (29, "28a"),
    ]  # fmt: skip
    assert {(car.crossed, car.wear, car.led, car.flipped) for car in position.cars} == {(0, (), 0, False)}
    assert (position.turn, position.lap, position.step, position.places_left) == (
        1,
        1,
        ACTION,
        (1, 2, 3, 4, 5, 6),
    )
    assert position.first == position.next == "Red"


def test_the_hand_is_one_card_more() -> None:
    assert hand_size(default_ruleset(DATA), 6) == 7
    assert hand_size(with_changes(DATA, default_ruleset(DATA), parameters={"extra-cards": 2}), 3) == 5


@pytest.mark.parametrize(
    ("lines", "kind", "rule", "text", "fact"),
    [
        (["bar 15", "grid 29 22 15 4 25 1"], "illegal", "TA-2.5", "25",
         "25 of Red stands on grid space 5, where a car of Green belongs; the order is Red Green Blue"),
        (["grid 29 25 22 15 4 1"], "illegal", "TA-2.5", "25",
         "25 of Red stands on grid space 2, where a car of Blue or Green belongs"),
        (["bar Pink Red", "grid 29 22 ? 15 1 25"], "undetermined", "", "?",
         "which car stood here is not noted, so the table is not known"),
        (["bar Pink Red", "grid 22 ? 29 15 1 25"], "illegal", "TA-2.5", "22",
         "22 of Green stands on grid space 1, where a car of Red belongs"),
        (["grid 29 22 15 4 1 29"], "impossible", "", "29", "car 29 stands on grid space 1 already"),
        (["grid 29 22 15 4 1"], "illegal", "TA-12.3", "grid 29 22 15 4 1",
         "Red has 1 on the grid; option `cars-per-team = 2` each team races 2"),
        (["grid 29 22 15 4 1 25", "grid 29 22 15 4 1 25"], "impossible", "", "grid 29 22 15 4 1 25",
         "the grid is written in line 8 already"),
        (["grid 29 22 15 4 1 25", "bar 15"], "impossible", "", "bar 15", "the grid is written in line 8 already"),
        (["bar Red Blue", "bar Green Red"], "impossible", "", "bar Green Red",
         "one card is turned up for the grid, and its bar is written already"),
        (["bar Red Purpel"], "unknown-name", "", "Purpel", "there is no team colour `Purpel`"),
        (["bar Red Blue Red"], "impossible", "", "Red", "red stands on this bar twice"),
        (["bar 85"], "unknown-name", "", "85", "there is no race card `85`"),
        (['bar "Chargge" Red'], "unknown-name", "", '"Chargge"', "there is no race card `Chargge`"),
        (["bar 15 Red Blue"], "impossible", "", "Blue",
         "the Team Bar of card 15 does not read so: it is Red Yellow Green Black Purple Pink Blue"),
        (["grid 29 22 15 4 1 99"], "unknown-name", "", "99", "car `99` is not in this race"),
    ],
)  # fmt: skip
def test_findings(lines: list[str], kind: str, rule: str, text: str, fact: str) -> None:
    findings, _ = start([*TWO, *lines])
    (finding,) = findings
    assert (finding.kind, finding.rules[:1], marked(finding)) == (kind, (rule,) if rule else (), text)
    assert finding.fact == fact


@pytest.mark.parametrize(
    "bar",
    [
        "bar 15 Red Green Blue",
        "bar 15 Red Yellow",
        'bar "Charge"',
        'bar "Charge" Red Green',
        "bar 20",
    ],
)
def test_bars_that_say_little_speak_against_nothing(bar: str) -> None:
    findings, _ = start([*TWO, bar, "grid 29 22 15 4 1 25"])
    assert not findings


def test_a_race_of_a_season_may_have_a_winner_before_it() -> None:
    moved = ["bar Red Green Blue", "grid 29 15 22 1 4 25"]
    (finding,) = start([*TWO, *moved])[0]
    assert finding.rules == ("TA-2.5",)
    assert "add `season`" in finding.help
    assert not start([*TWO, 'season "Winter cup"', *moved])[0]
    (finding,) = start([*TWO, 'season "Winter cup"', "bar Red Green Blue", "grid 15 29 22 1 25 4"])[0]
    assert finding.rules == ("TA-2.5",)
    (finding,) = start([*TWO, *moved, 'season "Winter cup"'])[0][-1:]
    assert finding.fact == '`season "Winter cup"` stands behind the first line of play'


def test_a_wrong_grid_is_the_table_that_was_written() -> None:
    findings, table = start([*TWO, "bar 15", "grid 22 29 15 4 25 1", "check first Green"])
    assert [one.rules for one in findings] == [("TA-2.5",)]
    assert table.position.car(22).space == "28a"  # type: ignore[attr-defined]


def test_the_track_needs_a_space_for_each_car() -> None:
    lines = ["team Red 1 2 3 4 5 6", "team Blue 11 12 13 14 15 16", "grid 1 11 12 2 3 13 14 4 5 15 16 6"]
    (finding,) = start(lines, "tiny-ring")[0]
    assert finding.rules == ("TA-1.3-grid",)
    assert marked(finding) == "5"
    assert finding.fact == "the grid of this track has 8 spaces for 12 cars"


def test_no_grid_on_a_drawn_stretch() -> None:
    stretch = "game thunder-alley\ntrack\n  sectors 1-5 a b\nend\noption cars-per-team = 1\nteam Red 1\nteam Blue 2\ngrid 1 2\n"
    (finding,) = judge_records(parse(stretch, "test.race"), Options())[0].findings
    assert finding.fact == "this track has no grid spaces"


def test_cars_on_the_table_already() -> None:
    findings, _ = play("position\n29 3a\nend\ngrid 29 15 4 25 41 9\n")
    assert [one.fact for one in findings] == [
        "the cars stand on the table already, so the grid cannot be set up"
    ]


def test_one_team_is_no_race() -> None:
    (finding,) = start(["team Red 1 2 3", "grid 1 2 3"])[0]
    assert finding.fact == "1 team races; a race has 2 to 7"


def test_too_many_bars_for_the_rounds() -> None:
    lines = ["option grid-per-round", "bar Red Blue Green", "bar Red Blue Green", "bar Red Blue Green"]
    (finding,) = start([*TWO, *lines, "grid 29 15 22 25 4 1"])[0]
    assert (finding.rules, finding.fact) == (("TA-12.2",), "3 Team Bars are written for a grid that takes 2")


def test_the_judge_leaves_its_setup_alone() -> None:
    race = setup(("Red", "Blue"), 2)
    before = copy.deepcopy(race.teams)
    judge_grid(race, [("Red", "Blue")], [11, 21, 22, 12])
    assert race.teams == before


def test_the_last_colour_of_a_bar_need_not_be_read() -> None:
    teams = ("Red", "Green", "Blue")
    assert bar_order(("Red", "Green"), teams) == teams
    assert bar_order(("Red", "Green"), teams, "Blue") == ("Red", "Blue", "Green")
    assert bar_order(("Red",), teams, "Blue") == ()


def test_after_a_space_that_nobody_noted_each_card_allows_all() -> None:
    teams = ("Red", "Green", "Blue")
    bars = [("Red", "Green", "Blue"), ("Green", "Red", "Blue")]
    assert due("grid-per-card", bars, teams, 2, ["Red"]) == ("Green",)
    assert due("grid-per-card", bars, teams, 2, [None]) == teams
