"""Reads the lines of a `position` block."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from grammar.syntax import Leaf, Node, Span, Statement
from model.great_race.moves import UNKNOWN
from model.great_race.position import PHASES, Setup, Stack
from verifier.great_race.lines.facts import Said, read_facts
from verifier.great_race.lines.names import Names, names_of
from verifier.great_race.lines.read import read_cards
from verifier.naming import one_of


@dataclass(slots=True)
class Block:
    """A `position` block as written; None for what it leaves out. `spans` are the places of its facts."""

    turn: int | None = None
    phase: str | None = None
    next: str | None = None
    players: list[tuple[str, str, list[Said], Statement]] = field(default_factory=list)
    tiles: list[tuple[str, str]] | None = None
    removed: tuple[str, ...] | None = None
    bag: int | dict[str, int] | None = None
    display: tuple[str, ...] | None = None
    discards: tuple[str, ...] | None = None
    deck: int | None = None
    track: dict[int, Stack] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)


def read_block(setup: Setup, statement: Statement) -> Block:
    """Reads the lines of a block. Raises `NotationError`."""
    block, names = Block(), names_of(setup)
    for line in statement.body:
        node = line.node
        leaves = node.leaves()
        block.spans.setdefault(line.kind, node.span)
        match line.kind:
            case "turn":
                block.turn = int(leaves[0].text)
            case "phase":
                block.phase = one_of(leaves[0], "phase", PHASES)
            case "next_player":
                block.next = names.player(leaves[0])
            case "stands":
                block.players.append(_player(node, line, names))
            case "tiles":
                block.tiles = [*(block.tiles or ()), *_tiles(node, names)]
            case "removed":
                block.removed = (*(block.removed or ()), *(names.tile(leaf) for leaf in leaves))
            case "bag":
                block.bag = _bag(node, names)
            case "display":
                block.display = read_cards(leaves, names)
            case "discards":
                block.discards = (*(block.discards or ()), *read_cards(leaves, names))
            case "deck":
                block.deck = int(leaves[0].text)
            case "stack":
                level = int(leaves[0].text)
                block.track[level] = tuple(map(names.player, leaves[1:]))
                block.spans[f"level {level}"] = node.span
    return block


def _player(node: Node, line: Statement, names: Names) -> tuple[str, str, list[Said], Statement]:
    name, place = (part for part in node.parts if isinstance(part, Leaf))
    facts = read_facts((part for part in node.parts if isinstance(part, Node)), names)
    return names.player(name), names.place(place), facts, line


def _tiles(node: Node, names: Names) -> Iterator[tuple[str, str]]:
    for part in node.parts:
        assert isinstance(part, Node)
        kind, space = part.leaves()
        yield names.place(space), UNKNOWN if kind.kind == "UNKNOWN" else names.tile(kind)


def _bag(node: Node, names: Names) -> int | dict[str, int]:
    found = {}
    for part in node.parts:
        if isinstance(part, Leaf):
            return int(part.text)
        kind, count = part.leaves()
        found[names.tile(kind)] = int(count.text)
    return found
