"""The header of a record: race distance, teams, names of cars, the track."""

from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType

from grammar.syntax import Leaf, Node, Span, Statement
from model.datafiles import did_you_mean, plain
from model.errors import ModelError, Problem
from model.thunder_alley import tracks
from model.thunder_alley.facts import TEAMS
from model.thunder_alley.position import Setup, Team
from model.thunder_alley.track import Track
from model.values import replace
from verifier.findings import Finding, Related
from verifier.records.speaking import Trouble
from verifier.thunder_alley.lines.names import listed, names_of, unquoted
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table

UNREADABLE, UNKNOWN_NAME, IMPOSSIBLE = "unreadable", "unknown-name", "impossible"
ONCE = "a record needs this line once; leave one of the two out"

MOST_TOLD = 50
"""The most track errors that are reported."""

MOST_NAMES = 200
"""The most names that a record can give to all its cars together."""

PLAIN_TEAMS = {plain(team): team for team in TEAMS}
"""Team colours by their plain names."""

KINDS = ("laps", "team", "car_names", "track")
"""The header statements that are read here."""


def header_line(table: Table, speaker: Speaker, folder: Path | None, own: tuple[Path, ...] = ()) -> Answer:
    """Reads a line of the header. Contradictions and unknown names are findings, and the line then has no effect. `own` are
    folders of the user's own tracks."""
    statement = speaker.statement
    if statement.kind == "track":
        return _track(table, statement, speaker, folder, own)
    if statement.kind == "laps":
        setup, findings = _laps(table, statement.node, speaker)
    elif statement.kind == "team":
        setup, findings = _team(table, statement.node, speaker)
    else:
        setup, findings = _names(table, statement.node, speaker)
    if findings:
        return Answer(table, tuple(findings))
    return Answer(replace(table, setup=setup, lines=_lines_said(table, setup, statement.line)))


def _lines_said(table: Table, setup: Setup, line: int) -> MappingProxyType[str, int]:
    """The lines in which each header fact was given, including those of this line."""
    before, said = table.setup, list[str]()
    if setup.laps is not None and before.laps is None:
        said.append("laps")
    if setup.track is not None and before.track is None:
        said.append("track")
    for team in setup.teams[len(before.teams) :]:
        said.append(f"team {team.colour}")
        said += [f"car {number}" for number in team.cars]
    if setup.names is not before.names:
        said += [f"name {plain(name)}" for name in setup.names or ()]
    return MappingProxyType({**dict.fromkeys(said, line), **table.lines})


def _contradiction(
    table: Table, key: str, span: Span, fact: str, what: str, help: str, speaker: Speaker
) -> Finding:
    """A contradiction of an earlier header line; `key` is that fact's key in `Table.lines`."""
    known = table.lines.get(key)
    related = () if known is None else (Related(known, what),)
    return speaker.finding(IMPOSSIBLE, span, fact, help=help, related=related)


def _laps(table: Table, node: Node, speaker: Speaker) -> tuple[Setup, list[Finding]]:
    leaf = node.leaves()[0]
    laps = int(leaf.text)
    if table.setup.laps is not None and table.setup.laps != laps:
        what = f"`laps` is `{table.setup.laps}`"
        fact = f"`laps` is `{laps}` here and `{table.setup.laps}` in line {table.lines.get('laps')}"
        return table.setup, [_contradiction(table, "laps", leaf.span, fact, what, ONCE, speaker)]
    if laps == 0:
        return table.setup, [speaker.finding(UNREADABLE, leaf.span, "a race has at least one lap")]
    return replace(table.setup, laps=laps), []


def _team(table: Table, node: Node, speaker: Speaker) -> tuple[Setup, list[Finding]]:
    leaves = node.leaves()
    word = leaves[0]
    player = next((unquoted(leaf.text) for leaf in leaves if leaf.kind == "STRING"), None)
    numbers = [leaf for leaf in leaves if leaf.kind == "INT"]
    colour = PLAIN_TEAMS.get(plain(word.text))
    if colour is None:
        help = did_you_mean(word.text, TEAMS) or f"team colours are {listed(list(TEAMS))}"
        return table.setup, [
            speaker.finding(UNKNOWN_NAME, word.span, f"there is no team colour `{word.text}`", help=help)
        ]
    name = colour.capitalize()
    if any(team.colour == name for team in table.setup.teams):
        fact, what = f"team {name} already has a line", f"the cars of {name}"
        help = "write all cars of a team in one line"
        return table.setup, [_contradiction(table, f"team {name}", word.span, fact, what, help, speaker)]
    findings = []
    owners = {number: team.colour for team in table.setup.teams for number in team.cars}
    seen: dict[int, Leaf] = {}
    for leaf in numbers:
        number = int(leaf.text)
        if number in owners or number in seen:
            owner = owners.get(number, name)
            fact = f"car {number} already belongs to {owner}; car numbers are unique"
            what, help = f"car {number} belongs to {owner}", "a car races for one team; write its number once"
            findings.append(_contradiction(table, f"car {number}", leaf.span, fact, what, help, speaker))
        seen[number] = leaf
    team = Team(name, player, tuple(seen))
    return replace(table.setup, teams=(*table.setup.teams, team)), findings


