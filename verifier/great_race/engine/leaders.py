"""GR-22: the leaders' powers of a turn. Permanent powers are where they act: in cities (GR-22.5) and on lines (GR-22.6)."""

from model.great_race.moves import Power, Repair, Scout
from verifier.great_race.engine import tiles
from verifier.great_race.engine.repair import repair
from verifier.great_race.engine.table import Table

FRENCH, ITALIAN = "french", "italian"


def use(table: Table, player: str, act: Power) -> None:
    """A power that can be used once a turn (GR-22.2)."""
    if table.player(player).used:
        table.refuse("GR-22.2", f"{player} has used the power in this turn", "a power is used once a turn")
    leader = table.setup.leader(player)
    if leader == FRENCH and isinstance(act.use, Scout):
        anywhere = table.reads("leader-placement", "b")
        tiles.scout(table, player, act.use, table.number("french_tiles"), "GR-22.4", anywhere=anywhere)
    elif leader == ITALIAN and isinstance(act.use, Repair):
        repair(table, player, act.use)
        table.did("GR-22.7", who=player)
    else:
        table.refuse("GR-22.2", f"{player} has no such power", "a leader has the power of the card")
    table.set(player, used=True)
