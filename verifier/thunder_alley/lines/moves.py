"""Moves of a record: what is wrong with an illegal move, and what is open in an ambiguous one."""

from collections.abc import Iterator
from functools import partial

from model.asked import verdict_only
from model.thunder_alley.moves import Activation, Move, Path
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.judging import Effect, Judgement, no_effects
from verifier.thunder_alley.engine import judge, legal_moves, terms
from verifier.thunder_alley.engine.listing import to_destination
from verifier.thunder_alley.engine.terms import where
from verifier.thunder_alley.lines.decision import decided
from verifier.thunder_alley.lines.findings import (
    MOST_NAMED,
    breach_finding,
    completed,
    offers_of,
)
from verifier.thunder_alley.lines.names import listed, no_track
from verifier.thunder_alley.lines.read import Written, read_move
from verifier.thunder_alley.lines.terms import Answer, Past, Refused, Speaker, Table
from verifier.thunder_alley.lines.text import move_text


def move_line(table: Table, speaker: Speaker) -> Answer:
    """Judges a line that is a move."""
    answer = decided(table, speaker, read_move, _refused, _left_open)
    if answer.effects is no_effects:
        return answer
    return replace(answer, effects=partial(_told, answer.table.past[-1]))


def _told(made: Past) -> Iterator[Effect]:
    """The effects of a move, with its line: `29 Charge: f7, 7 of 7 MPs, 29 at 14b, black`."""
    assert isinstance(made.decision, Move)
    whole, *others = made.effects()
    text = move_text(made.decision)
    yield replace(whole, words=f"{text}, {whole.words}" if whole.words else text)
    yield from others


def _refused(table: Table, written: Written, judgement: Judgement[Standing], speaker: Speaker) -> Answer:
    breaches, lost = judgement.breaches, written.open
    claimed = _claimed(table, written, breaches, speaker)
    if claimed is not None:
        return claimed
    if table.setup.track is None and not breaches[0].rule and not lost:
        return Answer(table, (speaker.trouble(no_track(speaker.statement.node.span)),))
    finding = breach_finding(table, written, breaches, speaker)
    if lost and finding.rules:
        finding = replace(finding, fact=f"{finding.fact}, in every possible position")
    return Answer(replace(table, refused=Refused(written.move, breaches)), (finding,))


def _claimed(table: Table, written: Written, breaches: tuple[Breach, ...], speaker: Speaker) -> Answer | None:
    """A legal move with a wrong claim about its space or cost: the move counts, and only the claim fails. None for any other
    move."""
    move = written.move
    if not isinstance(move, Activation) or written.open:
        return None
    path = _unclaimed(move.path) if move.path is not None else None
    second = (move.second[0], _unclaimed(move.second[1])) if move.second is not None else None
    bare = replace(move, path=path, second=second)
    if bare == move:
        return None
    judgement = table.judged(bare)
    if len(judgement.outcomes) != 1:
        return None
    finding = breach_finding(table, written, breaches, speaker, claim=True)
    [outcome] = judgement.outcomes
    after = table.after(outcome, bare, speaker.statement.line)
    return Answer(after, (finding,), follow=True, effects=outcome.effects)


def _unclaimed(path: Path) -> Path:
    """The path without its claimed spaces and costs: `= 14b`, `/3`."""
    steps = tuple(replace(step, to=None, booked=None) for step in path.steps)
    return replace(path, steps=steps, ends=None)


def _left_open(table: Table, written: Written, _: Judgement[Standing], speaker: Speaker) -> Answer:
    """A move that can be carried out in several ways: where they diverge, and how to write each."""
    return Answer(table, (_ways(table.unasked(), written, speaker, verdict_only(table.setup.ruleset)),))


def _ways(table: Table, written: Written, speaker: Speaker, brief: bool) -> Finding:
    move = written.move
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
    apart = [n for n in cars if len({result.space_of(n) for result in results}) > 1]
    return tuple(dict.fromkeys(listed([where(result, n) for n in apart]) for result in results))
