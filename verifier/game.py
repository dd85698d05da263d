"""The contract: what a game gives to the shared parts of the tool.

A `Game` is a value made of functions and facts, not a base class. The shared parts (replay, rendering, command line) know a game
only through it; `T` is the game's own table, which they carry from line to line and never look into.

Lines of the frame that the shared parts handle themselves never reach a game: `game`, `format`, `title` and its like, `date`,
`ruleset`, `ruling`, `set`, `option`, `expect`, `shows`, `either`, `or`. Everything else does, `turn`, `position`, `check`,
`result` and `...` on a line of its own included. Loading a game must import neither z3 nor networkx nor lark.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from grammar.syntax import Record, Statement
from model.errors import Problem
from verifier.answer import Answer as Answer
from verifier.answer import Where as Where
from verifier.findings import Finding

if TYPE_CHECKING:
    from model.datafiles import GameData
    from model.ruleset import Ruleset
    from verifier.second import SecondJudge

T = TypeVar("T")
Seen = TypeVar("Seen", contravariant=True)

PASSED, FAILED, NOT_YET = "passed", "failed", "not-yet"


@dataclass(frozen=True, slots=True)
class MovesRequest:
    """Which moves are asked for. `mover` is whoever moves (a car, a driver, a player) and `means` what with (a card, dice), both
    as a record writes them; None: any. `why_not` is a move, written as in a record, whose refusal is to be explained; with a
    mover and means it may be their path alone. `paths`: every way of getting there, not one for each outcome. `place` is the
    place asked about (`a.race@19`): findings name it as their file, with line 0."""

    mover: str | None = None
    means: str | None = None
    paths: bool = False
    why_not: str | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class MoveOffer:
    """One legal move: its shortest notation (a whole line of a record), where it leads in a few words (`29 at 14b`), its cost in
    the unit of the game, the lines of the position block after it, and how many ways lead there."""

    notation: str
    ends: str = ""
    cost: int | None = None
    position: tuple[str, ...] = ()
    paths: int = 1


@dataclass(frozen=True, slots=True)
class MovesAnswer:
    """The legal moves, distinct by the table they lead to. `note` says for when they are, or why there are none, if that is not
    plain from the place asked about. `findings` say why there can be no answer (an unknown card), by which
    rule the mover asked for has no move, or with `why_not` why that move is illegal: none if it is legal. `unit` names
    what `cost` counts (`MP`)."""

    moves: tuple[MoveOffer, ...] = ()
    findings: tuple[Finding, ...] = ()
    unit: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class SimulateRequest:
    """What race is wanted: the `number`-th one (from 1) of a seed. What is None is drawn at random. `ruleset` is a name or path,
    `rulings` pairs of ruling and reading, `options` pairs of an optional rule and its value (None: it takes none)."""

    seed: int
    number: int = 1
    players: int | None = None
    track: str | None = None
    laps: int | None = None
    policy: str = "plausible"
    ruleset: str | None = None
    rulings: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, int | None], ...] = ()


@dataclass(frozen=True, slots=True)
class CaseVerdict:
    """What came out of a case under one of the readings it names (empty: it names none): the verdict, empty for a case that asks
    for none; the rule that decides, empty if none is broken; and whether all was as expected."""

    readings: str
    verdict: str
    rule: str
    as_expected: bool


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How a small rules test came out: `status` is passed, failed or not-yet. `messages` say what was expected and what came out,
    a sentence each; `findings` are those of the record that the case was written as, which is `record`. `verdicts` has what came
    out under each of the readings that the case names."""

    id: str
    kind: str
    status: str
    messages: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    record: str = ""
    verdicts: tuple[CaseVerdict, ...] = ()


@dataclass(frozen=True, slots=True)
class TemplateRequest:
    """What a record to be filled in is wanted for; None: whatever the game takes as usual. `track` and `ruleset` are names or
    paths, `title` is fit to stand in quotes. `tracks` and `rulesets` are folders in which these are looked for as well."""

    players: int | None = None
    track: str | None = None
    laps: int | None = None
    ruleset: str | None = None
    title: str | None = None
    tracks: tuple[Path, ...] = ()
    rulesets: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """A track, stage or board that was checked, as `steward track` shows it: a few lines about it, a drawing as text of about so
    many characters a line, one as SVG, facts for the JSON answer, and what is odd about it."""

    summary: tuple[str, ...]
    text: Callable[..., str]
    svg: Callable[[], str]
    facts: Mapping[str, Any]
    odd: tuple[Problem, ...] = ()


class Picture(Protocol[Seen]):
    """Shows a table as text, in lines of about `width` characters."""

    def __call__(self, table: Seen, /, width: int = 100) -> str: ...


