"""`turn` lines of a record: the previous turn is over, and the next one has this number (TA-3.1)."""

from grammar.syntax import Statement
from model.thunder_alley.moves import NewTurn
from model.thunder_alley.position import EVENT
from model.values import replace
from verifier.thunder_alley.lines.terms import Reply, Speaker, Table


def turn_line(table: Table, statement: Statement, file: str) -> Reply:
    """Judges a line that announces the next turn."""
    speaker = Speaker(file, statement)
    if table.position is None:
        fact, help = (
            "the position of the cars is not known here",
            "give a `grid` line or a `position` block first",
        )
        return Reply(
            table, (speaker.finding("undetermined", statement.node.span, fact, help=help),), follow=True
        )
    leaf = statement.node.leaves()[0]
    number = int(leaf.text)
    judgement = table.judge(table.setup, table.standing(table.position), NewTurn(number))
    table = table.gone_on(judgement)
    if judgement.limit:
        finding = speaker.finding("undetermined", statement.node.span, judgement.limit)
        return Reply(table, (finding,), judgement=judgement)
    if judgement.outcomes:
        begun = judgement.outcomes[0].position
        return Reply(replace(table.at(begun), turn_open=begun.turn_open), judgement=judgement)
    if judgement.breaches[0].token != "number":
        finding = speaker.breaches(
            "illegal", statement.node.span, judgement.breaches, help=missing_step(table)
        )
        return Reply(table, (finding,), judgement=judgement)
    finding = speaker.breaches("claim", leaf.span, judgement.breaches)
    if table.position is not None and number < table.position.turn:
        return Reply(table, (finding,), judgement=judgement)
    # A skipped turn moves no car. The next `turn` lines show whether only this one is wrong or the numbering has
    # shifted.
    return Reply(replace(table, turn_open=True), (finding,), follow=True, judgement=judgement)


def missing_step(table: Table) -> str:
    """The line that would take the race to the next step."""
    if table.position is not None and table.position.step == EVENT:
        return "write the event of the turn first, `event ?` if it was not noted"
    return ""
