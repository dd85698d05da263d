"""Every way to carry out an act: cards and what they are used for, tiles placed, repairs, powers."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from model.great_race.moves import (
    ASSISTANT,
    CARD,
    UNKNOWN,
    Fix,
    Forced,
    Hit,
    Play,
    Put,
    Reaction,
    Repair,
    Scout,
    Search,
    Spaces,
)
from model.great_race.position import ZONES
from model.great_race.seen import Drew
from verifier.great_race.engine import resources, tiles
from verifier.great_race.engine.escort import CARD as ESCORT
from verifier.great_race.engine.offered import Chosen, Maker, Offered
from verifier.great_race.engine.offers_drive import Drives
from verifier.great_race.engine.repair import PART, TOOLBOX, repair
from verifier.great_race.engine.table import Table

Use = Hit | Spaces | None
"""What a danger card is used for."""


def cards(maker: Maker, table: Table, player: str, done: Callable[[Play], Offered]) -> Iterator[Chosen]:
    """The cards of the second step. `done` goes on after one."""
    acts = _Cards(maker, table, player, done)
    for kind in maker.hand(table, player):
        if kind in acts.uses:
            yield Chosen("play", kind, then=partial(acts.used, kind))
        elif kind in resources.EFFECTS:
            yield Chosen("play", kind, then=partial(done, Play(kind)))


class _Cards:
    """What the cards of a player can be used for."""

    def __init__(self, maker: Maker, table: Table, player: str, done: Callable[[Play], Offered]) -> None:
        self.maker, self.table, self.player, self.done = maker, table, player, done
        self.uses: dict[str, Callable[[], Offered]] = {
            "Pilot": self._pilot,
            "Technician": self._technician,
            "Cartographer": partial(self._scout, "Cartographer", "cartographer_tiles"),
            "Surveyor": partial(self._scout, "Surveyor", "surveyor_drawn"),
            "Searcher": self._searcher,
            "Tracker": partial(
                self._tiles, "Tracker", table.number("tracker_tiles"), "tracker-occupied", "b"
            ),
            "Cheat": partial(self._tiles, "Cheat", None, "cheat-occupied", "a"),
            "Saboteur": self._saboteur,
        }

    def used(self, kind: str) -> Offered:
        """What a card is used for; nothing if the hand cannot have it with all else that was seen."""
        return self.uses[kind]() if self._lay_down(kind) is not None else self.maker.nothing()

    def _lay_down(self, kind: str) -> tuple[Table, None] | None:
        return self.maker.attempt(self.table, lambda table: table.lay_down(self.player, kind))

    def _laid(self, kind: str) -> Table:
        """The table on which the card has been laid down."""
        laid = self._lay_down(kind)
        assert laid is not None
        return laid[0]

    def _pilot(self) -> Offered:
        drives = Drives(self.maker, self.player, lambda drive: self.done(Play("Pilot", drive)))
        return drives.due(self._laid("Pilot"))

    def _technician(self) -> Offered:
        done = self.done
        return repairs(
            self.maker,
            self._laid("Technician"),
            self.player,
            lambda use: done(Play("Technician", use)),
            by_card=True,
        )

    def _scout(self, kind: str, parameter: str) -> Offered:
        placed = self.table.number("surveyor_placed") if kind == "Surveyor" else None
        rule = "GR-21.16" if kind == "Surveyor" else "GR-21.7"
        placing = Tiles(
            self.maker, self.player, lambda scout: self.done(Play(kind, scout)), rule=rule, placed=placed
        )
        return placing.due(self._laid(kind), self.table.number(parameter))

    def _searcher(self) -> Offered:
        """The card that goes, after all are drawn unseen; then the hand limit."""
        table = self._laid("Searcher")
        due = resources.searched(table)
        hidden, drawn = due.kept, (*due.kept, *due.dropped)
        if not due.dropped:
            return self._limited(self.player, lambda forced: Play("Searcher", Search(hidden, (), forced)))
        drew = self.maker.attempt(table, lambda trial: trial.see(Drew(self.player, drawn)))
        if drew is None or len(due.dropped) != 1:
            return self.maker.nothing()
        seen = drew[0]
        seen.set(self.player, cards=seen.player(self.player).cards + len(drawn))
        kinds = [UNKNOWN] if self.maker.sure else self.maker.hand(seen, self.player)
        choices = [Chosen("drop", kind, then=partial(self._searched, hidden, kind)) for kind in kinds]
        return self.maker.offer("drop", self.player, choices, seen)

    def _searched(self, kept: tuple[str, ...], dropped: str) -> Offered:
        def search(forced: Forced) -> Play:
            return Play("Searcher", Search(kept, (dropped,), forced))

        return self._limited(self.player, search)

    def _limited(self, player: str, play: Callable[[Forced], Play]) -> Offered:
        """The card with what the hand limit then forces out of a hand."""
        then = self.maker.going(
            self.table,
            player,
            lambda table, forced: resources.play(table, self.player, play(forced)),
            lambda _table, forced, _result: self.done(play(forced)),
        )
        return then() if then is not None else self.maker.nothing()

    def _tiles(self, kind: str, most: int | None, ruling: str, anywhere: str) -> Offered:
        """The tiles that a card names, two if there is no limit; under a reading also those beneath vehicles."""
        occupied = {one.place for one in self.table.position.players}
        free = self.table.reads(ruling, anywhere)
        spaces = [space for space, _ in self.table.position.tiles if free or space not in occupied]
        return self._naming(kind, spaces, 2 if most is None else min(most, len(spaces)), ())

    def _naming(self, kind: str, spaces: list[str], due: int, named: tuple[str, ...]) -> Offered:
        """The next tile that a card names. Tiles are named in the order of their spaces, so the last ones wait."""
        left = due - len(named)
        if not left:
            return self._reacting(kind, Spaces(named) if named else None)
        choices = [
            Chosen(
                "space", space, then=partial(self._naming, kind, spaces[number + 1 :], due, (*named, space))
            )
            for number, space in enumerate(spaces[: len(spaces) - left + 1])
        ]
        return self.maker.offer("space", self.player, choices, self.table, kind, named)

    def _saboteur(self) -> Offered:
        choices = []
        for victim in self.table.position.players:
            if victim.finished or (victim.name == self.player and self.table.reads("saboteur-target", "a")):
                continue
            loss = self.table.number("saboteur_loss")
            has = [loss if gauge is None else gauge for gauge in (victim.engine, victim.chassis)]
            if self.table.reads("saboteur-overkill", "b"):
                has = [loss, loss]
            loss = min(loss, sum(has))
            for engine in range(min(loss, has[0]) + 1):
                if loss - engine <= has[1]:
                    hit = Hit(victim.name, (engine, loss - engine))
                    word = f"{victim.name} {engine} {loss - engine}"
                    choices.append(Chosen("hit", word, then=partial(self._reacting, "Saboteur", hit)))
        return self.maker.offer("hit", self.player, choices, self.table, "Saboteur")

    def _reacting(self, kind: str, use: Use) -> Offered:
        """Any player may cancel a danger card (GR-9.3)."""
        choices = [Chosen("none", then=partial(self._hitting, kind, use))]
        laid = self._laid(kind)
        for one in self.table.position.players:
            means = [ASSISTANT] if one.left is None or one.left[ZONES.index("S")] else []
            means += [CARD] if self.maker.hand(laid, one.name)[ESCORT] else []
            for mean in means:
                play = Play(kind, use, Reaction(one.name, mean))
                if self.maker.attempt(self.table, partial(_played, self.player, play)):
                    choices.append(Chosen("react", f"{one.name} {mean}", then=partial(self.done, play)))
        return self.maker.offer("react", "", choices, laid, use)

    def _hitting(self, kind: str, use: Use) -> Offered:
        if not isinstance(use, Hit):
            return self.done(Play(kind, use))
        return self._limited(use.victim, lambda forced: Play(kind, Hit(use.victim, use.split, forced)))


def _played(player: str, play: Play, table: Table) -> None:
    resources.play(table, player, play)


class Tiles:
    """Tiles drawn and placed by a player. `make` goes on after them. `rule` is the one by which they are drawn. `placed`: how
    many of them (None: all); `anywhere`: without a chain to the vehicle."""

    def __init__(
        self,
        maker: Maker,
        player: str,
        make: Callable[[Scout], Offered],
        *,
        rule: str = "GR-7.2",
        placed: int | None = None,
        anywhere: bool = False,
    ) -> None:
        self.maker, self.player, self.make = maker, player, make
        self.rule, self.placed, self.anywhere = rule, placed, anywhere

    def due(self, table: Table, count: int) -> Offered:
        """The tiles, drawn one by one."""
        left = table.position.in_bag
        return self._drawing(table, count if left is None else min(count, left), ())

    def _spaces(self, table: Table, before: str) -> frozenset[str]:
        """The spaces for a tile placed after one on the space `before`."""
        by_rule = tiles.spaces_by_rule(table, self.player, self.rule, before, anywhere=self.anywhere)
        return frozenset.intersection(*by_rule.values())

    def _drawing(self, table: Table, count: int, drawn: tuple[str, ...]) -> Offered:
        if not count:
            return self._placing(table, drawn, ()) if drawn else self.maker.nothing()
        bag = table.position.bag
        choices = []
        for tile in [UNKNOWN] if self.maker.sure else [tile for tile, there in bag if there]:
            drew = self.maker.attempt(table, partial(_drawn, tile, self.rule))
            if drew is not None:
                then = partial(self._drawing, drew[0], count - 1, tuple(sorted((*drawn, tile))))
                choices.append(Chosen("tile", tile, then=then))
        return self.maker.offer("tile", "", choices, table, drawn)

    def _placing(self, table: Table, hand: tuple[str, ...], puts: tuple[Put, ...]) -> Offered:
        """The next tile and its space, until none is left, or no space."""
        spaces = self._spaces(table, puts[-1].space if puts else "")
        if not hand or not spaces or len(puts) == self.placed:
            return self.make(Scout(puts, hand))
        choices = []
        for tile, space in product(dict.fromkeys(hand), sorted(spaces)):
            left = Counter(hand) - Counter((tile,))
            laid = self.maker.copy(table)
            tiles.lay(laid, tile, space, self.player)
            more = (*puts, Put(tile, space))
            then = partial(self._placing, laid, tuple(left.elements()), more)
            choices.append(Chosen("put", f"{tile}@{space}", then=then))
        return self.maker.offer("put", self.player, choices, table, hand, spaces)


def _drawn(tile: str, rule: str, table: Table) -> None:
    tiles.draw(table, tile, rule)


def repairs(
    maker: Maker,
    table: Table,
    player: str,
    make: Callable[[Repair], Offered],
    fixes: tuple[Fix, ...] = (),
    *,
    by_card: bool = False,
) -> Offered:
    """The next part of a repair, until the player stops: cards in the order of their kinds, then bought parts."""
    choices = [Chosen("stop" if fixes else "stay", then=partial(make, Repair(fixes)))]
    for fix in _fixes(maker, table, player, fixes[-1] if fixes else None):
        fixed = maker.attempt(table, partial(_fixed, player, fix, by_card))
        if fixed is not None:
            on = partial(repairs, maker, fixed[0], player, make, (*fixes, fix), by_card=by_card)
            word = f"{fix.split[0]} {fix.split[1]}"
            choices.append(Chosen(fix.card or "pay", word, then=on))
    return maker.offer("repair", player, choices, table, fixes[-1:])


def _fixed(player: str, fix: Fix, by_card: bool, table: Table) -> None:
    repair(table, player, Repair((fix,)), by_card=by_card)


def _fixes(maker: Maker, table: Table, player: str, last: Fix | None) -> Iterator[Fix]:
    """Candidates for the next part."""
    if last is not None and not last.card:
        return
    hand = maker.hand(table, player)
    given = {PART: table.number("part_levels"), TOOLBOX: table.number("toolbox_levels")}
    for card, levels in given.items():
        if hand[card]:
            for engine in range(levels + 1):
                fix = Fix((engine, levels - engine), card)
                if last is None or (last.card, last.split) <= (card, fix.split):
                    yield fix
    now, most = table.player(player), (table.number("engine_max"), table.number("chassis_max"))
    room = [
        0 if has is None else limit - has for has, limit in zip((now.engine, now.chassis), most, strict=True)
    ]
    if table.reads("gauge-overflow", "c"):
        room = [*most]
    for engine, chassis in product(range(room[0] + 1), range(room[1] + 1)):
        if engine + chassis:
            yield Fix((engine, chassis))
