"""The spec's answers about one turn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from model.rallyman.facts import DATA
from model.rallyman.moves import Turn
from model.rallyman.position import Position
from model.rules import load_rules
from verifier.findings import Breach
from verifier.judging import Judgement
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.play import Rule
from verifier.solving import comparison


@dataclass(frozen=True, slots=True)
class Played:
    """A legal turn with the position before and after it, and the result of its dice (None if none was used). Without a turn both
    positions are the one given by the record."""

    before: Position
    after: Position
    turn: Turn | None = None
    driven: Driven | None = None


Judged = Judgement[Played]
"""The judgement of a turn: what was played, several times if the record leaves something open, or the broken rules. Its `limit`
is the solver limit that was hit, or what the spec does not judge."""


def refused(
    broken: Sequence[Rule],
    together: Iterable[Iterable[str]] = (),
    facts: Mapping[str, str] | None = None,
) -> Judged:
    """The judgement of a turn that breaks these rules, the deciding one first. `together`: sets of rules, each harmless
    without the others of its set; without such sets every broken rule decides alone. `facts` are better sentences for some of
    these rules."""
    book = load_rules(DATA)

    def reason(rule: Rule) -> str:
        return book.short(rule.id) if rule.fact in ("", broken[0].fact) else rule.fact

    said = {rule.id: rule.fact for rule in reversed(broken)} | dict(facts or {})
    return Judgement(
        breaches=tuple(
            Breach(rule.id, rule.fact, reason(rule), rule.step, token=rule.token) for rule in broken
        ),
        together=tuple(
            tuple((rule, said.get(rule) or book.short(rule)) for rule in core) for core in together
        ),
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """A legal turn, its result, and the symbols it bears: the most that cost no control, on any of its dice. None if it has no
    dice, always costs control, or was not checked."""

    turn: Turn
    driven: Driven | None
    bears: int | None = None


Answer = comparison.Answer[Position, Plan]
"""All next positions of a turn, each with one plan that leads there."""

Difference = comparison.Difference[Position, Plan]
