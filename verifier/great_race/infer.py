"""Lost parts of The Great Race: steps and their tiles, rests of drives, payments, cards of the camp, plans, fuel, spaces."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from grammar.lines import split_comment
from grammar.syntax import Leaf, Node, Statement
from model.datafiles import plain
from model.great_race.board import CITY, Tile
from model.great_race.cards import cards
from model.great_race.position import ZONES
from model.values import replace
from verifier.great_race.lines.header import set_up
from verifier.great_race.lines.terms import Table
from verifier.great_race.lines.write import place_text, split_text, zones_text
from verifier.lost_parts import Hole, Infers, Word, at, named
from verifier.naming import unquoted

LOST, REST = "?", "..."
MOST_POINTS, MOST_FUEL = 6, 6
"""The most mechanical points of a payment and the most levels of fuel that are tried."""

HELP = ("", "~S", "~card", "~guide", "~S~guide", "~card~guide")
"""What can be used against the symbols of any tile."""

HIDDEN = ("drawn", "draw", "forced", "search")
"""Parts in which a `?` is hidden by the rules: it says nothing that was lost."""


def hole(table: Table, statement: Statement) -> Hole | None:
    """The first lost part of a line that can be filled in."""
    table = set_up(table)
    if table.setup is None or table.board is None:
        return None
    if statement.kind in ("takes", "display"):
        lost = next((leaf for leaf in statement.node.leaves() if leaf.kind == "UNKNOWN"), None)
        return None if lost is None else at(lost, "card", _several(lost, cards()))
    if statement.kind == "plan":
        lost = next((leaf for leaf in statement.node.leaves() if leaf.kind == "UNKNOWN"), None)
        return None if lost is None else at(lost, "plan", named(_plans(table)))
    if statement.kind != "sequence":
        return None
    here = ""
    for leaf, around in _leaves(statement.node, ()):
        if around[-1] in ("step", "crossing") and (place := unquoted(leaf.text)) in table.board.index:
            here = place
        if leaf.kind in ("UNKNOWN", "ELLIPSIS") and not any(kind in HIDDEN for kind in around):
            found = _in_sequence(table, statement, leaf, around, here)
            return replace(found, part=_without_rest(statement)) if found is not None else None
    return None


def _leaves(node: Node, around: tuple[str, ...]) -> Iterator[tuple[Leaf, tuple[str, ...]]]:
    """The words of a line, each with the kinds of the parts around it, the innermost last."""
    for part in node.parts:
        if isinstance(part, Node):
            yield from _leaves(part, (*around, part.kind))
        else:
            yield part, around


def _several(leaf: Leaf, words: Iterable[str]) -> list[Word]:
    """Words for the first of several that a `?3` stands for."""
    count = int(leaf.text.removeprefix(LOST) or 1) - 1
    more = f" {LOST}{count}" if count else ""
    return [Word(f"{word}{more}", word) for word in words]


def _plans(table: Table) -> Iterator[str]:
    """Every distribution of assistants."""
    assert table.setup is not None
    most = table.setup.parameter("assistants")
    for zones in product(range(most + 1), repeat=len(ZONES)):
        if sum(zones) == most:
            x, m, s, t = zones
            yield zones_text((x, m, s, t))


def _in_sequence(
    table: Table, statement: Statement, leaf: Leaf, around: Sequence[str], here: str
) -> Hole | None:
    """A lost part of a sequence. `here` is the place of the step before it, empty before the first one."""
    assert table.board is not None
    match around[-1]:
        case "rest" if leaf.kind == "ELLIPSIS":
            stop = "" if here else "stay"
            steps = _spelled_out(table, here or _place(table, statement))
            return at(leaf, "rest", (Word(stop), *(Word(f"{step} {REST}") for step in steps)))
        case "rest":
            return at(leaf, "step", _steps(table, here or _place(table, statement)))
        case "blind" | "put":
            return at(leaf, "tile", named(table.board.terrain))
        case "buy":
            return at(leaf, "fuel", named(map(str, range(1, MOST_FUEL + 1))))
        case "clear" | "spaces":
            return at(leaf, "space", named(place_text(place) for place in table.board.index))
        case "cost" | "hit" | "fix":
            return at(leaf, "payment", named(_payments()))
    return None


def _place(table: Table, statement: Statement) -> str:
    """Where the player of a sequence is before it."""
    name = plain(unquoted(statement.node.leaves()[0].text))
    player = next((one for one in table.players if plain(one) == name), None)
    return table.position.player(player).place if player is not None and table.position is not None else ""


def _steps(table: Table, here: str) -> Iterator[Word]:
    """Every step from a place: onto a tile that lies there, onto one that is drawn, into a city, by a line."""
    board = table.board
    if board is None or table.position is None or here not in board.index:
        return
    for place in board.index[here].near:
        text = place_text(place)
        if board.index[place].kind == CITY:
            yield Word(text, text)
            continue
        laid = table.position.tile(place)
        known = board.terrain.get(laid or "")
        tile = "" if laid is not None else f"={LOST}"
        helps = HELP if known is None else [f"~{one}" if one else "" for one in _help(known)]
        yield from (Word(f"{text}{tile}{help}/{LOST}", f"{text}{help}") for help in helps)
        if tile:
            yield Word(f"{text}{tile}!", f"{text}!")
    for line in board.lines_from(here):
        text = f"{line.kind} {place_text(board.other_end(line, here))}"
        yield Word(text, text)


def _spelled_out(table: Table, here: str) -> Iterator[str]:
    """Every step from a place, with its tile and every payment."""
    assert table.setup is not None and table.position is not None
    loss = table.setup.parameter("danger_loss")
    for step in _steps(table, here):
        if f"/{LOST}" not in step.text:
            known = f"={LOST}" not in step.text
            yield from (
                [step.text]
                if known
                else (step.text.replace(LOST, tile) for tile in table.setup.board.terrain)
            )
            continue
        laid = table.position.tile(unquoted(step.value.partition("~")[0]))
        for tile in table.setup.board.terrain.values():
            if laid not in (None, tile.id) or step.value.partition("~")[2] not in _help(tile):
                continue
            points = tile.mech + tile.engine + tile.chassis
            for total in {points, points + loss * tile.danger}:
                for payment in _splits(total):
                    yield step.text.replace(f"={LOST}", f"={tile.id}").replace(f"/{LOST}", f"/{payment}")


def _help(tile: Tile) -> tuple[str, ...]:
    """What can be used against the symbols of a tile."""
    escorts = ("", "S", "card") if tile.danger else ("",)
    guides = ("", "guide") if tile.stop else ("",)
    return tuple("~".join(filter(None, pair)) for pair in product(escorts, guides))


def _payments() -> Iterator[str]:
    """Every payment of points."""
    return (split for points in range(MOST_POINTS + 1) for split in _splits(points))


def _splits(points: int) -> Iterator[str]:
    """Every split of points on engine and chassis."""
    return (split_text((engine, points - engine)) for engine in range(points + 1))


def _without_rest(statement: Statement) -> str:
    """The line without the lost rest that ends it, up to which it must be legal too; empty if it does not end so."""
    code, _ = split_comment(statement.source)
    return code.rstrip().removesuffix(REST) if code.rstrip().endswith(f" {REST}") else ""


INFERS = Infers(hole)
