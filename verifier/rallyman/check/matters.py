"""Which rules of a turn ever decide: for each, a small position with a turn that breaks only that rule, so that it would be legal
without it; or the proof that no die from any moment of any turn breaks it alone.

If every turn that breaks a rule also breaks others, these are left out with it: several rules may state the same thing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from model.rallyman.facts import DATA
from model.rallyman.position import Position
from model.rules import load_rules
from model.ruleset import Ruleset, parameter
from model.values import replace
from verifier.rallyman.answers import engine_result
from verifier.rallyman.check.anywhere import STAGE, anywhere
from verifier.rallyman.check.differences import LIMITS, SIZES, Candidate, plainest, under, worn_for
from verifier.rallyman.check.plain import situations, wrong_turns
from verifier.rallyman.check.plain_turns import judged as judged_turns
from verifier.rallyman.check.record import record_of, result_text, writable
from verifier.rallyman.check.small import FLATS, Small, judged, small
from verifier.rallyman.spec.judgement import Judged
from verifier.rallyman.spec.judging import judge, without_rules
from verifier.rallyman.spec.play import amount, place_of
from verifier.rulesets.changes import NotedRuleset
from verifier.rulesets.checking import FOUND, PROVED, Checked, Found, Question, control, guarded
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.cores import by_id, minimal
from verifier.solving.session import GaveUpError, Session

ABOUT = "rules that never matter"
ANYWHERE = f"{STAGE}, one opponent, one die from any moment"
SMALL = "small positions, turns of up to 3 dice; plain turns of up to 3 cars"
FEW = f"{STAGE}, 1 die"
COMMON = (STAGE, 2, True)
"""The small positions used to find rules that are broken together."""

BROKEN = "broken"
PLANTED = "planted"


@dataclass(slots=True)
class Known:
    """A rule, the rules that are broken whenever it is, whether no die breaks it alone, and the result of the search for a
    turn."""

    rule: str
    others: frozenset[str] = frozenset()
    proved: bool = False
    found: Candidate | None = None
    gave_up: str = ""

    @property
    def left_out(self) -> frozenset[str]:
        """The rule, and those that are broken with it."""
        return self.others | {self.rule}


ROUNDS = 150
"""Positions on which the engine may disagree: what else a turn breaks, it may find first."""


@dataclass(frozen=True, slots=True)
class _Demands:
    """The demands of the rules of a turn or of a die, by rule id, and the facts that hold."""

    circuit: Circuit
    facts: Sequence[Bit]
    named: Mapping[str, Bit]


def check_matters(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a turn breaks this rule and no other, so it matters; UNSAT, from any moment of a turn: everything that breaks it
    breaks another rule too.

    Each rule of a turn: does it ever decide? Then both controls.
    """
    yield from guarded(Matters(ruleset).questions(), _controls(ruleset))


def check_rule(ruleset: Ruleset, rule: str) -> Iterator[Checked]:
    """SAT: a turn breaks this rule and no other; UNSAT, from any moment of a turn: everything that breaks it breaks another rule
    too.

    The question for one rule; then both controls.
    """
    yield from guarded(Matters(ruleset).questions(rule), _controls(ruleset))


@dataclass(slots=True)
class Matters:
    """The rules of turns under a ruleset; small positions are built once for all rules."""

    ruleset: Ruleset
    _tables: dict[object, tuple[Small, _Demands]] = field(default_factory=dict)

    def questions(self, *only: str) -> Iterator[Checked]:
        """The answer about each rule, or about some."""
        yield from map(_shown, self.known(*only))

    def known(self, *only: str) -> Iterator[Known]:
        """What is known of each rule, or of some: first rules of dice, then those that only whole turns break."""
        anywhere = [self._anywhere(attack) for attack in (False, True)]
        of_dice = [*chain.from_iterable(one.named for one in anywhere), *self._table(*COMMON)[1].named]
        left: dict[str, Known] = {}
        decided: set[str] = set()
        for rule in _in_order(of_dice):
            if not only or rule in only:
                known = self._among_dice(rule, [one for one in anywhere if rule in one.named])
                if known.found is None:
                    left[rule] = known
                else:
                    decided.add(rule)
                    yield known
        if not only or not decided.issuperset(only):
            self._among_turns(left, decided, only)
        for rule in _in_order(list(left)):
            yield left[rule]

    def _anywhere(self, attack: bool) -> _Demands:
        """One die from any moment of a turn."""
        moment = anywhere(self.ruleset, attack=attack)
        return _Demands(moment.circuit, moment.facts, by_id(moment.circuit, moment.after().rules))

    def _table(self, stage: str, dice: int, other: bool) -> tuple[Small, _Demands]:
        """Small positions with a turn."""
        key = stage, dice, other
        if key not in self._tables:
            flats = min(FLATS, parameter(DATA, self.ruleset, "max_flats_before_elimination"))
            table = small(stage, dice, other=other, flats=flats)
            named = by_id(table.circuit, judged(table, self.ruleset)[1])
            self._tables[key] = table, _Demands(table.circuit, table.facts, named)
        return self._tables[key]

    def _among_dice(self, rule: str, anywhere: Sequence[_Demands]) -> Known:
        """Whether a die can break a rule alone, and a small position on which a turn does."""
        known = Known(rule)
        try:
            known.proved = bool(anywhere) and all(_broken_with(one, rule) for one in anywhere)
            if not known.proved:
                self._look(known)
            if known.found is None:
                known.others = self._all_broken_with(rule)
                if known.others:
                    self._look(known)
        except GaveUpError as error:
            known.gave_up = error.limit
        return known

    def _look(self, known: Known) -> None:
        """Searches for a small position with a turn that the rule stops, up to the first limit: where the judges refuse all that
        are tried of one size, they refuse those of the next ones too."""
        for size in SIZES:
            try:
                known.found = self._smallest(known, *self._table(*size))
            except GaveUpError as error:
                known.gave_up = error.limit
                return
            if known.found is not None:
                return

    def _all_broken_with(self, rule: str) -> frozenset[str]:
        """The rules that must be left out with this one so that a turn that breaks it may be legal."""
        demands, others = self._table(*COMMON)[1], frozenset[str]()
        while more := _broken_with(demands, rule, others):
            others |= more
        return others

    def _smallest(self, known: Known, table: Small, demands: _Demands) -> Candidate | None:
        """A position with a turn that breaks this rule and no others except those broken with it."""
        kept = [bit for id, bit in demands.named.items() if id not in known.left_out]
        asked = table.circuit.all([-demands.named.get(known.rule, TRUE), *kept])
        if asked == FALSE:
            return None
        return plainest(
            table, asked, self.ruleset, lambda found: _decides(found, known, judge(*found)), ROUNDS
        )

    def _among_turns(self, left: dict[str, Known], decided: set[str], only: Sequence[str]) -> None:
        """Searches whole turns, one by one, for the remaining rules and for those that no die breaks."""
        noted = NotedRuleset(self.ruleset)
        both = self.ruleset, self.ruleset
        turns = chain(wrong_turns(noted.ruleset), situations(noted.ruleset, worn_for(both)))
        for one in judged_turns(noted, turns):
            broken = frozenset(breach.rule for breach in one.judgement.breaches)
            for rule in _in_order([id for id in broken if id not in decided and (not only or id in only)]):
                known = left.setdefault(rule, Known(rule))
                if known.found is not None and (not known.others or len(broken) > 1):
                    continue
                found = under(one.setup, self.ruleset), one.position, one.turn
                alike = Known(rule, broken - {rule}, known.proved)
                if _decides(found, alike, one.judgement):
                    left[rule], alike.found = alike, found


