"""Positions with open facts and what may be played there, read from texts.

A scene is a `position` block without its frame, then ways to go on, each after `>`. `fuel 2|1|0` leaves a fact open, plainest
value first; `_` stands for no word and `+` joins several (`left M1+S1|none`). `//` divides the lines of a way. Without a block
the game begins; then `seat` lines name the players, who are else those of the block in its order.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache
from itertools import groupby

from grammar.parser import parse
from grammar.syntax import Statement
from model.great_race.boards import load
from model.great_race.facts import DATA
from model.great_race.moves import Begin, Decision
from model.great_race.position import CONVOY, Seat, Setup
from model.great_race.standing import EMPTY, Standing
from model.ruleset import Ruleset, default_ruleset, load_ruleset
from model.values import replace, value
from verifier.great_race.lines.block import build
from verifier.great_race.lines.block_check import faults
from verifier.great_race.lines.block_read import Block, read_block
from verifier.great_race.lines.names import names_of
from verifier.great_race.lines.play import read_decision
from verifier.great_race.lines.write import route_text, seat_text
from verifier.solving.cases import Cases, by_case, in_case, opened

BOARD, ROUTE, MODULE = "kestrel", "route Almar Dunmore", "leader"

WHOLE = {"fuel": "10", "engine": "5", "chassis": "5", "money": "80", "hand": "none"}
"""The facts of a player that the text of a line leaves out."""

HEAD = ("board ", "seat ", "route ")
"""The beginnings of lines of the header."""

KINDS = ("turn", "phase", "next", "tiles", "removed", "bag", "display", "discards", "deck", "track")
"""The beginnings of lines of a block that are not about a player."""

EVERYBODY = ""
"""Whose facts those of the position are."""

Name = tuple[str, str]
"""A player, and a fact (`fuel`, `place`); or no player, and `tile c3`."""


@value
class Way:
    """Lines of play, and their decisions."""

    lines: tuple[str, ...]
    decisions: tuple[Decision, ...]


@value
class Scene:
    """Positions: one for each combination of the `choices`, the words of the facts that are open. `standing` is all of them as
    one with open facts, `standings` has each, by the number of its case."""

    cases: Cases
    choices: Mapping[Name, object]
    setup: Setup
    ways: tuple[Way, ...]
    blocks: tuple[tuple[str, ...], ...] = field(default=((),))
    standings: tuple[Standing, ...] = field(default=(EMPTY,))
    standing: Standing = EMPTY

    def facts(self, case: int) -> Mapping[Name, object]:
        """The open facts in a case, in words."""
        return {name: in_case(choice, case) for name, choice in self.choices.items()}

    @property
    def head(self) -> tuple[str, ...]:
        """The header of a record, without its rules."""
        setup = self.setup
        return (
            f"board {setup.board.id}",
            route_text(setup.start, setup.finish),
            *map(seat_text, setup.seats),
        )

    def position(self, case: int) -> tuple[str, ...]:
        """The position in a case as lines of a record."""
        block = self.blocks[case]
        return ("position", *(f"  {line}" for line in block), "end") if block else ()


@cache
def scenes_of(text: str) -> tuple[Scene, ...]:
    """The scenes of a text, divided by blank lines."""
    lines = [line.strip() for line in text.splitlines()]
    return tuple(_scene(list(some)) for there, some in groupby(lines, bool) if there)


def _scene(lines: list[str]) -> Scene:
    ways = [line.removeprefix("> ") for line in lines if line.startswith(">")]
    head = [line for line in lines if line.startswith(HEAD)]
    block = [_whole(line).split() for line in lines if not line.startswith((">", *HEAD))]
    setup = _setup(head, [words[0] for words in block if words[0] not in KINDS])
    made = tuple(_way(setup, way, begins=not block) for way in ways)
    cases, choices = Cases(), dict[Name, object]()
    for words in block:
        for at, word in enumerate(words):
            if len(options := _options(word)) > 1:
                choices[_name(words, at)] = cases.choice(options)
    cases.begin()
    if not block:
        return Scene(cases, choices, setup, made)
    every = range(cases.every.bit_length())
    blocks = tuple(tuple(_line(words, choices, case) for words in block) for case in every)
    read = [_read(setup, one) for one in blocks]
    standings = tuple(standing for _, standing in read)
    cases.allow(by_case(cases, [_possible(setup, *one) for one in read]))
    position = opened(cases, [one.position for one in standings])
    standing = Standing(position, by_case(cases, [one.cards for one in standings]))
    return Scene(cases, choices, setup, made, blocks, standings, standing)


def _possible(setup: Setup, block: Block, standing: Standing) -> bool:
    """Whether a game may lead to a position, and the player who acts next can act (GR-6.1)."""
    position = standing.position
    idle = position.phase == CONVOY and position.next is not None and position.player(position.next).idle
    return not idle and next(faults(setup, standing, block), None) is None


def _whole(line: str) -> str:
    """A line that states all gauges of a player."""
    head, rest = line.split()[:2], line.split()[2:]
    if head[0] in KINDS:
        return line
    gauges = []
    for word, usual in WHOLE.items():
        at = rest.index(word) if word in rest else len(rest)
        gauges += rest[at : at + 2] or [word, usual]
        del rest[at : at + 2]
    return " ".join((*head, *gauges, *rest))


def _options(word: str) -> list[str]:
    """What a word can be: `ford|track@c4` is `ford@c4` or `track@c4`."""
    parts = word.split("|")
    _, at, space = parts[-1].partition("@")
    return [one if one == "_" or "@" in one else f"{one}{at}{space}" for one in parts]


def _name(words: list[str], at: int) -> Name:
    """The name of an open fact."""
    if words[0] in KINDS:
        _, _, space = words[at].partition("@")
        return EVERYBODY, f"tile {space}" if space else words[0]
    fact = "place" if at == 1 else words[at - 1] if words[at - 1].isalpha() else words[at].split("|")[-1]
    return words[0], fact


def _line(words: list[str], choices: Mapping[Name, object], case: int) -> str:
    chosen = (
        str(in_case(choices[_name(words, at)], case)) if "|" in word else word
        for at, word in enumerate(words)
    )
    return " ".join(word.replace("+", " ") for word in chosen if word != "_")


def _setup(head: list[str], players: list[str]) -> Setup:
    """The setup of a scene under the default rules, or with leaders under those of their module."""
    seats = [line.split()[1:] for line in head if line.startswith("seat")] or [[name] for name in players]
    board = next((line.split()[1] for line in head if line.startswith("board")), BOARD)
    start, finish = next((line for line in head if line.startswith("route")), ROUTE).split()[1:]
    made = tuple(Seat(name, leader=leader[-1] if leader else "") for name, *leader in seats)
    ruleset = load_ruleset(DATA, MODULE) if any(seat.leader for seat in made) else default_ruleset(DATA)
    return Setup(load(board), ruleset, start, finish, made)


def _way(setup: Setup, text: str, *, begins: bool) -> Way:
    lines = tuple(line.strip() for line in text.split("//"))
    names = names_of(setup)
    decisions = (read_decision(_statement(line).node, names) for line in lines if line)
    return Way(tuple(filter(None, lines)), (*([Begin()] if begins else []), *decisions))


def _read(setup: Setup, lines: tuple[str, ...]) -> tuple[Block, Standing]:
    statement = replace(_statement("position\nend"), body=tuple(map(_line_of_block, lines)))
    block = read_block(setup, statement)
    return block, build(setup, block, statement)


@cache
def _statement(text: str) -> Statement:
    """A line or block of a record."""
    result = parse(f"game {DATA.game}\n{text}\n", "scene")
    assert not result.errors, (text, result.errors)
    return result.records[0].statements[1]


def _line_of_block(line: str) -> Statement:
    return _statement(f"position\n{line}\nend").body[0]


def under(setup: Setup, ruleset: Ruleset) -> Setup:
    """The same game under another ruleset."""
    return replace(setup, ruleset=ruleset)


def ways(scenes: tuple[Scene, ...]) -> Iterator[tuple[Scene, Way]]:
    """Every way of every scene."""
    return ((scene, way) for scene in scenes for way in scene.ways)
