"""Every possible state of a tiny deck: the reference for the count of cards.

A state is (deck, discards, hands), each a tuple of numbers by kind, with whether the deck was shuffled at the draw and at a Team
Bar of this turn. Facts are `(word, ...)` tuples; `told` turns them into those of `verifier.cards`.
"""

from collections.abc import Iterable, Iterator
from copy import copy
from itertools import product
from random import Random
from string import ascii_lowercase

Cards = tuple[int, ...]
State = tuple[Cards, Cards, tuple[Cards, ...], bool, bool]
Fact = tuple[object, ...]
Shape = tuple[Cards, int, int, int]
"""Cards by kind, teams, cards in a hand, turns."""

NAMES = ascii_lowercase


SHAPES: tuple[Shape, ...] = (
    ((3, 3, 2), 2, 2, 6),
    ((2, 4, 3, 1), 2, 3, 4),
    ((2, 2, 2, 2, 1), 3, 2, 3),
    ((4, 4, 2), 1, 3, 6),
)


class Search:
    """The set of possible states, given the facts so far. `sweep`: hands are shuffled with the discards, and the same number of
    cards is dealt again."""

    def __init__(self, counts: Cards, teams: int, hand: int, *, sweep: bool = False) -> None:
        none = (0,) * len(counts)
        self.hand, self.sweep = hand, sweep
        self.states: set[State] = {(counts, none, (none,) * teams, False, False)}
        self.thrown: set[int] = set()
        self.dealt = False

    def tell(self, fact: Fact) -> None:
        word, *rest = fact
        if word == "fill":
            self._fill(None if rest[0] is None else int(str(rest[0])))
            return
        if word == "bar":
            kinds = None if rest[0] is None else {NAMES.index(str(rest[0]))}
            self.states = {
                (deck, _plus(pile, kind, 1), hands, fill, bar)
                for state in self.states
                for (deck, pile, hands, fill, bar), kind in self._draws(state, at_bar=True)
                if kinds is None or kind in kinds
            }
            return
        if word == "bar?":
            self.states = self.states | self.after(("bar", None)).states
            return
        if word == "reshuffle":
            self.states = {state for state in self.states if state[3] or state[4]}
            return
        seat = int(str(rest[0]))
        if word == "play":
            self.states = {done for state in self.states for done in self._leave(state, seat, rest[1])}
            return
        known = [0] * len(next(iter(self.states))[0]) if self.states else []
        for card in rest[1]:  # type: ignore[attr-defined]
            if known:
                known[NAMES.index(card)] += 1
        other = rest[2]
        if word == "hand":
            self.states = {state for state in self.states if _fits(state[2][seat], known, other)}
        else:
            self.thrown.add(seat)
            self.states = {done for state in self.states for done in _discard(state, seat, known, other)}

    def after(self, fact: Fact) -> "Search":
        """The states after one more fact; this search does not change."""
        found = copy(self)
        found.thrown = set(self.thrown)
        found.tell(fact)
        return found

    def _leave(self, state: State, seat: int, card: object) -> Iterator[State]:
        deck, pile, hands, *flags = state
        for kind, count in enumerate(hands[seat]):
            if count and (card is None or NAMES.index(str(card)) == kind):
                left = _with(hands, seat, _plus(hands[seat], kind, -1))
                yield (deck, _plus(pile, kind, 1), left, flags[0], flags[1])

    def _fill(self, first: int | None) -> None:
        if self.states and self.dealt:
            teams = len(next(iter(self.states))[2])
            for seat in range(teams):
                if seat not in self.thrown:
                    none = [0] * len(next(iter(self.states), ((),))[0])
                    self.states = {d for state in self.states for d in _discard(state, seat, none, None)}
        self.dealt, self.thrown = True, set()
        states: set[State] = {(*state[:3], False, False) for state in self.states}
        if not states:
            return
        teams = len(next(iter(states))[2])
        self.states = set()
        for one in range(teams) if first is None else (first,):
            filled = states
            for place in range(teams):
                for _ in range(self.hand):
                    seat = (one + place) % teams
                    filled = {done for state in filled for done in self._draw_up(state, seat)}
            self.states |= filled

    def _draw_up(self, state: State, seat: int) -> Iterator[State]:
        if sum(state[2][seat]) == self.hand:
            yield state
            return
        for (deck, pile, hands, fill, bar), kind in self._draws(state, at_bar=False):
            yield (deck, pile, _with(hands, seat, _plus(hands[seat], kind, 1)), fill, bar)

    def _draws(self, state: State, *, at_bar: bool) -> Iterator[tuple[State, int]]:
        deck, pile, hands, fill, bar = state
        shuffled = [(deck, hands)]
        if not any(deck):
            fill, bar = (fill, True) if at_bar else (True, bar)
            shuffled = list(_dealt_anew(pile, hands)) if self.sweep else [(pile, hands)]
            pile = (0,) * len(deck)
        for deck, hands in shuffled:
            for kind, count in enumerate(deck):
                if count:
                    yield (_plus(deck, kind, -1), pile, hands, fill, bar), kind


