"""`event` lines of a record: asks the judge for the outcome of the event, and turns its answer into findings."""

from collections.abc import Iterable, Sequence

from grammar.syntax import Leaf, Node, Span, Statement
from model.datafiles import plain
from model.thunder_alley.cards import EVENTS, card_by_name, known_bars
from model.thunder_alley.facts import TEAMS
from model.thunder_alley.moves import Draw, Event
from model.thunder_alley.position import Position
from model.thunder_alley.standing import Standing
from model.values import replace, value
from verifier.findings import Breach, Finding
from verifier.judging import Judgement, Outcome, rules_of
from verifier.speaking import IMPOSSIBLE, NotationError, Trouble
from verifier.thunder_alley.engine.event_drawn import Resolved
from verifier.thunder_alley.lines.lost import open_reply, too_open
from verifier.thunder_alley.lines.names import Names, listed, names_of, quoted_if_needed
from verifier.thunder_alley.lines.terms import Reply, Settled, Speaker, Table
from verifier.thunder_alley.told import Struck

MOST_NAMED = 6
"""The most ways named in a finding that asks for one."""


@value
class Written:
    """An `event` line that has been read: its contents, its bar as written, and the place of each car in it."""

    event: Event
    bar: str = ""
    spans: tuple[Span, ...] = ()


def event_line(table: Table, statement: Statement, file: str) -> Reply:
    """Judges the event of a turn (TA-3.5.2). If the event or its cars were not noted (`event ?`), follows every possible
    outcome."""
    speaker = Speaker(file, statement)
    try:
        written = read_event(statement, names_of(table.setup, table.position))
    except NotationError as error:
        judged = any(trouble.kind != "undetermined" for trouble in error.troubles)
        return Reply(table.lost(), speaker.troubles(error) if judged else (), judged)
    position = table.position
    if position is None:
        fact = "the position of the cars is not known here"
        help = "give a `position` block before the event"
        return Reply(table, (speaker.finding("undetermined", statement.node.span, fact, help=help),))
    strangers = tuple(_strangers(position, written, speaker))
    if strangers:
        return Reply(table, strangers)
    judgement = table.judge(table.setup, table.standing(position), written.event)
    return replace(_answer(table.gone_on(judgement), written, judgement, speaker), judgement=judgement)


def _answer(table: Table, written: Written, judgement: Judgement[Standing], speaker: Speaker) -> Reply:
    draw, more = written.event.draw, written.event.more
    if judgement.limit and (draw is None or more):
        return too_open(table, speaker, judgement.limit)
    if judgement.limit:
        finding = speaker.finding("undetermined", speaker.statement.node.span, judgement.limit)
        return Reply(table.lost(), (finding,))
    if judgement.breaches:
        return Reply(table, (_refused(table, written, judgement.breaches, speaker),))
    known = None if more else draw
    tables = [_resolved(table, outcome, known, speaker.statement.line) for outcome in judgement.outcomes]
    if draw is None or more:
        return open_reply(tables, speaker)
    if _is_open(judgement):
        return Reply(table.lost(), (_left_open(written, draw, judgement, speaker),))
    return Reply(tables[0], others=tuple(tables[1:]))


def _is_open(judgement: Judgement[Standing]) -> bool:
    """Whether a choice was not written. A marker whose colour a reading leaves open is no such choice: every colour is
    followed."""
    bare = {
        one.position.position.with_cars(*(replace(car, wear=()) for car in one.position.position.cars))
        for one in judgement.outcomes
    }
    return len(bare) > 1 or len(_hits(judgement)) > 1


def _hits(judgement: Judgement[Standing]) -> list[tuple[int, ...]]:
    """The groups of cars that an event can have hit."""
    effects = (outcome.effects for outcome in judgement.outcomes)
    return list(dict.fromkeys(one.hit for one in effects if isinstance(one, Struck)))


def _resolved(table: Table, led: Outcome[Standing], draw: Draw | None, line: int) -> Table:
    """The table after an event; `draw` is given if the event was noted completely."""
    assert table.position is not None
    outcome = led.effects.outcome if isinstance(led.effects, Resolved) else None
    after = led.position.position
    settled = Settled("event", table.position, after, line, rules_of(led.effects), outcome=outcome, draw=draw)
    cards = led.position.cards
    return replace(table, position=after, settled=(*table.settled, settled), cards=cards, refused=None)


def read_event(statement: Statement, names: Names) -> Written:
    """Reads the event of a line. Raises `NotationError`."""
    report: list[Trouble] = []
    event, bar, card, text = None, None, None, ""
    cars: list[int | None] = []
    spans: list[Span] = []
    lost = False
    for part in statement.node.parts:
        if not isinstance(part, Node):
            continue
        if part.kind == "name":
            event = names.event(part, report)
        elif part.kind == "bar":
            bar, card = read_bar(part, names, report), names.bar_card(part)
            text = statement.source[part.span.column - 1 : part.span.end_column - 1]
        elif part.kind == "car":
            leaf = part.leaves()[0]
            if leaf.kind == "UNKNOWN":
                lost = True
                continue
            number = names.car(leaf, report)
            if number is not None and number in cars:
                report.append(Trouble("unreadable", leaf.span, f"car {number} is in this line twice"))
            cars.append(number)
            spans.append(leaf.span)
    if report:
        raise NotationError(*report)
    if event is None:
        return Written(Event(None, bar=card))
    known = tuple(number for number in cars if number is not None)
    return Written(Event(Draw(event, bar, known), lost, card), text, tuple(spans))


