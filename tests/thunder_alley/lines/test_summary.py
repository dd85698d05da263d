"""A position in a few lines: their content, their order, and that they fit."""

from pathlib import Path

import pytest

from verifier.records.replay import verify
from verifier.thunder_alley.game import GAME

ROOT = Path(__file__).resolve().parents[3]

HEAD = """game thunder-alley
track short-oval
laps 3
team Red 29 25
team Blue 15 4
car 29 "Dave" "Davey"
"""


def summary(block: str, width: int = 100, head: str = HEAD) -> list[str]:
    [report] = verify(f"{head}position\n{block}end\n")
    assert report.verdict == "legal", report.findings
    return list(GAME.summary(report.table, width))


def test_running_order_with_what_the_cars_carry() -> None:
    assert summary(
        "turn 5\nfirst Blue\nnext Red\nlap 2\n25 8a wear black black green\n29 8b led 2 crossed 2\n15 8p\n4 9b flipped\n",
        60,
    ) == [
        "turn 5, lap 2 of 3, first player Blue, Red to move",
        '1  29 Red "Dave"  8b  leader, led 2, crossed 2',
        "2   4 Blue        9b  flipped",
        "3  25 Red         8a  wear black black green",
        "4  15 Blue        8p",
    ]


def test_cars_that_do_not_drive_any_more() -> None:
    lines = summary("turn 9\n29 place 2\n4 place 1\n15 8a\n25 out\n")
    assert lines[1:] == ["1  15 Blue  8a  leader", "finished: 4 Blue place 1, 29 Red place 2", "out: 25 Red"]


def test_points_once_every_car_has_its_place() -> None:
    race = "turn 9\nstep over\n29 place 2 led 1\n4 place 1\n15 place 3\n25 out place 4\n"
    assert summary(race)[0].endswith("points Blue 87, Red 84")
    assert "points" not in summary(race.replace("step over\n", "").replace("15 place 3", "15 8a"))[0]


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("action", "turn 2, lap 1 of 3"),
        ("event", "turn 2, the event is next, lap 1 of 3"),
        ("pits\nflag yellow", "turn 2, pit stops are next, yellow flag, lap 1 of 3"),
        ("discard\nflag green", "turn 2, discards are next, green flag, lap 1 of 3"),
        ("over\nflag red", "turn 2, the race is over, red flag, lap 1 of 3"),
    ],
)
def test_the_step_of_the_turn(step: str, said: str) -> None:
    flipped = "" if step == "action" else " flipped"
    first = summary(f"turn 2\nstep {step}\n29 8a{flipped}\n15 9a{flipped}\n")[0]
    assert first.split(", first player")[0].split(", Red to move")[0] == said


def test_a_car_of_which_nobody_knows_where_it_stands_comes_last() -> None:
    assert summary("29 ?\n15 9a\n")[1:] == ['1  15 Blue        9a  leader    2  29 Red "Dave"  ?']


def test_nothing_is_said_of_a_table_that_nobody_knows() -> None:
    [report] = verify(HEAD)
    assert GAME.summary(report.table, 100) == ()


@pytest.mark.parametrize(("width", "height"), [(40, 23), (60, 22), (100, 12), (160, 8)])
def test_it_fits(width: int, height: int) -> None:
    cars = "".join(
        f"{number} {'Red' if number % 2 else 'Blue'} {number}a wear black blue gray\n"
        for number in range(1, 22)
    )
    lines = summary(cars, width, "game thunder-alley\ntrack short-oval\n")
    assert max(map(len, lines)) <= width
    assert sorted(word for line in lines for word in line.split() if word[-1] == "a") == sorted(
        f"{number}a" for number in range(1, 22)
    )
    assert len(lines) == height


def test_a_season_is_told_race_by_race() -> None:
    path = ROOT / "replays" / "thunder_alley" / "winter-cup.race"
    [report] = verify(path.read_text(encoding="utf-8"), str(path))
    assert GAME.summary(report.table, 100) == (
        "season Winter cup; races driven: 3",
        "winter-cup-1.race: Green 120, Blue 119, Red 119",
        "winter-cup-2.race: Red 122, Blue 119, Green 111",
        "winter-cup-3.race: Red 130, Green 118, Blue 109",
        "sums: Red 371, Green 349, Blue 347",
    )


def test_a_season_without_a_race_and_one_with_a_race_of_unknown_points() -> None:
    head = 'game thunder-alley\nseason "Cup"\n'
    assert GAME.summary(verify(head)[0].table, 100) == ("season Cup; races driven: 0",)
    table = verify(f'{head}race "there-is-none.race"\n')[0].table
    told = ("season Cup; races driven: 1", "there-is-none.race: not known", "sums: not known")
    assert GAME.summary(table, 100) == told


def test_a_car_of_a_team_line_that_cannot_be_read_is_not_called_unknown() -> None:
    head = "game thunder-alley\ntrack short-oval\nteam Rod 29 25\nteam Blue 15 4\n"
    [report] = verify(f'{head}car 29 "Lefty"\ncar 7 "Lucky"\n')
    assert [one.line for one in report.findings] == [3, 6]
