"""`event` lines of a record: asks the engine how the event comes out, and puts its answer into findings."""

from collections.abc import Iterable, Sequence

from grammar.syntax import Leaf, Node, Span, Statement
from model.thunder_alley.cards import EVENTS, card_by_name, known_bars
from model.thunder_alley.facts import TEAMS
from model.thunder_alley.position import RACING, Position
from model.values import replace, value
from verifier.findings import Breach, Finding
from verifier.names import plain
from verifier.speaking import IMPOSSIBLE, NotationError, Trouble
from verifier.thunder_alley.engine.events import (
    EVENT_RULES,
    Draw,
    EventJudgement,
    EventOutcome,
    coloured,
    every_outcome,
    judge_event,
)
from verifier.thunder_alley.engine.lost import MOST_TABLES
from verifier.thunder_alley.engine.restart import line_up_obstacle, line_up_rules
from verifier.thunder_alley.engine.turn import after_event
from verifier.thunder_alley.notation.names import Names, listed, names_of, quoted_if_needed
from verifier.thunder_alley.table.lost import open_reply, too_open
from verifier.thunder_alley.table.terms import Reply, Settled, Speaker, Table

MOST_NAMED = 6
"""Ways named in a finding that asks for one."""


@value
class Written:
    """An `event` line that was read: the draw, its bar as it was written, and where each car stands. `lost`: further cars are
    not noted (`?`)."""

    draw: Draw
    bar: str
    spans: tuple[Span, ...]
    lost: bool = False


def event_line(table: Table, statement: Statement, file: str) -> Reply:
    """Judges the event of a turn (TA-3.5.2). Of what nobody noted (`event ?`) all that can have
    happened is followed."""
    speaker = Speaker(file, statement)
    try:
        written = read_event(statement, names_of(table.setup, table.position))
    except NotationError as error:
        judged = any(trouble.kind != "undetermined" for trouble in error.troubles)
        return Reply(table.lost(), speaker.troubles(error) if judged else (), judged)
    position = table.position
    if position is None:
        fact = "where the cars stand is not known here"
        help = "give a `position` block before the event"
        return Reply(table, (speaker.finding("undetermined", statement.node.span, fact, help=help),))
    if written is None:
        return _lost(table, position, [Draw(event) for event in EVENT_RULES], speaker)
    strangers = tuple(_strangers(position, written, speaker))
    if strangers:
        return Reply(table, strangers)
    if written.lost:
        return _lost(table, position, [written.draw], speaker)
    judgement = judge_event(table.setup, position, written.draw)
    if judgement.unknown:
        finding = speaker.finding("undetermined", statement.node.span, judgement.unknown)
        return Reply(table.lost(), (finding,))
    if judgement.breaches:
        return Reply(table, (_refused(table, position, written, judgement.breaches[0], speaker),))
    if len(judgement.outcomes) > 1:
        return Reply(table.lost(), (_left_open(written, judgement, speaker),))
    # A marker whose colour a reading leaves open was one of them: each is followed, and nothing was left out of the record.
    outcomes = coloured(judgement.outcomes[0])
    first, *others = (_resolved(table, outcome, speaker, written.draw) for outcome in outcomes)
    return Reply(first, others=tuple(others))


def _resolved(table: Table, outcome: EventOutcome, speaker: Speaker, draw: Draw | None = None) -> Table:
    """The table after an event; `draw` if it was noted as a whole."""
    assert table.position is not None
    after = _lined_up(table, outcome)
    rules = outcome.rules
    if outcome.flag == "yellow":
        rules += line_up_rules(outcome.position)
    line = speaker.statement.line
    settled = Settled("event", table.position, after, line, rules, outcome=outcome, draw=draw)
    return replace(table, position=after, settled=(*table.settled, settled), refused=None)


def _lined_up(table: Table, outcome: EventOutcome) -> Position:
    """The table after the event. Where no formation of a restart can be worked out nobody knows where the cars stand."""
    after = after_event(table.setup, outcome)
    if outcome.flag != "yellow" or after.cars is not outcome.position.cars:
        return after
    if not line_up_obstacle(table.setup, outcome.position, outcome.rear):
        return after
    return after.with_cars(*(replace(car, space=None, stack=0) for car in after.cars if car.status == RACING))


