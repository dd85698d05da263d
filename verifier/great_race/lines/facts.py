"""The facts of a player in `check` lines and position blocks: read, compared, and written."""

from collections.abc import Iterable, Iterator, Sequence

from grammar.syntax import Node, Span
from model.great_race.facts import GAUGES
from model.great_race.moves import UNKNOWN
from model.great_race.position import NONE, ZONES, Assistants, Player
from model.values import value
from verifier.great_race.lines.names import Names
from verifier.great_race.lines.read import read_cards
from verifier.great_race.lines.write import names_text, place_text, zones_text
from verifier.records.speaking import impossible

NUMBERS = (*GAUGES, "money")
FLAGS = {"passed": "passed", "used": "used"}


@value
class Said:
    """One fact as written: the field of `Player` that it is about, its value (None for `?`), and the kinds of cards in a hand."""

    name: str
    value: str | int | bool | Assistants | None
    span: Span
    cards: tuple[str, ...] | None = None


def read_facts(nodes: Iterable[Node], names: Names) -> list[Said]:
    """The facts of a player. Raises `NotationError`."""
    found: dict[str, Said] = {}
    for node in nodes:
        fact = _fact(node, names)
        if fact.name in found:
            raise impossible(fact.span, f"`{fact.name}` is given twice")
        found[fact.name] = fact
    return list(found.values())


def _fact(node: Node, names: Names) -> Said:
    leaves, span = node.leaves(), node.span
    match node.kind:
        case "at":
            return Said("place", names.place(leaves[0]), span)
        case "gauge":
            name, number = leaves
            return Said(name.text, None if number.kind == "UNKNOWN" else int(number.text), span)
        case "hand" if leaves[0].kind == "NO_PLACE":
            return Said("cards", 0, span, ())
        case "hand" if leaves[0].kind == "INT":
            return Said("cards", int(leaves[0].text), span)
        case "hand":
            cards = read_cards(leaves, names)
            return Said("cards", len(cards), span, cards)
        case "assistants":
            return Said("left", None if leaves[0].kind == "UNKNOWN" else zones_of(node), span)
        case "finished":
            return Said("finished", int(leaves[0].text), span)
    return Said(leaves[0].text, True, span)


def zones_of(node: Node) -> Assistants:
    """The assistants in each zone that a node names; zones that it leaves out are empty. Raises `NotationError`."""
    found = dict.fromkeys(ZONES, 0)
    for leaf in node.leaves():
        if leaf.kind == "ZONE":
            if found[leaf.text[0]]:
                raise impossible(leaf.span, f"zone {leaf.text[0]} is given twice")
            found[leaf.text[0]] = int(leaf.text[1:])
    explorer, mechanic, escort, treasury = found.values()
    return explorer, mechanic, escort, treasury


def wrong_facts(player: Player, said: Iterable[Said]) -> Iterator[tuple[Said, str]]:
    """The facts that do not hold, each with the words for what holds."""
    for one in said:
        actual = getattr(player, one.name)
        if one.value is None or actual is None or actual == one.value:
            continue
        yield one, f"{player.name} {phrase(one.name, actual)}"


def phrase(name: str, value: object) -> str:
    """A fact in words."""
    match name:
        case "place":
            return f"is at {value}"
        case "cards":
            return f"holds {value} card{'' if value == 1 else 's'}"
        case "left":
            assert isinstance(value, tuple)
            return f"has {zones_text(value)} left"
        case "money":
            return f"has {value} F"
        case "finished":
            return f"has finished as number {value}" if value else "has not finished"
        case "passed" | "used" | "broken":
            return f"has {'' if value else 'not '}{'broken down' if name == 'broken' else name}"
    return f"has {name} {value}"


def player_text(player: Player, cards: Sequence[str]) -> str:
    """A player in the notation of a position block, with these cards in hand."""
    words = [player.name, place_text(player.place)]
    words += [f"{name} {UNKNOWN if (level := getattr(player, name)) is None else level}" for name in NUMBERS]
    words += ["hand", *(names_text(cards) if cards else ("none",))]
    if player.left is None:
        words.append(f"left {UNKNOWN}")
    elif player.left != NONE:
        words.append(f"left {zones_text(player.left)}")
    words += [word for word in ("passed", "used") if getattr(player, word) and not player.finished]
    if player.finished:
        words.append(f"finished {player.finished}")
    return " ".join(words)