def read_bar(node: Node, names: Names, report: list[Trouble]) -> tuple[str, ...]:
    """The colours of a Team Bar from the left, as far as known: the written ones, or those of a pictured card."""
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
            report.append(Trouble(IMPOSSIBLE, leaf.span, f"{colour} is on this bar twice"))
        elif colour is not None:
            found.append(colour)
    if printed and not report:
        # The reader may have left out colours that do not race.
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
    """The colours of a bar in the usual form: an optional card name, and each colour spelled as in the race or as on the
    bars. None for any other bar, which is read word by word."""
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
    """A team of the race, or a colour on the bars that does not race; None for `?`."""
    if leaf.kind == "UNKNOWN":
        return None
    colour = plain(leaf.text)
    if colour in TEAMS and not any(plain(team) == colour for team in names.teams):
        return colour.capitalize()
    return names.team(leaf, report)


def _strangers(position: Position, written: Written, speaker: Speaker) -> Iterable[Finding]:
    """Cars of the header that are not in the position."""
    cars = written.event.draw.cars if written.event.draw is not None else ()
    for number, span in zip(cars, written.spans, strict=True):
        if position.car(number) is None:
            help = f"on the table are {listed([str(car.number) for car in position.cars])}"
            yield speaker.finding(
                "unknown-name", span, f"car {number} is in no position of this record", help=help
            )


def _refused(table: Table, written: Written, breaches: tuple[Breach, ...], speaker: Speaker) -> Finding:
    """An event that cannot have happened as written, and how it could have."""
    breach, draw = breaches[0], written.event.draw
    if breach.token == "card":
        bar = speaker.statement.node.child("bar")
        finding = speaker.breaches("illegal", (bar or speaker.statement.node).span, breaches)
        return replace(finding, rulings=breach.rulings)
    if breach.token == "whole" or draw is None:
        return speaker.breaches("illegal", speaker.statement.node.span, breaches)
    assert table.position is not None
    index = int(breach.token.split()[1]) if breach.token else 0
    span = written.spans[index] if index < len(written.spans) else speaker.statement.node.span
    free = table.judge(table.unasked().setup, table.standing(table.position), Event(replace(draw, cars=())))
    return speaker.finding(
        "illegal",
        span,
        breach.fact,
        rules=tuple(dict.fromkeys(one.rule for one in breaches)),
        reason=breach.reason,
        because=tuple((one.rule, one.reason or one.fact) for one in breaches),
        numbers=breach.numbers,
        legal_instead=_ways(written, draw, _hits(free)),
        rulings=breach.rulings,
    )


def _left_open(written: Written, draw: Draw, judgement: Judgement[Standing], speaker: Speaker) -> Finding:
    """A choice that matters is not written."""
    name, hits = EVENTS[draw.event].name, _hits(judgement)
    span = speaker.statement.node.span
    if len(hits) == 1:
        fact = (
            f"{name} can move the cars in {len(judgement.outcomes)} ways, and the record does not say which"
        )
        help = "give a `position` block after it, in a separate record"
        return speaker.finding("ambiguous", span, fact, help=help)
    fact = f"{name} can hit {_alternatives(hits)}, and the record does not say which"
    applied = [rules_of(outcome.effects) for outcome in judgement.outcomes]
    bar = ", or the Team Bar" if any("TA-4.4" in rules for rules in applied) and not draw.bar else ""
    help = f"write the cars after a colon{bar}"
    return speaker.finding(
        "ambiguous", span, fact, rules=applied[0][:1], legal_instead=_ways(written, draw, hits), help=help
    )


def _alternatives(hits: Sequence[tuple[int, ...]]) -> str:
    named = [listed([str(number) for number in hit]) or "nobody" for hit in hits[:MOST_NAMED]]
    if len(hits) > MOST_NAMED:
        named.append(f"{len(hits) - MOST_NAMED} other choices")
    return "; or ".join(named) if any(len(hit) > 1 for hit in hits) else listed(named, "or")


def _ways(written: Written, draw: Draw, hits: Sequence[tuple[int, ...]]) -> tuple[str, ...]:
    """Lines that would be legal."""
    bar = f" bar {written.bar}" if written.bar else ""
    head = f"event {quoted_if_needed(EVENTS[draw.event].name)}{bar}"
    lines = [f"{head}: {' '.join(map(str, hit))}" if hit else head for hit in hits]
    return tuple(lines[:MOST_NAMED])
