"""A position in words, apart from the places of the vehicles."""

from collections.abc import Iterator
from textwrap import wrap

from model.great_race.facts import GAUGES
from model.great_race.position import CAMP, CONVOY, MAINTENANCE, PLANNING, Player
from model.great_race.standing import Standing
from verifier.drawings.scene import Row
from verifier.great_race.lines.write import zones_text

DUE = {
    CAMP: "camp: {next} takes a card",
    PLANNING: "planning: {next} plans",
    CONVOY: "convoy: {next} plays",
    MAINTENANCE: "maintenance",
}
"""What is due in each phase; nothing after the last."""


def summary_lines(standing: Standing, width: int) -> tuple[str, ...]:
    """Turn, who acts, each player in turn order, cards on show, the bag, in lines of at most `width` characters."""
    first, *others = facts_of(standing)
    lines = [first, *map(_line_of, standing.position.players), *others]
    return tuple(part for line in lines for part in wrap(line, max(width, 10), subsequent_indent="  "))


def facts_of(standing: Standing) -> Iterator[str]:
    """What the players have in common: turn, who acts, cards on show, the bag, prestige."""
    position = standing.position
    due = DUE.get(position.phase, "the game is over").format(next=position.next or "somebody")
    yield f"turn {position.turn}, {due}"
    if position.display:
        yield f"on show: {', '.join(position.display)}"
    bag = "?" if position.in_bag is None else str(position.in_bag)
    removed = f"; out of the game: {', '.join(position.removed)}" if position.removed else ""
    yield f"bag: {bag} tiles{removed}"
    if standing.ended is not None:
        points = ", ".join(f"{name} {_shown(one)}" for name, one in standing.ended.points)
        yield f"prestige: {points or 'no player has finished'}"


HEAD = ("player", "place", "fuel", "engine", "chassis", "money", "hand", "assistants", "state")
"""The titles of the standings."""


def standings(standing: Standing) -> Iterator[Row]:
    """The standings: the players in turn order."""
    for player in standing.position.players:
        gauges = map(_shown, (player.fuel, player.engine, player.chassis))
        money, hand = f"{_shown(player.money)} F", _shown(player.cards)
        cells = (player.name, player.place, *gauges, money, hand, _assistants(player), _state(player))
        yield Row(player.name, cells)


def _shown(value: int | None) -> str:
    return "?" if value is None else str(value)


def _assistants(player: Player) -> str:
    return "?" if player.left is None else zones_text(player.left)


def _state(player: Player) -> str:
    if player.finished:
        return f"finished as number {player.finished}"
    return ", ".join(["broken down"] * player.broken + ["passed"] * player.passed)


def _line_of(player: Player) -> str:
    words = [f"{gauge} {_shown(getattr(player, gauge))}" for gauge in GAUGES]
    words += [
        f"{_shown(player.money)} F",
        f"hand {_shown(player.cards)}",
        f"assistants {_assistants(player)}",
    ]
    return f"{player.name} {', '.join([*words, *filter(None, [_state(player)])])}"
