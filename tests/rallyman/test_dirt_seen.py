"""What a car remembers of the dirt of a corner into which it did not drive but was put (ruling dirt-and-car-in-corner). On the
inside, where this happens, no step asks for it; the judges compare it all the same."""

import pytest

from tests.rallyman.test_records import judged


@pytest.mark.parametrize(("dirt", "markers"), [("", 0), ("  dirt K1=2\n", 2), ("  dirt K2=2\n", 0)])
def test_a_car_put_back_into_another_corner_sees_its_dirt(dirt: str, markers: int) -> None:
    """RM-9.8, RM-7.9: the space beside A is taken, and behind it lies the inside of K1."""
    report = judged(
        "game rallyman\nruling place-taken-after-loss = C\nstage hollow-pine\ndriver A\ndriver B\n"
        f"position\n  turn 3\n{dirt}  A s4 left\n  B s4 g2\n  next A\nend\nA: blocked =1b > k1i\n"
    )
    car = report.table.position.car("A")
    assert (report.verdict, car.space, car.dirt_seen) == ("legal", "k1i", markers)
