"""Where a record stands between two lines: a table that can lie there, and what of the turn bears upon what may come next."""

from collections import Counter
from dataclasses import dataclass, replace

from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup
from verifier.thunder_alley.spec.refute_steps import Drawn, Stops
from verifier.thunder_alley.spec.sequence import Told, TurnStory
from verifier.thunder_alley.spec.turn_story import story_of as so_far


@dataclass(frozen=True, slots=True)
class State:
    """A table, and in the course of its turn: the team that had the `last` segment, the teams with passes that nobody told, the
    last activation with the table before it, the pit stops, whether players have discarded, and the event."""

    position: Position
    last: str | None = None
    untold: tuple[str, ...] = ()
    moved: tuple[Position, Activation] | None = None
    stops: Stops | None = None
    discarded: bool = False
    drawn: Drawn | None = None

    def on(self, position: Position) -> "State":
        """The same moment with another table."""
        return replace(self, position=position)


Next = tuple[tuple[str, ...], list[State]]
"""What a line comes to: the rules that it breaks, or the states that it can lead to."""


def story_of(setup: Setup, state: State, *told: Told) -> TurnStory:
    """The turn as far as it has come, and what is told next."""
    story = so_far(setup, state.position, *told, last=state.last)
    untold = Counter(state.untold)
    lost = tuple((team, max(0, count - untold[team])) for team, count in story.lost)
    return replace(story, lost=lost, discarded=state.discarded)
