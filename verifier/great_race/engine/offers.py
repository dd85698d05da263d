"""What is due in a game, and every way to decide it, choice by choice.

What chance decides is offered like the rest: the cards shown in the camp and the tiles of the bag. Cards drawn from the deck stay
hidden. Cards of hidden hands are offered if a player can hold them; the players know their hands.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from model.great_race.cards import cards_of
from model.great_race.moves import (
    UNKNOWN,
    Act,
    Bonus,
    Buy,
    Cash,
    Clear,
    Display,
    Draw,
    Forced,
    Interrupt,
    Order,
    Pass,
    Plan,
    Power,
    Sequence,
    Take,
    Turn,
)
from model.great_race.position import (
    CAMP,
    CONVOY,
    ESCORT,
    EXPLORER,
    MAINTENANCE,
    MECHANIC,
    NONE,
    OVER,
    ZONES,
    Setup,
)
from model.great_race.seen import Shown
from model.great_race.standing import Standing
from verifier.great_race.engine import camp, convoy, escort, maintenance, resources, tiles
from verifier.great_race.engine.convoy import BUY, DONE
from verifier.great_race.engine.leaders import FRENCH, ITALIAN
from verifier.great_race.engine.offered import Chosen, Maker, Offered
from verifier.great_race.engine.offers_acts import Tiles, cards, repairs
from verifier.great_race.engine.offers_drive import Drives
from verifier.great_race.engine.planning import plan
from verifier.great_race.engine.table import JERRYCAN, Table


def offers(setup: Setup, standing: Standing) -> Offered | None:
    """What is due; None once the game is over."""
    return due(Maker(setup, standing))


def due(maker: Maker) -> Offered | None:
    """What is due where a maker makes its offers."""
    table = maker.table()
    position = table.position
    if position.phase == OVER or not position.players:
        return None
    if position.phase == CAMP:
        found = [*(_takes(maker, table) if position.display else _camp(maker, table))]
    elif position.phase == CONVOY:
        found = [
            choice
            for one in position.players
            if not one.idle and position.next in (None, one.name)
            for choice in sequences(maker, one.name).choices
        ]
    elif position.phase == MAINTENANCE:
        found = [*_maintenance(maker, table)]
    else:
        found = [*_plans(maker, table)]
    choices = (*found, *_interrupts(maker, table))
    return maker.offer(position.phase, position.next or "", choices, table)


def _camp(maker: Maker, table: Table) -> Iterator[Chosen]:
    """The camp begins: the display; before it the turn and the bonuses of the maintenance can be stated."""
    yield Chosen("turn", decision=Turn(table.position.turn))
    yield from _stated(table)
    yield Chosen("display", then=partial(_display, maker, table, ()))


def _display(maker: Maker, table: Table, shown: tuple[str, ...]) -> Offered:
    """The next card of the display."""
    count = len(table.position.players) + table.number("camp_extra")
    if len(shown) == count:
        return maker.offer("shown", "", [Chosen("end", decision=Display(shown))], table)
    seen = maker.copy(table)
    seen.cards = (*seen.cards, Shown(shown))
    choices = [
        Chosen("card", kind, then=partial(_display, maker, table, (*shown, kind)))
        for kind in cards_of(maker.setup.ruleset)
        if maker.attempt(table, partial(_see, Shown((*shown, kind))))
    ]
    return maker.offer("shown", "", choices, seen)


def _see(shown: Shown, table: Table) -> None:
    table.see(shown)


def _takes(maker: Maker, table: Table) -> Iterator[Chosen]:
    player = table.position.next
    for card in dict.fromkeys(table.position.display) if player is not None else ():
        assert player is not None

        def take(trial: Table, forced: Forced, card: str = card, player: str = player) -> Take:
            decision = Take(player, card, forced)
            camp.take(trial, decision)
            return decision

        then = maker.going(table, player, take, lambda trial, _, decision: _end(maker, trial, decision))
        if then is not None:
            yield Chosen("take", card, then=then)


def _end(maker: Maker, table: Table, decision: Take) -> Offered:
    return maker.offer("end", decision.player, [Chosen("end", decision=decision)], table, decision)


def _plans(maker: Maker, table: Table) -> Iterator[Chosen]:
    count = table.number("assistants")
    for one in table.position.players:
        if one.planned:
            continue
        for explorer, mechanic, escorts, treasury in product(range(count + 1), repeat=len(ZONES)):
            zones = explorer, mechanic, escorts, treasury
            if sum(zones) <= count and maker.attempt(table, partial(_planned, Plan(one.name, zones))):
                word = " ".join((one.name, *map(str, zones)))
                yield Chosen("plan", word, decision=Plan(one.name, zones))


def _planned(decision: Plan, table: Table) -> None:
    plan(table, decision)


def _maintenance(maker: Maker, table: Table) -> Iterator[Chosen]:
    """The next turn, which follows the maintenance; its results may be stated first."""
    number = table.position.turn + 1
    after = maker.attempt(table, lambda trial: maintenance.begin_turn(trial, Turn(number)))
    assert after is not None
    yield Chosen("turn", decision=Turn(number))
    yield from _stated(after[0])


def _stated(after: Table) -> Iterator[Chosen]:
    """What a record can state about the maintenance that has taken place."""
    if after.bonuses:
        yield Chosen("order", decision=Order(after.position.order))
    for player, francs in after.bonuses:
        yield Chosen("bonus", player, decision=Bonus(player, francs))


def _interrupts(maker: Maker, table: Table) -> Iterator[Chosen]:
    """What can be done outside the own sequence (GR-20.4)."""
    for one in table.position.players:
        hand = maker.hand(table, one.name)
        acts: list[str | Act] = [card for card in (JERRYCAN, *resources.DOUBTFUL) if hand[card]]
        if table.reads("escort-clear-anytime", "b"):
            acts += [Clear(space) for space, _ in table.position.tiles]
        for act in acts:
            decision = Interrupt(one.name, act)
            if maker.attempt(table, partial(_interrupted, decision)):
                yield Chosen("interrupt", one.name, decision=decision)


def _interrupted(decision: Interrupt, table: Table) -> None:
    convoy.interrupt(table, decision)


def sequences(maker: Maker, player: str, before: tuple[Act, ...] = ()) -> Offered:
    """The sequences of a player that begin with these acts."""
    return _Sequences(maker, player).due(before)


def next_acts(maker: Maker, player: str, before: tuple[Act, ...], *, ends: bool) -> Offered:
    """These acts of a player and one more, which others follow. It can be what ends a sequence only if it `ends` this one."""
    return _Sequences(maker, player, len(before) + 1, ends=ends).due(before)


class _Sequences:
    """The sequences of a player, act by act; with `length` their beginnings of that length. Unless it `ends`, no assistant is
    played and nobody passes."""

    def __init__(self, maker: Maker, player: str, length: int = 0, *, ends: bool = True) -> None:
        self.maker, self.player, self.length, self.ends = maker, player, length, ends

    def due(self, before: tuple[Act, ...]) -> Offered:
        table, stage = self.maker.table(), BUY
        for act in before:
            done = self.maker.attempt(table, partial(self._carry_out, act, stage))
            if done is None:
                return self.maker.nothing()
            table, stage = done
        return self._next(table, before, stage)

    def _carry_out(self, act: Act, stage: int, table: Table) -> int:
        return convoy.carry_out(table, self.player, act, stage)

    def _next(self, table: Table, acts: tuple[Act, ...], stage: int) -> Offered:
        """The next act; or the end, once nothing more can or need be done."""
        now, choices = table.player(self.player), list[Chosen]()
        if self.length and len(acts) == self.length:
            choices.append(Chosen("end", decision=Sequence(self.player, acts)))
            return self.maker.offer("act", self.player, choices, table, stage)
        if stage == DONE or now.finished or now.left == NONE:
            choices.append(Chosen("end", decision=Sequence(self.player, acts)))
        if stage != DONE and not now.finished:
            choices += self._acts(table, acts, stage)
        return self.maker.offer("act", self.player, choices, table, stage)

    def _done(self, table: Table, acts: tuple[Act, ...], stage: int, act: Act) -> Offered:
        done = self.maker.attempt(table, partial(self._carry_out, act, stage))
        return self._next(done[0], (*acts, act), done[1]) if done is not None else self.maker.nothing()

    def _acts(self, table: Table, acts: tuple[Act, ...], stage: int) -> Iterator[Chosen]:
        def done(act: Act) -> Offered:
            return self._done(table, acts, stage, act)

        if table.player(self.player).left == NONE:
            any_time = (
                one
                for one in cards(self.maker, table, self.player, done)
                if resources.any_time(table, one.word)
            )
            yield from any_time
            return
        if stage == BUY:
            for levels in range(1, table.number("fuel_max") + 1):
                if self.maker.attempt(table, partial(self._carry_out, Buy(levels), stage)):
                    yield Chosen("buy", str(levels), then=partial(done, Buy(levels)))
        yield from cards(self.maker, table, self.player, done)
        yield from self._power(table, done)
        if self.ends:
            yield from self._assistants(table, acts, stage)
            yield Chosen("pass", then=partial(done, Pass()))

    def _power(self, table: Table, done: Callable[[Act], Offered]) -> Iterator[Chosen]:
        """The power of a turn (GR-22.2)."""
        leader = self.maker.setup.leader(self.player)
        if table.player(self.player).used:
            return
        if leader == FRENCH:
            anywhere = table.reads("leader-placement", "b")
            placing = Tiles(self.maker, self.player, lambda scout: done(Power(scout)), anywhere=anywhere)
            yield Chosen("power", then=partial(placing.due, table, table.number("french_tiles")))
        elif leader == ITALIAN:
            yield Chosen(
                "power",
                then=partial(repairs, self.maker, table, self.player, lambda repair: done(Power(repair))),
            )

    def _assistants(self, table: Table, acts: tuple[Act, ...], stage: int) -> Iterator[Chosen]:
        """The options of each zone with an assistant (GR-6.5)."""
        maker, player, done = self.maker, self.player, partial(self._done, table, acts, stage)
        if taken := maker.attempt(table, partial(self._take, EXPLORER)):
            placing = Tiles(maker, player, done)
            yield Chosen("scout", then=partial(placing.due, taken[0], table.number("explorer_tiles")))
            draws = maker.going(table, player, partial(self._draw, stage), partial(self._drew, acts))
            if draws is not None:
                yield Chosen("draw", then=draws)
        if taken := maker.attempt(table, partial(self._take, MECHANIC)):
            yield Chosen("drive", then=partial(Drives(maker, player, done).due, taken[0]))
            yield Chosen("repair", then=partial(repairs, maker, taken[0], player, done))
        if maker.attempt(table, partial(self._take, ESCORT)):
            occupied = {one.place for one in table.position.players}
            reach = {*tiles.joined(table, player), *table.place(player).near} - occupied
            for space, _ in table.position.tiles:
                if space in reach:
                    yield Chosen("clear", space, then=partial(done, Clear(space)))
        if maker.attempt(table, partial(self._carry_out, Cash(), stage)):
            yield Chosen("cash", then=partial(done, Cash()))

    def _take(self, zone: str, table: Table) -> None:
        escort.take(table, self.player, zone, "GR-6.5")

    def _draw(self, stage: int, table: Table, forced: Forced) -> int:
        return convoy.carry_out(table, self.player, Draw(UNKNOWN, forced), stage)

    def _drew(self, acts: tuple[Act, ...], table: Table, forced: Forced, stage: int) -> Offered:
        return self._next(table, (*acts, Draw(UNKNOWN, forced)), stage)
