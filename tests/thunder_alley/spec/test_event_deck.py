"""The event deck, in addition to the test records."""

from collections.abc import Sequence

from model.thunder_alley.cards import EVENTS
from verifier.thunder_alley.spec.decks_events import (
    EventsShuffled,
    EventTurned,
    ToldOfEvents,
    event_deck_fits,
)

EVERY = [EventTurned(id) for id, event in EVENTS.items() for _ in range(event.count)]


def breaks_at(told: Sequence[ToldOfEvents]) -> int | None:
    found = event_deck_fits(told)
    return None if found.legal else int(found.open[0])


def test_no_more_of_a_kind_than_there_are() -> None:
    overcast = EventTurned("overcast")
    assert breaks_at([overcast]) is None
    assert breaks_at([overcast, overcast]) == 1
    assert event_deck_fits([overcast, overcast]).rules == ("TA-3.5.2",)


def test_the_deck_is_shuffled_when_it_has_run_out() -> None:
    assert breaks_at([*EVERY, EventTurned("overcast")]) is None
    assert breaks_at([*EVERY, EventTurned("overcast"), EventsShuffled()]) is None
    assert breaks_at([*EVERY, EventsShuffled()]) == len(EVERY)
    assert breaks_at([EventTurned("overcast"), EventsShuffled()]) == 1


def test_the_first_rain_lies_aside() -> None:
    rain = EventTurned("rain")
    assert breaks_at([*EVERY, rain]) is None
    assert breaks_at([*EVERY, rain, rain]) == len(EVERY) + 1


def test_an_event_that_nobody_noted() -> None:
    assert breaks_at([EventTurned(None), *EVERY[1:], EventTurned("overcast")]) is None
