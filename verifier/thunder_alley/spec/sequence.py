"""TA-3.1, TA-3.4, TA-3.5, TA-8.1: the order of actions in a turn, independent of their content."""

from collections import Counter
from collections.abc import Mapping, Sequence

from model.values import value
from verifier.solving.circuit import TRUE, Bit, constant
from verifier.solving.questions import Judgement, Question


@value
class Segment:
    """A team activates or retires a car in its segment, or passes with a lost one."""

    team: str
    passes: bool = False


@value
class Finish:
    """A car finishes the race, or the last car in it is lost: no more events follow."""


@value
class EventDrawn:
    """An event is drawn."""


@value
class Pitted:
    """Players send cars to the pits, or decide to send none."""


@value
class Discards:
    """A player discards cards."""


@value
class TurnBegins:
    """The turn with this number begins. `first` is its First Player, None if unknown."""

    number: int
    first: str | None = None


Told = Segment | Finish | EventDrawn | Pitted | Discards | TurnBegins


@value
class TurnStory:
    """The reported events of a turn and of later ones, in order (`told`).

    `cars` pairs each team, in seat order, with the number of cars it started with, lost ones included. `unflipped` does so
    with its cars not yet flipped. `lost` counts unflipped lost cars that a pass flips and that `unflipped` leaves out; a pass
    that is due need not be reported. `first` is the First Player, None if unknown. The other fields describe the state before
    the reported events. `last`: the team that had the last segment of the turn. `finished`: a car has finished. `over`: no car
    drives any more. `drawn`: the event of the turn has been drawn. `discarded`: players have discarded. `red`: a red flag has
    ended the race.
    """

    cars: tuple[tuple[str, int], ...]
    unflipped: tuple[tuple[str, int], ...]
    told: tuple[Told, ...]
    first: str | None = None
    turn: int = 1
    finished: bool = False
    drawn: bool = False
    lost: tuple[tuple[str, int], ...] = ()
    last: str | None = None
    over: bool = False
    discarded: bool = False
    red: bool = False


def turn_fits(story: TurnStory) -> Judgement[int]:
    """Whether each reported event was possible at its time; the outcome is their number.

    Otherwise the rules that the first misplaced event breaks; `open` then holds its index in `story.told`.
    """
    for count in range(1, len(story.told) + 1):
        found = _Turns(story).judge(story.told[:count])
        if not found.legal:
            return Judgement((), found.broken, found.together, (str(count - 1),))
    return Judgement((len(story.told),))


def teams_to_play(story: TurnStory) -> tuple[str, ...]:
    """The teams whose segment may come next. Several only if the First Player is unknown; none if all cars are flipped. The
    story must fit (`turn_fits`)."""
    turns = _Turns(story)
    turns.judge(story.told)
    return turns.teams_to_play()


def passes_not_told(story: TurnStory) -> tuple[str, ...]:
    """The teams that passed with a lost car without a report, one entry for each pass: they had nothing else to do before a
    reported segment. The story must fit (`turn_fits`)."""
    turns = _Turns(story)
    turns.judge(story.told)
    return tuple(turns.untold)


