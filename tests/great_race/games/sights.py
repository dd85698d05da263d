"""Random logs of cards: cards are really dealt, some of it is not seen, and the end may be false."""

from random import Random

from model.great_race import boards
from model.great_race.cards import cards_of
from model.great_race.facts import DATA
from model.great_race.moves import UNKNOWN
from model.great_race.position import Setup
from model.great_race.seen import DECK, DISCARDS, Counted, Drew, Held, Joined, Left, Log, Seen, Shown, Took
from model.ruleset import default_ruleset
from model.values import replace

PLAYERS = ("Blue", "Orange", "White", "Black")


class Cards:
    """Cards that lie somewhere. `hide` is how often one that moves is not seen."""

    def __init__(self, random: Random) -> None:
        self.random, self.hide = random, random.choice((0.3, 0.5, 0.7, 0.9))
        self.players = PLAYERS[: random.choice((2, 2, 3, 4))]
        self.late = random.random() < 0.3
        base = default_ruleset(DATA)
        deck = self._deck([*cards_of(base)])
        counts = {f"{kind}.count": deck.get(kind, 0) for kind in cards_of(base)}
        readings = {**base.readings, "reshuffle-moment": "b" if self.late else "a"}
        ruleset = replace(base, readings=readings, cards=counts if deck else base.cards)
        self.setup = Setup(boards.find("kestrel"), ruleset, "Almar", "Dunmore", ())
        self.kinds = [kind for kind, card in cards_of(ruleset).items() if card.count]
        self.deck = [kind for kind in self.kinds for _ in range(cards_of(ruleset)[kind].count)]
        random.shuffle(self.deck)
        self.out, self.display = list[str](), list[str]()
        self.hands: dict[str, list[str]] = {name: [] for name in self.players}

    def _deck(self, kinds: list[str]) -> dict[str, int]:
        """A few kinds, or none for the deck of the game."""
        if self.random.random() < 0.15:
            return {}
        chosen = self.random.sample(kinds, self.random.randint(3, 6))
        return {kind: self.random.choice((1, 1, 2, 2, 3, 4)) for kind in chosen}

    def begin(self) -> Joined:
        """Some cards are dealt; the record may know less about them than there is to know."""
        random, deck = self.random, self.deck
        for hand in (*self.hands.values(), self.display):
            for _ in range(min(random.randint(0, 3), len(deck) - 1)):
                hand.append(deck.pop())
        for _ in range(random.choice((0, 0, random.randint(0, len(deck) - 1)))):
            self.out.append(deck.pop())
        discards = None if random.random() < 0.4 else self._seen(self.out)
        size = random.choice((len(deck), len(deck), None)) if discards is None else len(deck)
        hands = tuple((name, self._seen(hand)) for name, hand in self.hands.items())
        return Joined(hands, self._seen(self.display), discards, size)

    def _seen(self, cards: list[str]) -> tuple[str, ...]:
        return tuple(UNKNOWN if self.random.random() < self.hide else card for card in cards)

    def next(self) -> Seen | None:
        """Something happens."""
        random, player = self.random, self.random.choice(self.players)
        hand = self.hands[player]
        match random.choices("DLSTH", (4, 4, 1, 2, 1))[0]:
            case "D":
                got = [card for _ in range(random.choice((1, 1, 2, 3))) for card in self._drawn()]
                hand += got
                return Drew(player, self._seen(random.sample(got, len(got)))) if got else None
            case "S":
                got = [card for _ in range(random.choice((1, 2))) for card in self._drawn()]
                self.display += got
                return Shown(self._seen(random.sample(got, len(got)))) if got else None
            case "T" if self.display:
                hand.append(self.display.pop(random.randrange(len(self.display))))
                return Took(player, *self._seen(hand[-1:]))
            case "L" if hand:
                self.out.append(hand.pop(random.randrange(len(hand))))
                return Left(player, self._seen(self.out[-1:]))
            case "H" if hand:
                return Held(player, tuple(random.sample(hand, random.randint(1, min(2, len(hand))))))
        return None

    def _drawn(self) -> list[str]:
        """The next card of the deck, if there is one."""
        self._shuffle()
        card = [self.deck.pop()] if self.deck else []
        if not self.late:
            self._shuffle()
        return card

    def _shuffle(self) -> None:
        if not self.deck:
            self.deck, self.out = self.random.sample(self.out, len(self.out)), []

    def claim(self) -> Seen | None:
        """Something that may be false: a player shows cards, drawn or from the hand, or a pile is counted."""
        random, player = self.random, self.random.choice(self.players)
        hand = self.hands[player]
        free = len(self.deck) + len(self.out)
        size = random.randint(1, 3)
        cards = tuple(random.choices(self.kinds, k=size))
        if random.random() < 0.2:
            pile, there = random.choice(((DECK, self.deck), (DISCARDS, self.out)))
            wrong = cards[: random.choice((0, 0, 0, 1))]
            counted = (*wrong, *self._seen(there[: random.choice((len(there), -1))]))
            return Counted(pile, counted if pile == DISCARDS else (UNKNOWN,) * len(counted))
        match random.choice("DLH"):
            case "D" if free >= size:
                return Drew(player, cards)
            case "L" if len(hand) >= size:
                return Left(player, cards)
            case "H" if len(hand) >= size:
                return Held(player, cards)
        return None


def situation(number: int, seed: int = 3) -> tuple[Setup, Log]:
    """What was seen until something that may be false."""
    random = Random(f"seen {seed} {number}")
    cards = Cards(random)
    log: list[Seen] = [cards.begin()]
    for _ in range(random.randint(2, 24)):
        seen = cards.next()
        log += [seen] if seen is not None else []
    end = cards.claim()
    return cards.setup, tuple(log if end is None else [*log, end])
