"""Replays records of racing board games and judges them by their rules.

    >>> from verifier import verify
    >>> [report.verdict for report in verify("game thunder-alley\\nlaps 3\\n")]
    ['legal']

The names below are resolved on first use, so that importing one part of the package does not import the others. Inside the
package, import from the module itself, never from here.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grammar.parser import ParseResult
    from grammar.parser import parse as read
    from verifier.findings import Finding
    from verifier.game import Game
    from verifier.games import find_game
    from verifier.replay import Options, RecordReport, judge_records, verify
    from verifier.spots import Spot, table_at
    from verifier.version import TOOL as __version__  # noqa: N811

_PLACES = {
    "Finding": ("verifier.findings", "Finding"),
    "Game": ("verifier.game", "Game"),
    "Options": ("verifier.replay", "Options"),
    "ParseResult": ("grammar.parser", "ParseResult"),
    "RecordReport": ("verifier.replay", "RecordReport"),
    "Spot": ("verifier.spots", "Spot"),
    "__version__": ("verifier.version", "TOOL"),
    "find_game": ("verifier.games", "find_game"),
    "judge_records": ("verifier.replay", "judge_records"),
    "read": ("grammar.parser", "parse"),
    "table_at": ("verifier.spots", "table_at"),
    "verify": ("verifier.replay", "verify"),
}

__all__ = [
    "Finding",
    "Game",
    "Options",
    "ParseResult",
    "RecordReport",
    "Spot",
    "__version__",
    "find_game",
    "judge_records",
    "read",
    "table_at",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module `verifier` has no `{name}`")
    module, real = _PLACES[name]
    value = globals()[name] = getattr(import_module(module), real)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
