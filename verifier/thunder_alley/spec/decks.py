"""TA-2.4, TA-2.5, TA-2.7, TA-3.3, TA-3.5, TA-4.4, TA-8.1: whether the cards in the log of a race are possible (ruling
`event-deck-exhausted`)."""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import final

from model.rules import load_rules
from model.thunder_alley.cards import CARDS, cards_of, events_of
from model.thunder_alley.cards_seen import (
    Cards,
    Dealt,
    Discards,
    EventSeen,
    Hand,
    Joined,
    Played,
    RaceCard,
    Reshuffle,
    Seen,
    TeamBar,
    TurnBegun,
)
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import ACTION, DISCARD, EVENT, FINISHED, PITS, RACING, Setup
from model.thunder_alley.standing import Standing
from model.thunder_alley.teams import CARS_IN_BOX
from model.values import replace
from verifier.cards.known import UNKNOWN, Beginning, Deal, Fact, Filled, Held, Left, Marks, Shuffled, Turned
from verifier.cards.solver import Story
from verifier.findings import Breach
from verifier.judging import Judgement
from verifier.thunder_alley.spec.grid import PER_TEAM, cards_for, cars_each, full_hand

ENDING = (PITS, DISCARD)
"""Steps in which a player can have discarded cards, and even have filled the hand again."""

MOST_WAYS = 8
"""The most ways to understand a log that are followed. With more, a hand of this turn or the next constrains neither."""

TWICE = 80
"""The number that two kinds share in the lists of race cards; the ruling `card-80` picks one."""


def counted(setup: Setup, judgement: Judgement[Standing]) -> Judgement[Standing]:
    """The judgement with only the outcomes whose cards are possible. Without any, their rules are broken."""
    broken = [_broken(setup, led.position.cards) for led in judgement.outcomes]
    if not any(broken):
        return judgement
    fitting = [led for led, rules in zip(judgement.outcomes, broken, strict=True) if not rules]
    if fitting:
        return replace(judgement, outcomes=tuple(fitting))
    book = load_rules(DATA)
    fact = "no hands, draws and discards can explain these cards"
    breaches = tuple(Breach(rule, fact, book.short(rule), token="card") for rule in broken[0])
    return Judgement(breaches=breaches, at=judgement.at)


def _broken(setup: Setup, cards: Cards) -> tuple[str, ...]:
    """The rules that the last entry of a log breaks. What its first entries say is kept with the log, in each way to understand
    them that is possible."""
    if not cards.seen:
        return ()
    ways: Sequence[_Known] = cards.derived.get(_Known) or (_Known(setup),)
    for seen, step in cards.seen[ways[0].entries :]:
        ways = [longer for way in ways for longer in way.after(seen, step, len(ways) < MOST_WAYS)]
    broken = [way.broken() for way in ways]
    fitting = [way for way, rules in zip(ways, broken, strict=True) if not rules]
    cards.derived[_Known] = fitting or ways
    return () if fitting else broken[0]


