"""GR-16: the progress track."""

from verifier.great_race.engine.table import Table


def arrive(table: Table, player: str, start: str) -> None:
    """The marker of a vehicle that has moved goes to the level of its new place, on top of the markers there (GR-16.2)."""
    setup, now = table.setup, table.player(player).place
    before, after = setup.level(start), setup.level(now)
    if before == after and (
        start == now or table.reads("lateral-restack", "a") or table.reads("lateral-restack", "c")
    ):
        return
    stacks = {level: tuple(one for one in stack if one != player) for level, stack in table.position.track}
    stacks[after] = (*stacks.get(after, ()), player)
    table.change(track=tuple(sorted((level, stack) for level, stack in stacks.items() if stack)))
    table.did("GR-16.2", who=player, what="level", now=after)
