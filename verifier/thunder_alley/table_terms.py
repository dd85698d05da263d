"""What lies on the table between two lines of a record, and what one line comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from grammar.syntax import Span, Statement
from model.thunder_alley.moves import Move
from model.thunder_alley.position import Position, Setup
from verifier.findings import Breach, Finding, Related
from verifier.thunder_alley.engine.terms import Outcome
from verifier.thunder_alley.notation_names import NotationError, Trouble

NO_LINES: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Past:
    """A move that was judged: the position before it, what it led to, its line."""

    before: Position
    outcome: Outcome
    line: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that was judged illegal in the position that still lies on the table."""

    move: Move
    breaches: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The table with everything that a later line may ask for.

    `position` is None while nobody knows where the cars stand. `past` are the moves since the last `position` block.
    `stopped` is the line of a move that stops in the middle: only a position or checks can follow it. `refused` is the move of
    the last line if it was illegal. `lines` says in which line of the header a thing was said: `track`, `laps`, `team Red`,
    `car 29`, `name dave`.
    """

    setup: Setup
    position: Position | None = None
    past: tuple[Past, ...] = ()
    stopped: int | None = None
    refused: Refused | None = None
    lines: Mapping[str, int] = field(default_factory=lambda: NO_LINES)

    @property
    def last(self) -> Outcome | None:
        """What the last judged move led to."""
        return self.past[-1].outcome if self.past else None

    def after(self, outcome: Outcome, line: int) -> "Table":
        """The table once a move has been made."""
        assert self.position is not None
        past = (*self.past, Past(self.position, outcome, line))
        stopped = None if outcome.complete else line
        return replace(self, position=outcome.position, past=past, stopped=stopped, refused=None)

    def lost(self) -> "Table":
        """The table when nobody can say any more where the cars stand."""
        return replace(self, position=None, past=(), stopped=None, refused=None)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a line comes to: the table after it and what there is to say. Not `judged`: nothing was decided about it.
    `follow`: whether later lines can be judged from this table; None where that depends on the other two."""

    table: Table
    findings: tuple[Finding, ...] = ()
    judged: bool = True
    follow: bool | None = None
    consulted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
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
        numbers: dict[str, int] | None = None,
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

    def claim(self, span: Span, breach: Breach, related: tuple[Related, ...] = ()) -> Finding:
        """A wrong assertion: the breach that speaks against it."""
        because = ((breach.rule, breach.reason),) if breach.reason else ()
        return self.finding(
            "claim",
            span,
            breach.fact,
            rules=(breach.rule,),
            reason=breach.reason,
            because=because,
            numbers=dict(breach.numbers),
            related=related,
            rulings=breach.rulings,
        )

    def _source(self, line: int) -> str:
        if line == self.statement.line:
            return self.statement.source
        return next((part.source for part in self.statement.body if part.line == line), "")
