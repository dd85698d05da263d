"""The sequence of a turn, in addition to the test records."""

from verifier.thunder_alley.spec.sequence import Segment, TurnStory, passes_not_told, turn_fits


def test_somebody_began() -> None:
    cars = (("red", 1), ("blue", 1), ("green", 1))
    for second, fits in (("blue", False), ("red", True)):
        told = (Segment("green"), Segment(second))
        assert turn_fits(TurnStory(cars, cars, told)).legal == fits


def test_a_pass_that_is_due_need_not_be_told() -> None:
    cars = (("red", 1), ("blue", 1), ("green", 1))
    driving, lost = (("red", 0), ("blue", 1), ("green", 1)), (("red", 1), ("blue", 0), ("green", 0))
    story = TurnStory(cars, driving, (Segment("blue"),), "red", lost=lost)
    assert turn_fits(story).legal and passes_not_told(story) == ("red",)
    late = TurnStory(cars, driving, (Segment("blue"), Segment("red", passes=True)), "red", lost=lost)
    assert not turn_fits(late).legal
    told = TurnStory(cars, driving, (Segment("red", passes=True), Segment("blue")), "red", lost=lost)
    assert turn_fits(told).legal and passes_not_told(told) == ()


def test_whoever_drives_is_not_passed_over() -> None:
    cars = (("red", 2), ("blue", 1))
    story = TurnStory(
        cars, (("red", 1), ("blue", 1)), (Segment("blue"),), "red", lost=(("red", 1), ("blue", 0))
    )
    assert turn_fits(story).rules == ("TA-3.4",)
