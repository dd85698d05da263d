"""Lines of which something was not written down: all tables that can have come of them are followed."""

from collections.abc import Sequence

from model.thunder_alley.moves import Activation
from model.values import replace
from verifier.findings import Finding
from verifier.thunder_alley.engine.lost import MOST_TABLES, completions
from verifier.thunder_alley.notation import Written
from verifier.thunder_alley.table.findings import breach_finding
from verifier.thunder_alley.table.terms import Reply, Speaker, Table


def lost_move(table: Table, written: Written, speaker: Speaker) -> Reply:
    """A move with lost parts: undetermined while one way to fill them in is legal, illegal when none is."""
    assert table.position is not None and isinstance(written.move, Activation)
    found = completions(table.setup, table.position, written.move)
    if found.breaches:
        finding = breach_finding(table, written, found.breaches, speaker)
        fact = f"{finding.fact}, whatever was not written down" if finding.rules else finding.fact
        return Reply(table, (replace(finding, fact=fact),))
    if not found.outcomes:
        fact = "no car can have been meant here"
        finding = speaker.finding("illegal", written.places["car"], fact, rules=("TA-3.4-1",))
        return Reply(table, (finding,))
    if found.more:
        return too_open(table, speaker)
    tables = [table.after(outcome, speaker.statement.line) for outcome in found.outcomes]
    return open_reply(tables, speaker)


def open_reply(tables: Sequence[Table], speaker: Speaker) -> Reply:
    """The answer to a line that can have led to these tables, and nobody wrote down to which."""
    finding = lost_finding(len(tables), speaker)
    return Reply(tables[0], (finding,), judged=False, follow=True, others=tuple(tables[1:]))


def too_open(table: Table, speaker: Speaker) -> Reply:
    """The answer to a line that can have led to more tables than are followed."""
    fact = f"more than {MOST_TABLES} tables can have come of what was not written down here"
    return Reply(table.lost(), (replace(lost_finding(0, speaker), fact=fact),), judged=False)


def lost_finding(count: int, speaker: Speaker) -> Finding:
    """What to say of a line with something lost that is legal in some way."""
    marks = [leaf.span for leaf in speaker.statement.node.leaves() if leaf.kind in ("UNKNOWN", "ELLIPSIS")]
    span = marks[0] if marks else speaker.statement.node.span
    ways = "one table" if count == 1 else f"{count} tables"
    fact = f"something was not written down here; it leads to {ways}"
    return speaker.finding("undetermined", span, fact)
