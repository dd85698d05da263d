"""Chapters 3.1, 3.2 and 3.4: whose segment it is, and how a turn goes from step to step."""

from typing import TYPE_CHECKING

from model.thunder_alley.position import (
    ACTION,
    DISCARD,
    EVENT,
    FINISHED,
    OUT,
    OVER,
    PITS,
    RACING,
    Car,
    Position,
    Setup,
)
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.end_of_turn import (
    first_player,
    nobody_drives,
    remove_lapped,
    settle,
    turn_leaders,
)
from verifier.thunder_alley.engine.finish import all_drive_on, finished_may_pass, last_turn, won
from verifier.thunder_alley.engine.order import by_distance_to_the_line
from verifier.thunder_alley.engine.outcome import watch

if TYPE_CHECKING:
    from verifier.thunder_alley.engine.events_terms import EventOutcome


def seats_from(setup: Setup, team: str | None, further: int = 0) -> tuple[str, ...]:
    """All teams clockwise, beginning this many seats `further` than this one; empty if its seat is not known."""
    teams = setup.colours
    if team not in teams:
        return ()
    first = teams.index(team) + further
    return (*teams[first:], *teams[:first])


def can_be_chosen(setup: Setup, car: Car) -> bool:
    """Whether this car still has a segment in this turn: it is not flipped, and if it has finished its owner may pass with it
    (TA-3.4-1, TA-3.4-2, TA-10.1)."""
    if car.flipped:
        return False
    return car.status != FINISHED or finished_may_pass(setup)


def team_to_play(setup: Setup, position: Position, seats: tuple[str, ...]) -> str | None:
    """The first of these teams that has a car to choose; a player without one is passed over (TA-3.4)."""
    for team in seats:
        for car in position.cars:
            if not car.flipped and car.team == team and can_be_chosen(setup, car):
                return team
    return None


def opening_team(setup: Setup, position: Position) -> str | None:
    """Whose segment opens the action phase, if the position shows it: while no car is flipped, that of the First Player or, if
    it has no car to choose, of the next team that has one (TA-3.4). If the First Player is not known, there is one answer only
    where a single team has a car to choose. Without `team` lines the seats are not known, only the First Player, and not even
    who comes next if that one can only pass."""
    if position.step != ACTION or any(car.flipped for car in position.cars):
        return None
    if not setup.teams and position.first is not None:
        drives = any(car.team == position.first and car.status == RACING for car in position.cars)
        return position.first if drives else None
    seats = seats_from(setup, position.first)
    if seats:
        return team_to_play(setup, position, seats)
    able = {car.team for car in position.cars if can_be_chosen(setup, car)}
    return able.pop() if len(able) == 1 and setup.teams else None


def pass_until(setup: Setup, position: Position, team: str) -> Position:
    """The position when it is this team's segment, after passes that need no line: a player who can choose only cars that are
    out of the race, or none, has nothing to decide (TA-3.4-2). Unchanged if another player has a decision to make."""
    passed = position
    while passed.next is not None and passed.next != team:
        waiting = [car for car in passed.cars if car.team == passed.next and can_be_chosen(setup, car)]
        if any(car.status == RACING for car in waiting):
            return position
        turned = passed.with_cars(*(car.turned(True) for car in waiting[:1]))
        seats = seats_from(setup, passed.next, further=1)
        passed = turned.on(turned.cars, turned.lap, team_to_play(setup, turned, seats))
    return passed if passed.next == team else position


def after_segment(setup: Setup, position: Position, team: str) -> Position:
    """The position once a player of this team has had a segment: the next player to the left with a car to choose, or, when
    every car that drives is flipped, the end of the action phase. Passes that remain then change nothing."""
    if position.step == OVER:
        return position  # only passes were left, and nothing comes after them
    following = team_to_play(setup, position, seats_from(setup, team, further=1))
    position = position.on(position.cars, position.lap, following)
    return end_of_actions(setup, position) if actions_are_over(position) else position


def actions_are_over(position: Position) -> bool:
    """Whether every car that drives is flipped, and the end of the action phase is still to come (TA-3.4)."""
    if position.step != ACTION or not position.cars:
        return False
    return not any([car.status == RACING and not car.flipped for car in position.cars])


