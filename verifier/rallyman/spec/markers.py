"""RM-6: markers buy dice that are not rolled."""

from collections.abc import Iterator

from model.ruleset import Ruleset
from verifier.rallyman.spec.play import MOST_BOUGHT, Choice, Play, Rule, State, amount, from_

PRICE = "RM-6.4"
"""The rule by which each further die bought in a turn costs one marker more."""


def price(ruleset: Ruleset, bought: int) -> int:
    """The markers that this many safe dice of one turn cost (RM-6.4), one each without that rule."""
    return bought if PRICE in ruleset.left_out else bought * (bought + 1) // 2


def affordable(ruleset: Ruleset, markers: int) -> int:
    """The number of safe dice that this many markers pay for in one turn."""
    return max(count for count in range(MOST_BOUGHT + 1) if price(ruleset, count) <= markers)


def buying_rules(play: Play, state: State, choice: Choice, step: int) -> Iterator[Rule]:
    """RM-5.10 in a time attack; otherwise RM-6.1 if the option is not in force, and the price (RM-6.4). A bought die shows no
    symbol (RM-6.3), may come anywhere among the others (RM-6.5), and otherwise works like any die (RM-6.7)."""
    circuit = play.circuit
    safe = choice.safe
    if play.attack:
        yield Rule("RM-5.10", -safe, "a die is bought in a time attack", step)
        yield Rule("RM-6.6", -safe, "a die is bought in a time attack", step)
    elif not play.setup.option("seconds"):
        yield Rule("RM-6.1", -safe, "a die is bought, but the option `seconds` is not in force", step)
    poor = circuit.any(
        circuit.both(bit, from_(circuit, state.bought, affordable(play.setup.ruleset, markers)))
        for markers, bit in enumerate(play.markers)
    )
    fact = (
        f"{amount(state.bought)} dice were bought, and {amount(play.markers)} markers cannot pay for one more"
    )
    yield Rule("RM-6.1" if play.lacks(PRICE) else PRICE, -circuit.both(safe, poor), fact, step)
