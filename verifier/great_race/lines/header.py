"""Header lines: the board, the route, the seats."""

from grammar.syntax import Leaf, Node, Span, Statement
from model.great_race import boards
from model.great_race.cards import leaders
from model.great_race.facts import FEWEST_PLAYERS, MOST_PLAYERS
from model.great_race.moves import Begin
from model.great_race.position import Seat, Setup
from model.great_race.standing import EMPTY
from model.values import replace
from verifier.answer import Answer, Where
from verifier.coursing import named
from verifier.great_race.lines.terms import Refused, Speaker, Table
from verifier.naming import one_of, unquoted
from verifier.records.heading import too_late
from verifier.records.speaking import first_time, impossible, unreadable

KINDS = frozenset({"board", "route", "seat"})


def header_line(table: Table, speaker: Speaker, place: Where) -> Answer:
    """The answer to a header line."""
    statement = speaker.statement
    if table.setup is not None:
        return Answer(table, (too_late(place.file, statement),))
    match statement.kind:
        case "board":
            return Answer(_board(table, statement, place))
        case "route":
            return Answer(_route(table, statement))
    return Answer(_seat(table, statement))


def _once(table: Table, key: str, span: Span) -> Table:
    """Remembers the line of a header key. Raises `NotationError` if the key came before."""
    return replace(table, lines=first_time(table.lines, key, span))


def _board(table: Table, statement: Statement, place: Where) -> Table:
    leaf = statement.node.leaves()[0]
    table = _once(table, "board", leaf.span)
    return replace(table, board=named(boards.find, leaf, place.folder, place.tracks))


def _route(table: Table, statement: Statement) -> Table:
    table = _once(table, "route", statement.node.span)
    if table.board is None:
        raise unreadable(
            statement.node.span,
            "no `board` line comes before this one",
            "add one above, as in `board kestrel`",
        )
    cities = [city.id for city in table.board.cities]
    start, finish = (one_of(leaf, "city", cities) for leaf in statement.node.leaves())
    return replace(table, route=(start, finish))


def _seat(table: Table, statement: Statement) -> Table:
    own = [part for part in statement.node.parts if isinstance(part, Leaf)]
    name, span = own[0].text, own[0].span
    table = _once(table, f"seat {name}", span)
    if len(table.seats) == MOST_PLAYERS:
        raise impossible(
            span, f"there are more than {MOST_PLAYERS} players", "the game is for 2 to 4 players (GR-1.1)"
        )
    led = statement.node.child("leader")
    leader = ""
    if isinstance(led, Node):
        leader = one_of(led.leaves()[0], "leader", list(leaders()))
        if any(seat.leader == leader for seat in table.seats):
            raise impossible(
                led.span, f"another player has the {leader} leader", "each leader is chosen once (GR-22.1)"
            )
        if "leaders" not in table.ruleset.options:
            raise impossible(led.span, "the Leader module is not in use", "write `ruleset leader`")
    player = unquoted(own[1].text) if len(own) > 1 else ""
    return replace(table, seats=(*table.seats, Seat(name, player, leader)))


def set_up(table: Table) -> Table:
    """The table before the first turn if the header is complete; with the breaches instead of a standing if the game cannot begin
    so. Else the table unchanged."""
    if (
        table.setup is not None
        or table.board is None
        or table.route is None
        or len(table.seats) < FEWEST_PLAYERS
    ):
        return table
    setup = Setup(table.board, table.ruleset, *table.route, table.seats)
    begun = table.door.judge(setup, EMPTY, Begin())
    if not begun.legal:
        return replace(table, setup=setup, refused=Refused(Begin(), begun.breaches))
    return replace(table, setup=setup, standing=begun.outcomes[0].position)


def check_header(table: Table, span: Span) -> None:
    """The header must be complete before a line of play. Raises `NotationError` at that line, which is in `span`."""
    needed = (
        (table.board is not None, "`board` line"),
        (table.route is not None, "`route` line"),
        (len(table.seats) >= FEWEST_PLAYERS, "two `seat` lines"),
    )
    for there, what in needed:
        if not there:
            help = 'as in `board kestrel`, `route Almar Dunmore`, `seat Blue "Ana"`'
            raise unreadable(span, f"the header has no {what}", help)
    for seat in table.seats:
        if not seat.leader and "leaders" in table.ruleset.options:
            help = f"each player chooses one (GR-22.1), as in `seat {seat.name} leader french`"
            raise unreadable(span, f"{seat.name} has no leader", help)
