"""The hidden cards: whether what was seen fits the deck (GR-25.2), and what follows for hands and discards.

`verifier.cards.moving` counts. Here the log of a game becomes its moves of cards, and counts are kept for logs that go on.
"""

from collections import Counter
from collections.abc import Iterator

from model.great_race.cards import cards_of
from model.great_race.moves import UNKNOWN
from model.great_race.position import Setup
from model.great_race.seen import DECK, Counted, Drew, Held, Joined, Left, Log, Seen, Shown, Took
from verifier.cards.moves import Start, Went
from verifier.cards.moving import Clash, Count, begin

MOST_COUNTS = 2_000
"""The most counts that are kept for logs that go on from them."""

_COUNTED: dict[tuple[tuple[int, ...], int, Seen], tuple[Log, Count | Clash]] = {}
"""Counts made lately, by the numbers of cards in the deck, the length of the log, and its last entry."""


def clash(setup: Setup, log: Log) -> Clash | None:
    """Why no distribution of the cards fits what was seen; None if one does."""
    found = count(setup, log)
    return found if isinstance(found, Clash) else None


def certain(setup: Setup, log: Log, player: str) -> "Counter[str]":
    """The cards that are certainly in a hand."""
    found = count(setup, log)
    if isinstance(found, Clash):
        return Counter()
    hand = found.hand(player)
    return +Counter({kind: found.least(kind, hand) for kind in found.ways[0].kinds})


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
    named = [kind for kind in way.kinds for _ in range(found.least(kind, found.discards))]
    return (*named, *(UNKNOWN,) * (found.rest - way.low - len(named)))


def possible(setup: Setup, log: Log, player: str) -> "Counter[str]":
    """The most cards of each kind that a hand can have."""
    found = count(setup, log)
    if isinstance(found, Clash):
        return Counter()
    hand = found.hand(player)
    return +Counter({kind: found.most(kind, hand) for kind in found.ways[0].kinds})


def in_stock(setup: Setup, log: Log) -> int:
    """How many cards can still be drawn."""
    found = count(setup, log)
    return 0 if isinstance(found, Clash) else found.rest


def count(setup: Setup, log: Log) -> Count | Clash:
    """What a log shows. Goes on from the longest part of it that was counted before."""
    printed = {id: card.count for id, card in cards_of(setup.ruleset).items()}
    deck = tuple(printed.values())
    done, found = next(_counted(setup, deck, log), (0, None))

    def at_once() -> bool:
        """When a deck that has run out is shuffled (GR-20.1)."""
        return setup.reading("reshuffle-moment") == "a"

    for end in range(done, len(log)):
        seen = log[end]
        if isinstance(seen, Joined):
            found = begin(printed, Start(seen.hands, seen.display, seen.discards, seen.deck))
        elif isinstance(found, Count):
            found = found.told(_went(found, seen), at_once)
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
        if found.at_once is None or (setup.reading("reshuffle-moment") == "a") == found.at_once:
            yield end, found


def _went(found: Count, seen: Seen) -> Went:
    """An entry of the log as a move of cards."""
    match seen:
        case Shown(cards):
            return Went(found.deck, found.display, cards)
        case Drew(player, cards):
            return Went(found.deck, found.hand(player), cards)
        case Took(player, card):
            return Went(found.display, found.hand(player), (card,))
        case Left(player, cards):
            return Went(found.hand(player), found.discards, cards)
        case Held(player, cards):
            return Went(found.hand(player), found.hand(player), cards)
        case Counted(pile, cards):
            place = found.deck if pile == DECK else found.discards
            return Went(place, place, cards)
    raise AssertionError(seen)
