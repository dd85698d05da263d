"""`explain`: why a line is illegal by the spec: each rule that it breaks, and rules that leave no room for it only together."""

from grammar.syntax import Statement
from model.values import replace
from verifier.explained import of_answer, refused
from verifier.game import Where
from verifier.second import Explained
from verifier.thunder_alley.lines.findings import where
from verifier.thunder_alley.lines.line import table_line
from verifier.thunder_alley.lines.moves import move_line
from verifier.thunder_alley.lines.read import MOVES
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.second.changes import changes
from verifier.thunder_alley.spec.door import judge, refute

DECISIONS = (*MOVES, "event", "pit", "discard", "hand", "reshuffle", "turn", "setup_bar", "grid")
"""Kinds of line that are decisions of players, or what follows from them."""


def explain(table: Table, statement: Statement, place: Where) -> Explained | None:
    """SAT, for the steps and all rules: the move is legal; UNSAT: the rules named leave no room for it.

    A decision is explained with the steps that it takes, any other line as in every game.
    """
    if statement.kind in DECISIONS:
        return _decision(table, statement, place)
    reply = table_line(replace(table, judge=judge, refute=refute), statement, place.file, place.folder)
    return of_answer(reply.findings, reply.judgement, statement.line, judged=reply.judged)


def _decision(table: Table, statement: Statement, place: Where) -> Explained | None:
    reply = table_line(replace(table, judge=judge), statement, place.file)
    judgement = reply.judgement
    if judgement is None:
        return None
    if judgement.limit:
        return Explained(False, gave_up=judgement.limit)
    if judgement.breaches:
        return refused(judgement, reply.findings[0], statement.line)
    if statement.kind in MOVES:
        if len(judgement.outcomes) == 1:
            return Explained(True, steps=_bookkeeping(table, statement, place))
        fact = f"{len(judgement.outcomes)} positions can follow: write the choices"
        return Explained(False, gave_up=fact)
    if reply.findings:
        return Explained(False, gave_up=reply.findings[0].fact)
    tables = {one.position.position for one in judgement.outcomes}
    before = judgement.at.position if judgement.at is not None else table.position
    if before is None or len(tables) != 1:
        return Explained(True)
    return Explained(True, steps=changes(before, tables.pop()))


def _bookkeeping(table: Table, statement: Statement, place: Where) -> tuple[str, ...]:
    """Where everybody ends, and MPs and wear, step by step as the engine books them: both judges have the same table."""
    past = move_line(table, statement, place.file).table.past
    outcome = past[-1].outcome if past else None
    if outcome is None or outcome.effect != "moves":
        return ()
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
        lines.append(f"step {number}: {', '.join(moved) or 'no car moves'}; {price} MP, {after.left} left")
    sum_ = f"{outcome.speed} - {outcome.penalty} = {outcome.total}" if outcome.penalty else f"{outcome.total}"
    wear = f", gains {outcome.wear}" if outcome.wear else ""
    lines.append(
        f"{sum_} MPs, {outcome.spent} spent{wear}; {where(outcome.position, getattr(outcome.move, 'car', 0))}"
    )
    return tuple(lines)
