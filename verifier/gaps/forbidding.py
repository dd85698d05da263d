"""Which rules forbid every position that a record with holes allows: a least set of those met.

A rule is left out, and the search is made again. If still nothing fits, and no rule is met that was not met before, the rule is
not needed.
"""

from collections import Counter
from collections.abc import Callable, Collection

from model.asked import as_written
from model.rules import load_rules
from model.ruleset import Ruleset, without_rule
from model.values import replace, value
from verifier.findings import ILLEGAL
from verifier.gaps.seeking import Instance, Looked, Refusal, Search

STAYS = "it cannot be left out"
NO_ANSWER = "without it there is no answer: "


@value
class Forbidding:
    """A rule that is needed: without it this position `fits`, or other rules take its place (`instead`); or `why` it is not known
    whether it is needed."""

    rule: str
    fits: Instance | None = None
    instead: tuple[str, ...] = ()
    why: str = ""


@value
class Least:
    """The rules that together forbid every position, and those met that are not needed."""

    rules: tuple[Forbidding, ...] = ()
    spared: tuple[str, ...] = ()


def least(search: Search, refused: "Counter[Refusal]", ask: Callable[[Search], Looked]) -> Least:
    """A least set of the rules met in a search that found nothing. `ask` makes another search. The rules met most are spared
    last."""
    data, ruleset = search.puzzle.game.data, as_written(search.puzzle.before.heading.ruleset)
    book, met = load_rules(data), _met(refused)
    spared: list[str] = []
    needed: dict[str, Forbidding] = {}
    while left := [rule for rule in met if rule not in needed]:
        rule = min(left, key=lambda one: (met[one], one))
        if not book[rule].without:
            needed[rule] = Forbidding(rule, why=STAYS)
            continue
        looked = ask(_without(search, ruleset, [*spared, rule]))
        after = _met(looked.refused)
        if looked.found:
            needed[rule] = Forbidding(rule, fits=looked.found[0])
        elif looked.limit or looked.differ:
            needed[rule] = Forbidding(rule, why=f"{NO_ANSWER}{looked.limit or 'the judges differ'}")
        elif more := tuple(one for one in after if one not in met):
            needed[rule] = Forbidding(rule, instead=more)
        else:
            spared.append(rule)
            met = after
            needed.clear()
    return Least(tuple(needed[rule] for rule, _ in met.most_common()), tuple(spared))


def _met(refused: "Counter[Refusal]") -> "Counter[str]":
    met: Counter[str] = Counter()
    for one, count in refused.items():
        if one.verdict == ILLEGAL and one.rule:
            met[one.rule] += count
    return met


def _without(search: Search, ruleset: Ruleset, rules: Collection[str]) -> Search:
    """The search for one position that fits if these rules are left out."""
    request = search.request
    for rule in rules:
        ruleset = without_rule(search.puzzle.game.data, ruleset, rule)
    overrides = replace(request.options.overrides, rules=ruleset)
    return Search(replace(request, options=replace(request.options, overrides=overrides)), 1)
