"""The position of a Thunder Alley race at one moment."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from model.errors import Problem
from model.ruleset import Ruleset
from model.thunder_alley.track import APRON, Track
from model.values import replace, value

UNNOTED = "unnoted"
"""A wear marker of unrecorded colour; it slows the car like any other (TA-7.1)."""

MOST_CARS = 250
"""The most cars in a position: far more than any race has, and few enough for one byte."""

RACING, OUT, FINISHED = "racing", "out", "finished"

ACTION, EVENT, PITS, DISCARD, OVER = "action", "event", "pits", "discard", "over"
STEPS = (ACTION, EVENT, PITS, DISCARD, OVER)
"""The steps of a turn (TA-3.2). `action`: cars are activated. `event`: all cars are activated, the Turn Leader markers are
given and the event is due. `pits`: the event is resolved, a yellow formation is lined up, and players choose which cars
pit. `discard`: only the discards remain. `over`: the race has ended."""


@value
class Car:
    """One car and the counters in its holding box.

    `space` names a track space (`14b`) or an apron space (`8p`); None when the car is off the track, or when a problem does
    not place it. `stack` is the car's level in an apron space, counted from the bottom (TA-1.3-apron). `crossed` counts
    forward crossings of Start/Finish, the first one included (TA-1.3-first-crossing).
    """

    number: int
    team: str
    space: str | None
    crossed: int = 1
    wear: tuple[str, ...] = ()
    led: int = 0
    flipped: bool = False
    lap_down: bool = False
    status: str = RACING
    place: int | None = None
    stack: int = 0

    @property
    def on_apron(self) -> bool:
        return self.space is not None and self.space[-1] == APRON

    @property
    def on_track(self) -> bool:
        return self.space is not None and self.space[-1] != APRON

    def put(self, space: str, crossed: int) -> "Car":
        """The same car in a track space, with `crossed` crossings of Start/Finish."""
        return Car(
            self.number,
            self.team,
            space,
            crossed,
            self.wear,
            self.led,
            self.flipped,
            self.lap_down,
            self.status,
            self.place,
        )

    def turned(self, flipped: bool, wear: tuple[str, ...] | None = None) -> "Car":
        """The same car with this side up and, if given, these markers."""
        return Car(
            self.number,
            self.team,
            self.space,
            self.crossed,
            self.wear if wear is None else wear,
            self.led,
            flipped,
            self.lap_down,
            self.status,
            self.place,
            self.stack,
        )


@value
class Position:
    """The position at one moment; `cars` are sorted by number.

    `places_left` are the place markers not yet given, best first; `lap` is the current-lap marker (TA-4.6). `next` is the team
    whose segment it is, None if unknown. `step` is one of STEPS. `flag` is the flag of this turn's event, None until one is
    drawn. `turn_leaders` got a Turn Leader marker in this turn, the car with the Leader marker first (TA-3.5.1). `rain`: a first
    Rain card is set aside (TA-EV-rain). `won_before`: a car had finished when this turn began (TA-12.4).
    """

    cars: tuple[Car, ...]
    turn: int = 1
    first: str | None = None
    lap: int = 1
    places_left: tuple[int, ...] = ()
    next: str | None = None
    step: str = ACTION
    flag: str | None = None
    turn_leaders: tuple[int, ...] = ()
    rain: bool = False
    won_before: bool = False

    def car(self, number: int) -> Car | None:
        for car in self.cars:
            if car.number == number:
                return car
        return None

    def known_car(self, number: int) -> Car:
        """The car with this number. Raises `KeyError` if it is not in the position."""
        car = self.car(number)
        if car is None:
            raise KeyError(number)
        return car

    def space_of(self, number: int) -> str | None:
        """The space of a car; None if it stands nowhere or is not in the position."""
        car = self.car(number)
        return car.space if car is not None else None

    def with_cars(self, *changed: Car, **rest: Any) -> "Position":
        """The same position with these cars instead of those of the same number, and with the fields in `rest` changed."""
        now = list(self.cars)
        for new in changed:
            for place, car in enumerate(now):
                if car.number == new.number:
                    now[place] = new
        cars = tuple(now)
        return replace(self, cars=cars, **rest) if rest else self.on(cars, self.lap, self.next)

    def on(self, cars: tuple[Car, ...], lap: int, next: str | None) -> "Position":
        """The position a little later in the same step of the turn: other cars, current lap and next team."""
        return Position(
            cars,
            self.turn,
            self.first,
            lap,
            self.places_left,
            next,
            self.step,
            self.flag,
            self.turn_leaders,
            self.rain,
            self.won_before,
        )


@value
class Team:
    """A team: colour, player's name if known, car numbers. Teams are kept in seat order."""

    colour: str
    player: str | None
    cars: tuple[int, ...]


@value
class Setup:
    """The facts that stay the same for a whole race. `laps` is None while the record does not give the distance. `derived` caches
    values that others compute from it, by their class."""

    track: Track | None
    ruleset: Ruleset
    teams: tuple[Team, ...] = ()
    laps: int | None = None
    names: Mapping[str, int] | None = None
    derived: dict[type, Any] = field(default_factory=dict, init=False)

    @property
    def colours(self) -> tuple[str, ...]:
        """The teams that the header names."""
        return tuple(team.colour for team in self.teams)


def make_position(cars: Iterable[Car], **rest: object) -> Position:
    """A position with its cars sorted and, unless given, the place markers that are still free."""
    ordered = tuple(sorted(cars, key=lambda car: car.number))
    if not rest.get("places_left"):
        taken = {car.place for car in ordered}
        rest["places_left"] = tuple(place for place in range(1, len(ordered) + 1) if place not in taken)
    return Position(ordered, **rest)  # type: ignore[arg-type]


def unsaid_places(position: Position) -> tuple[int, ...]:
    """The places of lost cars that cannot be assigned to a car: neither still available nor known as the place of some car."""
    known = {*position.places_left, *(car.place for car in position.cars)}
    return tuple(place for place in range(1, len(position.cars) + 1) if place not in known)


def may_have_place(position: Position, car: Car, place: object) -> bool:
    """Whether a car is lost, its place is unknown, and it may have this place."""
    return car.status == OUT and car.place is None and place in unsaid_places(position)


def step_text(position: Position) -> str:
    """Which step the race is in, in a phrase."""
    turn = f"turn {position.turn}"
    if position.step == ACTION:
        return f"{turn} is in its action segments"
    return {
        EVENT: f"all cars of {turn} are flipped, and its event is due",
        PITS: f"the event of {turn} is resolved, and players decide who pits",
        DISCARD: f"{turn} is over except for discards",
        OVER: "the race is over",
    }[position.step]


def problems(setup: Setup, position: Position) -> list[Problem]:
    """Why no race can have this position: a space that is not on the track, a car listed twice, or too many cars."""
    found: list[Problem] = []
    if len(position.cars) > MOST_CARS:
        found.append(
            Problem(
                f"this position has {len(position.cars)} cars",
                help=f"a position has at most {MOST_CARS} cars",
            )
        )
    numbers = Counter(car.number for car in position.cars)
    found += [
        Problem(f"car {number} is in this position {count} times")
        for number, count in numbers.items()
        if count > 1
    ]
    for car in position.cars:
        if car.space is None:
            continue
        if setup.track is None:
            found.append(
                Problem(
                    f"car {car.number} is at `{car.space}`, but this record has no track",
                    help="add a `track` line",
                )
            )
        elif not setup.track.has(car.space):
            found.append(
                Problem(
                    f"car {car.number} is at `{car.space}`, which is not on this track",
                    help=setup.track.extent(),
                )
            )
    return found
