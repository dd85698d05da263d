"""Counts hidden cards that move one by one between hands, deck, discards and display: whether what was seen fits the deck.

The number of cards in each hand, on display and in the deck is known, unless a record begins in mid-game. For each kind, `places`
keeps where its cards can be. A draw that may have used up the deck is followed both ways. Where these bounds leave a question
open, `tracing` searches.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from model.values import replace, value
from verifier.cards.moves import UNKNOWN, Start, Went
from verifier.cards.places import Copies, placed
from verifier.cards.slots import Slots, come, leave, most_of
from verifier.cards.tracing import Search, go_on, search

MOST_WAYS = 6
"""The most ways of the deck that are followed. If there are more, two are merged, which makes the count less strict."""


@value
class Clash:
    """Why the cards seen do not fit the deck. `at_once` as in `Count`."""

    fact: str
    numbers: Mapping[str, int]
    at_once: bool | None = None


@value
class Way:
    """A possible state of the deck: it has `low` to `high` cards. `kinds` has the places where the cards of each kind can be."""

    low: int
    high: int
    kinds: Mapping[str, Copies]


@value
class Count:
    """What `moves` show. `holders` have these `hands` with these `sizes`, `shown` cards are on display, and `rest` are in the
    deck and the discards. `at_once`: whether a deck that has run out is shuffled without waiting for the next
    draw, once that has made a difference. `search` has kinds of the hidden cards that fit."""

    holders: tuple[str, ...]
    hands: tuple[Slots, ...]
    sizes: tuple[int, ...]
    shown: int
    rest: int
    ways: tuple[Way, ...]
    search: Search
    moves: tuple[Went, ...] = ()
    at_once: bool | None = None

    @property
    def deck(self) -> int:
        """The place of the deck."""
        return len(self.holders)

    @property
    def discards(self) -> int:
        """The place of the discards."""
        return self.deck + 1

    @property
    def display(self) -> int:
        """The place of the cards on display."""
        return self.deck + 2

    def hand(self, holder: str) -> int:
        """The place of a hand."""
        return self.holders.index(holder)

    def least(self, kind: str, place: int) -> int:
        """The fewest cards of a kind in a place."""
        return min(way.kinds[kind].least_in(place) for way in self.ways)

    def most(self, kind: str, place: int) -> int:
        """The most cards of a kind in a place."""
        return max(way.kinds[kind].most_in(place) for way in self.ways)

    def told(self, went: Went, at_once: Callable[[], bool]) -> "Count | Clash":
        """The count with one more move: by bounds for each kind, and by a search where these leave it open. `at_once` is called
        only where it makes a difference."""
        found = _after(self, went, at_once)
        if isinstance(found, Clash):
            return found if found.at_once is not None else replace(found, at_once=self.at_once)
        moves = (*self.moves, went)
        fitting = go_on(self.search, moves, bool(found.at_once))
        if fitting is not None:
            return replace(found, moves=moves, search=fitting)
        printed = sum(copies.total for copies in found.ways[0].kinds.values())
        fact = f"no distribution of the {printed} cards of the deck fits all that was seen"
        return Clash(fact, {"printed": printed}, found.at_once)


def begin(printed: Mapping[str, int], start: Start) -> Count | Clash:
    """What the beginning of a record shows of a deck with so many cards of each kind."""
    hands = [cards for _, cards in start.hands]
    rest = sum(printed.values()) - sum(map(len, hands)) - len(start.display)
    discards, low, high = start.discards or (), 0, rest
    if start.deck is not None:
        low = high = start.deck
    elif start.discards is not None:
        low = high = rest - len(discards)
    known = [*map(Counter, hands), Counter[str](), Counter(discards), Counter(start.display)]
    room = (*map(len, hands), high, max(rest - low, len(discards)), len(start.display))
    hidden = [size - cards.total() + cards[UNKNOWN] for size, cards in zip(room, known, strict=True)]
    kinds = {
        kind: placed(number, [cards[kind] for cards in known], hidden) for kind, number in printed.items()
    }
    for kind, copies in kinds.items():
        if rest < 0 or low < 0 or not copies.possible:
            numbers = {"printed": printed[kind], "needed": sum(cards[kind] for cards in known)}
            return Clash(
                f"the deck has {printed[kind]} cards {kind}, and the record begins with others", numbers
            )
    other = min({card for cards in known for card in cards} - {*printed, UNKNOWN}, default=None)
    if other is not None:
        return Clash(f"the deck has no card {other}, and the record begins with one", {"printed": 0})
    holders = tuple(name for name, _ in start.hands)
    named = tuple(come((), *_split(cards)) for cards in hands)
    sizes, ways = tuple(map(len, hands)), (Way(low, high, kinds),)
    return Count(holders, named, sizes, len(start.display), rest, ways, search(printed, start))


def _after(found: Count, went: Went, at_once: Callable[[], bool]) -> Count | Clash:
    """What is known with one more move."""
    start, end, cards = went.start, went.end, went.cards
    for card in cards:
        if card != UNKNOWN and card not in found.ways[0].kinds:
            return Clash(f"the deck has no card {card}", {"printed": 0})
    if start == end:
        known = found if start < found.deck else replace(found, at_once=at_once())
        return _held(known, cards, start)
    after = _resized(_resized(found, start, leave, cards), end, come, cards)
    if start == found.deck:
        return _drawn(found, after, cards, end, at_once)
    ways = tuple(_carried(after, way, cards, start, end) for way in found.ways)
    return _fitting(found, replace(after, ways=ways), cards, start)


def _resized(
    found: Count, place: int, change: Callable[[Slots, Iterable[str], int], Slots], cards: Sequence[str]
) -> Count:
    """The count after cards came to a place or left it."""
    more = len(cards) if change is come else -len(cards)
    if place == found.display:
        return replace(found, shown=found.shown + more)
    if place >= found.deck:
        return replace(found, rest=found.rest + more)
    sizes, hands = list(found.sizes), list(found.hands)
    sizes[place] += more
    hands[place] = change(hands[place], *_split(cards))
    return replace(found, sizes=tuple(sizes), hands=tuple(hands))


def _split(cards: Sequence[str]) -> tuple[list[str], int]:
    """The cards whose kind is known, and how many others there are."""
    named = [card for card in cards if card != UNKNOWN]
    return named, len(cards) - len(named)


def _held(found: Count, cards: Sequence[str], place: int) -> Count | Clash:
    """A place has certain cards. The deck and the discards have no others."""
    ways = []
    size = len(cards) if place == found.deck else found.rest - len(cards)
    for way in found.ways:
        if place >= found.deck:
            if not way.low <= size <= way.high:
                continue
            way = replace(way, low=size, high=size)
        held = {kind: way.kinds[kind].at_least(place, cards.count(kind)) for kind in _split(cards)[0]}
        ways.append(replace(way, kinds={**way.kinds, **held}))
    return _fitting(found, replace(found, ways=tuple(ways)), cards, place)


def _carried(after: Count, way: Way, cards: Iterable[str], start: int, end: int) -> Way:
    """A way after cards went from one place to another; `after` has the sizes then."""
    named = Counter(cards)
    hidden = named[UNKNOWN]
    room = _room(after, way, start), _room(after, way, end)
    kinds = {
        kind: copies.moved(start, end, named[kind], named[kind] + hidden)
        .at_most(start, room[0])
        .at_most(end, room[1])
        for kind, copies in way.kinds.items()
    }
    return replace(way, kinds=kinds)


def _room(found: Count, way: Way, place: int) -> int:
    """The most cards that can be in a place."""
    if place < found.deck:
        return found.sizes[place]
    return (way.high, found.rest - way.low, found.shown)[place - found.deck]


def _drawn(
    found: Count, after: Count, cards: Sequence[str], end: int, at_once: Callable[[], bool]
) -> Count | Clash:
    """Cards are drawn from the deck; a record does not say in which order. When the deck has run out, it is shuffled again, at
    once or for the next draw."""
    number, early = len(cards), found.at_once
    if any(way.low <= number for way in found.ways):
        early = at_once()
    after = replace(after, at_once=early)
    least = number + bool(early)
    ways: list[Way] = []
    for way in found.ways:
        if way.high >= least:
            kept = replace(way, low=max(way.low, least) - number, high=way.high - number)
            ways.append(_carried(after, kept, cards, found.deck, end))
        # A deck that is shuffled at once has no cards only if there were no discards either.
        fewest = max(way.low, min(way.high, 1)) if early else way.low
        most = min(way.high, number - (not early))
        ways += [_across(after, way, cards, end, old) for old in range(fewest, most + 1)]
    return replace(_fitting(found, replace(after, ways=tuple(ways)), cards, found.deck), at_once=early)


def _across(after: Count, way: Way, cards: Sequence[str], end: int, old: int) -> Way:
    """A way after a draw in which the deck ran out: `old` cards are from the deck as it was, the others from the discards."""
    named, deck, aside = Counter(cards), after.deck, after.display + 1
    kinds = {}
    for kind, copies in way.kinds.items():
        least, most = named[kind], named[kind] + named[UNKNOWN]
        copies = copies.at_most(deck, old).beside()
        copies = copies.moved(deck, aside, 0, min(most, old)).at_most(deck, 0).swapped(deck, after.discards)
        copies = copies.moved(deck, aside, 0, min(most, len(cards) - old)).at_most(deck, after.rest)
        copies = copies.at_most(aside, most).at_least(aside, least).merged(end)
        kinds[kind] = copies.at_most(end, _room(after, way, end))
    return Way(after.rest, after.rest, kinds)


def _fitting(before: Count, after: Count, cards: Sequence[str], place: int) -> Count | Clash:
    """The count with the ways that fit, or why none does: `cards` were to be in a place."""
    ways = [way for way in map(partial(_tight, after), after.ways) if way is not None]
    if not ways:
        return _why(before, cards, place)
    while len(ways) > MOST_WAYS:
        *ways, one, other = ways
        kinds = {kind: copies.or_else(other.kinds[kind]) for kind, copies in one.kinds.items()}
        ways.append(Way(min(one.low, other.low), max(one.high, other.high), kinds))
    return replace(after, ways=tuple(ways))


def _tight(found: Count, way: Way) -> Way | None:
    """A way with what follows from the sizes of the places: a place has no room for cards beyond those that are certainly there,
    and what no other kind can fill. None if nothing fits."""
    kinds = dict(way.kinds)
    places = range(found.deck + 3) if way.low == way.high else (*range(found.deck), found.display)
    for place in places:
        size = _room(found, way, place)
        least = {kind: copies.least_in(place) for kind, copies in kinds.items()}
        if place < found.deck:
            most, other = most_of(found.hands[place])
            kinds = {kind: copies.at_most(place, most.get(kind, other)) for kind, copies in kinds.items()}
        most = Counter({kind: copies.most_in(place) for kind, copies in kinds.items()})
        free, lack = size - sum(least.values()), sum(most.values()) - size
        for kind, copies in kinds.items():
            if most[kind] > least[kind] + free:
                copies = copies.at_most(place, least[kind] + free)
            if least[kind] < most[kind] - lack:
                copies = copies.at_least(place, most[kind] - lack)
            kinds[kind] = copies
    return replace(way, kinds=kinds) if all(copies.possible for copies in kinds.values()) else None


def _why(before: Count, cards: Sequence[str], place: int) -> Clash:
    """The kind with too few cards for what was seen, or with a card that must be elsewhere."""
    where = f"{before.holders[place]} can hold" if place < before.deck else "the deck can have"
    for kind, needed in Counter(_split(cards)[0]).items():
        most, printed = before.most(kind, place), before.ways[0].kinds[kind].total
        if most < needed:
            fact = f"{where} at most {most} of the {printed} cards {kind}, and {needed} would be needed"
            fact = fact if most else f"{where} no card {kind}"
            return Clash(
                fact + _seen(before, kind, place), {"most": most, "printed": printed, "needed": needed}
            )
    printed = sum(copies.total for copies in before.ways[0].kinds.values())
    seen = "the card" if cards[:1] == (UNKNOWN,) else "".join(cards[:1])
    what = f"the {len(cards)} cards seen" if len(cards) != 1 else seen
    fact = f"no distribution of the {printed} cards of the deck leaves a place for {what}"
    return Clash(fact, {"printed": printed})


def _seen(found: Count, kind: str, place: int) -> str:
    """What shows why a place has so few cards of a kind, in words: the hand is known, or the others are."""
    held = [one for one in found.ways[0].kinds for _ in range(found.least(one, place))]
    if place < found.deck and len(held) == found.sizes[place]:
        return f": the hand is {' '.join(held)}" if held else ": the hand is empty"
    elsewhere = sum(found.least(kind, other) for other in range(found.display + 1) if other != place)
    total = found.ways[0].kinds[kind].total
    known = total - elsewhere == found.most(kind, place)
    return f": {elsewhere} of {total} must be elsewhere" if known and elsewhere else ""
