"""The second judge of Rallyman: queries the spec and translates its answers for the shared parts."""

from verifier.rallyman.lines.terms import Table
from verifier.rallyman.second.best import best
from verifier.rallyman.second.check import CHECKS, without
from verifier.rallyman.second.check import compare as compare_rulesets
from verifier.rallyman.second.moves import compare, solver_moves
from verifier.second import SecondJudge

__all__ = ["SECOND"]

SECOND: SecondJudge[Table] = SecondJudge(
    moves=solver_moves,
    compare=compare,
    checks=CHECKS,
    against=compare_rulesets,
    without=without,
    best=best,
)
