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
"""Bits in a count of cards."""

TWICE = 80
"""The number that two kinds share in the lists of race cards."""


@value
class Turned:
    """A card is turned up and discarded, for the grid or its Team Bar (TA-2.5, TA-4.4). `card` is its kind, if known; `numbers`
    are the numbers printed on it, if noted."""

    card: str | None = None
    numbers: tuple[int, ...] = ()


@value
class Filled:
    """Hands are filled in this order of players (TA-3.3)."""

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
    """A team is reported to hold these cards and `others` more (None: any number)."""

    team: str
    cards: tuple[str, ...] = ()
    others: int | None = None
    numbers: tuple[int, ...] = ()


@value
class Reshuffled:
    """The deck is reported as shuffled since hands were last filled."""


Told = Turned | Filled | Played | Discarded | Held | Reshuffled


@value
class DeckStory:
    """The recorded card events, in order. `hand` is the size of a full hand. If `joined`, the story starts after the race began,
    with any deck and discards, and `sizes` are the largest possible hands then; if `begun`, they are exact because the hands are
    full. `drawn`: the fewest and the most cards that can have come off the deck before, if it has not been shuffled since the
    race began (None: unknown)."""

    teams: tuple[str, ...]
    hand: int
    told: tuple[Told, ...]
    joined: bool = False
    sizes: tuple[tuple[str, int], ...] = ()
    begun: bool = False
    drawn: tuple[int, int] | None = None


def hands_before(position: Position, teams: Sequence[str], hand: int) -> tuple[tuple[str, int], ...]:
    """The largest possible hands: full at the start of a turn (TA-3.3), less one card for each car that was activated in the turn
    and still races (TA-3.4-5)."""
    played = Counter(car.team for car in position.cars if car.flipped and car.status == RACING)
    return tuple((team, max(0, hand - played[team])) for team in teams)


def drawn_before(setup: Setup, position: Position, hand: int, turns: int) -> tuple[int, int] | None:
    """The fewest and the most cards drawn from the deck by the time the hands of this turn were filled or its event was drawn.
    None if the deck may have run out since. `turns`: how many have begun.

    The count covers cards for the grid (TA-2.5, TA-12.2), the first hands (TA-2.7), one card per turn since for each car that
    still races, up to whole hands (TA-3.3), and at most one Team Bar per event (TA-4.4).
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
    """The number of race cards."""
    return sum(card.count for card in CARDS.values())


def deck_fits(setup: Setup, story: DeckStory) -> Judgement[int]:
    """Whether the story is possible. If so, the outcome is the number of recorded card events.

    Otherwise, return the rules broken by the first event that does not fit those before it; `open` then holds its index in
    `story.told`.
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
    """The rules that forbid the first `count` events. Rules that forbid them only jointly are reported as if each did so
    alone."""
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
    """The deck, discards and hands as a story runs. Later events are already known."""

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
        """Add a demand of a rule."""
        self.rules[id] = self.circuit.both(self.rules.get(id, TRUE), bit)

    # Numbers of cards

    def _free(self, name: str, most: int) -> list[Bit]:
        """A free number from 0 to `most`."""
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
        """The number of cards in the discards."""
        left = number(_every(), SIZE)
        for away in (self.deck, *self.size.values()):
            left, below = subtract(self.circuit, left, away)
            self.facts.append(-below)
        return left

    # Recorded events

    def tell(self, place: int) -> None:
        """Apply the event at this index."""
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
        """Move cards with known numbers from a hand to the discards."""
        self.certain[told.team] -= Counter(_numbered(told))
        self._leave_deck(_numbered(told))

    def _leave_hand(self, team: str, card: str | None, rule: str) -> None:
        """Move a card from a hand to the discards."""
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
        """Count one more card of this kind as gone from a hand or the deck since the last shuffle."""
        seen = self.gone[card]
        self.gone[card] = [FALSE, *seen[:-2], self.circuit.either(seen[-2], seen[-1])]

    def _check(self, cards: Iterable[str]) -> None:
        """Of each kind here, the cards gone plus those known to be in hands do not exceed the cards printed."""
        for card in dict.fromkeys(cards):
            held = sum(hand[card] for hand in self.certain.values())
            self.rule(
                "TA-3.3", -at_least(self.circuit, self.gone[card], _printed(self.setup, card) + 1 - held)
            )

    # Drawing

    def _fill(self, team: str, place: int) -> None:
        """Fill a hand. It contains what the team will play before it is filled again."""
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
        """Draw this many cards. If the deck runs out, the discards are shuffled (TA-3.3); under `reshuffle-source: all-cards` the
        hands are then unknown."""
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
    """The known cards a team plays or discards before its hand is filled again."""
    found: Counter[str] = Counter()
    for one in told:
        if isinstance(one, Filled) and team in one.teams:
            break
        if isinstance(one, Played | Discarded) and one.team == team:
            found.update(_named(one))
    return found


def _named(told: Told) -> tuple[str, ...]:
    """The kinds of cards named, and the card numbers. Each kind has as many cards as are printed; each number has one."""
    if isinstance(told, Turned | Played):
        return (*([told.card] if told.card is not None else []), *_numbered(told))
    if isinstance(told, Discarded | Held):
        return (*told.cards, *_numbered(told))
    return ()


def _numbered(told: Turned | Played | Discarded | Held) -> tuple[str, ...]:
    return tuple(str(number) for number in told.numbers)


def _printed(setup: Setup, card: str) -> int:
    """How many cards are printed of a kind, or with a number. Two kinds list the number 80; the ruling `card-80` picks one."""
    if card not in CARDS:
        return 1
    numbers = CARDS[card].numbers
    return len(numbers) - (TWICE in numbers and setup.ruleset.readings["card-80"] != card)
