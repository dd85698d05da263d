"""`check` and `result` lines."""

from grammar.syntax import Leaf, Node
from model.great_race.claims import Claim
from model.great_race.standing import Standing
from verifier.answer import Answer
from verifier.great_race.lines.claims import (
    Denied,
    level_denied,
    order_denied,
    player_denied,
    refuted,
    tile_denied,
)
from verifier.great_race.lines.facts import read_facts
from verifier.great_race.lines.names import Names, names_of
from verifier.great_race.lines.terms import Speaker, Table


def check_line(table: Table, speaker: Speaker) -> Answer:
    """The answer to a `check`; it changes nothing."""
    [fact] = speaker.statement.node.parts
    assert isinstance(fact, Node) and table.setup is not None
    if table.standing is None:
        words = "the position is not known here"
        return Answer(table, (speaker.finding("undetermined", fact.span, words),), judged=False)
    names, position = names_of(table.setup), table.standing.position
    match fact.kind:
        case "player_state":
            first = fact.parts[0]
            assert isinstance(first, Leaf)
            said = read_facts((part for part in fact.parts if isinstance(part, Node)), names)
            wrong = list(player_denied(table, names.player(first), said))
        case "order":
            wrong = list(order_denied(position, tuple(map(names.player, fact.leaves())), fact.span))
        case "stack":
            level, *markers = fact.leaves()
            stack = tuple(map(names.player, markers))
            wrong = list(level_denied(position, int(level.text), stack, fact.span))
        case "tile":
            space, kind = fact.leaves()
            lies = None if kind.text == "none" else names.tile(kind)
            wrong = list(tile_denied(position, names.place(space), lies, fact.span))
        case _:
            return _winner(table, table.standing, fact, names, speaker)
    return Answer(table, refuted(table, wrong, speaker))


def _winner(table: Table, standing: Standing, fact: Node, names: Names, speaker: Speaker) -> Answer:
    said = tuple(map(names.player, fact.leaves()))
    ended = standing.ended
    if ended is None or ended.winners is None:
        words = "the game is not over" if ended is None else "the points are not known"
        return Answer(table, (speaker.finding("undetermined", fact.span, words),))
    wrong = [Denied(fact.span, Claim("winner", said), f"the winner is {' and '.join(ended.winners)}")]
    return Answer(table, refuted(table, wrong if set(said) != set(ended.winners) else (), speaker))


def result_line(table: Table, speaker: Speaker) -> Answer:
    """The answer to a `result`: the prestige of the finishers (GR-19). Before the end only who has finished is known."""
    node = speaker.statement.node
    assert table.setup is not None
    not_over = (speaker.finding("undetermined", node.span, "the game is not over here"),)
    if table.standing is None:
        return Answer(table, not_over, judged=False)
    ended = table.standing.ended
    home = [(player.name, None) for player in table.standing.position.players if player.finished]
    names, points = names_of(table.setup), dict(home if ended is None else ended.points)
    wrong: list[Denied] = []
    for part in node.parts:
        assert isinstance(part, Node)
        leaf, number = part.leaves()
        player = names.player(leaf)
        if player not in points:
            claim = Claim("finished", True, player)
            wrong.append(Denied(part.span, claim, f"{player} has not finished"))
        elif number.kind != "UNKNOWN" and points[player] not in (None, int(number.text)):
            claim = Claim("points", int(number.text), player)
            wrong.append(Denied(part.span, claim, f"{player} has {points[player]} points"))
    if ended is None and not wrong:
        return Answer(table, not_over, judged=False)
    return Answer(table, refuted(table, wrong, speaker))
