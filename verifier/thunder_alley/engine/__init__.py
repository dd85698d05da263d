"""The operational rules of Thunder Alley: plain, fast, deterministic.

`judge` replays a claimed move, `legal_moves` lists what a car can do with a card, `nearest` finds the legal moves
closest to a claim, `running_order` sorts the cars (TA-4.1).
"""

from verifier.thunder_alley.engine.effects import applied
from verifier.thunder_alley.engine.judge import judge
from verifier.thunder_alley.engine.listing import all_paths, leaves_drawing, legal_moves, nearest
from verifier.thunder_alley.engine.order import leader, running_order

__all__ = [
    "all_paths",
    "applied",
    "judge",
    "leader",
    "leaves_drawing",
    "legal_moves",
    "nearest",
    "running_order",
]
