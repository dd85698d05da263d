"""Counts the cards in the log of a race (TA-2.5, TA-2.7, TA-3.3, TA-3.5, TA-4.4): no hands, draws and shuffles may contradict it.

Each number is printed once, so a card named by its number is in one place at a time. The place of a card is known until the
deck can have been shuffled, and that of a card in hand to the end of the turn in any case, since hands are filled once.
"""

from collections.abc import Mapping, Sequence
from typing import final

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
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome, effect
from verifier.thunder_alley.engine.decks import (
    Decks,
    discarded,
    event,
    fill_hands,
    play,
    reshuffled,
    resumed,
    start,
    told_hand,
    turned_up,
    unshuffled,
)
from verifier.thunder_alley.engine.decks import Joined as Resumed
from verifier.thunder_alley.engine.grid import PER_CARD, PER_ROUND, cars_per_team, hand_size, way_of

OUT = ""
"""The place of a card that was played, discarded or turned up. Any other card is in a team's hand."""

ENDING = (PITS, DISCARD)
"""Steps in which a turn is over except for discards."""


@final
class Counted:
    """What the first `entries` of a log show: the `decks`, and the places of the cards that are known by `numbers`. `opening`:
    hands are those dealt before the race."""

    __slots__ = ("decks", "entries", "numbers", "opening")

    def __init__(self, decks: Decks, numbers: Mapping[int, str], opening: bool, entries: int) -> None:
        self.decks, self.numbers, self.opening, self.entries = decks, numbers, opening, entries


def shown(setup: Setup, standing: Standing, seen: CardsSeen) -> Judgement[Standing]:
    """A line that only shows cards."""
    if isinstance(seen, Joined):
        standing = replace(standing, cards=Cards())
    rules: tuple[str, ...] = ()
    if isinstance(seen, Reshuffle):
        rules = ("TA-5-reshuffle" if seen.pile == "race" else "TA-3.5.2",)
    elif isinstance(seen, Hand):
        known = count(setup, standing.cards)
        rules = ("TA-2.7" if isinstance(known, Counted) and known.opening else "TA-3.3",)
    return Judgement((Outcome(standing.seeing(seen), effect(*rules)),))


def counted(setup: Setup, judgement: Judgement[Standing]) -> Judgement[Standing]:
    """The judgement without the outcomes whose cards cannot be; if none is left, the first breach."""
    wrong = [
        found for led in judgement.outcomes if isinstance(found := count(setup, led.position.cards), Breach)
    ]
    if not wrong:
        return judgement
    if len(wrong) == len(judgement.outcomes):
        return Judgement(breaches=(wrong[0],), at=judgement.at)
    fitting = tuple(
        led for led in judgement.outcomes if not isinstance(count(setup, led.position.cards), Breach)
    )
    return replace(judgement, outcomes=fitting)


def count(setup: Setup, cards: Cards) -> Counted | Breach:
    """What a log shows. Goes on from what its first entries have shown."""
    known: Counted | None = cards.derived.get(Counted)
    if known is None:
        known = Counted(first_decks(setup), {}, True, 0)
    if known.entries == len(cards.seen):
        return known
    for seen, step in cards.seen[known.entries :]:
        found = _next(setup, known, seen, step)
        if isinstance(found, Breach):
            return found
        known = found
    cards.derived[Counted] = known
    return known


def first_decks(setup: Setup) -> Decks:
    """The decks before a race. The size of a full hand follows from the option `cars-per-team`, otherwise from the number of
    teams (TA-2.3, TA-2.7). A problem may have other numbers of cars: then the hand size is unknown, and only events are
    counted."""
    listed = {len(team.cars) for team in setup.teams} - {0}
    each = cars_per_team(setup)
    if each is None or ("cars-per-team" not in setup.ruleset.options and listed - {each, CARS_IN_BOX}):
        return events_only(setup)
    return start([team.colour for team in setup.teams], hand_size(setup.ruleset, each), setup.ruleset)


def events_only(setup: Setup) -> Decks:
    """The decks before a race whose hands are not counted."""
    return start((), 0, setup.ruleset)


