"""GR-25: hidden cards. The log of a game as moves of cards: do any kinds of the hidden ones fit it?"""

from collections.abc import Iterable

from model.great_race.cards import cards_of
from model.great_race.position import Setup
from model.great_race.seen import DECK, Counted, Drew, Held, Joined, Left, Log, Seen, Shown, Took
from verifier.cards import fitting
from verifier.cards.fitting import Counts
from verifier.cards.moves import Log as Moves
from verifier.cards.moves import Start, Went


def fits(setup: Setup, log: Log) -> bool:
    """Whether some kinds of the hidden cards fit the log (GR-25.2). Raises `GaveUpError` at a limit of the solver."""
    return fitting.fits(*_asked(setup, log))


def may_lack(setup: Setup, log: Log, who: str, helpful: Iterable[tuple[str, ...]]) -> bool:
    """Whether some kinds of the hidden cards fit the log by which a player holds none of these sets of cards."""
    return fitting.may_lack(*_asked(setup, log), _holders(log).index(who), helpful)


def _asked(setup: Setup, log: Log) -> tuple[Counts, Moves, bool]:
    """The cards of the game, the log with nothing open (`solving/cases.py`), and whether discards are shuffled as soon as the
    deck has run out (GR-20.1, ruling reshuffle-moment)."""
    counts, log = tuple((id, card.count) for id, card in cards_of(setup.ruleset).items()), tuple(log)
    holders = _holders(log)
    moves = tuple(_moved(holders, seen) for seen in log)
    return counts, moves, not _shuffled(log) or setup.reading("reshuffle-moment") == "a"


def _shuffled(log: Log) -> bool:
    """Whether the deck may have run out."""
    drawn = sum(len(seen.cards) for seen in log if isinstance(seen, Drew | Shown))
    decks = [seen.deck for seen in log if isinstance(seen, Joined)]
    return not decks or decks[-1] is None or drawn >= decks[-1]


def _holders(log: Log) -> list[str]:
    """The players in the order of their hands."""
    return [name for seen in log if isinstance(seen, Joined) for name, _ in seen.hands]


def _moved(holders: list[str], seen: Seen) -> Start | Went:
    """An entry of the log as a move. After the hands come the deck, the discards and the display."""
    hands = len(holders)
    deck, discards, display = range(hands, hands + 3)
    match seen:
        case Joined():
            return Start(seen.hands, seen.display, seen.discards, seen.deck)
        case Shown(cards):
            return Went(deck, display, cards)
        case Counted(pile, cards):
            place = deck if pile == DECK else discards
            return Went(place, place, cards)
    hand = holders.index(seen.player)
    match seen:
        case Took(_, card):
            return Went(display, hand, (card,))
        case Drew(_, cards):
            return Went(deck, hand, cards)
        case Left(_, cards):
            return Went(hand, discards, cards)
        case Held(_, cards):
            return Went(hand, hand, cards)
