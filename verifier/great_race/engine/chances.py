"""The players who cannot win any more."""

from collections.abc import Iterator

from model.great_race.position import CONVOY, OVER, Position, Setup
from model.great_race.standing import Standing
from verifier.great_race.engine.finish import points_of
from verifier.great_race.engine.table import Table


def beaten(setup: Setup, position: Position) -> Iterator[tuple[str, str]]:
    """Each player who cannot win any more, whatever follows, and why. After the first arrival the game ends with the convoy
    (GR-18.4), and nothing changes the points of who has arrived (GR-18.5)."""
    table = Table(setup, Standing(position))
    arrived = sorted((one.finished, one.name) for one in position.players if one.finished)
    over = position.phase == OVER
    if not arrived or (position.phase != CONVOY and not over):
        return
    for one in position.players:
        if not one.finished and (one.idle or over):
            yield one.name, f"{arrived[0][1]} has arrived, and {one.name} takes no further part"
    if not (over or table.keeps("GR-18.5")):
        return
    scores = ((name, points_of(table, name)) for _, name in arrived)
    points = {name: number for name, number in scores if number is not None}
    best = max(points, key=lambda name: points[name], default="")
    for name, number in points.items():
        if number < points[best]:
            yield name, f"it has {number} points, and {best} {points[best]}"
