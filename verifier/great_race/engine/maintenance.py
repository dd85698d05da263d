"""GR-17: the maintenance after a convoy, and the next turn."""

from model.great_race.moves import Bonus, Order, Turn
from model.great_race.position import CAMP, CONVOY, MAINTENANCE, NONE, OVER
from model.values import replace
from verifier.great_race.engine.table import Table


def begin_turn(table: Table, decision: Turn) -> None:
    """A turn begins, after the maintenance of the one before (GR-3.1)."""
    begin(table)
    position = table.position
    if position.phase == OVER:
        table.refuse(
            "GR-18.4", "the game is over", "the game ends with the convoy in which somebody finishes"
        )
    if position.phase != CAMP or position.display or decision.number != position.turn:
        due = position.turn + (position.phase != CAMP)
        table.refuse(
            "GR-3.1",
            f"turn {decision.number} begins, and turn {due} is due",
            "turns follow each other",
            due=due,
        )


def state_order(table: Table, decision: Order) -> None:
    """A record states the new turn order."""
    _take_place(table)
    order = table.position.order
    if decision.players != order:
        table.refuse(
            "GR-17.1",
            f"the new turn order is {' '.join(order)}",
            "higher levels come first, then lower markers",
        )
    table.did("GR-17.1")


def state_bonus(table: Table, decision: Bonus) -> None:
    """A record states a bonus."""
    _take_place(table)
    due = dict(table.bonuses).get(decision.player, 0)
    if decision.francs != due:
        table.refuse(
            "GR-17.3",
            f"{decision.player} gets {due} F, not {decision.francs} F",
            "only the first in the new order get a bonus",
            due=due,
        )
    table.did("GR-17.3")


def _take_place(table: Table) -> None:
    """The maintenance takes place with the first line about it."""
    if begin(table):
        return
    if table.position.phase == OVER:
        table.refuse("GR-17.5", "the game is over", "no maintenance follows the last turn")
    if not table.bonuses and (table.keeps("GR-17.3") or not _between_turns(table)):
        table.refuse("GR-3.1", "the convoy is not over", "the maintenance comes last in a turn")


def begin(table: Table) -> bool:
    """The maintenance takes place if the convoy is over: no player is left in it (GR-6.1), and none has finished (GR-17.5)."""
    players, phase = table.position.players, table.position.phase
    if phase == CONVOY and all(one.idle for one in players):
        table.change(phase=OVER if any(one.finished for one in players) else MAINTENANCE, next=None)
    if table.position.phase != MAINTENANCE:
        return False
    _maintain(table)
    return True


def _between_turns(table: Table) -> bool:
    """Whether a turn is about to begin, and it is not the first."""
    position = table.position
    return position.phase == CAMP and position.turn > 1 and not position.display


def _maintain(table: Table) -> None:
    """The new turn order, the bonuses, and the next turn with all assistants back (GR-17, GR-5.1, GR-22.2)."""
    order = tuple(seat.name for seat in table.setup.seats)
    if table.keeps("GR-17.1"):
        order = tuple(name for _, stack in reversed(table.position.track) for name in stack)
    given: dict[str, int] = {}
    if table.keeps("GR-17.3"):
        given[order[0]] = table.number("bonus_first")
        if len(order) >= table.number("bonus_second_min_players"):
            given[order[1]] = table.number("bonus_second")
    table.did("GR-17.1", "GR-3.2", what="order")
    for name, francs in given.items():
        table.earn(name, francs, "GR-17.3")
    fresh = {
        one.name: replace(one, left=NONE, planned=False, passed=False, used=False)
        for one in table.position.players
    }
    table.bonuses = tuple(given.items())
    table.change(
        turn=table.position.turn + 1,
        phase=CAMP,
        players=tuple(fresh[name] for name in order),
        next=order[-1],
        display=(),
    )
