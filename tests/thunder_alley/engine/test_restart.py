"""The yellow restart: line-up, closing up, the green line (TA-9.6, TA-9.7)."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.ruleset import default_ruleset, with_changes
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Pitting
from model.thunder_alley.position import PITS, Car, Position, Setup, make_position, problems
from model.thunder_alley.track import Track
from model.thunder_alley.tracks import from_lines, load
from verifier.thunder_alley.engine.order import running_order
from verifier.thunder_alley.engine.pits import judge_pits
from verifier.thunder_alley.engine.restart import (
    Restart,
    close_restart,
    green_line,
    last_lap,
    line_up,
    line_up_obstacle,
    line_up_rules,
    restart_order,
)
from verifier.thunder_alley.engine.way_back import distance_behind, lines_behind, sector_behind

RULES = default_ruleset(DATA)
RING = load("short-oval")
STRETCH = from_lines([("sectors", ["1-6", "a", "b", "c"]), ("line", ["3"]), ("restart", ["b", "c"])])


def rules(track: Track = RING, laps: int | None = 5, **rulings: str) -> Setup:
    chosen = {id.replace("_", "-"): reading for id, reading in rulings.items()}
    return Setup(track, with_changes(DATA, RULES, rulings=chosen), (), laps)


def table(*cars: Car) -> Position:
    return replace(make_position(cars), step=PITS, flag="yellow")


def car(number: int, space: str | None, crossed: int = 2, **rest: object) -> Car:
    return Car(number, "Red", space, crossed, **rest)  # type: ignore[arg-type]


def places(position: Position, *numbers: int) -> list[tuple[int, str | None, int]]:
    found = [position.car(number) for number in numbers]
    return [(one.number, one.space, one.crossed) for one in found if one is not None]


def in_slots(front: int, cars: Iterable[int], crossed: int = 2) -> Position:
    """Cars in a formation on the short oval, front row first."""
    numbers = list(cars)
    return table(
        *(
            car(n, f"{sector_behind(RING, front, slot // 2)}{'ab'[slot % 2]}", crossed)
            for slot, n in enumerate(numbers)
        )
    )


def after_pits(setup: Setup, lined_up: Position, *pits: int) -> Restart:
    judged = judge_pits(setup, lined_up, tuple(Pitting(number) for number in pits))
    assert not judged.breaches
    return close_restart(setup, judged.position, lined_up)


def test_line_up_by_running_order_lapped_cars_last() -> None:
    start = table(
        car(15, "12b"),
        car(43, "11c"),
        car(22, "9a", 1, lap_down=True),
        car(28, "8p"),
        car(29, "8c"),
        car(21, "14a", 1, lap_down=True),
    )
    assert restart_order(rules(), start) == (15, 43, 29, 28, 21, 22)
    after = line_up(rules(), start)
    assert places(after, 15, 43, 29, 28, 21, 22) == [
        (15, "12a", 2),
        (43, "12b", 2),
        (29, "11a", 2),
        (28, "11b", 2),
        (21, "10a", 2),
        (22, "10b", 2),
    ]
    assert not any(one.lap_down for one in after.cars)
    assert line_up_rules(start) == ("TA-9.6-1", "TA-9.6-2", "TA-9.6-3")
    assert line_up_rules(after) == ("TA-9.6-1", "TA-9.6-2")


def test_a_saved_car_may_stay_a_lap_down() -> None:
    start = table(
        car(15, "12b", 3), car(43, "11c", 3), car(22, "9a", 2, lap_down=True), car(9, "5a", 1, lap_down=True)
    )
    after = line_up(rules(saved_car_lap_count="stays-a-lap-down"), start)
    assert places(after, 22, 9) == [(22, "11a", 2), (9, "11b", 1)]
    assert not any(one.lap_down for one in after.cars)
    assert places(line_up(rules(), start), 22, 9) == [(22, "11a", 3), (9, "11b", 3)]


def test_crossings_follow_over_the_line() -> None:
    """The leader one sector past the line: the second row stands before it, whoever comes from where."""
    start = table(car(15, "1b", 2), car(43, "28c", 1), car(29, "28a", 1), car(22, "20a", 1))
    after = line_up(rules(), start)
    assert places(after, 15, 29, 43, 22) == [(15, "1a", 2), (29, "1b", 2), (43, "28a", 1), (22, "28b", 1)]
    kept = line_up(rules(restart_over_line="laps-kept"), start)
    assert places(kept, 15, 29, 43, 22) == [(15, "1a", 2), (29, "1b", 1), (43, "28a", 1), (22, "28b", 1)]


def test_a_car_set_back_over_the_line_loses_the_crossing() -> None:
    start = table(car(15, "1b", 2), car(43, "1c", 2), car(29, "1a", 2), car(22, "28a", 1))
    after = line_up(rules(), start)
    assert places(after, 29, 15, 43, 22) == [(29, "1a", 2), (15, "1b", 2), (43, "28a", 1), (22, "28b", 1)]
    assert places(line_up(rules(restart_over_line="laps-kept"), start), 43) == [(43, "28a", 2)]


def test_a_leader_at_the_rear() -> None:
    """Cars of a Collision go to the rear; the first of the others keeps its sector."""
    start = table(
        car(15, "2a", 2),
        car(22, "1b", 2),
        car(43, "28a", 1),
        car(29, "26c", 1),
        car(9, "3a", 1, lap_down=True),
    )
    behind_all = rules()
    assert restart_order(behind_all, start, (15, 22)) == (43, 29, 9, 15, 22)
    assert restart_order(rules(collision_rear="behind-unlapped"), start, (15, 22)) == (43, 29, 15, 22, 9)
    after = line_up(behind_all, start, (15, 22))
    assert places(after, 43, 29, 15) == [(43, "28a", 1), (29, "28b", 1), (15, "27b", 1)]


@pytest.mark.parametrize(
    ("reading", "order"), [("behind-all", (15, 29, 43, 22)), ("behind-unlapped", (15, 29, 22, 43))]
)
def test_a_lapped_car_of_a_collision_keeps_its_place_among_the_lapped_ones(
    reading: str, order: tuple[int, ...]
) -> None:
    start = table(
        car(15, "12a"), car(22, "9a", 1, lap_down=True), car(43, "8a", 1, lap_down=True), car(29, "7a")
    )
    assert restart_order(rules(collision_rear=reading), start, (22,)) == order


def test_nothing_to_line_up() -> None:
    start = table(Car(15, "Red", None, status="out", place=1))
    assert line_up(rules(), start) == start
    assert close_restart(rules(), start) == Restart(start, start)


@pytest.mark.parametrize(
    ("reading", "stayers", "final"),
    [
        ("lane-first-then-compact", {15: 1, 23: 2}, {22: 0, 15: 1, 23: 2, 43: 3, 29: 4, 21: 5}),
        ("running-order", {15: 1, 23: 2}, {22: 0, 15: 1, 23: 2, 43: 3, 29: 4, 21: 5}),
        ("lane-only", {15: 2, 23: 4}, {22: 0, 15: 2, 23: 4, 43: 5, 29: 6, 21: 7}),
        ("lane-only-pitters-fill-holes", {15: 2, 23: 4}, {22: 0, 43: 1, 15: 2, 29: 3, 23: 4, 21: 5}),
    ],
)
def test_the_outer_lane_pits(reading: str, stayers: dict[int, int], final: dict[int, int]) -> None:
    closed = after_pits(rules(restart_fill_holes=reading), in_slots(12, [22, 43, 15, 29, 23, 21]), 43, 29, 21)
    slots = {number: f"{12 - slot // 2}{'ab'[slot % 2]}" for number, slot in final.items()}
    assert {one.number: one.space for one in closed.final.cars} == slots
    step = {one.number: one.space for one in closed.after_step_5.cars if one.on_track}
    assert step == {
        22: "12a",
        **{number: f"{12 - slot // 2}{'ab'[slot % 2]}" for number, slot in stayers.items()},
    }


@pytest.mark.parametrize(
    ("reading", "front"),
    [
        ("lane-first-then-compact", [22, 21, 23]),
        ("running-order", [22, 23, 21]),
        ("lane-only", [22, 21, 23]),
        ("lane-only-pitters-fill-holes", [22, 21, 23]),
    ],
)
def test_the_picture_of_the_rulebook(reading: str, front: list[int]) -> None:
    closed = after_pits(rules(restart_fill_holes=reading), in_slots(12, [22, 43, 15, 29, 23, 21]), 43, 15, 29)
    assert running_order(rules(), closed.final) == (*front, 43, 15, 29)
    assert closed.rules == ("TA-9.6-5", "TA-9.6-6")


def test_all_pit_and_keep_their_places() -> None:
    start = in_slots(12, [22, 43, 15])
    closed = after_pits(rules(), start, 15, 43, 22)
    assert [one.space for one in closed.final.cars] == [one.space for one in start.cars]
    assert closed.rules == ("TA-9.6-6",)


def test_a_whole_front_row_goes_back_by_its_markers() -> None:
    """With variable stops nobody may be left in the front row's sector; the table before the stops shows where it is."""
    setup = rules()
    setup = replace(setup, ruleset=with_changes(DATA, setup.ruleset, options={"variable-pit-stops": True}))
    start = in_slots(12, [22, 43, 15, 29, 23])
    worn = start.with_cars(
        *(replace(one, wear=("blue", "gray")) for one in start.cars if one.number in (22, 43))
    )
    closed = after_pits(setup, worn, 22, 43)
    assert running_order(setup, closed.final) == (15, 29, 23, 22, 43)
    assert places(closed.final, 15, 43) == [(15, "12a", 2), (43, "10a", 2)]


