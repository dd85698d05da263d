"""How the lines of Rallyman are printed."""

from types import MappingProxyType

from grammar.layouts import FRAME, Layouts, Printing, Style, glued
from grammar.syntax import Leaf, Node


def key_and_value(printer: Printing, node: Node) -> str:
    """A key and its value: `dmg=2`, `split T1=1:10`."""
    keyword = "split " if node.kind == "split" else ""
    return f"{keyword}{'='.join(printer.parts(node))}"


FIELDS = ("t", "m", "dmg", "flats", "sisu", "spare", "tyres", "arr")
DRIVER_FIELDS = ("tyres", "dmg", "flats", "sisu", "spare")
KINDS = ("at", "gear", "status", "out", "field", "split", "outcome")


def car_facts(printer: Printing, node: Node) -> str:
    """A car and its facts: space, gear, status, then the fields, always in the same order."""
    return _sorted(printer, node, FIELDS)


def driver(printer: Printing, node: Node) -> str:
    """A driver with the differences from a fresh car."""
    return f"driver {_sorted(printer, node, (*DRIVER_FIELDS, *FIELDS))}"


def checks(printer: Printing, node: Node) -> str:
    """What a turn asserts about its outcome."""
    return f"> {_sorted(printer, node, FIELDS)}"


def _sorted(printer: Printing, node: Node, fields: tuple[str, ...]) -> str:
    def rank(fact: Node) -> tuple[int, int]:
        place = fields.index(fact.leaves()[0].text) if fact.kind == "field" else 0
        return KINDS.index(fact.kind), place

    words = [printer.leaf(part, node) for part in node.parts if isinstance(part, Leaf)]
    facts: list[tuple[Node, str]] = []
    end = 0
    for part in (part for part in node.parts if isinstance(part, Node)):
        leaves, text = part.leaves(), printer.node(part)
        if facts and leaves[0].text == "?" and leaves[0].span.column == end:  # a hole of `steward find`: `g?`
            facts[-1] = facts[-1][0], facts[-1][1] + text
        else:
            facts.append((part, text))
        end = leaves[-1].span.end_column
    return " ".join([*words, *(text for _, text in sorted(facts, key=lambda fact: rank(fact[0])))])


LAYOUTS: Layouts = MappingProxyType(
    {
        **FRAME,
        "stage": "stage *",
        "weather": "weather *",
        "timing": "timing *",
        "driver": driver,
        "starting_order": "start *",
        "drives": "*",
        "check": "check *",
        "result": "result *",
        "rally": "rally *",
        "rally_race": "race *",
        "assistance": "assistance",
        "change_tyres": "tyres *",
        "spare_between": "spare *",
        # stage ... end
        "based_on": "from *",
        "ahead": "ahead *",
        "changed_space": "*",
        "trait": key_and_value,
        # position, facts
        "order": "order *",
        "next_driver": "next *",
        "dirt_markers": "dirt *",
        "stands": car_facts,
        "winner": "winner *",
        "places": "places *",
        "stage_times": "stage *",
        "total_times": "total *",
        "car_state": car_facts,
        # parts of a turn
        "mover": "*:",
        "played": "*",
        "wheel": "W",
        "basic": "*",
        "attack": "*",
        "tray": glued,
        "rolled": "[*]",
        "blocked": "blocked",
        "step": glued,
        "unused": "| *",
        "handed": "-*",
        "sisu": "S",
        "loss": glued,
        "card": "=*",
        "checks": checks,
        # fields
        "surface": key_and_value,
        "point": key_and_value,
        "dirt": key_and_value,
        "field": key_and_value,
        "split": key_and_value,
        "outcome": key_and_value,
        "score": "*",
        "at": "*",
        "gear": "*",
        "status": "*",
        "out": "out",
    }
)

PHRASES = {
    "ROUND": "a round such as `R3`",
    "DIE": "a die such as `4` or `g!`",
    "MARK": "a line of a corner such as `/d`",
    "LANDING": "a space such as `=s4`",
    "LOSS": "an end such as `*spin`",
    "CAUSE": "`loss=`",
    "COUNT": "`symbols=`",
    "TAKEN": "`card=`",
    "FORM": "`bump`, `straight`, `wide`, `narrow`, `inside` or `shortcut`",
    "TRAIT": "a fact such as `note=3`",
    "CARD": "a gear card such as `4`",
    "GEAR": "a gear such as `g3`",
    "STATUS": "`spun`, `left`, `right`, `stopped` or `road`",
    "OUT": "`out`",
    "KEY": "a field such as `t=1:10`",
    "TIME": "a time such as `1:10`",
}
"""Phrases for the words of the language, by terminal."""

NAMES = MappingProxyType(
    dict.fromkeys(
        (
            "mover",
            "starting_order",
            "order",
            "next_driver",
            "stands",
            "winner",
            "places",
            "car_state",
            "score",
        ),
        "driver",
    )
)
"""Nodes in which a bare word is the name of a driver."""

EXAMPLES = MappingProxyType(
    {
        "ruling": "ruling gas-then-same-gear = B",
        "parameter": "set spare_wheel_seconds = 40",
        "arrow": "no line of this game has an arrow; claims about a turn follow `>`: `A: 2 3 =3 > s9 g3`",
    }
)

STYLE = Style(LAYOUTS, PHRASES, NAMES, examples=EXAMPLES)
