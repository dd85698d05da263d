"""What an illegal turn tried, space by space, for a drawing."""

from grammar.syntax import Node, Statement
from model.rallyman.moves import Turn
from model.values import replace
from verifier.drawings.scene import Tried
from verifier.rallyman.lines.header import set_up
from verifier.rallyman.lines.terms import Table
from verifier.rallyman.lines.turns import read_written
from verifier.rallyman.lines.write import die_text
from verifier.records.speaking import NotationError


def tried(table: Table, statement: Statement) -> Tried | None:
    """The spaces to which the dice before the wrong one lead; None for a line that is no turn. The finding names the space
    where the turn goes wrong."""
    table = set_up(table)
    setup, standing = table.setup, table.standing
    turn = _turn(table, statement)
    if setup is None or standing is None or turn is None:
        return None
    breaches = table.door.judge(setup, standing, turn).breaches
    at = breaches[0].step if breaches else 0
    count = min(at - 1, len(turn.steps)) if at > 0 else 0
    if not count:
        return Tried(turn.driver)
    begun = replace(
        turn, steps=turn.steps[:count], ends=turn.ends[:count], open=True, loss=None, loss_cut=None, card=None
    )
    outcomes = table.door.judge(setup, standing, begun).outcomes
    effects = outcomes[0].effects() if outcomes else ()  # however the turn goes on, it begins with these dice
    ends = [str(one.now) for one in effects if one.what == "step"][:count]
    return Tried(turn.driver, tuple((turn.driver, end) for end in ends))


def dice(table: Table, statement: Statement) -> tuple[str, ...]:
    """The dice of a turn with their faces; none for another line."""
    turn = _turn(set_up(table), statement)
    return tuple(die_text(step.die) for step in turn.steps) if turn is not None else ()


def _turn(table: Table, statement: Statement) -> Turn | None:
    """The turn that a line writes; None for another line."""
    if table.setup is None or not isinstance(statement.node.child("mover"), Node):
        return None
    try:
        return read_written(table, statement.node).turn
    except NotationError:
        return None