def itself(table: Any) -> Hashable:
    """For a game whose table is a plain value."""
    known: Hashable = table
    return known


def nothing(_table: object) -> Mapping[str, Any]:
    """For a game that has nothing to say."""
    return {}


@dataclass(frozen=True, slots=True)
class Game(Generic[T]):
    """A game as the shared parts see it.

    `name` is the word of the `game` line, `title` how people call it. `header` are the kinds of statement (of the game's own
    grammar) that set up a race: what is wrong in them makes the rest of a record unjudgeable, new positions included.

    `begin` gives a fresh table; `line` answers every line that is not handled by the frame; `restart` answers a `position`
    block after a line that could not be followed: the table given to it is the last one known, and what the block leaves out
    may be taken from there. `unknown_names` finds the names in a line that is not judged, its block aside, which nothing has in
    this record; `table` is the last one known. None of the four raises for what stands in a record.

    `state` is what of a table decides how later lines come out, hidden parts included, as a value that can be compared within one
    record; where two tables have the same state, what led to them makes no difference.

    `ends` gives the places where the mover of a line whose rest is not written can end, in the order of the board, and `none`
    last if the line may end where its written part does; None for a line that is no such move.

    `labels` names what a verdict was reached with beside the ruleset (`track short-oval@1`), `digests` their sha256 by kind;
    `result` is what the table says about points or times (None while there is none), `score` how one of these is written,
    `complete` whether the race is over.
    `position_lines` are the lines of a position block, without `position` and `end`; `picture` shows the table as text, `drawing`
    as SVG, `as_record` its last move as a test record. `spell` gives the canonical spelling of a name of some kind (card, event,
    team, colour), or the name as it is. `restore` gives the canonical text of a legal line, from the table before and after it,
    if it says more than what is written there; with True the number of its round as well. `summary` says in lines of at most so
    many characters what a table holds beside the places of the cars: turn, flag, running order, markers, whose segment it is;
    none where nobody knows. `template` gives a record to be filled in, comments included; it raises `ModelError` for what there
    is not. `run_case` judges one case file's content under a ruleset (None: the default). `terms` is what things are called in
    each language of the rules, as tables with a first row of titles; empty where only one is known. `simulate` gives a random
    legal race as a record; it raises `ModelError` for what there cannot be. `second` loads the second judge, a solver with the
    rules as constraints. `hands`: players hold cards, so moves with each of several cards can be asked for. `courses` names what
    ships with the game to be driven on, each in a few words; `course` gives one by name or file, looked for in folders as well:
    None for what is none of this game's, `ModelError` for one that is not usable.
    """

    name: str
    title: str
    data: "GameData"
    begin: "Callable[[Record, Ruleset, Where], T]"
    line: Callable[[T, Statement, Where], Answer]
    restart: Callable[[T, Statement, Where], Answer]
    header: frozenset[str]
    complete: Callable[[T], bool]
    position_lines: Callable[[T], tuple[str, ...]]
    cheat_sheet: str = ""
    unknown_names: Callable[[T, Statement, Where], tuple[Finding, ...]] = field(default=lambda *_: ())
    state: Callable[[T], Hashable] = field(default=itself)
    result: Callable[[T], Mapping[str, int] | None] = field(default=lambda _table: None)
    score: Callable[[int], str] = str
    labels: Callable[[T], tuple[str, ...]] = field(default=lambda _table: ())
    digests: Callable[[T], Mapping[str, str]] = field(default=nothing)
    picture: "Picture[T] | None" = None
    drawing: Callable[[T], str] | None = None
    as_record: Callable[[T], str] | None = None
    legal_moves: Callable[[T, MovesRequest], MovesAnswer] | None = None
    ends: Callable[[T, Statement, Where], tuple[str, ...] | None] | None = None
    hands: bool = False
    spell: Callable[[str, str], str] = field(default=lambda _kind, name: name)
    restore: Callable[[T, T, Statement, bool], str | None] | None = None
    summary: Callable[[T, int], tuple[str, ...]] = field(default=lambda _table, _width: ())
    template: Callable[[TemplateRequest], str] | None = None
    simulate: Callable[[SimulateRequest], str] | None = None
    run_case: Callable[[Mapping[str, Any], str | None], CaseResult] | None = None
    terms: Callable[[], tuple[tuple[tuple[str, ...], ...], ...]] = field(default=tuple)
    courses: Callable[[], tuple[tuple[str, str], ...]] = field(default=tuple)
    course: Callable[[str, Sequence[Path]], Course | None] | None = None
    second: "Callable[[], SecondJudge[T]] | None" = None
