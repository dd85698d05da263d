"""A position in words, apart from the places of the cars."""

from collections.abc import Iterator
from textwrap import wrap

from model.rallyman.facts import FINISH, START
from model.rallyman.position import Car, Position, Setup
from model.rallyman.standing import Rally, clock
from verifier.drawings.scene import Row
from verifier.rallyman.pictures.view import STATUSES


def summary_lines(setup: Setup, position: Position, width: int) -> tuple[str, ...]:
    """Round, order, cars with their times and troubles, dirt, splits, in lines of at most `width` characters."""
    first, *others = facts_of(position)
    lines = [first, *(line for line in others if line.startswith("order"))]
    lines += [_line_of(car) for car in position.cars]
    lines += [line for line in others if not line.startswith("order")]
    return tuple(part for line in lines for part in wrap(line, max(width, 10), subsequent_indent="  "))


def facts_of(position: Position) -> Iterator[str]:
    """What the cars have in common: round, who plays, order of play, dirt, splits."""
    yield f"round {position.turn}" + (
        f", {position.next} plays" if position.next else ", no driver plays any more"
    )
    if position.order:
        yield f"order {' '.join(position.order)}"
    if position.dirt:
        yield "dirt " + ", ".join(f"{corner} {count}" for corner, count in position.dirt)
    if position.splits:
        yield "splits " + ", ".join(
            f"{one.driver} {one.point} {clock(one.seconds)}" for one in position.splits
        )


HEAD = ("driver", "space", "gear", "time", "state")
"""The titles of the standings."""


def standings(position: Position) -> Iterator[Row]:
    """The standings: the drivers in order of play, then the others."""
    order = [name for name in position.order if any(car.driver == name for car in position.cars)]
    rank = {name: place for place, name in enumerate(order)}
    for car in sorted(position.cars, key=lambda car: rank.get(car.driver, len(rank))):
        state = ", ".join([*filter(None, [STATUSES.get(car.status)]), *_states(car)])
        gear = str(car.gear) if car.space not in ("", START, FINISH) else ""
        yield Row(car.driver, (car.driver, car.space or "out", gear, clock(car.chrono), state))


def rally_lines(rally: Rally, width: int) -> tuple[str, ...]:
    """Stages driven, the totals so far, and the cars between two stages."""
    told = [f"{name} {clock(seconds)}" for name, seconds in rally.ranked.items()]
    told += [f"{name} out" for name, seconds in rally.sums if seconds is None]
    sums = f"; totals {', '.join(told)}" if told else ""
    lines = [f"stages driven: {len(rally.times)}{sums}"]
    lines += [_line_of(car, timed=False) for car in rally.cars]
    return tuple(part for line in lines for part in wrap(line, max(width, 10), subsequent_indent="  "))


def _line_of(car: Car, timed: bool = True) -> str:
    return ", ".join([f"{car.driver} {clock(car.chrono)}" if timed else car.driver, *_states(car)])


def _states(car: Car) -> list[str]:
    """Markers, damage, flats, what is used up, tyres."""
    words = []
    for number, what in ((car.markers, "markers"), (car.damage, "damage"), (car.flats, "flats")):
        if number:
            words.append(f"{what} {number}")
    words += [name for held, name in ((car.sisu, "no Sisu"), (car.spare, "no spare wheel")) if not held]
    return [*words, f"{car.tyres} tyres"]
