"""What a record can state beside the decisions: what the table shows (`check`), and the result of a race that is over."""

from collections.abc import Iterator
from typing import Any

from grammar.parser import line_at
from model.values import replace, value
from verifier.game import Game
from verifier.offers import Choice, Offer
from verifier.plays import Plays

OVER, CHECK, NOTE = "over", "check", "note"
ASKS = {
    OVER: "The race is over.",
    CHECK: "What does the table show? If it shows something else, write that by hand.",
}


@value
class Note:
    """Lines that state something."""

    lines: tuple[str, ...]


def with_notes(game: Game[Any], plays: Plays[Any, Any], table: Any, *, stated: bool) -> Offer[Any] | None:
    """What is due, with what the table shows; once the race is over its result, unless it is `stated` already."""
    due = plays.offers(table)
    if due is None:
        if not game.complete(table):
            return None
        due = Offer(OVER, "", () if stated else tuple(_result(game, table)))
    lines = [f"check {fact}" for fact in plays.facts(table)]
    checks = Offer(CHECK, "", tuple(Choice[Any](NOTE, line, decision=Note((line,))) for line in lines))
    more = (Choice[Any](CHECK, then=lambda: checks),) if lines else ()
    return replace(due, choices=(*due.choices, *more))


def said(choice: Choice[Any]) -> str | None:
    """Such a choice in words; None if it is one of the game."""
    if isinstance(choice.decision, Note):
        return choice.word
    return "state what the table shows" if choice.kind == CHECK else None


def _result(game: Game[Any], table: Any) -> Iterator[Choice[Any]]:
    """The line of the result. Names have quotes if it cannot be read without."""
    scores = {name: game.score(score) for name, score in (game.result(table) or {}).items()}
    plain = f"result {' '.join(f'{name} {score}' for name, score in scores.items())}"
    quoted = "result " + " ".join(f'"{name}" {score}' for name, score in scores.items())
    if scores:
        line = plain if line_at(game.name, 2, plain) is not None else quoted
        yield Choice(NOTE, line, decision=Note(("", line)))
