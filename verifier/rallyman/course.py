"""`steward track`: checks, describes and draws stages."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from model.rallyman import stages
from model.rallyman.stage import BUMP, CORNER, SHORTCUT, Stage
from verifier.coursing import found, listed, summary
from verifier.drawings.scene import svg_of
from verifier.game import Course
from verifier.rallyman.engine.road import ranks
from verifier.rallyman.pictures.svg import scene
from verifier.rallyman.pictures.text import text_picture
from verifier.rallyman.pictures.view import View

SIGNS = re.compile(
    rb"^[ \t]*(?:schema[ \t]*=[ \t]*[\"']rallyman|zone_order[ \t]*=|\[\[[ \t]*space[ \t]*\]\])", re.MULTILINE
)
"""Marks of a stage file: its `schema`, or keys that only stages have."""


def courses() -> tuple[tuple[str, str], ...]:
    """The shipped stages by name, each with a short description."""
    return listed(stages, _shape)


def course(reference: str, folders: Sequence[Path]) -> Course | None:
    """The stage for a reference: a shipped name or a stage file; None if it is neither. Raises `ModelError` for an unusable
    stage."""
    stage = found(stages, SIGNS, reference, folders)
    return None if stage is None else _course(stage)


def _course(stage: Stage) -> Course:
    facts = {
        "id": stage.id,
        "version": stage.version,
        "title": stage.name,
        "source": stage.source or None,
        "spaces": len(stage.spaces),
        "start": list(stage.start),
        "zones": [
            {"name": zone.name, "surface": zone.surface, "terrain": dict(zone.terrain)}
            for zone in stage.zones
        ],
        "corners": [
            {"name": corner.name, "hand": corner.hand, "ahead": [list(group) for group in corner.ahead]}
            for corner in stage.corners
        ],
        "next": {space.id: list(space.next) for space in stage.spaces},
        "ranks": {id: rank for id, rank in ranks(stage).items() if id in stage.index},
        "timing": dict(stage.points),
    }
    return Course(_summary(stage), partial(text_picture, View(stage)), partial(_drawn, stage), facts)


def _shape(stage: Stage) -> str:
    bumps = sum(space.kind == BUMP for space in stage.spaces)
    snow = sum(stage.zone(space.zone).surface == "snow" for space in stage.spaces)
    corners = f"{len(stage.corners)} corner{'s' if len(stage.corners) != 1 else ''}"
    return f"{len(stage.spaces)} spaces, {corners}, {bumps} bump{'s' if bumps != 1 else ''}, {snow} spaces of snow"


def _drawn(stage: Stage) -> str:
    return svg_of(scene(View(stage)))


def _summary(stage: Stage) -> tuple[str, ...]:
    corners = []
    for corner in stage.corners:
        mine = [space for space in stage.spaces if space.corner == corner.name]
        notes = "/".join(str(space.note) for space in mine)
        cut = " with a shortcut" if any(space.role == SHORTCUT for space in mine) else ""
        corners.append(f"{corner.name} {corner.hand} {notes}{cut}")
    rows = [
        ("shape", [_shape(stage)]),
        ("zones", [f"{zone.name} {zone.surface}" for zone in stage.zones]),
        ("corners", corners),
        ("bumps", [f"{space.id} ({space.note})" for space in stage.spaces if space.kind == BUMP]),
        ("wide", [space.id for space in stage.spaces if space.wide and space.kind != CORNER]),
        ("timing points", [f"{point} {space}" for point, space in stage.points.items()]),
    ]
    return summary(stage, rows)