def end_of_actions(setup: Setup, position: Position) -> Position:
    """All cars are flipped: Turn Leader markers (TA-3.5.1), and then the event is due; or the race is over (TA-10.1)."""
    if nobody_drives(position):
        return replace(position, step=OVER, next=None)
    if not won(position):
        position = turn_leaders(setup, position)
        return replace(position, step=EVENT)
    if not all_drive_on(setup):
        return last_turn(setup, position)
    # TA-12.4: no event and no pit stops after the first finish, no markers from the next turn on; the First Player is the
    # owner of the car closest to the line.
    if not position.won_before and setup.ruleset.readings["everybody-finishes-markers"] == "next-turn":
        position = turn_leaders(setup, position)
    position = first_player(setup, position, by_distance_to_the_line(setup, position))
    position = remove_lapped(setup, position)
    over = nobody_drives(position)
    return replace(position, step=OVER if over else DISCARD, next=None)


def after_event(setup: Setup, outcome: "EventOutcome") -> Position:
    """The position once the event is resolved: under yellow the formation is lined up (TA-9.6-1 to TA-9.6-3) before the pit
    stops; a red flag ends the race."""
    position = outcome.position
    position = replace(position, flag=outcome.flag, next=None)
    if outcome.over or nobody_drives(position):
        return replace(position, step=OVER)
    if outcome.flag == "yellow":
        from verifier.thunder_alley.engine.restart import line_up

        position = line_up(setup, position, outcome.rear)
    return replace(position, step=PITS)


def flag_counted(setup: Setup, position: Position) -> Position:
    """The position with the flag by which the turn ends: without TA-8.2 a yellow one counts as a green one."""
    if position.flag == "yellow" and "TA-8.2" in setup.ruleset.left_out:
        return replace(position, flag="green")
    return position


def close_turn(setup: Setup, position: Position) -> Position:
    """The position when no car pits: under green the Lap-down markers that are due (TA-4.2), under yellow the restart
    (TA-9.6-5 to TA-9.7); then TA-3.5.3 to TA-3.5.5."""
    position = flag_counted(setup, position)
    if position.flag != "yellow":
        return settle(setup, position, watch(setup, position, position))
    from verifier.thunder_alley.engine.restart import close_restart

    closed = close_restart(setup, position, position)
    return settle(setup, position, closed.final, closed.lead)


def begin_turn(setup: Setup, position: Position) -> Position:
    """The next turn: hands are filled, and the First Player has the first segment (TA-3.2, TA-3.4). All cars show the side of
    the First Player marker (TA-1.5), even a car that was withdrawn after the markers were turned."""
    cars = tuple([car.turned(False) if car.flipped else car for car in position.cars])
    position = replace(position, cars=cars, turn=position.turn + 1, step=ACTION, flag=None, turn_leaders=())
    position = replace(position, won_before=True) if won(position) else position
    return replace(position, next=opening_team(setup, position))


def onward(setup: Setup, position: Position) -> list[Position]:
    """This position and those that follow from it without any further choice: all cars are flipped, no car pits any more, the
    next turn begins."""
    found = [position]
    if actions_are_over(position):
        found.append(end_of_actions(setup, position))
    if found[-1].step == PITS:
        found.append(close_turn(setup, position))
    if found[-1].step == DISCARD:
        found.append(begin_turn(setup, found[-1]))
    return found


def rules_by_themselves(before: Position, after: Position) -> tuple[str, ...]:
    """The rules that applied between two positions without a player's decision: markers given, the First Player, lapped cars,
    places of the cars that did not finish."""
    ids = []
    if before.step == ACTION and after.step in (EVENT, DISCARD) and after.turn_leaders:
        ids.append("TA-3.5.1")
    closed = before.step in (ACTION, PITS) and (after.step == DISCARD or after.turn > before.turn)
    if closed and after.first is not None:
        ids.append("TA-3.5.4")
    lost = {car.number for car in after.cars if car.status == OUT}
    if closed and any(car.lap_down and car.number in lost for car in before.cars):
        ids.append("TA-3.5.5")
    if before.step != OVER and after.step == OVER:
        ids.append("TA-10.1")
    if closed and won(after):
        ids.append("TA-12.4")
    return tuple(ids)


def over(position: Position, what: str) -> tuple[Breach, ...]:
    """Why no segment, event or the like can follow: the race is over (TA-8.2, TA-10.1)."""
    finished = won(position)
    how = "a car has finished it" if finished else "no car is left in it"
    rules: tuple[str, ...] = ("TA-3.5.2",) if what == "no event" and finished else ("TA-10.1",)
    reason = "the action phase in which a car finishes is the last one"
    if position.flag == "red":
        how, reason = "the red flag has ended it", "a red flag ends the race at once"
        rules = ("TA-3.5.2", "TA-8.2") if what == "no event" else ("TA-8.2",)
    fact = (
        f"the race is over, {how}; there is {what}" if what.startswith("no ") else f"the race is over, {how}"
    )
    return tuple([Breach(rule, fact, reason, token="whole") for rule in rules])
