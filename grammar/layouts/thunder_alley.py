"""How the lines of Thunder Alley are printed."""

import re
from types import MappingProxyType

from grammar.layouts import FRAME, Layouts, Printing, Style
from grammar.lines import WORD, straight
from grammar.syntax import Leaf, Node

_STEP = re.compile(r"(?P<kind>[a-z]+?)(?P<count>\d*)(?P<marks>(?:x\d*)?(?:>[a-h])?!?(?:/\d+)?)")
_MOST = 99
"""The highest count of a step in one word."""
_ENDS_A_NAME = frozenset({"left", "bar", "pass", "retire", "chosen"})
"""Keywords that can follow a name or replace it."""


def name(printer: Printing, node: Node) -> str:
    """A name in words, in quotes only if it needs them."""
    kind = "card" if node.kind == "card" else "event"
    first = node.leaves()[0]
    if first.kind == "STRING":
        written = straight(first.text[1:-1])
    elif first.kind == "WORD":
        written = " ".join(leaf.text for leaf in node.leaves())
    else:
        return " ".join(printer.parts(node))
    name = printer.spell(kind, written)
    return name if _does_without_quotes(name) else f'"{name}"'


def pit(printer: Printing, node: Node) -> str:
    """Cars and what they keep. After `keeps` a quoted name is read as a colour, so a comma precedes a car given by its name."""
    text, kept = "", False
    for part, shown in zip(node.parts, printer.parts(node), strict=True):
        named = isinstance(part, Node) and part.kind == "car" and part.leaves()[0].kind == "STRING"
        text += f"{',' if named and kept else ''} {shown}"
        kept = isinstance(part, Node) and part.kind == "kept"
    return f"pit{text or ' none'}"


def cards(printer: Printing, node: Node) -> str:
    team, *cards = printer.parts(node)
    return f"{node.kind} {team} {', '.join(cards)}"


def stands(printer: Printing, node: Node) -> str:
    """A car of a position block: its space has no keyword."""
    parts = [
        " ".join(printer.parts(part))
        if isinstance(part, Node) and part.kind == "at" and place == _spot(node)
        else text
        for place, (part, text) in enumerate(zip(node.parts, printer.parts(node), strict=True))
    ]
    return " ".join(parts)


def activation(printer: Printing, node: Node) -> str:
    text = ""
    for part, shown in zip(node.parts, printer.parts(node), strict=True):
        text += {"path": ":", "destination": " ->"}.get(part.kind, "") + (" " if text else "") + shown
    return text


def event(printer: Printing, node: Node) -> str:
    cars = [printer.node(part) for part in node.parts if isinstance(part, Node) and part.kind == "car"]
    bars = [
        f" bar {printer.node(part)}" for part in node.parts if isinstance(part, Node) and part.kind == "bar"
    ]
    name = node.child("name")
    assert isinstance(name, Node)
    return f"event {printer.node(name)}{''.join(bars)}" + (f": {' '.join(cars)}" if cars else "")


def step(printer: Printing, node: Node) -> str:
    """A step of a path; its lane choices follow directly."""
    first, *rest = node.parts
    text = first.text if isinstance(first, Leaf) else printer.node(first)
    for part in rest:
        assert isinstance(part, Node)
        text += printer.node(part) if part.kind == "lanes" else f" {printer.node(part)}"
    return text


def path(printer: Printing, node: Node) -> str:
    return " ".join(
        printer.node(part) if isinstance(part, Node) else part.text for part in _joined(node).parts
    )


def _joined(path: Node) -> Node:
    """The path with equal neighbouring steps joined. A step with marks, lanes or an asserted space takes no further one. The
    asserted space of the second step belongs to both after joining."""
    parts: list[Node | Leaf] = []
    for part in path.parts:
        united = _united(parts[-1], part) if parts else None
        if united:
            parts[-1] = united
        else:
            parts.append(part)
    return Node.at(path.span, path.kind, tuple(parts))


