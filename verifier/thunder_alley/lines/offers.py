"""`steward moves`: the legal moves in a position, and why a move that was not played would be illegal."""

from collections.abc import Iterable, Sequence

from grammar.parser import parse
from grammar.syntax import Node, Span, Statement
from model.thunder_alley.cards import cards_of, in_deck
from model.thunder_alley.moves import Activation, Path
from model.thunder_alley.position import ACTION, DISCARD, PITS, RACING, Position, Setup, step_text
from model.values import replace, value
from verifier.findings import Finding
from verifier.game import MoveOffer, MovesAnswer, MovesRequest
from verifier.records.speaking import NotationError
from verifier.thunder_alley.engine import all_paths, judge, leaves_drawing, legal_moves
from verifier.thunder_alley.engine.terms import where
from verifier.thunder_alley.engine.turn import pass_until
from verifier.thunder_alley.lines.findings import breach_finding, shortest_text
from verifier.thunder_alley.lines.moves import move_line
from verifier.thunder_alley.lines.names import listed, names_of, no_track
from verifier.thunder_alley.lines.read import MOVES, Written, read_move
from verifier.thunder_alley.lines.terms import Speaker, Table
from verifier.thunder_alley.pictures.block import block_lines

ASKED = "asked"
"""The file name of a move that is in no file, until its findings get the requested place."""

MOST_PATHS = 10_000
"""The most paths that are listed one by one."""


def offers(table: Table, request: MovesRequest) -> MovesAnswer:
    """The legal moves for the requested cars and cards, shortest first within each car and card. Findings name the requested
    place but show no line, since the request is not part of the record."""
    return _answer(table, request).placed(request.place)


def _answer(table: Table, request: MovesRequest) -> MovesAnswer:
    position = table.position
    if position is None:
        return _no_answer("the position of the cars is not known here", "give a `position` block")
    if request.why_not is not None:
        return _why_not(table, request, request.why_not)
    asked = asked_for(table, position, request)
    if asked.findings:
        return MovesAnswer(findings=asked.findings, unit="MP")
    table, position = asked.table, asked.position
    found = [
        offer
        for car in asked.cars
        for card in asked.cards
        for offer in _for(table, position, car, card, request)
    ]
    reasons = () if found or request.mover is None else _reasons(table, position, asked.cars, asked.cards)
    if not found and not reasons and (nowhere := _without_space(position, asked.cars)):
        if table.setup.track is None:
            missing = no_track(Span(0, 0, 0))
            return _no_answer(missing.fact, missing.help, missing.kind)
        fact = f"where {listed(nowhere, 'or')} stands is not written"
        return _no_answer(fact, "give a `position` block with the space")
    cut = (cut_off(table.setup, position, car, card) for car in asked.cars for card in asked.cards)
    note = "; ".join(filter(None, (asked.note, next(filter(None, cut), ""))))
    return MovesAnswer(tuple(found), reasons, unit="MP", note=note)


@value
class Requested:
    """The requested cars, cards and position, or the findings about an invalid request. `note` explains when the moves apply, if
    the requested place does not make that plain."""

    table: Table
    position: Position
    cars: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    note: str = ""
    findings: tuple[Finding, ...] = ()


def asked_for(table: Table, position: Position, request: MovesRequest) -> Requested:
    """The cars, cards and position that a request means."""
    note = "" if position.step == ACTION else step_text(position)
    if position.step in (PITS, DISCARD):
        # Without a further line the next turn begins.
        begun = table.standing.on(table.door.onward(table.setup, position)[-1])
        position = begun.position
        table, note = table.at(begun), f"{note}; the moves are those of turn {position.turn}"
    cars, wrong = _cars(table, position, request.mover)
    passed = _past_passes(table.setup, position, cars)
    if passed is not position:
        # Without a further line, a player who has only lost cars to choose passes.
        note = f"{note + '; ' if note else ''}the player to move can only pass; the moves are those of {passed.next}"
        table, position = table.at(table.standing.on(passed)), passed
    cards, also_wrong = _cards(table, request.means, cars[0] if cars else None)
    return Requested(table, position, tuple(cars), tuple(cards), note, (*wrong, *also_wrong))


def _without_space(position: Position, cars: Sequence[int]) -> list[str]:
    """The racing cars among these whose space is not known."""
    known = map(position.car, cars)
    return [str(car.number) for car in known if car and car.status == RACING and car.space is None]


def cut_off(setup: Setup, position: Position, car: int, card: str) -> str:
    """Why moves of a car with a card may be missing: a way leaves the drawn stretch of track. Empty if none does."""
    breach = leaves_drawing(setup, position, Activation(car, card))
    return f"moves may be missing: {breach.fact}, {breach.reason}" if breach is not None else ""


def _past_passes(setup: Setup, position: Position, cars: Sequence[int]) -> Position:
    """The position once it is the segment of one of these cars, after passes that need no line (TA-3.4-2)."""
    for number in cars:
        car = position.car(number)
        if (
            car is not None
            and car.status == RACING
            and not car.flipped
            and position.next not in (None, car.team)
        ):
            passed = pass_until(setup, position, car.team)
            if passed is not position:
                return passed
    return position


