"""The order of the lines of a turn: which step the race is in, and what stands where it cannot (TA-3.2, TA-3.4, TA-3.5)."""

from grammar.syntax import Span, Statement
from model.thunder_alley.position import (
    ACTION,
    DISCARD,
    EVENT,
    FINISHED,
    OVER,
    PITS,
    RACING,
    Position,
)
from model.values import replace
from verifier.findings import Finding
from verifier.thunder_alley.engine.finish import won
from verifier.thunder_alley.engine.turn import actions_are_over, onward, over
from verifier.thunder_alley.notation import MOVES
from verifier.thunder_alley.notation.names import listed
from verifier.thunder_alley.table.terms import Reply, Speaker, Table

ORDERED = (*MOVES, "event", "pit", "discard", "turn")
"""Kinds of line that belong to one step of a turn."""


def in_step(table: Table, statement: Statement, file: str) -> tuple[Table, Finding | None]:
    """The table as far as it has gone on by itself when this line is played; or why the line cannot stand here."""
    position = table.position
    assert position is not None
    if actions_are_over(position):
        table = table.at(onward(table.setup, position)[1])
        position = table.position or position
    if statement.kind == "event":
        return table, _event(position, statement, file)
    if statement.kind == "pit":
        return table, _pit(table, position, statement, file)
    return _discard(table, position, statement, file)


def turn_line(table: Table, statement: Statement, file: str) -> Reply:
    """`turn 6`: the turn before is over, and the next one has this number (TA-3.1)."""
    position = table.position
    speaker = Speaker(file, statement)
    if position is None:
        fact, help = (
            "where the cars stand is not known here",
            "give a `grid` line or a `position` block first",
        )
        return Reply(
            table, (speaker.finding("undetermined", statement.node.span, fact, help=help),), follow=True
        )
    if actions_are_over(position):
        table = table.at(onward(table.setup, position)[1])
        position = table.position or position
    leaf = statement.node.leaves()[0]
    begun = position.step == ACTION and any(car.flipped for car in position.cars)
    if begun or position.step == EVENT:
        return Reply(table, (_too_early(position, statement.node.span, f"turn {leaf.text}", speaker),))
    if position.step == OVER:
        return Reply(
            table, (speaker.breaches("illegal", statement.node.span, over(position, "another turn")),)
        )
    table = table.at(onward(table.setup, position)[-1])
    assert table.position is not None
    if table.turn_open and int(leaf.text) >= table.position.turn:
        return Reply(replace(table.at(replace(table.position, turn=int(leaf.text))), turn_open=False))
    if int(leaf.text) != table.position.turn:
        least = " at the least" if table.turn_open else ""
        fact = f"turn {table.position.turn} begins here{least}, not turn {int(leaf.text)}"
        reason = "a turn is over when every car has been activated and the end of the turn is done"
        finding = speaker.finding("claim", leaf.span, fact, rules=("TA-3.1",), reason=reason)
        if int(leaf.text) < table.position.turn:
            return Reply(table, (finding,))
        # A turn left out moves no car. Whether only this line is wrong or all numbers to come, the next ones show.
        return Reply(replace(table, turn_open=True), (finding,), follow=True)
    return Reply(table)


def step_text(position: Position) -> str:
    """Which step the race is in, in a phrase."""
    turn = f"turn {position.turn}"
    if position.step == ACTION:
        return f"{turn} is in its action segments"
    return {
        EVENT: f"all cars of {turn} are flipped, and its event is due",
        PITS: f"the event of {turn} is resolved, and players decide who pits",
        DISCARD: f"{turn} is over but for discards",
        OVER: "the race is over",
    }[position.step]


def _event(position: Position, statement: Statement, file: str) -> Finding | None:
    if position.step == EVENT:
        return None
    span, speaker = statement.node.span, Speaker(file, statement)
    if position.step == ACTION:
        return _too_early(position, span, "the event", speaker)
    if position.step == DISCARD and won(position):
        return speaker.finding(
            "illegal",
            span,
            "a car has finished the race, and the others drive on",
            rules=("TA-3.5.2", "TA-12.4"),
            reason="there is no event once a car has finished",
        )
    if position.step == OVER:
        return speaker.breaches("illegal", span, over(position, "no event"))
    return speaker.finding(
        "illegal",
        span,
        f"turn {position.turn} has had its event; {step_text(position)}",
        rules=("TA-3.5.2",),
        reason="one event is drawn at the end of a turn",
    )


def _pit(table: Table, position: Position, statement: Statement, file: str) -> Finding | None:
    if position.step == PITS or (position.step == DISCARD and table.pit_base is not None):
        return None
    span, speaker = statement.node.span, Speaker(file, statement)
    if position.flag == "red":
        return speaker.breaches("illegal", span, over(position, "no pit stop"))
    if any(car.status == FINISHED for car in position.cars):
        return speaker.finding(
            "illegal",
            span,
            "a car has finished the race",
            rules=("TA-9.1",),
            reason="nobody pits once a car has finished",
        )
    rule = "TA-3.5.3" if position.step in (EVENT, DISCARD) else "TA-9.1"
    return speaker.finding(
        "illegal",
        span,
        f"nobody can pit now: {step_text(position)}",
        rules=(rule,),
        reason="pit stops come after the event of a turn, and before cards are discarded",
        help=_missing(position),
    )


def _discard(
    table: Table, position: Position, statement: Statement, file: str
) -> tuple[Table, Finding | None]:
    if position.step == PITS:
        return table.at(onward(table.setup, position)[1]), None
    if position.step == DISCARD:
        return table, None
    span, speaker = statement.node.span, Speaker(file, statement)
    if position.step == OVER:
        return table, speaker.breaches("illegal", span, over(position, "no discard"))
    finding = speaker.finding(
        "illegal",
        span,
        f"nobody can discard now: {step_text(position)}",
        rules=("TA-3.5.6",),
        reason="cards are discarded from the hand at the end of a turn",
        help=_missing(position),
    )
    return table, finding


def _too_early(position: Position, span: Span, what: str, speaker: Speaker) -> Finding:
    """The event, or a new turn, while the step before is not done."""
    if position.step == EVENT:
        return speaker.finding(
            "illegal",
            span,
            f"{step_text(position)}; {what} cannot begin",
            rules=("TA-3.5.2",),
            reason="after the segments of a turn one event is drawn",
            help=_missing(position),
        )
    waiting = [str(car.number) for car in position.cars if car.status == RACING and not car.flipped]
    verb = "is" if len(waiting) == 1 else "are"
    return speaker.finding(
        "illegal",
        span,
        f"{listed(waiting)} {verb} not flipped yet; {step_text(position)}",
        rules=("TA-3.4" if what != "the event" else "TA-8.1",),
        reason="segments go on until every car has been flipped",
        numbers={"cars_left": len(waiting)},
    )


def _missing(position: Position) -> str:
    """The line that would bring the race to the next step."""
    if position.step == EVENT:
        return "write the event of the turn first, `event ?` if nobody noted it"
    return ""
