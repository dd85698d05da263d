"""The spec's description of a legal turn: its steps and the rules applied."""

from collections.abc import Iterator
from typing import final

from model.rallyman.moves import Turn
from model.rallyman.position import ELIMINATED, OFF_LEFT, OFF_RIGHT, SPUN, STOPPED, Position, Setup
from verifier.rallyman.spec.at_work import at_work
from verifier.rallyman.spec.bumps import Way
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.finish import clock

WORDS = {SPUN: " spun", OFF_LEFT: " left", OFF_RIGHT: " right", STOPPED: " stopped"}


@final
class ToldTurn:
    """Describes a legal turn; `driven` is None if no die was used."""

    def __init__(
        self, setup: Setup, before: Position, after: Position, turn: Turn, driven: Driven | None
    ) -> None:
        self.setup, self.before, self.after = setup, before, after
        self.turn, self.driven = turn, driven

    @property
    def ends(self) -> tuple[str, ...]:
        """The spaces on which the steps ended."""
        return tuple(way.end for way in self.driven.ways) if self.driven is not None else ()

    def applied(self) -> tuple[str, ...]:
        """The rules that were applied."""
        return at_work(self.setup, self.before, self.turn, self.driven)

    def sentence(self) -> str:
        """The steps with their ends, and what the car has after them, one per line."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        driven, car = self.driven, self.after.car(self.turn.driver)
        card = card_of(self.setup, self.before, self.turn, driven)
        if driven is None:
            yield f"no die, card {card}"
        else:
            yield from (_step(number, way) for number, way in enumerate(driven.ways, 1))
            cause = f", ended by {driven.cause}" if driven.cause else ""
            symbols = f"{driven.symbols} {'symbol' if driven.symbols == 1 else 'symbols'}"
            yield f"gear {driven.gear}, {symbols}{cause}, card {card}"
        where = f"{car.space} g{car.gear}{WORDS.get(car.status, '')}" if car.status != ELIMINATED else "out"
        yield f"{car.driver}: {where}, pile {clock(car.chrono)}, {car.markers} markers"


def _step(number: int, way: Way) -> str:
    over = f" over {', '.join(way.flown)}" if way.flown else ""
    return f"step {number}: {way.start} to {way.end}{over}"
