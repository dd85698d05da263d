"""How the lines of Rallyman are printed."""

from types import MappingProxyType

from grammar.layouts import FRAME, Layouts, Printing, Style, glued
from grammar.syntax import Node


def key_and_value(printer: Printing, node: Node) -> str:
    """A key and its value: `dmg=2`, `split T1=1:10`."""
    keyword = "split " if node.kind == "split" else ""
    return f"{keyword}{'='.join(printer.parts(node))}"


LAYOUTS: Layouts = MappingProxyType(
    {
        **FRAME,
        "stage": "stage *",
        "weather": "weather *",
        "timing": "timing *",
        "driver": "driver *",
        "starting_order": "start *",
        "drives": "*",
        "check": "check *",
        "result": "result *",
        "rally": "rally *",
        "rally_race": "race *",
        "assistance": "assistance",
        "change_tyres": "tyres *",
        "spare_between": "spare *",
        # position, facts
        "order": "order *",
        "next_driver": "next *",
        "dirt_markers": "dirt *",
        "stands": "*",
        "winner": "winner *",
        "places": "places *",
        "stage_times": "stage *",
        "total_times": "total *",
        "car_state": "*",
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
        "checks": "> *",
        # fields
        "surface": key_and_value,
        "point": key_and_value,
        "dirt": key_and_value,
        "field": key_and_value,
        "split": key_and_value,
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
    "LOSS": "an end such as `*spin`",
    "CARD": "a gear card such as `4`",
    "GEAR": "a gear such as `g3`",
    "STATUS": "`spun`, `left`, `right` or `stopped`",
    "OUT": "`out`",
    "KEY": "a field such as `t=1:10`",
    "TIME": "a time such as `1:10`",
}
"""What a player would call the words of the language, by terminal."""

STYLE = Style(LAYOUTS, PHRASES)
