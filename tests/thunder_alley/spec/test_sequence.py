"""Who does what when in a turn, beside what the cases say of it."""

from verifier.thunder_alley.spec.sequence import Segment, TurnStory, turn_fits


def test_somebody_began() -> None:
    cars = (("red", 1), ("blue", 1), ("green", 1))
    for second, fits in (("blue", False), ("red", True)):
        told = (Segment("green"), Segment(second))
        assert turn_fits(TurnStory(cars, cars, told)).legal == fits
