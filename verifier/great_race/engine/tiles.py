"""GR-7.2 to GR-7.5: tiles that are drawn and placed; and how they come and go."""

from collections import Counter
from collections.abc import Collection, Mapping

from model.great_race.board import SPACE
from model.great_race.moves import UNKNOWN, Put, Scout
from model.values import replace
from verifier.great_race.engine.table import Table
from verifier.words import counted


def joined(table: Table, player: str) -> frozenset[str]:
    """The places that a chain of tiles and cities joins to a player's vehicle (GR-24.4); lines are links too."""
    board, laid = table.board, dict(table.position.tiles)
    start = table.player(player).place
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        ways = [*board.index[here].near, *(board.other_end(line, here) for line in board.lines_from(here))]
        for other in ways:
            if other in found:
                continue
            if board.index[other].kind != SPACE or (other in laid and open_to(table, player, other)):
                found.add(other)
                waiting.append(other)
    return frozenset(found)


def open_spaces(table: Table, start: Collection[str]) -> frozenset[str]:
    """The free spaces next to any of these places."""
    board, laid = table.board, dict(table.position.tiles)
    near = {other for place in start for other in board.index[place].near}
    return frozenset(place for place in near if board.index[place].kind == SPACE and place not in laid)


def draw(table: Table, tile: str, rule: str, *, known: bool = False) -> str:
    """A tile is drawn from the bag (GR-1.3) by a rule. Returns its kind, which must be `known`."""
    if table.position.in_bag == 0 and table.position.removed and table.reads("empty-bag", "b"):
        removed = table.position.removed
        table.change(bag=tuple(Counter(removed).items()), in_bag=len(removed), removed=())
    position = table.position
    if position.in_bag == 0:
        table.refuse(rule, "the bag is empty", "a tile is drawn from the bag")
    bag = dict(position.bag)
    if known and tile == UNKNOWN:
        tile = table.choose([kind for kind, count in bag.items() if count > 0])
    if tile != UNKNOWN and not bag.get(tile):
        table.refuse("GR-1.3", f"no tile {tile} is left in the bag", "the bag has the tiles of the board")
    if tile != UNKNOWN:
        bag[tile] -= 1
    table.change(bag=tuple(bag.items()), in_bag=None if position.in_bag is None else position.in_bag - 1)
    return tile


def reveal(table: Table, space: str) -> str:
    """The kind of a lost tile that lies on a space; it is one that the bag does not have."""
    bag = dict(table.position.bag)
    kind = table.choose([kind for kind, count in bag.items() if count > 0])
    bag[kind] -= 1
    others = (one for one in table.position.tiles if one[0] != space)
    table.change(bag=tuple(bag.items()), tiles=tuple(sorted((*others, (space, kind)))))
    return kind


def lay(table: Table, tile: str, space: str, player: str) -> None:
    """A tile that a player draws lies on a space from now on."""
    position = table.position
    table.change(
        tiles=tuple(sorted((*position.tiles, (space, tile)))),
        owners=tuple(sorted((*position.owners, (space, player)))),
    )


def open_to(table: Table, player: str, space: str) -> bool:
    """Whether a player may use the tile on a space (ruling shared-paths); nothing speaks against one that was not placed in this
    record."""
    return dict(table.position.owners).get(space, player) == player or table.reads("shared-paths", "a")


def remove(table: Table, space: str) -> None:
    """The tile of a space leaves the game (GR-9.4, GR-21.1)."""
    discard(table, (lift(table, space),))


def lift(table: Table, space: str) -> str:
    """The tile of a space is taken off the board. Returns its kind."""
    position = table.position
    tile = position.tile(space)
    assert tile is not None
    table.change(
        tiles=tuple(one for one in position.tiles if one[0] != space),
        owners=tuple(one for one in position.owners if one[0] != space),
    )
    return tile


def scout(
    table: Table,
    player: str,
    decision: Scout,
    count: int,
    rule: str,
    *,
    placed: int | None = None,
    anywhere: bool = False,
) -> None:
    """Tiles are drawn, and each is placed on a space joined to the vehicle (GR-7.2, GR-7.3); `rule` lets one draw `count` tiles.
    `placed`: only so many of them are placed; `anywhere`: they need no chain."""
    due = _available(table, count)
    most = due if placed is None else min(placed, due)
    puts, dropped = decision.puts, decision.dropped
    if puts is None:
        puts = _lost_puts(table, player, most, rule, anywhere=anywhere)
        dropped = (UNKNOWN,) * (due - len(puts))
    given = len(puts) + len(dropped)
    if given != due:
        table.refuse(
            rule,
            f"{player} draws {counted(due, 'tile')}, not {given}",
            "all tiles drawn are placed",
            due=due,
        )
    if len(puts) > most:
        table.refuse(rule, f"{len(puts)} tiles are placed", f"{most} of {due} are", due=most)
    puts = tuple(replace(put, tile=draw(table, put.tile, rule, known=table.whole)) for put in puts)
    dropped = tuple(draw(table, tile, rule, known=table.whole) for tile in dropped)
    alone = decision.puts is not None
    if puts != decision.puts:
        table.fill(alone=alone, puts=puts)
    if dropped != decision.dropped:
        table.fill(alone=alone, dropped=dropped)
    before = ""
    for number, put in enumerate(puts, 1):
        table.word = f"put {number}"
        _place(table, player, put, spaces_by_rule(table, player, rule, before, anywhere=anywhere))
        before = put.space
    table.word = ""
    dropped, left = dropped[: due - most], dropped[due - most :]
    if left:
        spaces = frozenset.intersection(
            *spaces_by_rule(table, player, rule, before, anywhere=anywhere).values()
        )
        _refuse_unplaced(table, left, spaces, "GR-7.2" if placed is None else rule)
    (discard if table.reads("surveyor-discard", "a") else put_back)(table, dropped)
    (discard if table.reads("no-legal-placement", "b") else put_back)(table, left)
    table.did(rule, "GR-7.2", "GR-7.3", who=player)


