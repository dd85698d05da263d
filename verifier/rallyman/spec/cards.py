"""The gear card of a turn, and the rule that decides it when a record has another one."""

from model.rallyman.facts import FLAT
from model.rallyman.moves import BLOCKED, Turn
from model.rallyman.position import NOT_STARTED, Position, Setup
from verifier.rallyman.spec.corners import FLATS, too_many_flats
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.shakedown import ignored

NO_CARD = "-"


def card_of(setup: Setup, position: Position, turn: Turn, driven: Driven | None) -> str:
    """The gear card of a turn: `4`, `4b` for the card turned over, `-` for none (RM-4.11, RM-7.5, RM-12.8)."""
    if driven is None:
        return blocked_card(setup, position, turn)[0] if waits(turn) else NO_CARD
    if driven.out or _flat_out_by_push(setup, turn, driven):
        return NO_CARD
    return f"{driven.gear}b" if driven.lost and not driven.home else f"{driven.gear}"


def _flat_out_by_push(setup: Setup, turn: Turn, driven: Driven) -> bool:
    """Whether the cut card of a push into a shortcut brings one flat too many. An eliminated driver takes no gear card."""
    flat = driven.lost and turn.loss_cut == FLAT and not ignored(setup)
    return flat and too_many_flats(setup, driven.flats + 1)


def blocked_card(setup: Setup, position: Position, turn: Turn) -> tuple[str, int]:
    """The card of a car that cannot move on, and its seconds (RM-12.8)."""
    car = position.car(turn.driver)
    gear = 0 if turn.wheel else car.gear
    if car.status == NOT_STARTED and setup.reading("blocked-at-start-line") == "A":
        return NO_CARD, setup.parameter("blocked_at_start_seconds")
    if gear:
        return f"{gear}", setup.card_seconds(gear)
    neutral = {"A": ("1b", setup.parameter("blocked_neutral_seconds")), "B": ("1", setup.card_seconds(1))}
    return neutral.get(setup.reading("blocked-in-neutral"), (NO_CARD, 0))


def rule_of_card(turn: Turn, driven: Driven | None, card: str) -> str:
    """The rule by which a legal turn takes this card instead of the one in the record."""
    if driven is None:
        return "RM-12.8" if turn.mode == BLOCKED else "RM-10.3"
    if card == NO_CARD:
        return driven.cause if driven.out else FLATS  # the cut card of a push can eliminate as well
    turned = "b" in (card[-1], (turn.card or NO_CARD)[-1])
    if turned and driven.lost and driven.home:
        return "RM-13.5"
    return "RM-7.5" if turned else "RM-4.11"


def waits(turn: Turn) -> bool:
    """Whether a turn without dice takes a card: every such turn except a wheel change alone (RM-10.3, RM-12.8)."""
    return turn.mode == BLOCKED or not turn.wheel
