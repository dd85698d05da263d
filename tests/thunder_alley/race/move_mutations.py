"""Tokens of action segments: cars, cards, steps, lanes, links."""

import re
from collections.abc import Callable

from tests.thunder_alley.race.bookkeeper import WEAR_OF
from tests.thunder_alley.race.record_sheet import Change, Sheet

STEP = re.compile(r"(?<![\w\[\]@=(>])(di|do|[fios])(x?)(\d{0,2})((?:>[a-h])?)(!?)(?![\w(])")
LANE = re.compile(r">([a-h])")
LINKS = re.compile(r"\[([^\]]*)\]")
STEPS = ("f", "i", "o", "di", "do", "s")


def mover(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.segments, lambda line: re.sub(r"^\d+", lambda m: str(sheet.other_car(int(m[0]))), line)
    )


def card(sheet: Sheet) -> Change:
    def change(line: str) -> str:
        head, path = line.split(":", 1)
        new = sheet.rng.choice([name for name in WEAR_OF if name not in head])
        return f"{head.split(' ')[0]} {new}:{path}"

    return sheet.pick(sheet.moves, change)


def _path(sheet: Sheet, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> Change:
    def change(line: str) -> str | None:
        head, path = line.split(":", 1)
        changed = sheet.replace_one(pattern, path, new)
        return None if changed is None else f"{head}:{changed}"

    return sheet.pick(sheet.moves, change)


def step_word(sheet: Sheet) -> Change:
    return _path(
        sheet,
        STEP,
        lambda m: sheet.rng.choice([word for word in STEPS if word != m[1]]) + "".join(m.groups()[1:]),
    )


def step_count(sheet: Sheet) -> Change:
    def new(match: re.Match[str]) -> str:
        count = int(match[3] or 1)
        other = count + 1 if count == 1 else count + sheet.rng.choice((-1, 1))
        return f"{match[1]}{match[2]}{other if other > 1 else ''}{match[4]}{match[5]}"

    return _path(sheet, STEP, new)


def step_lost(sheet: Sheet) -> Change:
    return _path(sheet, re.compile(rf"{STEP.pattern} ?"), lambda _match: "")


def steps_swapped(sheet: Sheet) -> Change:
    def new(match: re.Match[str]) -> str:
        one, other = match[0].split(" ")
        return f"{other} {one}"

    word = r"(?<![\w\[(])[a-z]{1,2}\d*(?:>[a-h])?(?![\w(!])"
    return _path(sheet, re.compile(rf"{word} {word}"), new)


def lane(sheet: Sheet) -> Change:
    return _path(sheet, LANE, lambda m: ">" + sheet.rng.choice([one for one in "abcd" if one != m[1]]))


def lane_lost(sheet: Sheet) -> Change:
    return _path(sheet, re.compile(r"(?<=[a-z\d])>[a-h](?=[ !]|$)"), lambda _match: "")


def car_in_path(sheet: Sheet) -> Change:
    """A car in a link, a choice of lane, or the second car of Teamwork."""
    inner = re.compile(r"(?<=[\[(+ ])\d+(?=[\] >]|$)")
    return _path(sheet, inner, lambda m: str(sheet.other_car(int(m[0]))))


def links_lost(sheet: Sheet) -> Change:
    return _path(sheet, re.compile(r"\[[^\]]*\] "), lambda _match: "")


def link_dropped(sheet: Sheet) -> Change:
    return _path(sheet, re.compile(r"(?<=\d) \d+(?=\])"), lambda _match: "")


def bump(sheet: Sheet) -> Change:
    """Adds or removes a bump."""

    def change(line: str) -> str | None:
        if "!" in line:
            return line.replace("!", "", 1)
        return f"{line}!" if re.search(r" [fio]\d*$", line) else None

    return sheet.pick(sheet.moves, change)


def pass_or_retire(sheet: Sheet) -> Change:
    def change(line: str) -> str | None:
        number, word = line.split(" ")[:2]
        return f"{number} {'pass' if word == 'retire' else 'retire'}"

    return sheet.pick(sheet.segments, change)
