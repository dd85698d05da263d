"""Turns the log of cards into facts that `verifier.cards` counts (TA-2.5, TA-2.7, TA-3.3, TA-3.5, TA-4.4).

The race deck has a hand for each team; the event deck has none. A card is known by its kind, its number, or both.
"""

import sys
from collections.abc import Sequence

from model.thunder_alley.cards import cards_of, events_of
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
from model.thunder_alley.moves import CardsSeen
from model.thunder_alley.position import ACTION, DISCARD, EVENT, FINISHED, PITS, RACING, Setup
from model.thunder_alley.standing import Standing
from model.thunder_alley.teams import CARS_IN_BOX
from model.values import replace, value
from verifier.cards.counting import Count, begin, unknown
from verifier.cards.known import (
    UNKNOWN,
    Beginning,
    Clash,
    Deal,
    Fact,
    Filled,
    Held,
    Left,
    Marks,
    Shuffled,
    Turned,
    marks,
)
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome, effect
from verifier.thunder_alley.engine.decks_reasons import breach, race_cards, shared
from verifier.thunder_alley.engine.grid import PER_CARD, PER_ROUND, cars_per_team, hand_size, way_of

ENDING = (PITS, DISCARD)
"""Steps in which a turn is over except for discards."""

RAIN = "rain"
"""The event whose first card is laid aside (TA-EV-rain)."""

ANY = sys.maxsize
"""The size of a hand, or of a deck, that sets no limit."""


@value
class Counted:
    """What the first `entries` of a log show of both decks. `opening`: hands are those dealt before the race. `discarded` has
    the teams with a line about their discards in this turn. `filled` are hands noted in this turn that are taken to be those of
    the next one. `race_shuffled` and `events_shuffled`: a shuffle is written that may still be that of the next draw."""

    race: Count
    events: Count
    entries: int = 0
    opening: bool = True
    discarded: tuple[str, ...] = ()
    filled: tuple[Held, ...] = ()
    race_shuffled: bool = False
    events_shuffled: bool = False


MOST_WAYS = 8
"""The most ways to understand a log that are followed. With more, a hand that allows two ways constrains neither."""


class RefusedError(Exception):
    """A fact about a deck that does not fit the facts before it."""

    def __init__(self, clash: Clash, deal: Deal) -> None:
        super().__init__(clash.what)
        self.clash, self.deal = clash, deal


def shown(setup: Setup, standing: Standing, seen: CardsSeen) -> Judgement[Standing]:
    """The judgement of a line that only shows cards: the cards are noted if the decks have them."""
    if isinstance(seen, Joined):
        standing = replace(standing, cards=Cards())
    rules: tuple[str, ...] = ()
    if isinstance(seen, Reshuffle):
        rules = ("TA-5-reshuffle" if seen.pile == "race" else "TA-3.5.2",)
    elif isinstance(seen, Hand):
        known = count(setup, standing.cards)
        opening = not isinstance(known, Breach) and known[0].opening
        rules = ("TA-2.7" if opening else "TA-3.3",)
    return Judgement((Outcome(standing.seeing(seen), effect(*rules)),))


def counted(setup: Setup, judgement: Judgement[Standing]) -> Judgement[Standing]:
    """The judgement without the outcomes whose cards cannot be; if none is left, the first breach."""
    found = [count(setup, led.position.cards) for led in judgement.outcomes]
    wrong = [one for one in found if isinstance(one, Breach)]
    if not wrong:
        return judgement
    if len(wrong) == len(found):
        return Judgement(breaches=(wrong[0],), at=judgement.at)
    fitting = [led for led, one in zip(judgement.outcomes, found, strict=True) if not isinstance(one, Breach)]
    return replace(judgement, outcomes=tuple(fitting))


