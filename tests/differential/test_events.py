"""Both judges agree on events on random positions. `long_run.py events` tests more of them."""

import pytest

from model.thunder_alley.cards import EVENTS
from tests.differential.events import event, event_situation
from tests.differential.readings import other_readings
from tests.differential.runner import GAVE_UP
from tests.thorough import THOROUGH

TABLES = 60 if THOROUGH else 2


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_each_event(name: str) -> None:
    for number in range(TABLES):
        said = event(event_situation(number, seed=2, event=name))
        assert not said or said.startswith(GAVE_UP)


@pytest.mark.parametrize("pair", other_readings(), ids=" = ".join)
def test_an_event_under_every_reading(pair: tuple[str, str]) -> None:
    for number in range(TABLES // 2):
        said = event(event_situation(number, seed=3, readings=dict([pair])))
        assert not said or said.startswith(GAVE_UP)


@pytest.mark.parametrize(
    ("number", "readings"),
    [
        (22, {}),  # a car on the apron that does not spin stays where it is
        (65, {}),  # all the way round a short ring and over the line
        (641, {}),  # the only car retires
        (227, {}),  # a car that was three laps down rejoins the lead lap
    ],
)
def test_kept(number: int, readings: dict[str, str]) -> None:
    assert event(event_situation(number, 1, readings)) == ""
