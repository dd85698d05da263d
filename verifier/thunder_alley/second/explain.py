"""`explain`: why a line is illegal by the spec: each rule that it breaks, and rules that leave no room for it only together."""

from dataclasses import replace

from grammar.syntax import Statement
from model.rules import load_rules
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation
from verifier.findings import Breach, Finding
from verifier.game import Where
from verifier.second import Explained
from verifier.speaking import NotationError
from verifier.thunder_alley.engine import judge as by_engine
from verifier.thunder_alley.notation import MOVES, Written, read_move
from verifier.thunder_alley.notation.names import names_of
from verifier.thunder_alley.second.explain_claims import explain_claim
from verifier.thunder_alley.second.explain_event import explain_event
from verifier.thunder_alley.second.explain_stops import explain_stops
from verifier.thunder_alley.second.explain_turn import explain_turn
from verifier.thunder_alley.spec import Broken, Judgement, judge
from verifier.thunder_alley.spec.action import CHOICE
from verifier.thunder_alley.spec.judgement import UNDRAWN
from verifier.thunder_alley.table.findings import breach_finding, where
from verifier.thunder_alley.table.lines import miscounted
from verifier.thunder_alley.table.terms import Speaker, Table
from verifier.thunder_alley.table.turn import in_step


def explain(table: Table, statement: Statement, place: Where) -> Explained | None:
    """SAT, for the steps and all rules: the move is legal; UNSAT: the rules named leave no room for it.

    What the spec says of a line: a move, what came of one, an event, pit stops, the grid, points, who leads. None for other
    lines, for cars that are unknown or not written, where nobody knows the table, and where only the cards cannot be as the line
    says: those are counted along a whole record.
    """
    said = _said(table, statement, place)
    return None if said is not None and said.legal and miscounted(table, statement, place.file) else said


def _said(table: Table, statement: Statement, place: Where) -> Explained | None:
    if table.position is None:
        return explain_turn(table, statement, place)
    if statement.kind not in MOVES:
        parts = (explain_claim, explain_event, explain_stops, explain_turn)
        return next((said for part in parts if (said := part(table, statement, place)) is not None), None)
    gone_on, wrong = in_step(table, statement, place.file)
    if wrong is None:
        # Unwritten passes, pit stops and discards come before this segment, as they do in the record.
        table = gone_on
    assert table.position is not None
    try:
        written = read_move(statement, names_of(table.setup, table.position))
    except NotationError:
        return None
    if any(table.position.car(number) is None for number in _cars(written)):
        return None
    judgement = judge(table.setup, table.position, written.move, statement.line)
    if judgement.gave_up == UNDRAWN:
        return Explained(False, gave_up="a car goes beyond the drawn stretch of track: draw more of it")
    if judgement.gave_up is not None:
        return Explained(False, gave_up=f"the solver hit its limit of {judgement.gave_up}")
    if not judgement.legal:
        return _refused(table, written, judgement, Speaker(place.file, statement))
    if len(judgement.positions) != 1:
        return Explained(
            False, gave_up=f"{len(judgement.positions)} tables can come of this: write the choices"
        )
    return Explained(True, steps=_bookkeeping(table, written, judgement))


def _cars(written: Written) -> list[int]:
    move = written.move
    number = getattr(move, "car", None)
    second = move.second[0] if isinstance(move, Activation) and move.second is not None else None
    return [one for one in (number, second) if one is not None]


def _refused(table: Table, written: Written, judgement: Judgement, speaker: Speaker) -> Explained:
    joint = {rule for core in judgement.together for rule in core}
    said = {one.rule: one.fact for one in judgement.broken[::-1]}
    alone = tuple((rule, said[rule]) for rule in judgement.rules if rule not in joint)
    together = tuple(tuple((rule, said[rule]) for rule in core) for core in judgement.together)
    finding = _finding(table, written, judgement.broken, speaker)
    return Explained(False, finding, alone, together, tracked=judgement.tracked)


def _finding(table: Table, written: Written, broken: tuple[Broken, ...], speaker: Speaker) -> Finding:
    """The same as the engine's finding would be: which rules, where in the line, what would have been legal."""
    rules = load_rules(DATA)
    breaches = tuple(
        Breach(
            one.rule,
            one.fact,
            rules.short(one.rule),
            one.step,
            one.car,
            "car" if one.step == CHOICE else one.token,
        )
        for one in broken
    )
    finding = breach_finding(table.unasked(), written, breaches, speaker)
    because = tuple((one.rule, one.fact if place else one.reason) for place, one in enumerate(breaches))
    return replace(finding, because=because)


def _bookkeeping(table: Table, written: Written, judgement: Judgement) -> tuple[str, ...]:
    """Where everybody ends, and MPs and wear, step by step as the engine books them: both judges have the same table."""
    assert table.position is not None
    outcomes = by_engine(table.setup, table.position, written.move).outcomes
    if len(outcomes) != 1 or outcomes[0].effect != "moves":
        return ()
    outcome = outcomes[0]
    lines = []
    spent = 0
    for number, after in enumerate(outcome.steps, 1):
        moved = [
            f"{shift.car} {shift.start}-{shift.end or 'off'}"
            for shift in outcome.shifts
            if shift.step == number
        ]
        price = after.spent - spent
        spent = after.spent
        lines.append(f"step {number}: {', '.join(moved) or 'nobody moves'}; {price} MP, {after.left} left")
    sum_ = f"{outcome.speed} - {outcome.penalty} = {outcome.total}" if outcome.penalty else f"{outcome.total}"
    wear = f", gains {outcome.wear}" if outcome.wear else ""
    lines.append(
        f"{sum_} MPs, {outcome.spent} spent{wear}; {where(judgement.positions[0], getattr(written.move, 'car', 0))}"
    )
    return tuple(lines)
