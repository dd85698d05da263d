"""What difference a change of the rules makes: a ruling read otherwise, a number, an option, a rule left out, or another ruleset.

A change is looked for among moves from any position of up to 4 cars (by the solver, which proves it if there is none), then among
what happens after a move (every small position), then in small positions of the other chapters, then in small races. Both judges
play each witness under both rulesets before it is shown.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from model.rules import DEFINITION, Rule, load_rules
from model.ruleset import Ruleset
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.changes import OPTION, RULE, RULING, Change, changes, changes_without, other_readings
from verifier.checking import (
    NOT_ASKED,
    PROVED,
    Checked,
    Found,
    Looked,
    Question,
    Witness,
    control,
    guarded,
)
from verifier.thunder_alley.check import differences, matters, settled
from verifier.thunder_alley.check.any_move import AnyMove
from verifier.thunder_alley.check.anywhere import Kind
from verifier.thunder_alley.check.differences import BOUND, WAYS, Differences, Sought
from verifier.thunder_alley.check.finding import finder
from verifier.thunder_alley.spec.play import SOLO

READINGS = "rulings about an activation"
COMPARED = "two rulesets compared"
LEFT_OUT = "what is changed without one rule"
FEW = "2 cars, 2 MPs"


def check_readings(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a move that is legal under one reading only, or leads to different positions; UNSAT: there is none
    within the bound.

    Each reading that is not in force, of every ruling that an activation consults; with both controls.
    """
    yield from guarded(_readings(ruleset), _controls(ruleset))


def compare(ruleset: Ruleset, other: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a move that is legal under one ruleset only, or leads to different positions; UNSAT: there is none
    within the bound.

    How the moves of an activation differ under two rulesets; with both controls.
    """
    yield from guarded(_compared(ruleset, other), _controls(ruleset))


def without(ruleset: Ruleset, name: str) -> Iterator[Checked]:
    """SAT: a position or a race has a different result; UNSAT: no move up to the bound has one.

    The effect on a ruleset of leaving out a rule that it can do without, an option that it has, a number that it sets (the
    printed one then applies), or a ruling, which then takes its default reading; a ruling already at its default is compared
    with its other readings. If a rule forbids moves whose result without it is undefined, the witness is a move that only
    this rule forbids. Raises `ModelError` for a name that is none of these, and for one that is not in force.
    """
    left_out = changes_without(DATA, ruleset, name)
    rule = load_rules(DATA).rules.get(left_out[0].name)
    if rule is None or rule.without:
        yield from guarded(map(partial(answer, ruleset), left_out), _controls(ruleset))
    else:
        yield from matters.without_rule(ruleset, rule.id) or [_not_asked(rule)]


def _looked(
    look: Callable[[Ruleset, Sequence[Sought]], object],
    bound: str,
    ruleset: Ruleset,
    searched: Sequence[Change],
) -> list[Looked]:
    sought = [Sought.by(ruleset, change) for change in searched]
    look(ruleset, sought)
    return [one.looked(bound) for one in sought]


_among_moves = partial(_looked, differences.look, BOUND)
_after_moves = partial(_looked, settled.look, settled.BOUND)


def _readings(ruleset: Ruleset) -> Iterator[Checked]:
    """Each reading; all together, since the moves under the ruleset itself are the same for all."""
    every = [one for ruling in load_rulings(DATA).rulings for one in other_readings(DATA, ruleset, ruling)]
    looked = dict(zip(map(str, every), _among_moves(ruleset, every), strict=True))
    rest = [change for change in every if not looked[str(change)].asked]
    looked |= zip(map(str, rest), _after_moves(ruleset, rest), strict=True)
    for name, one in looked.items():
        if one.asked:
            yield _answer(READINGS, name, one, "under this reading")


def _compared(ruleset: Ruleset, other: Ruleset) -> Iterator[Checked]:
    """Each way in which a move can differ, then each ruling that is read differently and that no move looked up."""
    ways = [Sought(other, ways=(way,)) for way in WAYS]
    looked_up = differences.look(ruleset, ways)
    for one in ways:
        yield _answer(COMPARED, one.ways[0], one.looked(BOUND), "under the other")
    apart = [one for one in changes(DATA, ruleset, other) if one.kind == RULING and one.name not in looked_up]
    for change, looked in zip(apart, _after_moves(ruleset, apart), strict=True):
        if looked.witness is not None:
            yield _answer(COMPARED, str(change), looked, "under the other")


def answer(ruleset: Ruleset, change: Change) -> Checked:
    """The answer to what a change does, with a witness if there is one."""
    name = change.name if change.kind in (OPTION, RULE) else str(change)
    unasked = NOT_ASKED, "nothing within the bound depends on it"
    return _answer(LEFT_OUT, name, finder(ruleset)(change), said(change), change.rules, unasked)


def said(change: Change) -> str:
    """The ruleset with a change, in words."""
    match change.kind:
        case "ruling":
            return "under this reading"
        case "parameter":
            return "with the printed number"
        case "option":
            return "without it"
    return f"without it ({load_rules(DATA)[change.name].without})"


def _answer(
    about: str,
    name: str,
    looked: Looked,
    other: str,
    rules: tuple[str, ...] = (),
    unasked: tuple[str, str] = (PROVED, "no difference"),
) -> Checked:
    """The answer of a search; `other` names the second ruleset."""

    def fact(found: Witness) -> str:
        smallest = " (a smaller position is not ruled out)" if looked.limit else ""
        return f"{found.size}: {found.results[0]}; {other} {found.results[1]}{smallest}"

    return looked.answer(about, name, fact, unasked, rules)


def _not_asked(rule: Rule) -> Checked:
    why = "it defines words" if rule.kind == DEFINITION else "the rules do not define what holds in its place"
    return Question(LEFT_OUT, rule.id, "every rule", rules=(rule.id,)).answer(NOT_ASKED, why)


def _controls(ruleset: Ruleset) -> Iterator[Checked]:
    """A known difference, which must be found, and identical rulesets, which must show none."""
    known = other_readings(DATA, ruleset, "reenter-start-space")[0]
    moves = AnyMove(Kind(SOLO), 2, 2, [ruleset, known.applied(ruleset), ruleset])
    apart = Differences(moves, (1, 2))

    def search(number: int) -> Found | None:
        return Found("found") if apart.smallest(number).witness else None

    yield control(f"a planted difference ({known.name})", FEW, partial(search, 1))
    yield control("identical rulesets", FEW, partial(search, 2), PROVED)
