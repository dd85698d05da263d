"""The state of a race between two decisions."""

from model.thunder_alley.cards_seen import NO_CARDS, Cards, Seen, TeamBar, TurnBegun
from model.thunder_alley.moves import Pitting
from model.thunder_alley.position import DISCARD, Position
from model.thunder_alley.reports import Report
from model.values import replace, value


@value
class Stops:
    """The pit stops of a turn: the position `before` them, the cars, and the position `after` them."""

    before: Position
    cars: tuple[Pitting, ...]
    after: Position


@value
class Held:
    """A race of a season. `points` are those of the race itself, of the teams that raced, None as long as they are not known;
    `winners` the teams that won it by points; `winning_car` the team of the car in first place, if that is known. `absent`
    pairs the teams whose player was away with whether a substitute played."""

    name: str
    points: tuple[tuple[str, int], ...] | None = None
    winners: tuple[str, ...] = ()
    winning_car: str | None = None
    absent: tuple[tuple[str, bool], ...] = ()

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams that raced, as far as the points show."""
        return tuple(team for team, _ in self.points or ())


@value
class Season:
    """A season as far as it is written, or what a race knows of the one it belongs to.

    `previous` is the team whose car won the previous race, None if there was none; it is meaningful only if
    `previous_known`. `races` are in the order in which they were driven.
    """

    name: str
    races: tuple[Held, ...] = ()
    previous: str | None = None
    previous_known: bool = False

    @property
    def known(self) -> bool:
        """Whether the points of every race are known."""
        return all(race.points is not None for race in self.races)


@value
class Standing:
    """Everything in a race that decides later lines.

    `stops` are the pit stops of this turn, once players have decided about them; `discarded`: players have discarded cards since.
    `unfinished`: the last move stops in the middle. `turn_open`: the number of this turn was not recorded. `cards` is the log of
    the cards seen. `since` has what was reported since lines went missing. `season` is set in the record of a season, which has
    no cars.
    """

    position: Position
    stops: Stops | None = None
    discarded: bool = False
    unfinished: bool = False
    turn_open: bool = False
    cards: Cards = NO_CARDS
    since: tuple[Report, ...] = ()
    season: Season | None = None

    def seeing(self, seen: Seen) -> "Standing":
        """The race when these cards are seen."""
        return replace(self, cards=self.cards.after(seen, self.position.step))

    def on(self, position: Position) -> "Standing":
        """The race a little later, with nothing decided in between; a new turn has no pit stops yet."""
        if position.turn != self.position.turn:
            cards = self.cards.after(TurnBegun(position.first), position.step)
            return Standing(position, turn_open=self.turn_open, cards=cards)
        return Standing(position, self.stops, self.discarded, turn_open=self.turn_open, cards=self.cards)

    @property
    def bars(self) -> tuple[tuple[str, ...], ...]:
        """The Team Bars turned up for the grid."""
        return tuple(seen.colours for seen, _ in self.cards.seen if isinstance(seen, TeamBar))

    @property
    def latest_stops(self) -> Stops | None:
        """The pit stops so far, if players still decide about them; a position that goes back to the pit stops has none."""
        return self.stops if self.position.step == DISCARD else None


EMPTY = Standing(Position(()))
"""A record without known cars."""
