"""A search for kinds of hidden cards that fit exactly what was seen, for cards that move one by one. `moving` asks where its
bounds leave that open."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from model.values import replace, value
from verifier.cards.moves import UNKNOWN, Start, Went
from verifier.cards.urns import Urns

MOST_TRIED = 5_000
"""The most states that are looked at for one move."""

MOST_NEXT = 50
"""The most states that are kept after one move; others are left out."""


@value
class Search:
    """A state that fits the moves so far, and others that fit the first of them: the number of moves, and the state. After the
    places come a pile of the cards before the `start`, and one of those shown in a hand. `cut`: some were left out; `over`: the
    search was given up."""

    start: Start
    state: Urns
    others: tuple[tuple[int, Urns], ...] = ()
    cut: bool = False
    over: bool = False

    @property
    def piles(self) -> range:
        """The places of the deck, the discards, the display, the fresh cards, and those set aside."""
        hands = len(self.start.hands)
        return range(hands, hands + 5)


def search(printed: Mapping[str, int], start: Start) -> Search:
    """The states at the beginning, in which the cards named are there."""
    every = tuple(kind for kind, number in printed.items() for _ in range(number))
    hands = len(start.hands)
    piles = ((),) * (hands + 3) + ((0,) * len(every), ())
    begun = Search(start, Urns(piles, (every,)))
    deck, discards, display, fresh, _ = begun.piles
    known = [(display, start.display), (discards, start.discards or ())]
    known += [(hand, cards) for hand, (_, cards) in enumerate(start.hands)]
    states = [begun.state]
    for pile, cards in known:
        states = [after for one in states for after in _carried(one, cards, fresh, pile)]
    found = []
    for state in states:
        rest = len(state.piles[fresh])
        for size in _sizes(start, rest):
            parted = state
            for number in range(rest):
                parted = parted.unseen(fresh, deck if number < size else discards)
            found.append(parted)
    return replace(begun, state=found[-1], others=tuple((0, one) for one in found[:-1]))


def _sizes(start: Start, rest: int) -> Sequence[int]:
    """The numbers of cards that the deck may have."""
    if start.discards is not None:
        return (rest,)
    if start.deck is not None:
        return (start.deck,)
    return range(rest + 1)


def go_on(before: Search, moves: Sequence[Went], at_once: bool) -> Search | None:
    """The search with one more move, the last of all; None if nothing fits. `at_once`: a deck that has run out is shuffled
    without waiting for the next draw. The search is given up at a limit; then anything may fit."""
    if before.over:
        return before
    waiting = [*before.others, (len(moves) - 1, before.state)]
    cut, tried = before.cut, set[tuple[int, Urns]]()
    while waiting and len(tried) < MOST_TRIED:
        done, state = waiting.pop()
        if done == len(moves):
            return replace(before, state=state, others=tuple(waiting), cut=cut)
        if (done, state) in tried or (at_once and not done and _not_shuffled(before, state)):
            continue
        tried.add((done, state))
        found = [*islice(_after(before, state, moves[done], at_once), MOST_NEXT + 1)]
        cut = cut or len(found) > MOST_NEXT
        waiting += [(done + 1, one) for one in reversed(found[:MOST_NEXT])]
    return replace(before, over=True) if waiting or cut else None


def _not_shuffled(begun: Search, state: Urns) -> bool:
    """Whether a deck of unknown size would be empty while there are discards."""
    deck, discards, *_ = begun.piles
    return begun.start.deck is None and not state.piles[deck] and bool(state.piles[discards])


def _after(begun: Search, state: Urns, went: Went, at_once: bool) -> Iterator[Urns]:
    """The states after a move."""
    deck, discards, *_, aside = begun.piles
    start, end, cards = went.start, went.end, went.cards
    if start == end:
        if start >= deck and len(cards) != len(state.piles[start]):
            return
        named = tuple(card for card in cards if card != UNKNOWN)
        for shown in _carried(state, named, start, aside):
            yield from _carried(shown, named, aside, start)
    elif start == deck:
        for drawn in _drawn(state, cards, (deck, discards), end):
            yield _renewed(drawn, deck, discards) if at_once else drawn
    else:
        yield from _carried(state, cards, start, end)


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


def _drawn(state: Urns, cards: Sequence[str], piles: tuple[int, int], end: int) -> Iterator[Urns]:
    """The states after a draw, in any order of its cards. The discards become the deck when it has run out."""
    deck, discards = piles
    state = _renewed(state, deck, discards)
    old = len(state.piles[deck])
    for chosen in dict.fromkeys(combinations(sorted(cards), min(old, len(cards)))):
        rest = list(cards)
        for card in chosen:
            rest.remove(card)
        for after in _carried(state, chosen, deck, end):
            yield from _carried(_renewed(after, deck, discards) if rest else after, rest, deck, end)


def _renewed(state: Urns, deck: int, discards: int) -> Urns:
    return state if state.piles[deck] else state.shuffled(discards, deck)
