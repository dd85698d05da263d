"""A position in words, apart from the places of the cars."""

from textwrap import wrap

from model.rallyman.position import Car, Position, Setup
from model.rallyman.standing import Rally, clock


def summary_lines(setup: Setup, position: Position, width: int) -> tuple[str, ...]:
    """Round, order, cars with their times and troubles, dirt, splits, in lines of at most `width` characters."""
    lines = [
        f"round {position.turn}"
        + (f", {position.next} plays" if position.next else ", no driver plays any more")
    ]
    if position.order:
        lines.append(f"order {' '.join(position.order)}")
    lines += [_line_of(car) for car in position.cars]
    if position.dirt:
        lines.append("dirt " + ", ".join(f"{corner} {count}" for corner, count in position.dirt))
    if position.splits:
        lines.append(
            "splits " + ", ".join(f"{one.driver} {one.point} {clock(one.seconds)}" for one in position.splits)
        )
    return tuple(part for line in lines for part in wrap(line, max(width, 10), subsequent_indent="  "))


def rally_lines(rally: Rally, width: int) -> tuple[str, ...]:
    """Stages driven, the totals so far, and the cars between two stages."""
    told = [f"{name} {clock(seconds)}" for name, seconds in rally.ranked.items()]
    told += [f"{name} out" for name, seconds in rally.sums if seconds is None]
    sums = f"; totals {', '.join(told)}" if told else ""
    lines = [f"stages driven: {len(rally.times)}{sums}"]
    lines += [_line_of(car, timed=False) for car in rally.cars]
    return tuple(part for line in lines for part in wrap(line, max(width, 10), subsequent_indent="  "))


def _line_of(car: Car, timed: bool = True) -> str:
    words = [f"{car.driver} {clock(car.chrono)}" if timed else car.driver]
    for number, what in ((car.markers, "markers"), (car.damage, "damage"), (car.flats, "flats")):
        if number:
            words.append(f"{what} {number}")
    words += [name for held, name in ((car.sisu, "no Sisu"), (car.spare, "no spare wheel")) if not held]
    return ", ".join([*words, f"{car.tyres} tyres"])
