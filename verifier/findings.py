"""Findings, verdicts, and the breach that an engine reports."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from types import MappingProxyType

from model.values import value

LEGAL, ILLEGAL, UNDETERMINED, UNREADABLE = "legal", "illegal", "undetermined", "unreadable"
VERDICTS = (LEGAL, ILLEGAL, UNDETERMINED, UNREADABLE)

DIFFER = "judges-differ"
"""The kind of finding for a fault of the tool: its judges differ."""

KINDS = MappingProxyType(
    {
        "unreadable": UNREADABLE,
        "unknown-name": UNREADABLE,
        "impossible": UNREADABLE,
        "illegal": ILLEGAL,
        "claim": ILLEGAL,
        "ambiguous": UNDETERMINED,
        "undetermined": UNDETERMINED,
        DIFFER: UNDETERMINED,
    }
)
"""Kinds of finding -> the verdict that each one gives its record."""

NO_NUMBERS: Mapping[str, int] = MappingProxyType({})


@value
class Breach:
    """A rule that a move breaks, in the engine's terms.

    `step` counts from 1 within the path (0: the move as a whole, -1: the choice of car or card); `car` is the mover if it is
    not the active car. `fact` gives the facts with their numbers, `reason` the rule's demand; both are phrases in lower case
    without a full stop. `token` selects the written word to point at, if not that of the step: "car", "card", "left",
    "links", "ends", "placed", "second", "destination", "stop" (the last word of the path). `at` is the place of a breach in the
    order of judgement, where moves with lost parts are compared.
    """

    rule: str
    fact: str
    reason: str = ""
    step: int = 0
    car: int | None = None
    token: str | None = None
    numbers: Mapping[str, int] = field(default_factory=lambda: NO_NUMBERS)
    rulings: tuple[str, ...] = ()
    at: tuple[int, ...] = ()


THE_SAME = "the same"
"""Why a line is related: it has the same mistake."""

MISSING_SINCE = "lines are missing from there on"
"""Why a line is related: the position was known before it, but not after."""


@value
class Related:
    """Another line that matters to a finding."""

    line: int
    what: str


@value
class Finding:
    """One decision of the steward: place, rules, fact, reason, and what would have been legal.

    `rules` begins with the deciding rule; the others are broken at the same step. `because` pairs each rule with its
    sentence. Columns count characters from 1; `end_column` is the first one after the marked text. Line 0 means the file as a
    whole: it is missing or unreadable. It also marks a move given on the command line for the place that `file` names; then
    `source` is that move.
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


@value
class Dependence:
    """A ruling that a verdict rests on: the reading in force, and the outcome under each reading that would change the
    verdict."""

    ruling: str
    reading: str
    otherwise: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """The id of the ruling."""
        return self.ruling

    def __str__(self) -> str:
        others = "; ".join(f"{outcome} under `{reading}`" for reading, outcome in self.otherwise)
        return f"ruling {self.ruling} = {self.reading} ({others})"


@value
class Assumption:
    """A parameter that a verdict rests on, though no source states its value: the assumed value, and the outcome with each
    other value that changes it. `places` are line and column of the findings that another value changes."""

    parameter: str
    value: int
    otherwise: tuple[tuple[int, str], ...]
    places: tuple[tuple[int, int], ...] = ()

    @property
    def name(self) -> str:
        """The name of the parameter."""
        return self.parameter

    @property
    def briefly(self) -> str:
        """The parameter and its value, without the other outcomes."""
        return f"parameter {self.parameter} = {self.value}, which is assumed"

    def __str__(self) -> str:
        grouped: dict[str, list[str]] = {}
        for other, outcome in self.otherwise:
            grouped.setdefault(outcome, []).append(str(other))
        others = "; ".join(f"{outcome} with {', '.join(given)}" for outcome, given in grouped.items())
        return f"{self.briefly} ({others})"


GRAVEST_FIRST = (UNREADABLE, ILLEGAL, UNDETERMINED)


def verdict_of(findings: Iterable[Finding]) -> str:
    """The verdict of these findings: the gravest one, or legal without findings."""
    found = {KINDS[finding.kind] for finding in findings}
    return next((verdict for verdict in GRAVEST_FIRST if verdict in found), LEGAL)


def deciding(findings: Iterable[Finding]) -> Finding | None:
    """The first finding that gives the verdict. An earlier finding that is less grave (a line not judged yet) does not decide."""
    every = tuple(findings)
    verdict = verdict_of(every)
    return next((finding for finding in every if KINDS[finding.kind] == verdict), None)


RULE_NUMBER = re.compile(r"[A-Z]+-(?:[0-9]+(?:\.[0-9]+)*|[A-Z]+)")
"""The rulebook's own number in a rule id; a rule without a number has a name in capitals."""


def same_rule(one: str, other: str) -> bool:
    """Whether two rule ids mean the same: one is the other plus a suffix, not shorter than the rulebook's number.

    >>> same_rule("TA-6.1", "TA-6.1-cost"), same_rule("TA-6", "TA-6.1-cost")
    (True, False)
    """
    short, long = sorted((one, other), key=len)
    if short == long:
        return True
    number = RULE_NUMBER.match(long)
    suffixed = long.startswith(short) and long[len(short)] in "-."
    return suffixed and number is not None and len(short) >= len(number.group())
