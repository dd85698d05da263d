"""TA-3.3, TA-5-reshuffle, TA-3.5.6, TA-2.7: whether hidden draws, discards and shuffles can be found that fit what was told.

Free are only the numbers of cards that players discarded without telling. They decide when the deck runs out. Between two
shuffles no card can be seen twice: of each kind, the cards that left a hand since the last shuffle and those that are certainly
in hands are never more than there are. Other cards in hands and in the deck can be of any kind that is left; a hand is big
enough to draw in time what is played next, so nothing else binds them.

What does not fit is impossible. Where whole hands were told, a story may pass that a closer look at single cards would refuse.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from model.thunder_alley.cards import CARDS
from model.thunder_alley.position import DISCARD, PITS, RACING, Position, Setup
from model.values import value
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant
from verifier.solving.cores import Cores, cores
from verifier.solving.counts import choose_number, subtract
from verifier.solving.numbers import Binary, add, at_least, equal, less, number
from verifier.solving.questions import Judgement
from verifier.solving.session import Session, rule_label, rule_of
from verifier.thunder_alley.spec.grid import PER_CARD, PER_ROUND, cars_each

SIZE = 8
"""Bits of a number of cards."""

TWICE = 80
"""The number that the lists of race cards give to two kinds."""


@value
class Turned:
    """A card is turned up and discarded: for the grid, or for its Team Bar (TA-2.5, TA-4.4). `card` is its kind, if known,
    `numbers` what is printed on it, if noted."""

    card: str | None = None
    numbers: tuple[int, ...] = ()


@value
class Filled:
    """Hands are filled, in this order of players (TA-3.3)."""

    teams: tuple[str, ...]


@value
class Played:
    """A team plays a card."""

    team: str
    card: str | None = None
    numbers: tuple[int, ...] = ()


@value
class Discarded:
    """A team discards these cards and `others` more (None: any number)."""

    team: str
    cards: tuple[str, ...] = ()
    others: int | None = None
    numbers: tuple[int, ...] = ()


@value
class Held:
    """A team is said to hold these cards and `others` more (None: any number)."""

    team: str
    cards: tuple[str, ...] = ()
    others: int | None = None
    numbers: tuple[int, ...] = ()


@value
class Reshuffled:
    """The deck is said to have been shuffled, since hands were last filled."""


Told = Turned | Filled | Played | Discarded | Held | Reshuffled


@value
class DeckStory:
    """What is told of cards, in order. `hand` is the size of a full hand. A story that does not begin with the race (`joined`)
    begins with any deck and discards; `sizes` are the most cards that each hand has then, all of them if it is `begun` with full
    hands. `drawn`: the fewest and the most cards that can have come off the deck before, which has not been shuffled since the
    race began; None: nobody knows."""

    teams: tuple[str, ...]
    hand: int
    told: tuple[Told, ...]
    joined: bool = False
    sizes: tuple[tuple[str, int], ...] = ()
    begun: bool = False
    drawn: tuple[int, int] | None = None


def hands_before(position: Position, teams: Sequence[str], hand: int) -> tuple[tuple[str, int], ...]:
    """The most cards in each hand: full at the start of a turn (TA-3.3), less one card for each car that was activated in it and
    still races (TA-3.4-5)."""
    played = Counter(car.team for car in position.cars if car.flipped and car.status == RACING)
    return tuple((team, max(0, hand - played[team])) for team in teams)


def drawn_before(setup: Setup, position: Position, hand: int, turns: int) -> tuple[int, int] | None:
    """The fewest and the most cards that came off the deck until the hands of this turn were filled, or its event was drawn,
    where it cannot have run out meanwhile; None where it can. `turns`: how many have begun.

    Cards for the grid (TA-2.5, TA-12.2), the first hands (TA-2.7), for each turn since as many as every car played that still
    races, at most whole hands (TA-3.3), and a Team Bar for each event at most (TA-4.4).
    """
    teams, options = len(setup.teams), setup.ruleset.options
    racers = sum(car.status == RACING for car in position.cars)
    cars = cars_each(setup, teams) or racers
    grid = teams * cars if PER_CARD in options else cars if PER_ROUND in options else 1
    events = turns if position.step in (PITS, DISCARD) else turns - 1
    fewest = teams * hand + (turns - 1) * racers
    most = grid + turns * teams * hand + events
    return (fewest, most) if most <= _every() else None


def _every() -> int:
    """All race cards."""
    return sum(card.count for card in CARDS.values())


def deck_fits(setup: Setup, story: DeckStory) -> Judgement[int]:
    """Whether the story can be: its outcome is the number of things told.

    Else the rules that are broken by the first thing which does not fit what was told before it; `open` then has the place of
    that thing in `story.told`.
    """
    if not _clashes(setup, story, len(story.told)).alone:
        return Judgement((len(story.told),))
    low, high = 0, len(story.told)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _clashes(setup, story, middle).alone else (middle, high)
    found = _clashes(setup, story, high)
    return Judgement((), tuple(rule_of(label) for label in found.alone), open=(str(low),))


def _clashes(setup: Setup, story: DeckStory, count: int) -> Cores:
    """The rules that forbid the first so many things told; joint ones are given as if each forbade them."""
    table = _Table(setup, story, story.told[:count])
    for place in range(count):
        table.tell(place)
    rules = {rule_label(rule): bit for rule, bit in table.rules.items()}
    session = Session(table.circuit, table.facts, rules)
    if session.fits(rules):
        return Cores((), ())
    found = cores(session, list(rules))
    return Cores(found.alone or found.together[0], found.together)


class _Table:
    """Deck, discards and hands while a story is told; what is told later is known."""

    def __init__(self, setup: Setup, story: DeckStory, told: Sequence[Told]) -> None:
        self.circuit, self.setup, self.story, self.told = Circuit(), setup, story, told
        self.all_cards = setup.ruleset.readings["reshuffle-source"] == "all-cards"
        self.facts: list[Bit] = []
        self.rules: dict[str, Bit] = {}
        kinds = dict.fromkeys(card for one in told for card in _named(one))
        self.gone = {kind: [TRUE, *[FALSE] * (_printed(setup, kind) + 1)] for kind in kinds}
        self.certain: dict[str, Counter[str]] = {team: Counter() for team in story.teams}
        self.hands: dict[str, tuple[Counter[str], int | None] | None] = dict.fromkeys(story.teams)
        self.size = {team: self._first_size(team) for team in story.teams}
        self.deck = self._first_deck()
        self.shuffles: list[Bit] = []
        self.played = story.joined

    def rule(self, id: str, bit: Bit) -> None:
        """A demand of a rule."""
        self.rules[id] = self.circuit.both(self.rules.get(id, TRUE), bit)

    # Numbers of cards

    def _free(self, name: str, most: int) -> list[Bit]:
        """A free number of 0 to `most`."""
        bits = [self.circuit.variable(f"{name}.{place}") for place in range(most.bit_length())]
        self.facts.append(-less(self.circuit, number(most, SIZE), bits))
        return bits

    def _first_size(self, team: str) -> list[Bit]:
        if not self.story.joined:
            return number(0, SIZE)
        most = dict(self.story.sizes).get(team, self.story.hand)
        return number(most, SIZE) if self.story.begun else self._free(f"hand of {team}", most)

    def _first_deck(self) -> list[Bit]:
        if not self.story.joined:
            return number(_every(), SIZE)
        deck = self._free("deck", _every())
        if self.story.drawn is not None:
            fewest, most = self.story.drawn
            self.facts.append(-less(self.circuit, deck, number(_every() - most, SIZE)))
            self.facts.append(-less(self.circuit, number(_every() - fewest, SIZE), deck))
        return deck

    def _discards(self) -> list[Bit]:
        """How many cards lie in the discards."""
        left = number(_every(), SIZE)
        for away in (self.deck, *self.size.values()):
            left, below = subtract(self.circuit, left, away)
            self.facts.append(-below)
        return left

    # What is told

    def tell(self, place: int) -> None:
        """Goes on by the thing told at this place."""
        told = self.told[place]
        if isinstance(told, Filled):
            self.shuffles = []
            for team in told.teams:
                self._fill(team, place)
        elif isinstance(told, Turned):
            self._draw(number(1, SIZE), None)
            self._leave_deck(_named(told))
        elif isinstance(told, Played):
            self.played = True
            self._leave_hand(told.team, told.card, "TA-3.3")
            self._numbers_leave(told)
        elif isinstance(told, Discarded):
            self._discard(told, place)
        elif isinstance(told, Held):
            self._hold(told)
        else:
            early = self.story.joined and self.story.drawn is None and not self.shuffles
            self.rule("TA-5-reshuffle", TRUE if early else self.circuit.any(self.shuffles))

    def _leave_deck(self, cards: Iterable[str]) -> None:
        for card in cards:
            self._count(card)
        self._check(cards)

    def _numbers_leave(self, told: Played | Discarded) -> None:
        """Cards whose numbers are noted go from a hand to the discards."""
        self.certain[told.team] -= Counter(_numbered(told))
        self._leave_deck(_numbered(told))

    def _leave_hand(self, team: str, card: str | None, rule: str) -> None:
        """A card goes from a hand to the discards."""
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
                cards[card] -= 1
            elif others is not None:
                self.rule(rule, constant(others > 0))
                self.hands[team] = (cards, others - 1)
        self.certain[team] -= Counter([card])
        self._count(card)
        self._check([card])

    def _discard(self, told: Discarded, place: int) -> None:
        for card in told.cards:
            self._leave_hand(told.team, card, "TA-3.5.6")
        self._numbers_leave(told)
        if told.others == 0:
            return
        more = self._free(f"discards {place}", self.story.hand)
        if told.others is not None:
            self.rule("TA-3.5.6", equal(self.circuit, more, number(told.others, SIZE)))
        self.size[told.team], below = subtract(self.circuit, self.size[told.team], more)
        self.rule("TA-3.5.6", -below)
        self.hands[told.team] = None
        self.certain[told.team].clear()

    def _hold(self, told: Held) -> None:
        if told.others is not None:
            whole = number(len(told.cards) + told.others, SIZE)
            self.rule("TA-3.3" if self.played else "TA-2.7", equal(self.circuit, self.size[told.team], whole))
        others, size = told.others, self.size[told.team]
        if others is None and all(bit in (TRUE, FALSE) for bit in size):
            others = sum(1 << place for place, bit in enumerate(size) if bit == TRUE) - len(told.cards)
            self.rule("TA-3.3", constant(others >= 0))
        self.hands[told.team] = (Counter(told.cards), others)
        self.certain[told.team] |= Counter(_named(told))
        certain = sum(count for card, count in self.certain[told.team].items() if card in CARDS)
        self.rule("TA-3.3", -less(self.circuit, size, number(certain, SIZE)))
        self._check(_named(told))

    # Kinds of cards

    def _count(self, card: str) -> None:
        """One more of this kind has left a hand or the deck since the last shuffle."""
        seen = self.gone[card]
        self.gone[card] = [FALSE, *seen[:-2], self.circuit.either(seen[-2], seen[-1])]

    def _check(self, cards: Iterable[str]) -> None:
        """Of these kinds, no more cards have gone or are certainly in hands than there are."""
        for card in dict.fromkeys(cards):
            held = sum(hand[card] for hand in self.certain.values())
            self.rule(
                "TA-3.3", -at_least(self.circuit, self.gone[card], _printed(self.setup, card) + 1 - held)
            )

    # Drawing

    def _fill(self, team: str, place: int) -> None:
        """A hand is filled; what the team is going to play before it is filled again is in it."""
        missing, below = subtract(self.circuit, number(self.story.hand, SIZE), self.size[team])
        self.rule("TA-3.3", -below)
        self._draw(missing, team)
        self.size[team] = number(self.story.hand, SIZE)
        coming = _before_next_fill(self.told[place + 1 :], team)
        if self.hands[team] is not None:
            self.hands[team] = (self.hands[team][0], None)  # type: ignore[index]
        self.certain[team] |= coming
        self._check(coming)

    def _draw(self, cards: Binary, team: str | None) -> None:
        """So many cards come off the deck. Should it run out, the discards are shuffled (TA-3.3), and under `reshuffle-source:
        all-cards` nothing is known of hands any more."""
        circuit = self.circuit
        shuffled = less(circuit, self.deck, cards)
        self.shuffles.append(shuffled)
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


def _before_next_fill(told: Sequence[Told], team: str) -> Counter[str]:
    """The known cards that a team plays or discards before its hand is filled again."""
    found: Counter[str] = Counter()
    for one in told:
        if isinstance(one, Filled) and team in one.teams:
            break
        if isinstance(one, Played | Discarded) and one.team == team:
            found.update(_named(one))
    return found


def _named(told: Told) -> tuple[str, ...]:
    """The kinds of cards that are named, and the numbers: of each kind there are as many as are printed, of each number one."""
    if isinstance(told, Turned | Played):
        return (*([told.card] if told.card is not None else []), *_numbered(told))
    if isinstance(told, Discarded | Held):
        return (*told.cards, *_numbered(told))
    return ()


def _numbered(told: Turned | Played | Discarded | Held) -> tuple[str, ...]:
    return tuple(str(number) for number in told.numbers)


def _printed(setup: Setup, card: str) -> int:
    """How many cards there are of a kind, or with a number. Two kinds have the number 80; the ruling `card-80` chooses one."""
    if card not in CARDS:
        return 1
    numbers = CARDS[card].numbers
    return len(numbers) - (TWICE in numbers and setup.ruleset.readings["card-80"] != card)
