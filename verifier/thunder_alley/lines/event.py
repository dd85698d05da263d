"""`event` lines of a record: what is wrong with an impossible event, and what is open in an ambiguous one."""

from collections.abc import Sequence

from grammar.syntax import Node, Span, Statement
from model.thunder_alley.cards import EVENTS
from model.thunder_alley.moves import Draw, Event
from model.thunder_alley.standing import Standing
from model.values import replace, value
from verifier.findings import Breach, Finding
from verifier.judging import Judgement, rules_of
from verifier.records.speaking import NotationError, Trouble
from verifier.thunder_alley.lines.decision import decided
from verifier.thunder_alley.lines.names import Names, listed, names_of
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table
from verifier.thunder_alley.lines.text import event_text
from verifier.thunder_alley.told import Told

MOST_NAMED = 6
"""The most ways named in a finding that asks for one."""


@value
class Written:
    """An `event` line that has been read: its contents, its bar as written, and the place of each car in it."""

    decision: Event
    bar: str = ""
    spans: tuple[Span, ...] = ()

    @property
    def open(self) -> bool:
        return self.decision.draw is None or self.decision.more

    @property
    def cars(self) -> tuple[int, ...]:
        return self.decision.draw.cars if self.decision.draw is not None else ()

    def span_of(self, car: int) -> Span:
        """Where the line names a car."""
        return self.spans[self.cars.index(car)]


def event_line(table: Table, speaker: Speaker) -> Answer:
    """Judges the event of a turn (TA-3.5.2). If the event or its cars were not noted (`event ?`), follows every possible
    outcome."""
    return decided(table, speaker, read_event, _refused, _left_open)


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
    return list(dict.fromkeys(one.hit for one in effects if isinstance(one, Told)))


def every_way(table: Table, statement: Statement) -> list[tuple[str, tuple[int, ...]]]:
    """A line with each group of cars that its event can have hit, and these cars; none if that is not known."""
    written = read_event(statement, names_of(table.setup, table.position))
    draw = written.decision.draw
    if draw is None:
        return []
    hits = _hits(table.judged(written.decision))
    return [(event_text(draw.event, written.bar, hit), hit) for hit in hits]


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
            bar, card = names.bar(part, report)
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


def _refused(table: Table, written: Written, judgement: Judgement[Standing], speaker: Speaker) -> Answer:
    return Answer(table, (_impossible(table, written, judgement.breaches, speaker),))


def _impossible(table: Table, written: Written, breaches: tuple[Breach, ...], speaker: Speaker) -> Finding:
    """An event that cannot have happened as written, and how it could have."""
    breach, draw = breaches[0], written.decision.draw
    if breach.token == "card":
        bar = speaker.statement.node.child("bar")
        finding = speaker.breaches("illegal", (bar or speaker.statement.node).span, breaches)
        return replace(finding, rulings=breach.rulings)
    if breach.token == "whole" or draw is None:
        return speaker.breaches("illegal", speaker.statement.node.span, breaches)
    index = int(breach.token.split()[1]) if breach.token else 0
    span = written.spans[index] if index < len(written.spans) else speaker.statement.node.span
    free = _hits(table.unasked().judged(Event(replace(draw, cars=()))))
    return speaker.finding(
        "illegal",
        span,
        breach.fact,
        rules=tuple(dict.fromkeys(one.rule for one in breaches)),
        reason=breach.reason,
        because=tuple((one.rule, one.reason or one.fact) for one in breaches),
        numbers=breach.numbers,
        legal_instead=_ways(written, draw, _nearest(free, draw)),
        rulings=breach.rulings,
    )


def _nearest(hits: Sequence[tuple[int, ...]], draw: Draw) -> list[tuple[int, ...]]:
    """The groups of cars that an event can hit, those with most of the written cars first. The first car of a Collision, on
    which the others depend, stays as written if it can."""
    kept = [hit for hit in hits if draw.event == "collision" and hit[:1] == draw.cars[:1]]
    return sorted(kept or hits, key=lambda hit: -len({*hit} & {*draw.cars}))


def _left_open(
    table: Table, written: Written, judgement: Judgement[Standing], speaker: Speaker
) -> Answer | None:
    draw = written.decision.draw
    if draw is None or not _is_open(judgement):
        return None
    return Answer(table.lost(), (_ambiguous(written, draw, judgement, speaker),))


def _ambiguous(written: Written, draw: Draw, judgement: Judgement[Standing], speaker: Speaker) -> Finding:
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
    return tuple(event_text(draw.event, written.bar, hit) for hit in hits[:MOST_NAMED])
