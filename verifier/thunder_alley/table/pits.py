"""`pit` lines of a record: asks the engine who may pit and what follows, and puts its answer into findings."""

from collections.abc import Iterable
from itertools import permutations

from grammar.syntax import Node, Span, Statement
from model.thunder_alley.position import PITS, Position
from model.values import replace, value
from verifier.findings import Breach, Finding
from verifier.speaking import NotationError, Trouble
from verifier.thunder_alley.engine.closing import Closing, close_pits, marker_rules
from verifier.thunder_alley.engine.end_of_turn import settle
from verifier.thunder_alley.engine.lost import MOST_TABLES
from verifier.thunder_alley.engine.pits import Pitting
from verifier.thunder_alley.notation.names import Names, colours, listed, names_of
from verifier.thunder_alley.table.lost import open_reply, too_open
from verifier.thunder_alley.table.terms import Reply, Settled, Speaker, Table

MOST_OPEN = 5
"""Cars of which it can be open whether they pitted: every set and order of them is tried."""


@value
class Written:
    """One car of a `pit` line: where it stands, and where the markers stand that it keeps."""

    pitting: Pitting
    car: Span
    kept: Span


def pit_line(table: Table, statement: Statement, file: str) -> Reply:
    """Judges pit stops, together with those of earlier `pit` lines of the turn, and closes the turn (TA-9.1 to TA-9.7,
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
    # A line without this mark need not be taken apart once more.
    if "?" in statement.node.text and any([leaf.kind == "UNKNOWN" for leaf in statement.node.leaves()]):
        return _lost(table, written, speaker)
    if any([table.position.car(one.pitting.car) is None for one in written]):
        return Reply(table, tuple(_strangers(table.position, written, speaker)))
    before = _before(table)
    base = before.closing.base if before is not None and before.closing is not None else table.position
    if before is not None and before.after != table.position:
        return Reply(table, (_too_late(before, speaker),))
    earlier = before.closing.pits if before is not None and before.closing is not None else ()
    if before is not None and bool(earlier) != bool(written):
        return Reply(table, (_contradicted(before, speaker),))
    closing = close_pits(table.setup, base, (*earlier, *[one.pitting for one in written]))
    if closing.judged.breaches:
        return Reply(table, (_refused(closing.judged.breaches, written, speaker),))
    if closing.obstacle is not None:
        span = _place(written, closing.obstacle.car, None, statement.node.span)
        fact, help = closing.obstacle.fact, closing.obstacle.help
        return Reply(table.lost(), (speaker.finding(closing.obstacle.kind, span, fact, help=help),))
    return Reply(_closed(table, closing, before, statement.line))


def _lost(table: Table, written: tuple[Written, ...], speaker: Speaker) -> Reply:
    """`pit 25 ?`: nobody noted who else pitted. Every further set of cars is followed, each player's in every order."""
    assert table.position is not None
    named = {one.pitting.car for one in written}
    could = [car.number for car in table.position.cars if car.on_track and car.number not in named]
    if len(could) > MOST_OPEN:
        return too_open(table, speaker)
    tables: dict[Position, Table] = {}
    refused: tuple[Breach, ...] = ()
    for size in range(len(could) + 1):
        for others in permutations(could, size):
            pits = (*(one.pitting for one in written), *map(Pitting, others))
            closing = close_pits(table.setup, table.position, pits)
            if closing.judged.breaches or closing.obstacle is not None:
                refused = refused or closing.judged.breaches
                continue
            closed = _closed(table, closing, None, speaker.statement.line)
            tables.setdefault(closed.position or table.position, closed)
    if not tables:
        return Reply(table, (_refused(refused, written, speaker),))
    return (
        open_reply(list(tables.values()), speaker) if len(tables) <= MOST_TABLES else too_open(table, speaker)
    )


def _closed(table: Table, closing: Closing, before: Settled | None, line: int) -> Table:
    """The table with the turn closed; an earlier `pit` line of the turn is part of this one."""
    after = settle(table.setup, closing.base, closing.final, closing.lead)
    rules = tuple(dict.fromkeys(closing.rules + marker_rules(closing, after)))
    settled = Settled("pit", closing.base, after, line, rules, closing)
    kept = tuple([step for step in table.settled if step is not before])
    return replace(
        table,
        position=after,
        settled=(*kept, settled),
        pit_base=closing.base,
        refused=None,
    )


def _before(table: Table) -> Settled | None:
    """The pit stops of this turn that earlier lines have named."""
    last = table.settled[-1] if table.settled else None
    if last is None or last.closing is None or table.pit_base is None:
        return None
    # A `position` block may have gone back to the pit stops: what it shows is all that is known then.
    return None if table.position is not None and table.position.step == PITS else last


def read_pits(statement: Statement, names: Names) -> tuple[Written, ...]:
    """The cars of a `pit` line, with what they keep. Raises `NotationError`."""
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
    """The cars of a line that names nothing but cars, by their numbers; none of any other line, which is read word by word."""
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
    """Cars of the header that stand in no position."""
    known = [str(car.number) for car in position.cars]
    for one in written:
        if position.car(one.pitting.car) is None:
            fact = f"car {one.pitting.car} is in no position of this record"
            help = f"on the table are {listed(known)}" if known else "no car is on the table"
            yield speaker.finding("unknown-name", one.car, fact, help=help)


def _contradicted(before: Settled, speaker: Speaker) -> Finding:
    """`pit none` beside a line that names cars."""
    said = "cars pitted" if before.closing is not None and before.closing.pits else "nobody pitted"
    return speaker.finding(
        "illegal",
        speaker.statement.node.span,
        f"line {before.line} says that {said}",
        rules=("TA-9.1",),
        reason="players decide about pit stops once, and decisions are final",
    )


def _too_late(before: Settled, speaker: Speaker) -> Finding:
    return speaker.finding(
        "illegal",
        speaker.statement.node.span,
        f"pit stops were decided in line {before.line}, and the race has gone on since",
        rules=("TA-9.1",),
        reason="players decide about pit stops once, one after the other",
    )


def _place(written: Iterable[Written], car: int | None, token: str | None, default: Span) -> Span:
    """Where a car of the line stands, the last time it is named; or what it keeps."""
    places = [one for one in written if one.pitting.car == car]
    if not places:
        return default
    return places[-1].kept if token == "kept" else places[-1].car


def _refused(breaches: tuple[Breach, ...], written: tuple[Written, ...], speaker: Speaker) -> Finding:
    """Illegal pit stops: the first breach decides, the others are further reasons."""
    first = breaches[0]
    return speaker.finding(
        "illegal",
        _place(written, first.car, first.token, speaker.statement.node.span),
        first.fact,
        rules=tuple(dict.fromkeys(breach.rule for breach in breaches)),
        reason=first.reason,
        because=tuple((breach.rule, breach.reason) for breach in breaches),
        numbers=dict(first.numbers),
        rulings=tuple(dict.fromkeys(ruling for breach in breaches for ruling in breach.rulings)),
    )
