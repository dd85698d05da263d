"""`steward moves`: the legal moves at a table, and why a move that was not played would be illegal."""

from collections.abc import Iterable
from dataclasses import replace

from grammar.parser import parse
from grammar.syntax import Statement
from model.thunder_alley.cards import CARDS
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import RACING, Position
from verifier.findings import Finding
from verifier.game import MoveOffer, MovesAnswer, MovesRequest
from verifier.render.position_text import position_text
from verifier.thunder_alley.engine import all_paths, judge, legal_moves, running_order
from verifier.thunder_alley.notation import NotationError, read_move
from verifier.thunder_alley.notation_names import names_of
from verifier.thunder_alley.table_moves import move_line, shortest_text, where
from verifier.thunder_alley.table_terms import Speaker, Table

ASKED = "asked"
"""What findings about a move that stands in no file name as its file."""

MOST_PATHS = 10_000
"""Paths that are listed one by one at most."""


def offers(table: Table, request: MovesRequest) -> MovesAnswer:
    """The legal moves for the cars and cards asked for, shortest first within each car and card."""
    position = table.position
    if position is None:
        return _no_answer("where the cars stand is not known here", "give a `position` block")
    if request.why_not is not None:
        return _why_not(table, request, request.why_not)
    cars, wrong = _cars(table, position, request.mover)
    cards, also_wrong = _cards(table, request.means, cars[0] if cars else None)
    if wrong or also_wrong:
        return MovesAnswer(findings=(*wrong, *also_wrong), unit="MP")
    found = [offer for car in cars for card in cards for offer in _for(table, position, car, card, request)]
    return MovesAnswer(tuple(found), unit="MP")


def _for(table: Table, position: Position, car: int, card: str, request: MovesRequest) -> Iterable[MoveOffer]:
    known = position.car(car)
    if table.setup.track is None or known is None or known.space is None:
        return
    if not request.paths:
        for legal in legal_moves(table.setup, position, car, card):
            yield _offer(table, legal.move, legal.position, legal.spent, legal.paths)
        return
    for move in all_paths(table.setup, position, car, card, MOST_PATHS):
        for outcome in judge(table.setup, position, move).outcomes[:1]:
            yield _offer(table, move, outcome.position, outcome.spent, 1)


def _offer(table: Table, move: Activation, after: Position, spent: int, paths: int) -> MoveOffer:
    return MoveOffer(
        shortest_text(table, move), where(after, move.car), spent, block_lines(table, after), paths
    )


def block_lines(table: Table, position: Position) -> tuple[str, ...]:
    """A position as the lines between `position` and `end`, in running order."""
    order = running_order(table.setup, position)
    return tuple(position_text(table.setup, position, order, indent="").splitlines()[1:-1])


def _cars(table: Table, position: Position, mover: str | None) -> tuple[list[int], tuple[Finding, ...]]:
    """The car asked for, the cars of a team, or all that can still be activated."""
    racing = [car for car in position.cars if car.status == RACING and not car.flipped]
    if mover is None:
        return [car.number for car in racing], ()
    team = [car.number for car in racing if car.team.casefold() == mover.casefold()]
    if team:
        return team, ()
    written = mover if mover.isdigit() or mover.startswith('"') else f'"{mover}"'
    move, findings = _read(table, f"{written} chosen")
    return ([move.car] if isinstance(move, Activation) else []), findings


def _cards(table: Table, means: str | None, car: int | None) -> tuple[list[str], tuple[Finding, ...]]:
    if means is None:
        return list(CARDS), ()
    number = car if car is not None else next(iter(names_of(table.setup, table.position).cars), 1)
    move, findings = _read(table, f"{number} {means}: ?")
    card = move.card if isinstance(move, Activation) else None
    return ([card] if card is not None else []), findings


def _read(table: Table, line: str) -> tuple[Activation | None, tuple[Finding, ...]]:
    """A line that stands in no file, as a move. The choice of a car counts as a card nobody noted."""
    statement, findings = _statement(line)
    if statement is None:
        return None, findings
    try:
        move = read_move(statement, names_of(table.setup, table.position)).move
    except NotationError as error:
        return None, Speaker(ASKED, statement).troubles(error)
    if isinstance(move, Activation):
        return move, ()
    number = getattr(move, "car", None)
    return Activation(number, None) if isinstance(number, int) else None, ()


def _statement(line: str) -> tuple[Statement | None, tuple[Finding, ...]]:
    result = parse(f"game thunder-alley\n{line}\n", ASKED)
    if result.errors:
        error = result.errors[0]
        span = error.span
        fact = error.message
        return None, (
            Finding("unreadable", ASKED, span.line, span.column, span.end_column, fact, source=line),
        )
    return result.records[0].statements[1], ()


def _why_not(table: Table, request: MovesRequest, path: str) -> MovesAnswer:
    """Judges one move: a whole line, or the path of the car and card asked for."""
    line = path
    if request.mover is not None and request.means is not None and ":" not in path and "->" not in path:
        line = f"{request.mover} {request.means}: {path}"
    statement, findings = _statement(line)
    if statement is None:
        return MovesAnswer(findings=findings, unit="MP")
    reply = move_line(replace(table, stopped=None), statement, ASKED)
    return MovesAnswer(findings=reply.findings, unit="MP")


def _no_answer(fact: str, help: str) -> MovesAnswer:
    return MovesAnswer(findings=(Finding("undetermined", ASKED, 1, 1, 1, fact, help=help),), unit="MP")