def _lost(table: Table, position: Position, draws: Sequence[Draw], speaker: Speaker) -> Reply:
    """An event that nobody noted, or not all of its cars: every way in which it can have come out and hit the cars that are
    written."""
    tables: dict[Position, Table] = {}
    for draw in draws:
        judgement = every_outcome(table.setup, position, draw, MOST_TABLES)
        if judgement.unknown or len(judgement.outcomes) > MOST_TABLES:
            return too_open(table, speaker)
        hits = [one for one in judgement.outcomes if set(draw.cars) <= set(one.hit)]
        for outcome in (each for one in hits for each in coloured(one)):
            after = _resolved(table, outcome, speaker)
            tables.setdefault(after.position or position, after)
    if not tables:
        name, cars = EVENTS[draws[0].event].name, listed([str(number) for number in draws[0].cars])
        fact = f"{name} cannot hit {cars}, whatever was not written down"
        rule = EVENT_RULES[draws[0].event][0]
        return Reply(table, (speaker.finding("illegal", speaker.statement.node.span, fact, rules=(rule,)),))
    if len(tables) > MOST_TABLES:
        return too_open(table, speaker)
    return open_reply(list(tables.values()), speaker)


def read_event(statement: Statement, names: Names) -> Written | None:
    """The event of a line; None if nobody noted which it was. Raises `NotationError`."""
    report: list[Trouble] = []
    event, bar, text = None, None, ""
    cars: list[int | None] = []
    spans: list[Span] = []
    lost = False
    for part in statement.node.parts:
        if not isinstance(part, Node):
            continue
        if part.kind == "name":
            event = names.event(part, report)
        elif part.kind == "bar":
            bar = read_bar(part, names, report)
            text = statement.source[part.span.column - 1 : part.span.end_column - 1]
        elif part.kind == "car":
            leaf = part.leaves()[0]
            if leaf.kind == "UNKNOWN":
                lost = True
                continue
            number = names.car(leaf, report)
            if number is not None and number in cars:
                report.append(Trouble("unreadable", leaf.span, f"car {number} stands in this line twice"))
            cars.append(number)
            spans.append(leaf.span)
    if report:
        raise NotationError(*report)
    if event is None:
        return None
    known = tuple(number for number in cars if number is not None)
    return Written(Draw(event, bar, known), text, tuple(spans), lost)


def read_bar(node: Node, names: Names, report: list[Trouble]) -> tuple[str, ...]:
    """The colours of a Team Bar from the left, as far as they are known: those written, or those of a card that is pictured."""
    told = _told_bar(node.text, names)
    if told is not None:
        return told
    leaves = node.leaves()
    printed: tuple[str, ...] = ()
    if leaves[0].kind in ("INT", "STRING"):
        names.card(Node.at(leaves[0].span, "card", node.parts[:1]), report)
        number = int(leaves[0].text) if leaves[0].kind == "INT" else None
        printed = known_bars().get(number, ()) if number is not None else ()
        leaves = leaves[1:]
    found: list[str] = []
    for leaf in leaves:
        colour = _colour(leaf, names, report)
        if colour in found:
            report.append(Trouble(IMPOSSIBLE, leaf.span, f"{colour} stands on this bar twice"))
        elif colour is not None:
            found.append(colour)
    if printed and not report:
        # Colours that do not race may have been left out in reading.
        needed = {plain(colour) for colour in (*names.teams, *found)}
        real = (colour for colour in printed if colour in needed)
        wrong = next(
            (leaf for leaf, told, one in zip(leaves, found, real, strict=False) if plain(told) != one), None
        )
        if wrong is not None:
            fact = f"this card shows {listed([team.capitalize() for team in printed])}"
            report.append(Trouble(IMPOSSIBLE, wrong.span, fact))
    return tuple(found) or tuple(team.capitalize() for team in printed)


