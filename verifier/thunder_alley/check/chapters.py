"""Positions of a few cars in which a decision apart from an activation is due, chapter by chapter. What a chapter may ask about
them is left open."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, permutations, product
from typing import Any

from model.thunder_alley.cards import EVENTS
from model.thunder_alley.cards_seen import RaceCard
from model.thunder_alley.moves import (
    Activation,
    Decision,
    Draw,
    Event,
    NewTurn,
    Pass,
    Path,
    PitStops,
    Pitting,
    Retire,
    Step,
)
from model.thunder_alley.position import ACTION, FINISHED, OUT, OVER, PITS
from model.thunder_alley.reports import Scored
from model.thunder_alley.teams import CARS_IN_BOX
from model.thunder_alley.track import Track
from model.values import value
from verifier.solving.cases import Cases, in_each_case
from verifier.thunder_alley.check.any_move import SECTORS
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.chapters_cards import discards, grids, hands
from verifier.thunder_alley.check.chapters_events import events
from verifier.thunder_alley.check.scenes import FOUR, ONE, RED, THREE, TWO, Colours, Scene, places, scene
from verifier.thunder_alley.check.small import LAPS
from verifier.words import counted

SIX = ("black",) * 6
"""So many markers that a car retires (TA-7.2)."""


def passes(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-3.4, TA-4.3, TA-7.2, TA-10.1: a car that is lost, has finished or still drives gives a pass or retires; one that carries
    six markers may be moved. If it is the last one of the turn, the action phase ends."""
    track = ring(SECTORS)
    for status, place in ((None, None), (OUT, len(colours)), (FINISHED, 1)):
        for number in range(1, len(colours) + 1):
            cases, laps = Cases(), LAPS if status == FINISHED else LAPS - 1
            cars: list[dict[str, Any]] = [
                {
                    "space": cases.choice(track.spaces[:6]),
                    "crossed": laps,
                    "flipped": cases.choice((False, True)),
                }
                for _ in colours
            ]
            worn = cases.choice(((), SIX)) if status is None else ()
            won_before = cases.choice((False, True)) if status == FINISHED else False
            cases.begin()
            if status is None:
                cars[number - 1]["wear"] = worn
            else:
                cars[number - 1] = {"status": status, "place": place, "crossed": laps + (status == FINISHED)}
            moved = Activation(number, "charge", Path((Step("f"),)))
            decisions: tuple[Decision, ...] = (Pass(number),) if status else (Retire(number), moved)
            facts: dict[str, Any] = {"step": ACTION, "next": RED, "lap": laps, "won_before": won_before}
            yield scene(cases, colours, cars, decisions, track, alike=True, **facts)


AROUND_THE_LINE = ("2a", "2b", "1a", "1b", "2p", "8a", "7a", "8b", "8c", "1p", "8p")
"""Spaces on both sides of Start/Finish, on the apron too."""


