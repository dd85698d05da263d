"""What judges report about a decision, apart from the standing after it."""

from model.thunder_alley.position import Position
from verifier.judging import Effect


class Told:
    """The effects of a decision: the cars that an event `hit`, the position right after a move (`made`, before the next segment
    is due), and the positions on the way through pit stops and restart (`stages`)."""

    hit: tuple[int, ...] = ()
    made: Position | None = None
    stages: tuple[Position, ...] = ()

    def __init__(self, rules: tuple[str, ...] = ()) -> None:
        self._rules = rules

    def __call__(self) -> tuple[Effect, ...]:
        return (Effect(self._rules),)


class Struck(Told):
    """The effects of an event that hit these cars."""

    def __init__(self, hit: tuple[int, ...], rules: tuple[str, ...] = ()) -> None:
        super().__init__(rules)
        self.hit = hit