def _in_order(rules: Sequence[str]) -> list[str]:
    """Rule ids, each once, in the order of the rulebook."""
    book = list(load_rules(DATA).rules)
    return sorted(dict.fromkeys(rules), key=book.index)


def _broken_with(
    demands: _Demands, rule: str, without: frozenset[str] = frozenset()
) -> frozenset[str] | None:
    """A set of rules; one of them is broken whenever this one is, apart from those in `without`; None if it can be broken alone.

    Satisfiable: it can. Unsatisfiable: the rules that exclude it.
    """
    named = {id: bit for id, bit in demands.named.items() if id not in (rule, *without)}
    broken = {BROKEN: -demands.named.get(rule, TRUE)}
    session = Session(demands.circuit, demands.facts, {**broken, **named}, limits=LIMITS)
    if session.fits([BROKEN, *named]):
        return None
    return frozenset(minimal(session, [BROKEN, *named])) - {BROKEN}


def _decides(found: Candidate, known: Known, judgement: Judged) -> bool:
    """Whether a turn breaks this rule and at most those broken with it, is legal without them, and the engine names the rule as
    well."""
    broken = {breach.rule for breach in judgement.breaches}
    if known.rule not in broken or not known.left_out.issuperset(broken) or not writable(found[2]):
        return False
    result = engine_result(*found)
    named = not isinstance(result, Position) and known.rule in result
    return named and not without_rules(*found, known.left_out).broken()


def _shown(known: Known) -> Checked:
    others = ", ".join(_in_order(list(known.others)))
    with_others = f"{'never' if known.proved else 'not seen'} alone, only with {others}"
    question = Question(ABOUT, known.rule, SMALL, rules=(known.rule,))
    if known.found is not None:
        setup, position, turn = known.found
        result = result_text(turn, engine_result(*known.found))
        matters = f"{with_others}; without them" if others else "it matters; without it"
        fact = f"{matters} this turn, which is {result}, is legal{_end(known)}"
        return replace(question, wanted=FOUND).answer(FOUND, fact, record_of(setup, position, turn))
    if known.gave_up:
        return question.gave_up(known.gave_up)
    if known.proved:
        fact = with_others if others else "never alone"
        return replace(question, bound=ANYWHERE).answer(PROVED, fact)
    return question.answer(PROVED, "it stops no turn that a record can express")


def _end(known: Known) -> str:
    """Where the car would be after the dice of a turn without the rules that stop it."""
    assert known.found is not None
    made = without_rules(*known.found, known.left_out).made
    if made is None:
        return ""
    return f" and ends at {place_of(made.end.at.items())} in gear {amount(made.end.gear)}"


def _controls(ruleset: Ruleset) -> Iterator[Checked]:
    """A planted rule against gas dice, found in no rulebook, decides; a rule that repeats another does not."""
    table = small(STAGE, 1, other=False)
    every = by_id(table.circuit, judged(table, ruleset)[1])

    def decides(bit: Bit) -> Found | None:
        demands = _Demands(table.circuit, table.facts, {**every, PLANTED: bit})
        return Found("it decides") if _broken_with(demands, PLANTED) is None else None

    without_gas = -table.choices[0].die["g"]
    yield control("a planted rule that forbids gas dice", FEW, partial(decides, without_gas))
    yield control("a rule that repeats another", FEW, partial(decides, every["RM-4.5"]), PROVED)
