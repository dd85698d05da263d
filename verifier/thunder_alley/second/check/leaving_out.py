"""A ruleset without one of its rules: a rule by its id, an option, a number that it sets, or a ruling.

The search for a difference begins with moves, on positions of up to 4 cars (by the solver, which proves it if there is none).
Then come the rulings that take effect after a move (every small position), then small races, for everything except moves.
Both judges play each witness under both rulesets before it is shown.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from model.asked import recording
from model.datafiles import did_you_mean
from model.errors import ModelError, Problem
from model.rules import DEFINITION, Rule, load_house_rules, load_rules
from model.ruleset import Ruleset, default_ruleset, with_changes, without_rule
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from model.values import replace
from verifier.second import FOUND, GAVE_UP, NOT_ASKED, PROVED, Checked
from verifier.solving.session import GaveUpError
from verifier.thunder_alley.second.check import matters, played
from verifier.thunder_alley.second.check.any_move import AnyMove
from verifier.thunder_alley.second.check.anywhere import Kind, movements
from verifier.thunder_alley.second.check.controls import controlled
from verifier.thunder_alley.second.check.differences import Differences, Witness, shown
from verifier.thunder_alley.second.check.readings import BOUND, FEW, SIZES, control, with_reading
from verifier.thunder_alley.second.check.settled import BOUND as LAID
from verifier.thunder_alley.second.check.settled import Other, look

ABOUT = "what is changed without one rule"


@dataclass(frozen=True, slots=True)
class Change:
    """What is left out or read differently: `name` for the report, `apply` changes a ruleset, `said` describes the changed
    ruleset. `rules` are the rules concerned. `moves`: a move may depend on it; `ruling` is the ruling that is read
    differently, `text` the only card text concerned."""

    name: str
    apply: Callable[[Ruleset], Ruleset]
    said: str
    rules: tuple[str, ...]
    moves: bool = False
    ruling: str | None = None
    text: str | None = None


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
    rule = load_rules(DATA).rules.get(name)
    if rule is None or rule.without:
        changes = list(changes_of(ruleset, name))
        yield from controlled(partial(_questions, ruleset, changes), control(ruleset), FEW)
        return
    forbidden = matters.without_rule(ruleset, name)
    yield from forbidden or [_not_asked(rule)]


def _not_asked(rule: Rule) -> Checked:
    why = "it defines words" if rule.kind == DEFINITION else "the rules do not define what holds in its place"
    return Checked(ABOUT, rule.id, NOT_ASKED, "every rule", why, rules=(rule.id,))


def changes_of(ruleset: Ruleset, name: str) -> Iterator[Change]:
    """The changes that a name stands for. Raises `ModelError` if it stands for none."""
    house, rulings, rules = load_house_rules(DATA), load_rulings(DATA).rulings, load_rules(DATA).rules
    if name in house.options:
        if name not in ruleset.options:
            help = f"in force: {', '.join(ruleset.options) or 'none'}"
            raise ModelError(Problem(f"the option `{name}` is not in force in this ruleset", help=help))
        off = partial(with_changes, DATA, options={name: False})
        yield Change(name, off, "without it", (house.options[name].rule,))
    elif name in house.parameters:
        number = house.parameters[name]
        if int(ruleset.parameters.get(name, number.value)) == number.value:
            help = "a parameter that the ruleset sets can be left out; then the printed value holds"
            raise ModelError(Problem(f"`{name}` has its printed value, {number.value}", help=help))
        printed = partial(with_changes, DATA, parameters={name: number.value})
        yield Change(f"{name} = {number.value}", printed, "with the printed number", (number.rule,))
    elif name in rulings:
        yield from _readings(ruleset, name)
    elif name in rules:
        said = f"without it ({rules[name].without})"
        text = name.removeprefix("TA-RC-") if name.startswith("TA-RC-") else None
        yield Change(name, partial(without_rule, DATA, id=name), said, (name,), moves=True, text=text)
    else:
        known = [*rules, *rulings, *house.parameters, *house.options]
        raise ModelError(
            Problem(f"there is no rule, ruling or option `{name}`", help=did_you_mean(name, known))
        )


def _readings(ruleset: Ruleset, name: str) -> Iterator[Change]:
    ruling = load_rulings(DATA).rulings[name]
    default, now = default_ruleset(DATA).readings.get(name), ruleset.readings.get(name)
    others = [default] if default != now else [one for one in ruling.readings if one != now]
    choices = [one for one in others if one is not None and not ruling.readings[one].unmodelled]
    if now is None or not choices:
        raise ModelError(
            Problem(f"`{name}` has no other reading to choose", help=f"`steward rulings {name}`")
        )
    for reading in choices:
        apply = partial(with_reading, ruling=name, reading=reading)
        said = "under this reading"
        yield Change(f"{name} = {reading}", apply, said, tuple(ruling.rules), moves=True, ruling=name)


def _questions(ruleset: Ruleset, changes: list[Change]) -> Iterator[Checked]:
    for change in changes:
        yield answer(ruleset, change)


def answer(ruleset: Ruleset, change: Change) -> Checked:
    """The smallest difference among moves; otherwise one that takes effect after a move; otherwise one in a race."""
    moves = _by_moves(ruleset, change) if change.moves else _ByMoves()
    if moves.found is not None:
        return _rules(
            change, shown(ABOUT, change.name, BOUND, moves.found, change.said, smallest=not moves.gave_up)
        )
    other = Other(change.ruling, change.apply(ruleset))
    if change.moves and (change.ruling is None or not moves.asked):
        look(ruleset, [other])
        if other.found is not None:
            return _rules(change, shown(ABOUT, change.name, LAID, other.found, change.said))
    race = played.look(ruleset, change.ruling, change.apply)
    if race is not None:
        fact = f"{race.cars} cars, `{race.line}`: {race.results[0]}; {change.said} {race.results[1]}"
        return Checked(ABOUT, change.name, FOUND, played.BOUND, fact, rules=change.rules, witness=race.record)
    if moves.gave_up:
        return Checked(ABOUT, change.name, GAVE_UP, BOUND, f"limit: {moves.gave_up}", rules=change.rules)
    if moves.asked or other.asked:
        bound = BOUND if moves.asked else LAID
        return Checked(ABOUT, change.name, PROVED, bound, "no difference", rules=change.rules)
    fact = "no move depends on it, and none of the races played"
    return Checked(ABOUT, change.name, NOT_ASKED, played.BOUND, fact, rules=change.rules)


def _rules(change: Change, found: Checked) -> Checked:
    return replace(found, rules=change.rules)


def _by_moves(ruleset: Ruleset, change: Change) -> _ByMoves:
    """The smallest position on which a move differs; fewest cars first, then MPs."""
    search = _ByMoves()
    other = change.apply(ruleset)
    for cars, most in SIZES:
        for kind in movements():
            if (change.text is not None and kind.text != change.text) or (
                cars > 2 and kind not in search.asked
            ):
                continue
            noted, asked, _ = recording(ruleset)
            moves = AnyMove(kind, cars, most, [noted, other])
            moves.under(0)
            if change.ruling is not None and change.ruling not in asked.asked:
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
