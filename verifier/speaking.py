"""From what is wrong with a line to findings, the same in every game: troubles of its words, and who speaks about a line."""

from collections.abc import Mapping

from grammar.syntax import Span, Statement
from model.values import value
from verifier.findings import Finding, Related

UNKNOWN_NAME, UNREADABLE, IMPOSSIBLE, UNDETERMINED = (
    "unknown-name",
    "unreadable",
    "impossible",
    "undetermined",
)


@value
class Trouble:
    """Why a part of a line means nothing, in a finding's words."""

    kind: str
    span: Span
    fact: str
    help: str = ""


class NotationError(Exception):
    """A line that cannot be understood; `troubles` holds each reason, in the order of the line."""

    def __init__(self, *troubles: Trouble) -> None:
        self.troubles = tuple(sorted(troubles, key=lambda trouble: (trouble.span.line, trouble.span.column)))
        super().__init__("; ".join(trouble.fact for trouble in self.troubles))


@value
class Speaker:
    """Makes findings about one line of a file."""

    file: str
    statement: Statement

    def finding(
        self,
        kind: str,
        span: Span,
        fact: str,
        *,
        rules: tuple[str, ...] = (),
        reason: str = "",
        because: tuple[tuple[str, str], ...] = (),
        numbers: Mapping[str, int] | None = None,
        instead: tuple[str, ...] = (),
        help: str = "",
        related: tuple[Related, ...] = (),
        rulings: tuple[str, ...] = (),
    ) -> Finding:
        return Finding(
            kind,
            self.file,
            span.line,
            span.column,
            span.end_column,
            fact,
            rules,
            reason,
            because,
            numbers or {},
            instead,
            help,
            related,
            rulings,
            self._source(span.line),
        )

    def troubles(self, error: NotationError) -> tuple[Finding, ...]:
        return tuple(self.trouble(trouble) for trouble in error.troubles)

    def trouble(self, trouble: Trouble) -> Finding:
        return self.finding(trouble.kind, trouble.span, trouble.fact, help=trouble.help)

    def _source(self, line: int) -> str:
        if line == self.statement.line:
            return self.statement.source
        return next((part.source for part in self.statement.body if part.line == line), "")
