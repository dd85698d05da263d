"""GR-18 and GR-19: the finish, the end of the game and the prestige."""

from model.great_race.position import NONE, OVER
from model.great_race.seen import Left
from model.great_race.standing import Ended
from verifier.great_race.engine.table import Table


def arrive(table: Table, player: str) -> None:
    """A vehicle reaches the finish: the player takes no further part (GR-18.2)."""
    now = table.player(player)
    rank = 1 + sum(bool(one.finished) for one in table.position.players)
    if now.cards:
        table.see(Left(player, ("?",) * now.cards))
    table.set(player, finished=rank, cards=0, left=NONE, passed=True)
    table.did("GR-18.1", "GR-18.2", "GR-18.3", "GR-19.6", who=player, what="finished")


def end(table: Table) -> None:
    """The game is over, and its finishers score (GR-18.4, GR-19)."""
    table.change(phase=OVER, next=None)
    arrived = sorted((one.finished, one.name) for one in table.position.players if one.finished)
    points = tuple((name, points_of(table, name)) for _, name in arrived)
    table.did("GR-18.4", "GR-18.6", "GR-19.1", "GR-19.2", "GR-19.3", "GR-19.4", "GR-19.5")
    table.ended = Ended(points, _winners(table, points))


def points_of(table: Table, player: str) -> int | None:
    """The prestige of a finisher; None if a gauge or the money is not known."""
    now = table.player(player)
    if now.engine is None or now.chassis is None or now.money is None:
        return None
    arrival = table.number(f"arrival_{now.finished}")
    levels = (now.engine + now.chassis) * table.number("per_level")
    money = now.money // table.number("money_per_point") if table.keeps("GR-19.4") else 0
    return arrival + levels + money


def _winners(table: Table, points: tuple[tuple[str, int | None], ...]) -> tuple[str, ...] | None:
    """Who has most points (GR-19.5)."""
    known = [number for _, number in points if number is not None]
    if len(known) < len(points):
        return None
    best = [name for name, number in points if number == max(known)]
    return tuple(best[:1]) if table.reads("prestige-tie", "b") else tuple(best)
