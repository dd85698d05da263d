"""Moves of a record: asks the judge, and turns its answer into findings."""

from grammar.syntax import Span, Statement
from model.asked import verdict_only
from model.thunder_alley.moves import Activation, Move, Path, has_lost_parts
from model.thunder_alley.position import Position
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.judging import Judgement
from verifier.speaking import NotationError
from verifier.thunder_alley.engine import judge, legal_moves, terms
from verifier.thunder_alley.engine.segments import to_destination
from verifier.thunder_alley.lines.findings import (
    MOST_NAMED,
    breach_finding,
    completed,
    offers_of,
    space_of,
    where,
)
from verifier.thunder_alley.lines.lost import open_reply, too_open
from verifier.thunder_alley.lines.names import listed, names_of, no_track
from verifier.thunder_alley.lines.read import Written, read_move
from verifier.thunder_alley.lines.terms import Refused, Reply, Speaker, Table


def move_line(table: Table, statement: Statement, file: str) -> Reply:
    """Judges a line that is a move."""
    speaker = Speaker(file, statement)
    try:
        written = read_move(statement, names_of(table.setup, table.position))
    except NotationError as error:
        judged = any(trouble.kind != "undetermined" for trouble in error.troubles)
        return Reply(table.lost(), speaker.troubles(error) if judged else (), judged)
    if table.position is None:
        fact = "the position of the cars is not known here"
        help = "give a `grid` line or a `position` block before the first move"
        return Reply(table, (speaker.finding("undetermined", statement.node.span, fact, help=help),))
    findings = _strangers(table.position, written, speaker)
    if findings:
        return Reply(table, tuple(findings), consulted=written.consulted)
    judgement = table.judge(table.setup, table.standing(table.position), written.move)
    reply = _answer(table.gone_on(judgement), written, judgement, speaker)
    return replace(reply, judgement=judgement)


def _strangers(position: Position, written: Written, speaker: Speaker) -> list[Finding]:
    """Cars of the header that are not in the position."""
    move = written.move
    found: list[Finding] = []
    if move.car and position.car(move.car) is None:
        found.append(_stranger(position, move.car, written.places["car"], speaker))
    second = move.second if isinstance(move, Activation) else None
    if second is not None and second[0] and position.car(second[0]) is None:
        found.append(_stranger(position, second[0], written.places["second"], speaker))
    return found


def _stranger(position: Position, number: int, span: Span, speaker: Speaker) -> Finding:
    known = [str(car.number) for car in position.cars]
    help = f"the position has {listed(known)}" if known else "no car is in the position"
    fact = f"car {number} is in no position of this record"
    return speaker.finding("unknown-name", span, fact, help=help)


def _answer(table: Table, written: Written, judgement: Judgement[Standing], speaker: Speaker) -> Reply:
    lost = has_lost_parts(written.move)
    if judgement.limit:
        return too_open(table, speaker, judgement.limit)
    if judgement.breaches:
        return _claimed(table, written, judgement.breaches, speaker) or _refused(
            table, written, judgement.breaches, speaker, lost=lost
        )
    tables = [table.after(outcome, written.move, speaker.statement.line) for outcome in judgement.outcomes]
    if lost:
        return open_reply(tables, speaker)
    if len(tables) > 1:
        return Reply(table, (_left_open(table, written, speaker),), consulted=written.consulted)
    return Reply(tables[0], (), consulted=written.consulted)


def _claimed(table: Table, written: Written, breaches: tuple[Breach, ...], speaker: Speaker) -> Reply | None:
    """A legal move with a wrong claim about its space or cost: the move counts, and only the claim fails. None for any other
    move."""
    move = written.move
    if not isinstance(move, Activation) or table.position is None or has_lost_parts(move):
        return None
    path = _unclaimed(move.path) if move.path is not None else None
    second = (move.second[0], _unclaimed(move.second[1])) if move.second is not None else None
    bare = replace(move, path=path, second=second)
    if bare == move:
        return None
    judgement = table.judge(table.setup, table.standing(table.position), bare)
    if len(judgement.outcomes) != 1:
        return None
    finding = breach_finding(table, written, breaches, speaker, claim=True)
    after = table.after(judgement.outcomes[0], bare, speaker.statement.line)
    return Reply(after, (finding,), follow=True, consulted=written.consulted)


def _unclaimed(path: Path) -> Path:
    """The path without its claimed spaces and costs: `= 14b`, `/3`."""
    steps = tuple(replace(step, to=None, booked=None) for step in path.steps)
    return replace(path, steps=steps, ends=None)


def _refused(
    table: Table, written: Written, breaches: tuple[Breach, ...], speaker: Speaker, *, lost: bool
) -> Reply:
    if table.setup.track is None and not breaches[0].rule and not lost:
        return Reply(table, (speaker.trouble(no_track(speaker.statement.node.span)),))
    finding = breach_finding(table, written, breaches, speaker)
    if lost and finding.rules:
        finding = replace(finding, fact=f"{finding.fact}, in every possible position")
    after = replace(table, refused=Refused(written.move, breaches))
    return Reply(after, (finding,), consulted=written.consulted)


def _left_open(table: Table, written: Written, speaker: Speaker) -> Finding:
    """A move that can be carried out in several ways: where they diverge, and how to write each."""
    brief, table, move = verdict_only(table.setup.ruleset), table.unasked(), written.move
    assert table.position is not None
    if isinstance(move, Activation) and move.destination is not None:
        ways = [] if brief else to_destination(table.setup, table.position, move)
        return speaker.finding(
            "ambiguous",
            written.places["destination"],
            f"{len(ways)} different positions have {move.car} at `{move.destination}`",
            reason="the space alone does not show where the other cars are",
            legal_instead=offers_of(table, ways[:MOST_NAMED], move.car),
            help="write the path",
        )
    judgement = judge(table.setup, table.position, move)
    choices = () if brief else _choices(table, move, judgement)
    span, again = written.place(Breach("", "", step=judgement.open_at))
    fact = f"{len(judgement.outcomes)} different positions can follow"
    more = f" (and {len(choices) - MOST_NAMED} more)" if len(choices) > MOST_NAMED else ""
    return speaker.finding(
        "ambiguous",
        span,
        f"{fact} ({again})" if again else fact,
        reason="a choice that is not written is open",
        legal_instead=choices[:MOST_NAMED],
        help=f"write the choice{more}",
        rulings=written.consulted,
    )


def _choices(table: Table, written: Move, judgement: terms.Judgement) -> tuple[str, ...]:
    """The ways of an open move, each written with its choices; if they cannot be listed, the choices that distinguish
    them."""
    move, position = judgement.outcomes[0].move, table.position
    results = [outcome.position for outcome in judgement.outcomes]
    if isinstance(move, Activation) and move.card is not None and position is not None:
        own = completed(table, written, judgement) if isinstance(written, Activation) else ()
        if own:
            return own
        legal = legal_moves(table.setup, position, move.car, move.card, left=move.left)
        offers = offers_of(table, [other for other in legal if other.position in results], move.car)
        if offers:
            return offers
    cars = [car.number for car in results[0].cars]
    apart = [n for n in cars if len({space_of(result, n) for result in results}) > 1]
    return tuple(dict.fromkeys(listed([where(result, n) for n in apart]) for result in results))
