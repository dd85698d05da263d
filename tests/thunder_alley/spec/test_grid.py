"""The grid beside what the cases say of it."""

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Setup
from verifier.thunder_alley.spec.grid import GridClaim, grid


def test_a_hand_of_another_size() -> None:
    setup = Setup(None, default_ruleset(DATA))
    found = grid(setup, ("red", "blue"), 6, [("red", "blue")], claim=GridClaim(hand=8))
    assert found.rules == ("TA-2.7",)
