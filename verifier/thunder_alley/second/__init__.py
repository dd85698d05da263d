"""The second judge of Thunder Alley: asks the spec, and puts its answers into the terms of the shared parts."""

from verifier.second import SecondJudge
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.second.check import CHECKS, compare, without
from verifier.thunder_alley.second.explain import explain
from verifier.thunder_alley.second.moves import compare as compare_moves
from verifier.thunder_alley.second.moves import solver_moves

__all__ = ["SECOND"]

SECOND: SecondJudge[Table] = SecondJudge(
    moves=solver_moves,
    compare=compare_moves,
    explain=explain,
    checks=CHECKS,
    against=compare,
    without=without,
)