def ends_of_action(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-3.5.1: every car has been activated, and the event is drawn: Overcast, which changes nothing here."""
    cases, track = Cases(), ring(SECTORS)
    spaces = AROUND_THE_LINE if len(colours) < 3 else AROUND_THE_LINE[:6]
    cars = [
        {
            "space": cases.choice(spaces),
            "crossed": cases.choice((LAPS - 1, LAPS - 2)),
            "flipped": True,
        }
        for _ in colours
    ]
    cases.begin()
    overcast = Event(Draw("overcast"), bar=RaceCard())
    leading = "the lead", [_lead(car["crossed"], car["space"]) for car in cars]
    yield scene(cases, colours, cars, [overcast], track, alike=True, tied=leading, step=ACTION)


def pit_stops(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-9.1 to TA-9.3: any of the cars pit under green. Those in the leading sector may have shared the lead."""
    numbers, few = range(1, len(colours) + 1), len(colours) < 3
    for leaders in ((), tuple(numbers)) if len(colours) == 2 else ((),):
        cases, track = Cases(), ring(SECTORS)
        cars = [
            {
                "space": cases.choice(places(track) if few else track.spaces[:5]),
                "crossed": cases.choice((LAPS - 1, LAPS) if few and not leaders else (LAPS - 1,)),
                "wear": cases.choice(((), ("black",), ("orange",)) if len(colours) < 2 else ((),)),
                "led": int(bool(leaders)),
            }
            for _ in numbers
        ]
        cases.begin()
        if leaders:
            cases.allow(_sector(cars[0]["space"]) == _sector(cars[1]["space"]))
            cases.allow(cars[0]["space"] < cars[1]["space"])
        lap = _most(*(car["crossed"] for car in cars))
        facts: dict[str, Any] = {"step": PITS, "flag": "green", "lap": lap, "turn_leaders": leaders}
        yield scene(cases, colours, cars, _stops(numbers), track, alike=True, **facts)


@in_each_case
def _lead(crossed: int, space: str) -> tuple[int, int]:
    """How far a car has come: laps and sectors."""
    return crossed, int(space[:-1])


@in_each_case
def _most(*crossed: int) -> int:
    return max(crossed)


@in_each_case
def _sector(space: str) -> str:
    return space[:-1]


def _stops(numbers: Sequence[int]) -> list[Decision]:
    """Any of the cars pit, or none."""
    groups = chain.from_iterable(combinations(numbers, size) for size in range(len(numbers) + 1))
    return [PitStops(tuple(map(Pitting, group))) for group in groups]


KEPT = ("gray",)
"""Markers that a car may keep where a pit stop under yellow costs a space for each."""


def restarts(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-9.5 to TA-9.7: the cars are lined up anywhere in any order, with a printed green line and without. Any of them pit; a
    car alone may keep a marker. Four cars are not on the last lap."""
    numbers = range(1, len(colours) + 1)
    orders = dict.fromkeys(tuple(colours[number - 1] for number in order) for order in permutations(numbers))
    few = len(colours) < 4
    for order, green in product(orders, (True, False) if few else (False,)):
        cases, track = Cases(), ring(SECTORS, green=green)
        front, laps = cases.choice(range(SECTORS)), cases.choice((LAPS - 1, LAPS) if few else (LAPS - 1,))
        worn = {"wear": cases.choice(((), KEPT))} if len(colours) == 1 else {}
        cases.begin()
        cars = [
            {"space": _slot(track, front, place), "crossed": laps - _over_the_line(front, place // 2), **worn}
            for place in _line(colours, order)
        ]
        stops = _stops(numbers)
        if worn:
            stops.append(PitStops((Pitting(1, KEPT),)))
        yield scene(cases, colours, cars, stops, track, lap=laps, step=PITS, flag="yellow")


def _line(colours: Sequence[str], order: Sequence[str]) -> list[int]:
    """The place of each car in a formation with the teams in this order; cars of one team in the order of their numbers."""
    free = {team: [place for place, own in enumerate(order) if own == team] for team in order}
    return [free[colour].pop(0) for colour in colours]


@in_each_case
def _slot(track: Track, front: int, place: int) -> str:
    return f"{track.sectors[(front - place // 2) % SECTORS]}{'ab'[place % 2]}"


@in_each_case
def _over_the_line(front: int, row: int) -> bool:
    return front < row


def ends_of_turns(colours: Sequence[str], *, first_known: bool = False) -> Iterator[Scene]:
    """TA-3.5: no car pits, and the next turn begins. No record can say that a First Player who is not known stays the same."""
    cases, numbers, track = Cases(), range(1, len(colours) + 1), ring(SECTORS)
    cars = [
        {
            "space": cases.choice(AROUND_THE_LINE),
            "crossed": cases.choice((LAPS - 1, LAPS - 2)),
            "lap_down": cases.choice((False, True)),
        }
        for _ in numbers
    ]
    first = cases.choice(tuple(dict.fromkeys(colours))) if first_known else None
    cases.begin()
    facts: dict[str, Any] = {"step": PITS, "flag": "green", "first": first}
    yield scene(cases, colours, cars, [NewTurn(2)], track, alike=True, **facts)


def results(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-10.2: the race is over, with any places and any Turn Leader markers. Points, and claims about who wins."""
    track, teams = ring(SECTORS), tuple(dict.fromkeys(colours))
    claims = [Scored(winners=some) for size in (1, 2) for some in combinations(teams, size)]
    for order in permutations(range(1, len(colours) + 1)):
        cases = Cases()
        cars = [
            {"crossed": LAPS + 1, "status": FINISHED, "place": place, "led": cases.choice(range(4))}
            for place in order
        ]
        cases.begin()
        decisions = (None, *(claims if len(teams) > 1 else ()))
        led = "laps led", [car["led"] for car in cars]
        yield scene(cases, colours, cars, decisions, track, tied=led, step=OVER, places_left=())


@value
class Chapter:
    """A kind of decision, the rules that it can show (by the beginning of their ids; a whole id ends with a space), and the teams
    of the cars in its scenes, smallest number first. There are up to `each` cars in place of one."""

    name: str
    rules: tuple[str, ...]
    sizes: tuple[Colours, ...]
    scenes: Callable[[Sequence[str]], Iterator[Scene]]
    each: int = 1

    def bound(self, cars: int | None = None) -> str:
        """The range of the questions about it, or of those with up to so many cars."""
        most = len(self.sizes[-1])
        return f"{self.name} with up to {counted(min(cars or most, most) * self.each, 'car')}"

    def concerns(self, rules: Iterable[str]) -> bool:
        """Whether one of these rules can show in it."""
        return any(f"{rule} ".startswith(self.rules) for rule in rules)


GENERAL = {
    "engine-damage": ("TA-4.4", "TA-7"),
    "blown-engine": ("TA-8",),
    "pileup": ("TA-4.4",),
    "collision": ("TA-GL-adjacent",),
    "debris-caution": ("TA-9.6-1", "TA-9.6-2", "TA-9.6-3", "TA-4.2"),
    "spinout": ("TA-4.2", "TA-4.6"),
}
"""The events that show the rules of all of them, and of the line-up after a yellow flag."""


def _event_chapters() -> Iterator[Chapter]:
    for id, card in EVENTS.items():
        rules = (f"TA-EV-{id}", *GENERAL.get(id, ()))
        yield Chapter(card.name, rules, (*ONE, *TWO, *THREE), events(id))


CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        "passes",
        ("TA-3.4", "TA-4.3", "TA-7.2", "TA-10.1", "TA-12.4", "TA-3.5 ", "TA-3.5.1 "),
        (*ONE, *TWO),
        passes,
    ),
    Chapter("ends of action phases", ("TA-3.5.1 ", "TA-3.5.2 "), (*ONE, *TWO, *THREE), ends_of_action),
    *_event_chapters(),
    Chapter(
        "pit stops",
        ("TA-9.1", "TA-9.2", "TA-9.3", "TA-3.5.3", "TA-4.2", "TA-4.6", "TA-6.7", "TA-7.3", "TA-12.1"),
        (*ONE, *TWO, *THREE),
        pit_stops,
    ),
    Chapter(
        "restarts",
        ("TA-9.1", "TA-9.2", "TA-9.5", "TA-9.6", "TA-9.7", "TA-1.3-green-line", "TA-3.5.3", "TA-12.1"),
        (*ONE, *TWO, *THREE[:2], *FOUR),
        restarts,
    ),
    Chapter("ends of turns", ("TA-3.5.5", "TA-4.1", "TA-4.2"), (*ONE, *TWO), ends_of_turns),
    Chapter("First Player markers", ("TA-3.5.4",), (*ONE, *TWO), partial(ends_of_turns, first_known=True)),
    Chapter("results", ("TA-10.2",), (*ONE, *TWO, *THREE, *FOUR), results),
    Chapter("hands", ("TA-2.7 ", "TA-3.3 ", "TA-RC "), ONE, hands),
    Chapter("discards", ("TA-3.5.6 ",), ONE, discards),
    Chapter("grids", ("TA-2", "TA-12.2", "TA-12.3"), (*ONE, *TWO), grids, CARS_IN_BOX),
)
