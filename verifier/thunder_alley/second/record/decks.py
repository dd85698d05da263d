"""What a record tells of cards, in the words of the spec. It translates and knows no rule."""

from grammar.syntax import Node, Statement
from model.thunder_alley.position import ACTION, Position, Setup
from verifier.second import NotJudgedError, UnreadableError
from verifier.solving.questions import Judgement
from verifier.solving.session import GaveUpError
from verifier.thunder_alley.lines.decks import Told as CardsOfATeam
from verifier.thunder_alley.lines.decks import read_told
from verifier.thunder_alley.lines.names import names_of
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
    drawn_before,
    hands_before,
)
from verifier.thunder_alley.spec.decks_events import (
    EventsShuffled,
    EventTurned,
    ToldOfEvents,
    event_deck_fits,
    events_before,
)
from verifier.thunder_alley.spec.grid import PER_TEAM, cars_each, full_hand


class Cards:
    """The cards of a record while its lines are taken one by one; each thing told with the number of its line."""

    def __init__(self, setup: Setup, position: Position, *, joined: bool, turns: int | None = None) -> None:
        self.setup, self.position, self.joined, self.turns = setup, position, joined, turns
        self.teams = [team.colour for team in setup.teams]
        self.told: list[tuple[Told, int]] = []
        self.events: list[tuple[ToldOfEvents, int]] = []
        self.discarded: set[str] = set()
        self.either: list[tuple[tuple[Told, ...], tuple[Told, ...], int]] = []

    def bar(self, line: int, card: str | None = None, numbers: tuple[int, ...] = ()) -> None:
        """A card is turned up for its Team Bar."""
        self.told.append((Turned(card, numbers), line))

    def take(self, statement: Statement, *, ending: bool = False) -> None:
        """A line that speaks of cards. `ending`: the turn is over but for discards."""
        if statement.kind == "hand":
            self._hand(statement, ending=ending)
        elif statement.kind == "discard":
            self._discard(statement)
        elif statement.node.leaves()[0].text == "race":
            self.told.append((Reshuffled(), statement.line))
        else:
            self.events.append((EventsShuffled(), statement.line))

    def event(self, event: str | None, line: int) -> None:
        """An event is drawn."""
        self.events.append((EventTurned(event), line))

    def turn(self, line: int, first: str | None) -> None:
        """A turn begins: who has told no discards before may have discarded any; from the First Player on hands are filled."""
        self.told += [(one, line) for one in self._filled(first)]
        self.discarded = set()

    def _filled(self, first: str | None) -> list[Told]:
        found: list[Told] = []
        if self.joined or any(isinstance(one, Filled | Played) for one, _ in self.told):
            found += [Discarded(team) for team in self.teams if team not in self.discarded]
        start = self.teams.index(first) if first in self.teams else 0
        return [*found, Filled((*self.teams[start:], *self.teams[:start]))]

    def _hand(self, statement: Statement, *, ending: bool) -> None:
        """A team is said to hold these cards. When a turn is `ending` this may be the hand that is left over or the one that is
        filled for the next turn, unless it is told to be as small as it is after the plays of the turn."""
        told = self._read(statement)
        held = Held(told.team, told.ids, told.others, numbers_in(statement.node))
        if not ending or self._is_small(held):
            self.told.append((held, statement.line))
            return
        so_far = tuple(one for one, _ in self.told)
        ahead = (*so_far, *self._filled(None), held)
        self.either.append(((*so_far, held), ahead, statement.line))

    def _is_small(self, held: Held) -> bool:
        fills = [place for place, (one, _) in enumerate(self.told) if isinstance(one, Filled)]
        since = self.told[fills[-1] :] if fills else self.told
        plays = sum(isinstance(one, Played) and one.team == held.team for one, _ in since)
        most = self._full_hand() or 0
        if self.joined and not fills:
            most = dict(hands_before(self.position, self.teams, most))[held.team]
        return held.others is not None and len(held.cards) + held.others <= most - plays

    def _discard(self, statement: Statement) -> None:
        """A team discards these cards."""
        told = self._read(statement)
        others = told.others if told.open else 0
        self.discarded.add(told.team)
        self.told.append((Discarded(told.team, told.ids, others, numbers_in(statement.node)), statement.line))

    def _read(self, statement: Statement) -> CardsOfATeam:
        told = read_told(statement.node, names_of(self.setup, None))
        if told.team not in self.teams:
            raise UnreadableError(f"there is no team {told.team}")
        return told

    def play(self, team: str, card: str | None, line: int, numbers: tuple[int, ...] = ()) -> None:
        """A card is played."""
        self.told.append((Played(team, card, numbers), line))

    def fault(self) -> tuple[tuple[str, ...], int] | None:
        """The rules that the first impossible count breaks, and its line. Hands are counted where somebody knows how many cards
        one has, events from the beginning of a race."""
        faults = [one for one in (self._of_hands(), self._of_events()) if one is not None]
        return min(faults, key=lambda fault: fault[1], default=None)

    def _of_events(self) -> tuple[tuple[str, ...], int] | None:
        told = [one for one, _ in self.events]
        counts: range | None = range(1)
        if self.joined:
            counts = None if self.turns is None else events_before(self.position, self.turns)
        if counts is None:
            return None
        found = [event_deck_fits(told, before, rain=self.position.rain) for before in counts]
        if any(one.legal for one in found):
            return None
        last = max(found, key=lambda one: int(one.open[0]))
        return last.rules, self.events[int(last.open[0])][1]

    def _of_hands(self) -> tuple[tuple[str, ...], int] | None:
        full = self._full_hand()
        if full is None:
            return None
        faults = []
        if self.told:
            found = self._fits(full, tuple(one for one, _ in self.told))
            faults += [] if found.legal else [(found.rules, self.told[int(found.open[0])][1])]
        for left_over, filled, line in self.either:
            found = self._fits(full, left_over)
            if not found.legal and not self._fits(full, filled).legal:
                faults.append((found.rules, line))
        return min(faults, key=lambda fault: fault[1], default=None)

    def _fits(self, full: int, told: tuple[Told, ...]) -> Judgement[int]:
        drawn = None
        begun = self.position.step == ACTION and not any(car.flipped for car in self.position.cars)
        if self.joined and self.turns is not None:
            drawn = drawn_before(self.setup, self.position, full, self.turns)
        sizes = hands_before(self.position, self.teams, full)
        story = DeckStory(tuple(self.teams), full, told, self.joined, sizes, begun, drawn)
        try:
            return deck_fits(self.setup, story)
        except GaveUpError as error:
            raise NotJudgedError(f"counting cards the solver hit its limit of {error.limit}") from error

    def _full_hand(self) -> int | None:
        """By the cars of a team (TA-2.7); None where the record lists another number than the rules have."""
        each = cars_each(self.setup, len(self.teams))
        listed = {len(team.cars) for team in self.setup.teams}
        if each is None or (PER_TEAM not in self.setup.ruleset.options and listed != {each}):
            return None
        return full_hand(self.setup, each)


def numbers_in(node: Node) -> tuple[int, ...]:
    """The numbers by which cards are told: of cards in hands, of one that is played, of one turned up for its Team Bar."""
    parts = [part for part in node.parts if isinstance(part, Node)] or [node]
    return tuple(int(part.leaves()[0].text) for part in parts if part.leaves()[0].kind == "INT")
