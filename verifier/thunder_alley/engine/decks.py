"""What can be known of the two decks: every card is unseen, in a hand, or among the discards (TA-2.7, TA-3.3, TA-3.5.6,
TA-4.4).

Hands, draws and discards are hidden, so a record is wrong only if no hidden facts fit it. `Decks` is a value that goes from
line to line; each function returns the next one, or the breach against the line. It remembers the current turn and what
earlier turns left open, so it does not grow with the race.
"""

from collections.abc import Collection, Iterable, Sequence

from model.ruleset import Ruleset
from model.values import replace, value
from verifier.findings import Breach
from verifier.thunder_alley.engine.decks_counts import added, at_least, fewer, kinds_of
from verifier.thunder_alley.engine.decks_events import (
    Drawn,
    drawn_event,
    events_on_the_way,
    first_events,
    shuffled_events,
)
from verifier.thunder_alley.engine.decks_hand import (
    NOTHING_READ,
    Entry,
    Hand,
    Kept,
    Read,
    Seen,
    Thrown,
    after_plays,
    any_cards,
    left_over,
    named_after_plays,
    number_of,
    read_hand,
    thrown,
)
from verifier.thunder_alley.engine.decks_margin import Margin, first_margin, margin_after, margin_of
from verifier.thunder_alley.engine.decks_reasons import no_way, not_run_out
from verifier.thunder_alley.engine.decks_stock import UNKNOWN, Dealing, Stock, event_stock, race_stock
from verifier.thunder_alley.engine.decks_turn import (
    DRAWN,
    FILL,
    FULL,
    NEXT,
    TURN,
    UNDEALT,
    VAGUE,
    Held,
    Lack,
    Pass,
    Turn,
    ways,
)

MOST_ENTRIES = 64
"""How many facts of one hand are remembered in one turn; any beyond these are not judged."""

ANY = Thrown((), None, written=False)
"""Discards that were not noted."""


@value
class Decks:
    """What is known of the decks at one moment. `passes` and `kept` are from the start of the turn, before hands were filled;
    `turn` is what it has shown since. `margin` is, by kind, how many more cards can be played in any case; None if not yet
    computed. `told` has a bit for each seat whose hand is partly known; `read` are the hands of the last look at this turn."""

    dealing: Dealing
    passes: tuple[Pass, ...]
    kept: tuple[Kept, ...]
    turn: Turn
    events: tuple[Drawn, ...]
    margin: Margin | None = None
    told: int = 0
    read: Read = NOTHING_READ


@value
class Joined:
    """A race where a record begins midway: whether hands are `full`, with no card of the turn played; the `turn`, None if it
    is not noted; whether its event has been drawn; how many cars race; the team of each card `played` in this turn (TA-3.4-5);
    how many cards were turned up for the grid; whether a car has `won` already, and whether a first Rain is set aside
    (TA-EV-rain)."""

    full: bool
    turn: int | None
    event_drawn: bool
    racing: int
    played: tuple[str, ...]
    grid_cards: int
    won: bool
    rain: bool


def start(
    teams: Sequence[str],
    hand_size: int,
    ruleset: Ruleset,
    *,
    stock: Stock | None = None,
) -> Decks:
    """Both decks shuffled, no card dealt (TA-2.4). `teams` in seat order, `hand_size` cards in a full hand (TA-2.7). Without
    teams, hands and the race cards that pass through them are not counted, only events (TA-3.5.2)."""
    dealing = Dealing(tuple(teams), hand_size, ruleset.readings, stock or race_stock(), event_stock())
    passes = (Pass(0, 0, (0,) * len(dealing.stock.counts)),)
    return Decks(
        dealing,
        passes,
        (any_cards(0),) * len(teams),
        _new_turn(dealing, None, UNDEALT),
        first_events(dealing),
        dealing.stock.counts,
    )


