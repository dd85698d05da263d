"""TA-3.5.1, TA-3.5.3, TA-3.5.4, TA-4.6: the leader, the Turn Leader markers, the First Player and the current lap."""

from model.thunder_alley.position import FINISHED, Car, Position, Setup
from verifier.solving.circuit import Bit, constant
from verifier.solving.questions import Choice, Judgement, Question
from verifier.thunder_alley.spec.order import ahead
from verifier.thunder_alley.spec.place import lane_of, past_line, sector_of, standing, track_of

COMPLETION = "race-completion"
"""The option of TA-12.4."""


def somebody_finished(position: Position) -> bool:
    """Whether a car has finished the race."""
    return any(car.status == FINISHED for car in position.cars)


def leader(setup: Setup, position: Position, claim: int | None = None) -> Judgement[int | None]:
    """The car with the Leader marker, None if no car carries it, or why a claimed leader is wrong (TA-4.1).

    Once cars have finished, only cars on the track itself can carry it; under `leader-after-finishers: unspecified` none does.
    """
    question = Question("TA-4.1")
    circuit, cars = question.circuit, standing(position)
    able = cars
    if somebody_finished(position):
        moves = setup.ruleset.readings["leader-after-finishers"] == "moves-to-first-on-track"
        able = tuple(car for car in cars if car.on_track and moves)
    first: Choice[int | None] = question.choice("leader", [*(car.number for car in cars), None])
    question.rule("TA-4.1", circuit.same(first.is_(None), constant(not able)))
    for car in cars:
        question.rule("TA-4.1", circuit.implies(first.is_(car.number), constant(car in able)))
        for other in able:
            if other != car:
                question.rule(
                    "TA-4.1", circuit.implies(first.is_(car.number), constant(ahead(setup, car, other)))
                )
    if claim is not None:
        question.claim(first.is_(claim))
    return question.judge(lambda answer: answer[first])


def shares_the_lead(setup: Setup, leading: Car, car: Car) -> bool:
    """Whether a car counts as being in the leading sector (TA-3.5.1): it stands in the leader's sector and is on the same lap,
    unless `turn-leader-lapped-in-sector` decides otherwise."""
    assert leading.space is not None and car.space is not None
    track = track_of(setup)
    if sector_of(track, leading.space) != sector_of(track, car.space):
        return False
    if setup.ruleset.readings["turn-leader-lapped-in-sector"] == "all-in-sector":
        return True
    return leading.crossed == car.crossed


def markers_given(setup: Setup, position: Position) -> bool:
    """Whether this turn ends with a Turn Leader marker at all (TA-10.1, TA-12.4).

    In a race to completion, the turn of the first finish still does, but no later turn (`everybody-finishes-markers`). In other
    races the turn of the finish does under `3.5.1-still-run`, or if the winner has received none (`final-turn-leader-marker`).
    """
    if not somebody_finished(position):
        return True
    readings = setup.ruleset.readings
    if COMPLETION in setup.ruleset.options:
        return not position.won_before and readings["everybody-finishes-markers"] == "next-turn"
    if readings["final-turn-sequence"] == "3.5.1-still-run":
        return True
    return readings["winner-turn-leader"] == "no" and readings["final-turn-leader-marker"] == "by-3.5.1"


def state_turn_leaders(question: Question, setup: Setup, position: Position) -> dict[int, Bit]:
    """A bit for each standing car: it gets a Turn Leader marker at the end of the action phase (TA-3.5.1)."""
    cars = standing(position)
    got = {car.number: question.flag(f"turn leader {car.number}") for car in cars}
    if not markers_given(setup, position):
        for bit in got.values():
            if COMPLETION in setup.ruleset.options:
                question.rule("TA-12.4", -bit)
            else:
                question.rule("TA-10.1", -bit)
        return got
    first = leader(setup, position).outcome
    for car in cars:
        sharing = any(leading.number == first and shares_the_lead(setup, leading, car) for leading in cars)
        question.rule("TA-3.5.1", question.circuit.same(got[car.number], constant(sharing)))
    return got


def turn_leaders(setup: Setup, position: Position) -> Judgement[tuple[int, ...]]:
    """The cars that get a Turn Leader marker at the end of the action phase (TA-3.5.1).

    The car with the Leader marker comes first.
    """
    question = Question("TA-3.5.1")
    got = state_turn_leaders(question, setup, position)
    first = leader(setup, position).outcome
    return question.judge(
        lambda answer: tuple(
            sorted(
                (number for number, bit in got.items() if answer.holds(bit)),
                key=lambda number: (number != first, number),
            )
        )
    )


