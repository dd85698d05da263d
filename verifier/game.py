"""The contract: what a game provides to the shared parts of the tool.

A `Game` is a value made of functions and facts, not a base class. The shared parts (replay, rendering, command line) know a game
only through it. `T` is the game's own position type; the shared parts carry positions from line to line without looking inside.

The shared parts handle some lines of the frame themselves and never pass them to a game: `game`, `format`, `title` and the like,
`date`, `ruleset`, `ruling`, `set`, `option`, `without`, `expect`, `shows`, `either`, `or`. A game gets all others, including
`turn`, `position`, `check`, `result`, and `...` on its own line. Loading a game must import neither z3 nor networkx nor lark.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from grammar.syntax import Record, Statement
from model.errors import Problem
from model.values import value
from verifier.answer import Answer as Answer
from verifier.answer import MoveOffer as MoveOffer
from verifier.answer import MovesAnswer as MovesAnswer
from verifier.answer import MovesRequest as MovesRequest
from verifier.answer import Where as Where
from verifier.answer import itself
from verifier.findings import Finding

if TYPE_CHECKING:
    from model.datafiles import GameData
    from model.ruleset import Ruleset
    from verifier.drawings.scene import Scene, Tried
    from verifier.gaps.holes import Finds
    from verifier.gaps.lost_parts import Infers
    from verifier.painted import Spot
    from verifier.plays import Plays
    from verifier.rulesets.checking import Checks
    from verifier.verdicts.certified import MoveLists

T = TypeVar("T")
Seen = TypeVar("Seen", contravariant=True)


@value
class Parameter:
    """A choice of a game that commands offer as an option: `--laps 3`.

    `words` and `shows` (the name of its value) are for `--help`; `verbs` are the commands that take it, `also` are other names
    for it. The value is text, or a `number`. It fills the field `fills` of the request; without `fills` it goes into `given`
    under its own name. `several`: the text lists values, with commas between them.
    """

    name: str
    shows: str
    words: str
    verbs: tuple[str, ...]
    also: tuple[str, ...] = ()
    number: bool = False
    fills: str = ""
    several: bool = False


NOTHING: Mapping[str, Any] = MappingProxyType({})


@value
class SimulateRequest:
    """The wanted race: number `number` (from 1) of a seed. None means a random choice. `ruleset` is a name or path, `rulings`
    are pairs of ruling and reading, `options` pairs of an optional rule and its value (None: it takes none). `given` are the
    game's own parameters."""

    seed: int
    number: int = 1
    players: int | None = None
    policy: str = "plausible"
    ruleset: str | None = None
    rulings: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, int | None], ...] = ()
    given: Mapping[str, Any] = field(default_factory=lambda: NOTHING, hash=False)

    @property
    def chosen(self) -> dict[str, bool | int]:
        """The options, with their values as changes of a ruleset have them."""
        return {name: True if number is None else number for name, number in self.options}


@value
class TemplateRequest:
    """The wanted template of a record; None means the game's usual choice. `ruleset` is a name or path, `title` can stand in
    quotes. `given` are the game's own parameters. `tracks` and `rulesets` are further folders to search for courses and
    rulesets."""

    players: int | None = None
    ruleset: str | None = None
    title: str | None = None
    given: Mapping[str, Any] = field(default_factory=lambda: NOTHING, hash=False)
    tracks: tuple[Path, ...] = ()
    rulesets: tuple[Path, ...] = ()


@value
class Course:
    """A checked track, stage or board for `steward track`: a few lines about it, a drawing as text of about the given width,
    one as SVG, facts for the JSON answer, and what is odd about it."""

    summary: tuple[str, ...]
    text: Callable[..., str]
    svg: Callable[[], str]
    facts: Mapping[str, Any]
    odd: tuple[Problem, ...] = ()


class Picture(Protocol[Seen]):
    """Shows a position as text, in lines of about `width` characters."""

    def __call__(self, table: Seen, /, width: int = 100) -> str: ...


def nothing(_table: object) -> Mapping[str, Any]:
    """The answer of a game without such facts."""
    return {}


