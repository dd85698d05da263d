"""The choices of The Great Race that commands offer."""

from verifier.game import Parameter

PARAMETERS = (
    Parameter("board", "NAME|PATH", "the board; `steward track` lists them", ("new", "simulate"), ("track",)),
    Parameter("player", "PLAYER", "who plays", ("moves",), ("driver", "car"), fills="mover"),
    Parameter(
        "act",
        "ACTS",
        "the acts before, and the last one or its kind: `buy 2; drive`",
        ("moves",),
        ("card",),
        fills="means",
    ),
)
