"""Log text to syntax tree: gathers the events of `grammar/stream.py` into records."""

from dataclasses import dataclass

from grammar.errors import SyntaxProblem
from grammar.stream import Reader, RecordEnd, RecordStart
from grammar.syntax import Record, Statement


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The records of a file and everything in it that could not be read, both in order.

    A record lacks its unreadable lines; the `record` number of each error gives the record it belongs to. After
    `MAX_ERRORS_SHOWN` errors only the first of each record is reported, and a last one gives the number of the others.
    """

    records: tuple[Record, ...]
    errors: tuple[SyntaxProblem, ...]


def parse(text: str | bytes, file: str = "<text>") -> ParseResult:
    """Reads the text of a file of records. Bad text never raises; names and rules are not checked.

    >>> result = parse("game thunder-alley\\nlaps 3\\n29 Charge: f3 = 14b\\n")
    >>> [statement.kind for statement in result.records[0].statements]
    ['game', 'laps', 'activation']
    """
    records: list[Record] = []
    errors: list[SyntaxProblem] = []
    statements: list[Statement] = []
    reader = Reader(file, text, comments=True)
    while events := reader.more():
        for event in events:
            match event:
                case Statement():
                    statements.append(event)
                case SyntaxProblem():
                    errors.append(event)
                case RecordStart():
                    start, statements = event, []
                case RecordEnd():
                    records.append(
                        Record(file, event.number, start.game, tuple(statements), start.line, event.below)
                    )
    return ParseResult(tuple(records), tuple(errors))


def line_at(game: str, number: int, text: str) -> Statement | None:
    """A text as the line of a record with this number; None if it cannot be read."""
    read = statements_of(f"game {game}\n{text}\n", number - 2)
    return read[1] if len(read) == 2 else None


def statements_of(text: str, before: int = 0) -> list[Statement]:
    """The statements of a text that can be read, with so many lines before it."""
    reader = Reader("", text, comments=False)
    reader.number = before
    found: list[Statement] = []
    while events := reader.more():
        found += (one for one in events if isinstance(one, Statement))
    return found
