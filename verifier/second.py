"""The second judge of a game: the rules as constraints, and a solver's answers about them.

A `SecondJudge` is what a game provides in addition to its engine: functions of the game's own position. It shares facts with
the engine but no judgement, so their agreement is that of two readings of the rulebook. If a limit ended the search, `gave_up`
in the answer names it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grammar.syntax import Statement
from model.values import value
from verifier.answer import MoveOffer, MovesAnswer, MovesRequest, Where
from verifier.findings import Finding

if TYPE_CHECKING:
    from model.ruleset import Ruleset

T = TypeVar("T")

PROVED, FOUND, GAVE_UP, NOT_ASKED = "proved", "witness", "gave up", "not asked"
"""Outcomes of a question about all positions: it holds up to the bound; a position shows that it does not; a limit was hit;
positions cannot answer it (`rules` then names what its cases are about)."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One plan of a turn. `notation` is a whole line of a record, `path` the places it reaches one after another, `ends` what
    it leaves in a few words, `cost` is in the unit of the game. `bears` counts the strokes of bad luck that change nothing,
    wherever they fall; None if it can bear none or none can come. `facts` are more values for a program."""

    notation: str
    path: tuple[str, ...]
    ends: str
    cost: int | None = None
    bears: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)


@value
class Compared:
    """The moves of one car with one card (of one mover with one means) by both judges: how many both have, and those that only
    one of them has.

    `plans` are all ways to play the turn, if they differ in more than the position they lead to (empty in a game where they do
    not), in the order in which people look for them. `note` names that order, `unit` what they cost, `more` why some may be
    missing.
    """

    mover: str
    means: str
    same: int
    engine_only: tuple[MoveOffer, ...] = ()
    solver_only: tuple[MoveOffer, ...] = ()
    gave_up: str = ""
    plans: tuple[Planned, ...] = ()
    note: str = ""
    unit: str = ""
    more: str = ""

    @property
    def agree(self) -> bool:
        """Whether both are proved to have the same moves."""
        return not (self.engine_only or self.solver_only or self.gave_up)


@value
class Explained:
    """Why a claim is illegal, by the second judge, or that it is legal.

    `alone` are the rules that the claim breaks each on its own, with a sentence that has the facts of the position.
    `together` are minimal sets of rules that only jointly rule it out. `finding` gives the same as a finding. `tracked` are
    the minimal cores by the labels of their facts: `rule:TA-6.7[step 2]` is a rule, `line:14[...]` a fact of the line. For a
    legal claim `steps` are its steps with their costs. `gave_up` names the limit that ended the search.
    """

    legal: bool
    finding: Finding | None = None
    alone: tuple[tuple[str, str], ...] = ()
    together: tuple[tuple[tuple[str, str], ...], ...] = ()
    steps: tuple[str, ...] = ()
    gave_up: str = ""
    tracked: tuple[tuple[str, ...], ...] = ()


@value
class Checked:
    """One line of `check`: a question about all positions, and its answer.

    `about` is the part of the report it belongs to, `name` the question (a rule, a ruling, an invariant), `outcome` one of
    PROVED, FOUND, GAVE_UP, NOT_ASKED, `bound` the range of the search (`20 sectors, 21 cars, one step`). `fact` describes the
    result. `wanted` is the right outcome, if there is one. A witness is a record that was replayed through the engine. A
    `control` has a known answer, to show that the questions can be answered both ways.
    """

    about: str
    name: str
    outcome: str
    bound: str
    fact: str
    wanted: str = ""
    rules: tuple[str, ...] = ()
    witness: tuple[str, ...] = ()
    picture: str = ""
    control: bool = False

    @property
    def as_wanted(self) -> bool:
        """Whether the outcome is as it should be, or a limit was hit."""
        return not self.wanted or self.outcome in (self.wanted, GAVE_UP)


@dataclass(frozen=True, slots=True)
class SecondJudge(Generic[T]):
    """The solver's answers about a game's positions.

    `moves` lists the legal moves, distinct by where they lead. `compare` proves, for each requested mover and means, that the
    engine's set is the whole set. `explain` finds why the line is illegal in this position, or that it is legal; None if the
    shared `explain` does it. `checks` are named groups of questions about all positions under a ruleset. `against` compares two
    rulesets by witnesses, `without` compares a ruleset with itself less one of its rules (it raises `ModelError` for an
    unsuitable name). `best` gives the moves of a fastest way to the finish, in order, that bears the given strokes of bad luck;
    its note names the assumptions.
    """

    moves: Callable[[T, MovesRequest], MovesAnswer]
    compare: Callable[[T, MovesRequest], Iterable[Compared]]
    explain: Callable[[T, Statement, Where], Explained | None] | None = None
    checks: "Mapping[str, Callable[[Ruleset], Iterable[Checked]]]" = field(default_factory=dict)
    against: "Callable[[Ruleset, Ruleset], Iterable[Checked]] | None" = None
    without: "Callable[[Ruleset, str], Iterable[Checked]] | None" = None
    best: Callable[[T, MovesRequest, int], MovesAnswer] | None = None
