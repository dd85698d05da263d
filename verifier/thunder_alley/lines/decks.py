"""`hand`, `discard` and `reshuffle` lines of a record: facts about hidden cards, checked by counting (TA-3.3, TA-3.5.6)."""

from grammar.syntax import Leaf, Node, Span, Statement
from model.thunder_alley.cards import CARDS
from model.thunder_alley.moves import Discards
from model.thunder_alley.position import DISCARD, EVENT, PITS, Setup
from model.thunder_alley.teams import CARS_IN_BOX
from model.values import replace, value
from verifier.findings import Breach, Finding
from verifier.speaking import UNREADABLE, NotationError, Trouble
from verifier.thunder_alley.engine.decks import Decks, discarded, reshuffled, start, told_hand
from verifier.thunder_alley.engine.grid import cars_per_team, hand_size
from verifier.thunder_alley.lines.names import Names, first_leaf, names_of
from verifier.thunder_alley.lines.numbers import numbered
from verifier.thunder_alley.lines.terms import Reply, Speaker, Table
from verifier.thunder_alley.lines.turn import missing_step


@value
class Told:
    """The cards of a line: the team, the named ids with their places in the line, how many more are noted (None: any number),
    and whether the line has a `?`."""

    team: str
    cards: tuple[tuple[str, Span], ...]
    others: int | None
    open: bool

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(id for id, _ in self.cards)


def first_decks(setup: Setup) -> Decks:
    """The decks before a race. The size of a full hand follows from the option `cars-per-team`, otherwise from the number of
    teams (TA-2.3, TA-2.7). A problem may have other numbers of cars: then the hand size is unknown, and only events are
    counted."""
    listed = {len(team.cars) for team in setup.teams} - {0}
    each = cars_per_team(setup)
    if each is None or ("cars-per-team" not in setup.ruleset.options and listed - {each, CARS_IN_BOX}):
        return events_only(setup)
    return start([team.colour for team in setup.teams], hand_size(setup.ruleset, each), setup.ruleset)


def events_only(setup: Setup) -> Decks:
    """The decks before a race whose hands are not counted."""
    return start((), 0, setup.ruleset)


def discard_line(table: Table, statement: Statement, file: str) -> Reply:
    """Judges whether cards can be discarded now (TA-3.5.6), then counts the cards."""
    if table.position is None:
        return deck_line(table, statement, file)
    speaker, span = Speaker(file, statement), statement.node.span
    judgement = table.judge(table.setup, table.standing(table.position), Discards())
    table = table.gone_on(judgement)
    if judgement.breaches:
        finding = speaker.breaches("illegal", span, judgement.breaches, help=missing_step(table))
        return Reply(table, (finding,), judgement=judgement)
    if judgement.limit:
        finding = speaker.finding("undetermined", span, judgement.limit)
        return Reply(table.lost(), (finding,), judgement=judgement)
    reply = deck_line(replace(table, discarded=True), statement, file)
    return replace(reply, judgement=judgement)


def deck_line(table: Table, statement: Statement, file: str) -> Reply:
    """The cards of a hand or of discards, or the reshuffle of a deck. While the hand size is unknown, nothing contradicts the
    line."""
    speaker = Speaker(file, statement)
    if statement.kind == "reshuffle":
        return _reshuffle(table, statement.node.leaves()[0], speaker)
    names = names_of(table.setup, table.position)
    try:
        told = read_told(statement.node, names)
    except NotationError as error:
        return Reply(table, speaker.troubles(error), consulted=tuple(names.consulted))
    consulted = tuple(names.consulted)
    noted = numbered(table, table, statement, ending=_ending(table))
    if isinstance(noted, Breach):
        finding = deck_finding(noted, _numbered_place(statement, noted), speaker)
        return Reply(table, (finding,), consulted=consulted)
    table = noted
    if table.decks is None or told.team not in table.decks.dealing.teams:
        return Reply(table, consulted=consulted)
    if statement.kind == "discard":
        others = told.others if told.open else 0
        found = discarded(table.decks, told.team, told.ids, others)
    else:
        found = hand_told(table.decks, told, ending=_ending(table))
    if isinstance(found, Breach):
        if "told" in found.numbers and _first_hands(table):
            found = replace(
                found, rule="TA-2.7", reason="everybody is dealt one card more than a team has cars"
            )
        finding = deck_finding(found, _place(told, found, statement.node.span), speaker)
        return Reply(table, (finding,), consulted=consulted)
    rule = "TA-3.5.6" if statement.kind == "discard" else "TA-2.7" if _first_hands(table) else "TA-3.3"
    return Reply(replace(table, decks=found), consulted=consulted, applied=(rule,))


