"""What the courses of the games have in common: how a reference finds one, and the rows of a summary."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Protocol, TypeVar

from grammar.syntax import Leaf
from model.courses import is_path
from model.errors import ModelError
from verifier.game import TemplateRequest
from verifier.naming import unquoted
from verifier.records.speaking import UNKNOWN_NAME, UNREADABLE, NotationError, Trouble
from verifier.words import reference

WIDTH, LABEL = 100, 15
"""Characters in a line of a summary, and in its label."""
KEPT = "\N{NO-BREAK SPACE}"
"""A blank that never breaks a line."""

MOST_TROUBLES = 10
"""The most problems of one course that are reported."""

C = TypeVar("C", covariant=True)


class Described(Protocol):
    """What every course has."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def source(self) -> str: ...


D = TypeVar("D", bound=Described)


class Home(Protocol[C]):
    """Where a game keeps its courses: the shipped ones by name, others in files."""

    def shipped(self) -> tuple[str, ...]: ...
    def load(self, name: str, /) -> C: ...
    def find(self, reference: str, *, folders: Sequence[Path] = ()) -> C: ...
    def locate(self, reference: str, *, folders: Sequence[Path] = ()) -> Path | None: ...


def found(home: Home[C], signs: re.Pattern[bytes], reference: str, folders: Sequence[Path]) -> C | None:
    """The course for a reference: a shipped name, or a file that has one of the `signs` of this game; None if it is neither.
    Raises `ModelError` for an unusable course."""
    path = home.locate(reference, folders=folders)
    if path is None:
        return home.load(reference) if reference.lower() in home.shipped() else None
    from model.userfiles import read_bytes

    try:
        content = read_bytes(path, reference)
    except ModelError:
        return None  # the reader of the file reports what is wrong with it
    return home.find(reference, folders=folders) if signs.search(content) else None


def named(
    find: Callable[[str, Path | None, Sequence[Path]], C],
    leaf: Leaf,
    folder: Path | None,
    own: Sequence[Path],
) -> C:
    """The course that a word in a record names. Raises `NotationError` with what is wrong with it."""
    try:
        return find(unquoted(leaf.text), folder, own)
    except ModelError as error:
        raise NotationError(
            *(
                Trouble(
                    UNREADABLE if problem.where else UNKNOWN_NAME,
                    leaf.span,
                    f"{problem.where}: {problem.what}" if problem.where else problem.what,
                    problem.help,
                )
                for problem in error.problems[:MOST_TROUBLES]
            )
        ) from error


def template_head(game: str, request: TemplateRequest, ruleset: str, title: str) -> list[str]:
    """The first lines of a template: the wanted title or one as a comment, and the ruleset."""
    return [
        f"game {game}",
        "format 1",
        f'title "{request.title}"' if request.title else f'#   title "{title}"',
        "#   date 2026-03-14",
        f"ruleset {reference(request.ruleset or ruleset)}  # in force; `steward rulings {game}` lists open points",
    ]


def template_line(kind: str, wanted: str, id: str, shipped: Sequence[str]) -> str:
    """The line of a template with the wanted course: its path if it is a file, else its `id`. A comment names the others."""
    named = wanted if is_path(wanted) and wanted.lower() not in shipped else id
    others = ", ".join(name for name in shipped if name != named)
    return f"{kind} {reference(named)}  # or {others}, or a file of your own"


def listed(home: Home[D], shape: Callable[[D], str]) -> tuple[tuple[str, str], ...]:
    """The shipped courses by name, each with a short description."""
    every = ((name, home.load(name)) for name in home.shipped())
    return tuple((name, f"{one.name}: {shape(one)}") for name, one in every)


def summary(course: Described, rows: Sequence[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """A course by its names, and rows of facts about it."""
    source = f" ({course.source})" if course.source else ""
    lines = (line for label, words in rows for line in row(label, words))
    return (f"{course.name}: {course.id}@{course.version}{source}", *lines)


def row(label: str, words: Sequence[str]) -> list[str]:
    """A label and its items, on as many lines as needed; no item is split."""
    head = f"  {label:<{LABEL}}"
    text = ", ".join(word.replace(" ", KEPT) for word in words) or "none"
    lines = wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False)
    return [line.replace(KEPT, " ") for line in lines]
