"""Thunder Alley as constraints: an independent reading of the rulebook, solved with Z3.

`outcomes`, `certify` and `judge` are about one action segment; they are loaded on first use, so that importing this package
does not load the solver.
"""

from typing import TYPE_CHECKING

from verifier.lazily import loader

if TYPE_CHECKING:
    from verifier.thunder_alley.spec.claims import contradictions
    from verifier.thunder_alley.spec.judging import judge
    from verifier.thunder_alley.spec.reach import certify, outcomes

__all__ = ["certify", "contradictions", "judge", "outcomes"]

_HOMES = {
    "judge": "judging",
    "outcomes": "reach",
    "certify": "reach",
    "contradictions": "claims",
}

__getattr__ = loader(__name__, _HOMES)
