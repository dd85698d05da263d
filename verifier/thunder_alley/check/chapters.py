"""Positions of a few cars in which a decision apart from an activation is due: a pass, an event, pit stops, the end of a turn or
of the race. What a chapter may ask about them is left open."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations, product
from typing import Any

from model.thunder_alley.cards import EVENTS
from model.thunder_alley.cards_seen import RaceCard
from model.thunder_alley.moves import Decision, Draw, Event, NewTurn, Pass, PitStops, Pitting, Retire
from model.thunder_alley.position import ACTION, EVENT, FINISHED, OUT, OVER, PITS, Car, Position, Team
from model.thunder_alley.track import Track
from model.values import value
from verifier.solving.cases import Cases, in_each_case
from verifier.thunder_alley.check.any_move import SECTORS
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.small import LAPS

RED, BLUE, PINK = "Red", "Blue", "Pink"

SIZES: tuple[tuple[str, ...], ...] = (
    (RED,),
    (RED, BLUE),
    (RED, RED),
    (RED, RED, BLUE),
    (RED, RED, RED),
    (RED, BLUE, PINK),
    (RED, RED, BLUE, BLUE),
)
"""The teams of the cars, smallest number first."""


@value
class Scene:
    """A position with open facts, and the decisions that are tried in it; None stands for the points at the end of a race."""

    cases: Cases
    track: Track
    teams: tuple[Team, ...]
    position: Position
    decisions: tuple[Decision | None, ...]


def _scene(
    cases: Cases,
    colours: Sequence[str],
    cars: Sequence[Mapping[str, Any]],
    decisions: Sequence[Decision | None],
    track: Track,
    **facts: Any,
) -> Scene:
    """A scene with these facts about its cars, which are numbered from 1, and about the race. No two cars share a space.
    `cases` has begun."""
    made = [
        Car(number, colour, **{"space": None, **own})
        for number, (colour, own) in enumerate(zip(colours, cars, strict=True), 1)
    ]
    for one, other in combinations([car for car in made if car.space is not None], 2):
        cases.allow(one.space != other.space)
    teams = tuple(
        Team(colour, None, tuple(car.number for car in made if car.team == colour))
        for colour in dict.fromkeys(colours)
    )
    taken = {car.place for car in made}
    left = tuple(place for place in range(1, len(made) + 1) if place not in taken)
    common = {"turn": 2, "first": RED, "lap": LAPS, "places_left": left}
    position = Position(tuple(made), **{**common, **facts})
    return Scene(cases, track, teams, position, tuple(decisions))


def _places(track: Track) -> tuple[str, ...]:
    return *track.spaces, *(f"{sector}p" for sector in track.sectors)


def passes(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-3.4, TA-4.3, TA-10.1: a car that is lost, has finished or still drives gives a pass or retires."""
    track = ring(SECTORS)
    for status, place in ((None, None), (OUT, len(colours)), (FINISHED, 1)):
        for number in range(1, len(colours) + 1):
            cases = Cases()
            cars: list[dict[str, Any]] = [
                {
                    "space": cases.choice(track.spaces[:6]),
                    "crossed": LAPS,
                    "flipped": cases.choice((False, True)),
                }
                for _ in colours
            ]
            cases.begin()
            if status is not None:
                crossed = LAPS + (status == FINISHED)
                cars[number - 1] = {"status": status, "place": place, "crossed": crossed}
            decisions: tuple[Decision, ...] = (Pass(number),) if status else (Retire(number),)
            yield _scene(cases, colours, cars, decisions, track, step=ACTION, next=RED)


WEAR = ((), ("blue",), ("yellow",), ("blue", "blue"), ("blue", "yellow"), ("blue", "yellow", "yellow"))
"""Markers that suspension events tell apart."""

COLOURS: Mapping[str, str] = {
    "blown-engine": "orange",
    "engine-damage": "orange",
    "fuel-miscalculation": "green",
    "blown-transmission": "lavender",
    "gear-box-damage": "lavender",
    "blown-tire": "black",
    "spinout": "black",
    "overcast": "black",
}
"""Event -> the one colour of markers that it looks at."""


def events(event: str) -> Callable[[Sequence[str]], Iterator[Scene]]:
    """TA-8, TA-EV: this event, with any order of the teams on the Team Bar. One car may be lost."""

    def scenes(colours: Sequence[str]) -> Iterator[Scene]:
        numbers = range(1, len(colours) + 1)
        track = ring(SECTORS)
        for lost in (None, *numbers[: len(colours) - 1]):
            cases = Cases()
            cars: list[dict[str, Any]] = [
                {
                    "space": cases.choice(_spaces(event, track, len(colours))),
                    "crossed": LAPS - 1,
                    "wear": cases.choice(_markers(event)),
                    "flipped": True,
                }
                for _ in numbers
            ]
            cases.begin()
            draws = [Event(Draw(event, bar), bar=RaceCard()) for bar in permutations(dict.fromkeys(colours))]
            if lost is not None:
                cars[lost - 1] = {"status": OUT, "place": len(colours), "flipped": True}
            yield _scene(cases, colours, cars, draws, track, lap=LAPS - 1, step=EVENT)

    return scenes


BESIDE = ("collision", "front-end-damage", "brush-the-wall", "spinout")
"""Events that look at which spaces are next to each other."""


