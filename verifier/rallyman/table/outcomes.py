"""What a line says of a turn and not of the car after it: the rule by which control was lost, the symbols, the gear card."""

from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine import Outcome, card_breach
from verifier.rallyman.table.fields import Said

OUTCOMES = ("loss", "symbols", "card")


def outcome_breach(outcome: Outcome, one: Said) -> Breach | None:
    """What is wrong with what is said of a turn."""
    if one.name == "card":
        return card_breach(replace(outcome, turn=replace(outcome.turn, card=str(one.value))))
    if one.name == "symbols":
        return _wrong_count(outcome.symbols, one)
    if outcome.loss == one.value:
        return None
    fact = f"the turn ends by {outcome.loss}, not by {one.value}" if outcome.loss else "control is not lost"
    return Breach(outcome.loss or "RM-7.1", fact)


def _wrong_count(there: int, one: Said) -> Breach | None:
    if there == one.value:
        return None
    count = "1 symbol counts" if there == 1 else f"{there} symbols count"
    return Breach("RM-4.9", f"{count} at the end of this turn, not {one.value}")
