"""The state of a race between two decisions."""

from model.thunder_alley.cards_seen import NO_CARDS, Cards, Seen, TurnBegun
from model.thunder_alley.moves import Pitting
from model.thunder_alley.position import DISCARD, Position
from model.values import replace, value


@value
class Stops:
    """The pit stops of a turn: the position `before` them, the cars, and the position `after` them."""

    before: Position
    cars: tuple[Pitting, ...]
    after: Position


@value
class Standing:
    """Everything in a race that decides later lines.

    `stops` are the pit stops of this turn, once players have decided about them; `discarded`: players have discarded cards since.
    `unfinished`: the last move stops in the middle. `turn_open`: the number of this turn was not recorded. `cards` is the log of
    the cards seen.
    """

    position: Position
    stops: Stops | None = None
    discarded: bool = False
    unfinished: bool = False
    turn_open: bool = False
    cards: Cards = NO_CARDS

    def seeing(self, seen: Seen) -> "Standing":
        """The race when these cards are seen."""
        return replace(self, cards=self.cards.after(seen, self.position.step))

    def on(self, position: Position) -> "Standing":
        """The race a little later, when nothing was decided; a new turn has no pit stops yet."""
        if position.turn != self.position.turn:
            cards = self.cards.after(TurnBegun(position.first), position.step)
            return Standing(position, turn_open=self.turn_open, cards=cards)
        return Standing(position, self.stops, self.discarded, turn_open=self.turn_open, cards=self.cards)

    @property
    def latest_stops(self) -> Stops | None:
        """The pit stops so far, if players still decide about them; a position that goes back to the pit stops has none."""
        return self.stops if self.position.step == DISCARD else None
