"""A position in words, apart from the places of the vehicles."""

from textwrap import wrap

from model.great_race.position import CAMP, CONVOY, MAINTENANCE, PLANNING, Player
from model.great_race.standing import Standing
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
    position = standing.position
    due = DUE.get(position.phase, "the game is over").format(next=position.next or "somebody")
    lines = [f"turn {position.turn}, {due}", *map(_line_of, position.players)]
    if position.display:
        lines.append(f"on show: {', '.join(position.display)}")
    bag = "?" if position.in_bag is None else str(position.in_bag)
    lines.append(
        f"bag: {bag} tiles"
        + (f"; out of the game: {', '.join(position.removed)}" if position.removed else "")
    )
    if standing.ended is not None:
        points = ", ".join(f"{name} {'?' if one is None else one}" for name, one in standing.ended.points)
        lines.append(f"prestige: {points or 'no player has finished'}")
    return tuple(part for line in lines for part in wrap(line, max(width, 10), subsequent_indent="  "))


def _line_of(player: Player) -> str:
    def shown(value: int | None) -> str:
        return "?" if value is None else str(value)

    words = [
        f"fuel {shown(player.fuel)}",
        f"engine {shown(player.engine)}",
        f"chassis {shown(player.chassis)}",
    ]
    words += [f"{shown(player.money)} F", f"hand {shown(player.cards)}"]
    words.append("assistants " + ("?" if player.left is None else zones_text(player.left)))
    if player.finished:
        words.append(f"finished as number {player.finished}")
    elif player.broken:
        words.append("broken down")
    words += ["passed"] if player.passed and not player.finished else []
    return f"{player.name} {', '.join(words)}"
