"""What a test record is about."""

from grammar.syntax import Record
from verifier.records.expected import conditions


def rulings_named(record: Record) -> set[str]:
    """The rulings whose readings a record names."""
    named = {ruling for condition in conditions(record) for ruling, _ in condition}
    return named | {one.node.leaves()[0].text for one in record.statements if one.kind == "ruling"}
