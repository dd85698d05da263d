"""The stage with its cars as plain text, and what else lies on the table."""

from collections.abc import Mapping
from textwrap import wrap

from model.rallyman.facts import FINISH, START
from model.rallyman.position import ELIMINATED, Car, Position, Setup
from model.rallyman.stage import BUMP, CORNER, DRIFT, INSIDE, SHORTCUT, Space, Stage
from verifier.rallyman.engine.finish import clock
from verifier.rallyman.table.fields import WORD_OF
from verifier.rallyman.table.rally_terms import Rally

NARROWEST = 40


def text_picture(
    stage: Stage,
    position: Position | None = None,
    surfaces: Mapping[str, str] | None = None,
    width: int = 100,
) -> str:
    """The road from start to finish in lines of about `width` characters: a word for each space, corners in braces with their
    lines parted by bars, notes in brackets, `=` for wide spaces; cars behind the name of their space."""
    width = max(width, NARROWEST)
    standing = cars_by_space(position)
    dirt = dict(position.dirt) if position is not None else {}
    words = [_place(START, standing), *_road(stage, standing, dirt), _place(FINISH, standing)]
    lines = wrap(
        " - ".join(word.replace(" ", "\0") for word in words),
        width,
        subsequent_indent="  ",
        break_long_words=False,
    )
    text = [line.replace("\0", " ") for line in lines]
    zones = ", ".join(
        f"{zone.name} {(surfaces or {}).get(zone.name, zone.surface)} from {_first_of(stage, zone.name)}"
        for zone in stage.zones
    )
    return "\n".join([*text, f"zones: {zones}", *_away(position)]) + "\n"


def cars_by_space(position: Position | None) -> dict[str, list[Car]]:
    """Space -> the cars there, the one that came first in front; cars off the road stand beside theirs."""
    found: dict[str, list[Car]] = {}
    for car in sorted(position.cars if position is not None else (), key=lambda car: car.arrival):
        if car.space:
            found.setdefault(car.space, []).append(car)
    return found


def _road(stage: Stage, standing: Mapping[str, list[Car]], dirt: Mapping[str, int]) -> list[str]:
    words: list[str] = []
    done: set[str] = set()
    for space in stage.spaces:
        if space.kind != CORNER:
            words.append(_straight(space, standing))
        elif space.corner not in done:
            done.add(space.corner)
            words.append(_corner(stage, space.corner, standing, dirt))
    return words


def _straight(space: Space, standing: Mapping[str, list[Car]]) -> str:
    mark = "=" if space.wide else ""
    bump = f"^({space.note})" if space.kind == BUMP else ""
    split = f"!{space.split}" if space.split else ""
    return f"{mark}{_place(space.id, standing)}{bump}{split}"


def _corner(stage: Stage, corner: str, standing: Mapping[str, list[Car]], dirt: Mapping[str, int]) -> str:
    parts = []
    for role in (INSIDE, DRIFT, SHORTCUT):
        spaces = sorted(
            (one for one in stage.spaces if one.corner == corner and one.role == role),
            key=lambda one: one.index,
        )
        if spaces:
            parts.append(" ".join(f"{_place(one.id, standing)}({one.note})" for one in spaces))
    marks = f" dirt {dirt[corner]}" if dirt.get(corner) else ""
    return f"{{{stage.corner(corner).hand}{marks}: {' | '.join(parts)}}}"


def _place(space: str, standing: Mapping[str, list[Car]]) -> str:
    cars = " ".join(_car(car) for car in standing.get(space, ()))
    return f"{space} <{cars}>" if cars else space


def _car(car: Car) -> str:
    if car.space in (START, FINISH):
        return car.driver
    status = f" {WORD_OF[car.status]}" if car.status in WORD_OF else ""
    return f"{car.driver} g{car.gear}{status}"


def _first_of(stage: Stage, zone: str) -> str:
    return next(space.id for space in stage.spaces if space.zone == zone)


def _away(position: Position | None) -> list[str]:
    out = [car.driver for car in (position.cars if position is not None else ()) if car.status == ELIMINATED]
    return [f"out: {', '.join(out)}"] if out else []


def summary_lines(setup: Setup, position: Position, width: int) -> tuple[str, ...]:
    """Round, order, cars with their times and troubles, dirt, splits; lines of at most `width` characters."""
    lines = [
        f"round {position.turn}"
        + (f", {position.next} plays" if position.next else ", nobody plays any more")
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
    """Stages driven, the sums so far, the cars as they stand between two stages."""
    sums = [f"{name} {clock(time) if time is not None else 'out'}" for name, time in rally.totals.items()]
    lines = [f"stages driven: {len(rally.times)}" + (f", {', '.join(sums)}" if sums else "")]
    lines += [_line_of(car, timed=False) for car in rally.cars]
    return tuple(part for line in lines for part in wrap(line, max(width, 10), subsequent_indent="  "))


def _line_of(car: Car, timed: bool = True) -> str:
    words = [f"{car.driver} {clock(car.chrono)}" if timed else car.driver]
    for number, what in ((car.markers, "markers"), (car.damage, "damage"), (car.flats, "flats")):
        if number:
            words.append(f"{what} {number}")
    words += [name for held, name in ((car.sisu, "no Sisu"), (car.spare, "no spare wheel")) if not held]
    return ", ".join([*words, f"{car.tyres} tyres"])