def _first_hands(table: Table) -> bool:
    """Whether the cards in hand are those dealt before the race."""
    position = table.position
    if position is None or position.turn != 1 or not position.cars:
        return False
    return not any(car.flipped or car.crossed for car in position.cars)


def hand_told(decks: Decks, told: Told, *, ending: bool = False) -> Decks | Breach:
    """The decks after a `hand` line, inside or outside a position block. Cards that it does not name need no mark: `?4` gives
    their number; `?`, or no mark at all, allows any number."""
    return told_hand(decks, told.team, told.ids, told.others, ending=ending)


def block_hands(decks: Decks, block: Statement, names: Names, file: str) -> tuple[Decks, tuple[Finding, ...]]:
    """The decks after the `hand` lines of a position block, and the findings about them."""
    findings: list[Finding] = []
    for line in block.body:
        if line.kind != "hand":
            continue
        speaker = Speaker(file, line)
        try:
            told = read_told(line.node, names)
        except NotationError as error:
            findings += speaker.troubles(error)
            continue
        found = hand_told(decks, told) if told.team in decks.dealing.teams else decks
        if isinstance(found, Breach):
            findings.append(deck_finding(found, _place(told, found, line.node.span), speaker))
        else:
            decks = found
    return decks, tuple(findings)


def read_told(node: Node, names: Names) -> Told:
    """The team and the cards of a `hand` or `discard` line. Raises NotationError for unknown names."""
    report: list[Trouble] = []
    cards: list[tuple[str, Span]] = []
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
        id = names.card(part, report)
        if id is not None:
            cards.append((id, part.span))
    if report or team is None:
        raise NotationError(*report)
    return Told(team, tuple(cards), others if marks and counted else None, marks > 0)


def deck_finding(breach: Breach, span: Span, speaker: Speaker) -> Finding:
    """A count that cannot be met, as a finding at the word it concerns."""
    return speaker.finding(
        "illegal",
        span,
        breach.fact,
        rules=(breach.rule,),
        reason=breach.reason,
        because=((breach.rule, breach.reason),) if breach.reason else (),
        numbers=dict(breach.numbers),
        rulings=breach.rulings,
    )


def _reshuffle(table: Table, pile: Leaf, speaker: Speaker) -> Reply:
    if table.decks is None:
        return Reply(table)
    due = table.position is not None and table.position.step == EVENT
    found = reshuffled(table.decks, pile.text, ending=_ending(table), bar_due=due)
    if isinstance(found, Breach):
        return Reply(table, (deck_finding(found, pile.span, speaker),))
    rule = "TA-5-reshuffle" if pile.text == "race" else "TA-3.5.2"
    return Reply(replace(table, decks=found), applied=(rule,))


def _ending(table: Table) -> bool:
    """Whether the turn is over except for discards, as far as is known."""
    return table.position is None or table.position.step in (PITS, DISCARD)


def _numbered_place(statement: Statement, breach: Breach) -> Span:
    """The last occurrence of the card whose number a breach names."""
    number = str(breach.numbers["card"])
    return [leaf.span for leaf in statement.node.leaves() if leaf.text == number][-1]


def _place(told: Told, breach: Breach, span: Span) -> Span:
    """The card that a breach names, otherwise the first one of the line."""
    named = [place for id, place in told.cards if CARDS[id].name in breach.fact]
    return next(iter(named[-1:] or [place for _, place in told.cards]), span)
