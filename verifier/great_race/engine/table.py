"""The table while a decision is carried out: it changes step by step, and a rule may refuse a step."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any, NoReturn, TypeVar

from model.great_race.board import CITY, Board, Place
from model.great_race.moves import UNKNOWN, Forced
from model.great_race.position import CONVOY, MAINTENANCE, NONE, Player, Setup
from model.great_race.seen import Drew, Held, Left, Seen
from model.great_race.standing import Standing
from model.values import replace, value
from verifier.findings import Breach
from verifier.great_race.engine import cards
from verifier.judging import Effect
from verifier.words import counted

JERRYCAN, ESCORT = "Jerrycan", "Escort"
COMPLEMENTS = ("Transport", "Guide", "SparePart", "Toolbox")
"""Cards that go with an action (GR-20.3)."""

T = TypeVar("T")


@value
class Filled:
    """A lost part that has been filled in: the act, the word of it (`step 2`), and the new value of a field there. `alone`: only
    this part was lost, not the whole rest of a move."""

    act: int
    word: str
    field: str
    now: Any
    alone: bool


class IllegalError(Exception):
    """A rule refuses the decision."""

    def __init__(self, breach: Breach) -> None:
        super().__init__(breach.fact)
        self.breach = breach


class NotKnownError(Exception):
    """The decision cannot be judged, because something was lost; the message names it."""


class ForkError(NotKnownError):
    """A lost part can have been any of these options."""

    def __init__(self, options: Iterable[object]) -> None:
        super().__init__("something was not written down")
        self.options: tuple[object, ...] = tuple(options)


class Table:
    """The position, the cards seen and what has happened so far. `act` is the act of a sequence that is carried out, `word` the
    word of it that is at work; a breach points there. `chosen` are the choices for lost parts, in the order in which they are
    met; `before` is the position before all. While a step is carried out that was not written down, `unwritten` is set; `rest`
    while it is one of a lost rest.
    `whole`: what is lost and changes nothing now, such as the kinds of cards discarded, is filled in too. `filled` is
    what has been filled in."""

    def __init__(
        self, setup: Setup, standing: Standing, chosen: Iterable[Any] = (), *, whole: bool = False
    ) -> None:
        self.chosen, self.unwritten = list(chosen), False
        self.whole, self.rest, self.filled = whole, False, list[Filled]()
        self.setup = setup
        self.before = self.position = standing.position
        self.cards = standing.cards
        self.bonuses, self.ended = standing.bonuses, standing.ended
        self.effects: list[Effect] = []
        self.act, self.word = 0, ""

    @property
    def board(self) -> Board:
        return self.setup.board

    @property
    def standing(self) -> Standing:
        """Where everything stands now."""
        return Standing(self.position, self.cards, self.bonuses, self.ended)

    def refuse(self, rule: str, fact: str, reason: str = "", **numbers: int) -> NoReturn:
        """Raises the error of a broken rule at the word that is carried out."""
        raise IllegalError(
            Breach(rule, fact, reason, step=self.act, token=self.word or None, numbers=numbers)
        )

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether a ruling is read in this way."""
        return self.setup.reading(ruling) == reading

    def choose(self, options: Iterable[T]) -> T:
        """What a lost part was. Raises `ForkError` if that has not been chosen."""
        if not self.chosen:
            raise ForkError(options)
        choice: T = self.chosen.pop(0)
        return choice

    def fill(self, *, alone: bool = True, **fields: Any) -> None:
        """Notes that fields of the word that is carried out were lost, and what they are."""
        for field, now in fields.items():
            self.filled.append(Filled(self.act, self.word, field, now, alone and not self.rest))

    def level(self, player: str, gauge: str) -> int:
        """The level of a gauge; one that was lost can have been any that the hand allows (GR-11.6)."""
        level: int | None = getattr(self.player(player), gauge)
        if level is None and self.whole:
            raise NotKnownError(f"the {gauge} of {player} is not known")
        if level is None:
            least, most = 0, self.number(f"{gauge}_max")
            if gauge == "chassis" and self.keeps("GR-11.6"):
                least = min(self.before.player(player).cards, most)
            level = self.choose(range(least, most + 1))
            self.set(player, **{gauge: level})
        return level

    def gauges(self, player: str) -> tuple[int, int, int]:
        """Fuel, engine and chassis."""
        return self.level(player, "fuel"), self.level(player, "engine"), self.level(player, "chassis")

    def keeps(self, rule: str) -> bool:
        """Whether a rule that a ruleset may leave out is in force."""
        return rule not in self.setup.ruleset.left_out

    def number(self, parameter: str) -> int:
        """The value in force of a parameter."""
        return self.setup.parameter(parameter)

    def change(self, **facts: Any) -> None:
        """Changes facts of the position."""
        self.position = replace(self.position, **facts)

    def player(self, name: str) -> Player:
        return self.position.player(name)

    def set(self, player: str, **facts: Any) -> None:
        """Changes facts of a player."""
        self.position = self.position.with_player(replace(self.player(player), **facts))

    def did(self, *rules: str, who: str = "", what: str = "") -> None:
        """Notes what happened, and by which rules."""
        self.effects.append(Effect(rules, who=who, what=what))

    def place(self, player: str) -> Place:
        """Where a player's vehicle stands."""
        return self.board.index[self.player(player).place]

    def see(self, seen: Seen) -> None:
        """Notes cards that were seen. Refuses what no distribution of the cards allows (GR-25.2)."""
        self.cards = (*self.cards, seen)
        clash = cards.clash(self.setup, self.cards)
        if clash is not None:
            self.refuse("GR-25.2", clash.fact, "every card seen must fit the deck", **clash.numbers)

    def draw_cards(self, player: str, written: tuple[str, ...] | None, due: int, rule: str) -> None:
        """A player draws cards from the deck: as many as the deck and the discards have, `due` at most."""
        due = min(due, cards.in_stock(self.setup, self.cards))
        drawn = (UNKNOWN,) * due if written is None else written
        if len(drawn) != due:
            self.refuse(
                rule,
                f"{player} draws {counted(due, 'card')}, not {len(drawn)}",
                "all of them are written down, or none",
                due=due,
            )
        self.set(player, cards=self.player(player).cards + due)
        if due:
            self.see(Drew(player, drawn))
            self.did(rule, who=player, what="cards")

    def lay_down(self, player: str, name: str) -> None:
        """A card is played; it goes to the discards once it is resolved (GR-20.1)."""
        self._take_from_hand(player, 1)
        self.see(Held(player, (name,)))
        self.did("GR-25.4", who=player, what="played")

    def _take_from_hand(self, player: str, count: int) -> None:
        held = self.player(player).cards
        if held < count:
            fact = f"{player} holds {counted(held, 'card')}, not {count}"
            self.refuse("GR-25.2", fact, "a card is played from the hand", held=held)
        self.set(player, cards=held - count)

    def spend(self, player: str, *names: str) -> None:
        """Cards leave a hand for the discards, face up."""
        self._take_from_hand(player, len(names))
        self.see(Left(player, names))
        self.did("GR-20.1", who=player, what="discards")

    def check_part(self, player: str) -> None:
        """An any-time card needs a player with a part in the convoy, by a reading of anytime-without-assistant."""
        now = self.player(player)
        convoy = self.position.phase in (CONVOY, MAINTENANCE)
        if convoy and (now.passed or now.left == NONE) and self.reads("anytime-without-assistant", "b"):
            self.refuse(
                "GR-6.4", f"{player} has no assistant left", "cards need an assistant on the dashboard"
            )

    def limit_hand(self, player: str, forced: Forced, *rules: str) -> None:
        """The hand limit after cards came or the chassis fell: exactly the cards beyond it go (GR-11.6), and a Jerrycan may be
        played instead (GR-11.7). `rules`: further ones by which they go."""
        if self.unwritten:
            forced = self._lost_forced(player)
        if self.whole and UNKNOWN in forced.discarded:
            forced = replace(forced, discarded=self.kinds(player, forced.discarded, forced.played))
            self.fill(forced=forced)
        elif self.unwritten and forced != Forced():
            self.fill(forced=forced)
        for card in forced.played:
            if card != JERRYCAN:
                rule = "GR-20.3" if card in COMPLEMENTS else "GR-20.2" if card != ESCORT else "GR-21.4"
                self.refuse(
                    rule, f"{player} plays {card} instead of discarding it", "only a Jerrycan can be played"
                )
            self.check_part(player)
            self.spend(player, card)
            self.refuel(player, self.number("jerrycan_fuel"), "GR-11.7", "GR-21.10")
        if not self.keeps("GR-11.6"):
            if forced.discarded:
                self.refuse(
                    "GR-11.7", f"{player} discards cards", "without a hand limit only cards that are used go"
                )
            return
        held = self.player(player).cards
        if not held and not forced.discarded:
            return
        chassis = self.level(player, "chassis")
        beyond = held - chassis
        if len(forced.discarded) < beyond:
            fact = f"{player} holds {counted(held, 'card')} with chassis {chassis} and discards {len(forced.discarded)}"
            self.refuse(
                "GR-11.6", fact, "a hand has at most as many cards as the chassis has levels", beyond=beyond
            )
        if len(forced.discarded) > max(beyond, 0):
            fact = f"{player} discards {counted(len(forced.discarded), 'card')}, and {max(beyond, 0)} must go"
            self.refuse("GR-11.6", fact, "only cards beyond the limit are discarded", beyond=max(beyond, 0))
        if forced.discarded:
            self.spend(player, *forced.discarded)
            self.did("GR-11.6", *rules, who=player, what="hand")

    def _lost_forced(self, player: str) -> Forced:
        """What became of cards beyond the hand limit in a part that is lost."""
        held = self.player(player).cards
        if not held or not self.keeps("GR-11.6"):
            return Forced()
        beyond = max(0, held - self.level(player, "chassis"))
        most = min(beyond, cards.possible(self.setup, self.cards, player)[JERRYCAN])
        played = self.choose(range(most + 1)) if most else 0
        return Forced((UNKNOWN,) * (beyond - played), (JERRYCAN,) * played)

    def kinds(self, player: str, shown: tuple[str, ...], besides: tuple[str, ...] = ()) -> tuple[str, ...]:
        """What the lost cards of a hand were, `besides` others that leave it."""
        named = tuple(card for card in shown if card != UNKNOWN)
        can = cards.possible(self.setup, self.cards, player) - Counter((*named, *besides))
        ways = combinations_with_replacement(sorted(can), len(shown) - len(named))
        fits = [(*named, *way) for way in ways if Counter(way) <= can]
        return self.choose(fits or [shown])

    def refuel(self, player: str, levels: int, *rules: str) -> None:
        """Fuel is gained; what exceeds the gauge is lost (GR-11.1), or the card may not be played (ruling gauge-overflow)."""
        fuel, most = self.level(player, "fuel"), self.number("fuel_max")
        if fuel + levels > most and self.reads("gauge-overflow", "b"):
            self.refuse("GR-11.1", f"{player} has {fuel} fuel of {most}", "no gain may exceed the gauge")
        self.set(player, fuel=min(most, fuel + levels))
        self.did(*rules, who=player, what="fuel")

    def pay(self, player: str, francs: int, rule: str, what: str) -> None:
        """Money is paid. Raises `IllegalError` if there is too little."""
        money = self.player(player).money
        if money is None and francs:
            raise NotKnownError(f"the money of {player} is not known")
        if money is None:
            return
        if money < francs:
            self.refuse(
                rule,
                f"{player} has {money} F, and {what} costs {francs} F",
                "what is bought must be paid",
                money=money,
            )
        self.set(player, money=money - francs)
        self.did(rule, who=player, what="money")

    def earn(self, player: str, francs: int, *rules: str) -> None:
        """Money is gained."""
        money = self.player(player).money
        if money is not None:
            self.set(player, money=money + francs)
            self.did(*rules, who=player, what="money")

    def in_city(self, player: str) -> bool:
        """Whether prices are those of a city (GR-13.5)."""
        return self.place(player).kind == CITY
