"""Moves of a record: asks the engine and puts its answer into findings."""

from grammar.syntax import Span, Statement
from model.asked import verdict_only
from model.thunder_alley.moves import Activation, Move, Path
from model.thunder_alley.position import Position
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.speaking import NotationError
from verifier.thunder_alley.engine import judge, legal_moves
from verifier.thunder_alley.engine.lost import has_lost_parts
from verifier.thunder_alley.engine.terms import Judgement, LegalMove
from verifier.thunder_alley.notation import Written, read_move
from verifier.thunder_alley.notation.names import listed, names_of, no_track
from verifier.thunder_alley.table.findings import breach_finding, completed, offers_of, space_of, where
from verifier.thunder_alley.table.terms import Refused, Reply, Speaker, Table

MOST_NAMED = 6
"""Choices named in a finding that asks for one."""


def move_line(table: Table, statement: Statement, file: str) -> Reply:
    """Judges a line that is a move."""
    speaker = Speaker(file, statement)
    try:
        written = read_move(statement, names_of(table.setup, table.position))
    except NotationError as error:
        judged = any(trouble.kind != "undetermined" for trouble in error.troubles)
        return Reply(table.lost(), speaker.troubles(error) if judged else (), judged)
    if table.position is None:
        fact = "where the cars stand is not known here"
        help = "give a `grid` line or a `position` block before the first move"
        return Reply(table, (speaker.finding("undetermined", statement.node.span, fact, help=help),))
    findings = _strangers(table.position, written, speaker)
    if findings:
        return Reply(table, tuple(findings), consulted=written.consulted)
    if has_lost_parts(written.move):
        from verifier.thunder_alley.table.lost import lost_move

        return lost_move(table, written, speaker)
    if isinstance(written.move, Activation) and written.move.destination is not None:
        return _to_destination(table, written, speaker)
    judgement = judge(table.setup, table.position, written.move)
    wrong_start = _wrong_start(table, written.move)
    if wrong_start is not None:
        return _refused(table, written, (wrong_start,), speaker)
    return _answer(table, written, judgement, speaker)


def _wrong_start(table: Table, move: Move) -> Breach | None:
    """`15 Charge: left 4` says how many MPs a car has before its first step: the speed less the penalty (TA-7.4), from the pits
    another one (TA-9.4)."""
    if not isinstance(move, Activation) or move.left is not None or table.position is None:
        return None
    path = move.path
    if path is None or path.steps or path.left_after is None:
        return None
    for outcome in judge(table.setup, table.position, replace(move, path=Path(open_end=True))).outcomes:
        if outcome.total != path.left_after:
            sum_ = f"{outcome.speed} - {outcome.penalty} = " if outcome.penalty else ""
            numbers = {"speed": outcome.speed, "penalty": outcome.penalty, "mp_total": outcome.total}
            fact = f"{sum_}{outcome.total} MPs, not {path.left_after}"
            rule = "TA-7.4"
            reason = "wear markers take off MPs: 3, 4 or 5 from three, four or five on, fewer none"
            if outcome.pit_exit:
                rule, reason = "TA-9.4", "a car leaves the pits by the pit speed of the card"
            return Breach(rule, fact, reason, token="left_after", numbers=numbers)
    return None


def _strangers(position: Position, written: Written, speaker: Speaker) -> list[Finding]:
    """Cars of the header that stand in no position."""
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
    help = f"on the table are {listed(known)}" if known else "no car is on the table"
    fact = f"car {number} is in no position of this record"
    return speaker.finding("unknown-name", span, fact, help=help)


def _answer(table: Table, written: Written, judgement: Judgement, speaker: Speaker) -> Reply:
    if judgement.breaches:
        return _claimed(table, written, judgement.breaches, speaker) or _refused(
            table, written, judgement.breaches, speaker
        )
    if len(judgement.outcomes) > 1:
        return Reply(table, (_left_open(table, written, judgement, speaker),), consulted=written.consulted)
    outcome = judgement.outcomes[0]
    return Reply(table.after(outcome, speaker.statement.line), (), consulted=written.consulted)


def _claimed(table: Table, written: Written, breaches: tuple[Breach, ...], speaker: Speaker) -> Reply | None:
    """A legal move of which a wrong space or cost is claimed: it was made, and only the claim fails. None for any other move."""
    move = written.move
    if not isinstance(move, Activation) or table.position is None:
        return None
    path = _unclaimed(move.path) if move.path is not None else None
    second = (move.second[0], _unclaimed(move.second[1])) if move.second is not None else None
    bare = replace(move, path=path, second=second)
    judgement = judge(table.setup, table.position, bare) if bare != move else None
    if judgement is None or len(judgement.outcomes) != 1:
        return None
    finding = breach_finding(table, written, breaches, speaker, claim=True)
    after = table.after(judgement.outcomes[0], speaker.statement.line)
    return Reply(after, (finding,), follow=True, consulted=written.consulted)


