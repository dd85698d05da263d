"""Lines of which something was not written down: all tables that can have come of them are followed."""

from dataclasses import replace

from model.thunder_alley.moves import Activation
from verifier.findings import Finding
from verifier.thunder_alley.engine.lost import MOST_TABLES, Completions, completions
from verifier.thunder_alley.notation import Written
from verifier.thunder_alley.table_findings import breach_finding
from verifier.thunder_alley.table_terms import Reply, Speaker, Table


def lost_move(table: Table, written: Written, speaker: Speaker) -> Reply:
    """A move with lost parts: undetermined while one way to fill them in is legal, illegal when none is."""
    assert table.position is not None and isinstance(written.move, Activation)
    found = completions(table.setup, table.position, written.move)
    if found.breaches:
        finding = breach_finding(table, written, found.breaches, speaker)
        return Reply(table, (replace(finding, fact=f"{finding.fact}, whatever was not written down"),))
    if not found.outcomes:
        fact = "no car can have been meant here"
        finding = speaker.finding("illegal", written.places["car"], fact, rules=("TA-3.4-1",))
        return Reply(table, (finding,))
    tables = [table.after(outcome, speaker.statement.line) for outcome in found.outcomes]
    return open_reply(table, tables, found, speaker)


def open_reply(table: Table, tables: list[Table], found: Completions, speaker: Speaker) -> Reply:
    """The answer to a line that can have led to several tables, or to one that nobody wrote down."""
    finding = lost_finding(len(tables), speaker)
    if found.more:
        fact = f"more than {MOST_TABLES} tables can have come of what was not written down here"
        return Reply(table.lost(), (replace(finding, fact=fact),), judged=False)
    return Reply(tables[0], (finding,), judged=False, follow=True, others=tuple(tables[1:]))


def lost_finding(count: int, speaker: Speaker) -> Finding:
    """What to say of a line with something lost that is legal in some way."""
    marks = [leaf.span for leaf in speaker.statement.node.leaves() if leaf.kind in ("UNKNOWN", "ELLIPSIS")]
    span = marks[0] if marks else speaker.statement.node.span
    ways = "one table" if count == 1 else f"{count} different tables"
    fact = f"something was not written down here; {ways} can have come of it"
    return speaker.finding("undetermined", span, fact)
