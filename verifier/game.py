"""The contract of a game: a frozen dataclass of functions and facts. Nothing here knows any one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from grammar.syntax import Statement
from model.datafiles import GameData
from model.ruleset import Ruleset
from verifier.findings import Finding

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What a game says to one line of a record.

    `table` is the table after the line. `judged` is False for a line of a kind that the game does not judge yet: nothing was
    decided about it. `lost` says that nobody can tell any more how things stand, so that what follows cannot be judged.
    `sentence` tells what happened, for a trace; `consulted` are the rulings that were asked.
    """

    table: T
    findings: tuple[Finding, ...] = ()
    judged: bool = True
    lost: bool = False
    sentence: str = ""
    consulted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What `moves` is asked at a table: who moves, with what; a path that is doubted (`why_not`)."""

    mover: str | None = None
    cards: tuple[str, ...] = ()
    line: Statement | None = None
    count: bool = False
    paths: bool = False
    why_not: str | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """One legal move: as it is written, what it costs, what it comes to, and how many paths lead there."""

    notation: str
    cost: int
    result: str
    position: tuple[str, ...]
    paths: int = 1


@dataclass(frozen=True, slots=True)
class Listing:
    """The answer of `moves`. `subject` says for whom and what (`29 Charge`)."""

    subject: str
    moves: tuple[Listed, ...] = ()
    paths: int = 0
    findings: tuple[Finding, ...] = ()


PASSED, FAILED, NOT_YET = "passed", "failed", "not yet"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How a case came out: `passed`, `failed` or `not yet`, and why."""

    id: str
    kind: str
    outcome: str
    reasons: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Game(Generic[T]):
    """One game. All functions are pure: a table is a value.

    `begin(ruleset, file, folder)` lays an empty table for a record of `file`; relative paths in it start from `folder`.
    `line` takes every line that is not of the common frame. `restart` takes a `position` block after a line that could not
    be followed. `result` are the points or places a record ends with, `complete` says whether a finish is in it, `digests`
    names what else a verdict rests on (`track`) with a hash. `position_lines` is the table as a `position` block, `picture`
    a text picture of a given width, `drawing` an SVG picture. `as_case` writes a case file for a line played at a table.
    `spell` restores the canonical spelling of a name of a kind. `run_case` runs a case read from TOML.
    """

    name: str
    title: str
    data: GameData
    cheat_sheet: str
    begin: Callable[[Ruleset, str, Path], T]
    line: Callable[[T, Statement], Answer[T]]
    restart: Callable[[T, Statement], Answer[T]]
    result: Callable[[T], Mapping[str, int]]
    complete: Callable[[T], bool]
    label: Callable[[T], str]
    digests: Callable[[T], Mapping[str, str]]
    position_lines: Callable[[T], tuple[str, ...]]
    picture: Callable[[T, int], str]
    drawing: Callable[[T], str]
    as_case: Callable[[T, Statement | None, str], str]
    moves: Callable[[T, Asked], Listing]
    spell: Callable[[str, str], str]
    run_case: Callable[[Mapping[str, Any], Path], CaseResult]
