"""Findings from the problems of a line, in the same way for every game."""

from bisect import bisect_left
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypedDict, Unpack

from grammar.lines import split_comment
from grammar.syntax import Span, Statement
from model.values import replace, value
from verifier.findings import DIFFER, ILLEGAL, Breach, Finding, Related, verdict_of

UNKNOWN_NAME, UNREADABLE, IMPOSSIBLE, UNDETERMINED = (
    "unknown-name",
    "unreadable",
    "impossible",
    "undetermined",
)

ASSERTIONS = ("check", "result")
"""Statements that assert something about the position and move nothing."""


@value
class Trouble:
    """Why a part of a line has no meaning, in the words of a finding."""

    kind: str
    span: Span
    fact: str
    help: str = ""


class NotationError(Exception):
    """A line that cannot be understood; `troubles` holds each reason, in the order of the line."""

    def __init__(self, *troubles: Trouble) -> None:
        self.troubles = tuple(sorted(troubles, key=lambda trouble: (trouble.span.line, trouble.span.column)))
        super().__init__("; ".join(trouble.fact for trouble in self.troubles))


def impossible(span: Span, fact: str, help: str = "") -> NotationError:
    """The error for a line that states something impossible."""
    return NotationError(Trouble(IMPOSSIBLE, span, fact, help))


def first_time(lines: Mapping[str, int], key: str, span: Span) -> Mapping[str, int]:
    """The header keys with their lines, and this one. Raises `NotationError` if the key came before."""
    before = lines.get(key)
    if before is not None:
        fact = f"`{key}` is already given in line {before}"
        raise impossible(span, fact, "a record needs this line once")
    return MappingProxyType({**lines, key: span.line})


def unreadable(span: Span, fact: str, help: str = "") -> NotationError:
    """The error for a line that has no meaning where it stands."""
    return NotationError(Trouble(UNREADABLE, span, fact, help))


class Details(TypedDict, total=False):
    """The optional fields of a finding, in addition to its place and fact; see `Finding`."""

    rules: tuple[str, ...]
    reason: str
    because: tuple[tuple[str, str], ...]
    numbers: Mapping[str, int]
    legal_instead: tuple[str, ...]
    help: str
    related: tuple[Related, ...]
    rulings: tuple[str, ...]


@value
class Speaker:
    """Makes findings about one line of a file."""

    file: str
    statement: Statement

    def finding(self, kind: str, span: Span, fact: str, **more: Unpack[Details]) -> Finding:
        """A finding about a part of the line, or of its block."""
        place = span.line, span.column, span.end_column
        return Finding(kind, self.file, *place, fact, source=self._source(span.line), **more)

    def claim(self, span: Span, breach: Breach, related: tuple[Related, ...] = ()) -> Finding:
        """A wrong assertion; the breach gives the reason."""
        return replace(self.breaches("claim", span, (breach,)), related=related, rulings=breach.rulings)

    def differ(self, span: Span, fact: str) -> Finding:
        """The judges differ about a claim that does not hold: the spec finds it possible."""
        return self.finding(DIFFER, span, f"{fact}; the solver finds this claim possible")

    def breaches(
        self,
        kind: str,
        span: Span,
        breaches: tuple[Breach, ...],
        *,
        legal_instead: tuple[str, ...] = (),
        help: str = "",
    ) -> Finding:
        """A finding about rules that are broken at one place; the first one decides."""
        first = breaches[0]
        rules = tuple(dict.fromkeys(breach.rule for breach in breaches))
        because = tuple((breach.rule, breach.reason) for breach in breaches if breach.reason)
        return self.finding(
            kind,
            span,
            first.fact,
            rules=rules,
            reason=first.reason,
            because=tuple(dict.fromkeys(because)),
            numbers=first.numbers,
            legal_instead=legal_instead,
            help=help,
        )

    def troubles(self, error: NotationError) -> tuple[Finding, ...]:
        return tuple([self.trouble(trouble) for trouble in error.troubles])

    def trouble(self, trouble: Trouble) -> Finding:
        return self.finding(trouble.kind, trouble.span, trouble.fact, help=trouble.help)

    def _source(self, line: int) -> str:
        if line == self.statement.line:
            return self.statement.source
        body = self.statement.body
        place = bisect_left(body, line, key=lambda part: part.line)  # long blocks can have very many findings
        return body[place].source if place < len(body) and body[place].line == line else ""


def repeated(
    findings: tuple[Finding, ...], statement: Statement, before: Statement | None
) -> tuple[Finding, ...]:
    """The findings about an illegal or contradictory line, with a hint if it repeats the line before it. The first lines of two
    blocks are equal without that."""
    if before is None or statement.body or not findings:
        return findings
    if verdict_of(findings) != ILLEGAL and findings[0].kind != IMPOSSIBLE:
        return findings
    if split_comment(statement.source)[0].split() != split_comment(before.source)[0].split():
        return findings
    help = f"this line repeats line {before.line}: leave one of them out"
    return (replace(findings[0], help=help), *findings[1:])


def open_fact(statement: Statement, moves_nothing: bool) -> str:
    """Why a line is undetermined, if the game gives no other reason. In a line that moves nothing `?` may represent what the
    rules hide."""
    code = split_comment(statement.source)[0].split()
    if statement.kind == "not_written":
        return "lines are missing here"
    if statement.kind == "either":
        return "the record leaves open which of these alternatives happened"
    marks = any(leaf.kind in ("UNKNOWN", "ELLIPSIS") for leaf in statement.node.leaves())
    if marks and not moves_nothing:
        return "something was not written down here"
    if statement.kind == "check":
        return f"`{' '.join(code[:2])}` is not checked yet"
    return f"`{code[0] if code else statement.kind}` lines are not judged yet"


def open_span(statement: Statement) -> Span:
    """The open part of a line: its first `?` or `...`, else its first word."""
    leaves = statement.node.leaves()
    marked = next((leaf.span for leaf in leaves if leaf.kind in ("UNKNOWN", "ELLIPSIS")), None)
    if marked is not None or statement.kind in ASSERTIONS:
        return marked or statement.node.span
    span = statement.node.span
    word = statement.source[span.column - 1 : span.end_column - 1].split()
    return span._replace(end_column=span.column + len(word[0])) if word else span
