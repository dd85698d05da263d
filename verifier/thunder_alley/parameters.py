"""The choices of Thunder Alley that commands offer."""

from verifier.game import Parameter

PARAMETERS = (
    Parameter("track", "NAME|PATH", "the track; `steward track` lists them", ("new", "simulate")),
    Parameter("laps", "N", "race distance", ("new", "simulate"), number=True),
    Parameter("car", "CAR", "number or name of a car, or a team", ("moves",), fills="mover"),
    Parameter("card", "CARD", "name or number of a card", ("moves",), fills="means"),
    Parameter("hand", "CARDS", "several cards: `Charge, Dirty Air`", ("moves",), fills="means", several=True),
)
