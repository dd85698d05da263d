"""Tracks the decks through a record: counts every line that deals, plays or turns up a card (TA-2.7, TA-3.3, TA-4.4)."""

from collections.abc import Iterator

from grammar.syntax import Leaf, Node, Statement
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import ACTION, DISCARD, PITS, RACING, Position, Setup
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine import decks
from verifier.thunder_alley.engine.finish import won
from verifier.thunder_alley.engine.grid import PER_CARD, PER_ROUND, cars_per_team, way_of
from verifier.thunder_alley.lines.decks import block_hands, deck_finding, events_only, first_decks
from verifier.thunder_alley.lines.names import CARD_IDS, names_of
from verifier.thunder_alley.lines.numbers import numbered
from verifier.thunder_alley.lines.terms import Reply, Speaker, Table

Counted = Table | Breach


def counted(before: Table, reply: Reply, statement: Statement, file: str) -> Reply:
    """The reply to a line with its cards counted; illegal if no hands, discards and shuffles are consistent with it. `before`
    is the table before the line."""
    if reply.findings and not reply.follow:
        return reply
    first = _count(before, reply.table, statement)
    if isinstance(first, Table) and not reply.others and not statement.body:
        return reply if first is reply.table else _with_tables(reply, first, ())
    tables: list[Table] = []
    breach: Breach | None = None
    for after in (first, *[_count(before, table, statement) for table in reply.others]):
        if isinstance(after, Table):
            tables.append(after)
        else:
            breach = breach or after
    if tables and statement.body and tables[0].decks is not None:
        names = names_of(before.setup, before.position)
        known, findings = block_hands(tables[0].decks, statement, names, file)
        reply = replace(reply, findings=(*reply.findings, *findings))
        tables[0] = replace(tables[0], decks=known)
    if tables:
        same = tables[0] is reply.table and breach is None
        return reply if same else _with_tables(reply, tables[0], tuple(tables[1:]))
    assert breach is not None
    named = statement.node.child("card") or statement.node.child("bar")
    span = named.span if named is not None else statement.node.span
    return Reply(before, (deck_finding(breach, span, Speaker(file, statement)),))


def _with_tables(reply: Reply, table: Table, others: tuple[Table, ...]) -> Reply:
    return Reply(
        table,
        reply.findings,
        reply.judged,
        reply.follow,
        reply.consulted,
        others,
        reply.applied,
        reply.sentence,
        reply.judgement,
    )


def _count(before: Table, after: Table, statement: Statement) -> Counted:
    position, kind = after.position, statement.kind
    if kind == "setup_bar":
        bar = statement.node.child("bar")
        card = bar_card(bar, after) if isinstance(bar, Node) else None
        return numbered(before, replace(after, bar_cards=(*after.bar_cards, card)), statement)
    if position is None:
        return after if after.decks is None else replace(after, decks=None, numbers=())
    if kind == "grid" or (kind == "position" and (before.position is None or before.decks is None)):
        return _dealt(after, position, new=kind == "grid")
    noted = numbered(before, after, statement)
    if not isinstance(noted, Table) or noted.decks is None:
        return noted
    after, held = noted, noted.decks
    known: decks.Decks | Breach = held
    if before.position is not None and position.turn > before.position.turn:
        known = decks.fill_hands(held, position.first)
    if isinstance(known, decks.Decks) and kind == "activation":
        known = _played(before, after, known)
    elif isinstance(known, decks.Decks) and kind == "event":
        known = _drawn(after, known, statement)
    if not isinstance(known, decks.Decks):
        return known
    return after if known is held else replace(after, decks=known)


def _dealt(table: Table, position: Position, new: bool) -> Counted:
    """The decks when a race begins on its grid, or when a record joins it midway."""
    setup = table.setup
    fresh = first_decks(setup)
    if any(car.team not in fresh.dealing.teams for car in position.cars):
        fresh = events_only(setup)
    if not new:
        return replace(table, decks=decks.resumed(fresh, _joined(table, position)), numbers=())
    for card in _grid_cards(table, len(position.cars) // max(1, len(setup.teams))):
        turned = decks.turned_up(fresh, card)
        if isinstance(turned, Breach):
            return turned
        fresh = turned
    known = decks.fill_hands(fresh, position.first)
    return known if isinstance(known, Breach) else replace(table, decks=known)


def _joined(table: Table, position: Position) -> decks.Joined:
    """What the position shows about the cards drawn before it."""
    return decks.Joined(
        turn=None if table.turn_open else position.turn,
        full=position.step == ACTION and not any(car.flipped for car in position.cars),
        event_drawn=position.step in (PITS, DISCARD),
        racing=sum(car.status == RACING for car in position.cars),
        played=tuple(car.team for car in position.cars if car.status == RACING and car.flipped),
        grid_cards=_for_the_grid(table.setup, cars_per_team(table.setup) or 0),
        won=won(position),
        rain=position.rain,
    )


def _for_the_grid(setup: Setup, each: int) -> int:
    """How many cards are turned up for a grid of `each` cars per team: one (TA-2.5), or one for each round of cars or each
    space (TA-12.2)."""
    return {PER_ROUND: each, PER_CARD: len(setup.teams) * each}.get(way_of(setup.ruleset), 1)


def _grid_cards(table: Table, each: int) -> Iterator[str | None]:
    """The cards turned up for the grid; None for those not noted."""
    for number in range(max(_for_the_grid(table.setup, each), len(table.bar_cards))):
        yield table.bar_cards[number] if number < len(table.bar_cards) else None


def _played(before: Table, after: Table, known: decks.Decks) -> decks.Decks | Breach:
    past = after.past[-1] if after.past else None
    if past is None or (before.past and before.past[-1] is past):
        return known
    move = past.outcome.move
    if not isinstance(move, Activation) or not isinstance(past.written, Activation):
        return known
    car = past.before.car(move.car)
    return known if car is None else decks.play(known, car.team, past.written.card)


def _drawn(after: Table, known: decks.Decks, statement: Statement) -> decks.Decks | Breach:
    """The event, and the race card turned up for its Team Bar: the one written, or one that the event needed."""
    names = names_of(after.setup, after.position)
    name, bar = statement.node.child("name"), statement.node.child("bar")
    event = names.event(name, []) if isinstance(name, Node) else None
    drawn = decks.event(known, event)
    if isinstance(drawn, Breach):
        return drawn
    settled = after.settled[-1] if after.settled else None
    if isinstance(bar, Node):
        return decks.turned_up(drawn, bar_card(bar, after))
    if event is None:
        return decks.turned_up(drawn, None, sure=False)
    needed = settled is not None and settled.kind == "event" and "TA-4.4" in settled.rules
    return decks.turned_up(drawn, None) if needed else drawn


def bar_card(bar: Node, table: Table) -> str | None:
    """The card id that a Team Bar names (`bar 15`, `bar "Charge" Blue Red`); None if it gives only colours."""
    text = bar.text
    if text[:1].isalpha():
        return None
    printed = CARD_IDS.get(text[1:].partition('"')[0]) if text.startswith('"') else None
    if printed is not None:
        return printed
    first = bar.parts[0]
    if not isinstance(first, Leaf) or first.kind not in ("INT", "STRING"):
        return None
    return names_of(table.setup, table.position).card(Node.at(first.span, "card", bar.parts[:1]), [])
