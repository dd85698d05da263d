"""How many more cards of each kind can always come in a turn, without examining the whole turn."""

from collections.abc import Sequence

from verifier.thunder_alley.engine.decks_counts import fewer, minus
from verifier.thunder_alley.engine.decks_hand import Kept, Kinds
from verifier.thunder_alley.engine.decks_stock import Dealing
from verifier.thunder_alley.engine.decks_turn import Pass, Turn, Way

Margin = tuple[int, ...]
"""By kind; negative if one more card of a kind is out than is surely printed (card-80)."""


def margin_of(dealing: Dealing, found: Sequence[Way]) -> Margin | None:
    """The margin after examining the turn; None if later plays may count in another pass."""
    known = [way.then.known for way in found if way.free]
    if not known:
        return None
    return minus(dealing.stock.counts, known[0] if len(known) == 1 else min(known, key=sum))


def first_margin(
    dealing: Dealing, passes: tuple[Pass, ...], kept: tuple[Kept, ...], turn: Turn
) -> Margin | None:
    """The margin when hands are just filled; None if the turn must be examined to find it."""
    if not _surely_lasts(dealing, passes, kept, turn):
        return None
    margin = minus(dealing.stock.counts, passes[0].known)
    return margin if min(margin) >= 0 else None


def margin_after(
    margin: Margin | None,
    gone: Kinds,
    dealing: Dealing,
    passes: tuple[Pass, ...],
    kept: tuple[Kept, ...],
    turn: Turn,
) -> Margin | None:
    """The margin of a turn when these cards come as well; None if the turn must be examined to find it."""
    if margin is None or min(margin) < 0 or not _surely_lasts(dealing, passes, kept, turn):
        return None
    for kind, count in gone:
        if margin[kind] < count:
            return None
        margin = fewer(margin, kind, count)
    return margin


def _surely_lasts(dealing: Dealing, passes: tuple[Pass, ...], kept: tuple[Kept, ...], turn: Turn) -> bool:
    """Whether the deck cannot run out in a turn, neither when hands are filled nor at a Team Bar, and no player is known to
    hold an older card. Then each kind is counted separately, and no ruling matters while none is short."""
    if len(passes) != 1 or turn.shuffled is not None or turn.awaited:
        return False
    most = passes[0].high + dealing.in_hands + turn.bars_sure + turn.bars_more
    return most <= dealing.stock.size and not any([cards.known or cards.perhaps for cards in kept])
