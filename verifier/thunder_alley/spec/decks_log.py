"""TA-2.4, TA-2.5, TA-2.7, TA-3.3, TA-3.5, TA-4.4: whether the cards in the log of a race are possible."""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import final

from model.rules import load_rules
from model.thunder_alley.cards_seen import (
    Cards,
    Dealt,
    Discards,
    EventSeen,
    Hand,
    Joined,
    Reshuffle,
    Seen,
    TeamBar,
    TurnBegun,
)
from model.thunder_alley.cards_seen import Played as PlayedCard
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import ACTION, DISCARD, EVENT, FINISHED, PITS, RACING, Setup
from model.thunder_alley.standing import Standing
from model.thunder_alley.teams import CARS_IN_BOX
from verifier.findings import Breach
from verifier.judging import Judgement
from verifier.solving.session import rule_of
from verifier.thunder_alley.spec.decks import (
    NEXT_FILL,
    NOW,
    THIS_TURN,
    Beginning,
    Discarded,
    Filled,
    Held,
    Played,
    Reshuffled,
    Story,
    Told,
    Turned,
    every_card,
)
from verifier.thunder_alley.spec.decks_events import (
    EventsShuffled,
    EventTurned,
    ToldOfEvents,
    event_deck_fits,
)
from verifier.thunder_alley.spec.decks_events import every as every_event
from verifier.thunder_alley.spec.grid import PER_CARD, PER_ROUND, PER_TEAM, cars_each, full_hand

ENDING = (PITS, DISCARD)
"""Steps in which a player can have discarded cards, and even have filled the hand again."""


def counted(setup: Setup, judgement: Judgement[Standing]) -> Judgement[Standing]:
    """The judgement with only the outcomes whose cards are possible. If there are none, their rules are broken."""
    broken = [_broken(setup, led.position.cards) for led in judgement.outcomes]
    if not any(broken):
        return judgement
    fitting = [led for led, rules in zip(judgement.outcomes, broken, strict=True) if not rules]
    if fitting:
        return replace(judgement, outcomes=tuple(fitting))
    book = load_rules(DATA)
    fact = "no hands, draws and discards can explain these cards"
    rules = dict.fromkeys(broken[0])
    breaches = tuple(Breach(rule, fact, book.short(rule), token="card") for rule in rules)
    return Judgement(breaches=breaches, at=judgement.at)


def _broken(setup: Setup, cards: Cards) -> tuple[str, ...]:
    """The rules that the last entry of a log breaks."""
    if not cards.seen:
        return ()
    known = _known(setup, cards)
    seen, step = cards.seen[-1]
    if isinstance(seen, EventSeen) or (isinstance(seen, Reshuffle) and seen.pile == "events"):
        broken = known.events_broken()
        if broken:
            return broken
    return known.hands_broken(seen, step)


def _known(setup: Setup, cards: Cards) -> "_Known":
    """The facts of a log, built as far as possible on those of its first entries."""
    known: _Known | None = cards.derived.get(_Known)
    known = _Known(setup) if known is None else known.copy()
    for seen, step in cards.seen[known.entries :]:
        known.add(seen, step)
    cards.derived[_Known] = known
    return known


