"""The choices of Rallyman that commands offer."""

from verifier.game import Parameter

PARAMETERS = (
    Parameter("stage", "NAME|PATH", "the stage; `steward track` lists them", ("new", "simulate"), ("track",)),
    Parameter("driver", "DRIVER", "who plays", ("moves",), ("car",), fills="mover"),
    Parameter("dice", "DICE", "the first dice, or `attack`: `2 g`", ("moves",), ("card",), fills="means"),
)