def _names(table: Table, node: Node, speaker: Speaker) -> tuple[Setup, list[Finding]]:
    leaves = node.leaves()
    report: list[Trouble] = []
    names = names_of(table.setup, table.position)
    number = names.car(leaves[0], report) if names.cars else int(leaves[0].text)
    findings = [speaker.trouble(trouble) for trouble in report]
    known = dict(table.setup.names or {})
    if number is not None:
        for leaf in leaves[1:]:
            name = unquoted(leaf.text)
            if name.isdecimal() and int(name) != number:
                fact, help = f"`{name}` is the number of a car", "a name is a word, or the car's own number"
                findings.append(speaker.finding(UNREADABLE, leaf.span, fact, help=help))
            other = next((car for alias, car in known.items() if plain(alias) == plain(name)), number)
            if other != number:
                fact, help = f"`{name}` is the name of car {other}", "a name stands for one car"
                findings.append(
                    _contradiction(table, f"name {plain(name)}", leaf.span, fact, fact, help, speaker)
                )
            known[name] = number
    if len(known) > MOST_NAMES and not findings:
        fact = f"this record gives more than {MOST_NAMES} names to its cars"
        findings.append(speaker.finding(IMPOSSIBLE, node.span, fact, help="one or two names a car will do"))
    return replace(table.setup, names=MappingProxyType(known)), findings


def _track(
    table: Table, statement: Statement, speaker: Speaker, folder: Path | None, own: tuple[Path, ...]
) -> Answer:
    node = statement.node
    if table.setup.track is not None:
        fact = "this record has a track already"
        return Answer(table, (_contradiction(table, "track", node.span, fact, "the track", ONCE, speaker),))
    try:
        track = _read_track(statement, folder, own)
    except ModelError as error:
        problems = error.problems[:MOST_TOLD]
        if len(problems) < len(error.problems):
            problems += (Problem(f"and {len(error.problems) - len(problems)} more mistakes in this track"),)
        lines = [" ".join((word, *words)) for word, words in _lines(statement)]
        findings = tuple(
            speaker.finding(
                UNKNOWN_NAME if problem.what.startswith("there is no") else UNREADABLE,
                _place(statement, lines, problem),
                _said(node, problem),
                help=problem.help,
            )
            for problem in problems
        )
        return Answer(table, findings)
    setup = replace(table.setup, track=track)
    return Answer(replace(table, setup=setup, lines=_lines_said(table, setup, statement.line)))


def _read_track(statement: Statement, folder: Path | None, own: tuple[Path, ...]) -> Track:
    if statement.node.parts:
        return tracks.find(unquoted(statement.node.leaves()[0].text), folder, own)
    return tracks.from_lines(_lines(statement))


def _lines(statement: Statement) -> list[tuple[str, tuple[str, ...]]]:
    words = {"finish_line": "line", "green_line": "green", "restart_lanes": "restart"}
    return [
        (words.get(line.kind, line.kind), tuple(leaf.text for leaf in line.node.leaves()))
        for line in statement.body
        if line.kind != "end"
    ]


def _place(statement: Statement, lines: Sequence[str], problem: Problem) -> Span:
    """The line of the block that a problem is about, otherwise the `track` line itself; `lines` are the block's lines, as
    problems name them."""
    for said, line in zip(lines, statement.body, strict=False):
        if problem.where and said.startswith(problem.where):
            return line.node.span
    if statement.node.parts:
        return statement.node.leaves()[0].span
    return statement.node.span


def _said(node: Node, problem: Problem) -> str:
    """The message of a problem. In a file it includes the key; in a block the line shows it."""
    return f"{problem.where}: {problem.what}" if node.parts and problem.where else problem.what
