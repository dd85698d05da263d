"""A game's answers to a line of a record and to a request for the legal moves, and the places that they are about."""

from collections.abc import Hashable, Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from model.ruleset import Ruleset
from model.values import replace, value
from verifier.findings import Finding
from verifier.judging import Effects, Judgement, no_effects

NO_DEFAULTS: Mapping[str, Ruleset] = MappingProxyType({})


@value
class Overrides:
    """The command line's replacements of header lines: the base ruleset (or its name), and readings of single rulings. The
    settings add `folders` with the user's rulesets, folders with the user's `tracks`, and for each game the ruleset of a record
    that names none. `rules` replace all statements about rules in a header."""

    ruleset: str | Ruleset | None = None
    rulings: tuple[tuple[str, str], ...] = ()
    rules: Ruleset | None = None
    folders: tuple[Path, ...] = ()
    tracks: tuple[Path, ...] = ()
    defaults: Mapping[str, Ruleset] = field(default_factory=lambda: NO_DEFAULTS)


@value
class Where:
    """The file as findings name it, and the folder where relative paths in its records start. `tracks` are further folders
    with tracks and boards. `overrides` are the command line's replacements of header lines; they also apply to records that a
    record names."""

    file: str
    folder: Path
    tracks: tuple[Path, ...] = ()
    overrides: Overrides | None = None


@value
class Answer:
    """A game's answer to one line: its position after the line, and its findings.

    `judged` is False for a line of a kind that the game does not judge yet, or that leaves something open (`?`). The replay then
    reports the line as undetermined, unless the answer has findings. `follow` states whether later lines can be judged from
    `table`. None leaves that to the replay: they can if the line was judged without findings. A line that is not judged but moves
    nothing (a discard) has `follow=True`, and so has a `position` block that contradicts the position and replaces it. `others`
    are further positions that the line can have led to, if something was not written down; all of them are followed. `effects`
    are what happened, by rules that may be left out. `judgement` is the judge's answer, for a line that was a decision.
    """

    table: Any
    findings: tuple[Finding, ...] = ()
    judged: bool = True
    follow: bool | None = None
    others: tuple[Any, ...] = ()
    effects: Effects = no_effects
    judgement: Judgement[Any] | None = None


@value
class MovesRequest:
    """Which moves are wanted. `mover` is who moves (a car, a driver, a player) and `means` is what they move with (a card, dice),
    both written as in a record; None means any. `why_not` is a move, written as in a record, whose refusal is to be explained; if
    the mover and means are given, the path alone is enough. `paths` requests every way to get there instead of one for each
    outcome. `place` is the place of the question (`a.race@19`): findings name it as their file, with line 0."""

    mover: str | None = None
    means: str | None = None
    paths: bool = False
    why_not: str | None = None
    place: str = ""


@value
class MoveOffer:
    """One legal move: its shortest notation (a whole line of a record), where it leads in a few words (`29 at 14b`), its cost
    in the unit of the game, the lines of the position block after it, how many ways lead there, and the move in words, for a page
    that lists it."""

    notation: str
    ends: str = ""
    cost: int | None = None
    position: tuple[str, ...] = ()
    paths: int = 1
    words: str = ""


@value
class MovesAnswer:
    """The legal moves, distinct by the position they lead to. `note` explains when they can be played, or why they are missing,
    unless the place makes that plain. `findings` give the reason if there is no answer (an unknown card), the rule if the mover
    has no move, or with `why_not` the refusal of that move: empty if it is legal. `unit` names what `cost` counts (`MP`)."""

    moves: tuple[MoveOffer, ...] = ()
    findings: tuple[Finding, ...] = ()
    unit: str = ""
    note: str = ""

    def placed(self, place: str) -> "MovesAnswer":
        """The answer with findings that name the place in question and no line, as no line of a record is wrong."""
        return replace(self, findings=tuple(replace(one, file=place, line=0) for one in self.findings))


def itself(position: Any) -> Hashable:
    """The state of a position that is a plain value: the position itself is its state."""
    known: Hashable = position
    return known
