"""Thunder Alley as constraints: an independent reading of the rulebook, solved with Z3.

`outcomes`, `certify` and `judge` are about one action segment; they are loaded on first use, so that importing this package
does not load the solver.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.thunder_alley.spec.claimed import contradictions
    from verifier.thunder_alley.spec.judgement import Answer, Broken, Difference, Judgement
    from verifier.thunder_alley.spec.judging import judge
    from verifier.thunder_alley.spec.reach import certify, outcomes

__all__ = ["Answer", "Broken", "Difference", "Judgement", "certify", "contradictions", "judge", "outcomes"]

_HOMES = {
    "judge": "judging",
    "outcomes": "reach",
    "certify": "reach",
    "contradictions": "claimed",
    "Answer": "judgement",
    "Broken": "judgement",
    "Difference": "judgement",
    "Judgement": "judgement",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
