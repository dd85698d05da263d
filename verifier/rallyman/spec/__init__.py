"""Rallyman as constraints: an independent reading of the rules, solved with Z3.

`outcomes`, `certify` and `judge` handle one turn. They load on first use, so importing this package does not load the solver.
"""

from typing import TYPE_CHECKING

from verifier.lazily import loader

if TYPE_CHECKING:
    from verifier.rallyman.spec.judgement import Answer, Broken, Difference, Judgement, Plan
    from verifier.rallyman.spec.judging import judge
    from verifier.rallyman.spec.listing import certify, outcomes

__all__ = ["Answer", "Broken", "Difference", "Judgement", "Plan", "certify", "judge", "outcomes"]

_HOMES = {
    "judge": "judging",
    "outcomes": "listing",
    "certify": "listing",
    "Answer": "judgement",
    "Broken": "judgement",
    "Difference": "judgement",
    "Judgement": "judgement",
    "Plan": "judgement",
}

__getattr__ = loader(__name__, _HOMES)