@final
class _Known:
    """What the entries of a log say about both decks.

    If the size of a hand is unknown (not `sized`), only numbers of cards are compared: `race` has the facts of this `turn` alone.
    `noted`: a shuffle of the race cards was written before the draw that it is for; `events_noted`: one of the events was
    written, for the last draw or the next one. `filled` are hands written in this turn that are taken for those of the next.
    `asked` are stories to which the last entry leads: one of each list must fit; if it is empty, `race` must.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup, self.entries = setup, 0
        full = _hand(setup)
        self.sized = full is not None
        self.deal = _race_deck(setup, full or 0)
        self.race = Story(self.deal, Beginning())
        self.events = Story(_event_deck(setup), Beginning())
        self.asked: list[list[Story]] = []
        self.turn: tuple[Left | Held, ...] = ()
        self.bars, self.noted, self.events_noted, self.first_hands = 0, False, False, True
        self.discarded: tuple[str, ...] = ()
        self.filled: tuple[Held, ...] = ()

    def broken(self) -> tuple[str, ...]:
        """The rules that forbid what the last entry leads to."""
        for ways in self.asked or [[self.race]]:
            broken = [story.broken() for story in ways]
            if all(broken):
                return broken[0]
        return ()

    def after(self, seen: Seen, step: str, more: bool) -> "list[_Known]":
        """The same with one more entry. A hand may be that of this turn or of the next: two ways, if `more` are wanted."""
        here = copy(self)
        if not isinstance(seen, Hand) or not self._is_open(seen, step):
            here._add(seen, step)
            return [here]
        here.entries, here.asked = self.entries + 1, []
        if not self.sized:
            here.asked = [[self._alone(seen.team, seen.cards)]]
            return [here]
        held, later = self._held(seen), copy(here)
        later.filled = (*self.filled, held)
        here.asked, later.asked = [[self.race.tell(held)]], [[self.race.tell(*later._next_turn())]]
        if not more:
            here.asked = [[*here.asked[0], *later.asked[0]]]
            return [here]
        here.race = self.race.tell(held)
        return [here, later]

    def _add(self, seen: Seen, step: str) -> None:
        self.entries, self.asked = self.entries + 1, []
        match seen:
            case Joined():
                self._join(seen, step)
            case TeamBar():
                self.bars += 1
                self._tell(Turned(_marks(seen.card)))
            case Dealt():
                self._tell(*[Turned()] * (cards_for(self.setup, seen.cars) - self.bars), Filled(seen.first))
            case TurnBegun():
                self.turn = ()
                self._tell(*self._next_turn(seen.first))
                self.discarded, self.filled, self.noted = (), (), False
            case Played():
                self._tell(Left(seen.team, (_marks(seen.card),), rule="TA-3.4-5"))
                self.first_hands = False
            case EventSeen():
                self._turn_up(seen)
            case Discards() if self.sized:
                self._tell(Left(seen.team, tuple(map(_marks, seen.cards)), seen.others, "TA-3.5.6"))
                self.discarded = (*self.discarded, seen.team)
            case Hand():
                self._tell(self._held(seen))
            case Reshuffle(pile="events"):
                self.events_noted = True
                ahead = self.events.tell(Filled(), Turned(shuffled=True, rule="TA-3.5.2"))
                self.asked = [[ahead, self.events.tell(Shuffled("TA-3.5.2"))]]
            case Reshuffle(pile="race") if step not in (EVENT, *ENDING):
                self._tell(Shuffled("TA-5-reshuffle"))
            case Reshuffle(pile="race") if self.sized:
                self.noted = True
                bar = [Turned(shuffled=True, rule="TA-5-reshuffle")]
                self.asked = [[self.race.tell(*(bar if step == EVENT else self._next_turn()))]]
        if isinstance(seen, Hand | Discards | Played) and not self.sized:
            if not isinstance(seen, Played):
                self.asked = [[self.race], [self._alone(seen.team, seen.cards)]]
            elif self.setup.ruleset.cards:
                self.asked = [[self.race], [self._alone(seen.team, (seen.card,))]]

    def _alone(self, team: str, cards: Sequence[RaceCard]) -> Story:
        """Only the cards of this line, with their kinds: even a hand of unknown size is from one deck (TA-3.3)."""
        held = Held(team, tuple(map(_marks, cards)))
        beginning = Beginning(hands=(self.deal.size, self.deal.size))
        return Story(replace(self.deal, holders=(team,)), beginning).tell(held)

    def _tell(self, *facts: Fact) -> None:
        if self.sized:
            self.race = self.race.tell(*facts)
            return
        self.turn += tuple(_numbers(fact) for fact in facts if isinstance(fact, Left | Held))
        deal = replace(self.deal, holders=tuple(dict.fromkeys(fact.holder for fact in self.turn)))
        # Nothing is drawn, so each hand may be as large as the deck.
        self.race = Story(deal, Beginning(hands=(deal.size, deal.size))).tell(*self.turn)

    def _turn_up(self, seen: EventSeen) -> None:
        """An event, and the race card turned up for its Team Bar."""
        marks = (seen.event,) if seen.event else UNKNOWN
        drawn = Turned(marks, shuffled=self.events_noted, rule="TA-3.5.2")
        # With a shuffle between them, this draw and the last one count as one turn: it was at one of them.
        self.events = self.events.tell(*([] if self.events_noted else [Filled()]), drawn)
        self.events_noted, self.asked = False, [[self.events]]
        if seen.bar is not None:
            self._tell(Turned(_marks(seen.bar), seen.sure, self.noted, "TA-5-reshuffle"))
        elif self.noted:
            self._tell(Shuffled("TA-5-reshuffle"))
        self.noted = False
        self.asked.append([self.race])

    def _next_turn(self, first: str | None = None) -> list[Fact]:
        """A turn begins (TA-3.3), with the hands noted for it. Players whose discards are not reported may have discarded any
        cards (TA-3.5.6)."""
        free = "TA-3.5.6" not in self.setup.ruleset.left_out
        gone = [Left(team, (), None) for team in self.deal.holders if free and team not in self.discarded]
        return [*gone, Filled(first, self.noted, "TA-5-reshuffle"), *self.filled]

    def _held(self, hand: Hand) -> Held:
        """Hands are dealt by TA-2.7, and filled later by TA-3.3."""
        rule = "TA-2.7" if self.first_hands else "TA-3.3"
        return Held(hand.team, tuple(map(_marks, hand.cards)), hand.others, rule)

    def _is_open(self, hand: Hand, step: str) -> bool:
        """Whether this may be the hand that is left over or the one filled for the next turn."""
        full = hand.others is None or len(hand.cards) + hand.others == self.deal.full
        return step in ENDING and not hand.exact and (full or not self.sized)

    def _join(self, joined: Joined, step: str) -> None:
        """A record joins the race. Hands were full at the start of the turn (TA-3.3). A card has been played for each car that
        was activated in it and still races (TA-3.4-5)."""
        flipped = any(flipped for _, _, flipped in joined.cars)
        played = Counter(team for team, status, flipped in joined.cars if flipped and status == RACING)
        self.first_hands = joined.turns == 1 and not flipped and not joined.crossed
        drawn, deck = _events_before(self.setup, joined, step), _event_deck(self.setup)
        rain = ("rain",) if joined.rain else ()
        begun = Beginning(drawn or (len(rain), deck.size), known=rain, shuffled=drawn is None)
        self.events = Story(deck, begun)
        self.sized = self.sized and all(team in self.deal.holders for team, _, _ in joined.cars)
        if not self.sized:
            return
        full = self.deal.full
        out = self._drawn_before(joined, step)
        beginning = Beginning(out or (0, self.deal.size), (full, full), shuffled=out is None)
        self.race = Story(self.deal, beginning)
        if flipped or step != ACTION:
            for team in self.deal.holders:
                cards = (UNKNOWN,) * min(played[team], full)
                self._tell(Left(team, cards, None, "TA-3.3"))

    def _drawn_before(self, joined: Joined, step: str) -> tuple[int, int] | None:
        """The fewest and the most cards drawn from the deck by the time the hands of this turn were filled or its event was
        drawn. None if the deck may have run out since.

        The count covers cards for the grid (TA-2.5, TA-12.2), the first hands (TA-2.7), one card per turn since for each car that
        still races, up to whole hands (TA-3.3), and at most one Team Bar per event (TA-4.4).
        """
        turns = joined.turns
        if turns is None:
            return None
        racers = sum(status == RACING for _, status, _ in joined.cars)
        teams, hand = len(self.deal.holders), self.deal.full
        cars = cars_each(self.setup, teams) or racers
        events = turns if step in ENDING else turns - 1
        most = cards_for(self.setup, cars * teams) + turns * teams * hand + events
        return (teams * hand + (turns - 1) * racers, most) if most <= self.deal.size else None


def _race_deck(setup: Setup, full: int) -> Deal:
    """The race cards (TA-1.1), with this many in a full hand."""
    readings, cards = setup.ruleset.readings, cards_of(setup.ruleset)
    return Deal(
        setup.colours,
        full,
        {
            id: len(printed.numbers) - (TWICE in printed.numbers) + cards[id].count - printed.count
            for id, printed in CARDS.items()
        },
        sum(card.count for card in cards.values()),
        disputed=lambda mark: mark == readings["card-80"],
        swept=lambda: readings["reshuffle-source"] == "all-cards",
        rule="TA-3.3",
    )


def _event_deck(setup: Setup) -> Deal:
    """The events. The first Rain stays out of the deck (TA-8.1), unless Rain does nothing."""
    printed = {id: event.count for id, event in events_of(setup.ruleset).items()}
    aside = () if "TA-EV-rain" in setup.ruleset.left_out else ("rain",)
    return Deal((), 0, printed, sum(printed.values()), aside=aside, rule="TA-3.5.2")


def _marks(card: RaceCard) -> Marks:
    return tuple(str(mark) for mark in (card.kind, card.number) if mark is not None)


def _numbers(fact: Left | Held) -> Left | Held:
    """The fact with only the numbers of its cards."""
    cards = tuple((mark,) for card in fact.cards for mark in card if mark not in CARDS)
    return replace(fact, cards=cards, others=None if isinstance(fact, Held) else 0)


def _hand(setup: Setup) -> int | None:
    """The number of cards in a full hand (TA-2.7); None if the record lists another number of cars than the rules have."""
    each = cars_each(setup, len(setup.teams))
    listed = {len(team.cars) for team in setup.teams} - {0, CARS_IN_BOX}
    if each is None or (PER_TEAM not in setup.ruleset.options and listed - {each}):
        return None
    return full_hand(setup, each)


def _events_before(setup: Setup, joined: Joined, step: str) -> tuple[int, int] | None:
    """The fewest and the most events that can have been drawn before the record began: one a turn, and none after a car finished
    (TA-3.5.2). None if the deck may have been shuffled since."""
    if joined.turns is None:
        return None
    drawn = joined.turns if step in ENDING else joined.turns - 1
    if drawn > _event_deck(setup).size:
        return None
    over = any(status == FINISHED for _, status, _ in joined.cars)
    return (int(joined.rain) if over else drawn, drawn)