def count(setup: Setup, cards: Cards) -> tuple[Counted, ...] | Breach:
    """What a log shows, in each way to understand it. Goes on from what its first entries have shown."""
    ways: tuple[Counted, ...] | None = cards.derived.get(Counted)
    if ways is None:
        # Both decks are shuffled, and no card is dealt (TA-2.4).
        deal = race_deal(setup)
        race = unknown(deal) if deal.full == ANY else begin(deal, Beginning())
        ways = (Counted(race, begin(event_deal(setup), Beginning())),)
    while ways[0].entries < len(cards.seen):
        entries = ways[0].entries + 1
        seen, step = cards.seen[entries - 1]
        after, clash = list[Counted](), None
        for way in ways:
            try:
                after += _after(setup, way, seen, step, more=len(ways) < MOST_WAYS)
            except RefusedError as refused:
                clash = clash or refused
        if clash is not None and not after:
            log = [seen for seen, _ in cards.seen[:entries]]
            opening, house = ways[0].opening, setup.ruleset.cards
            return breach(clash.clash, clash.deal, log, opening=opening, house=house)
        cards.derived[Counted] = ways = tuple([replace(one, entries=entries) for one in after])
    return ways


def race_deal(setup: Setup, others: Sequence[str] = ()) -> Deal:
    """The race deck and its hands. The size of a full hand follows from the option `cars-per-team`, otherwise from the number of
    teams (TA-2.3, TA-2.7). A problem may have other numbers of cars, or `others` as teams: then hands have any size. Only the
    numbers of cards are counted if the hands are of any size, or need more cards than there are."""
    teams = tuple(dict.fromkeys([*setup.colours, *others]))
    listed = {len(team.cars) for team in setup.teams} - {0}
    each = cars_per_team(setup)
    cards = cards_of(setup.ruleset)
    full, size, printed = ANY, sum([card.count for card in cards.values()]), race_cards(cards)
    fixed = "cars-per-team" in setup.ruleset.options
    if each is not None and len(teams) == len(setup.teams) and (fixed or not listed - {each, CARS_IN_BOX}):
        full = hand_size(setup.ruleset, each)
    if full == ANY or len(teams) * full > size:
        size, printed = ANY, {}
    readings = setup.ruleset.readings

    def disputed(mark: str) -> bool:
        return shared(mark) and readings["card-80"] == mark

    def swept() -> bool:
        return readings["reshuffle-source"] == "all-cards"

    return Deal(teams, full, printed, size, disputed, swept)


def event_deal(setup: Setup) -> Deal:
    """The event deck (TA-3.5.2). When it has run out, a first Rain stays aside (event-deck-exhausted, TA-EV-rain)."""
    printed = {event.id: event.count for event in events_of(setup.ruleset).values()}
    aside = () if "TA-EV-rain" in setup.ruleset.left_out else (RAIN,)
    return Deal((), 0, printed, sum(printed.values()), aside=aside)


def _told(before: Count, *facts: Fact) -> Count:
    """The count with these facts. Raises RefusedError if one does not fit."""
    for fact in facts:
        found = before.tell(fact)
        if isinstance(found, Clash):
            raise RefusedError(found, before.deal)
        before = found
    return before


def _after(setup: Setup, known: Counted, seen: Seen, step: str, *, more: bool) -> Sequence[Counted]:
    """What is known with one more entry; two ways if a hand may be that of this turn or the next one, and `more` ways are
    wanted. Raises RefusedError if it does not fit."""
    race = known.race
    shows_cards = Hand | Discards | Played if setup.ruleset.cards else Hand | Discards
    if isinstance(seen, shows_cards) and race.deal.full == ANY:
        _possible_alone(setup, race.deal, seen)
    if isinstance(seen, Hand) and step in ENDING and not seen.exact and seen.team in race.deal.holders:
        held = Held(seen.team, _all_marks(race.deal, seen.cards), seen.others)
        ways = _held_at_the_end(setup, known, held)
        return ways if more or len(ways) == 1 else [known]
    return [_with(setup, known, seen, step)]


