"""Where a move can end if its rest is not written: what `expect ends` is compared with."""

from grammar.syntax import Statement
from model.thunder_alley.moves import Activation
from model.values import replace
from verifier.answer import Where
from verifier.records.speaking import NotationError
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.read import read_move
from verifier.thunder_alley.lines.terms import Table

STAYS, FINISH = "none", "finish"
"""The written part may be the whole move; the car ends beyond the line."""


def ends(table: Table, statement: Statement, _: Where) -> tuple[str, ...] | None:
    """The spaces where the car can end, in track order, and last `none` if the move may end with its written part. None for a
    line that is no such move, or if the judge has no answer."""
    track = table.setup.track
    if track is None or table.position is None or statement.kind != "activation":
        return None
    try:
        move = read_move(statement, names_of(table.setup, table.position)).move
    except NotationError:
        return None
    if not isinstance(move, Activation) or move.second is not None:
        return None
    if move.path is None or not move.path.lost_end:
        return None
    stays = _spaces(table, replace(move, path=replace(move.path, lost_end=False)))
    every = _spaces(table, move)
    if stays is None or every is None:
        return None
    order = {space: place for place, space in enumerate(track.spaces)}
    others = sorted(every - stays, key=lambda space: order.get(space, len(order)))
    return (*others, *([STAYS] if stays else []))


def _spaces(table: Table, move: Activation) -> set[str] | None:
    """The spaces where the car of a move ends; None if the judge has no answer."""
    judgement = table.judged(move)
    if judgement.limit:
        return None
    cars = (outcome.position.position.car(move.car) for outcome in judgement.outcomes)
    return {car.space or FINISH for car in cars if car is not None}
