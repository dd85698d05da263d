"""Counts hidden cards: whether what was seen fits the deck (GR-25.2).

The number of cards in each hand, on display and in the deck is known, unless a record begins in mid-game. For each kind,
`verifier.cards.places` keeps where its cards can be. A draw that may have used up the deck is followed both ways (GR-20.1).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from model.great_race.cards import cards_of
from model.great_race.moves import UNKNOWN
from model.great_race.position import Setup
from model.great_race.seen import Drew, Held, Joined, Left, Log, Seen, Shown, Took
from model.values import replace, value
from verifier.cards.places import Copies, placed
from verifier.cards.slots import Slots, come, leave, most_of
from verifier.great_race.engine.search import Search, begin, go_on

MOST_WAYS = 6
"""The most ways of the deck that are followed. If there are more, two are merged, which makes the count less strict."""

MOST_COUNTS = 2_000
"""The most counts that are kept for logs that go on from them."""


@value
class Clash:
    """Why the cards seen do not fit the deck. `reading` is that of the ruling reshuffle-moment, if it made a difference."""

    fact: str
    numbers: Mapping[str, int]
    reading: str = ""


@value
class Way:
    """A possible state of the deck: it has `low` to `high` cards. `kinds` has the places where the cards of each kind can be."""

    low: int
    high: int
    kinds: Mapping[str, Copies]


@value
class Count:
    """What a log shows. `holders` have these `hands` with these `sizes`, `shown` cards are on display, and `rest` are in the deck
    and the discards. `reading` is that of the ruling reshuffle-moment, once it has made a difference.
    `search` has kinds of the hidden cards that fit."""

    holders: tuple[str, ...]
    hands: tuple[Slots, ...]
    sizes: tuple[int, ...]
    shown: int
    rest: int
    ways: tuple[Way, ...]
    search: Search
    reading: str = ""

    @property
    def deck(self) -> int:
        """The place of the deck; the discards and the display follow."""
        return len(self.holders)

    def hand(self, player: str) -> int:
        """The place of a player's hand."""
        return self.holders.index(player)


_COUNTED: dict[tuple[tuple[int, ...], int, Seen], tuple[Log, "Count | Clash"]] = {}
"""Counts made lately, by the numbers of cards in the deck, the length of the log, and its last entry."""


def clash(setup: Setup, log: Log) -> Clash | None:
    """Why no distribution of the cards fits what was seen; None if one does."""
    found = count(setup, log)
    return found if isinstance(found, Clash) else None


def certain(setup: Setup, log: Log, player: str) -> "Counter[str]":
    """The cards that are certainly in a hand."""
    return _in_hand(setup, log, player, lambda ways, hand: min(one.least_in(hand) for one in ways))


def known_hand(setup: Setup, log: Log, player: str, size: int) -> tuple[str, ...]:
    """The cards of a hand of this size, `?` for each whose kind is not certain."""
    named = sorted(certain(setup, log, player).elements())
    return (*named, *(UNKNOWN,) * (size - len(named)))


def known_discards(setup: Setup, log: Log) -> tuple[str, ...] | None:
    """The discards, `?` for each whose kind is not certain. None if their number is not known."""
    found = count(setup, log)
    if isinstance(found, Clash) or any(way.low != way.high or way != found.ways[0] for way in found.ways):
        return None
    [way, *_] = found.ways
    named = [kind for kind, copies in way.kinds.items() for _ in range(copies.least_in(found.deck + 1))]
    return (*named, *(UNKNOWN,) * (found.rest - way.low - len(named)))


def possible(setup: Setup, log: Log, player: str) -> "Counter[str]":
    """The most cards of each kind that a hand can have."""
    return _in_hand(setup, log, player, lambda ways, hand: max(one.most_in(hand) for one in ways))


def _in_hand(
    setup: Setup, log: Log, player: str, number: Callable[[Sequence[Copies], int], int]
) -> "Counter[str]":
    """The cards of each kind in a hand; their `number` follows from where the copies can be in each way of the deck."""
    found = count(setup, log)
    if isinstance(found, Clash):
        return Counter()
    hand, kinds = found.hand(player), found.ways[0].kinds
    return +Counter({kind: number([way.kinds[kind] for way in found.ways], hand) for kind in kinds})


def in_stock(setup: Setup, log: Log) -> int:
    """How many cards can still be drawn."""
    found = count(setup, log)
    return 0 if isinstance(found, Clash) else found.rest


