"""How a movement is played when a comparison leaves its rule out: a card without its text (TA-RC), or a movement type that drives
like another (TA-6.4, TA-6.5, TA-6.6)."""

from model.ruleset import Ruleset
from verifier.thunder_alley.spec.play import DRAFT, LEAD, PURSUIT, SOLO


def driven(ruleset: Ruleset, movement: str, text: str | None) -> tuple[str, str | None]:
    """The movement and text with which such a card is played.

    Pursuit without TA-6.5-push-only is Draft. An unlinked Draft, Pursuit or Lead car drives as with Solo, and so do these types
    without TA-6.4, TA-6.5 and TA-6.6.
    """
    gone = ruleset.left_out
    if f"TA-RC-{text}" in gone:
        text = None
    if movement == PURSUIT and "TA-6.5-push-only" in gone:
        movement = DRAFT
    types = (("TA-6.4", DRAFT), ("TA-6.5", PURSUIT), ("TA-6.6", LEAD))
    return (SOLO if any(rule in gone and movement == kind for rule, kind in types) else movement), text