def resumed(decks: Decks, joined: Joined) -> Decks:
    """The decks where a position begins in mid-race, or after lost lines: the cards drawn are unknown, and their number has
    only bounds. Each turn fills a hand with no more cards than it holds (TA-3.3), and with at least one for each car that
    still races; an event turns up at most one Team Bar (TA-4.4)."""
    dealing = decks.dealing
    none, size = (0,) * len(dealing.stock.counts), dealing.stock.size
    kept = (any_cards(dealing.hand_size),) * len(dealing.teams)
    stories = tuple((UNKNOWN,) * min(joined.played.count(team), dealing.hand_size) for team in dealing.teams)
    turn = Turn(None, stories, hands=FULL if joined.full else VAGUE)
    passes = (Pass(0, size, none, again=True),)
    events = None
    if joined.turn is not None:
        events = joined.turn - 1 + joined.event_drawn
        most = joined.grid_cards + joined.turn * dealing.in_hands + events
        if most <= size and dealing.teams:
            passes = (Pass(dealing.in_hands + (joined.turn - 1) * joined.racing, most, none),)
    drawn = events_on_the_way(dealing, events, fewer=joined.won, rain=joined.rain)
    return Decks(dealing, passes, kept, turn, drawn)


def fill_hands(decks: Decks, first: str | None = None) -> Decks | Breach:
    """A new turn: hands are filled, beginning with the First Player, then clockwise (TA-3.3). `first` is None if unknown. The
    breach is that of a shuffle that was written too early and then did not happen."""
    dealing, turn = decks.dealing, decks.turn
    if not dealing.teams:
        return decks
    drawer = dealing.teams.index(first) if first in dealing.teams else None
    stories = tuple([story if thrown(story) else (*story, ANY) for story in turn.stories])
    ended = _in_turn(decks, replace(turn, stories=stories), None)
    held = _held(ended)
    if not isinstance(held, Held):
        return held
    judged = dealing.in_hands <= dealing.stock.size
    passes = (
        tuple([way.then for way in ways(dealing, decks.passes, held, turn, [])]) if judged else decks.passes
    )
    if not passes:
        return _checked(ended, ())
    kept = decks.kept
    if turn.hands != UNDEALT:
        kept = tuple([left_over(dealing, hand, kept[seat]) for seat, hand in enumerate(held.hands)])
        barred = turn.bars_sure + turn.bars_more > 0 and any([bool(cards.known) for cards in kept])
        if (barred or held.anew is not held.hands) and _can_be_swept_in(decks):
            # Hands may have been swept into the deck: at the draw, or by a Team Bar after the last card was played.
            kept = tuple(
                Kept((), cards.high, cards.low, cards.high, added(cards.known, cards.perhaps))
                for cards in kept
            )
    told = 0
    for seat, cards in enumerate(kept):
        if cards.known:
            told |= 1 << seat
    fresh = _new_turn(dealing, drawer, DRAWN, awaited=turn.shuffled == NEXT)
    begun = Decks(dealing, passes, kept, fresh, decks.events, None, told)
    margin = first_margin(dealing, passes, kept, fresh)
    return _checked(begun, ()) if margin is None else replace(begun, margin=margin)


def play(decks: Decks, team: str, card: str | None) -> Decks | Breach:
    """A card is played from hand and discarded (TA-3.4-5); None if it was not noted."""
    dealing, turn, margin = decks.dealing, decks.turn, decks.margin
    if not dealing.teams:
        return decks
    seat = dealing.teams.index(team)
    kind = UNKNOWN if card is None else dealing.stock.index[card]
    story = turn.stories[seat]
    played: tuple[Entry, ...] = (kind,)
    next_turn = Turn(
        turn.first,
        _with_one(turn.stories, seat, story + played),
        turn.bars,
        turn.bars_sure,
        turn.bars_more,
        turn.shuffled,
        turn.hands,
        turn.awaited,
    )
    if margin is not None and not decks.told >> seat & 1 and len(story) < dealing.hand_size:
        if kind == UNKNOWN:
            return _in_turn(decks, next_turn, margin)
        if margin[kind] > 0:
            return _in_turn(decks, next_turn, fewer(margin, kind, 1))
    return _checked(_in_turn(decks, next_turn, margin), (kind,))


def turned_up(decks: Decks, card: str | None, *, sure: bool = True) -> Decks | Breach:
    """The next race card is turned up for its Team Bar and discarded (TA-2.5, TA-4.4); None if it was not noted. If not
    `sure`, there may have been none."""
    turn = decks.turn
    if not decks.dealing.teams:
        return decks
    named = kinds_of(decks.dealing.stock, () if card is None else (card,))
    bars = added(turn.bars, named)
    turn = replace(turn, bars=bars, bars_sure=turn.bars_sure + sure, bars_more=turn.bars_more + (not sure))
    left = margin_after(decks.margin, named, decks.dealing, decks.passes, decks.kept, turn)
    shown = _in_turn(decks, turn, left)
    return _checked(shown, dict(named)) if left is None else shown


