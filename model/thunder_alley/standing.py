"""How a race stands between two decisions."""

from model.thunder_alley.position import Position
from model.values import value


@value
class Standing:
    """Everything in a race that decides later lines. `base` is the position before the pit stops of this turn, once they have
    begun. `unfinished`: the last move stops in the middle."""

    position: Position
    base: Position | None = None
    unfinished: bool = False

    def on(self, position: Position) -> "Standing":
        """The race a little later, when nothing was decided; a new turn has no pit stops yet."""
        return Standing(position, self.base if position.turn == self.position.turn else None)