def anywhere(counts: Cards, teams: int, hand: int, *, full: bool, sweep: bool = False) -> Search:
    """A position with nothing known but the hands: they are `full`, or have at most this many cards."""
    search = Search(counts, teams, hand, sweep=sweep)
    search.dealt = True
    every = [cards for cards in product(*(range(count + 1) for count in counts)) if sum(cards) <= hand]
    hands = [cards for cards in every if not full or sum(cards) == hand]
    search.states = {
        (deck, tuple(map(int.__sub__, left, deck)), held, True, True)
        for held in product(hands, repeat=teams)
        for left in [tuple(count - sum(column) for count, *column in zip(counts, *held, strict=True))]
        if min(left) >= 0
        for deck in product(*(range(count + 1) for count in left))
    }
    return search


def _dealt_anew(pile: Cards, hands: tuple[Cards, ...]) -> Iterator[tuple[Cards, tuple[Cards, ...]]]:
    """Every way to deal hands of the same sizes from the discards and the hands together, as the remaining cards and the
    hands."""
    every = tuple(map(sum, zip(pile, *hands, strict=True)))
    dealt: set[tuple[Cards, tuple[Cards, ...]]] = {(every, ())}
    for old in hands:
        dealt = {
            (tuple(map(int.__sub__, left, new)), (*done, new))
            for left, done in dealt
            for new in product(*(range(count + 1) for count in left))
            if sum(new) == sum(old)
        }
    yield from sorted(dealt)


def _discard(state: State, seat: int, known: list[int], other: object) -> Iterator[State]:
    deck, pile, hands, fill, bar = state
    for gone in product(*(range(count + 1) for count in hands[seat])):
        if all(a >= b for a, b in zip(gone, known, strict=True)) and (
            other is None or sum(gone) == sum(known) + int(str(other))
        ):
            left = tuple(a - b for a, b in zip(hands[seat], gone, strict=True))
            thrown = tuple(a + b for a, b in zip(pile, gone, strict=True))
            yield (deck, thrown, _with(hands, seat, left), fill, bar)


def refused_at(facts: Iterable[Fact], counts: Cards, teams: int, hand: int) -> int | None:
    """The number of the first fact that fits no state; None if some state fits all of them."""
    search = Search(counts, teams, hand)
    for number, fact in enumerate(facts):
        search.tell(fact)
        if not search.states:
            return number
    return None


def _fits(hand: Cards, known: list[int], other: object) -> bool:
    enough = all(a >= b for a, b in zip(hand, known, strict=True))
    return enough and (other is None or sum(hand) == sum(known) + int(str(other)))


def _plus(cards: Cards, kind: int, by: int) -> Cards:
    return (*cards[:kind], cards[kind] + by, *cards[kind + 1 :])


def _with(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def true_story(
    rng: Random, counts: Cards, teams: int, hand: int, turns: int, lie: float = 0, *, sweep: bool = False
) -> Iterator[Fact]:
    """The cards that a random race shows. With probability `lie` a card is recorded as another one. `sweep`: hands are shuffled
    with the discards and dealt again."""
    kinds = len(counts)
    deck = [kind for kind, count in enumerate(counts) for _ in range(count)]
    rng.shuffle(deck)
    pile: list[int] = []
    hands: list[list[int]] = [[] for _ in range(teams)]
    shuffled = False
    bars, told, unknown, throws = (rng.random() for _ in range(4))

    def draw() -> int:
        nonlocal deck, pile, shuffled
        if not deck:
            deck, pile, shuffled = pile, [], True
            if sweep:
                deck += [card for cards in hands for card in cards]
            rng.shuffle(deck)
            if sweep:
                for cards in hands:
                    cards[:] = [deck.pop() for _ in cards]
        return deck.pop()

    def name(kind: int) -> str | None:
        if rng.random() < unknown * 0.3:
            return None
        return NAMES[rng.randrange(kinds) if rng.random() < lie else kind]

    def some(cards: list[int]) -> tuple[tuple[str, ...], int | None]:
        shown = rng.sample(cards, rng.randint(0, len(cards))) if rng.random() < 0.5 else list(cards)
        names = tuple(sorted(NAMES[rng.randrange(kinds) if rng.random() < lie else card] for card in shown))
        return names, len(cards) - len(shown) if rng.random() < 0.8 else None

    if rng.random() < 0.5:
        card = draw()
        pile.append(card)
        yield "bar", name(card)
    for _ in range(turns):
        first = rng.randrange(teams)
        shuffled = False
        for place in range(teams):
            while len(hands[(first + place) % teams]) < hand:
                hands[(first + place) % teams].append(draw())
        yield "fill", first
        if shuffled and rng.random() < told:
            yield ("reshuffle",)
        for _ in range(hand - 1):
            for seat in range(teams):
                if rng.random() < told * 0.5:
                    yield "hand", seat, *some(hands[seat])
                card = hands[seat].pop(rng.randrange(len(hands[seat])))
                pile.append(card)
                yield "play", seat, name(card)
        if rng.random() < bars * 0.5:
            shuffled = False
            card = draw()
            pile.append(card)
            yield "bar", name(card)
            if shuffled and rng.random() < told:
                yield ("reshuffle",)
        elif rng.random() < lie * 0.3:
            yield ("reshuffle",)
        for seat in range(teams):
            if rng.random() < told * 0.3:
                yield "hand", seat, *some(hands[seat])
            gone = rng.sample(hands[seat], rng.randint(0, len(hands[seat])) if rng.random() < throws else 0)
            for card in gone:
                hands[seat].remove(card)
            pile += gone
            if rng.random() < told:
                yield "discard", seat, *some(gone)