def _available(table: Table, wanted: int) -> int:
    """How many of the tiles wanted can be drawn, all of them if that is not known (ruling empty-bag)."""
    left = table.position.in_bag
    if left is not None and left < wanted and table.reads("empty-bag", "b"):
        left += len(table.position.removed)
    return wanted if left is None else min(wanted, left)


def _lost_puts(
    table: Table, player: str, count: int, rule: str, *, anywhere: bool = False
) -> tuple[Put, ...]:
    """A way to place so many tiles, or all for which there is a space, where that was not written down. Their kinds stay open."""
    puts: list[Put] = []
    before, position = "", table.position
    for _ in range(count):
        free = frozenset.intersection(
            *spaces_by_rule(table, player, rule, before, anywhere=anywhere).values()
        )
        if not free:
            break
        before = table.choose(sorted(free))
        puts.append(Put(UNKNOWN, before))
        lay(table, UNKNOWN, before, player)
    table.position = position
    return tuple(puts)


def _place(table: Table, player: str, put: Put, allowed: Mapping[str, frozenset[str]]) -> None:
    if put.space not in table.board.index or table.board.index[put.space].kind != SPACE:
        table.refuse("GR-7.4", f"{put.space} is a city", "tiles are placed on spaces")
    if table.position.tile(put.space) is not None:
        table.refuse("GR-7.4", f"a tile lies on {put.space}", "tiles are placed on free spaces")
    for rule, spaces in allowed.items():
        if put.space not in spaces:
            where = table.player(player).place
            table.refuse(rule, f"{put.space} does not continue the path of {player} at {where}", WHERE[rule])
    lay(table, put.tile, put.space, player)


WHERE = {
    "GR-7.4": "an unbroken chain of tiles and cities joins a tile to the vehicle",
    "GR-7.3": "the first tile is next to the vehicle",
    "GR-21.7": "each tile of a Cartographer is next to the one before",
}
"""The reasons for which a tile cannot be placed on a free space."""


def spaces_by_rule(
    table: Table, player: str, rule: str, before: str, *, anywhere: bool
) -> Mapping[str, frozenset[str]]:
    """The free spaces that each rule allows for a tile, under the readings in force. It is placed by `rule`, after a tile on the
    space `before` (empty: it is the first)."""
    if anywhere or not table.keeps("GR-7.3"):
        laid = dict(table.position.tiles)
        free = [one.id for one in table.board.places if one.kind == SPACE and one.id not in laid]
        return {"GR-7.4": frozenset(free)}
    allowed = {"GR-7.4": open_spaces(table, joined(table, player))}
    if not before and table.reads("placement-adjacency", "b"):
        allowed["GR-7.3"] = open_spaces(table, (table.player(player).place,))
    if before and rule == "GR-21.7" and table.reads("cartographer-chain", "b"):
        allowed["GR-21.7"] = open_spaces(table, (before,))
    return allowed


def _refuse_unplaced(table: Table, left: Collection[str], spaces: Collection[str], rule: str) -> None:
    """Tiles are left over only if there is no space for them (ruling no-legal-placement)."""
    if spaces:
        fact = f"{', '.join(left)} can still be placed, as on {min(spaces)}"
        table.refuse(rule, fact, "tiles that are to be placed are placed")
    if table.reads("no-legal-placement", "c"):
        table.refuse(
            "GR-7.5", "there are more tiles than spaces for them", "tiles are drawn only if all can be placed"
        )


def discard(table: Table, dropped: Collection[str]) -> None:
    """Tiles leave the game."""
    table.change(removed=tuple(sorted((*table.position.removed, *dropped))))


def put_back(table: Table, dropped: Collection[str]) -> None:
    """Tiles go back into the bag."""
    bag = dict(table.position.bag)
    for tile in dropped:
        if tile != UNKNOWN:
            bag[tile] = bag.get(tile, 0) + 1
    left = table.position.in_bag
    table.change(bag=tuple(bag.items()), in_bag=None if left is None else left + len(dropped))
