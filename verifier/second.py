"""The second judge of a game: the rules as constraints, and what a solver answers about them.

A `SecondJudge` is what a game gives to the shared parts, beside its engine: functions of the game's own table. It shares facts
with the engine and no judgement, so where both agree, two readings of the rulebook do. Every answer says so when a limit ended
the search; `gave_up` names the limit then.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grammar.syntax import Record, Statement
from model.values import value
from verifier.findings import Finding
from verifier.game import CaseResult, MoveOffer, MovesAnswer, MovesRequest, Where

if TYPE_CHECKING:
    from model.ruleset import Ruleset
    from verifier.heading import Heading

T = TypeVar("T")

PROVED, FOUND, GAVE_UP, NOT_ASKED = "proved", "witness", "gave up", "not asked"
"""What came of a question about all positions: it holds up to the bound; a position shows that it does not; a limit was hit; it
is none that positions can answer (`rules` then names what the cases about it are about)."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One plan of a turn: `notation` is a whole line of a record, `path` the places that it comes to one after another, `ends` in
    a few words what it leaves, `cost` counts in the unit of the game. `bears` are the strokes of bad luck that change nothing,
    wherever they fall; None where none can be borne or there are none to come. `facts` are more values for a program."""

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

    `plans` are all ways to play the turn, where more than the table it leads to tells them apart (none in a game in which nothing
    does), in the order in which people look for them; `note` says which order that is, `unit` names what they cost, `more` why
    some may be missing.
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
        """Whether both have the same moves, and this was proved."""
        return not (self.engine_only or self.solver_only or self.gave_up)


@value
class Explained:
    """Why a claim is illegal, by the second judge, or that it is legal.

    `alone` are the rules that the claim breaks each by itself, with a sentence that has the facts of the position; `together` are
    sets of rules that only jointly leave no room for it, none of which can be left out. `finding` says the same as a finding.
    `tracked` are the minimal cores by the names of their facts, as the solver knows them: `rule:TA-6.7[step 2]` is a rule,
    `line:14[...]` what the line says. For a legal claim `steps` are its steps with their costs. `gave_up` names the limit that
    ended the search.
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
    """One line of `check`: a question about all positions, and what came of it.

    `about` is the part of the report it belongs to, `name` what is asked (a rule, a ruling, an invariant), `outcome` one of
    PROVED, FOUND, GAVE_UP, NOT_ASKED, `bound` how far it was looked (`20 sectors, 21 cars, one step`). `fact` says what came out.
    `wanted` is the outcome that is as it should be, if there is one. A witness is a record that was replayed through the engine.
    A `control` asks a question whose answer is known, to show that the others can be answered both ways.
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
        """Whether nothing came out that should not have."""
        return not self.wanted or self.outcome in (self.wanted, GAVE_UP)


@value
class SolverVerdict:
    """What the solver finds of a whole record: the verdict ("" where it does not judge the record, for this `reason`), the rules
    that are broken first, the decisive one first, their line, and the step in it (0: the line as a whole)."""

    verdict: str
    rules: tuple[str, ...] = ()
    line: int = 0
    step: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SecondJudge(Generic[T]):
    """What the solver answers about a game's tables.

    `moves` lists the legal moves, distinct by where they lead. `compare` proves, for each mover and means asked for, that the
    engine's set is the whole set. `explain` says why the line is illegal at this table, or that it is legal; None for a line of a
    kind that the solver does not judge. `checks` are groups of questions about all positions under a ruleset, by name; `against`
    compares two rulesets by witnesses, `without` a ruleset with itself less one of its rules (it raises `ModelError` for a name
    that is no such rule). `run_case` judges one case file's content as the game's own `run_case` does. `judge_record`
    judges a record from its first line to its last, or to the first that breaks a rule; `ends` is that of the game. `best` gives
    the moves of
    a fastest way to the finish, in order, that bears so many strokes of bad luck; its note says under which assumptions.
    """

    moves: Callable[[T, MovesRequest], MovesAnswer]
    compare: Callable[[T, MovesRequest], Iterable[Compared]]
    explain: Callable[[T, Statement, Where], Explained | None]
    checks: "Mapping[str, Callable[[Ruleset], Iterable[Checked]]]" = field(default_factory=dict)
    against: "Callable[[Ruleset, Ruleset], Iterable[Checked]] | None" = None
    without: "Callable[[Ruleset, str], Iterable[Checked]] | None" = None
    run_case: Callable[[Mapping[str, Any], str | None], CaseResult] | None = None
    judge_record: "Callable[[Record, Heading, Where], SolverVerdict] | None" = None
    ends: Callable[[T, Statement, Where], tuple[str, ...] | None] | None = None
    best: Callable[[T, MovesRequest, int], MovesAnswer] | None = None
