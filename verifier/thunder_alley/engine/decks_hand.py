"""One player's hand during one turn: which cards must have been in it when it was filled, and what may be left of it
(TA-3.3).

The notes form a short story: cards played, cards seen in the hand, cards discarded. Read backwards, it shows what the hand
must have held; read forwards, how many cards it had and which may be left.
"""

from collections.abc import Sequence
from typing import final

from model.values import replace, value
from verifier.findings import Breach
from verifier.thunder_alley.engine.decks_stock import UNKNOWN, Dealing

Kinds = tuple[tuple[int, int], ...]
"""Kinds with their numbers of cards, sorted."""


@value
class Seen:
    """A recorded hand: known cards, and how many cards it had in all (None: not noted)."""

    known: Kinds
    size: int | None


@value
class Thrown:
    """Discarded cards: known ones, and how many others (None: any number). `written`: there is a line about them."""

    known: Kinds
    other: int | None
    written: bool = True


Entry = int | Seen | Thrown
"""A number is the kind of a card played."""


@value
class Kept:
    """What a player may have kept at the end of a turn: from `low` to `high` cards, all of them among `known` and `other`
    further cards of any kind. `perhaps` are known cards of earlier turns that may be among those others."""

    known: Kinds
    other: int
    low: int
    high: int
    perhaps: Kinds = ()

    @property
    def surely(self) -> dict[int, int]:
        """The cards that are in the hand no matter which were kept."""
        gone = number_of(self.known) + self.other - self.low
        return {kind: count - gone for kind, count in self.known if count > gone}


def number_of(cards: Kinds) -> int:
    """The number of these cards."""
    number = 0
    for _, count in cards:
        number += count
    return number


def number_in(cards: dict[int, int]) -> int:
    """The number of cards in a dictionary by kind."""
    number = 0
    for count in cards.values():
        number += count
    return number


def any_cards(number: int) -> Kept:
    """A hand about which nothing is known but its maximum size."""
    return Kept((), number, 0, number)


@value
class Hand:
    """What a `story` implies. `need`: known cards that were in the full hand; `new`: those of `need` that need not have been
    kept from the turn before; `drawn_low` to `drawn_high` cards were drawn, none of it possible if `torn`; `tight`: not all
    known cards can have been kept at once. `held` and `held_sizes` are the hand after the last play, `sizes` the fewest and
    the most cards before each entry of the story, and after the last one."""

    story: tuple[Entry, ...]
    need: dict[int, int]
    new: dict[int, int]
    drawn_low: int
    drawn_high: int
    torn: bool
    tight: bool
    held: dict[int, int]
    held_sizes: tuple[int, int]
    sizes: list[tuple[int, int]]


@final
class Read:
    """Hands read from a turn: they remain valid while their story has not grown. Any two are equal, because they carry no more
    information than the stories."""

    def __init__(self, hands: tuple[Hand, ...]) -> None:
        self.hands = hands

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Read)

    def __hash__(self) -> int:
        return 0


NOTHING_READ = Read(())


def read_hand(
    dealing: Dealing, seat: int, story: tuple[Entry, ...], kept: Kept, *, vague: bool
) -> Hand | Breach:
    """What the story of a turn implies about a hand that was filled from `kept`. `vague`: the number of cards at the beginning
    is unknown."""
    sizes = _sizes(dealing, seat, story, vague)
    if not isinstance(sizes, list):
        return sizes
    need: dict[int, int] = {}
    wanted = plays = 0
    shown = False
    held: dict[int, int] | None = None
    for place in range(len(story) - 1, -1, -1):
        entry = story[place]
        if isinstance(entry, Thrown):
            _add(need, entry.known)
            wanted += number_of(entry.known)
        elif isinstance(entry, Seen):
            shown = True
            _raise(need, dict(entry.known))
            wanted = number_in(need)
        else:
            if held is None:
                held, plays = dict(need), place + 1
            if entry != UNKNOWN:
                need[entry] = need.get(entry, 0) + 1
                wanted += 1
        if wanted > sizes[place][1]:
            return _too_many(dealing, seat, need, sizes[place][1], entry)
    held = dict(need) if held is None else held
    if kept.known:
        _raise(need, kept.surely)
        wanted = number_in(need)
    if shown or kept.known:
        # Of other hands nothing is known after a play except the cards that leave them later.
        at_flip = _left(dealing, story[:plays], need, sizes)
        for kind, count in at_flip.surely.items():
            held[kind] = max(held.get(kind, 0), count)
    new, matched, drawn = need, 0, wanted
    if kept.known or kept.perhaps:
        matched = sum([min(count, need.get(kind, 0)) for kind, count in kept.known])
        seen = dict(kept.known)
        _add(seen, kept.perhaps)
        new = _without(need, seen)
        drawn = number_in(new)
    most = min(kept.high, dealing.hand_size - wanted + matched + kept.other)
    return Hand(
        story,
        need,
        new,
        dealing.hand_size - most,
        dealing.hand_size - kept.low,
        wanted > dealing.hand_size or most < kept.low,
        wanted - drawn > most,
        held,
        sizes[plays],
        sizes,
    )


def left_over(dealing: Dealing, hand: Hand, kept: Kept) -> Kept:
    """What is left at the end of a turn of a hand that was filled from `kept`."""
    left = _left(dealing, hand.story, hand.need, hand.sizes)
    if not left.other or not (kept.known or kept.perhaps):
        return left
    seen = dict(kept.known)
    _add(seen, kept.perhaps)
    return replace(left, perhaps=tuple(sorted(_without(seen, hand.need).items())))