def count(setup: Setup, log: Log) -> Count | Clash:
    """What a log shows. Goes on from the longest part of it that was counted before."""
    deck = tuple(card.count for card in cards_of(setup.ruleset).values())
    done, found = next(_counted(setup, deck, log), (0, None))
    for end in range(done, len(log)):
        seen = log[end]
        if isinstance(seen, Joined):
            found = _joined(setup, seen)
        elif isinstance(found, Count):
            found = _with_next(setup, found, log[: end + 1])
        assert found is not None
        if len(_COUNTED) >= MOST_COUNTS:
            del _COUNTED[next(iter(_COUNTED))]
        _COUNTED[deck, end + 1, seen] = log[: end + 1], found
    assert found is not None
    return found


def _counted(setup: Setup, deck: tuple[int, ...], log: Log) -> Iterator[tuple[int, Count | Clash]]:
    """Beginnings of a log that were counted before, under the reading in force; the longest first."""
    for end in range(len(log), 0, -1):
        part, found = _COUNTED.get((deck, end, log[end - 1]), ((), None))
        if found is None or part != log[:end]:
            continue
        if not found.reading or setup.reading("reshuffle-moment") == found.reading:
            yield end, found


def _with_next(setup: Setup, before: Count, log: Log) -> Count | Clash:
    """The count with the last entry of the log: by bounds for each kind, and by a search where these leave it open."""
    found = _after(setup, before, log[-1])
    if isinstance(found, Clash):
        return replace(found, reading=found.reading or before.reading)
    search = go_on(before.search, log, found.reading == "a")
    if search is not None:
        return replace(found, search=search)
    printed = sum(copies.total for copies in found.ways[0].kinds.values())
    fact = f"no distribution of the {printed} cards of the deck fits all that was seen"
    return Clash(fact, {"printed": printed}, found.reading)


def _joined(setup: Setup, seen: Joined) -> Count | Clash:
    """What the beginning of a record shows."""
    printed = {id: card.count for id, card in cards_of(setup.ruleset).items()}
    hands = [cards for _, cards in seen.hands]
    rest = sum(printed.values()) - sum(map(len, hands)) - len(seen.display)
    discards, low, high = seen.discards or (), 0, rest
    if seen.deck is not None:
        low = high = seen.deck
    elif seen.discards is not None:
        low = high = rest - len(discards)
    known = [*map(Counter, hands), Counter[str](), Counter(discards), Counter(seen.display)]
    room = (*map(len, hands), high, max(rest - low, len(discards)), len(seen.display))
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
    holders = tuple(name for name, _ in seen.hands)
    ways = (Way(low, high, kinds),)
    search = begin([kind for kind, number in printed.items() for _ in range(number)], seen)
    count = Count(holders, ((),) * len(hands), (0,) * len(hands), 0, rest, ways, search)
    for hand, cards in enumerate(hands):
        count = _come(count, hand, cards)
    return _come(count, count.deck + 2, seen.display)


def _after(setup: Setup, found: Count, seen: Seen) -> Count | Clash:
    """What is known with one more entry of the log."""
    named = (
        seen.cards
        if isinstance(seen, Shown | Drew | Left | Held)
        else (seen.card,)
        if isinstance(seen, Took)
        else ()
    )
    for card in named:
        if card != UNKNOWN and card not in found.ways[0].kinds:
            return Clash(f"the deck has no card {card}", {"printed": 0})
    match seen:
        case Shown():
            return _drawn(setup, found, seen.cards, found.deck + 2)
        case Drew():
            return _drawn(setup, found, seen.cards, found.hand(seen.player))
        case Took():
            hand = found.hand(seen.player)
            after = _come(_leave(found, found.deck + 2, (seen.card,)), hand, (seen.card,))
            return _moved(found, after, (seen.card,), found.deck + 2, hand)
        case Left():
            hand = found.hand(seen.player)
            after = replace(_leave(found, hand, seen.cards), rest=found.rest + len(seen.cards))
            return _moved(found, after, seen.cards, hand, found.deck + 1)
        case Held():
            return _held(found, seen)
    raise AssertionError(seen)


def _come(found: Count, place: int, cards: Sequence[str]) -> Count:
    """The count with more cards in a hand or on display."""
    named, hidden = _split(cards)
    hand = come(found.hands[place], named, hidden) if place < found.deck else ()
    return _resized(found, place, hand, len(cards))