def state_new_leader(
    question: Question,
    setup: Setup,
    position: Position,
    first: int | None,
    old: int | None,
    *,
    restarted: bool,
) -> dict[int, Bit]:
    """A bit for each standing car: it gets a marker after the pit stops as the new leader (TA-3.5.3; TA-9.6-7 after a restart).

    `first` leads now: the lead car of the formation after a restart, otherwise the car with the Leader marker, in which case
    `new-leader-after-pits-tie` settles the other cars of its sector. `old` carried the Leader marker at the end of the action
    phase.
    """
    cars = standing(position)
    got = {car.number: question.flag(f"new leader {car.number}") for car in cars}
    if somebody_finished(position):
        for bit in got.values():
            if COMPLETION in setup.ruleset.options:
                question.rule("TA-12.4", -bit)
            else:
                question.rule("TA-10.1", -bit)
        return got
    readings = setup.ruleset.readings
    together = not restarted and readings["new-leader-after-pits-tie"] == "all-in-sector"
    again = readings["turn-leader-twice"] == "yes"
    for car in cars:
        leads = car.number == first or any(
            together and other.number == first and shares_the_lead(setup, other, car) for other in cars
        )
        due = constant(leads and first != old and (again or car.number not in position.turn_leaders))
        if restarted:
            question.rule("TA-9.6-7", question.circuit.same(got[car.number], due))
        else:
            question.rule("TA-3.5.3", question.circuit.same(got[car.number], due))
    return got


def closest_to_the_line(setup: Setup, one: Car, other: Car) -> bool:
    """Whether one car is closer to the line than the other, regardless of laps (TA-12.4). Fewer sectors to the line comes first,
    then track before apron, then inside before outside, and in a stack the lower car."""
    assert one.space is not None and other.space is not None
    track = track_of(setup)
    if sector_of(track, one.space) != sector_of(track, other.space):
        return past_line(track, one.space) > past_line(track, other.space)
    if one.on_apron != other.on_apron:
        return other.on_apron
    return one.stack < other.stack if one.on_apron else lane_of(one.space) < lane_of(other.space)


def first_player(setup: Setup, position: Position, claim: str | None = None) -> Judgement[str | None]:
    """The team that gets the First Player marker for the next turn, None if no car leads, or why a claimed team is wrong.

    It is the leader's owner (TA-3.5.4). In a race to completion with a finished car, it is the owner of the car closest to the
    line (TA-12.4).
    """
    question = Question("TA-3.5.4")
    circuit, cars = question.circuit, standing(position)
    teams = dict.fromkeys([*(team.colour for team in setup.teams), *(car.team for car in cars)])
    chosen: Choice[str | None] = question.choice("first player", [*teams, None])
    if somebody_finished(position) and COMPLETION in setup.ruleset.options:
        for car in cars:
            nearest = all(closest_to_the_line(setup, car, other) for other in cars if other != car)
            question.rule("TA-12.4", circuit.implies(constant(nearest), chosen.is_(car.team)))
        question.rule("TA-12.4", circuit.implies(constant(not cars), chosen.is_(None)))
    else:
        first = leader(setup, position).outcome
        for car in cars:
            question.rule("TA-3.5.4", circuit.implies(constant(car.number == first), chosen.is_(car.team)))
        question.rule("TA-3.5.4", circuit.same(constant(first is None), chosen.is_(None)))
    if claim is not None:
        question.claim(chosen.is_(claim))
    return question.judge(lambda answer: answer[chosen])


def lap_marker(setup: Setup, position: Position) -> int:
    """Where the current-lap marker stands (TA-4.6).

    It moves up each time the leader crosses the line, except the first time. It never moves back or past the last lap.
    """
    question = Question("TA-4.6")
    first = leader(setup, position).outcome
    reached = [1, position.lap, *(car.crossed for car in standing(position) if car.number == first)]
    laps = [count if setup.laps is None else min(count, setup.laps) for count in reached]
    lap = question.choice("lap", sorted(laps))
    for reason in laps:
        question.rule("TA-4.6", lap.among(value for value in lap.values if value >= reason))
    return question.judge(lambda answer: answer[lap]).outcome
