"""Writes decisions as lines of a record."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from grammar.lines import WORD
from model.great_race.moves import (
    UNKNOWN,
    Act,
    Begin,
    Bonus,
    Buy,
    Cash,
    Clear,
    Decision,
    Display,
    Draw,
    Drive,
    Fix,
    Forced,
    Hit,
    Interrupt,
    Lost,
    Order,
    Pass,
    Plan,
    Play,
    Power,
    Repair,
    Scout,
    Search,
    Spaces,
    Split,
    Step,
    Take,
    Turn,
)
from model.great_race.position import ZONES, Assistants, Seat

KEYWORDS = frozenset({"buy", "drop", "late", "pay", "sea", "air", "stay", "with", "none", "drive", "repair"})
"""Words with another meaning where a place can stand."""


def place_text(name: str) -> str:
    """A space or a city in record notation."""
    return name if WORD.fullmatch(name) and name not in KEYWORDS else f'"{name}"'


def route_text(start: str, finish: str) -> str:
    """A `route` line."""
    return f"route {place_text(start)} {place_text(finish)}"


def seat_text(seat: Seat) -> str:
    """A `seat` line."""
    named = f' "{seat.player}"' if seat.player else ""
    return f"seat {seat.name}{named}" + (f" leader {seat.leader}" if seat.leader else "")


def zones_text(left: Assistants) -> str:
    """Assistants in record notation: `X1 M2`, or `none`."""
    shown = [f"{zone}{count}" for zone, count in zip(ZONES, left, strict=True) if count]
    return " ".join(shown) or "none"


def split_text(split: Split | str) -> str:
    """Points on engine and chassis: `e1c2`."""
    if isinstance(split, str):
        return UNKNOWN
    shown = [f"{letter}{points}" for letter, points in zip("ec", split, strict=True) if points]
    return "".join(shown) or "e0"


def names_text(names: Iterable[str]) -> Iterator[str]:
    """Cards or tiles, with `?3` for three that are not known."""
    for name, same in groupby(names):
        count = len(list(same))
        if name == UNKNOWN:
            yield UNKNOWN if count == 1 else f"{UNKNOWN}{count}"
        else:
            yield from [name] * count


def forced_text(forced: Forced) -> Iterator[str]:
    """What the hand limit forces: `+Jerrycan -Pilot`."""
    yield from (f"+{card}" for card in forced.played)
    yield from (f"-{card}" for card in forced.discarded)


def step_text(step: Step) -> str:
    """A step of a drive with its marks, and with the Jerrycans played for it."""
    words = ["+Jerrycan"] * step.jerrycans
    words += [step.line] if step.line is not None else []
    marks = place_text(step.to) if step.to != UNKNOWN else UNKNOWN
    marks += f"={step.tile}" if step.tile is not None else ""
    marks += "!" if step.sent_back else ""
    marks += "".join(f"~{means}" for means in step.avoided) + ("~guide" if step.guide else "")
    marks += f"/{split_text(step.split)}" if step.split is not None else ""
    marks += f"[{' '.join(step.transports)}]" if step.transports else ""
    forced = [*forced_text(step.forced)]
    if step.drawn is not None:
        marks += f"({' '.join([*names_text(step.drawn), *forced])})"
        forced = []
    words += [marks, *["+Jerrycan"] * step.late, *forced]
    words += [f"buy {step.bought}"] if step.bought else []
    return " ".join(words)


def drive_text(drive: Drive) -> str:
    """A drive: `drive b2 b3/c1`."""
    steps = [*map(step_text, drive.steps), *(["..."] if drive.open else [])]
    return f"drive {' '.join(steps) or 'stay'}"


def _fix_text(fix: Fix) -> str:
    return f"{split_text(fix.split)} {f'with {fix.card}' if fix.card else 'pay'}"


def repair_text(repair: Repair) -> str:
    """A repair: `repair e1 with SparePart, c2 pay`."""
    return f"repair {', '.join(map(_fix_text, repair.fixes)) or 'none'}"


def _scout_text(scout: Scout) -> str:
    """Tiles with the spaces on which they are placed, and those dropped."""
    if scout.puts is None:
        return UNKNOWN
    puts = [f"{put.tile}@{place_text(put.space)}" for put in scout.puts]
    return " ".join([*puts, *_dropped(scout.dropped)])


def _dropped(names: Sequence[str]) -> Iterator[str]:
    if names:
        yield from ("drop", *names_text(names))


def _play_text(play: Play) -> str:
    words = ["play", play.card]
    match play.use:
        case Drive():
            words.append(drive_text(play.use))
        case Repair():
            words.append(repair_text(play.use))
        case Scout():
            words.append(_scout_text(play.use))
        case Hit(victim, split, forced):
            words += [f"{victim}/{split_text(split)}", *forced_text(forced)]
        case Search(kept, dropped, forced):
            words += [*names_text(kept), *_dropped(dropped), *forced_text(forced)]
        case Spaces(spaces):
            words += map(place_text, spaces)
    if play.reaction is not None:
        late = " late" if play.reaction.late else ""
        words.append(f"{{{play.reaction.by} {play.reaction.means}{late}}}")
    return " ".join(words)


def act_text(act: Act) -> str:
    """An act of a sequence."""
    match act:
        case Buy(levels):
            return f"buy {UNKNOWN if levels is None else levels}"
        case Play():
            return _play_text(act)
        case Power(use):
            return f"power {repair_text(use) if isinstance(use, Repair) else _scout_text(use)}"
        case Scout():
            return f"scout {_scout_text(act)}"
        case Draw(card, forced):
            return " ".join(["draw", *([card] if card != UNKNOWN else []), *forced_text(forced)])
        case Clear(space):
            return f"clear {UNKNOWN if space == UNKNOWN else place_text(space)}"
        case Cash(count):
            return "cash" if count is None else f"cash {count}"
        case Pass():
            return "pass"
        case Drive():
            return drive_text(act)
        case Repair():
            return repair_text(act)
        case Lost(rest):
            return "..." if rest else UNKNOWN


def line_text(decision: Decision) -> str:
    """The line of a decision; empty for the beginning, which has none."""
    match decision:
        case Begin():
            return ""
        case Turn(number):
            return f"turn {number}"
        case Display(cards):
            return " ".join(["display", *names_text(cards)])
        case Take(player, card, forced):
            return " ".join(["camp", player, card, *forced_text(forced)])
        case Plan(player, zones):
            return f"plan {player} {UNKNOWN if zones is None else zones_text(zones)}"
        case Interrupt(player, act):
            return f"{player}! {act if isinstance(act, str) else act_text(act)}"
        case Order(players):
            return " ".join(["order", *players])
        case Bonus(player, francs):
            return f"bonus {player} {francs}"
    return f"{decision.player}: {'; '.join(map(act_text, decision.acts))}"
