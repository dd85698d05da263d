"""The rules of Rallyman as plain functions, one file per chapter of the rules.

`play` judges a turn, `offers.legal_turns` lists all legal ones. Positions are values; no function here changes one.
"""

from verifier.rallyman.engine.start import first_position
from verifier.rallyman.engine.terms import Outcome
from verifier.rallyman.engine.turn import play

__all__ = ["Outcome", "first_position", "play"]
