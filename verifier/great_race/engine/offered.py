"""What offers are made of: trials on a copy of the table, hands as far as known, cards that the hand limit forces out."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import TypeVar, final

from model.great_race.moves import NOT_FORCED, UNKNOWN, Decision, Forced
from model.great_race.position import Setup
from model.great_race.seen import Held, Left
from model.great_race.standing import EMPTY, Standing
from model.values import replace, value
from verifier.great_race.engine.cards import certain, possible
from verifier.great_race.engine.table import JERRYCAN, IllegalError, NotKnownError, Table
from verifier.offers import Choice, Offer

T = TypeVar("T")

Chosen = Choice[Decision]


@value
class Offered(Offer[Decision]):
    """An offer, and where everything stands when it is made. Hidden cards belong to the player, who works them out from the log
    of cards."""

    standing: Standing = EMPTY


Then = Callable[[], Offered]


@final
class Maker:
    """Makes the offers about one decision. `sure`: only cards that are certainly in a hand are offered; discards, and tiles not
    seen yet, are `?`. `paths`: also offers ways that lead to the same position."""

    def __init__(self, setup: Setup, standing: Standing, *, sure: bool = False, paths: bool = False) -> None:
        self.setup, self.standing, self.sure, self.paths = setup, standing, sure, paths

    def table(self) -> Table:
        """The table on which the decision is made."""
        return Table(self.setup, self.standing)

    def copy(self, table: Table) -> Table:
        """A copy of a table, on which something can be tried."""
        return Table(self.setup, table.standing)

    def offer(self, due: str, who: str, choices: Iterable[Chosen], table: Table, *state: Hashable) -> Offered:
        """An offer on a table. `state`: what else decides its continuations."""
        new = table.cards[len(self.standing.cards) :]
        key = None if self.paths else (due, who, table.position, new, state)
        return Offered(due, who, tuple(choices), key, partial(_places, table), table.standing)

    def nothing(self) -> Offered:
        """The offer of a choice that leads nowhere."""
        return Offered("nothing", "", ())

    def hand(self, table: Table, player: str) -> Counter[str]:
        """How many cards of each kind may be in a hand, without those laid down and not resolved yet."""
        laid = Counter[str]()
        for one in table.cards[len(self.standing.cards) :]:
            if isinstance(one, Held | Left) and one.player == player:
                laid.update({card: 1 if isinstance(one, Held) else -1 for card in one.cards})
        counted = certain if self.sure else possible
        return counted(self.setup, table.cards, player) - (+laid)

    def spent(self, table: Table, player: str, card: str, count: int) -> Table:
        """The table on which a player has played some cards of a kind."""
        left = self.copy(table)
        if count:
            left.spend(player, *[card] * count)
        return left

    def attempt(self, table: Table, act: Callable[[Table], T]) -> tuple[Table, T] | None:
        """A copy of the table on which an act was carried out, and its result; None if it is not legal."""
        trial = self.copy(table)
        try:
            return trial, act(trial)
        except (IllegalError, NotKnownError):
            return None

    def going(
        self,
        table: Table,
        player: str,
        act: Callable[[Table, Forced], T],
        go: Callable[[Table, Forced, T], Offered],
        *,
        plays: bool = True,
    ) -> Then | None:
        """How it goes on after an act that may force cards out of the hand of a player; None if the act is not legal. `plays`: a
        Jerrycan can be played instead of being discarded (GR-11.7)."""
        trial = self.copy(table)
        try:
            result = act(trial, NOT_FORCED)
        except NotKnownError:
            return None
        except IllegalError as error:
            if not _beyond(error):
                return None
            return partial(self._limited, table, player, act, go, NOT_FORCED, plays)
        return partial(go, trial, NOT_FORCED, result)

    def _limited(
        self,
        table: Table,
        player: str,
        act: Callable[[Table, Forced], T],
        go: Callable[[Table, Forced, T], Offered],
        forced: Forced,
        plays: bool,
    ) -> Offered:
        """The next card that goes, until the hand keeps its limit. Cards are named in the order of their kinds."""
        trial = self.copy(table)
        try:
            return go(trial, forced, act(trial, forced))
        except NotKnownError:
            return self.nothing()
        except IllegalError as error:
            if _beyond(error) <= len(forced.discarded):
                return self.nothing()
        if forced.discarded:
            spent = self.attempt(trial, lambda left: left.spend(player, *forced.discarded))
            if spent is None:  # no hand can have these cards together
                return self.nothing()
            trial, _ = spent
        on = partial(self._limited, table, player, act, go)
        hand = [UNKNOWN] if self.sure else [*self.hand(trial, player)]
        choices = [
            Chosen("discard", kind, then=partial(on, _discarding(forced, kind), False))
            for kind in hand
            if not forced.discarded or kind >= forced.discarded[-1]
        ]
        if plays and JERRYCAN in hand:
            more = replace(forced, played=(*forced.played, JERRYCAN))
            choices.append(Chosen("jerrycan", then=partial(on, more, True)))
        return self.offer("discard", player, choices, trial, forced)


def _places(table: Table) -> dict[str, str]:
    """Where the vehicles are."""
    return {one.name: one.place for one in table.position.players}


def _beyond(error: IllegalError) -> int:
    """How many cards must go, if that is why an act was refused (GR-11.6)."""
    breach = error.breach
    return breach.numbers.get("beyond", 0) if breach.rule == "GR-11.6" else 0


def _discarding(forced: Forced, kind: str) -> Forced:
    return replace(forced, discarded=(*forced.discarded, kind))
