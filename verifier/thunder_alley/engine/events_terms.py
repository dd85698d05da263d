"""Chapter 8: the terms that the event files share."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import final

from model.thunder_alley.cards import EVENTS
from model.thunder_alley.moves import Draw
from model.thunder_alley.position import RACING, UNNOTED, Car, Position, Setup
from model.thunder_alley.track import Track
from model.values import value
from verifier.findings import Breach
from verifier.thunder_alley.engine.order import running_order
from verifier.words import counted

Markers = Mapping[int, tuple[str, ...]]
"""Car number -> colours of wear markers."""

NO_MARKERS: Markers = MappingProxyType({})


@value
class Blow:
    """One possible result of an event, before it is carried out.

    `hit` are the cars it touches, in order; `gives` and `takes` wear markers; `retires` cars that leave the race;
    `position` is the position after forced moves, None without them; `rear` are the cars that restart at the rear.
    `colours` are the possible colours of a marker given as unnoted. `rules` are those applied in addition to the event's own.
    """

    hit: tuple[int, ...] = ()
    gives: Markers = field(default_factory=lambda: NO_MARKERS)
    takes: Markers = field(default_factory=lambda: NO_MARKERS)
    retires: tuple[int, ...] = ()
    position: Position | None = None
    rear: tuple[int, ...] = ()
    colours: Markers = field(default_factory=lambda: NO_MARKERS)
    rules: tuple[str, ...] = ()


@value
class EventOutcome:
    """What an event leads to. `position` has the markers given, cars moved and retired; flag, step and the line-up of a
    restart are not in it yet.

    `flag` is green, yellow or red (TA-8.2). `hit` are the cars touched, in order; `gained` their new markers; `retired`
    the cars that are out; `rear` the cars that restart at the rear, in running order (TA-EV-collision). `over`: the race
    is over. `rules` are those applied, the event's own first. `colours`: the possible colours of a new marker that is
    `unnoted` in the position, because a reading leaves it open. `event` is the id of the card, `before` the position when
    it was drawn.
    """

    event: str
    before: Position
    position: Position
    flag: str
    hit: tuple[int, ...] = ()
    gained: Markers = field(default_factory=lambda: NO_MARKERS)
    retired: tuple[int, ...] = ()
    rear: tuple[int, ...] = ()
    over: bool = False
    rules: tuple[str, ...] = ()
    colours: Markers = field(default_factory=lambda: NO_MARKERS)

    @property
    def sentence(self) -> str:
        """`Collision: 22 and 15 gain red red; yellow flag`."""
        parts: dict[tuple[str, ...], list[int]] = {}
        for number, markers in self.gained.items():
            parts.setdefault(markers, []).append(number)
        told = [
            f"{listed(cars)} {'gain' if len(cars) > 1 else 'gains'} {' '.join(markers).replace(UNNOTED, '?')}"
            for markers, cars in parts.items()
        ]
        for number in self.hit:
            was, now = self.before.known_car(number), self.position.known_car(number)
            if now.space and now.space != was.space:
                told.append(f"{number} goes to {now.space}")
            lost = len(was.wear) + len(self.gained.get(number, ())) - len(now.wear)
            if lost > 0:
                told.append(f"{number} loses {counted(lost, 'marker')}")
        told += [
            f"{number} is out in place {self.position.known_car(number).place}" for number in self.retired
        ]
        card = EVENTS[self.event]
        if self.over:
            told.append("the race is over")
        elif not told and card.icons:
            told.append("no car is hit")
        return f"{card.name}: {'; '.join((*told, f'{self.flag} flag'))}"


@value
class EventJudgement:
    """The engine's answer. Breaches: the event is impossible as written. One outcome: the result is clear. Several: a choice
    is not written. `unknown` is the reason why the answer is open, if the record lacks a deciding fact; otherwise it is empty."""

    breaches: tuple[Breach, ...] = ()
    outcomes: tuple[EventOutcome, ...] = ()
    unknown: str = ""


class NotKnownError(Exception):
    """A fact that decides the event is not in the position; the text names it."""


Ruled = Breach | list[Blow]
"""The answer of an event's rule to a draw: why it is impossible, or all possible results."""


@final
class Scene:
    """The position at the moment of an event, and what was written about the event. `cars` are those in the race, by number;
    `asked_bar`: the Team Bar had to decide."""

    def __init__(self, setup: Setup, position: Position, draw: Draw) -> None:
        self.setup = setup
        self.position = position
        self.draw = draw
        self.asked_bar = False
        self.cars = [car for car in position.cars if car.status == RACING]
        self._order: tuple[int, ...] | None = None

    def reading(self, ruling: str) -> str:
        """The reading in force."""
        return self.setup.ruleset.readings[ruling]

    @property
    def teams(self) -> list[str]:
        """The teams that take part, in seat order as far as seats are known."""
        teams = [*self.setup.colours]
        for car in self.position.cars:
            if car.team not in teams:
                teams.append(car.team)
        return teams

    def car(self, number: int) -> Car:
        return self.position.known_car(number)

    def of(self, team: str) -> list[Car]:
        """A team's cars in the race."""
        return [car for car in self.cars if car.team == team]

    def in_seat_order(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Cars sorted by the seats of their teams."""
        seats = {team: seat for seat, team in enumerate(self.teams)}
        return tuple(sorted(numbers, key=lambda number: (seats[self.car(number).team], number)))

    def track(self, why: str) -> Track:
        """The track, provided that the place of every car in the race is known."""
        if self.setup.track is None:
            raise NotKnownError(f"this record has no track, so it is unknown {why}")
        if any([car.space is None for car in self.cars]):
            lost = [str(car.number) for car in self.cars if car.space is None]
            stand = "stands" if len(lost) == 1 else "stand"
            raise NotKnownError(f"where {' and '.join(lost)} {stand} is not noted, so it is unknown {why}")
        return self.setup.track

    def order(self, why: str) -> tuple[int, ...]:
        """The running order of all cars in the race."""
        if self._order is None:
            self.track(why)
            self._order = running_order(self.setup, self.position)
        return self._order


def token(index: int) -> str:
    """How a breach refers to the written car at this index, counted from 0."""
    return f"car {index}"


def listed(items: Iterable[object], word: str = "and") -> str:
    """`22, 15 and 9`."""
    texts = [str(item) for item in items]
    return f" {word} ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))


def where(car: Car) -> str:
    """` at `5b``, or nothing if the space is not known."""
    return f" at `{car.space}`" if car.space else ""


def not_racing(rule: str, car: Car, index: int = 0) -> Breach:
    """A written car is out of the race."""
    how = "has finished" if car.place is not None and car.status == "finished" else "is out of the race"
    return Breach(
        rule, f"{car.number} {how}", "an event only hits cars that are in the race", token=token(index)
    )