def _with(setup: Setup, known: Counted, seen: Seen, step: str) -> Counted:
    """What is known with one more entry. Raises RefusedError if it does not fit."""
    race = known.race
    match seen:
        case Joined():
            return _joined(setup, seen, step)
        case Dealt():
            # Cards of the grid that are not noted were turned up too.
            noted = sum([isinstance(fact, Turned) for fact in race.facts])
            due = _for_the_grid(setup, seen.cars // max(1, len(setup.teams)))
            return _filled(setup, replace(known, race=_told(race, *[Turned()] * (due - noted))), seen.first)
        case TurnBegun():
            return replace(_filled(setup, known, seen.first), opening=False)
        case TeamBar():
            return replace(known, race=_told(race, Turned(_marks(race.deal, seen.card))))
        case EventSeen():
            return _event_seen(known, seen)
        case Reshuffle():
            return _reshuffled(setup, known, seen.pile, step)
        case Played() | Discards() | Hand() if seen.team not in race.deal.holders:
            return known
        case Played():
            left = Left(seen.team, (_marks(race.deal, seen.card),))
            return replace(known, race=_told(race, left), opening=False)
        case Discards():
            left = Left(seen.team, _all_marks(race.deal, seen.cards), seen.others)
            return replace(known, race=_told(race, left), discarded=(*known.discarded, seen.team))
        case Hand():
            held = Held(seen.team, _all_marks(race.deal, seen.cards), seen.others)
            return replace(known, race=_told(race, held))


def _possible_alone(setup: Setup, deal: Deal, seen: Hand | Discards | Played) -> None:
    """Raises RefusedError if the cards of one line are more of a kind than the deck has, where kinds are not counted from line
    to line."""
    cards = cards_of(setup.ruleset)
    printed = race_cards(cards)
    alone = replace(deal, printed=printed, size=sum([card.count for card in cards.values()]))
    shown = (seen.card,) if isinstance(seen, Played) else seen.cards
    for mark, needed in marks(_all_marks(alone, shown)).items():
        if mark in printed and not alone.fits(mark, needed):
            numbers = {"needed": needed, "printed": alone.most(mark), "out_most": alone.size}
            raise RefusedError(Clash("lack", numbers, mark=mark), alone)


def _marks(deal: Deal, card: RaceCard) -> Marks:
    """The kind and the number of a card, as far as they are known and counted."""
    kind = (card.kind,) if card.kind is not None and card.kind in deal.printed else ()
    return kind if card.number is None else (*kind, str(card.number))


def _all_marks(deal: Deal, cards: Sequence[RaceCard]) -> tuple[Marks, ...]:
    return tuple([_marks(deal, card) for card in cards])


def _may_discard(setup: Setup) -> bool:
    """Whether players may discard cards at the end of a turn (TA-3.5.6)."""
    return "TA-3.5.6" not in setup.ruleset.left_out


def _filled(setup: Setup, known: Counted, first: str | None) -> Counted:
    """Hands are filled, beginning with the First Player (TA-3.3). Without a line about it, a player may have discarded any
    cards before."""
    race, deal = known.race, known.race.deal
    if deal.full == ANY:
        race = unknown(deal)
    else:
        may_discard = _may_discard(setup)
        gone = [Left(team, (), None) for team in deal.holders if may_discard and team not in known.discarded]
        first = first if first in deal.holders else None
        race = _told(race, *gone, Filled(first, known.race_shuffled))
    race = _told(race, *known.filled)
    return replace(known, race=race, discarded=(), filled=(), race_shuffled=False)


def _held_at_the_end(setup: Setup, known: Counted, held: Held) -> Sequence[Counted]:
    """A hand at the end of a turn: players may have discarded since the last play (TA-3.5.6), and even have drawn again. So it
    may be the hand of this turn or, if it can be a full one, that of the next."""
    race, full = known.race, known.race.deal.full
    others = None if held.others is None else len(held.cards) + held.others
    gone = [Left(held.holder, (), None)] if _may_discard(setup) and others != full else []
    ways, refused = list[Counted](), None
    try:
        ways.append(replace(known, race=_told(race, *gone, held)))
    except RefusedError as error:
        refused = error
    if others in (None, full) or full == ANY:
        later = replace(known, filled=(*known.filled, held))
        try:
            _filled(setup, later, None)
            ways.append(later)
        except RefusedError as error:
            refused = refused or error
    if refused is not None and not ways:
        raise refused
    return ways


def _event_seen(known: Counted, seen: EventSeen) -> Counted:
    """An event is drawn, and a race card may be turned up for its Team Bar."""
    events, race, written = known.events, known.race, known.race_shuffled
    drawn = Turned(UNKNOWN if seen.event is None else (seen.event,), shuffled=known.events_shuffled)
    # A shuffle that is already written may have been that of the event before.
    events = _told(events, drawn) if known.events_shuffled else _told(events, Filled(), drawn)
    if seen.bar is not None:
        race = _told(race, Turned(_marks(race.deal, seen.bar), seen.sure, written))
    elif written:
        race = _told(race, Shuffled())
    return replace(known, race=race, events=events, race_shuffled=False, events_shuffled=False)


def _reshuffled(setup: Setup, known: Counted, pile: str, step: str) -> Counted:
    """A line notes that a deck was shuffled, perhaps for the last draw, perhaps for the next one."""
    race, events = known.race, known.events
    if pile == "events":
        if isinstance(events.tell(Turned(shuffled=True)), Clash):
            _told(events, Shuffled())
        return replace(known, events_shuffled=True)
    if race.begun == (0, 0):
        # Cards that were turned up for the grid may be shuffled in before hands are dealt.
        return known
    later = replace(known, race_shuffled=True)
    if step in ENDING:
        _filled(setup, later, None)
        return later
    if step == EVENT:
        _told(race, Turned(shuffled=True))
        return later
    return replace(known, race=_told(race, Shuffled()))


def _joined(setup: Setup, joined: Joined, step: str) -> Counted:
    """What a position in mid-race shows. The cards drawn before are unknown, and their number has only bounds. Each turn fills a
    hand with no more cards than it holds (TA-3.3), and with at least one for each car that still races; an event turns up at
    most one Team Bar (TA-4.4). There was one event per turn (TA-3.5.2), or fewer if a car has won already."""
    deal, event_size = race_deal(setup, [team for team, _, _ in joined.cars]), event_deal(setup).size
    statuses = [status for _, status, _ in joined.cars]
    flipped = [team for team, status, flipped in joined.cars if status == RACING and flipped]
    full = step == ACTION and not any(flipped for _, _, flipped in joined.cars)
    rain = int(joined.rain)
    out, drawn = None, None
    if joined.turns is not None:
        before, in_hands = joined.turns - 1, len(deal.holders) * deal.full
        events = before + (step in ENDING)
        most = _for_the_grid(setup, cars_per_team(setup) or 0) + joined.turns * in_hands + events
        if most <= deal.size:
            out = in_hands + before * statuses.count(RACING), most
        if events <= event_size:
            high = max(events, rain)
            drawn = rain if FINISHED in statuses else high, high
    hands = (deal.full if full and deal.full != ANY else 0, deal.full)
    race = begin(deal, Beginning(out or (0, deal.size), hands, shuffled=out is None))
    played = [Left(team, (UNKNOWN,) * min(flipped.count(team), deal.full)) for team in deal.holders]
    known = (RAIN,) if rain else ()
    return Counted(
        _told(race, *played),
        begin(event_deal(setup), Beginning(drawn or (rain, event_size), known=known, shuffled=drawn is None)),
        opening=joined.turns == 1 and bool(joined.cars) and full and not joined.crossed,
    )


def _for_the_grid(setup: Setup, each: int) -> int:
    """How many cards are turned up for a grid of `each` cars per team: one (TA-2.5), or one for each round of cars or each
    space (TA-12.2)."""
    return {PER_ROUND: each, PER_CARD: len(setup.teams) * each}.get(way_of(setup.ruleset), 1)
