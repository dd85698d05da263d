"""GR-9: escorts, as assistants and as cards."""

from model.great_race.moves import ASSISTANT, UNKNOWN, Clear, Hit, Play, Reaction
from model.great_race.position import ESCORT, ZONES
from verifier.great_race.spec.resources_hand import ESCORT_CARD, discard, may_play_any_time, must_hold
from verifier.great_race.spec.table import OpenError, Scene, demand
from verifier.great_race.spec.tiles import lay_tile, own_path, remove_tile


def take_assistants(scene: Scene, who: str, zone: str, number: int, rule: str, word: str = "") -> Scene:
    """GR-6.5: assistants leave a zone of the dashboard."""
    left = scene.plan(who)
    place = ZONES.index(zone)
    demand(left[place] >= number, rule, f"{who} has {left[place]} assistants left in zone {zone}", word)
    explorer, mechanic, escort, treasury = (
        count - number * (zone == other) for count, other in zip(left, ZONES, strict=True)
    )
    return scene.with_player(who, left=(explorer, mechanic, escort, treasury))


def avoid(scene: Scene, who: str, means: str, word: str) -> Scene:
    """GR-9.2: an escort assistant or an Escort card avoids a danger."""
    if means == ASSISTANT:
        return take_assistants(scene, who, ESCORT, 1, "GR-9.2", word)
    may_play_any_time(scene, who, ESCORT_CARD, word)
    must_hold(scene, who, (ESCORT_CARD,), word)
    return discard(scene, who, (ESCORT_CARD,), word)


def react(scene: Scene, play: Play, reaction: Reaction) -> Scene:
    """GR-9.3: a player cancels a danger card before it takes effect."""
    by, word = reaction.by, "reaction"
    player = scene.player(by)
    demand(not player.finished, "GR-18.2", f"{by} has finished", word)
    demand(scene.keeps("GR-9.3"), "GR-9.2", "no escort cancels a danger card", word)
    demand(not reaction.late, "GR-9.3", f"the {play.card} has had its effect", word)
    if player.passed and reaction.means == ASSISTANT:
        demand(scene.reads("escort-after-pass") == "a", "GR-6.6", f"{by} has passed", word)
    if isinstance(play.use, Hit) and play.use.victim != by:
        fact = f"the {play.card} is aimed at {play.use.victim}, not at {by}"
        demand(scene.reads("escort-for-others") == "a", "GR-9.3", fact, word)
    return avoid(scene, by, reaction.means, word)


def clear(scene: Scene, who: str, act: Clear) -> Scene:
    """GR-9.4: an escort removes a tile of the path that has no vehicle on it."""
    scene = take_assistants(scene, who, ESCORT, 1, "GR-6.5")
    demand(scene.keeps("GR-9.4"), "GR-9.1", "no escort clears a tile")
    if act.space == UNKNOWN:
        raise OpenError("the tile cleared is not known")
    tile = scene.position.tile(act.space)
    demand(tile is not None, "GR-9.4", f"{act.space} has no tile")
    assert tile is not None
    demand(act.space not in vehicles(scene), "GR-9.4", f"a vehicle stands on {act.space}")
    start = scene.player(who).place
    if scene.reads("escort-clear-reach") == "b":
        near = act.space in scene.setup.board.index[start].near
        demand(near, "GR-9.4", f"{act.space} is not next to {start}")
    else:
        fact = f"no path of tiles and cities leads from {start} to {act.space}"
        demand(act.space in own_path(scene, who), "GR-9.4", fact)
    return remove_tile(lay_tile(scene, act.space, None), tile)


def vehicles(scene: Scene) -> set[str]:
    """The places where vehicles stand."""
    return {player.place for player in scene.position.players}
