"""One token of a record changed, of a named kind, as a slip of the pen or a cheat would do it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from tests.thunder_alley.race import move_mutations as moves
from tests.thunder_alley.race import table_mutations as others
from tests.thunder_alley.race.record_sheet import Change, Sheet

IN_PLAY = ("event", "pit", "turn", "grid", "bar")


@dataclass(frozen=True)
class Mutant:
    """A record with one token changed: the kind of it, its line (from 1), and what it was."""

    kind: str
    text: str
    line: int
    was: str
    now: str


KINDS: dict[str, Callable[[Sheet], Change]] = {
    "mover": moves.mover,
    "card": moves.card,
    "step word": moves.step_word,
    "step count": moves.step_count,
    "step lost": moves.step_lost,
    "steps swapped": moves.steps_swapped,
    "lane": moves.lane,
    "lane lost": moves.lane_lost,
    "car in path": moves.car_in_path,
    "links lost": moves.links_lost,
    "link dropped": moves.link_dropped,
    "bump": moves.bump,
    "pass or retire": moves.pass_or_retire,
    "event name": others.event_name,
    "event bar": others.event_bar,
    "event car": others.event_car,
    "event cars lost": others.event_cars_lost,
    "pit car": others.pit_car,
    "pit car lost": others.pit_car_lost,
    "pit car added": others.pit_car_added,
    "pit order": others.pit_order,
    "team colour": others.team_colour,
    "team car": others.team_car,
    "grid order": others.grid_order,
    "grid car": others.grid_car,
    "grid bar": others.grid_bar,
    "laps": others.laps,
    "track": others.track,
    "turn number": others.turn_number,
    "check order": others.check_order,
    "check car": others.check_car,
    "result points": others.result_points,
    "result team": others.result_team,
    "ruleset": others.ruleset,
    "ruling": others.ruling,
    "option": others.option,
    "discarded card": others.discarded_card,
    "discarded count": others.discarded_count,
    "discarding team": others.discarding_team,
    "pile": others.pile,
}
"""Kind of token -> the function that changes one of it; None if a record has no such token."""


LINE_KINDS = ("line lost", "line twice", "lines swapped")
"""A whole line that is missing, repeated, or has changed places with the next one."""

EVERY_KIND = (*KINDS, *LINE_KINDS)


def mutate(text: str, rng: Random, kind: str | None = None) -> Mutant | None:
    """The record with one token changed: of this kind, or of a random kind that it has. None if it has none."""
    sheet = Sheet(rng, tuple(text.split("\n")))
    for name in [kind] if kind else rng.sample(EVERY_KIND, len(EVERY_KIND)):
        if name in LINE_KINDS:
            return _line_changed(sheet, name)
        changed = KINDS[name](sheet)
        if changed is not None:
            index, new = changed
            lines = [*sheet.lines[:index], new, *sheet.lines[index + 1 :]]
            return Mutant(name, "\n".join(lines), index + 1, sheet.lines[index], new)
    return None


def _line_changed(sheet: Sheet, kind: str) -> Mutant:
    """A line of play lost, written twice, or swapped with the next one."""
    able = [
        index
        for index in sheet.those(lambda line: line[:1].isdigit() or line.split(" ")[0] in IN_PLAY)
        if kind != "lines swapped" or sheet.lines[index + 1]
    ]
    index = sheet.rng.choice(able)
    line, following = sheet.lines[index], sheet.lines[index + 1]
    new = {"line lost": [], "line twice": [line, line], "lines swapped": [following, line]}[kind]
    end = index + (2 if kind == "lines swapped" else 1)
    lines = [*sheet.lines[:index], *new, *sheet.lines[end:]]
    return Mutant(kind, "\n".join(lines), index + 1, line, " / ".join(new))


def kinds(text: str) -> Iterator[str]:
    """The kinds of token that a record has."""
    sheet = Sheet(Random(0), tuple(text.split("\n")))
    yield from (name for name, change in KINDS.items() if change(sheet) is not None)
    yield from LINE_KINDS
