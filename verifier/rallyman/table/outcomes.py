"""What a line says of a turn and not of the car after it: the rule by which control was lost, the symbols, the gear card."""

from model.rallyman.moves import UNKNOWN
from model.rallyman.standing import LastTurn
from verifier.findings import Breach
from verifier.rallyman.table.fields import Said
from verifier.rallyman.table.terms import ToldTurn

OUTCOMES = ("loss", "symbols", "card")


def outcome_breach(last: LastTurn, told: ToldTurn, one: Said) -> Breach | None:
    """What is wrong with what is said of a turn."""
    if one.value in (UNKNOWN, getattr(last, one.name)):
        return None
    if one.name == "card":
        return told.wrong_card(str(one.value))
    if one.name == "symbols":
        count = "1 symbol counts" if last.symbols == 1 else f"{last.symbols} symbols count"
        return Breach("RM-4.9", f"{count} at the end of this turn, not {one.value}")
    fact = f"the turn ends by {last.loss}, not by {one.value}" if last.loss else "control is not lost"
    return Breach(last.loss or "RM-7.1", fact)
