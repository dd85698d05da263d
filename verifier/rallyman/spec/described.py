"""The effects of a legal turn, for explanations."""

from collections.abc import Iterator

from model.rallyman.moves import Turn
from model.rallyman.position import ELIMINATED, OFF_LEFT, OFF_RIGHT, SPUN, STOPPED, Position, Setup
from model.rallyman.standing import clock
from verifier.judging import Effect
from verifier.rallyman.spec.bumps import Way
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.effects import FEWER_MARKERS, effects

WORDS = {SPUN: " spun", OFF_LEFT: " left", OFF_RIGHT: " right", STOPPED: " stopped"}


def described(
    setup: Setup, before: Position, after: Position, turn: Turn, driven: Driven | None
) -> Iterator[Effect]:
    """The steps with their ends, then what the car has after them; `driven` is None if no die was used."""
    who, card = turn.driver, card_of(setup, before, turn, driven)
    if driven is None:
        yield Effect((), f"no die, card {card}", who, "card", card)
    else:
        for number, way in enumerate(driven.ways, 1):
            yield Effect((), _step(number, way), who, "step", way.end)
        cause = f", ended by {driven.cause}" if driven.cause else ""
        symbols = f"{driven.symbols} {'symbol' if driven.symbols == 1 else 'symbols'}"
        yield Effect((), f"gear {driven.gear}, {symbols}{cause}, card {card}", who, "card", card)
    old, car = before.car(who), after.car(who)
    for what, rules in effects(setup, before, after, turn, driven).items():
        if what != FEWER_MARKERS and getattr(old, what) != getattr(car, what):
            yield Effect(rules, "", who, what, getattr(car, what))
    where = f"{car.space} g{car.gear}{WORDS.get(car.status, '')}" if car.status != ELIMINATED else "out"
    yield Effect((), f"{who}: {where}, pile {clock(car.chrono)}, {car.markers} markers")


def _step(number: int, way: Way) -> str:
    over = f" over {', '.join(way.flown)}" if way.flown else ""
    return f"step {number}: {way.start} to {way.end}{over}"
