"""Positions in which an event is drawn."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any

from model.thunder_alley.cards import EVENTS
from model.thunder_alley.cards_seen import RaceCard
from model.thunder_alley.moves import Draw, Event
from model.thunder_alley.position import EVENT, OUT
from model.thunder_alley.track import Track
from verifier.solving.cases import Cases, in_each_case
from verifier.thunder_alley.check.any_move import SECTORS
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.scenes import Scene, places, scene
from verifier.thunder_alley.check.small import LAPS

WEAR = ((), ("blue",), ("yellow",), ("blue", "blue"), ("blue", "yellow"), ("blue", "yellow", "yellow"))
"""Markers that suspension events tell apart."""

COLOURS: Mapping[str, str] = {
    "blown-engine": "orange",
    "engine-damage": "orange",
    "fuel-miscalculation": "green",
    "blown-transmission": "lavender",
    "gear-box-damage": "lavender",
    "blown-tire": "black",
    "overcast": "black",
}
"""Event -> the one colour of markers that it looks at."""

SUSPENSION: Mapping[str, tuple[str, ...]] = {
    "its-getting-worse": ("blue", "yellow"),
    "loose": ("blue",),
    "tight": ("blue", "yellow"),
}
"""Events about suspensions, with the markers that they count."""

BESIDE = ("collision", "front-end-damage", "brush-the-wall", "spinout")
"""Events that look at which spaces are next to each other."""

MAY = ("overcast",)
"""Events that players may use. Then the first car is written down, or none."""

SIXTH = {"engine-damage": ("orange",) * 5, "sun-on-the-track": ("blue",) * 5}
"""Events that can give a car its sixth marker, and the markers before it."""

LANE = ("4a", "3a", "2a", "1a", "2p")
"""Spaces of cars whose event does not look at which are next to each other."""


def events(event: str) -> Callable[[Sequence[str]], Iterator[Scene]]:
    """TA-8, TA-EV: this event. One car may be lost; where a line-up or laps can matter, the last car may be a lap
    behind the others.

    The Team Bar names the teams in one order only where another would be the same but for the colours.
    """
    far = event in ("spinout", "blown-tire", "rain")
    behind = EVENTS[event].initiates_yellow or event == "spinout"

    def scenes(colours: Sequence[str]) -> Iterator[Scene]:
        track, numbers = ring(SECTORS), range(1, len(colours) + 1)
        for lost in (None, *_unlike(colours)):
            cases = Cases()
            last = max(number for number in numbers if number != lost)
            crossed = cases.choice(
                (LAPS,) if far else (LAPS - 1, LAPS) if behind and last > 1 else (LAPS - 1,)
            )
            own = cases.choice((LAPS, LAPS - 1) if far else (LAPS - 1,)) if behind and last > 1 else crossed
            cars: list[dict[str, Any]] = [
                {
                    "space": cases.choice(_spaces(event, track, len(colours), number)),
                    "crossed": own if number == last else crossed,
                    "wear": cases.choice(_markers(event, len(colours), number)),
                    "flipped": True,
                }
                for number in numbers
            ]
            rain = cases.choice((False, True)) if event == "rain" else False
            cases.begin()
            if lost is not None:
                cars[lost - 1] = {"status": OUT, "place": len(colours), "flipped": True}
            chosen = ((), (1,)) if event in MAY else ((),)
            bars = product(_bars(colours), chosen)
            draws = [Event(Draw(event, bar, cars), bar=RaceCard()) for bar, cars in bars]
            worn = "markers", [_worn(event, car["wear"]) for car in cars if "wear" in car]
            facts = {"step": EVENT, "rain": rain, "lap": crossed}
            yield scene(cases, colours, cars, draws, track, alike=not behind, tied=worn, **facts)

    return scenes


@in_each_case
def _worn(event: str, wear: Sequence[str]) -> int:
    """The number of markers that an event counts."""
    return sum(colour in SUSPENSION.get(event, (COLOURS.get(event),)) for colour in wear)


def _unlike(colours: Sequence[str]) -> list[int]:
    """The first car of each team; none if no other car would be left."""
    return [colours.index(colour) + 1 for colour in dict.fromkeys(colours)] if len(colours) > 1 else []


def _bars(colours: Sequence[str]) -> list[tuple[str, ...]]:
    """The orders of the teams on a Team Bar; only one if the teams have as many cars."""
    teams = tuple(dict.fromkeys(colours))
    sizes = {colours.count(team) for team in teams}
    return [teams] if len(sizes) == 1 else list(permutations(teams))


def _spaces(event: str, track: Track, cars: int, number: int) -> tuple[str, ...]:
    """Where a car may stand when an event is drawn, if there are so many cars."""
    if event in BESIDE:
        return places(track) if cars < 3 else (*track.spaces[:6], "2p")
    if cars > 2 and event in (*COLOURS, *SUSPENSION):
        return (LANE[2 * number - 2],)
    return LANE


def _markers(event: str, cars: int, number: int) -> tuple[tuple[str, ...], ...]:
    """The markers that a car may carry when an event is drawn."""
    if event == "spinout":
        return ((), ("black",)) if cars == 1 else (("black",),) if number == 1 else ((),)
    if event in SUSPENSION:
        return WEAR
    colour = COLOURS.get(event)
    known = () if colour is None else ((colour,), (colour, colour))
    return (), *known, *((SIXTH[event],) if event in SIXTH else ())