def _reasons(
    table: Table, position: Position, cars: Sequence[int], cards: Sequence[str]
) -> tuple[Finding, ...]:
    """Why no card can be played for these cars, as a record that plays one would report it: flipped, lost, not their team's
    segment."""
    found = []
    for car in cars:
        move = Activation(car, cards[0], Path(open_end=True)) if cards and position.car(car) else None
        breaches = judge(table.setup, position, move).breaches if move is not None else ()
        if move is not None and breaches and breaches[0].token == "car" and breaches[0].rule:
            span = Span(0, 0, 0)
            written = Written(move, {"car": span, "whole": span})
            statement = Statement(Node.at(span, "activation", ()), "")
            found.append(breach_finding(table, written, breaches, Speaker(ASKED, statement)))
    return tuple(found)


def _for(table: Table, position: Position, car: int, card: str, request: MovesRequest) -> Iterable[MoveOffer]:
    known = position.car(car)
    if table.setup.track is None or known is None or known.space is None:
        return
    if not request.paths:
        for legal in legal_moves(table.setup, position, car, card):
            yield offer_of(table, legal.move, legal.position, legal.spent, legal.paths)
        return
    for move in all_paths(table.setup, position, car, card, MOST_PATHS):
        for outcome in judge(table.setup, position, move).outcomes[:1]:
            yield offer_of(table, move, outcome.position, outcome.spent, 1)


def offer_of(table: Table, move: Activation, after: Position, spent: int, paths: int) -> MoveOffer:
    """A legal move, its notation, and where it leads."""
    cars = [move.car, *(move.second or ())[:1]]
    ends = ", ".join(where(after, car) for car in cars)
    return MoveOffer(shortest_text(table, move), ends, spent, block_lines(table.setup, after), paths)


def _cars(table: Table, position: Position, mover: str | None) -> tuple[list[int], tuple[Finding, ...]]:
    """The requested car, the cars of a team, or all that can still be activated."""
    racing = [car for car in position.cars if car.status == RACING and not car.flipped]
    if mover is None:
        return [car.number for car in racing], ()
    team = [car for car in position.cars if car.team.casefold() == mover.casefold()]
    if team:
        return [car.number for car in team if car in racing] or [car.number for car in team], ()
    move, findings = _read(table, f"{_written(mover)} chosen")
    return ([move.car] if isinstance(move, Activation) else []), findings


def _written(mover: str) -> str:
    """A car as a record writes it: a name is quoted."""
    return mover if mover in ("?", "") or mover.isdigit() or mover.startswith('"') else f'"{mover}"'


def _cards(table: Table, means: str | None, car: int | None) -> tuple[list[str], tuple[Finding, ...]]:
    if means is None:
        return list(in_deck(cards_of(table.setup.ruleset).values())), ()
    number = car if car is not None else next(iter(names_of(table.setup, table.position).cars), 1)
    move, findings = _read(table, f"{number} {means}: ?")
    card = move.card if isinstance(move, Activation) else None
    return ([card] if card is not None else []), findings


def _read(table: Table, line: str) -> tuple[Activation | None, tuple[Finding, ...]]:
    """A line built from the request, as a move. The choice of a car counts as a card that was not noted. The line is not in
    the record, so findings do not show it."""
    statement, findings = _statement(line)
    if statement is None:
        return None, tuple(map(_unmarked, findings))
    try:
        move = read_move(statement, names_of(table.setup, table.position)).move
    except NotationError as error:
        return None, tuple(map(_unmarked, Speaker(ASKED, statement).troubles(error)))
    if isinstance(move, Activation):
        return move, ()
    number = getattr(move, "car", None)
    return Activation(number, None) if isinstance(number, int) else None, ()


def _unmarked(finding: Finding) -> Finding:
    return replace(finding, column=0, end_column=0, source="")


def _statement(line: str) -> tuple[Statement | None, tuple[Finding, ...]]:
    result = parse(f"game thunder-alley\n{line}\n", ASKED)
    if result.errors:
        error = result.errors[0]
        span = error.span
        return None, (
            Finding(
                *("unreadable", ASKED, span.line, span.column, span.end_column, error.message),
                help=error.hint,
                source=line,
            ),
        )
    statements = [statement for record in result.records for statement in record.statements[1:]]
    if not statements or statements[0].kind not in MOVES:
        return None, (Finding("unreadable", ASKED, 0, 1, len(line) + 1, "this is not a move", source=line),)
    return statements[0], ()


def _why_not(table: Table, request: MovesRequest, path: str) -> MovesAnswer:
    """Judges one move: a whole line, or a path for the requested car and card."""
    line = path
    missing = [word for word, known in (("car", request.mover), ("card", request.means)) if known is None]
    if not missing and ":" not in path and "->" not in path:
        line = f"{_written(request.mover or '')} {request.means}: {path}"
    statement, findings = _statement(line)
    if statement is None and missing and not _statement(f"1 Charge: {path}")[1]:
        fact = f"`{path}` is only a path; its {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not named"
        options = " and ".join(f"`--{word}`" for word in missing)
        return _no_answer(fact, f"add {options}, or write the whole line: `15 Charge: {path}`", "unreadable")
    if statement is None:
        return MovesAnswer(findings=findings, unit="MP")
    return MovesAnswer(findings=move_line(table, Speaker(ASKED, statement)).findings, unit="MP")


def _no_answer(fact: str, help: str, kind: str = "undetermined") -> MovesAnswer:
    return MovesAnswer(findings=(Finding(kind, ASKED, 0, 0, 0, fact, help=help),), unit="MP")
