"""`check` and `result` lines."""

from grammar.syntax import Leaf, Node, Span
from model.great_race.position import Position
from model.great_race.standing import Standing
from verifier.answer import Answer
from verifier.findings import Breach, Finding
from verifier.great_race.lines.facts import read_facts, wrong_facts
from verifier.great_race.lines.names import Names, names_of
from verifier.great_race.lines.terms import Speaker, Table

RULES = {
    "place": "GR-12.1",
    "fuel": "GR-11.1",
    "engine": "GR-11.1",
    "chassis": "GR-11.1",
    "money": "GR-1.6",
    "cards": "GR-11.6",
    "left": "GR-6.5",
    "passed": "GR-6.6",
    "finished": "GR-18.1",
    "broken": "GR-11.5",
    "used": "GR-22.2",
}
"""The rule that decides each fact, if no effect of the game set it."""

Wrong = tuple[Span, str, str, str]
"""A false claim: its place, the words for what holds, the player and the fact (`fuel`) that it is about."""


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
            return _told(table, list(_player(position, fact, names)), speaker)
        case "order":
            said = tuple(map(names.player, fact.leaves()))
            wrong = [(fact.span, f"the turn order is {' '.join(position.order)}", "", "order")]
            return _told(table, wrong if said != position.order else [], speaker)
        case "stack":
            return _told(table, _stack(position, fact, names), speaker)
        case "tile":
            return _told(table, _tile(position, fact, names), speaker)
    return _winner(table, table.standing, fact, names, speaker)


def _player(position: Position, fact: Node, names: Names) -> "list[Wrong]":
    first = fact.parts[0]
    assert isinstance(first, Leaf)
    player = position.player(names.player(first))
    said = read_facts((part for part in fact.parts if isinstance(part, Node)), names)
    return [(one.span, words, player.name, one.name) for one, words in wrong_facts(player, said)]


def _stack(position: Position, fact: Node, names: Names) -> "list[Wrong]":
    level, *markers = fact.leaves()
    said = tuple(map(names.player, markers))
    there = dict(position.track).get(int(level.text), ())
    if said == there:
        return []
    return [(fact.span, f"level {level.text} has {' '.join(there) or 'no marker'}", "", "level")]


def _tile(position: Position, fact: Node, names: Names) -> "list[Wrong]":
    space, kind = fact.leaves()
    place = names.place(space)
    there = position.tile(place)
    said = None if kind.text == "none" else names.tile(kind)
    if there == said or "?" in (there, said):
        return []
    return [(fact.span, f"{place} has {there or 'no tile'}", "", "tiles")]


def _winner(table: Table, standing: Standing, fact: Node, names: Names, speaker: Speaker) -> Answer:
    said = tuple(map(names.player, fact.leaves()))
    ended = standing.ended
    if ended is None or ended.winners is None:
        words = "the game is not over" if ended is None else "the points are not known"
        return Answer(table, (speaker.finding("undetermined", fact.span, words),))
    wrong = [(fact.span, f"the winner is {' and '.join(ended.winners)}", "", "winner")]
    return _told(table, wrong if set(said) != set(ended.winners) else [], speaker)


def result_line(table: Table, speaker: Speaker) -> Answer:
    """The answer to a `result`: the prestige of the finishers (GR-19)."""
    node = speaker.statement.node
    assert table.setup is not None
    ended = table.standing.ended if table.standing is not None else None
    if ended is None:
        return Answer(
            table, (speaker.finding("undetermined", node.span, "the game is not over here"),), judged=False
        )
    names, points = names_of(table.setup), dict(ended.points)
    wrong: list[Wrong] = []
    for part in node.parts:
        assert isinstance(part, Node)
        leaf, number = part.leaves()
        player = names.player(leaf)
        if player not in points:
            wrong.append((part.span, f"{player} has not finished", player, "finished"))
        elif number.kind != "UNKNOWN" and points[player] not in (None, int(number.text)):
            wrong.append((part.span, f"{player} has {points[player]} points", player, "points"))
    return _told(table, wrong, speaker)


def _told(table: Table, wrong: "list[Wrong]", speaker: Speaker) -> Answer:
    return Answer(table, tuple(_claim(table, one, speaker) for one in wrong))


def _claim(table: Table, wrong: Wrong, speaker: Speaker) -> Finding:
    """The finding about a false claim: the rule is that of the last effect that set the fact."""
    span, fact, player, what = wrong
    rules = [one.rules[0] for one in table.effects() if one.rules and (one.who, one.what) == (player, what)]
    usual = {
        "order": "GR-17.1",
        "level": "GR-16.2",
        "tiles": "GR-7.2",
        "winner": "GR-19.5",
        "points": "GR-19.2",
    }
    rule = rules[-1] if rules else RULES.get(what) or usual[what]
    return speaker.breaches("claim", span, (Breach(rule, fact),))
