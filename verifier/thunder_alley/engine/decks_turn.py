"""What one turn may have done to the race deck: draws, shuffles, Team Bars (TA-3.3, TA-4.4, TA-5-reshuffle).

A pass of the deck goes from one shuffle to the next. Between them, every card in a hand or among the discards came out of
this pass or was held when it began, so each kind appears at most as often as it is printed. A pass ends when a card is to
be drawn and all of them are out. How many cards were drawn is not known exactly, because discards are hidden; so every turn
in which the last shuffle can have happened is followed, with the fewest and the most cards that can be out since.
"""

from collections import Counter
from collections.abc import Sequence

from model.values import replace, value
from verifier.thunder_alley.engine.decks_counts import number_each, plus
from verifier.thunder_alley.engine.decks_flow import can_share
from verifier.thunder_alley.engine.decks_hand import Entry, Hand, Kept, Kinds, number_in
from verifier.thunder_alley.engine.decks_stock import Dealing

FILL, TURN, NEXT = "fill", "turn", "next"
"""When a recorded shuffle happened: at the draw of this turn; then or at its Team Bar; or else at the next draw."""

UNDEALT, DRAWN, FULL, VAGUE = "undealt", "drawn", "full", "vague"
"""Hands at the start of a turn: all empty; filled in this turn; full when the record begins; unknown."""

MOST_PASSES = 96
"""Passes followed at once; beyond that the two oldest are merged, which allows more."""


@value
class Pass:
    """One possible state of the deck since its last shuffle: `low` to `high` cards are out, among them `known` (by kind).
    `recent`: the shuffle was in the last turn; `again`: it was not the one before the race."""

    low: int
    high: int
    known: tuple[int, ...]
    recent: bool = False
    again: bool = False

    def grown(self, low: int, high: int, known: tuple[int, ...]) -> "Pass":
        """The same pass with other cards out."""
        return Pass(low, high, known, self.recent, self.again)


@value
class Turn:
    """The notes of a turn: the seat that drew first (None: not known), a story for each seat, Team Bars turned up (cards
    known, number for certain, number possible beyond), when a shuffle is written. `hands` is one of the words above;
    `awaited`: a shuffle written at the end of the turn before may be that of this draw."""

    first: int | None
    stories: tuple[tuple[Entry, ...], ...]
    bars: Kinds = ()
    bars_sure: int = 0
    bars_more: int = 0
    shuffled: str | None = None
    hands: str = DRAWN
    awaited: bool = False


@value
class Way:
    """A pass after the turn, and how it got there. `free`: further plays in this turn count in this pass only."""

    then: Pass
    at_fill: bool
    at_bar: bool
    free: bool


@value
class Lack:
    """A kind of which more cards would be out of one pass than are printed; `out` is the most that can be out, `again` as in
    the pass."""

    kind: int
    count: int
    out: int
    again: bool


@value
class Held:
    """The hands of a turn: what was kept before it, what their stories imply, and what they would imply if nothing had been
    kept."""

    kept: tuple[Kept, ...]
    hands: tuple[Hand, ...]
    anew: tuple[Hand, ...]


def ways(dealing: Dealing, passes: Sequence[Pass], held: Held, turn: Turn, lacks: list[Lack]) -> list[Way]:
    """Every way the deck can have gone through a turn. Adds to `lacks` what rules a way out."""
    found: list[Way] = []
    carried = turn.shuffled == NEXT
    for filled in _filled(dealing, passes, held, turn, lacks):
        for way in _barred(dealing, filled, held, turn, lacks):
            if _as_written(way, turn):
                found.append(_ended(way, carried))
    return _pruned(found)