def _next(setup: Setup, known: Counted, seen: Seen, step: str) -> Counted | Breach:
    numbers = _numbers(known, seen, step)
    if isinstance(numbers, Breach):
        return numbers
    decks, opening = known.decks, known.opening
    found: Decks | Breach = decks
    match seen:
        case Played():
            found, opening = play(decks, seen.team, seen.card.kind), False
        case TurnBegun():
            found, opening = fill_hands(decks, seen.first), False
        case EventSeen():
            found = event(decks, seen.event)
            if isinstance(found, Decks) and seen.bar is not None:
                found = turned_up(found, seen.bar.kind, sure=seen.sure)
        case Hand() if seen.team in decks.dealing.teams:
            ending = step in ENDING and not seen.exact
            found = told_hand(decks, seen.team, _kinds(seen.cards), seen.others, ending=ending)
            if opening and isinstance(found, Breach) and "told" in found.numbers:
                reason = "everybody is dealt one card more than a team has cars"
                found = replace(found, rule="TA-2.7", reason=reason)
        case Discards() if seen.team in decks.dealing.teams:
            found = discarded(decks, seen.team, _kinds(seen.cards), seen.others)
        case Reshuffle():
            found = reshuffled(decks, seen.pile, ending=step in ENDING, bar_due=step == EVENT)
        case TeamBar():
            found = turned_up(decks, seen.card.kind)
        case Dealt():
            found = _dealt(setup, decks, seen)
        case Joined():
            found, opening = _resumed(setup, decks, seen, step), _on_the_grid(seen)
    return found if isinstance(found, Breach) else Counted(found, numbers, opening, known.entries + 1)


def _kinds(cards: Sequence[RaceCard]) -> list[str]:
    return [card.kind for card in cards if card.kind is not None]


def _dealt(setup: Setup, decks: Decks, dealt: Dealt) -> Decks | Breach:
    """The decks in the first turn. Cards of the grid that are not noted were turned up too."""
    turned = decks.turn.bars_sure
    for _ in range(turned, _for_the_grid(setup, dealt.cars // max(1, len(setup.teams)))):
        found = turned_up(decks, None)
        if isinstance(found, Breach):
            return found
        decks = found
    return fill_hands(decks, dealt.first)


def _resumed(setup: Setup, decks: Decks, joined: Joined, step: str) -> Decks:
    """The decks when a record joins a race, with what the position shows about the cards drawn before."""
    if any(team not in decks.dealing.teams for team, _, _ in joined.cars):
        decks = events_only(setup)
    statuses = [status for _, status, _ in joined.cars]
    return resumed(
        decks,
        Resumed(
            turn=joined.turns,
            full=_full(joined, step),
            event_drawn=step in ENDING,
            racing=statuses.count(RACING),
            played=tuple(team for team, status, flipped in joined.cars if status == RACING and flipped),
            grid_cards=_for_the_grid(setup, cars_per_team(setup) or 0),
            won=FINISHED in statuses,
            rain=joined.rain,
        ),
    )


def _full(joined: Joined, step: str) -> bool:
    return step == ACTION and not any(flipped for _, _, flipped in joined.cars)


def _on_the_grid(joined: Joined) -> bool:
    """Whether the race has just begun."""
    flipped = any(flipped for _, _, flipped in joined.cars)
    return joined.turns == 1 and bool(joined.cars) and not (flipped or joined.crossed)


def _for_the_grid(setup: Setup, each: int) -> int:
    """How many cards are turned up for a grid of `each` cars per team: one (TA-2.5), or one for each round of cars or each
    space (TA-12.2)."""
    return {PER_ROUND: each, PER_CARD: len(setup.teams) * each}.get(way_of(setup.ruleset), 1)


def _numbers(known: Counted, seen: Seen, step: str) -> Mapping[int, str] | Breach:
    """The places of numbered cards after an entry; the breach if a card cannot be where the entry has it (TA-3.3)."""
    named = [card.number for card in _cards(seen) if card.number is not None]
    if isinstance(seen, Joined):
        return {}
    if not named and not (known.numbers and isinstance(seen, TurnBegun)):
        return known.numbers
    whole = isinstance(seen, TeamBar) or unshuffled(known.decks)
    if isinstance(seen, TurnBegun):
        return known.numbers if whole else {}
    holder = seen.team if isinstance(seen, Hand) else OUT
    team = seen.team if isinstance(seen, Hand | Discards | Played) else None
    refilled = step in ENDING and not (isinstance(seen, Hand) and seen.exact)
    if not whole and (refilled or team is None):
        return known.numbers
    for number in named:
        fact = _elsewhere(known.numbers.get(number), team, twice=named.count(number) > 1)
        if fact is not None:
            return Breach(
                "TA-3.3",
                f"card {number} {fact}, and there is one card of each number",
                "hands are filled once, at the start of a turn, and no card comes back before the deck is shuffled",
                token="card",
                numbers={"card": number},
            )
    return {**known.numbers, **dict.fromkeys(named, holder)}


def _cards(seen: Seen) -> tuple[RaceCard, ...]:
    match seen:
        case Played():
            return (seen.card,)
        case Hand() | Discards():
            return seen.cards
        case TeamBar():
            return (seen.card,)
        case EventSeen() if seen.bar is not None:
            return (seen.bar,)
    return ()


def _elsewhere(place: str | None, team: str | None, *, twice: bool) -> str | None:
    if twice:
        return "stands in this line twice"
    if place is None or (place == team and team):
        return None
    return "lies among the discards" if place == OUT else f"is in the hand of {place}"
