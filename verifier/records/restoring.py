"""Writes out what a record leaves implicit, for `steward fmt`."""

from collections.abc import Mapping
from typing import Any

from grammar.syntax import Record
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.records.expected import conditions
from verifier.records.heading import read_heading
from verifier.records.replay import Options, where_of
from verifier.records.stepping import JUDGED, Stepper


def restored(record: Record, options: Options | None = None) -> Mapping[int, str]:
    """Line number -> canonical text, for the lines to which the game adds more than the grammar's printer can.

    Only legal lines that follow from one known position are written out; all others stay as they are. So does a record that is
    judged under several readings: what follows under one reading need not follow under another.
    """
    if record.game not in GAMES or conditions(record):
        return {}
    game: Game[Any] = find_game(record.game)
    if game.restore is None:
        return {}
    options = options or Options()
    where = where_of(record, options)
    heading = read_heading(record, game.data, where.folder, options.overrides)
    if heading.broken:
        return {}
    stepper = Stepper(record, game, heading, where, ())
    counted = not any(statement.kind == "turn" for statement in record.statements)
    found = {}
    for statement in record.statements:
        several = stepper.others
        step = stepper.advance(statement)
        if step.state != JUDGED or step.findings or several or stepper.others:
            continue
        text = game.restore(step.before, step.after, statement, counted)
        if text is not None:
            found[statement.line] = text
    return found
