"""`pit` lines of a record: asks the judge who may pit and what follows, and turns its answer into findings."""

from collections.abc import Iterable

from grammar.syntax import Node, Span, Statement
from model.thunder_alley.moves import PitStops, Pitting
from model.thunder_alley.position import Position
from model.thunder_alley.standing import Standing
from model.values import replace, value
from verifier.findings import Breach, Finding, Related
from verifier.judging import Judgement, Outcome, rules_of
from verifier.speaking import NotationError, Trouble
from verifier.thunder_alley.engine.pit_stops import Closed
from verifier.thunder_alley.lines.lost import open_reply, too_open
from verifier.thunder_alley.lines.names import Names, colours, listed, names_of
from verifier.thunder_alley.lines.terms import Reply, Settled, Speaker, Table
from verifier.thunder_alley.lines.turn import missing_step


@value
class Written:
    """One car of a `pit` line: its place in the line, and that of the markers that it keeps."""

    pitting: Pitting
    car: Span
    kept: Span


def pit_line(table: Table, statement: Statement, file: str) -> Reply:
    """Judges pit stops, together with those of earlier `pit` lines in the turn, and closes the turn (TA-9.1 to TA-9.7,
    TA-3.5.3 to TA-3.5.5)."""
    speaker = Speaker(file, statement)
    try:
        written = read_pits(statement, names_of(table.setup, table.position))
    except NotationError as error:
        judged = any(trouble.kind != "undetermined" for trouble in error.troubles)
        return Reply(table.lost(), speaker.troubles(error) if judged else (), judged)
    if table.position is None:
        fact = "where the cars stand is not known here"
        help = "give a `position` block before the pit stops"
        return Reply(table, (speaker.finding("undetermined", statement.node.span, fact, help=help),))
    if any([table.position.car(one.pitting.car) is None for one in written]):
        return Reply(table, tuple(_strangers(table.position, written, speaker)))
    # A line without this mark need not be parsed again.
    more = "?" in statement.node.text and any([leaf.kind == "UNKNOWN" for leaf in statement.node.leaves()])
    stops = PitStops(tuple([one.pitting for one in written]), more)
    judgement = table.judge(table.setup, table.standing(table.position), stops)
    return replace(
        _answer(table.gone_on(judgement), written, judgement, speaker, more=more), judgement=judgement
    )


def _answer(
    table: Table,
    written: tuple[Written, ...],
    judgement: Judgement[Standing],
    speaker: Speaker,
    *,
    more: bool,
) -> Reply:
    if judgement.limit and more:
        return too_open(table, speaker, judgement.limit)
    whole = speaker.statement.node.span
    if judgement.limit:
        return Reply(table.lost(), (speaker.finding("undetermined", whole, judgement.limit),))
    if judgement.breaches:
        first = judgement.breaches[0]
        if first.rule:
            return Reply(table, (_refused(table, judgement.breaches, written, speaker),))
        span = _place(written, first.car, None, whole)
        finding = speaker.finding(first.token or "undetermined", span, first.fact, help=first.reason)
        return Reply(table.lost(), (finding,))
    tables = [_closed(table, outcome, speaker.statement.line) for outcome in judgement.outcomes]
    if more:
        return open_reply(tables, speaker)
    return Reply(tables[0], others=tuple(tables[1:]))


def _closed(table: Table, led: Outcome[Standing], line: int) -> Table:
    """The table with the turn closed; this line includes any earlier `pit` line of the turn."""
    stops, after = led.position.stops, led.position.position
    assert stops is not None
    closing = led.effects.closing if isinstance(led.effects, Closed) else None
    settled = Settled("pit", stops.before, after, line, rules_of(led.effects), closing)
    kept = tuple([step for step in table.settled if step.kind != "pit"])
    return replace(
        table,
        position=after,
        settled=(*kept, settled),
        stops=stops,
        discarded=False,
        cards=led.position.cards,
        refused=None,
    )


def read_pits(statement: Statement, names: Names) -> tuple[Written, ...]:
    """The cars of a `pit` line, with the markers that they keep. Raises `NotationError`."""
    told = _told_pits(statement.node, names)
    if told:
        return told
    report: list[Trouble] = []
    found: list[Written] = []
    for part in statement.node.parts:
        if not isinstance(part, Node):
            continue
        if part.kind == "car" and part.leaves()[0].kind != "UNKNOWN":
            number = names.car(part.leaves()[0], report)
            found.append(Written(Pitting(number or 0), part.span, part.span))
        elif part.kind == "kept" and found:
            last = found[-1]
            kept = colours(part.leaves(), report)
            found[-1] = replace(last, pitting=replace(last.pitting, keeps=kept), kept=part.span)
    if report:
        raise NotationError(*report)
    return tuple(found)


def _told_pits(node: Node, names: Names) -> tuple[Written, ...]:
    """The cars of a line that names only cars, by their numbers; none for any other line, which is read word by word."""
    first, *words = node.text.split(" ")
    if first != "pit":
        return ()
    column, found = node.column + len(first) + 1, list[Written]()
    for word in words:
        end = column + len(word)
        if word:
            if not word.isdecimal() or int(word) not in names.cars:
                return ()
            span = Span(node.line, column, end)
            found.append(Written(Pitting(int(word)), span, span))
        column = end + 1
    return tuple(found)


def _strangers(position: Position, written: Iterable[Written], speaker: Speaker) -> Iterable[Finding]:
    """Cars of the header that are not in the position."""
    known = [str(car.number) for car in position.cars]
    for one in written:
        if position.car(one.pitting.car) is None:
            fact = f"car {one.pitting.car} is in no position of this record"
            help = f"on the table are {listed(known)}" if known else "no car is on the table"
            yield speaker.finding("unknown-name", one.car, fact, help=help)


def _place(written: Iterable[Written], car: int | None, token: str | None, default: Span) -> Span:
    """The place in the line where the car, or what it keeps, is last named."""
    places = [one for one in written if one.pitting.car == car]
    if not places:
        return default
    return places[-1].kept if token == "kept" else places[-1].car


def _refused(
    table: Table, breaches: tuple[Breach, ...], written: tuple[Written, ...], speaker: Speaker
) -> Finding:
    """Illegal pit stops: the first breach decides, the others are further reasons."""
    first = breaches[0]
    span = _place(written, first.car, first.token, speaker.statement.node.span)
    finding = speaker.breaches("illegal", span, breaches, help=missing_step(table))
    earlier = next((step for step in table.settled if step.kind == "pit" and first.token == "whole"), None)
    related = (Related(earlier.line, "the pit stops of this turn"),) if earlier is not None else ()
    rulings = tuple(dict.fromkeys(ruling for breach in breaches for ruling in breach.rulings))
    return replace(finding, related=related, rulings=rulings)
