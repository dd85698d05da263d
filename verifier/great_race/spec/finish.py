"""GR-18, GR-19: the end of the game, and prestige."""

from model.great_race.position import NONE, Player
from model.great_race.seen import Left
from model.great_race.standing import Ended
from verifier.great_race.spec.table import Scene, hidden


def finish(scene: Scene, who: str) -> Scene:
    """GR-18.2: a player who reaches the finish discards the hand, removes all assistants, and passes."""
    held = scene.known(who, "cards")
    if held:
        scene = scene.saw(Left(who, hidden(held)))
    rank = 1 + max(player.finished for player in scene.position.players)  # GR-19.6
    return scene.with_player(who, cards=0, left=NONE, passed=True, finished=rank)


def ended(scene: Scene) -> Ended:
    """The points of the finishers (GR-19.1), and who has won (GR-18.6, GR-19.5)."""
    home = sorted((one for one in scene.position.players if one.finished), key=lambda one: one.finished)
    points = tuple((player.name, prestige(scene, player)) for player in home)
    known = [number for _, number in points if number is not None]
    if len(known) < len(points):
        return Ended(points, None)
    best = tuple(name for name, number in points if number == max(known))
    if len(best) > 1 and scene.reads("prestige-tie") == "b":
        best = best[:1]
    return Ended(points, best)


def prestige(scene: Scene, player: Player) -> int | None:
    """GR-19: the points of a finisher; None if a number is not known."""
    parts = points(scene, player)
    return None if parts is None else sum(parts.values())


def points(scene: Scene, player: Player) -> dict[str, int] | None:
    """The points of a finisher by the rules that give them."""
    if player.engine is None or player.chassis is None or player.money is None:
        return None
    return {
        "GR-19.2": scene.number(f"arrival_{player.finished}"),
        "GR-19.3": scene.number("per_level") * (player.engine + player.chassis),
        "GR-19.4": player.money // scene.number("money_per_point") if scene.keeps("GR-19.4") else 0,
    }
