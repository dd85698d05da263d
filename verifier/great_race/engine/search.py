"""A search for kinds of the hidden cards that fit a log exactly, where the bounds of `cards` leave that open."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from model.great_race.moves import UNKNOWN
from model.great_race.seen import Drew, Held, Joined, Left, Log, Seen, Shown, Took
from model.values import replace, value
from verifier.cards.urns import Urns

MOST_TRIED = 5_000
"""The most states that are looked at for one entry of a log."""

MOST_NEXT = 50
"""The most states that are kept after one entry; others are left out."""

FRESH, DECK, DISCARDS, DISPLAY, ASIDE = range(5)
"""The first piles; the hands follow. `FRESH` has the cards of the game before a record begins, `ASIDE` those shown in a hand."""


@value
class Search:
    """A state that fits a log, and others that fit its beginnings: the number of entries, and the state. `cut`: some were
    left out; `over`: the search was given up."""

    holders: tuple[str, ...]
    state: Urns
    others: tuple[tuple[int, Urns], ...] = ()
    cut: bool = False
    over: bool = False

    def hand(self, player: str) -> int:
        return ASIDE + 1 + self.holders.index(player)


def begin(printed: Sequence[str], joined: Joined) -> Search:
    """The states at the beginning of a record, in which the cards named are there."""
    holders = tuple(name for name, _ in joined.hands)
    piles = ((0,) * len(printed), *((),) * (ASIDE + len(holders)))
    fresh = Search(holders, Urns(piles, (tuple(printed),)))
    known = [(DISPLAY, joined.display), (DISCARDS, joined.discards or ())]
    known += [(fresh.hand(name), cards) for name, cards in joined.hands]
    states = [fresh.state]
    for pile, cards in known:
        states = [after for one in states for after in _carried(one, cards, FRESH, pile)]
    begun = [_parted(one, size) for one in states for size in _sizes(joined, len(one.piles[FRESH]))]
    return Search(holders, begun[-1], tuple((1, one) for one in begun[:-1]))


def _sizes(joined: Joined, rest: int) -> Sequence[int]:
    """The numbers of cards that the deck may have."""
    if joined.discards is not None:
        return (rest,)
    if joined.deck is not None:
        return (joined.deck,)
    return range(rest + 1)


def _parted(state: Urns, size: int) -> Urns:
    """The unseen cards are the deck, of this size, and discards."""
    for number in range(len(state.piles[FRESH])):
        state = state.unseen(FRESH, DECK if number < size else DISCARDS)
    return state


def go_on(search: Search, log: Log, at_once: bool) -> Search | None:
    """The search with one more entry of the log; None if nothing fits. It is given up at a limit; then anything may fit."""
    if search.over:
        return search
    waiting = [*search.others, (len(log) - 1, search.state)]
    cut, tried = search.cut, set[tuple[int, Urns]]()
    while waiting and len(tried) < MOST_TRIED:
        done, state = waiting.pop()
        if done == len(log):
            return Search(search.holders, state, tuple(waiting), cut)
        if (done, state) in tried or (at_once and done == 1 and _not_shuffled(log[0], state)):
            continue
        tried.add((done, state))
        found = [*islice(_after(search, state, log[done], at_once), MOST_NEXT + 1)]
        cut = cut or len(found) > MOST_NEXT
        waiting += [(done + 1, one) for one in reversed(found[:MOST_NEXT])]
    return replace(search, over=True) if waiting or cut else None


def _not_shuffled(joined: Seen, state: Urns) -> bool:
    """Whether a deck of unknown size would be empty while there are discards."""
    assert isinstance(joined, Joined)
    return joined.deck is None and not state.piles[DECK] and bool(state.piles[DISCARDS])


def _after(search: Search, state: Urns, seen: Seen, at_once: bool) -> Iterator[Urns]:
    """The states after an entry of the log."""
    match seen:
        case Shown(cards):
            yield from _drawn(state, cards, DISPLAY, at_once)
        case Drew(player, cards):
            yield from _drawn(state, cards, search.hand(player), at_once)
        case Took(player, card):
            yield from _carried(state, (card,), DISPLAY, search.hand(player))
        case Left(player, cards):
            yield from _carried(state, cards, search.hand(player), DISCARDS)
        case Held(player, cards):
            hand, named = search.hand(player), tuple(card for card in cards if card != UNKNOWN)
            for shown in _carried(state, named, hand, ASIDE):
                yield from _carried(shown, named, ASIDE, hand)


def _carried(state: Urns, cards: Sequence[str], start: int, end: int) -> Iterator[Urns]:
    """The states after cards have gone from one pile to another, those that are named first."""
    if not cards:
        yield state
    elif len(cards) <= len(state.piles[start]):
        first, *rest = sorted(cards, key=UNKNOWN.__eq__)
        if first == UNKNOWN:
            yield from _carried(state.unseen(start, end), rest, start, end)
        else:
            for after in state.shown(first, start, end):
                yield from _carried(after, rest, start, end)


def _drawn(state: Urns, cards: Sequence[str], end: int, at_once: bool) -> Iterator[Urns]:
    """The states after a draw, in any order of its cards. The discards become the deck when it has run out (GR-20.1)."""
    state = _renewed(state)
    old = len(state.piles[DECK])
    for chosen in dict.fromkeys(combinations(sorted(cards), min(old, len(cards)))):
        rest = list(cards)
        for card in chosen:
            rest.remove(card)
        for after in _carried(state, chosen, DECK, end):
            for one in _carried(_renewed(after) if rest else after, rest, DECK, end):
                yield _renewed(one) if at_once else one


def _renewed(state: Urns) -> Urns:
    return state if state.piles[DECK] else state.shuffled(DISCARDS, DECK)
