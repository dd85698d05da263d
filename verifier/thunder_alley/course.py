"""`steward track`: checks, describes and draws tracks."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from model.errors import ModelError, Problem
from model.thunder_alley import tracks
from model.thunder_alley.track import Track
from model.userfiles import read_bytes
from verifier.drawings.scene import svg_of
from verifier.game import Course
from verifier.thunder_alley.pictures.svg import extent, track_scene
from verifier.thunder_alley.pictures.text import text_picture


def courses() -> tuple[tuple[str, str], ...]:
    """The shipped tracks by name, each with a short description."""
    every = (tracks.load(name) for name in tracks.shipped())
    return tuple((one.id, f"{one.title}: {extent(one)}, grid for {len(one.grid)}") for one in every)


def course(reference: str, folders: Sequence[Path]) -> Course | None:
    """The track for a shipped name or a track file; None if the reference is neither, or if the file has keys that no track
    has. Raises `ModelError` if the track is not usable."""
    path = tracks.locate(reference, folders=folders)
    if path is None:
        return _course(tracks.load(reference)) if reference.lower() in tracks.shipped() else None
    from model.thunder_alley.track_check import compile_track, warnings

    if _is_of_another_game(path):
        return None
    plan = tracks.read_plan(path)
    return _course(compile_track(plan), warnings(plan))


def _is_of_another_game(path: Path) -> bool:
    """Whether a file belongs to another game: it names its `schema`, which tracks do not, or has no `track` although it has
    other tables."""
    try:
        content = read_bytes(path, str(path))
    except ModelError:
        return False  # errors in the file are reported where it is read
    if re.search(rb"^\s*schema\s*=", content, re.MULTILINE):
        return True
    has_track = re.search(rb"^\s*(?:\[+\s*)?track\b", content, re.MULTILINE)
    return has_track is None and re.search(rb"^\s*\[", content, re.MULTILINE) is not None


def _course(track: Track, odd: Sequence[Problem] = ()) -> Course:
    return Course(
        tuple(_summary(track)),
        partial(text_picture, track),
        partial(_drawn, track),
        _facts(track),
        tuple(odd),
    )


def _drawn(track: Track) -> str:
    return svg_of(track_scene(track))


def _summary(track: Track) -> list[str]:
    """A summary of the track in a few lines."""
    rows = [("shape", f"{'closed, ' if track.ring else ''}{extent(track)}"), ("forks", _forks(track))]
    corners = [
        f"{section.first}-{section.last} {section.turn} {section.angle}"
        for section in track.sections
        if section.turn
    ]
    if corners:
        rows.append(("corners", ", ".join(corners)))
    if track.line is not None:
        rows.append(("Start/Finish", f"after sector {track.line}"))
    if track.green is not None:
        distance = ""
        if track.ring and track.line is not None:
            count = (track.sectors.index(track.line) - track.sectors.index(track.green)) % len(track.sectors)
            distance = f", {count} sectors before Start/Finish"
        rows.append(("green line", f"after sector {track.green}{distance}"))
    if track.restart is not None:
        rows.append(("restart lanes", f"{track.restart[0]} (inner) and {track.restart[1]} (outer)"))
    if track.grid:
        rows.append(("grid", f"{len(track.grid)} spaces, from {track.grid[0]} back to {track.grid[-1]}"))
    source = f" ({track.source})" if track.source else ""
    head = f"{track.title or 'Track'}: {track.id}@{track.version}{source}"
    return [head, *(f"  {label:<15}{words}" for label, words in rows)]


def _forks(track: Track) -> str:
    count = len(track.forks())
    return "none" if not count else f"{count} space{'s' if count > 1 else ''} with a choice of two ahead"


def _facts(track: Track) -> dict[str, Any]:
    """The track's facts for the JSON answer."""
    return {
        "id": track.id,
        "version": track.version,
        "title": track.title,
        "source": track.source,
        "ring": track.ring,
        "sectors": len(track.sectors),
        "spaces": len(track.spaces),
        "sections": [
            {"sectors": [one.first, one.last], "lanes": list(one.lanes), "turn": one.turn, "angle": one.angle}
            for one in track.sections
        ],
        "forks": {
            track.spaces[fork]: [track.spaces[end] for end in track.ahead[fork]] for fork in track.forks()
        },
        "line": track.line,
        "green": track.green,
        "restart": list(track.restart) if track.restart else None,
        "grid": list(track.grid),
    }
