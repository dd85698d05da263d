"""The facts that a record can report about a race with missing lines (`...`), or about its end."""

from model.values import value

NO_CAR = "nobody"
"""As a claim: no car led a turn, so Most Laps Led goes to no car."""


@value
class Placed:
    """A car finishes, or is lost, in this place."""

    car: int
    place: int


@value
class Drives:
    """A car is still in the race."""

    car: int


@value
class Lost:
    """A car is out of the race."""

    car: int


@value
class Led:
    """A car has this many Turn Leader markers."""

    car: int
    markers: int


@value
class Takes:
    """A car takes part in the race, now or earlier."""

    car: int


@value
class Worn:
    """A car carries exactly these wear markers; `UNNOTED` stands for one of unknown colour."""

    car: int
    wear: tuple[str, ...]


@value
class InTurn:
    """It is this turn."""

    turn: int


@value
class OnLap:
    """The lap marker is on this lap."""

    lap: int


@value
class Left:
    """These place markers are still available."""

    places: tuple[int, ...]


@value
class Scored:
    """Points in the end: those of teams (None: asked for), of the places from the first on, the cars with a bonus, the car or
    team that has Most Laps Led (`NO_CAR`: none), the winning team or those that share the win. None: not reported."""

    points: tuple[tuple[str, int | None], ...] = ()
    places: tuple[int, ...] | None = None
    led: tuple[int, ...] | None = None
    most_led: int | str | None = None
    winners: tuple[str, ...] | None = None

    @property
    def written(self) -> dict[str, int]:
        """The points of teams that are reported."""
        return {team: points for team, points in self.points if points is not None}

    @property
    def is_claim(self) -> bool:
        """Whether anything is reported."""
        others = (self.places, self.led, self.most_led, self.winners)
        return bool(self.written) or any(one is not None for one in others)


Report = Placed | Drives | Lost | Led | Takes | Worn | InTurn | OnLap | Left | Scored