def test_moving_up_over_the_line_gains_the_crossing() -> None:
    start = line_up(rules(), table(car(22, "1a"), car(43, "1b"), car(15, "28a", 1), car(29, "28b", 1)))
    closed = after_pits(rules(), start, 22)
    assert places(closed.final, 15, 43, 29, 22) == [
        (15, "1a", 2),
        (43, "1b", 2),
        (29, "28a", 1),
        (22, "28b", 1),
    ]
    kept = after_pits(rules(restart_over_line="laps-kept"), start, 22)
    assert places(kept.final, 15, 22) == [(15, "1a", 1), (22, "28b", 2)]


def test_apron_order_and_the_line() -> None:
    """Cars come back by where they lie on the apron, not by who decided first."""
    start = in_slots(2, [22, 43, 15, 29])
    closed = after_pits(rules(), start, 29, 43)
    assert running_order(rules(), closed.final) == (22, 15, 43, 29)


@pytest.mark.parametrize(
    ("front", "laps", "placement", "space"),
    [
        (21, 2, "behind-line", "20a"),
        (21, 2, "at-line", "21a"),
        (28, 2, "behind-line", "20a"),
        (28, 2, "at-line", "21a"),
        (20, 2, "behind-line", "20a"),
        (28, 3, "behind-line", "28a"),
        (1, 2, "behind-line", "1a"),
        (28, None, "behind-line", "28a"),
    ],
)
def test_the_green_line_on_the_last_lap(front: int, laps: int | None, placement: str, space: str) -> None:
    setup = rules(laps=laps, green_line_placement=placement)
    closed = close_restart(setup, in_slots(front, [22, 43, 15]))
    assert places(closed.final, 22) == [(22, space, 2)]
    assert closed.rules == (("TA-9.7",) if closed.back else ())
    assert closed.back == (front - int(space[:-1]))
    assert places(closed.final, 15) == [(15, f"{sector_behind(RING, int(space[:-1]), 1)}a", 2)]