@final
class _Known:
    """The first entries of a log as a story of race cards and one of events. Without a `story` hands are not counted, because
    their size is not known; without `before`, the number of events drawn before the record began, events are not either."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.entries = setup, 0
        self.teams = [team.colour for team in setup.teams]
        self.full = _hand(setup)
        self.story = None if self.full is None else Story(setup, Beginning(tuple(self.teams), self.full))
        self.discarded: tuple[str, ...] = ()
        self.played: Counter[str] = Counter()
        self.before: range | None = range(1)
        self.rain = False
        self.events: tuple[ToldOfEvents, ...] = ()
        self.bars = 0
        self.turn: tuple[Seen, ...] = ()

    def copy(self) -> "_Known":
        """The same, to which more can be added."""
        other = copy(self)
        other.played = Counter(self.played)
        return other

    def add(self, seen: Seen, step: str) -> None:
        """Add an entry."""
        self.entries += 1
        if isinstance(seen, TurnBegun | Joined):
            self.turn = ()
        elif step not in ENDING or (isinstance(seen, Hand) and seen.exact):
            self.turn = (*self.turn, seen)
        match seen:
            case Joined():
                self._join(seen, step)
            case TeamBar():
                self.bars += 1
                self._tell(Turned(seen.card))
            case Dealt():
                self._tell(
                    *[Turned()] * (self._for_the_grid(seen.cars) - self.bars), self._filled(seen.first)
                )
            case TurnBegun():
                self._tell(*self._next_turn(seen.first))
                self.discarded, self.played = (), Counter()
            case PlayedCard():
                self._tell(Played(seen.team, seen.card))
                self.played[seen.team] += 1
            case EventSeen():
                self.events = (*self.events, EventTurned(seen.event))
                if seen.bar is not None:
                    self._tell(Turned(seen.bar, seen.sure))
            case Discards() if seen.team in self.teams:
                self._tell(Discarded(seen.team, seen.cards, seen.others))
                self.discarded = (*self.discarded, seen.team)
            case Hand() if seen.team in self.teams and not self._is_open(seen, step):
                self._tell(_held(seen))
            case Reshuffle() if seen.pile == "race":
                self._tell(Reshuffled(NEXT_FILL if step in ENDING else THIS_TURN if step == EVENT else NOW))
            case Reshuffle():
                self.events = (*self.events, EventsShuffled())

    def _tell(self, *told: Told) -> None:
        if self.story is not None:
            self.story = self.story.and_then(told)

    def _filled(self, first: str | None) -> Filled:
        start = self.teams.index(first) if first in self.teams else 0
        return Filled((*self.teams[start:], *self.teams[:start]))

    def _next_turn(self, first: str | None = None) -> list[Told]:
        """A turn begins (TA-3.3). Players whose discards are not reported may have discarded any cards (TA-3.5.6)."""
        return [*(Discarded(team) for team in self.teams if team not in self.discarded), self._filled(first)]

    def _is_open(self, hand: Hand, step: str) -> bool:
        """Whether this may be the hand that is left over or the one filled for the next turn."""
        if step not in ENDING or hand.exact:
            return False
        most = (self.full or 0) - self.played[hand.team]
        return hand.others is None or len(hand.cards) + hand.others > most

    def _join(self, joined: Joined, step: str) -> None:
        """A record joins the race. Hands are full at the start of a turn (TA-3.3), less one card for each car that was activated
        in the turn and still races (TA-3.4-5)."""
        self.events, self.rain = (), joined.rain
        flipped = any(flipped for _, _, flipped in joined.cars)
        self.played = Counter(team for team, status, flipped in joined.cars if flipped and status == RACING)
        self.before = _events_before(joined, step)
        if self.full is None or any(team not in self.teams for team, _, _ in joined.cars):
            self.story = None
            return
        self.story = Story(
            self.setup,
            Beginning(
                tuple(self.teams),
                self.full,
                True,
                tuple((team, max(0, self.full - self.played[team])) for team in self.teams),
                step == ACTION and not flipped,
                self._drawn_before(joined, step, self.full),
                joined.turns == 1 and not flipped and not joined.crossed,
            ),
        )

    def _drawn_before(self, joined: Joined, step: str, hand: int) -> tuple[int, int] | None:
        """The fewest and the most cards drawn from the deck by the time the hands of this turn were filled or its event was
        drawn. None if the deck may have run out since.

        The count covers cards for the grid (TA-2.5, TA-12.2), the first hands (TA-2.7), one card per turn since for each car that
        still races, up to whole hands (TA-3.3), and at most one Team Bar per event (TA-4.4).
        """
        turns = joined.turns
        if turns is None:
            return None
        racers = sum(status == RACING for _, status, _ in joined.cars)
        teams = len(self.teams)
        cars = cars_each(self.setup, teams) or racers
        events = turns if step in ENDING else turns - 1
        most = self._for_the_grid(cars * teams) + turns * teams * hand + events
        return (teams * hand + (turns - 1) * racers, most) if most <= every_card() else None

    def _for_the_grid(self, cars: int) -> int:
        """The number of race cards turned up for a grid with so many cars (TA-2.5, TA-12.2)."""
        if PER_CARD in self.setup.ruleset.options:
            return cars
        return cars // max(1, len(self.teams)) if PER_ROUND in self.setup.ruleset.options else 1

    def events_broken(self) -> tuple[str, ...]:
        """The rules that forbid the events drawn."""
        if self.before is None:
            return ()
        found = [event_deck_fits(self.events, count, rain=self.rain) for count in self.before]
        return () if any(one.legal for one in found) else found[-1].rules

    def hands_broken(self, last: Seen, step: str) -> tuple[str, ...]:
        """The rules that forbid the race cards, when this is the last entry."""
        if self.story is None:
            return _numbers_broken(self.turn)
        stories = [self.story]
        if isinstance(last, Hand) and last.team in self.teams and self._is_open(last, step):
            stories = [
                self.story.and_then([_held(last)]),
                self.story.and_then([*self._next_turn(), _held(last)]),
            ]
        elif isinstance(last, Reshuffle) and last.pile == "race" and step in ENDING:
            stories = [self.story.and_then(self._next_turn())]
        elif isinstance(last, Reshuffle) and last.pile == "race" and step == EVENT:
            stories = [self.story.and_then([Turned(), *self._next_turn()])]
        broken: list[tuple[str, ...]] = []
        for story in stories:
            found = story.clashes()
            if not found.alone:
                return ()
            broken.append(tuple(map(rule_of, found.alone)))
        return broken[0]


def _held(hand: Hand) -> Held:
    return Held(hand.team, hand.cards, hand.others)


def _hand(setup: Setup) -> int | None:
    """The number of cards in a full hand (TA-2.7); None if the record lists another number of cars than the rules have."""
    each = cars_each(setup, len(setup.teams))
    listed = {len(team.cars) for team in setup.teams} - {0, CARS_IN_BOX}
    if each is None or (PER_TEAM not in setup.ruleset.options and listed - {each}):
        return None
    return full_hand(setup, each)


def _events_before(joined: Joined, step: str) -> range | None:
    """How many events can have been drawn before the record began: one a turn, and none after a car finished (TA-3.5.2). None
    if the deck may have been shuffled since."""
    if joined.turns is None:
        return None
    drawn = joined.turns if step in ENDING else joined.turns - 1
    if drawn > every_event():
        return None
    over = any(status == FINISHED for _, status, _ in joined.cars)
    return range(int(joined.rain) if over else drawn, drawn + 1)


def _numbers_broken(turn: Sequence[Seen]) -> tuple[str, ...]:
    """TA-3.3: a card in hand, or one that left it, is in no other place before hands are filled again, and each number is printed
    once."""
    places: dict[int, str] = {}
    for seen in turn:
        if isinstance(seen, PlayedCard | Discards | Hand):
            cards = (seen.card,) if isinstance(seen, PlayedCard) else seen.cards
            numbers = [card.number for card in cards if card.number is not None]
            if len(set(numbers)) < len(numbers) or any(
                places.get(one, seen.team) != seen.team for one in numbers
            ):
                return ("TA-3.3",)
            places.update(dict.fromkeys(numbers, seen.team if isinstance(seen, Hand) else ""))
    return ()
