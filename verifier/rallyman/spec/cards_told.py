"""Why the gear card that a line writes is not the one taken."""

from model.rallyman.moves import BLOCKED, Turn
from model.rallyman.position import Position, Setup
from verifier.findings import Breach
from verifier.rallyman.spec.cards import FLATS, NO_CARD, card_of, rule_of_card
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.effects_told import effect


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
