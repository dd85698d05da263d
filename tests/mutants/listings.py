"""Test records turned round: where one plays a legal move, the list of moves for that car, card and number of MPs must hold its
outcome, and what is listed must be legal and lead where the list says."""

from grammar.syntax import Record
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position
from verifier.expected import Expected, conditions
from verifier.games import find_game
from verifier.heading import Overrides, read_heading
from verifier.replay import Options, where_of
from verifier.stepping import Stepper

MOST = 8
"""Moves of a list that are judged one by one."""

BESIDE = ("game", "remark", "shows", "expect", "ruling", "track", "laps", "check")
"""Kinds of line beside which a record plays one move."""

GO_ON = ("oversteer", "understeer", "teamwork")
"""Cards with which a move goes on once the MPs are spent."""


def plays_a_move(record: Record) -> bool:
    """Whether a record plays a card and nothing else, and is not illegal under all readings."""
    refused = any(
        one.kind == "expect" and one.node.leaves()[0].text == "illegal" and " under " not in one.source
        for one in record.statements
    )
    kinds = [one.kind for one in record.statements if one.kind not in BESIDE]
    return not refused and kinds[:2] == ["position", "activation"] and set(kinds[2:]) <= {"position", "under"}


def lists_it(record: Record) -> bool:
    """Whether the list of moves agrees with the record, and with judging, under each reading that it names."""
    return all(_agrees(record, Options(Overrides(rulings=under))) for under in ((), *conditions(record)))


def _agrees(record: Record, options: Options) -> bool:
    game, where = find_game("thunder-alley"), where_of(record, options)
    heading = read_heading(record, game.data, where.folder, options.overrides)
    plain = Expected(game, heading.ruleset).record(record)
    for step in Stepper(plain, game, heading, where, ()).steps():
        if step.statement.kind == "activation" and not step.findings and not _listed(step.before, step.after):
            return False
    return True


def _listed(before: object, after: object) -> bool:
    from verifier.thunder_alley.engine import judge, legal_moves
    from verifier.thunder_alley.table import Table

    assert isinstance(before, Table) and isinstance(after, Table)
    outcome, position = after.last, before.position
    assert outcome is not None and position is not None and isinstance(outcome.move, Activation)
    move = outcome.move
    path = move.path if move.second is None else move.second[1]
    stops = path is not None and path.open_end
    if move.card is None or not outcome.steps or (stops and move.card in GO_ON):
        return True
    available = outcome.total if move.left is None else move.left
    left = available if outcome.complete else available - outcome.left
    listed = legal_moves(before.setup, position, move.car, move.card, left=left)
    if _places(outcome.position) not in [_places(one.position) for one in listed]:
        return False
    for one in listed[:: 1 + len(listed) // MOST]:
        outcomes = judge(before.setup, position, one.move).outcomes
        if [(other.position, other.spent) for other in outcomes] != [(one.position, one.spent)]:
            return False
    return True


def _places(position: Position) -> list[tuple[object, ...]]:
    return [(car.number, car.space, car.stack, car.crossed, car.status, car.place) for car in position.cars]