def _united(one: Node | Leaf, two: Node | Leaf) -> Node | None:
    if not (
        isinstance(one, Node)
        and isinstance(two, Node)
        and one.kind == two.kind == "step"
        and len(one.parts) == 1
    ):
        return None
    first, second = (_STEP.fullmatch(node.leaves()[0].text) for node in (one, two))
    word, *rest = two.parts
    if not (first and second and isinstance(word, Leaf)) or any(part.kind != "ends" for part in rest):
        return None
    count = int(first["count"] or 1) + int(second["count"] or 1)
    if first["kind"] != second["kind"] or first["marks"] or second["marks"] or count > _MOST:
        return None
    return Node.at(two.span, two.kind, (word._replace(text=f"{first['kind']}{count}"), *rest))


def _spot(node: Node) -> int:
    """The index of the part that places the car in a position line: the first that is neither the car nor its team."""
    return next(
        place for place, part in enumerate(node.parts) if isinstance(part, Node) and part.kind != "car"
    )


def _does_without_quotes(name: str) -> bool:
    words = name.split(" ")
    return all(WORD.fullmatch(word) for word in words) and not set(words) & _ENDS_A_NAME


LAYOUTS: Layouts = MappingProxyType(
    {
        **FRAME,
        "track": "track *",
        "laps": "laps *",
        "team": "team *",
        "car_names": "car *",
        "grid": "grid *",
        "setup_bar": "bar *",
        "team_pass": "* pass",
        "pass_": "* pass",
        "retire": "* retire",
        "chosen": "* chosen",
        "activation": activation,
        "event": event,
        "pit": pit,
        "discard": cards,
        "hand": cards,
        "reshuffle": "reshuffle *",
        "check": "check *",
        "result": "result *",
        "season": "season *",
        "season_race": "race *",
        "absent": "absent *",
        # position
        "stands": stands,
        "first_player": "first *",
        "next_player": "next *",
        "lap_marker": "lap *",
        "places_left": lambda printer, node: f"places {' '.join(printer.parts(node)) or 'none'}",
        "turn_step": "step *",
        "turn_leaders": "leaders *",
        "rain": "rain",
        # track
        "sectors": "sectors *",
        "ahead": "ahead *",
        "ring": "ring",
        "finish_line": "line *",
        "green_line": "green *",
        "restart_lanes": "restart *",
        # parts of lines
        "car": "*",
        "kept": "keeps *",
        "name": name,
        "card": name,
        "bar": "*",
        "left": "left *",
        "destination": "*",
        "partner": "+ *",
        "second": "*",
        "path": path,
        "step": step,
        "links": "[*]",
        "lanes": "(*)",
        "ends": "= *",
        "lost": "*",
        "placed": "*",
        "lost_end": "*",
        "stops": "left *",
        "nothing": "*",
        "score": "*",
        # facts and states
        "leader": "leader *",
        "order": "order *",
        "places": "places *",
        "flag": "flag *",
        "team_score": "*",
        "place_points": "points *",
        "bonus": "bonus *",
        "most_led": "most led *",
        "winner": "winner *",
        "car_state": "*",
        "at": "at *",
        "wear": "wear *",
        "crossed": "crossed *",
        "led": "led *",
        "finished": "place *",
        "lap_down": "down",
        "out": "out",
        "flipped": "flipped",
    }
)

PHRASES = {
    "STEP": "a step such as `f3`",
    "SPACE": "a space such as `14b`",
    "LANE": "a lane such as `a`",
    "CHOICE": "a lane choice such as `29>b`",
    "PLACED": "a space to be placed on such as `@14b`",
    "RANGE": "sectors such as `1-5`",
    "PILE": "`race` or `events`",
    "SUBSTITUTE": "`substitute`",
    "NO_STEP": "`-` for no step",
}
"""Phrases for the words of the language, by terminal."""

EXAMPLES = MappingProxyType(
    {
        "ruling": "ruling clean-air-text = card-text",
        "parameter": "set green-pit-spaces = 5",
        "arrow": "a destination: `29 Charge -> 14b`; an asserted space at the end of a path: `= 14b`",
    }
)

STYLE = Style(
    LAYOUTS,
    PHRASES,
    MappingProxyType(
        {
            "team": "team",
            "team_pass": "team",
            "bar": "team",
            "discard": "team",
            "hand": "team",
            "absent": "team",
            "score": "team",
            "first_player": "team",
            "next_player": "team",
            "stands": "team",
            "wear": "colour",
            "kept": "colour",
            "flag": "flag",
        }
    ),
    frozenset({"wear", "kept", "flag"}),
    EXAMPLES,
)
