"""A Thunder Alley position as the `position` block of a record."""

from collections.abc import Iterable, Sequence

from model.thunder_alley.position import ACTION, FINISHED, OUT, UNNOTED, Car, Position, Setup
from verifier.thunder_alley.engine.order import running_order
from verifier.thunder_alley.engine.turn import opening_team


def position_text(setup: Setup, position: Position, order: Sequence[int] = (), indent: str = "  ") -> str:
    """The block, from `position` to `end`; reading it gives the same position again.

    `order` gives the cars that come first (the running order, say); cars on one apron space stay bottom first. Facts that match a
    block's defaults are left out.
    """
    lines = [f"{indent}{line}" for line in _facts(setup, position)]
    lines += [f"{indent}{car_text(setup, car)}" for car in _sorted(position, order)]
    return "\n".join(["position", *lines, "end"])


def block_lines(setup: Setup, position: Position) -> tuple[str, ...]:
    """The lines between `position` and `end`, with the cars in running order."""
    order = running_order(setup, position)
    return tuple(position_text(setup, position, order, indent="").splitlines()[1:-1])


def _facts(setup: Setup, position: Position) -> Iterable[str]:
    if position.turn != 1:
        yield f"turn {position.turn}"
    if position.first is not None:
        yield f"first {position.first}"
    if position.next is not None and position.next != opening_team(setup, position):
        yield f"next {position.next}"
    if position.lap != max([1, *(car.crossed for car in position.cars)]):
        yield f"lap {position.lap}"
    if position.places_left != _usual_places(position):
        yield f"places {' '.join(str(place) for place in position.places_left) or 'none'}"
    if position.step != ACTION:
        yield f"step {position.step}"
    if position.flag is not None:
        yield f"flag {position.flag}"
    if position.turn_leaders:
        yield f"leaders {' '.join(str(number) for number in position.turn_leaders)}"
    if position.rain:
        yield "rain"


def _usual_places(position: Position) -> tuple[int, ...]:
    """The place markers that a block leaves out: those that no car has, less the lowest for lost cars without a place."""
    taken = {car.place for car in position.cars}
    free = tuple(place for place in range(1, len(position.cars) + 1) if place not in taken)
    lost = sum(car.status == OUT and car.place is None for car in position.cars)
    return free[: len(free) - lost]


def _sorted(position: Position, order: Sequence[int]) -> list[Car]:
    places = {number: place for place, number in enumerate(order)}
    return sorted(
        position.cars,
        key=lambda car: (
            car.space is None,
            places.get(car.number, len(places)),
            car.space or "",
            car.stack,
            car.place or 0,
            car.number,
        ),
    )


def car_text(setup: Setup, car: Car) -> str:
    """The line of one car: `4 Blue 10b wear black black`; the team only where no `team` line names it."""
    words = [str(car.number)]
    if not any(car.number in team.cars for team in setup.teams):
        words.append(car.team)
    if car.status == FINISHED:
        words.append(f"place {car.place}")
    elif car.status == OUT:
        words.append("out")
        if car.place is not None:
            words.append(f"place {car.place}")
    else:
        words.append(car.space or "?")
    if car.wear:
        words.append(f"wear {wear_text(car.wear)}")
    if car.crossed != 1:
        words.append(f"crossed {car.crossed}")
    if car.led:
        words.append(f"led {car.led}")
    if car.lap_down:
        words.append("down")
    if car.flipped:
        words.append("flipped")
    return " ".join(words)


def wear_text(wear: Sequence[str]) -> str:
    """The colours, or only a count if no colour was noted."""
    if set(wear) == {UNNOTED}:
        return str(len(wear))
    return " ".join(wear)