def test_cars_far_back_cross_the_line_backwards() -> None:
    ring = from_lines(
        [
            ("sectors", ["1-10", "a", "b"]),
            ("ring", []),
            ("line", ["10"]),
            ("green", ["2"]),
            ("restart", ["a", "b"]),
        ]
    )
    cars = [
        car(n, f"{s}{lane}", 2)
        for n, (s, lane) in enumerate([(s, lane) for s in (4, 3, 2) for lane in "ab"], 1)
    ]
    closed = close_restart(rules(ring, 2), table(*cars))
    assert places(closed.final, 1, 3, 5) == [(1, "2a", 2), (3, "1a", 2), (5, "10a", 1)]
    kept = close_restart(rules(ring, 2, backward_over_line="laps-kept"), table(*cars))
    assert places(kept.final, 5) == [(5, "10a", 2)]


def test_where_the_green_line_lies() -> None:
    bare = from_lines([("sectors", ["1-24", "a", "b"]), ("ring", []), ("line", ["24"])])
    assert green_line(rules(bare)) == 16
    assert green_line(rules(bare, green_line_distance="seven")) == 17
    assert green_line(rules(RING, green_line_distance="seven")) == 20
    short = from_lines([("sectors", ["1-8", "a", "b"]), ("ring", []), ("line", ["8"])])
    assert green_line(rules(short)) is None
    assert green_line(rules(STRETCH)) is None


