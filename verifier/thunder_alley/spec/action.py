"""Choosing a car, passing and retiring (TA-3.4, TA-4.3)."""

from collections.abc import Iterable
from dataclasses import replace

from model.thunder_alley.moves import Chosen, Pass, Retire
from model.thunder_alley.position import ACTION, RACING, Car, Position, Setup
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.spec.lapped import mark_lapped
from verifier.thunder_alley.spec.outcome import may_pass, retired, with_next, worn_out

CHOICE = -1
"""The step of a finding about the choice of a car or card."""

NOBODY = "-"
"""The player to move when no player has the segment, or when that player is not named."""


def car_of(position: Position, number: int) -> Car:
    """Return the car with this number. Raises `NoAnswerError` if no car has it."""
    car = position.car(number)
    if car is None:
        raise NoAnswerError(f"car {number} is not on the table")
    return car


def not_chosen(rule: str, fact: str) -> Breach:
    """A rule against the choice of a car."""
    return Breach(rule, fact, step=CHOICE, token="car")


def leads_to(tables: Iterable[Position]) -> Judgement[Position]:
    """The judgement that a move is legal and can end in these positions."""
    return Judgement(tuple(map(Outcome, tables)))


def may_choose(setup: Setup, position: Position, car: Car) -> tuple[Breach, ...]:
    """Why a car may not be chosen: another player has the segment (TA-3.4), the car belongs to someone else, or it is flipped
    (TA-3.4-1). If the record does not give the seats, it is only known who begins; later the car counts as another player's."""
    found = []
    if position.next is not None and position.next.lower() != car.team.lower():
        begins = position.next in (position.first, NOBODY) and not any(one.flipped for one in position.cars)
        rule = "TA-3.4" if setup.teams or begins else "TA-3.4-1"
        whose = "another player" if position.next == NOBODY else position.next
        found.append(not_chosen(rule, f"it is the segment of {whose}"))
    if car.flipped:
        found.append(not_chosen("TA-3.4-1", f"{car.number} has been activated in this turn"))
    return tuple(found)


def cannot_play(setup: Setup, position: Position, number: int) -> tuple[Breach, ...]:
    """Why no card may be played for a car: it may not be chosen, it is out or has finished (TA-3.4-2), or it carries six markers
    (TA-3.4-3)."""
    car = car_of(position, number)
    found = list(may_choose(setup, position, car))
    if car.status != RACING:
        found.append(not_chosen("TA-3.4-2", f"{number} is out of the race: only a pass is possible"))
    elif worn_out(setup, car):
        found.append(not_chosen("TA-3.4-3", f"{number} carries {len(car.wear)} markers and retires"))
    return tuple(found)


def pass_segment(setup: Setup, position: Position, move: Pass) -> Judgement[Position]:
    """Flip a lost car; nothing else changes. If no car is named, it is the first: lost cars of a team are interchangeable."""
    if move.car is None:
        lost = [
            car
            for car in position.cars
            if move.team is not None
            and car.team.lower() == move.team.lower()
            and may_pass(setup, car)
            and not car.flipped
        ]
        if not lost:
            return Judgement(breaches=(not_chosen("TA-3.4-2", "the team has no lost car left to pass with"),))
        move = Pass(lost[0].number)
    assert move.car is not None
    car = car_of(position, move.car)
    broken = may_choose(setup, position, car)
    if not may_pass(setup, car):
        broken = (
            *broken,
            not_chosen("TA-3.4-2", f"{car.number} is not lost, and only a lost car gives a pass"),
        )
    return Judgement(breaches=broken) if broken else leads_to((flipped(setup, position, car),))


def flipped(setup: Setup, position: Position, car: Car) -> Position:
    """The position after a pass."""
    return with_next(setup, position.with_cars(replace(car, flipped=True)), car.team)


def retire(setup: Setup, position: Position, move: Retire) -> Judgement[Position]:
    """Retire a car in the lowest place left, either voluntarily (TA-3.4-4) or because it carries six markers (TA-3.4-3)."""
    car = car_of(position, move.car)
    if car.status != RACING:
        broken = not_chosen("TA-3.4-4", f"{car.number} is out of the race already")
        return Judgement(breaches=(broken,))
    if "TA-3.4-4" in setup.ruleset.left_out and not worn_out(setup, car):
        return Judgement(breaches=(not_chosen("TA-3.4-4", "no player may withdraw a car"),))
    wrong = may_choose(setup, position, car)
    if position.step != ACTION:
        wrong = (*wrong, not_chosen("TA-3.4-1", "no car is activated now"))
    if wrong and setup.ruleset.readings["voluntary-retirement-timing"] == "on-activation":
        return Judgement(breaches=tuple(replace(one, rule="TA-3.4-4") for one in wrong))
    table = retired(position, car)
    if wrong:
        gone = table.known_car(car.number)
        table = table.with_cars(replace(gone, flipped=car.flipped))
    else:
        table = with_next(setup, table, car.team)
    if setup.track is not None and all(one.space for one in table.cars if one.status == RACING):
        table = mark_lapped(setup, position, table, ())
    return leads_to((table,))


def choose(setup: Setup, position: Position, move: Chosen) -> Judgement[Position]:
    """Judge a record that gives only the choice of car. A lost car passes and a car with six markers retires; anything else is
    left open."""
    car = car_of(position, move.car)
    broken = may_choose(setup, position, car)
    if not broken and car.status != RACING:
        return pass_segment(setup, position, Pass(car.number))
    if not broken and worn_out(setup, car):
        return retire(setup, position, Retire(car.number))
    return Judgement(breaches=broken) if broken else leads_to((position,))
