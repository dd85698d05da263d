"""What a step costs (TA-6.1-cost), whether the MPs pay for it, and the record's claims about both."""

from collections.abc import Mapping

from model.ruleset import Ruleset
from model.thunder_alley.cards import Card
from model.thunder_alley.moves import Step as Written
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.numbers import at_least
from verifier.thunder_alley.spec.play import DRAFT, PURSUIT, Play, Rule, State, Step

Costs = list[tuple[int, Bit]]
"""Amounts of MPs, each with the bit for when it is due."""

COST = "TA-6.1-cost"
"""The rule by which a step into a car costs more than one into an empty space."""


def forward_price(ruleset: Ruleset) -> int:
    """MPs for pushing a car forward: as for an empty space if TA-6.1-cost is left out."""
    return 1 if COST in ruleset.left_out else 3


def push_price(play: Play) -> int:
    """The price of pushing a car forward in this movement; 1 where steps are counted in spaces."""
    return 1 if _counts_spaces(play) else forward_price(play.ruleset)


def _counts_spaces(play: Play) -> bool:
    """Every step counts one, also into a car (`teamwork-distance`)."""
    return play.text == "teamwork" and play.reads("teamwork-distance", "spaces")


def displacement_price(play: Play) -> int:
    """The price of displacing a car sideways where it is not free; 1 where steps are counted in spaces or TA-6.1-cost is left
    out."""
    if COST in play.ruleset.left_out or _counts_spaces(play):
        return 1
    return 1 if play.reads("bump-lateral-wording", "lateral-price-one") else 2


def sideways_price(play: Play) -> int:
    """The price of displacing a car sideways with this card (TA-RC-rubbin-is-racin)."""
    if play.text == "rubbin-is-racin" and play.reads("rubbin-displacement-cost", "all-lateral-free"):
        return 0
    return displacement_price(play)


def sideways_costs(play: Play, when: Bit, occupied: Bit) -> Costs:
    """The costs of a sideways step: 1 MP, free with Rubbin' is Racin', or more into an occupied space."""
    empty = 0 if play.text == "rubbin-is-racin" else 1
    return [(empty, play.circuit.both(when, -occupied)), (sideways_price(play), occupied)]


def forward_costs(play: Play, when: Bit, occupied: Bit) -> Costs:
    """The costs of a step forward: 1 MP, or more to push a car that is not in the line."""
    if play.line:
        return [(1, when)]
    return [(1, play.circuit.both(when, -occupied)), (push_price(play), occupied)]


def payable(play: Play, state: State, costs: Mapping[int, Bit]) -> Rule:
    """The MPs left pay for the step."""
    circuit = play.circuit
    short = circuit.any(
        circuit.both(bit, -at_least(circuit, state.mps, amount)) for amount, bit in costs.items()
    )
    return Rule("TA-6.1-mp-total", -short, "{act}, but {left}")


def booked(play: Play, amount: int, made: Step) -> Bit:
    """Whether the step costs the amount that the record books."""
    return play.circuit.any(bit for due, bit in made.costs if due == amount)


def price_claims(play: Play, card: Card | None, written: Written, made: Step) -> list[Rule]:
    """The MPs booked equal the price of the step."""
    if written.booked is None or not made.costs:
        return []
    circuit = play.circuit
    due = circuit.any(bit for _, bit in made.costs)
    right = circuit.implies(due, booked(play, written.booked, made))
    fact = "{act}, not {booked}"
    if written.bump:
        return [Rule("TA-BUMP", right, fact, True)]
    if written.kind == "s":
        return [Rule("TA-RC-working-the-pack", right, fact, True)]
    if written.kind in ("di", "do"):
        return [Rule("TA-RC-slingshot", right, fact, True)]
    if any(amount == 0 and bit != FALSE for amount, bit in made.costs):
        return [Rule("TA-RC-rubbin-is-racin", right, fact, True)]
    rules = [Rule("TA-6.1-cost", right, fact, True)]
    if play.pit and written.booked == _price_by_card(card, written.kind):
        rules.append(Rule("TA-9.4", right, "{car} leaves the pits with Solo movement, with any card", True))
    return rules


def _price_by_card(card: Card | None, kind: str) -> int | None:
    """The price of a step by the type or text of a card, where Solo movement makes it dearer."""
    if card is None:
        return None
    if kind == "f" and card.movement in (DRAFT, PURSUIT):
        return 1
    return 0 if kind in ("i", "o") and card.text == "rubbin-is-racin" else None


def speed_claims(play: Play, state: State, short: int, written: Written, made: Step) -> list[Rule]:
    """The MPs do not pay for the step, but another number on the card, greater by `short`, would: the speed without the penalty
    (TA-7.4), or the track speed for a car that leaves the pits (TA-9.4)."""
    if not short:
        return []
    circuit, mps = play.circuit, state.mps
    pays = [circuit.implies(bit, at_least(circuit, mps, amount)) for amount, bit in made.costs]
    would = [circuit.implies(bit, at_least(circuit, mps, amount - short)) for amount, bit in made.costs]
    right = circuit.implies(circuit.all(would), circuit.all(pays))
    if written.booked is not None:
        right = circuit.either(right, -booked(play, written.booked, made))
    if play.pit:
        fact = "{car} leaves the pits by the pit speed of the card, {short} less than on the track"
        return [Rule("TA-9.4", right, fact)]
    return [Rule("TA-7.4", right, "the markers of {car} cost it {short}")]


def left_claims(play: Play, state: State, short: int, written: int, *, begun: bool) -> tuple[Rule, ...]:
    """This many MPs are left. A count that is too high by exactly the lost speed overlooked the penalty (TA-7.4), or the speed
    for leaving the pits (TA-9.4)."""
    circuit, mps = play.circuit, state.mps
    fact = "{left}, not " + str(written)
    right = mps[written] if written < len(mps) else FALSE
    counted = written - short
    printed = mps[counted] if short and 0 <= counted < len(mps) else FALSE
    rule = "TA-9.4" if play.pit else "TA-7.4"
    return (
        Rule(rule, circuit.either(right, -printed), fact, True, "left_after"),
        Rule("TA-6.1-cost" if begun else rule, circuit.either(right, printed), fact, True, "left_after"),
    )
