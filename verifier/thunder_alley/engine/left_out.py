"""How a card is played if a comparison leaves out its text or its movement type (TA-6.4 to TA-6.6, TA-RC)."""

from model.thunder_alley.cards import Card
from verifier.thunder_alley.engine.card_rules import CARD_RULES

TYPES = {"draft": "TA-6.4", "pursuit": "TA-6.5", "lead": "TA-6.6"}
"""Movement type -> the rule without which its cars move as with Solo."""

LANE_KEPT = {"draft": "TA-6.4.2-no-lateral-once-linked", "pursuit": "TA-6.5-no-lane-change"}
"""Movement type -> the rule that keeps a linked car in its lane."""


def movement_of(card: Card, left_out: frozenset[str]) -> str:
    """The movement type by which a card moves a car on the track."""
    movement = card.movement
    if not left_out:
        return movement
    if movement == "pursuit" and "TA-6.5-push-only" in left_out:
        movement = "draft"
    return "solo" if TYPES.get(movement) in left_out else movement


def text_of(card: Card, left_out: frozenset[str]) -> str:
    """The text of a card; empty if it has none or it is left out."""
    if card.text is None:
        return ""
    return "" if left_out and CARD_RULES[card.id] in left_out else card.text
