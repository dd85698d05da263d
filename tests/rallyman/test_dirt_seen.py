"""What a car remembers of the dirt of a corner into which a rule or a `position` put it (ruling dirt-and-car-in-corner)."""

import pytest

from tests.rallyman.test_records import judged


@pytest.mark.parametrize(("dirt", "markers"), [("", 0), ("  dirt K1=2\n", 2), ("  dirt K2=2\n", 0)])
def test_a_car_put_back_into_another_corner_sees_its_dirt(dirt: str, markers: int) -> None:
    """RM-9.8, RM-7.9: the space next to A is taken, and the inside of K1 is behind it. No step there needs the memory; the judges
    compare it all the same."""
    report = judged(
        "game rallyman\nruling place-taken-after-loss = C\nstage hollow-pine\ndriver A\ndriver B\n"
        f"position\n  turn 3\n{dirt}  A s4 left\n  B s4 g2\n  next A\nend\nA: blocked =1b > k1i\n"
    )
    car = report.table.position.car("A")
    assert (report.verdict, car.space, car.dirt_seen) == ("legal", "k1i", markers)


HEADER = "game rallyman\nruling dirt-and-car-in-corner = B\nstage hollow-pine\ndriver A\ndriver B\n"
IN_K1 = "position\n  turn 3\n  order A B\n  A s3 g2\n  B k1d1 g4\nend\nA: 2/k~ =2\n"
GAP = "...\n"


def seen_by_b(lines: str) -> int | None:
    """What B has seen of its corner after these lines."""
    return judged(HEADER + lines).table.position.car("B").dirt_seen  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("lines", "markers"),
    [
        ("position\n  turn 3\n  A s1 g2\n  B k1d1 g4\nend\n", 0),
        ("position\n  turn 3\n  dirt K1=1\n  A s1 g2\n  B k1d1 g3\nend\n", 1),
        ("position\n  turn 3\n  dirt K1=1\n  A s1 g2\n  B s4 g3\nend\n", None),
        ("position\n  turn 3\n  dirt K1=1\n  A s1 g2\n  B k1i left\nend\n", 1),
        (IN_K1, 0),
        (IN_K1 + GAP + "position\n  turn 4\n  dirt K1=1\n  A k1k g2\n  B k1d1 g4\nend\n", 0),
        (IN_K1 + GAP + "position\n  turn 4\n  dirt K1=1\n  A k1k g2\n  B k1d2 g4\nend\n", 0),
        (IN_K1 + GAP + "position\n  turn 5\n  dirt K1=1 K2=1\n  A s5 g2\n  B k2d1 g3\nend\n", 1),
    ],
)
def test_a_car_put_down_by_a_position_has_seen_the_dirt_of_that_position(
    lines: str, markers: int | None
) -> None:
    """RM-9.8: the car did not see dirt that comes later; in a new start it keeps what it saw before of the same corner."""
    assert seen_by_b(lines) == markers


@pytest.mark.parametrize(
    ("step", "verdict"),
    [("g/d =4 > k1d2 g4", "legal"), ("g/d *right =4b", "illegal"), ("3/d =3", "illegal")],
)
def test_after_a_new_start_the_notes_of_the_car_are_the_old_ones(step: str, verdict: str) -> None:
    """RM-9.3, RM-9.8: B drifts on by the notes that it found, also after missing lines."""
    start = "position\n  turn 4\n  order A B\n  next B\n  dirt K1=1\n  A k1k g2\n  B k1d1 g4\nend\n"
    report = judged(f"{HEADER}{IN_K1}{GAP}{start}B: {step}\n")
    assert (report.verdict == "illegal") == (verdict == "illegal")
