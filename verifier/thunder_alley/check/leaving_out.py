"""A ruleset without one of its rules: a rule by its id, an option, a number that it sets, or a ruling.

The search for a difference begins with moves, on positions of up to 4 cars (by the solver, which proves it if there is none).
Then come the rulings that take effect after a move (every small position), then small races, for everything except moves.
Both judges play each witness under both rulesets before it is shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from model.asked import recording
from model.rules import DEFINITION, Rule, load_rules
from model.ruleset import Ruleset
from model.thunder_alley.facts import DATA
from model.values import replace
from verifier.changes import OPTION, RULE, RULING, Change, changes_without
from verifier.checking import FOUND, GAVE_UP, NOT_ASKED, PROVED, Checked, controlled
from verifier.solving.session import GaveUpError
from verifier.thunder_alley.check import matters, played
from verifier.thunder_alley.check.any_move import AnyMove
from verifier.thunder_alley.check.anywhere import Kind, movements
from verifier.thunder_alley.check.differences import Differences, Witness, shown
from verifier.thunder_alley.check.readings import BOUND, FEW, SIZES, control
from verifier.thunder_alley.check.settled import BOUND as LAID
from verifier.thunder_alley.check.settled import Other, look

ABOUT = "what is changed without one rule"


@dataclass(slots=True)
class _ByMoves:
    """The result of a search among moves: the movements that consult what is changed, and why the search gave up."""

    asked: set[Kind] = field(default_factory=set)
    found: Witness | None = None
    gave_up: str = ""


def without(ruleset: Ruleset, name: str) -> Iterator[Checked]:
    """SAT: a position or a race has a different result; UNSAT: no move up to the bound has one.

    The effect on a ruleset of leaving out a rule that it can do without, an option that it has, a number that it sets (the
    printed one then applies), or a ruling, which then takes its default reading; a ruling already at its default is compared
    with its other readings. If a rule forbids moves whose result without it is undefined, the witness is a move that only
    this rule forbids. Raises `ModelError` for a name that is none of these, and for one that is not in force.
    """
    changes = changes_without(DATA, ruleset, name)
    rule = load_rules(DATA).rules.get(changes[0].name)
    if rule is None or rule.without:
        yield from controlled(partial(_questions, ruleset, changes), control(ruleset), FEW)
        return
    forbidden = matters.without_rule(ruleset, rule.id)
    yield from forbidden or [_not_asked(rule)]


def _not_asked(rule: Rule) -> Checked:
    why = "it defines words" if rule.kind == DEFINITION else "the rules do not define what holds in its place"
    return Checked(ABOUT, rule.id, NOT_ASKED, "every rule", why, rules=(rule.id,))


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


def _questions(ruleset: Ruleset, changes: list[Change]) -> Iterator[Checked]:
    for change in changes:
        yield answer(ruleset, change)


def answer(ruleset: Ruleset, change: Change) -> Checked:
    """The smallest difference among moves; otherwise one that takes effect after a move; otherwise one in a race."""
    name = change.name if change.kind == OPTION else str(change)
    of_moves = change.kind in (RULING, RULE)
    ruling = change.name if change.kind == RULING else None
    moves = _by_moves(ruleset, change) if of_moves else _ByMoves()
    if moves.found is not None:
        return _rules(
            change, shown(ABOUT, name, BOUND, moves.found, said(change), smallest=not moves.gave_up)
        )
    other = Other(ruling, change.applied(ruleset))
    if of_moves and (ruling is None or not moves.asked):
        look(ruleset, [other])
        if other.found is not None:
            return _rules(change, shown(ABOUT, name, LAID, other.found, said(change)))
    race = played.look(ruleset, ruling, change.applied)
    if race is not None:
        fact = f"{race.cars} cars, `{race.line}`: {race.results[0]}; {said(change)} {race.results[1]}"
        return Checked(ABOUT, name, FOUND, played.BOUND, fact, rules=change.rules, witness=race.record)
    if moves.gave_up:
        return Checked(ABOUT, name, GAVE_UP, BOUND, f"limit: {moves.gave_up}", rules=change.rules)
    if moves.asked or other.asked:
        bound = BOUND if moves.asked else LAID
        return Checked(ABOUT, name, PROVED, bound, "no difference", rules=change.rules)
    fact = "no move depends on it, and none of the races played"
    return Checked(ABOUT, name, NOT_ASKED, played.BOUND, fact, rules=change.rules)


def _rules(change: Change, found: Checked) -> Checked:
    return replace(found, rules=change.rules)


def _by_moves(ruleset: Ruleset, change: Change) -> _ByMoves:
    """The smallest position on which a move differs; fewest cars first, then MPs."""
    search = _ByMoves()
    other = change.applied(ruleset)
    text = change.name.removeprefix("TA-RC-") if change.name.startswith("TA-RC-") else None
    for cars, most in SIZES:
        for kind in movements():
            if (text is not None and kind.text != text) or (cars > 2 and kind not in search.asked):
                continue
            noted, asked, _ = recording(ruleset)
            moves = AnyMove(kind, cars, most, [noted, other])
            moves.under(0)
            if change.kind == RULING and change.name not in asked.asked:
                continue
            if _same(moves):
                continue
            search.asked.add(kind)
            moves.rulesets = (ruleset, other)
            try:
                found = Differences(moves, [1]).smallest(1)
            except GaveUpError as error:
                search.gave_up = error.limit
                continue
            if found.witness is not None:
                search.found = found.witness
                search.gave_up = search.gave_up or ("" if found.complete else "steps")
                return search
    return search


def _same(moves: AnyMove) -> bool:
    """Whether the circuits of both rulesets are the same, so that no position distinguishes them."""
    one, two = moves.under(0), moves.under(1)
    return one.legal == two.legal and one.signature() == two.signature()
