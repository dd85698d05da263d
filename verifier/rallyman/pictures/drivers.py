"""The cards of the drivers below the SVG drawing, in order of play: gear, time, and what the car has left."""

from collections.abc import Iterator

from model.rallyman.facts import FINISH, START
from model.rallyman.position import Car
from model.rallyman.standing import clock
from verifier.drawings.drawing import box, cut, label
from verifier.rallyman.pictures.tiles import look
from verifier.rallyman.pictures.view import STATUSES, View
from verifier.rallyman.pictures.winding import turned

WIDE, HIGH, GAP = 232, 66, 12
"""Size of a card, and the room to the next one."""
MOST = 4
"""The most drivers: there is a card for each, empty or not, because a page keeps what is drawn first."""
CAR = 40
"""Length of the car on a card."""


def drivers(view: View, left: float, top: float, room: float) -> tuple[list[tuple[str, str]], float]:
    """The cards, each with its name, and the room they take."""
    if view.position is None:
        return [], 0.0
    order = [name for name in view.position.order if name in {car.driver for car in view.cars}]
    rank = {name: place for place, name in enumerate(order)}
    cars = sorted(view.cars, key=lambda car: rank.get(car.driver, len(rank)))
    each = max(1, int((room + GAP) // (WIDE + GAP)))
    cards = [
        (
            f"driver {at + 1}",
            turned(
                left + at % each * (WIDE + GAP),
                top + at // each * (HIGH + GAP),
                0,
                *_card(view, car, f"{at + 1}." if car.driver in rank else ""),
            ),
        )
        for at, car in enumerate(cars)
    ]
    cards += [(f"driver {at}", "") for at in range(len(cars) + 1, MOST + 1)]
    return cards, (len(cars) + each - 1) // each * (HIGH + GAP)


def _card(view: View, car: Car, rank: str) -> Iterator[str]:
    """A card. That of the driver who plays next has a thick edge."""
    assert view.position is not None
    yield box(0, 0, WIDE, HIGH, "card next-up" if car.driver == view.position.next else "card", 7)
    yield label(8, 16, rank, "head", "start")
    yield turned(26 + CAR / 2, 16, 0, look(view, car, CAR, gear=False))
    where = car.space or "out"
    if car.space not in ("", START, FINISH):
        yield box(76, 5, 24, 22, "die", 4) + label(88, 16, str(car.gear), "gear")
        where = f"{where}, {STATUSES[car.status]}" if car.status in STATUSES else where
    yield label(108, 16, clock(car.chrono), "head", "start")
    yield label(146, 16, cut(where, 13), "", "start")
    yield label(8, 36, ", ".join(_troubles(car)) or "no damage", "harm" if car.damage else "", "start")
    held = [name for has, name in ((car.sisu, "Sisu"), (car.spare, "spare wheel")) if has]
    yield label(8, 53, ", ".join([f"{car.tyres} tyres", *held]), "", "start")


def _troubles(car: Car) -> Iterator[str]:
    counted = ((car.damage, "damage"), (car.flats, "flats"), (car.markers, "seconds markers"))
    yield from (f"{what} {number}" for number, what in counted if number)