def _filled(dealing: Dealing, passes: Sequence[Pass], held: Held, turn: Turn, lacks: list[Lack]) -> list[Way]:
    """Hands are filled, First Player first (TA-3.3)."""
    hands, found = held.hands, list[Way]()
    if turn.hands != DRAWN:
        need = [hand.need for hand in hands]
        for one in passes:
            then = one.grown(one.low, one.high, plus(one.known, need))
            if _fit(dealing, then, lacks):
                found.append(Way(then, False, False, True))
        return found
    new = [hand.new for hand in hands]
    fewest = most = 0
    torn = False
    for hand in hands:
        fewest += hand.drawn_low
        most += hand.drawn_high
        torn = torn or hand.torn
    size = dealing.stock.size
    ends: list[bool] = []
    for one in passes:
        low, high = one.low + fewest, min(size, one.high + most)
        then = one.grown(low, high, plus(one.known, new))
        fits = low <= size and not torn and _fit(dealing, then, lacks)
        if fits and _kept_fit(dealing, one, held):
            found.append(Way(then, False, False, True))
        if one.high + most > size:
            ends += _ends(dealing, one, held, turn.first, lacks)
    if not ends:
        return found
    anew = held.anew is not held.hands and dealing.readings["reshuffle-source"] == "all-cards"
    hands = held.anew if anew else held.hands
    known = number_each(dealing.stock, [hand.need for hand in hands])
    then = Pass(dealing.in_hands, dealing.in_hands, known, again=True)
    if not any(hand.torn for hand in hands) and _fit(dealing, then, lacks):
        found.append(Way(then, True, False, True in ends))
    return found


def _ends(dealing: Dealing, one: Pass, held: Held, first: int | None, lacks: list[Lack]) -> list[bool]:
    """Nothing if a pass cannot have ended while hands were filled; else whether later plays of the turn can no longer rule
    it out.

    A player who drew before the shuffle holds cards of the old pass; one who draws later needs them only for what new cards
    do not cover. The fewer cards come out of the old pass, the less it must supply, so the most that can have been out
    before is taken.
    """
    before = dealing.stock.size - one.high
    if before == 0 and not any(cards.low for cards in held.kept):
        return [True]
    seats = range(len(held.hands)) if first is None else (first,)
    torn = any(hand.torn for hand in held.hands)
    if not torn and any(_old_cards_fit(dealing, one, held, seat, before, lacks) for seat in seats):
        return [False]
    # Hands that are shuffled in with the rest are dealt again, and hold nothing of the old pass.
    return [True] if dealing.readings["reshuffle-source"] == "all-cards" else []


def _old_cards_fit(
    dealing: Dealing, one: Pass, held: Held, first: int, before: int, lacks: list[Lack]
) -> bool:
    """Whether the old pass has enough cards for the hands that hold them when it ends, `before` cards after filling began."""
    known = list(one.known)
    owed = [0] * len(held.hands)
    for place in range(len(owed)):
        seat = (first + place) % len(owed)
        hand, kept = held.hands[seat], held.kept[seat]
        if before >= hand.drawn_high:
            before -= hand.drawn_high
            for kind, count in hand.new.items():
                known[kind] = known[kind] + count
            continue
        fresh = hand.drawn_high - before
        before = 0
        wanted = number_in(hand.need)
        if wanted > fresh:
            owed[seat] = max(0, wanted - fresh - min(kept.low, wanted - number_in(hand.new)))
    ended = one.grown(one.low, dealing.stock.size, tuple(known))
    if not _fit(dealing, ended, lacks):
        return False
    if not any(owed):
        return True
    lanes = {(s, k): n for s, hand in enumerate(held.hands) if owed[s] for k, n in hand.need.items()}
    room = {k: dealing.printed(k) - known[k] for _, k in lanes}
    if can_share(owed, lanes, room, sum(owed)):
        return True
    kind = min(room, key=lambda kind: (room[kind], kind))
    lacks.append(Lack(kind, known[kind] + sum(owed), ended.high, ended.again))
    return False


def _kept_fit(dealing: Dealing, one: Pass, held: Held) -> bool:
    """Whether all known cards that must have been kept, because the deck has no more of their kind, can have been kept."""
    if not any(hand.tight for hand in held.hands):
        return True
    need = number_each(dealing.stock, [hand.need for hand in held.hands])
    lanes = {
        (seat, kind): min(count, held.hands[seat].need.get(kind, 0))
        for seat, cards in enumerate(held.kept)
        for kind, count in (Counter(dict(cards.known)) + Counter(dict(cards.perhaps))).items()
    }
    kinds = sorted({kind for _, kind in lanes})
    room = {kind: max(0, one.known[kind] + need[kind] - dealing.printed(kind)) for kind in kinds}
    most = [dealing.hand_size - hand.drawn_low for hand in held.hands]
    return can_share(most, lanes, room, sum(room.values()))


