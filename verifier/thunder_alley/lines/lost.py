"""Lines that were not noted completely: every position that they can have led to is followed."""

from collections.abc import Sequence

from model.values import replace
from verifier.findings import Finding
from verifier.thunder_alley.engine.lost import MOST_TABLES
from verifier.thunder_alley.lines.terms import Reply, Speaker, Table

TOO_OPEN = f"what was not written down here leaves more than {MOST_TABLES} possible positions"


def open_reply(tables: Sequence[Table], speaker: Speaker) -> Reply:
    """The reply to a line that can have led to any of these tables, if the record does not say which."""
    finding = lost_finding(len(tables), speaker)
    return Reply(tables[0], (finding,), judged=False, follow=True, others=tuple(tables[1:]))


def too_open(table: Table, speaker: Speaker, fact: str = TOO_OPEN) -> Reply:
    """The reply to a line that can have led to more tables than are followed, or that is not judged for another reason."""
    return Reply(table.lost(), (replace(lost_finding(0, speaker), fact=fact),), judged=False)


def lost_finding(count: int, speaker: Speaker) -> Finding:
    """The finding for an incomplete line that is legal in some way."""
    marks = [leaf.span for leaf in speaker.statement.node.leaves() if leaf.kind in ("UNKNOWN", "ELLIPSIS")]
    span = marks[0] if marks else speaker.statement.node.span
    ways = "one position" if count == 1 else f"{count} tables"
    fact = f"something was not written down here; it leads to {ways}"
    return speaker.finding("undetermined", span, fact)
