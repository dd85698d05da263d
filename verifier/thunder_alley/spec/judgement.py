"""How the spec words a refusal: the broken rules with their demands."""

from collections.abc import Iterable, Sequence

from model.rules import load_rules
from model.thunder_alley.facts import DATA
from model.values import replace
from verifier.findings import Breach

UNDRAWN = "a car goes beyond the drawn stretch of track: draw more of it"
"""The limit of a judgement about a move that would fit if more of the track were drawn."""


def cited(
    rules: Iterable[str], fact: str = "", token: str | None = None, step: int = 0
) -> tuple[Breach, ...]:
    """Broken rules: the first with the fact, if there is one, the others with their demands."""
    book = load_rules(DATA)
    return tuple(
        Breach(rule, book.short(rule) if place or not fact else fact, book.short(rule), step, token=token)
        for place, rule in enumerate(rules)
    )


def with_reasons(breaches: Sequence[Breach]) -> tuple[Breach, ...]:
    """The same broken rules with reasons: for the deciding one its demand, for the others their facts."""
    book = load_rules(DATA)
    return tuple(
        replace(one, reason=one.fact if place else book.short(one.rule)) for place, one in enumerate(breaches)
    )


def each_once(breaches: Iterable[Breach]) -> tuple[Breach, ...]:
    """These breaches in their order, without repetitions."""
    found: list[Breach] = []
    for one in breaches:
        if one not in found:
            found.append(one)
    return tuple(found)
