"""TA-8, TA-4.4: what is noted and claimed about an event and the cars after it, and which team the Team Bar names."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from model.thunder_alley.position import UNNOTED, Car, Position, Setup
from model.values import value
from verifier.thunder_alley.spec.place import racing


@value
class Said:
    """Claims about one car after a step; None: no claim."""

    number: int
    space: str | None = None
    stack: int | None = None
    crossed: int | None = None
    wear: tuple[str, ...] | None = None

    def unlike(self, car: Car) -> set[str]:
        """The facts (names of fields of `Car`) in which a car differs from this claim about it."""
        told = {"space": self.space, "stack": self.stack, "crossed": self.crossed}
        found = {key for key, value in told.items() if value not in (None, getattr(car, key))}
        return found | (
            {"wear"} if self.wear is not None and sorted(self.wear) != sorted(car.wear) else set()
        )


@value
class EventChoices:
    """Choices of players and the Team Bar for an event, as far as noted.

    `bar`: colours read off the card, from the left; None if not noted. `named`: cars that their owners chose to be hit.
    `originator`: the first car of a Collision.
    """

    bar: tuple[str, ...] | None = None
    named: tuple[int, ...] = ()
    originator: int | None = None


@value
class EventClaim:
    """Claims about the result of an event; None: no claim.

    `affected`: the cars whose markers, space or part in the race changed, and no others. `out`: cars out of the race with
    their places, and no others. `cars`: cars as they stand afterwards. `places`: the places in which Rain ends the race.
    """

    affected: tuple[int, ...] | None = None
    out: tuple[tuple[int, int], ...] | None = None
    cars: tuple[Said, ...] = ()
    places: tuple[tuple[int, int], ...] | None = None


@value
class EventOutcome:
    """The position after an event, including its flag. `hit` are the cars that it struck, `rear` those that must restart at
    the rear. `by_bar`: a Team Bar decided between teams."""

    position: Position
    hit: tuple[int, ...] = ()
    rear: tuple[int, ...] = ()
    by_bar: bool = False


class Case:
    """An event in a position. `bar` is its Team Bar as far as noted; with `any_team` it does not decide between cars that qualify
    equally. `wanted` are the cars that the event hits, with `only` no others; None if that is open. Ways to hit other cars are
    left out where there are many. `by_bar`: the Team Bar decides between teams.
    """

    def __init__(
        self,
        setup: Setup,
        position: Position,
        bar: Sequence[str] | None,
        wanted: Sequence[int] | None = None,
        *,
        only: bool = False,
        any_team: bool = False,
    ) -> None:
        self.setup, self.position, self.readings = setup, position, setup.ruleset.readings
        self.cars = racing(position)
        self.teams = list(dict.fromkeys([*setup.colours, *(car.team for car in position.cars)]))
        self.any_team, self._wanted, self._only = any_team, wanted, only
        self.by_bar = False
        self._bar = [team for team in bar or () if team in self.teams]

    def most(self, *colours: str, among: Sequence[Car] | None = None) -> list[Car | None]:
        """The cars (`among` these) that the event can hit as the one with the most markers of these colours. None among them: no
        car may have any. A marker of unknown colour may have any colour."""
        cars = self.cars if among is None else among
        known = {car.number: sum(car.wear.count(colour) for colour in colours) for car in cars}
        highest = max(known.values(), default=0)
        leading = [car for car in cars if known[car.number] == highest] if highest else []
        groups = [leading]
        for car in cars:
            if UNNOTED not in car.wear:
                continue
            # The car is likeliest to be hit if its own unknown markers count, and no others.
            most = known[car.number] + car.wear.count(UNNOTED)
            if most > highest:
                groups.append([car])
            elif most == highest and car not in leading:
                groups.append([one for one in cars if one in leading or one == car])
        found = dict.fromkeys(car for group in groups for car in self.drawn(group))
        return [*found, *([] if highest else [None])]

    def drawn(self, able: Sequence[Car]) -> list[Car]:
        """Of these cars, which qualify equally, those of the team that the Team Bar names (TA-4.4); its owner chooses between
        them. If the bar is unknown it can be any team."""
        teams = list(dict.fromkeys(car.team for car in able))
        self.by_bar = self.by_bar or len(teams) > 1
        rivals = [team for team in teams if not self.passed_over(team)] or teams
        named = [team for team in self._bar if team in rivals][:1] or rivals
        return [car for car in able if self.any_team or car.team in named]

    def passed_over(self, team: str) -> bool:
        """Whether the bar skips this team and moves on to the next colour (TA-4.4).

        It does if the team has no car left (`team-bar-skips-teams`), or none on the track itself (`team-bar-apron-only`).
        """
        cars = [car for car in self.cars if car.team == team]
        if not cars:
            return self.readings["team-bar-skips-teams"] == "skipped"
        if self.readings["team-bar-apron-only"] == "no-cars-on-track":
            return all(car.on_apron for car in cars)
        return False

    def bars(self) -> Iterator[list[str]]:
        """The orders in which the bar can name the teams: those read come first."""
        self.by_bar = True
        for rest in permutations(team for team in self.teams if team not in self._bar):
            yield [*self._bar, *rest]

    def by_team(self) -> list[list[Car]]:
        """The cars of each team that the event can hit where it hits cars of several teams."""
        found = []
        for team in dict.fromkeys(car.team for car in self.cars):
            own = [car for car in self.cars if car.team == team]
            wanted = [car for car in own if car.number in (self._wanted or ())]
            found.append(wanted if wanted or self._only else own)
        return found
