"""TA-3.1, TA-3.4, TA-3.5, TA-8.1: who may do what when in a turn, whatever it is that is done."""

from collections.abc import Sequence

from model.values import value
from verifier.solving.circuit import Bit, constant
from verifier.solving.questions import Judgement, Question


@value
class Segment:
    """A team activates a car, passes, or retires one in its segment."""

    team: str


@value
class Finish:
    """A car finishes the race, or the last one in it is lost: no event comes any more."""


@value
class EventDrawn:
    """An event is drawn."""


@value
class Pitted:
    """Players send cars to the pits, or say that nobody does."""


@value
class Discards:
    """A player discards cards."""


@value
class TurnBegins:
    """The turn with this number begins."""

    number: int


Told = Segment | Finish | EventDrawn | Pitted | Discards | TurnBegins


@value
class TurnStory:
    """What is told of a turn, and of later ones, in order.

    `cars` pairs each team, in seat order, with the cars it started with, lost ones included; `unflipped` with those not flipped
    yet. `first` is the First Player, None if nobody says who begins. Before what is told: `finished`, the race is over or in its
    last turn; `drawn`, the event of the turn has been drawn.
    """

    cars: tuple[tuple[str, int], ...]
    unflipped: tuple[tuple[str, int], ...]
    told: tuple[Told, ...]
    first: str | None = None
    turn: int = 1
    finished: bool = False
    drawn: bool = False


def turn_fits(story: TurnStory) -> Judgement[int]:
    """Whether things were done when they could be: the outcome is the number of things told.

    Else the rules that are broken by the first thing which does not fit what was told before it; `open` then has the place of
    that thing in `story.told`.
    """
    for count in range(1, len(story.told) + 1):
        found = _Turns(story).judge(story.told[:count])
        if not found.legal:
            return Judgement((), found.broken, found.together, (str(count - 1),))
    return Judgement((len(story.told),))


class _Turns:
    """Turns while a story is told. Who is First Player is free where nobody says; so is it in each later turn."""

    def __init__(self, story: TurnStory) -> None:
        self.story, self.question = story, Question("TA-3.4")
        self.seats = [team for team, _ in story.cars]
        self.left = dict(story.unflipped)
        self.turn, self.over = story.turn, story.finished
        self.drawn, self.discarded = story.drawn, False
        self.last: str | None = None
        self.told = self.question.flag("told", hidden=True)
        self.question.claim(self.told)
        self.first = self._first(story.first)

    def _first(self, known: str | None) -> dict[str, Bit]:
        chosen = self.question.choice(f"First Player of turn {self.turn}", self.seats, hidden=True)
        if known in self.seats:
            self.question.given(chosen.is_(known))
        return {team: chosen.is_(team) for team in self.seats}

    def _demand(self, rule: str, bit: Bit) -> None:
        self.question.rule(rule, self.question.circuit.implies(self.told, bit))

    def judge(self, told: Sequence[Told]) -> Judgement[bool]:
        for one in told:
            self._tell(one)
        return self.question.judge(lambda answer: True)

    def _tell(self, one: Told) -> None:
        flipped = not any(self.left.values())
        if isinstance(one, Segment):
            self._segment(one.team)
        elif isinstance(one, Finish):
            self.over = True
        elif isinstance(one, EventDrawn):
            self._demand("TA-8.1", constant(flipped))
            self._demand("TA-3.5.2", constant(not self.drawn and not self.over))
            self.drawn = True
        elif isinstance(one, Pitted):
            self._demand("TA-3.5.3", constant(self.drawn and not self.discarded))
        elif isinstance(one, Discards):
            self._demand("TA-3.5.6", constant(flipped and (self.drawn or self.over)))
            self.discarded = True
        else:
            self._demand("TA-3.1", constant(one.number == self.turn + 1 and flipped))
            self._demand("TA-3.5.2", constant(self.drawn or self.over))
            self.turn, self.left, self.last = one.number, dict(self.story.cars), None
            self.drawn = self.discarded = False
            self.first = self._first(None)

    def _segment(self, team: str) -> None:
        """TA-3.4: the First Player begins, then it goes to the left; who has no car to flip is skipped."""
        circuit = self.question.circuit
        if self.last is None:
            fits = circuit.any(
                circuit.both(bit, constant(self._next(seat) == team)) for seat, bit in self.first.items()
            )
        else:
            following = self.seats[(self.seats.index(self.last) + 1) % len(self.seats)]
            fits = constant(self._next(following) == team)
        self._demand("TA-3.4", fits)
        self._demand("TA-3.1", constant(self.left.get(team, 0) > 0))
        self.left[team] = max(0, self.left.get(team, 0) - 1)
        self.last = team

    def _next(self, seat: str) -> str | None:
        """The first team from this seat to the left that still has a car to flip."""
        start = self.seats.index(seat)
        round_the_table = [*self.seats[start:], *self.seats[:start]]
        return next((team for team in round_the_table if self.left[team]), None)
