"""GR-5: the secret plans, revealed together."""

from model.great_race.moves import Plan
from model.great_race.position import CAMP, CONVOY, PLANNING
from verifier.great_race.engine.table import Table


def plan(table: Table, decision: Plan) -> None:
    """A player's assistants go to the zones (GR-5.2). Once all plans are made the convoy begins."""
    player, due = table.player(decision.player), table.number("assistants")
    if table.position.phase == CAMP:
        table.refuse("GR-3.1", f"{player.name} plans in the camp", "the planning comes after the camp")
    if table.position.phase != PLANNING or player.planned:
        table.refuse(
            "GR-5.4",
            f"the plan of {player.name} cannot change now",
            "plans are made once, before the screens are lifted",
        )
    zones = decision.zones
    if zones is not None:
        placed = sum(zones)
        if placed > due:
            table.refuse(
                "GR-5.1", f"{player.name} places {placed} assistants", f"there are {due}", placed=placed
            )
        if placed < due and table.reads("plan-all-five", "a"):
            table.refuse(
                "GR-5.3",
                f"{player.name} places {placed} of {due} assistants",
                "all of them are placed",
                placed=placed,
            )
    table.set(player.name, left=zones, planned=True)
    table.did("GR-5.1", "GR-5.2", who=player.name, what="plan")
    if all(one.planned for one in table.position.players):
        table.change(phase=CONVOY, next=table.position.order[0])
