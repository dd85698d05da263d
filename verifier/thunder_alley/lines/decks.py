"""`hand`, `discard` and `reshuffle` lines of a record: what they show of hidden cards goes to the judge."""

from grammar.syntax import Node, Span, Statement
from model.thunder_alley.cards import CARDS
from model.thunder_alley.cards_seen import Discards, Hand, RaceCard, Reshuffle
from model.thunder_alley.standing import Standing
from model.values import replace, value
from verifier.findings import Breach, Finding
from verifier.judging import Judgement
from verifier.records.speaking import UNREADABLE, NotationError, Trouble
from verifier.thunder_alley.lines.decision import missing_step
from verifier.thunder_alley.lines.names import Names, first_leaf, names_of
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table


@value
class Told:
    """The cards of a line: the team, the named cards with their places in the line, how many more are noted (None: any
    number), and whether the line has a `?`."""

    team: str
    cards: tuple[tuple[RaceCard, Span], ...]
    others: int | None
    open: bool

    @property
    def named(self) -> tuple[RaceCard, ...]:
        return tuple(card for card, _ in self.cards)


def deck_line(table: Table, speaker: Speaker) -> Answer:
    """Judges a hand, discards, or the reshuffle of a deck. While the position is unknown, nothing contradicts the line."""
    statement, whole = speaker.statement, speaker.statement.node.span
    told = None
    if statement.kind != "reshuffle":
        try:
            told = read_told(statement.node, names_of(table.setup, table.position))
        except NotationError as error:
            return Answer(table, speaker.troubles(error))
    if table.position is None:
        return Answer(table)
    judgement = table.judged(_decision(statement, told))
    table = table.gone_on(judgement)
    if judgement.limit:
        finding = speaker.finding("undetermined", whole, judgement.limit)
        lost = table.lost() if statement.kind == "discard" else table
        return Answer(lost, (finding,), judgement=judgement)
    if judgement.breaches:
        return Answer(table, (_refused(told, judgement.breaches, speaker, table),), judgement=judgement)
    led = judgement.outcomes[0]
    tables = [replace(table, standing=outcome.position) for outcome in judgement.outcomes]
    return Answer(tables[0], others=tuple(tables[1:]), effects=led.effects, judgement=judgement)


def _decision(statement: Statement, told: Told | None) -> Hand | Discards | Reshuffle:
    if told is None:
        return Reshuffle(statement.node.leaves()[0].text)
    if statement.kind == "hand":
        return Hand(told.team, told.named, told.others)
    return Discards(told.team, told.named, told.others if told.open else 0)


def block_hands(
    table: Table, block: Statement, file: str
) -> tuple[Table, Judgement[Standing] | None, tuple[Finding, ...]]:
    """The table after the `hand` lines of a position block, the last judgement, and the findings."""
    findings: list[Finding] = []
    judgement = None
    names = names_of(table.setup, table.position)
    for line in block.body:
        if line.kind != "hand" or table.position is None:
            continue
        speaker = Speaker(file, line)
        try:
            told = read_told(line.node, names)
        except NotationError as error:
            findings += speaker.troubles(error)
            continue
        hand = Hand(told.team, told.named, told.others, exact=True)
        judgement = table.judged(hand)
        if judgement.breaches:
            findings.append(_refused(told, judgement.breaches, speaker, table))
        elif judgement.outcomes:
            table = replace(table, standing=judgement.outcomes[0].position)
    return table, judgement, tuple(findings)


def read_told(node: Node, names: Names) -> Told:
    """The team and the cards of a `hand` or `discard` line. Raises NotationError for unknown names."""
    report: list[Trouble] = []
    cards: list[tuple[RaceCard, Span]] = []
    others, counted, marks = 0, True, 0
    team = names.team(first_leaf(node), report)
    for part in node.parts[1:]:
        if not isinstance(part, Node):
            continue
        # Most cards are named, and a name can be read without parsing it.
        if part.text.startswith("?"):
            leaf = first_leaf(part)
            marks += 1
            counted = counted and len(leaf.text) > 1
            others += int(leaf.text[1:] or 0)
            if marks == 2:
                report.append(
                    Trouble(UNREADABLE, leaf.span, "cards that are not known stand in this line twice")
                )
            continue
        card = names.race_card(part, report)
        if card.kind is not None:
            cards.append((card, part.span))
    if report or team is None:
        raise NotationError(*report)
    return Told(team, tuple(cards), others if marks and counted else None, marks > 0)


def _refused(told: Told | None, breaches: tuple[Breach, ...], speaker: Speaker, table: Table) -> Finding:
    """A line that comes too early, or a count that cannot be met, at the card that it concerns."""
    first, whole = breaches[0], speaker.statement.node.span
    if first.token == "whole":
        return speaker.breaches("illegal", whole, breaches, help=missing_step(table))
    span = speaker.statement.node.leaves()[0].span if told is None else _place(told, first, whole)
    return replace(speaker.breaches("illegal", span, breaches), rulings=first.rulings)


def _place(told: Told, breach: Breach, default: Span) -> Span:
    """The last card that a breach is about, otherwise the first one of the line."""
    number = breach.numbers.get("card")
    about = [
        span
        for card, span in told.cards
        if (card.number == number if number else CARDS[card.kind or ""].name in breach.fact)
    ]
    return next(iter(about[-1:] or [span for _, span in told.cards]), default)
