"""The order of the road among cars in one corner, by both judges: every pair of cars in a corner, under every reading."""

import re
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest

from model.rallyman import stages
from model.rallyman.facts import DATA
from model.rallyman.position import ON_ROAD, Car, Driver, Position, Setup
from model.rallyman.stage import Corner, Stage
from model.ruleset import default_ruleset, with_changes
from verifier.findings import VERDICTS
from verifier.rallyman.engine import start as engine
from verifier.rallyman.spec import start as spec
from verifier.records.replay import Options, verify
from verifier.render.every_reading import every_lines

RULING = "order-inside-a-corner"


def order(stage: Stage, reading: str, *cars: Car) -> tuple[str, ...]:
    """The order of a round with these cars; the judges must agree on it."""
    ruleset = with_changes(DATA, default_ruleset(DATA), {RULING: reading})
    drivers = tuple(Driver(car.driver, "", Car(car.driver)) for car in cars)
    setup = Setup(stage, ruleset, drivers)
    position = Position(9, cars, (), None)
    found = engine.order_of_round(setup, position)
    assert spec.order_of(setup, position, 9) == found
    return found


def car(driver: str, space: str, gear: int, arrival: int) -> Car:
    return replace(Car(driver), space=space, gear=gear, arrival=arrival, status=ON_ROAD)


def ahead(corner: Corner, space: str) -> int:
    return [space in abreast for abreast in corner.ahead].index(True)


@pytest.mark.parametrize("name", stages.shipped())
def test_the_board_decides_then_gear_then_arrival(name: str) -> None:
    stage = stages.load(name)
    for corner in stage.corners:
        for spaces in combinations([space.id for space in stage.spaces if space.corner == corner.name], 2):
            for gears, first in product(((2, 2), (2, 3), (3, 2)), (1, 2)):
                cars = car("A", spaces[0], gears[0], first), car("B", spaces[1], gears[1], 3 - first)
                keys = {one.driver: (ahead(corner, one.space), -one.gear, one.arrival) for one in cars}
                assert order(stage, "C", *cars) == tuple(sorted(keys, key=keys.__getitem__))


@pytest.mark.parametrize("name", stages.shipped())
def test_where_the_stage_does_not_say_it_ranks_decide(name: str) -> None:
    stage = stages.load(name)
    silent = replace(stage, corners=tuple(replace(corner, ahead=()) for corner in stage.corners))
    half = replace(stage, corners=(*stage.corners[::2], *silent.corners[1::2]))
    spaces = [space.id for space in stage.spaces]
    for places in zip(spaces, spaces[1:], spaces[2:], strict=False):
        for gears in ((2, 2, 3), (3, 2, 2), (2, 3, 2)):
            cars = [car(*one) for one in zip("ABC", places, gears, (2, 3, 1), strict=True)]
            assert order(silent, "C", *cars) == order(stage, "A", *cars)
            order(half, "C", *cars)
            order(stage, "B", *cars)


def test_the_corner_keeps_its_place_on_the_road() -> None:
    """Two corners in a row: every car in the second one is ahead of every car in the first."""
    stage = stages.load("quarry-run")
    places = ("k2i", "k2d1", "k3i", "k3d1", "k3d2", "s9", "s10")
    cars = [car(*one) for one in zip("ABCDEFG", places, (2, 3, 1, 2, 1, 5, 1), range(1, 8), strict=True)]
    assert order(stage, "C", *cars) == ("G", "E", "C", "D", "B", "A", "F")


def a_stage(folder: Path, kept: tuple[str, ...]) -> None:
    """Hollow Pine as `own.toml`, which gives the layout of the spaces of the corners `kept` only."""
    source = (DATA.folder / "stages" / "hollow-pine.toml").read_text(encoding="utf-8")
    lines = [
        line if line.split(" ")[0] in kept else re.sub(r", ahead = .*\]+ }", " }", line)
        for line in source.splitlines()
    ]
    (folder / "own.toml").write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize(
    ("kept", "reading", "silent"),
    [
        (("K1", "K2", "K3", "K4"), "C", ""),
        (("K1", "K2", "K3"), "C", ""),  # K4 consists of its inside only
        (("K1", "K3"), "C", "K2"),
        ((), "C", "K1, K2, K3"),
        ((), "B", ""),
        ((), "A", ""),
    ],
)
def test_a_stage_that_does_not_say_it_is_refused_under_this_reading(
    kept: tuple[str, ...], reading: str, silent: str, tmp_path: Path
) -> None:
    a_stage(tmp_path, kept)
    text = f'game rallyman\nruling {RULING} = {reading}\nstage "own.toml"\ndriver A\nA: 1 =1\n'
    (report,) = verify(text, str(tmp_path / "a.race"), Options(rests_on=VERDICTS))
    assert report.rests_on == ()
    assert report.verdict == ("unreadable" if silent else "legal")
    if silent:
        assert f"does not give the order of the spaces of {silent} on the board" in report.findings[0].fact
        assert (report.findings[0].line, report.findings[0].kind) == (3, "impossible")


HEAD = 'game rallyman\nstage "own.toml"\ndriver A\ndriver B\n'
ABREAST = f"{HEAD}position\n  turn 8\n  next B\n  A k1i g3\n  B k1d1 g4\nend\nB: 4/d =4\n"
"""The next round needs to know which of two cars in K1 is ahead."""


@pytest.mark.parametrize(("kept", "left_out"), [(("K1", "K2", "K3"), False), (("K2",), True)])
@pytest.mark.parametrize("in_a_rally", [False, True])
def test_every_reading_leaves_out_the_one_that_such_a_stage_cannot_be_asked_and_says_so(
    kept: tuple[str, ...], left_out: bool, in_a_rally: bool, tmp_path: Path
) -> None:
    a_stage(tmp_path, kept)
    (tmp_path / "1.race").write_text(ABREAST, encoding="utf-8")
    rally = 'game rallyman\nrally "R"\ndriver A\ndriver B\nrace "1.race"\n'
    text = rally if in_a_rally else f"{ABREAST}R9 B: blocked =4\n"
    (report,) = verify(text, str(tmp_path / "a.race"), Options(all_rulings=True))
    assert report.every is not None
    told = " ".join(every_lines(report.every, report.deciding))
    assert (f"left out: {RULING} = C, because hollow-pine does" in told) == left_out
    assert [one.why for one in report.every.left_out] == [
        "hollow-pine does not give the order of the spaces of K1, K3 on the board"
    ] * left_out
    assert in_a_rally or (told.startswith("legal if") and "illegal by RM-3.7 in line 12 if" in told)
    assert in_a_rally or ("= B or C" in told.partition("left out")[0]) != left_out


def test_a_reading_that_nobody_asked_is_not_left_out(tmp_path: Path) -> None:
    a_stage(tmp_path, ())
    (report,) = verify(f"{HEAD}A: 1 =1\n", str(tmp_path / "a.race"), Options(all_rulings=True))
    assert report.every is not None
    assert report.every.left_out == ()
    assert list(every_lines(report.every, report.deciding)) == ["legal under every reading"]