@value
class Game(Generic[T]):
    """A game as the shared parts see it.

    `name` is the word of the `game` line, `title` the name for people. `header` holds the kinds of statement (of the game's own
    grammar) that set up a race. A fault in one of them makes the rest of a record unjudgeable, new positions included.

    `begin` gives a fresh position. `line` answers every line that the frame does not handle. `restart` answers a `position` block
    after a line that could not be followed; it gets the last known position and may take from it what the block leaves out.
    `unknown_names` finds the unknown names in a line that is not judged, its block excepted; it gets the last known position.
    None of these four functions raises for anything in a record.

    `state` is the part of a position, hidden parts included, that decides how later lines are judged, as a value that can be
    compared within one record. Two positions with the same state are interchangeable.

    `ends` gives the places where the mover of a line with an unwritten rest can end, in the order of the board, with `none` last
    if the line may end where its written part does; None if the line is not such a move.

    `labels` names what a verdict was reached with, apart from the ruleset (`track short-oval@1`), `digests` gives their sha256 by
    kind. `result` gives points or times (None until they are known), `score` writes one of them. `complete` returns whether the
    race is over.

    `position_lines` are the lines of a position block, without `position` and `end`. `picture` shows the position as text,
    `spots` finds the places and pieces in it (None: they are named), `scene` gives what is drawn of it (None without a course),
    `tried` what an illegal line tried, place by place (None: the line does not tell), `dice` the die of each step of a line.
    `as_record` gives the last move as a test record. `summary` gives, in lines of limited width, everything else in a position
    apart from the places of the cars: turn, flag, running order, markers, next team; empty if unknown. `spell` gives the
    canonical spelling of a name of some kind (card, event, team, colour), or the name unchanged. `restore` gives the canonical
    text of a legal line, from the positions before and after it, if that is more than the line has; with True also the number of
    its round.

    `template` gives a record to be filled in, with comments, and `simulate` a random legal race as a record; both raise
    `ModelError` for an impossible request. `terms` are the names of things in each language of the rules, as tables with a first
    row of titles; empty for one language. `courses` names the shipped tracks or stages, each in a few words. `course` finds one
    by name or file, in folders too: None if it does not belong to this game; raises `ModelError` if it is unusable.

    `by_solver` gives the same position, on which the solver judges the lines; `refuting` the same position, on which it refutes
    false claims (None: it always does). `booked` describes what a legal line changed, given the solver's answer to it (None: the
    effects do). `certified` gives the lists of moves that both judges find. `best` gives the moves of a fastest way to the
    finish, in order, that bears the given strokes of bad luck; its note names the assumptions. `checks` loads the questions about
    all positions, `finds` what can be filled into the holes of one, `plays` what is needed to record a race by choices.
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
    spots: "Callable[[Scene, Sequence[str]], Iterator[Spot]] | None" = None
    scene: "Callable[[T], Scene | None] | None" = None
    tried: "Callable[[T, Statement], Tried | None] | None" = None
    dice: Callable[[T, Statement], tuple[str, ...]] = field(default=lambda _table, _statement: ())
    as_record: Callable[[T], str] | None = None
    legal_moves: Callable[[T, MovesRequest], MovesAnswer] | None = None
    ends: Callable[[T, Statement, Where], tuple[str, ...] | None] | None = None
    spell: Callable[[str, str], str] = field(default=lambda _kind, name: name)
    restore: Callable[[T, T, Statement, bool], str | None] | None = None
    summary: Callable[[T, int], tuple[str, ...]] = field(default=lambda _table, _width: ())
    template: Callable[[TemplateRequest], str] | None = None
    simulate: Callable[[SimulateRequest], str] | None = None
    terms: Callable[[], tuple[tuple[tuple[str, ...], ...], ...]] = field(default=tuple)
    courses: Callable[[], tuple[tuple[str, str], ...]] = field(default=tuple)
    course: Callable[[str, Sequence[Path]], Course | None] | None = None
    by_solver: Callable[[T], T] | None = None
    refuting: Callable[[T], T] | None = None
    booked: Callable[[T, Statement, Where, Answer], tuple[str, ...]] | None = None
    certified: "Callable[[T, MovesRequest], MoveLists] | None" = None
    best: Callable[[T, MovesRequest, int], MovesAnswer] | None = None
    checks: "Callable[[], Checks] | None" = None
    finds: "Callable[[], Finds] | None" = None
    infers: "Callable[[], Infers] | None" = None
    plays: "Callable[[], Plays[T, Any]] | None" = None
