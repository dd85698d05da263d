"""The last line of play of a table as a test record that expects its outcome, after those of the same maintenance."""

from collections.abc import Iterator

from model.great_race.claims import Decided
from model.great_race.facts import DATA, GAUGES
from model.great_race.moves import Bonus, Order, Turn
from model.great_race.position import Player, Position
from verifier.great_race.lines.block import block_lines
from verifier.great_race.lines.terms import Table
from verifier.great_race.lines.write import line_text, place_text, route_text, seat_text, zones_text
from verifier.judging import rules_of
from verifier.rulesets.changes import rule_lines


def record_text(table: Table) -> str:
    """The record; empty if no line of play was judged."""
    setup, refused, after = table.setup, table.refused, table.standing
    if setup is None or after is None or not (refused or table.past):
        return ""
    lines = [f"game {DATA.game}", 'title "what this record shows"']
    played = list(table.past)
    if refused is not None:
        played.append(Decided(after, refused.decision))
    first = len(played) - 1
    while first and _of_maintenance(played[first - 1]) and _of_maintenance(played[first]):
        first -= 1
    before, checks = played[first].before, list[str]()
    if refused is not None:
        rule = refused.breaches[0].rule
        lines += [f"shows {rule}", f"expect illegal {rule}"]
    else:
        rules = rules_of(table.effects)
        lines += [f"shows {' '.join(rules)}"] if rules else []
        checks = list(_checks(before.position, after.position))
    lines += rule_lines(DATA, setup.ruleset)
    lines += [f"board {setup.board.id}", route_text(setup.start, setup.finish), *map(seat_text, setup.seats)]
    block = [f"  {line}" for line in block_lines(setup, before)]
    plays = [line_text(one.decision) for one in played[first:]]
    return "\n".join([*lines, "position", *block, "end", *plays, *checks]) + "\n"


def _of_maintenance(one: Decided) -> bool:
    """Whether a line states the maintenance, which takes place with the first one that does."""
    return isinstance(one.decision, Turn | Order | Bonus)


def _checks(before: Position, after: Position) -> Iterator[str]:
    """What the line changed for each player."""
    for player in after.players:
        changes = list(_changed(before.player(player.name), player))
        if changes:
            yield f"check {player.name} {' '.join(changes)}"
    if before.order != after.order:
        yield f"check order {' '.join(after.order)}"


def _changed(before: Player, after: Player) -> Iterator[str]:
    if after.place != before.place:
        yield f"at {place_text(after.place)}"
    for name in (*GAUGES, "money"):
        if getattr(after, name) not in (getattr(before, name), None):
            yield f"{name} {getattr(after, name)}"
    if after.cards != before.cards:
        yield f"hand {after.cards or 'none'}"
    if after.left is not None and after.left != before.left:
        yield f"left {zones_text(after.left)}"
    for name in ("passed", "used"):
        if getattr(after, name) and not getattr(before, name) and not after.finished:
            yield name
    if after.finished != before.finished:
        yield f"finished {after.finished}"