def _sizes(
    dealing: Dealing, seat: int, story: tuple[Entry, ...], vague: bool
) -> list[tuple[int, int]] | Breach:
    """The fewest and the most cards in the hand before each entry, and after the last one."""
    low, high = (0 if vague else dealing.hand_size), dealing.hand_size
    team = dealing.teams[seat]
    sizes = [(low, high)]
    for entry in story:
        if isinstance(entry, Seen):
            known = number_of(entry.known)
            told = (known, high) if entry.size is None else (entry.size, entry.size)
            low, high = max(low, told[0]), min(high, told[1])
            if low > high:
                return _wrong_size(team, sizes[-1], known if entry.size is None else entry.size)
            # A hand that was counted had this many cards just before as well.
            sizes[-1] = (low, high)
        else:
            thrown = isinstance(entry, Thrown)
            gone = 1 if isinstance(entry, int) else number_of(entry.known) + (entry.other or 0)
            if gone > high:
                return _too_few(team, gone, high, thrown)
            low = 0 if isinstance(entry, Thrown) and entry.other is None else max(low - gone, 0)
            high -= gone
        sizes.append((low, high))
    return sizes


def _left(
    dealing: Dealing, story: tuple[Entry, ...], need: dict[int, int], sizes: Sequence[tuple[int, int]]
) -> Kept:
    """The cards that may be left after a story."""
    known = dict(need)
    left = number_in(need)
    other = dealing.hand_size - left
    for place, entry in enumerate(story):
        if isinstance(entry, Seen):
            if sizes[place][1] == number_of(entry.known):
                known, left, other = dict(entry.known), number_of(entry.known), 0
        elif isinstance(entry, Thrown):
            for kind, count in entry.known:
                known[kind] = known[kind] - count
                left -= count
            other -= min(other, entry.other or 0) if left == 0 else 0
        elif entry == UNKNOWN:
            other -= min(other, 1) if left == 0 else 0
        else:
            known[entry] = known[entry] - 1
            left -= 1
    pairs = tuple(sorted([(kind, count) for kind, count in known.items() if count > 0])) if left else ()
    low, high = sizes[len(story)]
    return Kept(pairs, max(other, 0), low, high)


def thrown(story: tuple[Entry, ...]) -> bool:
    """Whether a line records discards."""
    return any([isinstance(entry, Thrown) and entry.written for entry in story])


def named_after_plays(story: tuple[Entry, ...]) -> bool:
    """Whether cards were named after the last play."""
    for entry in reversed(story):
        if isinstance(entry, int):
            return False
        if entry.known:
            return True
    return False


def after_plays(story: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The story without the names of cards recorded after the last play."""
    last = max((place for place, entry in enumerate(story) if isinstance(entry, int)), default=-1)
    return (*story[: last + 1], *(_unnamed(entry) for entry in story[last + 1 :]))


def _unnamed(entry: Entry) -> Entry:
    if isinstance(entry, Seen):
        return Seen((), entry.size)
    if isinstance(entry, Thrown):
        other = None if entry.other is None else entry.other + number_of(entry.known)
        return replace(entry, known=(), other=other)
    return entry


def _without(cards: dict[int, int], gone: dict[int, int]) -> dict[int, int]:
    """These cards without the ones that are taken away."""
    return {kind: left for kind, count in cards.items() if (left := count - gone.get(kind, 0)) > 0}


def _add(need: dict[int, int], cards: Kinds) -> None:
    for kind, count in cards:
        need[kind] = need.get(kind, 0) + count


def _raise(need: dict[int, int], cards: dict[int, int]) -> None:
    """Raises `need` to at least these cards."""
    for kind, count in cards.items():
        need[kind] = max(count, need.get(kind, 0))


def _wrong_size(team: str, sizes: tuple[int, int], told: int) -> Breach:
    low, high = sizes
    range_ = str(high) if low == high else f"{low} to {high}"
    return Breach(
        "TA-3.3",
        f"{team} has {range_} {'card' if high == 1 else 'cards'} in hand here, not {told}",
        "hands are filled once, at the start of a turn",
        token="card",
        numbers={"in_hand": high, "told": told},
    )


def _too_few(team: str, gone: int, high: int, thrown: bool) -> Breach:
    in_hand = "no card" if high == 0 else f"only {high} {'card' if high == 1 else 'cards'}"
    rule, reason = (
        ("TA-3.5.6", "a player discards cards from hand")
        if thrown
        else ("TA-3.4-5", "cards are played from hand, and hands are filled at the start of a turn")
    )
    return Breach(
        rule,
        f"{team} has {in_hand} left in hand here, and {gone} {'leaves' if gone == 1 else 'leave'} it",
        reason,
        token="card",
        numbers={"in_hand": high, "leaving": gone},
    )


def _too_many(dealing: Dealing, seat: int, need: dict[int, int], size: int, entry: Entry) -> Breach:
    names = [
        f"{count} {dealing.stock.names[kind]}" if count > 1 else dealing.stock.names[kind]
        for kind, count in sorted(need.items())
        if count
    ]
    wanted = sum(need.values())
    when = "when it was noted" if isinstance(entry, Seen) else "before"
    return Breach(
        "TA-3.3",
        f"the hand of {dealing.teams[seat]} had {size} {'card' if size == 1 else 'cards'} {when}, and needs"
        f" {wanted} for its later cards: {', '.join(names)}",
        "no player draws before the next turn",
        token="card",
        numbers={"in_hand": size, "needed": wanted},
    )
