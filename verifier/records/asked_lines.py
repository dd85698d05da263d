"""Lines that a player asks about, next to a record (`moves --why-not`)."""

from grammar.parser import parse
from grammar.syntax import Statement
from model.values import replace
from verifier.findings import Finding


def said(kind: str, fact: str, help: str = "") -> Finding:
    """A finding about a question, which stands in no line of a record."""
    return Finding(kind, "", 0, 1, 1, fact, help=help)


def one_line(game: str, line: str, what: str, example: str) -> Statement | Finding:
    """The line in question as read; or that it is not `what` it should be (`one turn`), with an example."""
    parsed = parse(f"game {game}\n{line}\n", "asked")
    if not parsed.errors and len(parsed.records) == 1 and len(parsed.records[0].statements) == 2:
        return parsed.records[0].statements[1]
    message = parsed.errors[0].message if parsed.errors else f"this is not {what}"
    hint = parsed.errors[0].hint if parsed.errors else f"as in `{example}`"
    return replace(said("unreadable", message, hint), source=line)