def _unclaimed(path: Path) -> Path:
    """The path without the spaces and costs that are claimed of it: `= 14b`, `/3`."""
    steps = tuple(replace(step, to=None, booked=None) for step in path.steps)
    return replace(path, steps=steps, ends=None)


def _refused(table: Table, written: Written, breaches: tuple[Breach, ...], speaker: Speaker) -> Reply:
    if table.setup.track is None and not breaches[0].rule:
        return Reply(table, (speaker.trouble(no_track(speaker.statement.node.span)),))
    finding = breach_finding(table, written, breaches, speaker)
    after = replace(table, refused=Refused(written.move, breaches))
    return Reply(after, (finding,), consulted=written.consulted)


def _left_open(table: Table, written: Written, judgement: Judgement, speaker: Speaker) -> Finding:
    """A move that can be carried out in several ways: where they part, and how to write each."""
    choices = () if verdict_only(table.setup.ruleset) else _choices(table.unasked(), written.move, judgement)
    span, again = written.place(Breach("", "", step=judgement.open_at))
    fact = f"{len(judgement.outcomes)} different positions can come of this"
    more = f" (and {len(choices) - MOST_NAMED} more)" if len(choices) > MOST_NAMED else ""
    return speaker.finding(
        "ambiguous",
        span,
        f"{fact} ({again})" if again else fact,
        reason="a choice that is not written was not made",
        instead=choices[:MOST_NAMED],
        help=f"write the choice{more}",
        rulings=written.consulted,
    )


def _choices(table: Table, written: Move, judgement: Judgement) -> tuple[str, ...]:
    """The ways of an open move, each written with its choices; where they cannot be listed, what tells them apart."""
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


def _to_destination(table: Table, written: Written, speaker: Speaker) -> Reply:
    """`29 Charge -> 14b`: accepted when every legal path there leaves the same table."""
    move, position = written.move, table.position
    assert isinstance(move, Activation) and position is not None and move.card is not None
    # Of a car that stands nowhere known the engine says so if the move is a whole one.
    begun = Path(open_end=space_of(position, move.car) is not None)
    start = judge(table.setup, position, replace(move, destination=None, path=begun))
    if start.breaches:
        return _refused(table, written, start.breaches, speaker)
    legal = legal_moves(table.setup, position, move.car, move.card, left=move.left)
    ending = [other for other in legal if _ends(other, move.car) == move.destination]
    if len(ending) == 1:
        return _answer(table, written, judge(table.setup, position, ending[0].move), speaker)
    span = written.places["destination"]
    if ending:
        fact = f"{len(ending)} different positions have {move.car} at `{move.destination}`"
        return Reply(
            table, (_open_destination(table, ending, span, fact, speaker),), consulted=written.consulted
        )
    near = sorted(legal, key=lambda other: _distance(_ends(other, move.car), move.destination or ""))
    offers = tuple(dict.fromkeys(f"-> {_ends(other, move.car)}" for other in near if _ends(other, move.car)))
    finding = speaker.finding(
        "illegal",
        span,
        f"no legal move with this card takes {move.car} from `{space_of(position, move.car)}` to `{move.destination}`",
        rules=("TA-6.1",),
        reason="the MPs, the track and the cars around allow other spaces only",
        instead=offers[:MOST_NAMED],
        rulings=written.consulted,
    )
    return Reply(table, (finding,), consulted=written.consulted)


def _open_destination(
    table: Table, ending: list[LegalMove], span: Span, fact: str, speaker: Speaker
) -> Finding:
    return speaker.finding(
        "ambiguous",
        span,
        fact,
        reason="the space alone does not say where the other cars are",
        instead=()
        if verdict_only(table.setup.ruleset)
        else offers_of(table.unasked(), ending[:MOST_NAMED], ending[0].move.car),
        help="write the path",
    )


def _ends(legal: LegalMove, number: int) -> str | None:
    return space_of(legal.position, number)


def _distance(space: str | None, wanted: str) -> tuple[int, int, str]:
    if space is None:
        return 999, 0, ""
    return abs(int(space[:-1]) - int(wanted[:-1])), abs(ord(space[-1]) - ord(wanted[-1])), space
