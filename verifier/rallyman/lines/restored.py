"""Lines of turns with the parts that follow from the position filled in: the round, the line of each corner, the card."""

from grammar.printer import format_line
from grammar.syntax import Node, Statement
from model.rallyman.moves import UNKNOWN, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import CORNER
from model.values import replace
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.lines.terms import Table
from verifier.rallyman.lines.turns import read_written
from verifier.rallyman.lines.write import line_text


def restored(after: Table, statement: Statement, counted: bool) -> str | None:
    """The canonical text of a legal turn; None for other lines and for turns with lost parts. `counted`: a missing round number
    is added."""
    last, setup, position = after.last, after.setup, after.before
    if statement.kind != "drives" or last is None or setup is None or position is None:
        return None
    turn = read_written(after, statement.node).turn
    if turn.unwritten:
        return None
    number = position.turn if counted or turn.round is not None else None
    card = turn.card if turn.card == UNKNOWN else last.card
    text = line_text(_marked(after, setup, position, turn), number, card, turn.ends)
    checks = statement.node.child("checks")
    return f"{text} {format_line(checks, 'rallyman')}" if isinstance(checks, Node) else text


def _marked(after: Table, setup: Setup, position: Position, turn: Turn) -> Turn:
    """The turn with a mark on every step that ends in a corner, except where the mark would lead elsewhere: `/i` on a drift space
    one step before the inside of the next corner too."""
    ends = (one.now for one in after.effects() if one.what == "step")
    for number, (step, end) in enumerate(zip(turn.steps, ends, strict=False)):
        space = setup.stage.index.get(str(end))
        if step.line is not None or space is None or space.kind != CORNER:
            continue
        steps = (*turn.steps[:number], replace(step, line=space.role), *turn.steps[number + 1 :])
        said = replace(turn, steps=steps)
        done = play(setup, position, said)
        if isinstance(done, Outcome) and done.position == after.position:
            turn = said
    return turn
