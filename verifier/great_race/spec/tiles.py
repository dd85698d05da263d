"""GR-7: terrain tiles: the bag, the path of a vehicle, placing tiles."""

from collections import Counter
from collections.abc import Iterator

from model.great_race.moves import UNKNOWN, Put, Scout
from model.great_race.position import Position
from model.values import replace
from verifier.great_race.spec.table import OpenError, Scene, demand, hidden


def in_bag(scene: Scene, wanted: int) -> int:
    """How many of the tiles wanted can be drawn (ruling empty-bag)."""
    there = scene.position.in_bag
    if there is None or there >= wanted:
        return wanted
    if scene.reads("empty-bag") == "b":
        there += len(scene.position.removed)
    return min(wanted, there)


def draw_tile(scene: Scene, kind: str, rule: str, word: str) -> Scene:
    """A tile is drawn from the bag."""
    position = scene.position
    if position.in_bag == 0:
        demand(in_bag(scene, 1) == 1, rule, "the bag is empty", word)
        full = tuple(Counter(position.removed).items())
        position = replace(position, bag=full, in_bag=len(position.removed), removed=())
    fewer = position.in_bag if position.in_bag is None else position.in_bag - 1
    if kind != UNKNOWN:
        demand(dict(position.bag).get(kind, 0) > 0, "GR-1.3", f"no {kind} is left in the bag", word)
        position = replace(position, bag=tuple((id, count - (id == kind)) for id, count in position.bag))
    return scene.at(replace(position, in_bag=fewer))


def revealed(space: str, position: Position) -> list[Position]:
    """The positions with each kind that a lost tile on a space may have: one that the bag does not have."""
    if position.tile(space) != UNKNOWN:
        return []
    found = []
    for kind, count in position.bag:
        if count > 0:
            bag = tuple((id, count - (id == kind)) for id, count in position.bag)
            found.append(replace(position, tiles=_with(position.tiles, space, kind), bag=bag))
    return found


def return_tile(scene: Scene, kind: str) -> Scene:
    """A tile goes back into the bag."""
    position = scene.position
    more = position.in_bag if position.in_bag is None else position.in_bag + 1
    bag = tuple((id, count + (id == kind)) for id, count in position.bag)
    return scene.at(replace(position, bag=bag, in_bag=more))


def remove_tile(scene: Scene, kind: str) -> Scene:
    """A tile leaves the game."""
    return scene.at(replace(scene.position, removed=tuple(sorted((*scene.position.removed, kind)))))


def lay_tile(scene: Scene, space: str, kind: str | None, owner: str | None = None) -> Scene:
    """A space gets a tile, laid by this player, or loses its own."""
    position = scene.position
    tiles = _with(position.tiles, space, kind)
    return scene.at(replace(position, tiles=tiles, owners=_with(position.owners, space, owner)))


def _with(pairs: tuple[tuple[str, str], ...], space: str, now: str | None) -> tuple[tuple[str, str], ...]:
    """The pairs with another value for a space, or none, in the order of the spaces' names."""
    others = [one for one in pairs if one[0] != space]
    return tuple(sorted([*others, (space, now)] if now is not None else others))


def touching(scene: Scene, place: str) -> tuple[str, ...]:
    """GR-7.3: what is next to a place, the other ends of its lines too."""
    board = scene.setup.board
    ends = (board.other_end(line, place) for line in board.lines_from(place))
    return (*board.index[place].near, *ends)


def own_path(scene: Scene, who: str) -> set[str]:
    """The places connected to a vehicle by tiles and cities, its own among them (GR-24.4)."""
    tiles, start = dict(scene.position.tiles), scene.player(who).place
    found, ahead = {start}, [start]
    while ahead:
        for place in touching(scene, ahead.pop()):
            if place in found or (
                place in scene.spaces and not (place in tiles and may_use(scene, who, place))
            ):
                continue
            found.add(place)
            ahead.append(place)
    return found


def may_use(scene: Scene, who: str, space: str) -> bool:
    """GR-7.5: whether a player may use the tile on a space (ruling shared-paths). If it is not known who placed it, any
    player may be the owner."""
    return scene.reads("shared-paths") == "a" or scene.owner(space) in (None, who)


