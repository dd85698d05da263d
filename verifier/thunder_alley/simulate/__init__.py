"""Random legal races as records: `race` plays them, `players` make the choices, `cards` are dealt to them."""

from verifier.thunder_alley.simulate.players import POLICIES
from verifier.thunder_alley.simulate.race import SHIPPED, simulate

__all__ = ["POLICIES", "SHIPPED", "simulate"]
