"""A record as the spec follows it: the tables from line to line, and who does what when. Cards are left out."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from grammar.syntax import Statement
from model.ruleset import Ruleset
from model.thunder_alley.moves import UNKNOWN, Activation, Move, Pass, Retire
from model.thunder_alley.position import ACTION, DISCARD, PITS, Position
from verifier.second import NotJudgedError, UnreadableError
from verifier.speaking import NotationError
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.read import MOVES, read_move
from verifier.thunder_alley.second.record.closing import (
    after_the_action,
    draw_event,
    moment,
    send_to_pits,
    without_stops,
)
from verifier.thunder_alley.second.record.missing import Missing
from verifier.thunder_alley.second.record.said import said_denied
from verifier.thunder_alley.second.record.start import (
    SHARED,
    Start,
    Winners,
    begin,
    laid,
    rules_of,
)
from verifier.thunder_alley.second.record.state import Next, State, story_of
from verifier.thunder_alley.spec import judge
from verifier.thunder_alley.spec.action import NOBODY
from verifier.thunder_alley.spec.judgement import UNDRAWN
from verifier.thunder_alley.spec.missing import InTurn, can_become
from verifier.thunder_alley.spec.refute import NO_RULE
from verifier.thunder_alley.spec.sequence import (
    Discards,
    EventDrawn,
    Segment,
    TurnBegins,
    passes_not_told,
    teams_to_play,
    turn_fits,
)
from verifier.thunder_alley.spec.turn import next_turn

MOST_STATES = 64
"""Tables that are followed at once, where something is left open."""

CARDS = ("hand", "reshuffle")
"""Lines that speak of cards alone."""


def told_record(statements: Sequence[Statement], rules: Ruleset) -> "Telling":
    """A record followed to its end, or to the first line that breaks a rule; `rules` are in force as far as it chooses none.

    Raises `UnreadableError` for what cannot be read, `NotJudgedError` for what the spec says nothing about.
    """
    return follow(statements, rules_of(statements, rules))


def follow(statements: Sequence[Statement], rules: Ruleset, winners: Winners = None) -> "Telling":
    """The same by exactly these rules; `winners` can have won the race before in a season."""
    start, rest = begin(statements, rules, winners)
    telling = Telling(start)
    for statement in rest:
        if telling.fault is not None or telling.is_undrawn:
            break
        telling.take(statement)
    return telling


class Telling:
    """The tables of a record after each of its lines, until one breaks a rule: `fault` then has the rules and the line. Is it
    `is_open`, nobody can say that all of it was allowed. `step` is the one at fault (0: the line as a whole). After a
    move that `is_undrawn`, beyond the stretch that is drawn, nothing more is followed."""

    def __init__(self, start: Start) -> None:
        self.setup, self.fault, self.is_open = start.setup, start.fault, False
        self.step = 0
        self.is_undrawn = False
        self.missing: Missing | None = None
        self._lay((start.position,), start)

    def _lay(self, tables: Sequence[Position], start: Start) -> None:
        """The first tables of a record, or of what follows after missing lines."""
        self.states: tuple[State, ...] = tuple(State(table) for table in tables)
        self.dealt = start.joined
        self.is_turn_open = start.joined and start.turns is None

    def take(self, statement: Statement) -> None:
        """One line after the first table."""
        kind, line = statement.kind, statement.line
        if kind in SHARED:
            return
        if self.missing is not None:
            self._after_missing(self.missing, statement)
            return
        if kind == "not_written":
            tables = [after_the_action(self.setup, state).position for state in self.states]
            self.missing, self.is_open = Missing(self.setup, tables), True
            return
        if kind in (*MOVES, *CARDS):
            self.dealt = True
        try:
            if kind in MOVES:
                self._move(statement)
            elif kind == "event":
                self._event(statement)
            elif kind == "pit":
                self._each(line, lambda state: send_to_pits(self.setup, state, statement))
            elif kind == "discard":
                self._each(line, self._discard)
            elif kind == "turn":
                self._numbered_turn(int(statement.node.leaves()[0].text), line)
            elif kind in ("check", "position", "result"):
                self._assert(statement)
            elif kind not in CARDS:
                raise NotJudgedError(f"the solver does not judge lines of kind {kind}")
        except NotationError as error:
            raise UnreadableError(str(error)) from error

    def _after_missing(self, missing: Missing, statement: Statement) -> None:
        """What is said of a race that nobody followed; a block is a new start."""
        if statement.kind not in ("check", "result", "position"):
            return
        self.fault = missing.fault(statement)
        if statement.kind == "position" and self.fault is None:
            tables = missing.laid(statement)
            self._lay(tables, laid(self.setup, tables[0], statement))
            self.missing = None

    def _each(self, line: int, follow: Callable[[State], Next]) -> None:
        """Goes on from each table that can lie there; the line breaks a rule if it breaks one on all of them."""
        found = [follow(state) for state in self.states]
        after = tuple(dict.fromkeys(state for _, states in found for state in states))
        if len(after) > MOST_STATES:
            raise NotJudgedError(f"{len(after)} tables can lie there")
        if after:
            self.states = after
        else:
            self.fault = (found[0][0], line)

    # Segments

    def _move(self, statement: Statement) -> None:
        """A segment. After the pit stops it is the first one of the next turn, whether or not a line says so."""
        move = read_move(statement, names_of(self.setup, self.states[0].position)).move
        withdraws = isinstance(move, Retire) and self._any_time()
        if not withdraws and all(state.position.step in (PITS, DISCARD) for state in self.states):
            self._turn(self.states[0].position.turn + 1, statement.line)
        if self.fault is None:
            self._each(statement.line, lambda state: self._segment(state, move))

    def _team(self, state: State, move: Move) -> str:
        if isinstance(move, Pass) and move.team:
            return move.team
        car = state.position.car(move.car or 0)
        if car is None or (isinstance(move, Activation) and move.second is not None and move.second[0] == 0):
            raise NotJudgedError("the solver does not look for a car that is not written")
        return car.team

    def _any_time(self) -> bool:
        return self.setup.ruleset.readings["voluntary-retirement-timing"] == "any-time"

    def _segment(self, state: State, move: Move) -> Next:
        """Whether it was the team's turn, and what the move itself breaks."""
        team = self._team(state, move)
        if not isinstance(move, Retire) or not self._any_time():
            return self._played(state, move, team)
        # By the older text a car may leave the race beside all segments, too: the others then go on with theirs.
        position = state.position
        gone = judge(self.setup, replace(position, next=NOBODY), move)
        ways = [state.on(replace(table, next=position.next)) for table in gone.positions]
        car = position.car(move.car)
        waits = position.step == ACTION and car is not None and not car.flipped
        if waits and team in teams_to_play(story_of(self.setup, state)):
            ways += self._played(state, move, team)[1]
        return gone.rules, ways

    def _played(self, state: State, move: Move, team: str) -> Next:
        story = story_of(self.setup, state, Segment(team, isinstance(move, Pass)))
        order = turn_fits(story)
        position = replace(state.position, next=None if order.legal else NOBODY)
        judgement = judge(self.setup, position, move)
        if judgement.gave_up == UNDRAWN:
            self.is_open = self.is_undrawn = True
            return (), [state]
        if judgement.gave_up is not None:
            raise NotJudgedError(f"the solver hit its limit of {judgement.gave_up}")
        if not judgement.legal:
            self.step = max(judgement.broken[0].step, 0)
            return judgement.rules, []
        if not order.legal:
            return order.rules, []
        lost = isinstance(move, Activation) and _has_lost_parts(move)
        # Where steps are lost, nobody can say that all of it was allowed.
        self.is_open = self.is_open or lost
        if len(judgement.positions) != 1 and not lost and not isinstance(move, Pass):
            raise NotJudgedError(f"{len(judgement.positions)} tables can come of a line")
        moved = (position, move) if isinstance(move, Activation) else None
        untold = (*state.untold, *passes_not_told(story))
        return (), [State(table, team, untold, moved) for table in judgement.positions]

    # The end of a turn

    def _event(self, statement: Statement) -> None:
        self._each(statement.line, lambda state: self._drawn(state, statement))

    def _drawn(self, state: State, statement: Statement) -> Next:
        order = turn_fits(story_of(self.setup, state, EventDrawn()))
        return draw_event(self.setup, state, statement) if order.legal else (order.rules, [])

    def _discard(self, state: State) -> Next:
        state = after_the_action(self.setup, state)
        order = turn_fits(story_of(self.setup, state, Discards()))
        if not order.legal:
            return order.rules, []
        return (), [replace(one, discarded=True) for one in without_stops(self.setup, state)]

    def _numbered_turn(self, number: int, line: int) -> None:
        """A `turn` line. Where the first table did not say which turn it was, this line does, for it or for the next one; it is
        not an earlier one (TA-3.1)."""
        if self.is_turn_open:
            goes_back = can_become(self.setup, self.states[0].position, [InTurn(number)])
            if not goes_back.legal:
                self.fault = (goes_back.rules, line)
                return
            self.states = tuple(state.on(_in_turn(state.position, number)) for state in self.states)
        self._turn(number, line)
        self.is_turn_open = False

    def _turn(self, number: int, line: int) -> None:
        """A turn begins; one that has begun may be numbered later."""
        if all(state.position.step == ACTION and state.position.turn == number for state in self.states):
            if not self.dealt:
                self.dealt = True
            elif any(any(not car.flipped for car in state.position.cars) for state in self.states):
                return
            if all(not car.flipped for state in self.states for car in state.position.cars):
                return
        self._each(line, lambda state: self._begun(state, number))

    def _begun(self, state: State, number: int) -> Next:
        closed = after_the_action(self.setup, state)
        order = turn_fits(story_of(self.setup, closed, TurnBegins(number)))
        if not order.legal:
            return order.rules, []
        ready = without_stops(self.setup, closed)
        return (), [State(replace(next_turn(one.position), next=None)) for one in ready]

    # Claims

    def _assert(self, statement: Statement) -> None:
        """What a line says of the table. A block is the start of what follows."""
        self._each(statement.line, lambda state: self._said(state, statement))
        if self.fault is not None and NO_RULE in self.fault[0]:
            raise NotJudgedError("the solver does not say why this is not so")

    def _said(self, state: State, statement: Statement) -> Next:
        denied = said_denied(moment(self.setup, state), statement, state.position)
        if denied.rules:
            return denied.rules, []
        self.is_open = self.is_open or not denied.certain
        if statement.kind != "position" or denied.table == state.position:
            return (), [state]
        return (), [State(denied.table, state.last if denied.table.step == ACTION else None)]


def _in_turn(table: Position, number: int) -> Position:
    """A table at the beginning of the turn with this number, or at the end of the one before."""
    begins = table.step == ACTION and not any(car.flipped for car in table.cars)
    return replace(table, turn=max(table.turn, number if begins else number - 1))


def _has_lost_parts(move: Activation) -> bool:
    """Whether the record lacks the card or steps of a move."""
    paths = (move.path, move.second[1] if move.second is not None else None)
    return move.card is None or any(
        path.lost_end or any(step.kind == UNKNOWN for step in path.steps)
        for path in paths
        if path is not None
    )
