"""What a request asks for. It may come from anybody who has the link, so nothing in it is taken for granted."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.requests import Request

from verifier.errors import StewardError
from verifier.plays import Chosen
from verifier.web.desk import Desk
from verifier.web.views import View

LONGEST_PATH = 400
"""The most choices of one decision."""


def changes(asked: View) -> Mapping[str, Callable[[Desk], object]]:
    """What can be done with a record."""
    text = str(asked.get("text") or "")
    return {
        "choose": lambda desk: desk.choose(_path(asked.get("path"))),
        "type": lambda desk: desk.write(text.replace("\r\n", "\n").rstrip("\n").split("\n")),
        "replace": lambda desk: desk.change(text.replace("\r\n", "\n")),
        "comment": lambda desk: desk.comment(number(asked.get("line")), text),
        "position": lambda desk: desk.write(block(asked).rstrip("\n").split("\n")),
        "undo": lambda desk: desk.undo(),
        "redo": lambda desk: desk.redo(),
    }


def block(asked: View) -> str:
    """A position block."""
    return "\n".join(["position", *(f"  {line}" for line in lines_of(asked)), "end", ""])


def lines_of(asked: View) -> list[str]:
    """Lines of a position."""
    lines = asked.get("lines") or []
    return [str(one).strip() for one in lines] if isinstance(lines, list) else []


async def read_json(request: Request) -> View:
    """The object that a request brings."""
    found = _read(await request.body())
    if not isinstance(found, dict):
        raise StewardError("this is no JSON object")
    return found


def _read(given: str | bytes) -> Any:
    """JSON whose texts can be sent back and written to files; None for anything else."""
    try:
        found = json.loads(given)
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return found


def number(given: Any) -> int:
    """A line number; 0 for anything else."""
    text = str(given)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def chosen_in(request: Request) -> Sequence[Chosen]:
    """The choices that a request names."""
    return _path(_read(request.query_params.get("path", "[]")))


def _path(given: Any) -> Sequence[Chosen]:
    """Choices: pairs of a kind and a name."""
    if not isinstance(given, list) or len(given) > LONGEST_PATH:
        raise StewardError("these are no choices")
    path = []
    for one in given:
        if not (isinstance(one, list) and len(one) == 2 and all(isinstance(part, str) for part in one)):
            raise StewardError("these are no choices")
        path.append((one[0], one[1]))
    return tuple(path)
