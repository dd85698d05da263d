"""Chapter 2: exactly the grids that a bar gives are legal; the position that the first turn finds; the lines about it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grammar.parser import parse
from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.facts import DATA, TEAMS
from model.thunder_alley.position import Setup, Team
from model.thunder_alley.tracks import find
from tests.thunder_alley.lines.play import marked, play
from verifier.findings import Finding
from verifier.records.replay import Options, judge_records
from verifier.thunder_alley.engine.grid import (
    PER_CARD,
    PER_ROUND,
    SERPENTINE,
    bar_order,
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
    """A draw of the grid: its bars, the teams, the cars of each, the winner of the race before."""
    teams = tuple(draw(st.permutations(COLOURS))[: draw(st.integers(2, 7))])
    per_team = draw(st.integers(1, min(6, 21 // len(teams))))
    way = draw(st.sampled_from((SERPENTINE, PER_ROUND, PER_CARD)))
    count = {SERPENTINE: 1, PER_ROUND: per_team, PER_CARD: per_team * len(teams)}[way]
    bars = [tuple(draw(st.permutations(COLOURS))) for _ in range(count)]
    return way, bars, teams, per_team, draw(st.sampled_from((None, *teams)))


@given(st.permutations(COLOURS), st.integers(2, 7), st.integers(0, 6))
def test_the_winner_moves_one_place_up(order: list[str], count: int, which: int) -> None:
    teams = sorted(order)[:count]
    winner = teams[which % count]
    plain, moved = bar_order(order, teams), bar_order(order, teams, winner)
    assert sorted(plain) == sorted(moved) == teams
    assert moved.index(winner) == max(0, plain.index(winner) - 1)
    assert [team for team in plain if team != winner] == [team for team in moved if team != winner]


def test_the_grid_space_at_which_the_winner_did_not_move_up() -> None:
    race = setup(("Red", "Blue", "Green"), 1)
    [breach] = judge_grid(race, (("Red", "Blue", "Green"),), (11, 21, 31), ("Green",)).breaches
    assert (breach.rule, breach.step, breach.numbers) == ("TA-11.2", 2, {"grid_space": 2})


def start(lines: Sequence[str], track: str = "short-oval") -> tuple[list[Finding], object]:
    text = "\n".join(["game thunder-alley", f"track {track}", "laps 2", *lines, ""])
    report = judge_records(parse(text, "test.race"), Options())[0]
    return list(report.findings), report.table


TWO = ["option cars-per-team = 2", "team Red 29 25", "team Blue 15 4", "team Green 22 1"]


@pytest.mark.parametrize(
    ("lines", "kind", "rule", "text", "fact"),
    [
        (["bar 15", "grid 29 22 15 4 25 1"], "illegal", "TA-2.5", "25",
         "25 of Red stands on grid space 5, where a car of Green belongs; the order is Red Green Blue"),
        (["grid 29 25 22 15 4 1"], "illegal", "TA-2.5", "25",
         "25 of Red stands on grid space 2, where a car of Blue or Green belongs"),
        (["bar Pink Red", "grid 29 22 ? 15 1 25"], "undetermined", "", "?",
         "which car was here is not noted, so the position is not known"),
        (["bar Pink Red", "grid 22 ? 29 15 1 25"], "illegal", "TA-2.5", "22",
         "22 of Green stands on grid space 1, where a car of Red belongs"),
        (["grid 29 22 15 4 1 29"], "impossible", "", "29", "car 29 is already on grid space 1"),
        (["grid 29 22 15 4 1"], "illegal", "TA-12.3", "grid 29 22 15 4 1",
         "Red has 1 on the grid; with option `cars-per-team = 2` each team races 2"),
        (["grid 29 22 15 4 1 25", "grid 29 22 15 4 1 25"], "impossible", "", "grid 29 22 15 4 1 25",
         "the grid is already written in line 8"),
        (["grid 29 22 15 4 1 25", "bar 15"], "impossible", "", "bar 15", "the grid is already written in line 8"),
        (["bar Red Blue", "bar Red Blue", "grid 29 15 22 1 4 25"], "illegal", "TA-2.5", "grid 29 15 22 1 4 25",
         "2 Team Bars are written for a grid that takes 1"),
        (["option grid-per-round", "bar Red Blue Green", "bar Green Red Blue", "grid 29 15 22 4 25 1"], "illegal",
         "TA-12.2", "4", "4 of Blue stands on grid space 4, where a car of Green belongs"),
        (["bar Red Purpel"], "unknown-name", "", "Purpel", "there is no team colour `Purpel`"),
        (["bar Red Blue Red"], "impossible", "", "Red", "Red is on this bar twice"),
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


def test_a_race_of_a_season_may_have_a_winner_before_it() -> None:
    moved = ["bar Red Green Blue", "grid 29 15 22 1 4 25"]
    (finding,) = start([*TWO, *moved])[0]
    assert finding.rules == ("TA-2.5",)
    assert "add `season`" in finding.help
    assert not start([*TWO, 'season "Winter cup"', *moved])[0]
    (finding,) = start([*TWO, 'season "Winter cup"', "bar Red Green Blue", "grid 15 29 22 1 25 4"])[0]
    assert finding.rules == ("TA-2.5",)
    (finding,) = start([*TWO, *moved, 'season "Winter cup"'])[0][-1:]
    assert finding.fact == '`season "Winter cup"` comes after the first line of play'


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
        "the cars are already in position, so the grid cannot be set up"
    ]


def test_one_team_is_no_race() -> None:
    (finding,) = start(["team Red 1 2 3", "grid 1 2 3"])[0]
    assert finding.fact == "1 team races; a race has 2 to 7"


def test_too_many_bars_for_the_rounds() -> None:
    lines = ["option grid-per-round", "bar Red Blue Green", "bar Red Blue Green", "bar Red Blue Green"]
    (finding,) = start([*TWO, *lines, "grid 29 15 22 25 4 1"])[0]
    assert (finding.rules, finding.fact) == (("TA-12.2",), "3 Team Bars are written for a grid that takes 2")


@pytest.mark.parametrize(
    ("lines", "fact"),
    [
        (("bar Red Blue Green", "grid 22 15 29 25 4"), "Green has 1 on the grid"),
        (("bar Red Blue Green",) * 2 + ("grid 22 15 29 25 4 1",), "2 Team Bars are written"),
        (
            (
                *("position", "turn 3", "first Red"),
                *("29 3b", "25 4b", "15 3a", "4 2b", "22 5a", "1 6a", "leaders 29 15", "end"),
            ),
            "no car has got a Turn Leader marker",
        ),
    ],
)
def test_what_follows_from_a_fault_is_not_reported(lines: Sequence[str], fact: str) -> None:
    [finding] = start([*TWO, *lines])[0]
    assert finding.fact.startswith(fact)
