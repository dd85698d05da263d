"""What the spec says of a decision: the one way in for the lines of a record."""

from model.thunder_alley.moves import Move
from model.thunder_alley.position import Setup
from model.thunder_alley.standing import Standing
from verifier.judging import Judgement
from verifier.thunder_alley.spec.segments import segment


def judge(setup: Setup, standing: Standing, decision: Move) -> Judgement[Standing]:
    """What a decision comes to in a race."""
    return segment(setup, standing, decision)