def test_the_last_lap() -> None:
    assert last_lap(rules(laps=2), in_slots(12, [22, 43]))
    assert not last_lap(rules(laps=3), in_slots(12, [22, 43]))
    assert not last_lap(rules(laps=None), in_slots(12, [22, 43]))


def test_an_open_stretch() -> None:
    start = table(car(15, "4a"), car(43, "3c", 1), car(22, "2a", 1))
    after = line_up(rules(STRETCH), start)
    assert places(after, 15, 43, 22) == [(15, "4b", 2), (43, "4c", 2), (22, "3b", 1)]
    crowd = table(
        *(car(number, f"{number}a", 1) for number in (1, 2)),
        car(3, "1b", 1),
        car(4, "1c", 1),
        car(5, "2c", 1),
    )
    blocked = line_up_obstacle(rules(STRETCH), crowd)
    assert blocked is not None and blocked.kind == "impossible"
    assert line_up(rules(STRETCH), crowd) == crowd


def test_a_formation_longer_than_the_track() -> None:
    ring = load("tiny-ring")
    crowd = table(*(car(number, f"{1 + number % 12}p", 1, stack=number // 12) for number in range(25)))
    blocked = line_up_obstacle(rules(ring), crowd)
    assert blocked is not None
    assert blocked.kind == "impossible"
    assert blocked.fact == "the formation is longer than the track, which has 12 sectors"


def test_where_nobody_can_say() -> None:
    unknown = table(car(15, "12a"), car(43, None))
    blocked = line_up_obstacle(rules(), unknown)
    assert blocked is not None and (blocked.kind, blocked.car) == ("undetermined", 43)
    closed = close_restart(rules(), unknown)
    assert closed.final == unknown and closed.obstacle == blocked
    astray = close_restart(rules(), table(car(15, "12a"), car(43, "11c")))
    assert astray.obstacle is not None and astray.obstacle.car == 43


def test_counting_back() -> None:
    assert [sector_behind(RING, 2, count) for count in (0, 1, 2, 30, -27)] == [2, 1, 28, 28, 1]
    assert [sector_behind(STRETCH, 2, count) for count in (1, 2, -4, -5)] == [1, None, 6, None]
    assert [lines_behind(RING, 2, count) for count in (1, 2, 29, 30, -26, -27)] == [0, 1, 1, 2, 0, -1]
    assert [lines_behind(STRETCH, 5, count) for count in (1, 2)] == [0, 1]
    assert distance_behind(RING, 1, 28) == 1
    assert distance_behind(STRETCH, 1, 4) == -3


READINGS = load_rulings(DATA)["restart-fill-holes"].readings


@given(st.data(), st.sampled_from(sorted(READINGS)), st.sampled_from(RING.sectors), st.integers(1, 14))
def test_a_restart_loses_nobody(data: st.DataObject, reading: str, front: int, count: int) -> None:
    """Whoever pits: every car stands in the formation again, stayers before pitters, and crossings agree with places."""
    setup = rules(restart_fill_holes=reading)
    start = table(car(1, f"{front}b", 3), *(car(n, f"{front}p", 3, stack=n - 2) for n in range(2, count + 1)))
    lined_up = line_up(setup, start)
    assert not problems(setup, lined_up)
    assert running_order(setup, lined_up) == tuple(range(1, count + 1))
    pits = data.draw(st.lists(st.sampled_from(range(1, count + 1)), unique=True))
    closed = after_pits(setup, lined_up, *pits)
    assert closed.obstacle is None
    assert not problems(setup, closed.final)
    assert all(one.on_track for one in closed.final.cars)
    order = running_order(setup, closed.final)
    if reading != "lane-only-pitters-fill-holes":
        stayed = [number for number in order if number not in pits]
        assert list(order[: len(stayed)]) == stayed
    if reading != "lane-only":
        assert {one.space for one in closed.final.cars} == {one.space for one in lined_up.cars}
