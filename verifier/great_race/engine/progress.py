"""GR-16: the progress track."""

from collections.abc import Sequence

from verifier.great_race.engine.table import Table


def arrive(table: Table, player: str, way: Sequence[str]) -> None:
    """The marker of a vehicle that has moved goes to the level of its new place, on top of the markers there (GR-16.2). `way` are
    the places of the move, that of its start first."""
    setup = table.setup
    before, after = setup.level(way[0]), setup.level(way[-1])
    if before == after:
        reading = setup.reading("lateral-restack") if len(way) > 1 else "a"
        levels = {setup.level(place) for place in way}
        if reading == "a" or (reading == "c" and len(levels) == 1):
            return
    stacks = {level: tuple(one for one in stack if one != player) for level, stack in table.position.track}
    stacks[after] = (*stacks.get(after, ()), player)
    table.change(track=tuple(sorted((level, stack) for level, stack in stacks.items() if stack)))
    table.did("GR-16.2", "GR-16.3", "GR-16.4", who=player, what="level")
