"""The alternatives of an `either` block, each judged on its own: which are possible, where they part, and how the tables that
they lead to differ."""

from collections.abc import Sequence

from grammar.lines import split_comment
from grammar.syntax import Statement, alternatives, with_body
from model.values import replace, value
from verifier.findings import ILLEGAL, UNREADABLE, Finding, deciding, verdict_of

Position = tuple[str, ...]
"""The lines of a position block."""


@value
class Alternative:
    """One alternative: its lines without comments, the first of them (`line`), and its verdict with the deciding finding. `parts`
    is its first line that another alternative does not have; 0 without such a line. `positions` are those that it leads to, as
    the lines of a position block: none if it is not possible. `only` are the lines that they all have, and some other
    possible alternative does not."""

    line: int
    lines: tuple[str, ...]
    verdict: str
    finding: Finding | None
    parts: int
    positions: tuple[Position, ...]
    only: Position = ()

    @property
    def possible(self) -> bool:
        """Whether this alternative can be what happened."""
        return self.verdict not in (ILLEGAL, UNREADABLE)


@value
class Alternatives:
    """An `either` block in `line`, with its alternatives in the order of the record."""

    line: int
    each: tuple[Alternative, ...]

    @property
    def possible(self) -> int:
        """How many of the alternatives can be what happened."""
        return sum(one.possible for one in self.each)

    @property
    def same(self) -> bool:
        """Whether all possible alternatives lead to the same positions."""
        return len({frozenset(one.positions) for one in self.each if one.possible}) < 2

    def __str__(self) -> str:
        """The comparison in one sentence."""
        return f"{self._which()}; {self._where()}{self._table()}"

    def _which(self) -> str:
        verdicts = [one.verdict for one in self.each]
        counts = [f"{verdicts.count(one)} {one}" for one in dict.fromkeys(verdicts)]
        if len(counts) == 1:
            return (
                f"{'both' if len(verdicts) == 2 else f'all {len(verdicts)}'} alternatives are {verdicts[0]}"
            )
        return f"of {len(verdicts)} alternatives {' and '.join(counts)}"

    def _where(self) -> str:
        parting = [str(one.parts) for one in self.each if one.parts]
        if not parting:
            return "they have the same lines"
        return f"they part in line{'s' if len(parting) > 1 else ''} {_listed(parting)}"

    def _table(self) -> str:
        if self.possible < 2:
            return ""
        if any(one.possible and not one.positions for one in self.each):
            return "; not all of them can be followed"
        return "; they lead to the same position" if self.same else "; they lead to different positions"


def compared(
    block: Statement, findings: Sequence[tuple[Finding, ...]], positions: Sequence[tuple[Position, ...]]
) -> Alternatives:
    """The comparison of the alternatives of a block. For each of them there are the findings about its lines, and the positions
    that it leads to."""
    each = alternatives(block)
    texts = [tuple(_text(line) for one in lines for line in with_body(one)) for lines in each]
    shared = _shared(texts)
    made = []
    for lines, text, found, leads in zip(each, texts, findings, positions, strict=True):
        numbers = [line.line for one in lines for line in with_body(one)]
        first = numbers[0] if numbers else block.line
        parts = numbers[shared] if shared < len(numbers) else 0
        verdict = verdict_of(found)
        possible = verdict not in (ILLEGAL, UNREADABLE)
        made.append(Alternative(first, text, verdict, deciding(found), parts, leads if possible else ()))
    return Alternatives(block.line, tuple(replace(one, only=_only(one, made)) for one in made))


def most_possible(made: Alternatives, known: Alternatives | None) -> Alternatives:
    """Of two comparisons of a block, from two positions before it, the one that leaves more alternatives possible."""
    return known if known is not None and known.possible >= made.possible else made


def _text(statement: Statement) -> str:
    return " ".join(split_comment(statement.source)[0].split())


def _shared(texts: Sequence[Sequence[str]]) -> int:
    """How many lines all alternatives begin with alike."""
    count = 0
    for lines in zip(*texts, strict=False):
        if len(set(lines)) > 1:
            break
        count += 1
    return count


def _only(one: Alternative, every: Sequence[Alternative]) -> Position:
    """The lines that all positions of an alternative have, and not all positions of each other possible one."""
    others = [position for other in every if other is not one for position in other.positions]
    if not one.positions or not others:
        return ()
    first, *more = one.positions
    return tuple(
        line
        for line in first
        if all(line in position for position in more) and not all(line in position for position in others)
    )


def _listed(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