def _told_bar(text: str, names: Names) -> tuple[str, ...] | None:
    """The colours of a bar that is written as most are: a card by its name, if it names one, and each colour as the race spells
    it or as the bars show it. None for any other, which is read word by word."""
    if text.startswith('"'):
        card, _, text = text[1:].partition('"')
        if card_by_name(card) is None:
            return None
    teams, found = names.teams, list[str]()
    unraced: list[str] | None = None
    for word in text.split():
        if word in found:
            return None
        if word not in teams:
            if unraced is None:
                raced = [plain(team) for team in teams]
                unraced = [colour.capitalize() for colour in TEAMS if colour not in raced]
            if word not in unraced:
                return None
        found.append(word)
    return tuple(found) if found else None


def _colour(leaf: Leaf, names: Names, report: list[Trouble]) -> str | None:
    """A team of the race, or a colour that the bars show although nobody races it; None for `?`."""
    if leaf.kind == "UNKNOWN":
        return None
    colour = plain(leaf.text)
    if colour in TEAMS and not any(plain(team) == colour for team in names.teams):
        return colour.capitalize()
    return names.team(leaf, report)


def _strangers(position: Position, written: Written, speaker: Speaker) -> Iterable[Finding]:
    """Cars of the header that stand in no position."""
    for number, span in zip(written.draw.cars, written.spans, strict=True):
        if position.car(number) is None:
            help = f"on the table are {listed([str(car.number) for car in position.cars])}"
            yield speaker.finding(
                "unknown-name", span, f"car {number} is in no position of this record", help=help
            )


def _refused(table: Table, position: Position, written: Written, breach: Breach, speaker: Speaker) -> Finding:
    """An event that cannot have come out as written, and how it could have."""
    index = int(breach.token.split()[1]) if breach.token else 0
    span = written.spans[index] if index < len(written.spans) else speaker.statement.node.span
    free = judge_event(table.unasked().setup, position, replace(written.draw, cars=()))
    return speaker.finding(
        "illegal",
        span,
        breach.fact,
        rules=(breach.rule,),
        reason=breach.reason,
        because=((breach.rule, breach.reason or breach.fact),),
        numbers=dict(breach.numbers),
        instead=_ways(written, free.outcomes),
        rulings=breach.rulings,
    )


def _left_open(written: Written, judgement: EventJudgement, speaker: Speaker) -> Finding:
    """A choice that matters is not written."""
    name = EVENTS[written.draw.event].name
    hits = list(dict.fromkeys(outcome.hit for outcome in judgement.outcomes))
    span = speaker.statement.node.span
    if len(hits) == 1:
        fact = (
            f"{name} can move the cars in {len(judgement.outcomes)} ways, and the record does not say which"
        )
        help = "give a `position` block after it, in a record of its own"
        return speaker.finding("ambiguous", span, fact, help=help)
    fact = f"{name} can hit {_alternatives(hits)}, and the record does not say which"
    decides = any("TA-4.4" in outcome.rules for outcome in judgement.outcomes)
    bar = ", or the Team Bar" if decides and not written.draw.bar else ""
    rules = (judgement.outcomes[0].rules[0],)
    help = f"write the cars after a colon{bar}"
    return speaker.finding(
        "ambiguous", span, fact, rules=rules, instead=_ways(written, judgement.outcomes), help=help
    )


def _alternatives(hits: Sequence[tuple[int, ...]]) -> str:
    named = [listed([str(number) for number in hit]) or "nobody" for hit in hits[:MOST_NAMED]]
    if len(hits) > MOST_NAMED:
        named.append(f"{len(hits) - MOST_NAMED} other choices")
    return "; or ".join(named) if any(len(hit) > 1 for hit in hits) else listed(named, "or")


def _ways(written: Written, outcomes: Sequence[EventOutcome]) -> tuple[str, ...]:
    """Lines that would be legal."""
    bar = f" bar {written.bar}" if written.bar else ""
    head = f"event {quoted_if_needed(EVENTS[written.draw.event].name)}{bar}"
    hits = dict.fromkeys(outcome.hit for outcome in outcomes)
    lines = [f"{head}: {' '.join(map(str, hit))}" if hit else head for hit in hits]
    return tuple(lines[:MOST_NAMED])