def _spaces(event: str, track: Track, cars: int) -> tuple[str, ...]:
    if event not in BESIDE:
        return ("4a", "3a", "2a", "1a", "2p")
    return _places(track) if cars < 3 else (*track.spaces[:6], "2p")


def _markers(event: str) -> tuple[tuple[str, ...], ...]:
    """The markers that a car may carry when an event is drawn."""
    if event in ("its-getting-worse", "loose", "tight"):
        return WEAR
    if event == "sun-on-the-track":
        return (), ("blue",) * 5
    colour = COLOURS.get(event)
    return ((), (colour,), (colour, colour)) if colour is not None else ((),)


def pit_stops(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-9.1 to TA-9.3: any of the cars pit under green."""
    cases, numbers, track = Cases(), range(1, len(colours) + 1), ring(SECTORS)
    few = len(colours) < 3
    cars = [
        {
            "space": cases.choice(_places(track) if few else track.spaces[:5]),
            "crossed": cases.choice((LAPS, LAPS - 1) if few else (LAPS,)),
            "wear": cases.choice(((), ("black",)) if len(colours) < 2 else ((),)),
        }
        for _ in numbers
    ]
    cases.begin()
    yield _scene(cases, colours, cars, _stops(numbers), track, step=PITS, flag="green")


def _stops(numbers: Sequence[int]) -> list[Decision]:
    """Any of the cars pit, or none."""
    groups = chain.from_iterable(combinations(numbers, size) for size in range(len(numbers) + 1))
    return [PitStops(tuple(map(Pitting, group))) for group in groups]


def restarts(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-9.5 to TA-9.7: the cars are lined up anywhere in any order, with a printed green line and without; any of them pit."""
    numbers = range(1, len(colours) + 1)
    for order, green in product(permutations(numbers), (True, False)):
        cases, track = Cases(), ring(SECTORS, green=green)
        front, laps = cases.choice(range(SECTORS)), cases.choice((LAPS, LAPS - 1))
        cases.begin()
        cars = [
            {
                "space": _slot(track, front, order.index(number)),
                "crossed": laps - _over_the_line(front, order.index(number) // 2),
            }
            for number in numbers
        ]
        yield _scene(cases, colours, cars, _stops(numbers), track, lap=laps, step=PITS, flag="yellow")


@in_each_case
def _slot(track: Track, front: int, place: int) -> str:
    return f"{track.sectors[(front - place // 2) % SECTORS]}{'ab'[place % 2]}"


@in_each_case
def _over_the_line(front: int, row: int) -> bool:
    return front < row


def ends_of_turns(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-3.5: every car has been activated, and the next turn begins."""
    cases, numbers, track = Cases(), range(1, len(colours) + 1), ring(SECTORS)
    few = len(colours) < 3
    cars = [
        {
            "space": cases.choice(_places(track) if few else (*track.spaces[:4], "8a", "8b", "1p")),
            "crossed": cases.choice((LAPS, LAPS - 1)),
            "lap_down": cases.choice((False, True)),
        }
        for _ in numbers
    ]
    cases.begin()
    yield _scene(cases, colours, cars, [NewTurn(3)], track, step=PITS, flag="green")


def results(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-10.2: the race is over, with any places and any Turn Leader markers."""
    track = ring(SECTORS)
    for order in permutations(range(1, len(colours) + 1)):
        cases = Cases()
        cars = [
            {"crossed": LAPS + 1, "status": FINISHED, "place": place, "led": cases.choice(range(4))}
            for place in order
        ]
        cases.begin()
        yield _scene(cases, colours, cars, [None], track, step=OVER, places_left=())


@value
class Chapter:
    """A kind of decision, the rules that it can show (by the beginning of their ids), and the most cars in its scenes."""

    name: str
    rules: tuple[str, ...]
    cars: int
    scenes: Callable[[Sequence[str]], Iterator[Scene]]

    def concerns(self, rules: Iterable[str]) -> bool:
        """Whether one of these rules can show in it."""
        return any(rule.startswith(self.rules) for rule in rules)


def _event_chapters() -> Iterator[Chapter]:
    """A chapter for each event. Two of them show the rules of all: one whose cars the Team Bar settles, one for all teams."""
    for id, card in EVENTS.items():
        general = ("TA-4.4", "TA-8", "TA-7") if id in ("engine-damage", "pileup") else ()
        beside = ("TA-GL-adjacent",) if id == "collision" else ()
        yield Chapter(card.name, (f"TA-EV-{id}", *general, *beside), 3, events(id))


CHAPTERS: tuple[Chapter, ...] = (
    Chapter("passes", ("TA-3.4", "TA-4.3", "TA-10.1"), 2, passes),
    *_event_chapters(),
    Chapter(
        "pit stops", ("TA-9.1", "TA-9.2", "TA-9.3", "TA-9.4", "TA-3.5.3", "TA-6.7", "TA-12.1"), 3, pit_stops
    ),
    Chapter("restarts", ("TA-9", "TA-1.3", "TA-3.5.3", "TA-12.1"), 4, restarts),
    Chapter("ends of turns", ("TA-3.5", "TA-4.1", "TA-4.2"), 2, ends_of_turns),
    Chapter("results", ("TA-10",), 4, results),
)
