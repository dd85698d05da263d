"""Lines of turns."""

from collections.abc import Iterator, Sequence
from functools import partial

from grammar.syntax import Node, Statement
from model.asked import verdict_only
from model.rallyman.moves import Turn
from model.rallyman.position import Position, Setup
from model.rallyman.standing import LastTurn, Standing
from model.values import replace
from verifier.answer import Answer
from verifier.findings import Finding
from verifier.judging import Effect, Judgement, Outcome
from verifier.rallyman.lines.claims import line_denied, nearest, refuted
from verifier.rallyman.lines.fields import Said, read_fields
from verifier.rallyman.lines.instead import mended
from verifier.rallyman.lines.names import driver
from verifier.rallyman.lines.read import Written, read_turn
from verifier.rallyman.lines.terms import Refused, Speaker, Table
from verifier.rallyman.lines.write import line_text
from verifier.records.speaking import NotationError

OUT = "out"
"""Used as the space of a car that is out of the stage."""


def turn_line(table: Table, speaker: Speaker) -> Answer:
    """The reply to a turn."""
    statement = speaker.statement
    setup, standing = table.setup, table.standing
    assert setup is not None
    if standing is None:
        fact = "the position of the cars is not known here"
        finding = speaker.finding("undetermined", statement.node.span, fact, help="give a `position` block")
        return Answer(table, (finding,), judged=False, follow=False)
    written = read_written(table, statement.node)
    said = read_fields(written.checks, setup.stage.index)
    judgement = table.door.judge(setup, standing, written.turn)
    return replace(_answered(table, written, judgement, said, speaker), judgement=judgement)


def read_written(table: Table, node: Node) -> Written:
    """Reads the turn of a line. Raises `NotationError`."""
    mover = node.child("mover")
    assert isinstance(mover, Node) and table.setup is not None
    return read_turn(node, driver(mover.leaves()[-1], table.names), table.setup.stage.index)


def _answered(
    table: Table, written: Written, judgement: Judgement[Standing], said: Sequence[Said], speaker: Speaker
) -> Answer:
    assert table.setup is not None
    if judgement.limit:
        finding = lost_finding(judgement.limit, speaker)
        if written.turn.lost:
            help = (
                "`...` stands for dice of basic driving, `?3` for three; a `position` block gives a new start"
            )
            finding = replace(finding, help=help)
        return Answer(table.lost(), (finding,), judged=False, follow=False)
    if not judgement.legal:
        return _refused(table, written, judgement, speaker)
    if written.turn.unwritten:
        return _unwritten(table, written, judgement, said, speaker)
    (outcome,) = judgement.outcomes
    after = table.played(outcome)
    findings = refuted(after, line_denied(outcome.position, written, said), speaker)
    # Claims about a legal turn change nothing: a wrong claim fails, and the stage goes on from the turn's actual outcome.
    return Answer(after, findings, follow=True, effects=partial(_with_line, outcome))


def _refused(table: Table, written: Written, judgement: Judgement[Standing], speaker: Speaker) -> Answer:
    assert table.setup is not None and table.position is not None
    breaches = judgement.breaches
    first = breaches[0]
    instead: tuple[str, ...] = ()
    help = ""
    if table.mends and not verdict_only(table.ruleset):
        quiet = table.unasked()
        assert quiet.setup is not None
        instead, help = mended(quiet.setup, table.position, written.turn, first)
    finding = speaker.breaches(
        "illegal", written.span(first.step, first.token), breaches, legal_instead=instead, help=help
    )
    if first.step > 0:
        finding = replace(finding, numbers={**finding.numbers, "step": first.step})
    if single := [core[0] for core in judgement.together if len(core) == 1]:
        finding = replace(finding, because=tuple(dict.fromkeys((*finding.because, *single))))
    return Answer(replace(table, before=table.position, refused=Refused(written.turn, breaches)), (finding,))


def _unwritten(
    table: Table, written: Written, judgement: Judgement[Standing], said: Sequence[Said], speaker: Speaker
) -> Answer:
    """Handles a turn with lost parts: follows every outcome that fits the line."""
    assert table.setup is not None
    there = judgement.outcomes
    fitting = [one for one in there if not line_denied(one.position, written, said)]
    if not fitting:
        way, wrong = nearest(table.setup, there, written, said)
        return Answer(table, refuted(table.played(way), wrong, speaker))
    tables = [table.played(one) for one in _by_position(fitting)]
    ways = "one position" if len(tables) == 1 else f"{len(tables)} positions"
    fact = f"something was not written down here; it leads to {ways}"
    finding = lost_finding(fact, speaker)
    return Answer(tables[0], (finding,), judged=False, follow=True, others=tuple(tables[1:]))


def _by_position(outcomes: Sequence[Outcome[Standing]]) -> Iterator[Outcome[Standing]]:
    """One outcome for each position, with only those facts of its turn on which the outcomes agree."""
    found: dict[Position, list[Outcome[Standing]]] = {}
    for one in outcomes:
        found.setdefault(one.position.position, []).append(one)
    for first, *others in found.values():
        lasts = [last for one in (first, *others) if (last := one.position.last) is not None]
        cards, losses, counts = (
            {getattr(last, name) for last in lasts} for name in ("card", "loss", "symbols")
        )
        last = LastTurn(
            lasts[0].driver, *(one.pop() if len(one) == 1 else None for one in (cards, losses, counts))
        )
        yield replace(first, position=replace(first.position, last=last))


def ends(table: Table, statement: Statement, _place: object) -> tuple[str, ...] | None:
    """The spaces where a partly written turn can end, in the order of the stage, with `none` last if it may end where its written
    part does. None for any other line, and for a turn with too many continuations."""
    setup = table.setup
    if setup is None or table.position is None or statement.kind != "drives":
        return None
    try:
        turn = read_written(table, statement.node).turn
    except NotationError:
        return None
    stays = _spaces(table, setup, replace(turn, open=False)) if turn.open else None
    every = _spaces(table, setup, turn)
    if stays is None or every is None:
        return None
    others = every - stays
    order = {space: place for place, space in enumerate(setup.stage.index)}
    return (*sorted(others, key=lambda space: order.get(space, len(order))), *(["none"] if stays else []))


def lost_finding(fact: str, speaker: Speaker) -> Finding:
    """The finding for a line with lost parts that can be legal: its full legality is unknown."""
    leaves = speaker.statement.node.leaves()
    marked = [leaf.span for leaf in leaves if "?" in leaf.text or leaf.kind == "ELLIPSIS"]
    span = marked[0] if marked else speaker.statement.node.span
    return speaker.finding("undetermined", span, fact)


def _spaces(table: Table, setup: Setup, turn: Turn) -> set[str] | None:
    """The spaces where the car of a turn ends; None if the judge has no answer."""
    assert table.standing is not None
    judgement = table.door.judge(setup, table.standing, turn)
    if judgement.limit:
        return None
    return {outcome.position.position.car(turn.driver).space or OUT for outcome in judgement.outcomes}


def _with_line(outcome: Outcome[Standing]) -> Iterator[Effect]:
    """The effects of a turn, described together with its line."""
    assert isinstance(outcome.decision, Turn)
    prefix = f"{line_text(outcome.decision)}: "
    for effect in outcome.effects():
        yield replace(effect, words=prefix + effect.words) if effect.words else effect
        prefix = "" if effect.words else prefix
