"""TA-3.3, TA-5-reshuffle, TA-3.5.6, TA-2.7: whether hidden draws, discards and shuffles can explain the recorded cards.

Only the numbers of unreported discards are free. They decide when the deck runs out. No card can be seen twice between shuffles:
for each kind, the cards that left a hand since the last shuffle plus those known to be in hands never exceed the cards printed.
Other cards in hands and in the deck can be of any kind that is left. A hand is big enough to draw the next cards played in time,
so nothing else restricts them.

A story that does not fit is impossible. If whole hands are recorded, a story may pass that a closer look at single cards would
rule out.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from typing import final

from model.thunder_alley.cards import CARDS
from model.thunder_alley.cards_seen import RaceCard
from model.thunder_alley.position import Setup
from model.values import value
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant
from verifier.solving.cores import Cores, cores
from verifier.solving.counts import choose_number, subtract
from verifier.solving.numbers import Binary, add, at_least, equal, less, number
from verifier.solving.session import Session, rule_label

SIZE = 8
"""Bits in a count of cards."""

TWICE = 80
"""The number that two kinds share in the lists of race cards."""

NOW, THIS_TURN, NEXT_FILL = "now", "this turn", "next fill"
"""When a reported shuffle happened: since hands were filled; then, or at the Team Bar to come; then, or at the next filling."""


@value
class Turned:
    """A card is turned up and discarded, for the grid or its Team Bar (TA-2.5, TA-4.4). If not `sure`, there may be none."""

    card: RaceCard = RaceCard()
    sure: bool = True


@value
class Filled:
    """Hands are filled in this order of players (TA-3.3)."""

    teams: tuple[str, ...]


@value
class Played:
    """A team plays a card."""

    team: str
    card: RaceCard = RaceCard()


@value
class Discarded:
    """A team discards these cards and `others` more (None: any number)."""

    team: str
    cards: tuple[RaceCard, ...] = ()
    others: int | None = None


@value
class Held:
    """A team is reported to hold these cards and `others` more (None: any number)."""

    team: str
    cards: tuple[RaceCard, ...] = ()
    others: int | None = None


@value
class Reshuffled:
    """The deck is reported as shuffled."""

    when: str = NOW


Told = Turned | Filled | Played | Discarded | Held | Reshuffled


@value
class Beginning:
    """Where a story of cards begins. `hand` is the size of a full hand. If `joined`, the story starts after the race began, with
    any deck and discards, and `sizes` are the largest possible hands then; if `begun`, they are exact because the hands are full.
    `drawn`: the fewest and the most cards that can have come off the deck before, if it has not been shuffled since the race
    began (None: unknown). `first_hands`: no card has been played yet."""

    teams: tuple[str, ...]
    hand: int
    joined: bool = False
    sizes: tuple[tuple[str, int], ...] = ()
    begun: bool = False
    drawn: tuple[int, int] | None = None
    first_hands: bool = True


def every_card() -> int:
    """The number of race cards."""
    return sum(card.count for card in CARDS.values())


@final
class Story:
    """The recorded card events of a race, in order.

    `_witness` are the variables that hold in one explanation of the story so far: mostly it explains the next event too, and no
    solver is needed.
    """

    def __init__(self, setup: Setup, beginning: Beginning) -> None:
        self._table = _Table(setup, beginning)
        self._open: tuple[Told, ...] = ()
        self._witness: Sequence[Bit] = ()

    def and_then(self, told: Sequence[Told]) -> "Story":
        """The story with these events."""
        longer = copy(self)
        for one in told:
            if isinstance(one, Filled):
                longer._table = longer._table_after(longer._open)
                longer._open = ()
            longer._open = (*longer._open, one)
        return longer

    def _table_after(self, told: Sequence[Told]) -> "_Table":
        """The table after these events. What a hand must contain when it is filled is known once it is filled again."""
        table = self._table.copy()
        for place, one in enumerate(told):
            table.tell(one, told[place + 1 :])
        return table

    def clashes(self) -> Cores:
        """The rules that forbid the story, those about numbers of cards before TA-3.3, which is about kinds too. Rules that
        forbid it only jointly are reported as if each did so alone."""
        table = self._table_after(self._open)
        if all(table.circuit.evaluate([*table.facts, *table.rules.values()], self._witness)):
            return Cores((), ())
        rules = {rule_label(rule): table.rules[rule] for rule in sorted(table.rules, key="TA-3.3".__eq__)}
        session = Session(table.circuit, table.facts, rules)
        if session.fits(rules):
            self._witness = session.true_variables()
            return Cores((), ())
        found = cores(session, list(rules))
        return Cores(found.alone or found.together[0], found.together)


class _Table:
    """The deck, discards and hands as a story runs. `least`: the deck has at least so many cards. `awaited`: a reported shuffle
    may still come."""

    def __init__(self, setup: Setup, story: Beginning) -> None:
        self.circuit, self.setup, self.story = Circuit(), setup, story
        self.all_cards = setup.ruleset.readings["reshuffle-source"] == "all-cards"
        self.facts: list[Bit] = []
        self.rules: dict[str, Bit] = {}
        self.gone: dict[str, list[Bit]] = {}
        self.certain: dict[str, Counter[str]] = {team: Counter() for team in story.teams}
        self.hands: dict[str, tuple[Counter[str], int | None] | None] = dict.fromkeys(story.teams)
        self.size = {team: self._first_size(team) for team in story.teams}
        self.least = every_card()
        self.deck = self._first_deck()
        self.shuffles: list[Bit] = []
        self.awaited = NOW
        self.first_hands = story.first_hands
        self.told = 0

    def copy(self) -> "_Table":
        """An independent table; it shares the circuit, which only grows."""
        other = copy(self)
        other.facts, other.rules = list(self.facts), dict(self.rules)
        other.gone, other.hands, other.size = dict(self.gone), dict(self.hands), dict(self.size)
        other.certain = {team: Counter(cards) for team, cards in self.certain.items()}
        return other

    def rule(self, id: str, bit: Bit) -> None:
        """Add a demand of a rule."""
        self.rules[id] = self.circuit.both(self.rules.get(id, TRUE), bit)

    # Numbers of cards

    def _free(self, name: str, most: int) -> list[Bit]:
        """A free number from 0 to `most`."""
        names = [f"{name}.{place}" for place in range(most.bit_length())]
        known = self.circuit.variables
        bits = [known[one] if one in known else self.circuit.variable(one) for one in names]
        self.facts.append(-less(self.circuit, number(most, SIZE), bits))
        return bits

    def _first_size(self, team: str) -> list[Bit]:
        if not self.story.joined:
            return number(0, SIZE)
        most = dict(self.story.sizes).get(team, self.story.hand)
        return number(most, SIZE) if self.story.begun else self._free(f"hand of {team}", most)

    def _first_deck(self) -> list[Bit]:
        if not self.story.joined:
            return number(every_card(), SIZE)
        deck, fewest, most = self._free("deck", every_card()), 0, every_card()
        if self.story.drawn is not None:
            fewest, most = self.story.drawn
            self.facts.append(-less(self.circuit, deck, number(every_card() - most, SIZE)))
            self.facts.append(-less(self.circuit, number(every_card() - fewest, SIZE), deck))
        self.least = every_card() - most
        return deck

    def _discards(self) -> list[Bit]:
        """The number of cards in the discards."""
        left = number(every_card(), SIZE)
        for away in (self.deck, *self.size.values()):
            left, below = subtract(self.circuit, left, away)
            self.facts.append(-below)
        return left

    # Recorded events

    def tell(self, told: Told, later: Sequence[Told]) -> None:
        """Apply an event; `later` are those that follow it."""
        self.told += 1
        if isinstance(told, Filled):
            self._fill_all(told.teams, later)
        elif isinstance(told, Turned):
            self._draw(number(1, SIZE) if told.sure else self._free(f"bar {self.told}", 1), 1)
            self._leave_deck(_named(told))
        elif isinstance(told, Played):
            self.first_hands = False
            self._leave_hand(told.team, told.card.kind, "TA-3.4-5", "TA-3.3")
            self._numbers_leave(told)
        elif isinstance(told, Discarded):
            self._discard(told)
        elif isinstance(told, Held):
            self._hold(told)
        elif told.when == NOW:
            early = self.story.joined and self.story.drawn is None and not self.shuffles
            self.rule("TA-5-reshuffle", TRUE if early else self.circuit.any(self.shuffles))
        else:
            self.awaited = told.when

    def _fill_all(self, teams: Sequence[str], later: Sequence[Told]) -> None:
        """Fill all hands. Reported shuffles must have come by then."""
        known = self.shuffles if self.awaited == NEXT_FILL else []
        if self.awaited == THIS_TURN:
            self.rule("TA-5-reshuffle", self.circuit.any(self.shuffles))
        self.shuffles = []
        for team in teams:
            self._fill(team, later)
        if self.awaited == NEXT_FILL:
            self.rule("TA-5-reshuffle", self.circuit.any([*known, *self.shuffles]))
        self.awaited = NOW

    def _leave_deck(self, cards: Iterable[str]) -> None:
        for card in cards:
            self._count(card)
        self._check(cards)

    def _numbers_leave(self, told: Played | Discarded) -> None:
        """Move cards with known numbers from a hand to the discards."""
        self.certain[told.team] -= Counter(_numbered(told))
        self._leave_deck(_numbered(told))

    def _leave_hand(self, team: str, card: str | None, rule: str, of_kind: str) -> None:
        """Move a card from a hand to the discards; the rules if the hand has no card left, or none of this kind."""
        self.size[team], below = subtract(self.circuit, self.size[team], number(1, SIZE))
        self.rule(rule, -below)
        held = self.hands[team]
        if card is None:
            self.hands[team] = None
            self.certain[team].clear()
            return
        if held is not None:
            cards, others = held
            if cards[card]:
                self.hands[team] = (cards - Counter([card]), others)
            elif others is not None:
                self.rule(of_kind, constant(others > 0))
                self.hands[team] = (cards, others - 1)
        self.certain[team] -= Counter([card])
        self._count(card)
        self._check([card])

    def _discard(self, told: Discarded) -> None:
        for card in told.cards:
            self._leave_hand(told.team, card.kind, "TA-3.5.6", "TA-3.5.6")
        self._numbers_leave(told)
        if told.others == 0:
            return
        more = self._free(f"discards {self.told}", self.story.hand)
        if told.others is not None:
            self.rule("TA-3.5.6", equal(self.circuit, more, number(told.others, SIZE)))
        self.size[told.team], below = subtract(self.circuit, self.size[told.team], more)
        self.rule("TA-3.5.6", -below)
        self.hands[told.team] = None
        self.certain[told.team].clear()

    def _hold(self, told: Held) -> None:
        if told.others is not None:
            whole = number(len(told.cards) + told.others, SIZE)
            self.rule(
                "TA-2.7" if self.first_hands else "TA-3.3", equal(self.circuit, self.size[told.team], whole)
            )
        others, size = told.others, self.size[told.team]
        if others is None and all(bit in (TRUE, FALSE) for bit in size):
            others = sum(1 << place for place, bit in enumerate(size) if bit == TRUE) - len(told.cards)
            self.rule("TA-3.3", constant(others >= 0))
        self.hands[told.team] = (Counter(card.kind for card in told.cards if card.kind is not None), others)
        self.certain[told.team] |= Counter(_named(told))
        certain = sum(count for card, count in self.certain[told.team].items() if card in CARDS)
        self.rule("TA-3.3", -less(self.circuit, size, number(certain, SIZE)))
        self._check(_named(told))

    # Kinds of cards

    def _gone(self, card: str) -> list[Bit]:
        """How many cards of this kind have gone from a hand or the deck since the last shuffle, as one-hot bits."""
        return self.gone.setdefault(card, [TRUE, *[FALSE] * (_printed(self.setup, card) + 1)])

    def _count(self, card: str) -> None:
        """Count one more card of this kind as gone from a hand or the deck since the last shuffle."""
        seen = self._gone(card)
        self.gone[card] = [FALSE, *seen[:-2], self.circuit.either(seen[-2], seen[-1])]

    def _check(self, cards: Iterable[str]) -> None:
        """Of each kind here, the cards gone plus those known to be in hands do not exceed the cards printed."""
        for card in dict.fromkeys(cards):
            held = sum(hand[card] for hand in self.certain.values())
            self.rule(
                "TA-3.3", -at_least(self.circuit, self._gone(card), _printed(self.setup, card) + 1 - held)
            )

    # Drawing

    def _fill(self, team: str, later: Sequence[Told]) -> None:
        """Fill a hand. It contains what the team will play before it is filled again."""
        missing, below = subtract(self.circuit, number(self.story.hand, SIZE), self.size[team])
        self.rule("TA-3.3", -below)
        self._draw(missing, self.story.hand)
        self.size[team] = number(self.story.hand, SIZE)
        coming = _coming(later, team)
        held = self.hands[team]
        if held is not None:
            self.hands[team] = (held[0], None)
        self.certain[team] |= coming
        self._check(coming)

    def _draw(self, cards: Binary, most: int) -> None:
        """Draw this many cards, `most` at the most. If the deck runs out, the discards are shuffled (TA-3.3); under
        `reshuffle-source: all-cards` the hands are then unknown."""
        circuit = self.circuit
        shuffled = FALSE if most <= self.least else less(circuit, self.deck, cards)
        self.least = max(0, self.least - most)
        self.shuffles = [*self.shuffles, shuffled]
        stay, _ = subtract(circuit, self.deck, cards)
        if shuffled == FALSE:
            self.deck = stay
            return
        pool = add(circuit, self.deck, self._discards())[:SIZE]
        rest, empty = subtract(circuit, pool, cards)
        self.rule("TA-3.3", -circuit.both(shuffled, empty))
        self.deck = choose_number(circuit, shuffled, rest, stay)
        for kind, seen in self.gone.items():
            afresh = [TRUE, *[FALSE] * (len(seen) - 1)]
            self.gone[kind] = [circuit.ite(shuffled, new, old) for new, old in zip(afresh, seen, strict=True)]
        if self.all_cards and Session(circuit, [*self.facts, shuffled]).fits():
            for other in self.story.teams:
                self.certain[other].clear()
                self.hands[other] = None


def _coming(later: Sequence[Told], team: str) -> Counter[str]:
    """The known cards a team plays or discards before its hand is filled again."""
    found: Counter[str] = Counter()
    for one in later:
        if isinstance(one, Played | Discarded) and one.team == team:
            found.update(_named(one))
    return found


def _named(told: Turned | Played | Discarded | Held) -> tuple[str, ...]:
    """The kinds of cards named, and the card numbers. Each kind has as many cards as are printed; each number has one."""
    cards = told.cards if isinstance(told, Discarded | Held) else (told.card,)
    return (*(card.kind for card in cards if card.kind is not None), *_numbered(told))


def _numbered(told: Turned | Played | Discarded | Held) -> tuple[str, ...]:
    cards = told.cards if isinstance(told, Discarded | Held) else (told.card,)
    return tuple(str(card.number) for card in cards if card.number is not None)


def _printed(setup: Setup, card: str) -> int:
    """How many cards are printed of a kind, or with a number. Two kinds list the number 80; the ruling `card-80` picks one."""
    if card not in CARDS:
        return 1
    numbers = CARDS[card].numbers
    return len(numbers) - (TWICE in numbers and setup.ruleset.readings["card-80"] != card)
