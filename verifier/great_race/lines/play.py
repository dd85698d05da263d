"""Lines of play: the turn, the camp, plans, sequences, interrupts, the maintenance."""

from collections.abc import Callable

from grammar.syntax import Leaf, Node, Span, Statement
from model.great_race.claims import Decided
from model.great_race.moves import (
    Act,
    Bonus,
    Decision,
    Display,
    Drive,
    Interrupt,
    Order,
    Plan,
    Play,
    Sequence,
    Take,
    Turn,
)
from model.great_race.position import Setup
from model.values import replace
from verifier.answer import Answer
from verifier.great_race.lines.facts import zones_of
from verifier.great_race.lines.lost import decided, lost
from verifier.great_race.lines.names import Names, names_of
from verifier.great_race.lines.read import Written, read_acts, read_cards, read_forced
from verifier.great_race.lines.terms import Refused, Speaker, Table
from verifier.records.speaking import NotationError


def play_line(table: Table, speaker: Speaker) -> Answer:
    """The answer to a line of play: it is read, judged, and followed."""
    setup, node = table.setup, speaker.statement.node
    assert setup is not None
    if table.standing is None:
        fact = "the position is not known here"
        finding = speaker.finding("undetermined", node.span, fact, help="give a `position` block")
        return Answer(table, (finding,), judged=False, follow=False)
    written = Written(whole=node.span)
    decision = read_decision(node, names_of(setup), written)
    judgement = table.door.judge(setup, table.standing, decision)
    if judgement.limit:
        finding = speaker.finding("undetermined", _open_part(node), judgement.limit)
        return Answer(table.lost(), (finding,), judged=False, follow=False, judgement=judgement)
    if not judgement.legal:
        first = judgement.breaches[0]
        finding = speaker.breaches("illegal", written.span(first.step, first.token or ""), judgement.breaches)
        refused = Refused(decision, judgement.breaches)
        return Answer(replace(table, refused=refused), (finding,), judgement=judgement)
    past = (*table.past, Decided(table.standing, decision))
    first_way, *others = (
        replace(table, standing=outcome.position, effects=outcome.effects, past=past, refused=None)
        for outcome in judgement.outcomes
    )
    answer = Answer(first_way, effects=first_way.effects, others=tuple(others), judgement=judgement)
    assert first_way.standing is not None
    if not (others or lost(decision) or decided(table.standing.position, first_way.standing.position)):
        return answer
    ways = f"{1 + len(others)} positions" if others else "one position in any case"
    fact = f"what was lost before leaves {ways} open"
    if lost(decision):
        fact = f"something was not written down here; it leads to {ways}"
    finding = speaker.finding("undetermined", _open_part(node), fact)
    return replace(answer, findings=(finding,), judged=False, follow=True)


def read_decision(node: Node, names: Names, written: Written | None = None) -> Decision:
    """The decision in a line of play; `written` notes the places of its parts. Raises `NotationError`."""
    return _READERS[node.kind](node, names, written or Written(whole=node.span))


def ends(table: Table, statement: Statement, _place: object) -> tuple[str, ...] | None:
    """The places where a drive with an unwritten rest can end, in the order of the board, with `none` last if it may end where
    its written part does. None for any other line, and for one with too many continuations."""
    setup = table.setup
    if setup is None or table.standing is None or statement.kind != "sequence":
        return None
    try:
        decision = read_decision(statement.node, names_of(setup))
    except NotationError:
        return None
    assert isinstance(decision, Sequence)
    written = replace(decision, acts=tuple(map(_closed, decision.acts)))
    stays, every = (_places(table, setup, one) for one in (written, decision))
    if written == decision or stays is None or every is None:
        return None
    others = (place.id for place in setup.board.places if place.id in every - stays)
    return (*others, *(["none"] if stays else []))


def _closed(act: Act) -> Act:
    """The act with a drive that ends where its written part does."""
    if isinstance(act, Play) and isinstance(act.use, Drive):
        return replace(act, use=replace(act.use, open=False))
    return replace(act, open=False) if isinstance(act, Drive) else act


def _places(table: Table, setup: Setup, decision: Sequence) -> set[str] | None:
    """Where the vehicle can be after a sequence; None if the judge has no answer."""
    assert table.standing is not None
    judgement = table.door.judge(setup, table.standing, decision)
    if judgement.limit:
        return None
    return {outcome.position.position.player(decision.player).place for outcome in judgement.outcomes}


def _open_part(node: Node) -> Span:
    """The first lost part of a line."""
    marked = (leaf.span for leaf in node.leaves() if leaf.kind in ("UNKNOWN", "ELLIPSIS"))
    return next(marked, node.span)


def _own(node: Node) -> list[Leaf]:
    return [part for part in node.parts if isinstance(part, Leaf)]


def _turn(node: Node, _names: Names, _written: Written) -> Decision:
    return Turn(int(node.leaves()[0].text))


def _display(node: Node, names: Names, _written: Written) -> Decision:
    return Display(read_cards(node.leaves(), names))


def _take(node: Node, names: Names, _written: Written) -> Decision:
    player, card = _own(node)
    [taken] = read_cards([card], names)
    return Take(names.player(player), taken, read_forced(node.parts, names))


def _plan(node: Node, names: Names, _written: Written) -> Decision:
    player, first = node.leaves()[:2]
    return Plan(names.player(player), None if first.kind == "UNKNOWN" else zones_of(node))


def _sequence(node: Node, names: Names, written: Written) -> Decision:
    mover, *acts = (part for part in node.parts if isinstance(part, Node))
    read = read_acts(acts, names)
    written.words, written.whole = read.words, read.whole
    return Sequence(names.player(mover.leaves()[0]), read.acts)


def _interrupt(node: Node, names: Names, _written: Written) -> Decision:
    player, *cards = _own(node)
    acts = [part for part in node.parts if isinstance(part, Node)]
    act = read_acts(acts, names).acts[0] if acts else names.card(cards[0])
    return Interrupt(names.player(player), act)


def _order(node: Node, names: Names, _written: Written) -> Decision:
    return Order(tuple(map(names.player, node.leaves())))


def _bonus(node: Node, names: Names, _written: Written) -> Decision:
    player, francs = node.leaves()
    return Bonus(names.player(player), int(francs.text))


_READERS: dict[str, Callable[[Node, Names, Written], Decision]] = {
    "turn": _turn,
    "display": _display,
    "takes": _take,
    "plan": _plan,
    "sequence": _sequence,
    "interrupt": _interrupt,
    "order": _order,
    "bonus": _bonus,
}

KINDS = frozenset(_READERS)
"""The kinds of lines of play."""
