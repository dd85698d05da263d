"""Why a line cannot be read, in words for the player who wrote it."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from grammar.games import Game

if TYPE_CHECKING:
    from grammar.tables import LineParser, UnexpectedInput


@dataclass(frozen=True, slots=True)
class Mistake:
    column: int
    end_column: int
    message: str
    hint: str = ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, list(known), 1)
    return f"did you mean `{near[0]}`?" if near else ""


def explain(parser: "LineParser", game: Game, text: str, start: str, error: "UnexpectedInput") -> Mistake:
    """Why the line cannot be read."""
    column = error.column if error.column > 0 else len(text.rstrip()) + 1
    return Mistake(column, column + 1, "this cannot be read")
