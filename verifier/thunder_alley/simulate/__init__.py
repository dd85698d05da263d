"""Random legal races as records: `race` plays them, `moves` and `cards` make the players' choices."""

from verifier.thunder_alley.simulate.race import POLICIES, SHIPPED, simulate

__all__ = ["POLICIES", "SHIPPED", "simulate"]
