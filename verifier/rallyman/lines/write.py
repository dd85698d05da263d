"""Writes turns of a record: turns a `Turn` into the text of a line."""

from collections.abc import Sequence
from itertools import zip_longest

from grammar.lines import WORD
from model.rallyman.moves import ATTACK, BASIC, BLOCKED, SAFE, SYMBOL, UNKNOWN, Die, Step, Turn
from model.rallyman.stage import DRIFT, INSIDE

KEYWORDS = frozenset(
    [
        "game",
        "format",
        "title",
        "under",
        "place",
        "source",
        "note",
        "date",
        "ruleset",
        "ruling",
        "set",
        "option",
        "without",
        "expect",
        "shows",
        "turn",
        "either",
        "or",
        "end",
        "position",
        "stage",
        "weather",
        "timing",
        "driver",
        "start",
        "check",
        "result",
        "rally",
        "race",
        "assistance",
        "tyres",
        "spare",
        "order",
        "next",
        "dirt",
        "winner",
        "places",
        "total",
        "split",
        "spun",
        "left",
        "right",
        "stopped",
        "road",
        "out",
    ]
)
"""Words with another meaning in a driver's place."""

SHOWN = {SYMBOL: "!", SAFE: "$", UNKNOWN: "?"}
MARKS = {INSIDE: "/i", DRIFT: "/d", UNKNOWN: "/?"}
CUTS = {"good": "/k+", "dirty": "/k~", "flat": "/kx", UNKNOWN: "/k?"}


def driver_text(name: str) -> str:
    """A driver's name in record notation."""
    plain = WORD.fullmatch(name) and name not in KEYWORDS and not (name[0] == "R" and name[1:].isdigit())
    return name if plain else f'"{name}"'


def die_text(die: Die) -> str:
    """A die with its face."""
    return UNKNOWN if die.name == UNKNOWN else die.name + SHOWN.get(die.shown, "")


def step_text(step: Step, end: str | None = None) -> str:
    """A die with the line on which its step ends, and with the end space if given."""
    open_line = step.die.name == step.line == UNKNOWN
    mark = "" if open_line else MARKS.get(step.line or "", "") if step.cut is None else CUTS[step.cut]
    landing = f"={end}" if end is not None else ""
    return f"{die_text(step.die)}{mark}{landing}{' S' if step.sisu else ''}"


def loss_text(loss: str | None, cut: str | None) -> str:
    """A loss of control, with the cut card of a push into a shortcut; empty if control was kept."""
    return f"*{loss}{CUTS[cut] if cut is not None else ''}" if loss is not None else ""


def turn_text(turn: Turn, card: str | None = None, ends: Sequence[str | None] = ()) -> str:
    """A turn without the driver. `card` replaces the card that the turn asserts. `ends` are the spaces on which its steps end,
    None for those left out."""
    words = ["W"] if turn.wheel else []
    dice = [step_text(step, end) for step, end in zip_longest(turn.steps, ends)]
    waits = turn.mode == BASIC and not (words or dice or turn.lost or turn.open)
    if waits or turn.mode == BLOCKED:
        words.append("blocked")  # by a reading of RM-4.13 a driver may wait, which is written in the same way
    elif turn.mode == ATTACK:
        if turn.unused:
            dice += ["|", *map(die_text, turn.unused)]
        handed = f"-{die_text(turn.handed)}" if turn.handed is not None else ""
        words.append(f"[{' '.join(dice)}]{handed}")
        if turn.sisu:
            words.append("S")
    elif turn.lost:
        words.append("?")
    else:
        # A lone `?` is the whole turn.
        words += dice if turn.open or dice != [UNKNOWN] else ["?1"]
    if turn.open:
        words.append("...")
    if turn.loss is not None:
        words.append(loss_text(turn.loss, turn.loss_cut))
    taken = card if card is not None else turn.card
    if taken is not None:
        words.append(f"={taken}")
    return " ".join(words)


def line_text(
    turn: Turn, number: int | None = None, card: str | None = None, ends: Sequence[str | None] = ()
) -> str:
    """The whole line of a turn, with its round number."""
    before = f"R{number} " if number is not None else ""
    return f"{before}{driver_text(turn.driver)}: {turn_text(turn, card, ends)}"
