"""Yellow restarts (TA-9.6): formations without enough room, cars in unknown places, ways back."""

from dataclasses import replace

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import PITS, Car, Setup, make_position
from model.thunder_alley.track import Track
from model.thunder_alley.tracks import from_lines, load
from verifier.thunder_alley.engine.restart import close_restart, line_up, line_up_obstacle
from verifier.thunder_alley.engine.way_back import distance_behind, lines_behind, sector_behind

RING = load("short-oval")
STRETCH = from_lines([("sectors", ["1-6", "a", "b", "c"]), ("line", ["3"]), ("restart", ["b", "c"])])
CROWD = ["1a", "2a", "1b", "1c", "2c"]
STACKS = [f"{1 + number % 12}p" for number in range(25)]


@pytest.mark.parametrize(
    ("track", "spaces", "kind", "car"),
    [
        (STRETCH, CROWD, "impossible", None),
        (load("tiny-ring"), STACKS, "impossible", None),
        (RING, ["12a", None], "undetermined", 2),
    ],
)
def test_formations_that_cannot_be_lined_up(
    track: Track, spaces: list[str | None], kind: str, car: int | None
) -> None:
    setup = Setup(track, default_ruleset(DATA), (), 5)
    cars = [Car(number, "Red", space, 1, stack=(number - 1) // 12) for number, space in enumerate(spaces, 1)]
    position = replace(make_position(cars), step=PITS, flag="yellow")
    obstacle = line_up_obstacle(setup, position)
    assert obstacle is not None
    assert obstacle.kind == kind and car in (None, obstacle.car)
    assert line_up(setup, position) == position
    assert close_restart(setup, position).final == position


def test_counting_back() -> None:
    assert [sector_behind(RING, 2, count) for count in (0, 1, 2, 30, -27)] == [2, 1, 28, 28, 1]
    assert [sector_behind(STRETCH, 2, count) for count in (1, 2, -4, -5)] == [1, None, 6, None]
    assert [lines_behind(RING, 2, count) for count in (1, 2, 29, 30, -26, -27)] == [0, 1, 1, 2, 0, -1]
    assert [lines_behind(STRETCH, 5, count) for count in (1, 2)] == [0, 1]
    assert (distance_behind(RING, 1, 28), distance_behind(STRETCH, 1, 4)) == (1, -3)
