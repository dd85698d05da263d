"""What a record tells of cards, in the words of the spec. It translates and knows no rule."""

from collections.abc import Sequence

from grammar.syntax import Statement
from model.ruleset import parameter
from model.thunder_alley.cards import card_by_name
from model.thunder_alley.facts import CARS_PER_TEAM, DATA
from model.thunder_alley.position import Setup
from verifier.case_runs import CaseError, NotJudgedError
from verifier.solving.session import GaveUpError
from verifier.thunder_alley.spec.decks import (
    DeckStory,
    Discarded,
    Filled,
    Held,
    Played,
    Reshuffled,
    Told,
    Turned,
    deck_fits,
)
from verifier.thunder_alley.spec.decks_events import (
    EventsShuffled,
    EventTurned,
    ToldOfEvents,
    event_deck_fits,
)


class Cards:
    """The cards of a record while its lines are taken one by one; each thing told with the number of its line."""

    def __init__(self, setup: Setup, *, joined: bool) -> None:
        self.setup, self.joined = setup, joined
        self.teams = [team.colour for team in setup.teams]
        self.told: list[tuple[Told, int]] = []
        self.events: list[tuple[ToldOfEvents, int]] = []
        self.discarded: set[str] = set()

    def bar(self, line: int, card: str | None = None) -> None:
        """A card is turned up for its Team Bar."""
        self.told.append((Turned(card), line))

    def take(self, statement: Statement) -> None:
        """A line that speaks of cards."""
        words = statement.source.strip().split(maxsplit=2)
        if statement.kind == "hand":
            self.hand(words[1], words[2], statement.line)
        elif statement.kind == "discard":
            self.discard(words[1], words[2], statement.line)
        elif words[1] == "race":
            self.reshuffle(statement.line)
        else:
            self.events.append((EventsShuffled(), statement.line))

    def event(self, event: str | None, line: int) -> None:
        """An event is drawn."""
        self.events.append((EventTurned(event), line))

    def turn(self, line: int, first: str | None) -> None:
        """A turn begins: who has told no discards before may have discarded any; from the First Player on hands are filled."""
        if any(isinstance(one, Filled | Played) for one, _ in self.told):
            self.told += [(Discarded(team), line) for team in self.teams if team not in self.discarded]
        start = self.teams.index(first) if first in self.teams else 0
        self.told.append((Filled((*self.teams[start:], *self.teams[:start])), line))
        self.discarded = set()

    def hand(self, team: str, text: str, line: int) -> None:
        """A team is said to hold these cards."""
        self.told.append((Held(team, *_cards(text)), line))

    def discard(self, team: str, text: str, line: int) -> None:
        """A team discards these cards."""
        self.discarded.add(team)
        self.told.append((Discarded(team, *_cards(text)), line))

    def reshuffle(self, line: int) -> None:
        """The deck is said to have been shuffled."""
        self.told.append((Reshuffled(), line))

    def play(self, team: str, card: str | None, line: int) -> None:
        """A card is played."""
        self.told.append((Played(team, card), line))

    def fault(self) -> tuple[tuple[str, ...], int] | None:
        """The rules that the first impossible count breaks, and its line. Hands are counted where somebody knows how many cards
        one has, events from the beginning of a race."""
        faults = [one for one in (self._of_hands(), self._of_events()) if one is not None]
        return min(faults, key=lambda fault: fault[1], default=None)

    def _of_events(self) -> tuple[tuple[str, ...], int] | None:
        found = event_deck_fits([one for one, _ in self.events if not self.joined])
        return None if found.legal else (found.rules, self.events[int(found.open[0])][1])

    def _of_hands(self) -> tuple[tuple[str, ...], int] | None:
        full = self._full_hand()
        if full is None or not self.told:
            return None
        sizes = tuple((team, full) for team in self.teams) if self.joined else ()
        story = DeckStory(tuple(self.teams), full, tuple(one for one, _ in self.told), self.joined, sizes)
        try:
            found = deck_fits(self.setup, story)
        except GaveUpError as error:
            raise NotJudgedError(f"counting cards the solver hit its limit of {error.limit}") from error
        return None if found.legal else (found.rules, self.told[int(found.open[0])][1])

    def _full_hand(self) -> int | None:
        """By the cars of a team (TA-2.7): those of the option, else those for this number of teams, if they list so many."""
        chosen = self.setup.ruleset.options.get("cars-per-team")
        more = parameter(DATA, self.setup.ruleset, "extra-cards")
        if chosen is not None:
            return int(chosen) + more
        usual = CARS_PER_TEAM.get(len(self.teams))
        listed = {len(team.cars) for team in self.setup.teams}
        return usual + more if usual is not None and listed == {usual} else None


def _cards(text: str) -> tuple[tuple[str, ...], int | None]:
    """Cards and how many more, of `Charge, ?6`; a lone `?` is any number. Raises `CaseError` for a card that there is not."""
    known: list[str] = []
    others = 0
    words: Sequence[str] = [word.strip() for word in text.split(",")]
    for word in words:
        if word == "?":
            return tuple(known), None
        if word.startswith("?"):
            others += int(word[1:])
            continue
        card = card_by_name(word)
        if card is None:
            raise CaseError(f"there is no card `{word}`")
        known.append(card)
    return tuple(known), others