def free_spaces(scene: Scene, who: str, anywhere: bool = False) -> set[str]:
    """GR-7.3: the free spaces that touch the path of the vehicle."""
    free = {space for space in scene.spaces if scene.position.tile(space) is None}
    if anywhere or not scene.keeps("GR-7.3"):
        return free
    path = own_path(scene, who)
    return {space for space in free if path & set(scene.setup.board.index[space].near)}


def place_tiles(
    scene: Scene,
    who: str,
    scout: Scout,
    rule: str,
    drawn: int,
    *,
    kept: int | None = None,
    chained: bool = False,
    anywhere: bool = False,
) -> Scene:
    """GR-7.2: a player draws tiles and places them one after the other. `kept`: only so many of them are placed. `chained`: each
    touches the one before. `anywhere`: on any free space."""
    if scout.puts is None:
        raise OpenError("the tiles are not known")
    puts, dropped = scout.puts, scout.dropped
    drawn = in_bag(scene, drawn)
    fact = f"{drawn} tiles are drawn, not {len(puts) + len(dropped)}"
    demand(len(puts) + len(dropped) == drawn, rule, fact)
    due = drawn if kept is None else min(kept, drawn)
    demand(len(puts) <= due, rule, f"{due} tiles are placed, not {len(puts)}")
    for number, tile in enumerate([*(put.tile for put in puts), *dropped], 1):
        scene = draw_tile(scene, tile, rule, f"put {number}")
    before = None
    for number, put in enumerate(puts, 1):
        word = f"put {number}"
        demand(put.space in scene.spaces, "GR-7.4", f"{put.space} is a city", word)
        demand(scene.position.tile(put.space) is None, "GR-7.4", f"{put.space} has a tile", word)
        fact = f"no path of tiles and cities leads from {who}'s vehicle to {put.space}"
        demand(put.space in free_spaces(scene, who, anywhere), "GR-7.4", fact, word)
        fact = f"{put.space} is not next to {before or scene.player(who).place}"
        allowed = put.space in _allowed(scene, who, before, chained, anywhere)
        demand(allowed, "GR-7.3" if before is None else rule, fact, word)
        scene, before = lay_tile(scene, put.space, put.tile, who), put.space
    for tile in dropped[: drawn - due]:
        back = scene.reads("surveyor-discard") == "b"
        scene = return_tile(scene, tile) if back else remove_tile(scene, tile)
    for tile in dropped[drawn - due :]:
        room = _allowed(scene, who, before, chained, anywhere)
        demand(not room, "GR-7.2" if kept is None else rule, "there is a space for another tile")
        reading = scene.reads("no-legal-placement")
        demand(reading != "c", "GR-7.5", "not all the tiles can be placed")
        scene = return_tile(scene, tile) if reading == "a" else remove_tile(scene, tile)
    return scene


def placements(
    scene: Scene, who: str, drawn: int, *, kept: int | None = None, chained: bool = False
) -> Iterator[Scout]:
    """The ways in which a player can have placed tiles that the record leaves out, by the spaces alone."""
    drawn = in_bag(scene, drawn)
    due = drawn if kept is None else min(kept, drawn)
    ahead: list[tuple[Scene, tuple[Put, ...]]] = [(scene, ())]
    known = set[tuple[frozenset[Put], Put | None]]()
    for one, puts in ahead:
        before = puts[-1].space if puts else None
        room = _allowed(one, who, before, chained, False) if len(puts) < due else ()
        for space in sorted(room):
            longer = (*puts, Put(UNKNOWN, space))
            moment = frozenset(longer), longer[-1] if chained else None
            if moment not in known:
                known.add(moment)
                ahead.append((lay_tile(one, space, UNKNOWN, who), longer))
        if not room:
            yield Scout(puts, hidden(drawn - len(puts)))


def _allowed(scene: Scene, who: str, before: str | None, chained: bool, anywhere: bool) -> set[str]:
    """Where the next tile may go. Ruling placement-adjacency: the first next to the vehicle; `chained`: each next to the one
    before."""
    free = free_spaces(scene, who, anywhere)
    first = before is None and free and not anywhere and scene.keeps("GR-7.3")
    if first and scene.reads("placement-adjacency") == "b":
        before = scene.player(who).place
    elif not (chained and scene.keeps("GR-7.3")) or before is None:
        return free
    assert before is not None
    return free & set(scene.setup.board.index[before].near)
