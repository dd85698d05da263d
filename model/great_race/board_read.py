"""Reads a board file key by key into a graph; every problem names file, line, column and key."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import networkx as nx

from model.datafiles import Table, did_you_mean, read_table
from model.great_race.board import CITY, LINES, SPACE, Tile
from model.great_race.board_check import check
from model.great_race.board_graph import LAND

if TYPE_CHECKING:
    from model.great_race.board_graph import Graph

SCHEMA = "great-race-board/1"
MOST_PLACES, MOST_LINES, MOST_TILES = 500, 50, 50
"""The most spaces and cities, lines, and kinds of tiles of a board."""
MOST_COLUMNS, MOST_CARDS, MOST_PRICE, MOST_COUNT, MOST_COST = 60, 9, 1000, 200, 9
"""The highest level, the most cards drawn in a city, the highest price in francs, the most tiles of a kind, the highest cost."""


def read_graph(path: Path | str, shown: str = "") -> "Graph":
    """The graph of the board in a TOML file, checked. `shown` is the file's name in errors.

    Raises `ModelError` with every problem.
    """
    table = read_table(Path(path), shown or str(path), placed=True)
    board = _graph(table)
    table.check()
    for key, problem in check(board):
        table.wrong(problem.what, key, problem.help)
    table.check()
    return board


def _graph(table: Table) -> "Graph":
    schema = table.text("schema")
    if schema and schema != SCHEMA:
        table.wrong(f"should be `{SCHEMA}`, not `{schema}`", "schema")
    board: Graph = nx.MultiGraph(
        id=table.text("id"),
        name=table.text("title"),
        version=table.number("version", 1),
        source=table.text("source", ""),
        assumed=table.flag("assumed"),
        tiles=tuple(_tile(part) for part in _few(table, "tile", MOST_TILES)),
    )
    for part in _few(table, "city", MOST_PLACES):
        _add_city(board, part)
    _add_spaces(board, table)
    for one, other in _pairs(table.table("land"), "edges", list(board)):
        board.add_edge(one, other, LAND)
    for part in _few(table, "line", MOST_LINES):
        _add_line(board, part)
    table.finish()
    return board


def _few(table: Table, name: str, most: int) -> list[Table]:
    """The tables of a list that is not too long."""
    parts = table.tables(name)
    if len(parts) <= most:
        return parts
    table.wrong(f"a board has at most {most} of these, not {len(parts)}", name, "leave some out")
    return []


def _tile(table: Table) -> Tile:
    tile = Tile(
        table.text("id"),
        _between(table, "count", 1, MOST_COUNT),
        fuel=_between(table, "fuel", 0, MOST_COST),
        mech=_between(table, "mech", 0, MOST_COST, default=0),
        engine=_between(table, "engine", 0, MOST_COST, default=0),
        chassis=_between(table, "chassis", 0, MOST_COST, default=0),
        danger=table.flag("danger"),
        stop=table.flag("stop"),
    )
    table.finish()
    return tile


def _add_city(board: "Graph", table: Table) -> None:
    _add(
        board,
        table,
        table.text("id"),
        kind=CITY,
        column=_between(table, "column", 1, MOST_COLUMNS),
        draw=_between(table, "draw", 0, MOST_CARDS),
        purple=table.flag("purple"),
    )
    table.finish()


def _add_spaces(board: "Graph", table: Table) -> None:
    """The spaces with their levels, and those that are risk spaces."""
    terrain = table.table("terrain")
    if len(terrain.content) > MOST_PLACES:
        terrain.wrong(f"a board has at most {MOST_PLACES} spaces, not {len(terrain.content)}")
        return
    risk = table.table("risk").texts("spaces")
    for id in terrain.content:
        _add(board, terrain, id, kind=SPACE, column=_between(terrain, id, 1, MOST_COLUMNS), risk=id in risk)
    for id in risk:
        if id not in terrain.content:
            near = did_you_mean(id, terrain.content)
            table.wrong(f"there is no space `{id}`", "risk.spaces", near)


def _add(board: "Graph", table: Table, id: str, **facts: object) -> None:
    if id in board:
        table.wrong(f"there are two places `{id}`", "id", "give one another name")
    board.add_node(id, **facts)


def _add_line(board: "Graph", table: Table) -> None:
    id, kind = table.text("id"), table.text("kind")
    if kind and kind not in LINES:
        table.wrong(f"a line is `sea` or `air`, not `{kind}`", "kind")
    price = _between(table, "price", 0, MOST_PRICE)
    ends = table.texts("ends")
    if len(ends) != 2:
        table.wrong("should be the two cities that the line joins", "ends")
    elif _known(table, "ends", ends, list(board)):
        if id == LAND or any(key == id for *_, key in board.edges(keys=True)):
            table.wrong(f"no two lines may be named `{id}`", "id", "give one another name")
        board.add_edge(*ends, id, kind=kind, price=price)
    table.finish()


def _pairs(table: Table, name: str, places: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of places that share a border."""
    found = []
    for pair in table.groups(name):
        if len(pair) != 2:
            table.wrong(f"a border has two places, not {len(pair)}", name, 'as in `["a2", "a3"]`')
        elif _known(table, name, pair, places):
            found.append((pair[0], pair[1]))
    twice = [pair for number, pair in enumerate(found) if set(pair) in map(set, found[:number])]
    for pair in twice:
        table.wrong(f"the border of `{pair[0]}` and `{pair[1]}` is given twice", name, "give it once")
    table.finish()
    return found


def _known(table: Table, name: str, ids: Sequence[str], places: Sequence[str]) -> bool:
    unknown = [id for id in ids if id not in places]
    for id in unknown:
        table.wrong(f"there is no place `{id}`", name, did_you_mean(id, places))
    return not unknown


def _between(table: Table, name: str, least: int, most: int, default: int | None = None) -> int:
    number = table.number(name, default)
    if isinstance(table.content.get(name, least), int) and not least <= number <= most:
        table.wrong(f"should be a number from {least} to {most}, not {number}", name)
    return number
