"""What a line says and is not so, before it is a finding."""

from collections.abc import Sequence

from grammar.syntax import Span
from verifier.findings import Breach

Wrong = tuple[Span, tuple[Breach, ...]]
"""A place in a line with what is wrong there."""


def unless(right: bool, span: Span, rules: Sequence[str], told: str) -> list[Wrong]:
    """Nothing where it is right, else these rules with what is so."""
    return [] if right else [(span, tuple(Breach(rule, told) for rule in dict.fromkeys(rules)))]
