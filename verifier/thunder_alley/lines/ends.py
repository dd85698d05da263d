"""Where a move can end if its rest is not written: what `expect ends` is compared with."""

from collections.abc import Callable, Iterable

from grammar.syntax import Statement
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position
from model.values import replace
from verifier.speaking import NotationError
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.engine.lost import completions
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.read import read_move
from verifier.thunder_alley.lines.terms import Table

STAYS, FINISH = "none", "finish"
"""The written part may be the whole move; the car ends beyond the line."""

Ask = Callable[[Activation], Iterable[Position]]


def ends(table: Table, statement: Statement) -> tuple[str, ...] | None:
    """The spaces where the car can end, in track order, and last `none` if the move may end with its written part. None for a
    line that is no such move, or that can continue in too many ways."""
    setup, position = table.setup, table.position
    if position is None:
        return None

    def whole(move: Activation) -> Iterable[Position]:
        return [outcome.position for outcome in judge(setup, position, move).outcomes]

    def begun(move: Activation) -> Iterable[Position]:
        found = completions(setup, position, move)
        return [] if found.more else [outcome.position for outcome in found.outcomes]

    return listed_ends(table, statement, whole, begun)


def listed_ends(table: Table, statement: Statement, whole: Ask, begun: Ask) -> tuple[str, ...] | None:
    """The same for any judge: `whole` gives the positions that a complete move leads to, `begun` those of a move whose rest
    is lost."""
    track = table.setup.track
    if track is None or statement.kind != "activation":
        return None
    try:
        move = read_move(statement, names_of(table.setup, table.position)).move
    except NotationError:
        return None
    if not isinstance(move, Activation) or move.second is not None:
        return None
    if move.path is None or not move.path.lost_end:
        return None
    stays = _spaces(whole(replace(move, path=replace(move.path, lost_end=False))), move.car)
    others = _spaces(begun(move), move.car) - stays
    order = {space: place for place, space in enumerate(track.spaces)}
    return (*sorted(others, key=lambda space: order.get(space, len(order))), *([STAYS] if stays else []))


def _spaces(positions: Iterable[Position], number: int) -> set[str]:
    cars = (position.car(number) for position in positions)
    return {car.space or FINISH for car in cars if car is not None}