def told_hand(
    decks: Decks, team: str, cards: Iterable[str], others: int | None, *, ending: bool = False
) -> Decks | Breach:
    """A record of a hand at this moment: known cards and `others` more (None: any number). `ending`: players may have
    discarded since the last play (TA-3.5.6), and may even have drawn again."""
    dealing = decks.dealing
    seat, known = dealing.teams.index(team), kinds_of(dealing.stock, cards)
    size = None if others is None else number_of(known) + others
    story = decks.turn.stories[seat]
    if len(story) >= MOST_ENTRIES:
        return decks
    if ending:
        plays = sum(1 for entry in story if isinstance(entry, int))
        if size is None or dealing.hand_size - plays < size <= dealing.hand_size:
            return _told_at_the_end(decks, seat, Seen(known, size))
        if not any(isinstance(entry, Thrown) for entry in story):
            story = (*story, ANY)
    seen = Seen(known, size)
    if story and isinstance(story[-1], Seen):
        last = story[-1]
        if last.size is None or size is None or last.size == size:
            seen = Seen(at_least(last.known, known), size if last.size is None else last.size)
            story = story[:-1]
    return _checked(_with_story(decks, seat, (*story, seen)), dict(known))


def _told_at_the_end(decks: Decks, seat: int, seen: Seen) -> Decks | Breach:
    """A hand recorded at the end of a turn that may be the one left over or the one filled for the next turn: it is checked
    against both, and constrains neither later."""
    now = _checked(_with_story(decks, seat, (*decks.turn.stories[seat], seen)), dict(seen.known))
    if isinstance(now, Breach):
        ahead = fill_hands(decks)
        if isinstance(ahead, Breach):
            return now
        then = _checked(_with_story(ahead, seat, (*ahead.turn.stories[seat], seen)), dict(seen.known))
        return now if isinstance(then, Breach) else decks
    return decks


def discarded(decks: Decks, team: str, cards: Iterable[str], others: int | None) -> Decks | Breach:
    """Cards discarded at the end of a turn (TA-3.5.6): known ones and `others` more (None: any number). Without this line a
    player may have discarded any."""
    dealing = decks.dealing
    seat, known = dealing.teams.index(team), kinds_of(dealing.stock, cards)
    story = decks.turn.stories[seat]
    if len(story) >= MOST_ENTRIES:
        return decks
    gone = Thrown(known, others)
    if not decks.told >> seat & 1 and len(story) + number_of(known) + (others or 0) <= dealing.hand_size:
        left = margin_after(decks.margin, known, dealing, decks.passes, decks.kept, decks.turn)
        if left is not None:
            return _with_story(decks, seat, (*story, gone), left)
    last = story[-1] if story else None
    if isinstance(last, Thrown) and last.written and (last.other is None) == (others is None):
        more = None if last.other is None or others is None else last.other + others
        gone = Thrown(added(last.known, known), more)
        story = story[:-1]
    return _checked(_with_story(decks, seat, (*story, gone)), dict(known))


def reshuffled(decks: Decks, pile: str, *, ending: bool = False, bar_due: bool = False) -> Decks | Breach:
    """The record claims that a deck (`race` or `events`) was reshuffled: at the draw of this turn, or at a Team Bar. `ending`:
    the turn is over, so it may be the draw of the next one. `bar_due`: it may be a Team Bar still to come in this turn."""
    if pile == "events":
        events = shuffled_events(decks.dealing, decks.events)
        return _with_events(decks, events) if isinstance(events, tuple) else events
    turn = decks.turn
    if (
        not decks.dealing.teams
        or turn.hands == UNDEALT
        or (turn.hands != DRAWN and any(one.again for one in decks.passes))
    ):
        return decks
    moment = NEXT if ending else TURN if bar_due or turn.bars_sure + turn.bars_more else FILL
    written = replace(decks, turn=replace(turn, shuffled=moment), margin=None)
    if ending:
        ahead = fill_hands(written)
        return ahead if isinstance(ahead, Breach) else written
    if bar_due:
        ahead = turned_up(written, None)
        return ahead if isinstance(ahead, Breach) else written
    return _checked(written, ())


def unshuffled(decks: Decks) -> bool:
    """Whether the deck cannot have run out since the race began, not even when hands are filled again (TA-5-reshuffle)."""
    dealing, turn = decks.dealing, decks.turn
    drawn = 2 * dealing.in_hands + turn.bars_sure + turn.bars_more + 1
    if not dealing.teams:
        return False
    return all(not one.again and one.high + drawn <= dealing.stock.size for one in decks.passes)