class _Turns:
    """The turns of a story, event by event. The First Player is free if unknown."""

    def __init__(self, story: TurnStory) -> None:
        self.story, self.question = story, Question("TA-3.4")
        self.seats = [team for team, _ in story.cars]
        self.left = dict(story.unflipped)
        self.lost = {team: dict(story.lost).get(team, 0) for team in self.seats}
        self.untold: list[str] = []
        self.turns = 0
        self.turn, self.finished, self.over = story.turn, story.finished, story.over
        self.drawn, self.discarded = story.drawn, story.discarded
        self.end = "TA-8.2" if story.red else "TA-10.1"  # what ended the race, if it is over
        self.last = story.last
        self.told = self.question.flag("told", hidden=True)
        self.question.claim(self.told)
        self.begins = story.first
        self.first = self._first()

    def teams_to_play(self) -> tuple[str, ...]:
        seats = self.seats
        if self.last is not None:
            seats = [seats[(seats.index(self.last) + 1) % len(seats)]]
        elif self.begins in seats:
            seats = [self.begins]
        able = (self._next(seat, self.lost) for seat in seats)
        return tuple(dict.fromkeys(team for team in able if team is not None))

    def _first(self) -> dict[str, Bit]:
        self.turns += 1
        chosen = self.question.choice(f"First Player of turn {self.turns}", self.seats, hidden=True)
        if self.begins in self.seats:
            self.question.given(chosen.is_(self.begins))
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
            self._segment(one)
        elif isinstance(one, Finish):
            self.finished = True
        elif isinstance(one, EventDrawn):
            self._demand("TA-8.1", constant(flipped))
            self._demand("TA-3.5.2", constant(not self.drawn and not self.finished))
            self.drawn = True
        elif isinstance(one, Pitted):
            ended = self.over or self.finished
            self._demand("TA-8.2" if self.story.red else "TA-9.1", constant(not ended))
            self._demand("TA-3.5.3", constant(ended or (self.drawn and not self.discarded)))
        elif isinstance(one, Discards):
            self._demand("TA-3.5.6", constant(self.over or (flipped and (self.drawn or self.finished))))
            self._demand(self.end, constant(not self.over))
            self.discarded = True
        else:
            self._demand("TA-3.1", constant(one.number == self.turn + 1 and flipped))
            self._demand("TA-3.5.2", constant(self.drawn or self.finished or self.over))
            self._demand(self.end, constant(not self.over))
            self.turn, self.left, self.last = one.number, dict(self.story.cars), None
            self.lost = dict.fromkeys(self.seats, 0)
            self.drawn = self.discarded = False
            self.begins = one.first
            self.first = self._first()

    def _segment(self, one: Segment) -> None:
        """TA-3.4: the First Player begins, then play goes to the left. Teams without a car to flip are skipped."""
        circuit, team = self.question.circuit, one.team
        begins = self.first
        if self.last is None and self.begins in self.seats:
            begins = {self.begins: TRUE}
        elif self.last is not None:
            begins = {self.seats[(self.seats.index(self.last) + 1) % len(self.seats)]: TRUE}
        ways = {seat: self._passes_before(seat, team) for seat in begins}
        fits = circuit.any(
            circuit.both(bit, constant(ways[seat] is not None)) for seat, bit in begins.items()
        )
        self._demand("TA-3.4", fits)
        able = constant(self.left.get(team, 0) + self.lost.get(team, 0) > 0)
        if one.passes:
            self._demand("TA-3.4-2", able)
        else:
            self._demand("TA-3.1", able)
        # If it is unknown who began, it may have been this team itself.
        untold = min((way for way in ways.values() if way is not None), key=len, default=[])
        self.untold += untold
        for other in untold:
            self.lost[other] -= 1
        flips = self.lost if self.lost.get(team) and (one.passes or not self.left.get(team)) else self.left
        flips[team] = max(0, flips.get(team, 0) - 1)
        self.last = team

    def _passes_before(self, seat: str, team: str) -> list[str] | None:
        """The teams that pass before this team's segment, if the next segment belongs to the first seat from here with a car
        to flip. None if play does not reach this team."""
        lost, passed = Counter(self.lost), list[str]()
        while True:
            able = self._next(seat, lost)
            if able == team:
                return passed
            if able is None or self.left[able]:
                return None
            passed.append(able)
            lost[able] -= 1
            seat = self.seats[(self.seats.index(able) + 1) % len(self.seats)]

    def _next(self, seat: str, lost: Mapping[str, int]) -> str | None:
        """The first team from this seat to the left that still has a car to flip."""
        start = self.seats.index(seat)
        round_the_table = [*self.seats[start:], *self.seats[:start]]
        return next((team for team in round_the_table if self.left[team] or lost[team]), None)
