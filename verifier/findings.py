"""What the steward has to say: findings, verdicts, and the breach that an engine reports."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

LEGAL, ILLEGAL, UNDETERMINED, UNREADABLE = "legal", "illegal", "undetermined", "unreadable"
VERDICTS = (LEGAL, ILLEGAL, UNDETERMINED, UNREADABLE)

KINDS = MappingProxyType(
    {
        "unreadable": UNREADABLE,
        "unknown-name": UNREADABLE,
        "impossible": UNREADABLE,
        "illegal": ILLEGAL,
        "claim": ILLEGAL,
        "ambiguous": UNDETERMINED,
        "undetermined": UNDETERMINED,
        "judges-differ": UNDETERMINED,
    }
)
"""Kinds of finding and the verdict that each of them means for its record."""

NO_NUMBERS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that a move breaks, in the engine's terms.

    `step` counts from 1 within the path (0: the move as a whole, -1: the choice of car or card); `car` is the mover when
    it is not the active car. `fact` says what is so with its numbers, `reason` what the rule demands; both are phrases in
    lower case without a full stop. `token` selects the written word to point at, if not that of the step:
    "car", "card", "left", "links", "ends", "placed", "second", "destination".
    """

    rule: str
    fact: str
    reason: str = ""
    step: int = 0
    car: int | None = None
    token: str | None = None
    numbers: Mapping[str, int] = field(default_factory=lambda: NO_NUMBERS)
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Related:
    """Another line that matters to a finding."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence of the steward: place, rules, fact, reason, and what would have been legal.

    `rules` begins with the rule that decides; the others are broken at the same step. `because` pairs each rule with its
    sentence. Columns count characters from 1; `end_column` is the first one after the marked text.
    """

    kind: str
    file: str
    line: int
    column: int
    end_column: int
    fact: str
    rules: tuple[str, ...] = ()
    reason: str = ""
    because: tuple[tuple[str, str], ...] = ()
    numbers: Mapping[str, int] = field(default_factory=lambda: NO_NUMBERS)
    legal_instead: tuple[str, ...] = ()
    help: str = ""
    related: tuple[Related, ...] = ()
    rulings: tuple[str, ...] = ()
    source: str = ""