def event(decks: Decks, event: str | None) -> Decks | Breach:
    """An event is drawn (TA-3.5.2); None if it was not noted."""
    events = drawn_event(decks.dealing, decks.events, event)
    return _with_events(decks, events) if isinstance(events, tuple) else events


def _checked(decks: Decks, named: Collection[int]) -> Decks | Breach:
    """The same decks if some way through the turn fits its notes; `named` are the kinds just named."""
    held = _held(decks)
    if not isinstance(held, Held):
        return held
    if decks.dealing.in_hands > decks.dealing.stock.size:
        return decks
    lacks: list[Lack] = []
    found = ways(decks.dealing, decks.passes, held, decks.turn, lacks)
    if found:
        return replace(decks, margin=margin_of(decks.dealing, found), read=Read(held.hands))
    unsaid = replace(decks.turn, shuffled=None, awaited=False)
    others = ways(decks.dealing, decks.passes, held, unsaid, [])
    if others:
        return not_run_out(decks.dealing, max(way.then.high for way in others))
    return no_way(decks.dealing, held, lacks, named)


def _held(decks: Decks) -> Held | Breach:
    """What the stories of the turn imply about the hands."""
    dealing, turn = decks.dealing, decks.turn
    vague = turn.hands in (UNDEALT, VAGUE)
    stories = turn.stories
    barred = turn.bars_sure + turn.bars_more > 0 and any([named_after_plays(story) for story in stories])
    if barred and _can_be_swept_in(decks):
        # A Team Bar may have swept the hands into the deck, and later entries are then about other cards.
        stories = tuple([after_plays(story) for story in stories])
    known = decks.read.hands
    hands: list[Hand] = []
    anew: list[Hand] = []
    same = True
    for seat, story in enumerate(stories):
        kept = decks.kept[seat]
        same_story = bool(known) and known[seat].story is story
        hand = known[seat] if same_story else read_hand(dealing, seat, story, kept, vague=vague)
        if not isinstance(hand, Hand):
            return hand
        hands.append(hand)
        same = same and not hand.torn
        if kept.known:
            other = read_hand(dealing, seat, story, any_cards(dealing.hand_size), vague=vague)
            assert isinstance(other, Hand)
            same = same and hand.need == other.need
            hand = other
        anew.append(hand)
    told = tuple(hands)
    return Held(decks.kept, told, told if same else tuple(anew))


def _can_be_swept_in(decks: Decks) -> bool:
    """Whether hands may have gone into the deck in this turn (reshuffle-source), because it may have run out (TA-5-reshuffle):
    while hands were filled, or when Team Bars were turned up."""
    dealing, turn = decks.dealing, decks.turn
    drawn = turn.bars_sure + turn.bars_more + dealing.in_hands * (turn.hands == DRAWN)
    ran_out = any(one.high + drawn > dealing.stock.size for one in decks.passes)
    return ran_out and dealing.readings["reshuffle-source"] == "all-cards"


def _with_one(
    stories: tuple[tuple[Entry, ...], ...], seat: int, story: tuple[Entry, ...]
) -> tuple[tuple[Entry, ...], ...]:
    """The stories with this seat's story replaced."""
    changed = list(stories)
    changed[seat] = story
    return tuple(changed)


def _with_story(decks: Decks, seat: int, story: tuple[Entry, ...], margin: Margin | None = None) -> Decks:
    turn = decks.turn
    turn = replace(turn, stories=_with_one(turn.stories, seat, story))
    told = decks.told | 1 << seat
    return Decks(decks.dealing, decks.passes, decks.kept, turn, decks.events, margin, told, decks.read)


def _with_events(decks: Decks, events: tuple[Drawn, ...]) -> Decks:
    return Decks(
        decks.dealing, decks.passes, decks.kept, decks.turn, events, decks.margin, decks.told, decks.read
    )


def _in_turn(decks: Decks, turn: Turn, margin: Margin | None) -> Decks:
    return Decks(decks.dealing, decks.passes, decks.kept, turn, decks.events, margin, decks.told, decks.read)


def _new_turn(dealing: Dealing, first: int | None, hands: str, *, awaited: bool = False) -> Turn:
    return Turn(first, ((),) * len(dealing.teams), hands=hands, awaited=awaited)
