"""What `steward rules` and `steward rulings` share: finding the game and the id, columns, and printing the answer."""

from collections.abc import Sequence
from typing import Any

from model.datafiles import GameData, did_you_mean, shipped_games
from verifier.cli.output import print_json, say
from verifier.errors import OK, WIDTH, StewardError
from verifier.words import wrapped

LABEL = 12


def choose(words: Sequence[str], kind: str) -> tuple[GameData | None, str]:
    """The game and the id meant by `[GAME] [ID]`, in either order; the prefix of a rule id gives its game. Raises
    `StewardError`."""
    games = {data.game: data for data in shipped_games()}
    named = [word for word in words if word.lower().replace("_", "-") in games]
    rest = [word for word in words if word not in named]
    if len(named) > 1 or len(rest) > 1:
        near = next((did_you_mean(word, games) for word in rest if did_you_mean(word, games)), "")
        raise StewardError(f"at most one game and one {kind} id", near or f"games: {', '.join(games)}")
    if named:
        return games[named[0].lower().replace("_", "-")], rest[0] if rest else ""
    if not rest:
        return None, ""
    if kind == "rule":
        for data in games.values():
            if rest[0].upper().startswith(f"{data.prefix}-"):
                return data, rest[0]
        near = did_you_mean(rest[0], games)
        starts = ", ".join(f"{data.prefix}- ({data.game})" for data in games.values())
        raise StewardError(
            f"`{rest[0]}` is neither a game nor a rule id", near or f"rule ids begin with {starts}"
        )
    return None, rest[0]


def rows(cells: Sequence[tuple[str, ...]], width: int = WIDTH) -> list[str]:
    """Aligned columns; the last column is wrapped."""
    if not cells:
        return []
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]) - 1)]
    lines = []
    for row in cells:
        head = "".join(f"{cell:<{size + 2}}" for cell, size in zip(row, widths, strict=False))
        lines += _hanging(head, row[-1], width)
    return lines


def _hanging(head: str, text: str, width: int) -> list[str]:
    room = max(width - len(head), 30)
    first, *others = wrapped(text, room=room) or [""]
    return [f"{head}{first}".rstrip(), *(" " * len(head) + line for line in others)]


def fields(about: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """`label  line` for each field with lines, further lines below the first."""
    lines: list[str] = []
    for label, content in about:
        for count, line in enumerate(content):
            lines.append(f"  {label if count == 0 else '':<{LABEL}}{line}".rstrip())
    return lines


def answer(verb: str, form: str, text: str, content: dict[str, Any]) -> int:
    """Prints an answer as text or in the JSON envelope."""
    if form == "json":
        print_json(verb, OK, content)
    else:
        say(text.rstrip("\n"))
    return OK
