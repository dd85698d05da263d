"""TA-3.1, TA-3.4, TA-3.5, TA-8.1: what can come next in a turn, independent of its content. Each function returns the broken
rules, none if the line may come next."""

from collections import Counter
from collections.abc import Iterator, Mapping

from model.thunder_alley.position import ACTION, DISCARD, EVENT, OVER, PITS, RACING, Position, Setup
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.spec.order import somebody_finished
from verifier.thunder_alley.spec.outcome import may_pass


class Seats:
    """The teams in seat order, with the cars that they can still flip in this turn: those that drive, and the lost ones, with
    which a team passes (TA-3.4-2). `begins`: the team that acts next, None if unknown."""

    def __init__(self, setup: Setup, position: Position) -> None:
        teams = dict.fromkeys(car.team for car in position.cars)
        self.seats = [team.colour for team in setup.teams] or list(teams)
        if not self.seats:
            raise NoAnswerError("the record names no team")
        # Once the last car that drives is flipped, the event is due, and lost cars may still pass.
        passes = position.step in (ACTION, EVENT, OVER)
        waiting = [car for car in position.cars if not car.flipped and passes]
        self.driving = Counter(car.team for car in waiting if car.status == RACING)
        self.lost = Counter(car.team for car in waiting if may_pass(setup, car))
        first = position.first
        if position.next is not None:
            first = position.next
        elif position.step != ACTION or any(car.flipped for car in position.cars):
            first = None  # in mid-turn the First Player need not be the next to act
        # Without `team` lines it is not known who is to the left of a First Player without a car to drive.
        known = bool(setup.teams) or first is None or self.driving[first]
        self.begins = [first] if first in self.seats and known else self.seats

    def to_play(self) -> tuple[str, ...]:
        """The teams whose segment may come next. Several only if the First Player is unknown; none if all cars are flipped."""
        able = (self._next(seat, self.lost) for seat in self.begins)
        return tuple(dict.fromkeys(team for team in able if team is not None))

    def passes_before(self, team: str) -> list[str] | None:
        """The teams that pass without a line before a segment of this team: they have only lost cars to flip. None if play does
        not reach the team (TA-3.4)."""
        # If it is unknown who began, it may have been this team itself.
        ways = [self._passes(seat, team) for seat in self.begins]
        return min((way for way in ways if way is not None), key=len, default=None)

    def _passes(self, seat: str, team: str) -> list[str] | None:
        lost, passed = Counter(self.lost), list[str]()
        while (able := self._next(seat, lost)) != team:
            if able is None or self.driving[able]:
                return None
            passed.append(able)
            lost[able] -= 1
            seat = self.seats[(self.seats.index(able) + 1) % len(self.seats)]
        return passed

    def _next(self, seat: str, lost: Mapping[str, int]) -> str | None:
        """The first team from this seat to the left that still has a car to flip."""
        start = self.seats.index(seat)
        round_the_table = [*self.seats[start:], *self.seats[:start]]
        return next((team for team in round_the_table if self.driving[team] or lost[team]), None)


def against_segment(seats: Seats, team: str, *, passes: bool) -> Iterator[str]:
    """A segment of a team, or a pass with a lost car: the First Player begins, then play goes to the left. Teams without a car to
    flip are skipped."""
    if seats.passes_before(team) is None:
        yield "TA-3.4"
    if not seats.driving[team] and not seats.lost[team]:
        yield "TA-3.4-2" if passes else "TA-3.1"


def against_event(position: Position) -> Iterator[str]:
    """An event."""
    if position.step == OVER:
        yield "TA-3.5.2" if position.flag == "red" or somebody_finished(position) else "TA-10.1"
        return
    if not _all_flipped(position):
        yield "TA-8.1"
    if _drawn(position) or _ended(position):
        yield "TA-3.5.2"


def against_pits(position: Position, *, decided: bool) -> Iterator[str]:
    """Pit stops, or the decision that no car pits. `decided`: players have chosen, and no cards have been discarded since, so
    that another line may go on with their stops."""
    if position.step == OVER or somebody_finished(position):
        yield "TA-8.2" if position.flag == "red" else "TA-9.1"
    elif position.step != PITS and not decided:
        yield "TA-3.5.3"


def against_discards(setup: Setup, position: Position) -> Iterator[str]:
    """Discards at the end of a turn."""
    if "TA-3.5.6" in setup.ruleset.left_out:
        yield "TA-3.5.6"
    elif position.step == OVER:
        yield race_ended_by(position)
    elif not _drawn(position):
        yield "TA-3.5.6"


def against_turn(position: Position, number: int) -> Iterator[str]:
    """The start of the turn with this number. The turn before must be over first, and then the number must fit."""
    if position.step == OVER:
        yield race_ended_by(position)
    elif not _all_flipped(position):
        yield "TA-3.1"
    elif not _drawn(position):
        yield "TA-3.5.2"
    elif number != position.turn + 1:
        yield "TA-3.1"


def _all_flipped(position: Position) -> bool:
    return position.step != ACTION or all(car.flipped or car.status != RACING for car in position.cars)


def _drawn(position: Position) -> bool:
    """The event of the turn has been drawn."""
    return position.step in (PITS, DISCARD)


def _ended(position: Position) -> bool:
    """A car has finished, or the last one is lost: there are no more events."""
    return somebody_finished(position) or not any(car.status == RACING for car in position.cars)


def race_ended_by(position: Position) -> str:
    """The rule that has ended the race."""
    return "TA-8.2" if position.flag == "red" else "TA-10.1"
