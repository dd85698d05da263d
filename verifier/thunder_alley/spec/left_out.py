"""What a movement is where a comparison goes without the rule that says so: a card without its text (TA-RC), a movement type that
drives as another one (TA-6.4, TA-6.5, TA-6.6)."""

from model.ruleset import Ruleset
from verifier.thunder_alley.spec.play import DRAFT, LEAD, PURSUIT, SOLO


def driven(ruleset: Ruleset, movement: str, text: str | None) -> tuple[str, str | None]:
    """The movement and the text by which a card of this movement and text is played.

    Pursuit is Draft but for TA-6.5-push-only. Draft, Pursuit and Lead cars that nothing links drive as with Solo, and so they do
    without TA-6.4, TA-6.5 and TA-6.6.
    """
    gone = ruleset.left_out
    if f"TA-RC-{text}" in gone:
        text = None
    if movement == PURSUIT and "TA-6.5-push-only" in gone:
        movement = DRAFT
    types = (("TA-6.4", DRAFT), ("TA-6.5", PURSUIT), ("TA-6.6", LEAD))
    return (SOLO if any(rule in gone and movement == kind for rule, kind in types) else movement), text
