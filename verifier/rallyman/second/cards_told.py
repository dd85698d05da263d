"""Why the gear card that a line writes is not the one taken."""

from model.rallyman.moves import BLOCKED, Turn
from model.rallyman.position import Position, Setup
from verifier.findings import Breach
from verifier.rallyman.second.effects_told import effect
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.next_position import NO_CARD, card_of

FLATS = "RM-9.10"
"""A flat too many, by which a driver is out."""


def wrong_card(setup: Setup, before: Position, after: Position, turn: Turn, driven: Driven | None) -> Breach:
    """What is wrong with the card that a legal turn writes, by the rule that gives another card or none; `driven` is None where
    no die was used."""
    card = card_of(setup, before, turn, driven)
    rule = rule_of_card(turn, driven, card)
    if card != NO_CARD:
        said = "none" if turn.card == NO_CARD else turn.card
        reason = effect(setup, before, after, turn, driven, rule)
        return Breach(rule, f"the card taken is {card}, not {said}", reason)
    name = turn.driver
    if turn.mode == BLOCKED:
        reason = effect(setup, before, after, turn, driven, rule)
    elif driven is None:
        reason = f"{name} used no die: the wheel change takes the turn, and brings no gear card"
    else:
        reason = f"{name} is eliminated in this turn, and a driver who is out takes no gear card"
        reason += f": {effect(setup, before, after, turn, driven, rule)}" if rule == FLATS else ""
    return Breach(rule, f"no card is taken, not {turn.card}", reason)


def rule_of_card(turn: Turn, driven: Driven | None, card: str) -> str:
    """The rule by which a legal turn takes this card and not the one that it writes."""
    if driven is None:
        return "RM-12.8" if turn.mode == BLOCKED else "RM-10.3"
    if card == NO_CARD:
        return driven.cause if driven.out else FLATS  # the cut card of a push takes out as well
    turned = "b" in (card[-1], (turn.card or NO_CARD)[-1])
    if turned and driven.lost and driven.home:
        return "RM-13.5"
    return "RM-7.5" if turned else "RM-4.11"
