"""GR-3, GR-17: the maintenance between two turns."""

from model.great_race.moves import Bonus, Order, Turn
from model.great_race.position import CAMP, CONVOY, MAINTENANCE, NONE, OVER
from model.values import replace
from verifier.great_race.spec.table import Scene, demand

Bonuses = tuple[tuple[str, int], ...]
"""Who got how much in a maintenance."""

FRESH = {"left": NONE, "planned": False, "passed": False, "used": False}
"""GR-5.1, GR-22.2: what a new turn gives back to a player."""


def between_turns(scene: Scene, given: Bonuses, decision: Turn | Order | Bonus) -> tuple[Scene, Bonuses]:
    """The first of these lines after a convoy is the maintenance; each line must agree with it."""
    scene, given = after_convoy(scene, given, "GR-18.4" if isinstance(decision, Turn) else "GR-17.5")
    position = scene.position
    begins = position.phase == CAMP and not position.display
    match decision:
        case Turn(number):
            demand(begins, "GR-3.1", f"turn {position.turn} is not over")
            demand(number == position.turn, "GR-3.1", f"turn {position.turn} begins")
        case Order(order):
            demand(begins and position.turn > 1, "GR-3.1", "no maintenance is due")
            demand(order == position.order, "GR-17.1", f"the new turn order is {' '.join(position.order)}")
        case Bonus(player, francs):
            demand(begins and position.turn > 1, "GR-3.1", "no maintenance is due")
            due = dict(given).get(player, 0)
            demand(francs == due, "GR-17.3", f"{player} gets {due} F")
    return scene, given


def after_convoy(scene: Scene, given: Bonuses, rule: str) -> tuple[Scene, Bonuses]:
    """GR-3.1, GR-17.5: a convoy that is over leads to the maintenance; the end of the game breaks a rule."""
    phase, players = scene.position.phase, scene.position.players
    if phase == MAINTENANCE or (phase == CONVOY and all(one.idle for one in players)):
        phase = OVER if any(one.finished for one in players) else MAINTENANCE
    demand(phase != OVER, rule, "the game is over")
    return maintain(scene) if phase == MAINTENANCE else (scene, given)


def maintain(scene: Scene) -> tuple[Scene, Bonuses]:
    """GR-17.2: the turn order, which then holds for a turn (GR-3.2), new cards (GR-17.4, a line of their own), and bonuses."""
    position = scene.position
    order = [name for _, stack in reversed(position.track) for name in stack]  # GR-17.1
    if not scene.keeps("GR-17.1"):
        order = [seat.name for seat in scene.setup.seats]
    given: list[tuple[str, int]] = []
    if scene.keeps("GR-17.3"):
        given.append((order[0], scene.number("bonus_first")))
        if len(order) >= scene.number("bonus_second_min_players"):
            given.append((order[1], scene.number("bonus_second")))
    players = tuple(position.player(name) for name in order)
    position = replace(position, players=players, turn=position.turn + 1, phase=CAMP, next=order[-1])
    scene = scene.at(replace(position, display=()))
    for name in order:
        scene = scene.with_player(name, **FRESH)
    for name, francs in given:
        scene = scene.changed(name, "money", francs)
    return scene, tuple(given)
