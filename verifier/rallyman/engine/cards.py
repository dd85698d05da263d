"""A gear card that is written and is not the one taken."""

from model.rallyman.facts import FINISH
from model.rallyman.moves import BLOCKED, UNKNOWN
from verifier.findings import Breach
from verifier.rallyman.engine.terms import Outcome

NO_CARD = "-"

OUT = {
    "RM-9.10": "one flat too many",
    "RM-9.13": "far too fast for the corner",
    "RM-11.4": "three or more gears over the note of the bump",
}
"""What takes a driver out, by the rule that says so."""


def card_breach(outcome: Outcome) -> Breach | None:
    """Whether the card that is written is not the one that is taken, by the rule that decides it: that of no card (RM-10.3, or of
    an elimination), of a blocked car (RM-12.8), of a card turned over or not (RM-7.5, RM-13.5), else RM-4.11."""
    said, taken = outcome.turn.card, outcome.card
    if said in (None, UNKNOWN, taken):
        return None
    fact = f"the card is {taken}, not {'none' if said == NO_CARD else said}"
    if taken == NO_CARD:
        fact = f"no card is taken, not {said}"
    rule, reason = _decisive(outcome, str(said))
    return Breach(rule, fact, reason, token="card")


def _decisive(outcome: Outcome, said: str) -> tuple[str, str]:
    """The rule that gives the card of a turn, and why, against a card that is said."""
    taken, none = outcome.card, outcome.card == NO_CARD
    if outcome.turn.mode == BLOCKED:
        if outcome.car.gear:
            return "RM-12.8", "a blocked car takes the card of its gear"
        return "RM-12.8", f"a blocked car without a gear takes {'no card here' if none else f'card {taken}'}"
    if outcome.eliminated and none:
        return outcome.eliminated, f"{OUT[outcome.eliminated]}: the driver is out, and takes no card"
    if none:
        return "RM-10.3", "the wheel change is the whole turn: no die is used, so no gear card is taken"
    if outcome.loss and outcome.car.space == FINISH and said.endswith("b"):
        return "RM-13.5", "control is lost while crossing the finish, where no card is turned over"
    if taken.endswith("b") or said.endswith("b"):
        return "RM-7.5", "a card is turned over where control is lost, and nowhere else"
    return "RM-4.11", "the card is that of the last gear die, else of the gear held"
