"""The rules of Rallyman as plain functions, a file for each chapter of the rules.

`play` judges a turn, `listing.legal_turns` lists all. Positions are values: nothing here changes one.
"""

from verifier.rallyman.engine.start import first_position
from verifier.rallyman.engine.terms import Outcome
from verifier.rallyman.engine.turn import play

__all__ = ["Outcome", "first_position", "play"]