def _leave(found: Count, place: int, cards: Sequence[str]) -> Count:
    """The count with fewer cards in a hand or on display."""
    named, hidden = _split(cards)
    hand = leave(found.hands[place], named, hidden) if place < found.deck else ()
    return _resized(found, place, hand, -len(cards))


def _split(cards: Sequence[str]) -> tuple[list[str], int]:
    """The cards whose kind is known, and how many others there are."""
    named = [card for card in cards if card != UNKNOWN]
    return named, len(cards) - len(named)


def _resized(found: Count, place: int, hand: Slots, more: int) -> Count:
    if place >= found.deck:
        return replace(found, shown=found.shown + more)
    sizes, hands = list(found.sizes), list(found.hands)
    sizes[place] += more
    hands[place] = hand
    return replace(found, sizes=tuple(sizes), hands=tuple(hands))


def _held(found: Count, seen: Held) -> Count | Clash:
    """A hand has certain cards."""
    hand, named = found.hand(seen.player), Counter(seen.cards)
    del named[UNKNOWN]
    ways = []
    for way in found.ways:
        held = {
            kind: way.kinds[kind].at_least(hand, number)
            for kind, number in named.items()
            if kind in way.kinds
        }
        ways.append(replace(way, kinds={**way.kinds, **held}))
    return _fitting(found, replace(found, ways=tuple(ways)), seen.cards, hand)


def _moved(before: Count, after: Count, cards: Sequence[str], start: int, end: int) -> Count | Clash:
    """Cards go from one place to another."""
    ways = tuple(_carried(after, way, cards, start, end) for way in before.ways)
    return _fitting(before, replace(after, ways=ways), cards, start)


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


def _drawn(setup: Setup, found: Count, cards: Sequence[str], end: int) -> Count | Clash:
    """Cards are drawn from the deck; a record does not say in which order. When the deck has run out, it is shuffled again, at
    once or for the next draw (ruling reshuffle-moment)."""
    number, reading = len(cards), found.reading
    if any(way.low <= number for way in found.ways):
        reading = setup.reading("reshuffle-moment")
    after = replace(_come(found, end, cards), rest=found.rest - number, reading=reading)
    at_once = reading == "a"
    ways: list[Way] = []
    for way in found.ways:
        least = number + at_once
        if way.high >= least:
            kept = replace(way, low=max(way.low, least) - number, high=way.high - number)
            ways.append(_carried(after, kept, cards, found.deck, end))
        # A deck that is shuffled at once has no cards only if there were no discards either.
        fewest = max(way.low, min(way.high, 1)) if at_once else way.low
        most = min(way.high, number - (not at_once))
        ways += [_across(after, way, cards, end, old) for old in range(fewest, most + 1)]
    result = _fitting(found, replace(after, ways=tuple(ways)), cards, found.deck)
    return replace(result, reading=reading)


def _across(after: Count, way: Way, cards: Sequence[str], end: int, old: int) -> Way:
    """A way after a draw in which the deck ran out: `old` cards are from the deck as it was, the others from the discards."""
    named, deck = Counter(cards), after.deck
    kinds = {}
    for kind, copies in way.kinds.items():
        least, most = named[kind], named[kind] + named[UNKNOWN]
        aside = after.deck + 3
        copies = copies.at_most(deck, old).beside()
        copies = copies.moved(deck, aside, 0, min(most, old)).at_most(deck, 0).swapped(deck, deck + 1)
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
    places = range(found.deck + 3) if way.low == way.high else (*range(found.deck), found.deck + 2)
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
    for kind, needed in Counter(cards).items():
        if kind == UNKNOWN:
            continue
        found = [way.kinds[kind] for way in before.ways if kind in way.kinds]
        most = max((copies.most_in(place) for copies in found), default=0)
        printed = found[0].total if found else 0
        if most < needed:
            fact = f"{where} at most {most} of the {printed} cards {kind}, and {needed} would be needed"
            fact = fact if most else f"{where} no card {kind}"
            return Clash(fact, {"most": most, "printed": printed, "needed": needed})
    printed = sum(copies.total for copies in before.ways[0].kinds.values())
    what = (
        f"the {len(cards)} cards seen"
        if len(cards) > 1
        else f"{cards[0]}"
        if cards[0] != UNKNOWN
        else "the card"
    )
    fact = f"no distribution of the {printed} cards of the deck leaves a place for {what}"
    return Clash(fact, {"printed": printed})
