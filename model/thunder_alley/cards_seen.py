"""The log of cards seen in a race: what decisions reveal about hidden hands, draws and discards. The counting happens
elsewhere."""

from typing import Any, final

from model.thunder_alley.position import Position
from model.values import value


@value
class RaceCard:
    """A race card as far as it is known: its kind (an id) and its number."""

    kind: str | None = None
    number: int | None = None


@value
class TeamBar:
    """A race card is turned up for the grid: the colours of its Team Bar from the left as far as they were read, and the card."""

    colours: tuple[str, ...] = ()
    card: RaceCard = RaceCard()


@value
class Hand:
    """A player is known to hold these cards and `others` more (None: any number). `exact`: this is the hand at this moment, not
    the hand of the next turn."""

    team: str
    cards: tuple[RaceCard, ...] = ()
    others: int | None = None
    exact: bool = False


@value
class Discards:
    """A player discards these cards and `others` more (None: any number)."""

    team: str
    cards: tuple[RaceCard, ...] = ()
    others: int | None = 0


@value
class Reshuffle:
    """A deck (`race` or `events`) is shuffled again."""

    pile: str


@value
class Joined:
    """A record begins with a race in progress. `turns` is the number of turns begun (None: not known). `cars` has the team of
    each car, its status, and whether it is flipped; `crossed`: a car has crossed the line; `rain`: a Rain lies aside."""

    turns: int | None
    cars: tuple[tuple[str, str, bool], ...]
    crossed: bool
    rain: bool


@value
class Dealt:
    """This many cars stand on the grid, and hands are filled for the first turn, beginning with the First Player."""

    cars: int
    first: str | None


@value
class TurnBegun:
    """Hands are filled for the next turn, beginning with the First Player."""

    first: str | None


@value
class Played:
    """A team plays a card."""

    team: str
    card: RaceCard


@value
class EventSeen:
    """An event is drawn (its id, None: not known). `bar` is the race card turned up for its Team Bar, None if there was none;
    not `sure`: there may have been none."""

    event: str | None
    bar: RaceCard | None = None
    sure: bool = True


Seen = TeamBar | Hand | Discards | Reshuffle | Joined | Dealt | TurnBegun | Played | EventSeen


@final
class Cards:
    """The cards seen so far, each entry with the step of the turn at that moment. `derived` caches values that judges work out
    from the entries, or from the first of them, by their class; it takes no part in comparisons."""

    __slots__ = ("derived", "seen")

    def __init__(
        self, seen: tuple[tuple[Seen, str], ...] = (), derived: dict[type, Any] | None = None
    ) -> None:
        self.seen = seen
        self.derived: dict[type, Any] = {} if derived is None else derived

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.seen == other.seen

    def __hash__(self) -> int:
        return hash(self.seen)

    def __reduce__(self) -> tuple[type["Cards"], tuple[object, ...]]:
        return Cards, (self.seen,)

    def after(self, seen: Seen, step: str) -> "Cards":
        """The log with one more entry."""
        return Cards((*self.seen, (seen, step)), self.derived.copy())


NO_CARDS = Cards()
"""The log before anything was seen."""


def joined(position: Position, *, turn_known: bool) -> Joined:
    """The start of a record at this position."""
    return Joined(
        position.turn if turn_known else None,
        tuple((car.team, car.status, car.flipped) for car in position.cars),
        any(car.crossed for car in position.cars),
        position.rain,
    )
