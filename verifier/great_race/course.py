"""`steward track`: checks, describes and draws boards."""

import re
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

from model.great_race import boards
from model.great_race.board import AIR, SEA, SPACE, Board
from verifier.coursing import found, listed, summary
from verifier.drawings.scene import svg_of
from verifier.game import Course
from verifier.great_race.pictures.svg import scene
from verifier.great_race.pictures.text import text_picture
from verifier.great_race.pictures.view import View, line_words, tile_words

SIGNS = re.compile(
    rb"^[ \t]*(?:schema[ \t]*=[ \t]*[\"']great-race-board|\[terrain\]|\[\[[ \t]*(?:city|tile)[ \t]*\]\])",
    re.MULTILINE,
)
"""Marks of a board file: its `schema`, or tables that only boards have."""


def courses() -> tuple[tuple[str, str], ...]:
    """The shipped boards by name, each with a short description."""
    return listed(boards, _shape)


def course(reference: str, folders: Sequence[Path]) -> Course | None:
    """The board for a reference: a shipped name or a board file; None if it is neither. Raises `ModelError` for an unusable
    board."""
    board = found(boards, SIGNS, reference, folders)
    return None if board is None else _course(board)


def _course(board: Board) -> Course:
    facts = {
        "id": board.id,
        "version": board.version,
        "title": board.name,
        "source": board.source or None,
        "assumed": board.assumed,
        "levels": board.columns,
        "spaces": {
            place.id: {"level": place.column, "risk": place.risk}
            for place in board.places
            if place.kind == SPACE
        },
        "cities": {
            city.id: {"level": city.column, "draw": city.draw, "purple": city.purple} for city in board.cities
        },
        "near": {place.id: list(place.near) for place in board.places},
        "lines": {
            line.id: {"kind": line.kind, "ends": list(line.ends), "price": line.price} for line in board.lines
        },
        "tiles": {
            tile.id: {name: fact for name, fact in asdict(tile).items() if name != "id"}
            for tile in board.tiles
        },
    }
    view = View(board)
    return Course(_summary(board), partial(text_picture, view), partial(_drawn, view), facts)


def _shape(board: Board) -> str:
    spaces = sum(place.kind == SPACE for place in board.places)
    counts = [(len(board.cities), "city", "cities")]
    counts += [
        (sum(line.kind == kind for line in board.lines), f"{kind} line", f"{kind} lines")
        for kind in (SEA, AIR)
    ]
    words = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    return ", ".join([f"{spaces} spaces on {board.columns} levels", *words])


def _drawn(view: View) -> str:
    return svg_of(scene(view))


def _summary(board: Board) -> tuple[str, ...]:
    tiles = [f"{tile.count} {tile.id} ({tile_words(View(board), tile.id)})" for tile in board.tiles]
    rows = [
        ("shape", [_shape(board)]),
        ("start, finish", [f"{city.id} (level {city.column})" for city in board.cities if city.purple]),
        ("cities", [f"{city.id} {city.draw}" for city in board.cities]),
        ("lines", [line_words(line) for line in board.lines]),
        ("risk spaces", [place.id for place in board.places if place.risk]),
        (f"{sum(tile.count for tile in board.tiles)} tiles", tiles),
    ]
    return summary(board, rows)