def _barred(dealing: Dealing, way: Way, held: Held, turn: Turn, lacks: list[Lack]) -> list[Way]:
    """Team Bars are turned up, each of them the next card of the deck (TA-4.4)."""
    bars = turn.bars_sure + turn.bars_more
    then, size = way.then, dealing.stock.size
    if bars == 0 and then.low <= size:
        return [way]
    found: list[Way] = []
    noted = [dict(turn.bars)]
    low, high = then.low + turn.bars_sure, min(size, then.high + bars)
    turned = then.grown(low, high, plus(then.known, noted))
    if low <= size and _fit(dealing, turned, lacks):
        found.append(Way(turned, way.at_fill, way.at_bar, way.free))
    if then.high + bars <= size:
        return found
    hands = held.hands
    known = number_each(dealing.stock, [hand.held for hand in hands])
    if any(known) and dealing.readings["reshuffle-source"] == "all-cards":
        known = number_each(dealing.stock, [])
    if bars == 1:
        known = plus(known, noted)
    low = sum(hand.held_sizes[0] for hand in hands) + 1
    high = min(size, sum(hand.held_sizes[1] for hand in hands) + bars)
    anew = Pass(low, high, known, then.recent, again=True)
    if _fit(dealing, anew, lacks):
        found.append(Way(anew, way.at_fill, True, False))
    return found


def _ended(way: Way, carried: bool) -> Way:
    """A way at the end of its turn; a shuffle is remembered only if a recorded one may still be another."""
    then, shuffled = way.then, way.at_fill or way.at_bar
    recent = carried and shuffled
    if then.recent != recent:
        then = replace(then, recent=recent)
    elif not shuffled:
        return way
    return Way(then, False, False, way.free)


def _as_written(way: Way, turn: Turn) -> bool:
    """Whether the deck was shuffled where the record claims it."""
    if turn.awaited and not (way.then.recent or way.at_fill):
        return False
    if turn.shuffled == FILL:
        return way.at_fill
    return turn.shuffled != TURN or way.at_fill or way.at_bar


def _pruned(found: list[Way]) -> list[Way]:
    """The ways without those that another one includes."""
    if len(found) < 2:
        return found
    kept: list[Way] = []
    for way in sorted(found, key=lambda way: (way.then.low, -way.then.high)):
        if not any(_includes(other, way) for other in kept):
            kept = [other for other in kept if not _includes(way, other)]
            kept.append(way)
    while len(kept) > MOST_PASSES:
        *kept, one, other = kept
        known = tuple(map(min, one.then.known, other.then.known))
        low, high = min(one.then.low, other.then.low), max(one.then.high, other.then.high)
        recent = one.then.recent or other.then.recent
        kept.append(replace(one, then=replace(other.then, low=low, high=high, known=known, recent=recent)))
    return kept


def _includes(one: Way, other: Way) -> bool:
    """Whether everything that can follow from the second can follow from the first."""
    a, b = one.then, other.then
    return (
        a.low <= b.low
        and a.high >= b.high
        and (one.at_fill, one.at_bar, a.recent) == (other.at_fill, other.at_bar, b.recent)
        and (one.free or not other.free)
        and all(x <= y for x, y in zip(a.known, b.known, strict=True))
    )


def _fit(dealing: Dealing, then: Pass, lacks: list[Lack]) -> bool:
    """Whether each kind is out only as often as it is printed."""
    counts = dealing.stock.counts
    known = then.known
    for kind in range(len(known)):
        count = known[kind]
        if count > counts[kind] and not dealing.fits(kind, count):
            lacks.append(Lack(kind, count, then.high, then.again))
            return False
    return True
