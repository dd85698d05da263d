"""Goals of edge cases: a pair of cases wanted for a rule and a fact, and what became of it (`verifier/rulesets/edges.py`)."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from model.ruleset import Ruleset
from model.values import value
from verifier.rulesets.changes import Change

REACHED, UNREACHABLE, GAVE_UP, DIFFERS = "reached", "unreachable", "given up", "judges differ"
"""Outcomes of a goal: a pair of cases; the proof that none exists up to the bound; a limit was hit; the judges do not agree
about a case, which is a fault of the tool."""

DECISION, ANYTHING = "decision", "any"
"""The fact that a pair differs in its decision; the goal that a rule is at work at all."""


@value
class Subject:
    """A rule, or a ruling or number that is read otherwise. `change` leaves out the rule, if the ruleset can do without it, or
    is the other reading. `forbids`: the rule may decide against a decision."""

    name: str
    rules: tuple[str, ...]
    change: Change | None = None
    forbids: bool = False


@value
class Side:
    """One of two cases: what sets it apart, and the lines of its record after the title; `before`: the records that this one
    names, from their titles on."""

    apart: str
    record: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()


@value
class Goal:
    """A pair of cases that is wanted: for a rule or reading and a fact, in one part of the questions. `sides` are the case inside
    and the one outside; or the one about which the judges differ."""

    part: str
    name: str
    rules: tuple[str, ...]
    fact: str
    outcome: str
    bound: str
    limit: str = ""
    sides: tuple[Side, ...] = ()


@value
class Part:
    """Goals about one kind of decision. `concerns`: a subject can show in it."""

    name: str
    concerns: Callable[[Subject], bool]
    find: Callable[[Ruleset, Sequence[Subject]], Iterable[Goal]]


@value
class Edges:
    """The parts of a game in which goals are wanted. In the first one another reading of the ruling `known` is known to have an
    edge. Its records name some `files` (name and text) in place of lines that would be in each of them (`named`)."""

    parts: tuple[Part, ...]
    known: str
    files: Mapping[str, str]
    named: Mapping[str, str]
