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
    from verifier.answer import MovesAnswer, Overrides
    from verifier.api import (
        Decision,
        Inference,
        Position,
        Report,
        decide,
        diff,
        explain,
        find,
        infer,
        moves,
        position,
        read,
        simulate,
        verify,
    )
    from verifier.errors import StewardError
    from verifier.findings import Finding
    from verifier.game import Game
    from verifier.games import find_game
    from verifier.gaps.seeking import Instance
    from verifier.records.replay import Options, RecordReport, judge_records
    from verifier.records.spots import Spot, table_at
    from verifier.render.decision import Papers
    from verifier.rulesets.diffing import Difference
    from verifier.verdicts.explained import Explained
    from verifier.version import TOOL as __version__  # noqa: N811

_PLACES = {
    "Decision": ("verifier.api", "Decision"),
    "Difference": ("verifier.rulesets.diffing", "Difference"),
    "Explained": ("verifier.verdicts.explained", "Explained"),
    "Finding": ("verifier.findings", "Finding"),
    "Game": ("verifier.game", "Game"),
    "Inference": ("verifier.api", "Inference"),
    "Instance": ("verifier.gaps.seeking", "Instance"),
    "MovesAnswer": ("verifier.answer", "MovesAnswer"),
    "Options": ("verifier.records.replay", "Options"),
    "Overrides": ("verifier.answer", "Overrides"),
    "Papers": ("verifier.render.decision", "Papers"),
    "ParseResult": ("grammar.parser", "ParseResult"),
    "Position": ("verifier.api", "Position"),
    "RecordReport": ("verifier.records.replay", "RecordReport"),
    "Report": ("verifier.api", "Report"),
    "Spot": ("verifier.records.spots", "Spot"),
    "StewardError": ("verifier.errors", "StewardError"),
    "__version__": ("verifier.version", "TOOL"),
    "decide": ("verifier.api", "decide"),
    "diff": ("verifier.api", "diff"),
    "explain": ("verifier.api", "explain"),
    "find": ("verifier.api", "find"),
    "find_game": ("verifier.games", "find_game"),
    "infer": ("verifier.api", "infer"),
    "judge_records": ("verifier.records.replay", "judge_records"),
    "moves": ("verifier.api", "moves"),
    "position": ("verifier.api", "position"),
    "read": ("verifier.api", "read"),
    "simulate": ("verifier.api", "simulate"),
    "table_at": ("verifier.records.spots", "table_at"),
    "verify": ("verifier.api", "verify"),
}

__all__ = [
    "Decision",
    "Difference",
    "Explained",
    "Finding",
    "Game",
    "Inference",
    "Instance",
    "MovesAnswer",
    "Options",
    "Overrides",
    "Papers",
    "ParseResult",
    "Position",
    "RecordReport",
    "Report",
    "Spot",
    "StewardError",
    "__version__",
    "decide",
    "diff",
    "explain",
    "find",
    "find_game",
    "infer",
    "judge_records",
    "moves",
    "position",
    "read",
    "simulate",
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
