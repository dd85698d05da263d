"""How the lines of The Great Race are printed."""

from types import MappingProxyType

from grammar.layouts import FRAME, Layouts, Printing, Style
from grammar.syntax import Node

STATES = ("at", "gauge", "hand", "assistants", "status", "finished")
GAUGES = ("fuel", "engine", "chassis", "money")
STATUSES = ("passed", "broken", "used")


def player(printer: Printing, node: Node) -> str:
    """A player and the facts, always in the same order."""

    def rank(fact: Node) -> tuple[int, int]:
        order = {"gauge": GAUGES, "status": STATUSES}.get(fact.kind)
        return STATES.index(fact.kind), order.index(fact.leaves()[0].text) if order else 0

    names = [printer.leaf(part, node) for part in node.parts if not isinstance(part, Node)]
    facts = sorted((part for part in node.parts if isinstance(part, Node)), key=rank)
    return " ".join([*names, *map(printer.node, facts)])


def sequence(printer: Printing, node: Node) -> str:
    """A sequence: `Blue: buy 3; drive b2 b3/c1`."""
    mover, *acts = printer.parts(node)
    return f"{mover} {'; '.join(acts)}"


def repair(printer: Printing, node: Node) -> str:
    """A repair: `repair e1 with SparePart, c2 pay`."""
    return f"repair {', '.join(printer.parts(node))}"


def step(printer: Printing, node: Node) -> str:
    """A step with its marks behind it, without blanks: `c9=storm~card/e1(Pilot)`; the price of a line is `[Transport]`."""
    line, *parts = printer.parts(node) if node.kind == "crossing" else ["", *printer.parts(node)]
    return f"{line} {''.join(parts)}".strip()


LAYOUTS: Layouts = MappingProxyType(
    {
        **FRAME,
        "board": "board *",
        "route": "route *",
        "seat": "seat *",
        "leader": "leader *",
        "display": "display *",
        "takes": "camp *",
        "plan": "plan *",
        "sequence": sequence,
        "mover": "*:",
        "interrupt": lambda printer, node: "! ".join(printer.parts(node)),
        "order": "order *",
        "bonus": "bonus *",
        "check": "check *",
        "result": "result *",
        # position, facts
        "phase": "phase *",
        "next_player": "next *",
        "stands": player,
        "tiles": "tiles *",
        "removed": "removed *",
        "bag": "bag *",
        "discards": "discards *",
        "deck": "deck *",
        "stack": "track *",
        "winner": "winner *",
        "tile": "tile *",
        "player_state": player,
        "at": "at *",
        "gauge": "*",
        "hand": "hand *",
        "assistants": "left *",
        "status": "*",
        "finished": "finished *",
        "kind": "*",
        "score": "*",
        # acts
        "buy": "buy *",
        "play": "play *",
        "power": "power *",
        "scout": "scout *",
        "draw": "draw *",
        "clear": "clear *",
        "cash": "cash *",
        "passes": "pass",
        "lost": "*",
        "hit": lambda printer, node: "/".join(printer.parts(node)[:2]) + _behind(printer, node, 2),
        "reaction": "{*}",
        "put": lambda printer, node: "@".join(printer.parts(node)),
        "dropped": "drop *",
        "drive": "drive *",
        "repair": repair,
        "fix": "*",
        "used": "with *",
        # parts of a drive
        "step": step,
        "blind": "=*",
        "avoided": "~*",
        "cost": "/*",
        "crossing": step,
        "reduced": "[*]",
        "drawn": "(*)",
        "forced": "-*",
        "extra": "+*",
        "bought": "buy *",
        "rest": "*",
    }
)


def _behind(printer: Printing, node: Node, first: int) -> str:
    """The parts from a place on, each behind a blank."""
    return "".join(f" {part}" for part in printer.parts(node)[first:])


PHRASES = {
    "GAUGE": "`fuel`, `engine`, `chassis` or `money`",
    "STATUS": "`passed`, `broken` or `used`",
    "LINE": "`sea` or `air`",
    "ESCORT": "`S` or `card`",
    "MEANS": "`S`, `card` or `guide`",
    "LATE": "`late`",
    "STAY": "`stay`",
    "PAY": "`pay`",
    "SENT": "`!`",
    "SPLIT": "a split such as `e1c2`",
    "ZONE": "a zone such as `M2`",
}
"""Phrases for the words of the language, by terminal."""

NAMES = MappingProxyType(
    {
        **dict.fromkeys(
            ("mover", "order", "next_player", "stands", "winner", "player_state", "score"), "player"
        ),
        **dict.fromkeys(("display", "discards", "drawn", "forced", "extra", "reduced", "used"), "card"),
        **dict.fromkeys(("removed", "blind", "kind"), "tile"),
    }
)
"""Nodes in which a bare word is a name, and the kind of name."""

EXAMPLES = MappingProxyType(
    {
        "ruling": "ruling lateral-restack = b",
        "parameter": "set fuel_max = 12",
        "arrow": "no line of this game has an arrow; claims are `check` lines: `check Blue at b5 fuel 4`",
    }
)

STYLE = Style(LAYOUTS, PHRASES, NAMES, examples=EXAMPLES)
