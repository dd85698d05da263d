"""GR-5: planning."""

from model.great_race.moves import Plan
from model.great_race.position import CAMP, CONVOY, PLANNING
from model.values import replace
from verifier.great_race.spec.convoy import hand_over
from verifier.great_race.spec.table import Scene, demand, refuse


def plan(scene: Scene, decision: Plan) -> Scene:
    """GR-5.2: the assistants go to the zones; a lost plan stays unknown."""
    position, who, zones = scene.position, decision.player, decision.zones
    if position.phase != PLANNING:
        rule = "GR-3.1" if position.phase == CAMP else "GR-5.4"
        refuse(rule, "the camp is not over" if position.phase == CAMP else "the plans are shown already")
    demand(not scene.player(who).planned, "GR-5.4", f"{who} has planned already")
    if zones is not None:
        all_of_them, placed = scene.number("assistants"), sum(zones)
        fact = f"{who} has {all_of_them} assistants and places {placed}"
        demand(placed <= all_of_them, "GR-5.1", fact)
        demand(placed == all_of_them or scene.reads("plan-all-five") == "b", "GR-5.3", fact)
    scene = scene.with_player(who, left=zones, planned=True, passed=False)
    if not all(player.planned for player in scene.position.players):
        return scene
    begun = replace(scene.position, phase=CONVOY, next=None)
    return hand_over(scene.at(begun), scene.position.order[-1])
