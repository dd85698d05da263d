"""One token of a record changed, as a slip of the pen or a cheat would do it, and what becomes of it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.great_race.games.kept import Kept, keep_books
from verifier.records.replay import verify

SAME, OTHER = "same", "other"
"""Fates of a legal change: the same positions, or another game as possible as this one."""

CARDS = ("Pilot", "Jerrycan", "SparePart", "Escort", "Financier", "Tracker", "Guide", "Refuel")
TILES = ("track", "scrub", "dunes", "rocks", "jungle", "ambush", "marsh", "ridge", "ford")
PLAYERS = ("Blue", "Orange", "White", "Black")
SPLITS = ("e1", "c1", "e2", "c2", "e1c1", "e2c1", "e1c2")


@dataclass(frozen=True)
class Change:
    """A record with one token changed: the kind of token, its line (from 1), and what it was."""

    kind: str
    text: str
    line: int
    was: str
    now: str


def _among(words: tuple[str, ...]) -> Callable[[Random, str], str]:
    return lambda rng, old: rng.choice([word for word in words if word != old])


def _near(rng: Random, old: str) -> str:
    return str(max(0, int(old) + rng.choice((-1, 1, 10))))


def _space(rng: Random, old: str) -> str:
    """A space next to this one, as the boards name them."""
    return old[0] + str(int(old[1:]) + rng.choice((-1, 1)))


def _zone(rng: Random, old: str) -> str:
    return old[0] + str((int(old[1]) + rng.choice((1, 2))) % 6)


KINDS: dict[str, tuple[str, str, Callable[[Random, str], str]]] = {
    "tile drawn": (r"\w+: .*=", r"(?<==)\w+", _among(TILES)),
    "tile placed": (r"\w+: .*@", r"\w+(?=@)", _among(TILES)),
    "space of a tile": (r"\w+: .*@[a-e]\d", r"(?<=@)[a-e]\d+", _space),
    "step": (r"\w+: .*drive [a-e]\d", r"(?<= )[a-e]\d+", _space),
    "step lost": (r"\w+: .*drive [a-e]\d\S* \S", r"(?<=drive )[a-e]\d\S* (?=\w)", lambda _rng, _old: ""),
    "split": (r"\w+: .*/[ec]\d", r"(?<=/)[ec]\d(?:c\d)?", _among(SPLITS)),
    "split lost": (r"\w+: .*drive.*/[ec]\d", r"/[ec]\d(?:c\d)?", lambda _rng, _old: ""),
    "sent back": (r"\w+: .*=\w+!", "!", lambda _rng, _old: ""),
    "means": (r"\w+: .*~", r"~\w+", lambda _rng, _old: ""),
    "fuel bought": (r"\w+: buy", r"(?<=buy )\d+", _near),
    "card played": (r"\w+: .*play (?:Financier|Refuel|Jerrycan)", r"(?<=play )\w+", _among(CARDS)),
    "card discarded": (r"(?:\w+:|camp) .*-\w", r"(?<= -)[A-Z]\w+", _among(CARDS)),
    "discard lost": (r"(?:\w+:|camp) .* -\w", r" -\w+", lambda _rng, _old: ""),
    "card shown": ("display", r"(?<= )\w+", _among(CARDS)),
    "card taken": ("camp", r"(?<=camp \w{4} )\w+|(?<=camp \w{5} )\w+|(?<=camp \w{6} )\w+", _among(CARDS)),
    "taker": ("camp", r"(?<=camp )\w+", _among(PLAYERS)),
    "plan": ("plan", r"[XMST]\d", _zone),
    "mover": (r"\w+: ", r"^\w+", _among(PLAYERS)),
    "order": ("order", r"(?<=order )\w+", _among(PLAYERS)),
    "bonus": ("bonus", r"\d+", _near),
    "fact": ("check .*fuel", r"(?<=fuel |oney )\d+|(?<=ssis )\d+|(?<=gine )\d+", _near),
    "hand": (r"check .*hand \?", r"(?<=hand )\?\d?", lambda _rng, old: f"?{int(old[1:] or 1) + 1}"),
    "result": ("result", r"\d+", _near),
    "line lost": (r"(?:\w+:|camp|plan|display) ", r"^.*$", lambda _rng, _old: ""),
}
"""Kind of token -> the lines that have one, the token, and what replaces it."""

ALWAYS = ("order", "bonus", "fact", "hand", "result", "taker", "card taken", "discard lost", "sent back")
"""The kinds for which each change is found."""


def change(text: str, rng: Random, kind: str = "") -> Change | None:
    """The record with one token changed: of this kind, or of a random kind that it has. None if it has none."""
    lines = text.split("\n")
    for name in [kind] if kind else rng.sample([*KINDS], len(KINDS)):
        there, token, other = KINDS[name]
        able = [
            number for number, line in enumerate(lines) if re.match(there, line) and re.search(token, line)
        ]
        if not able:
            continue
        number = rng.choice(able)
        place = rng.choice([*re.finditer(token, lines[number])])
        now = other(rng, place[0])
        line = lines[number][: place.start()] + now + lines[number][place.end() :]
        changed = "\n".join([*lines[:number], line, *lines[number + 1 :]])
        if now != place[0]:
            return Change(name, changed, number + 1, place[0], now)
    return None


def fate(changed: Change, kept: Kept) -> str:
    """What becomes of a change: the verdict, or for a legal record `SAME` or `OTHER`; then the books must agree with it."""
    [report] = verify(changed.text, "changed.race")
    if report.verdict != "legal":
        return report.verdict
    assert changed.kind not in ALWAYS, f"{changed.kind} `{changed.was}` -> `{changed.now}` is not found"
    other = keep_books(changed.text)
    ends = [one.report.steps[-1].after.position for one in (kept, other)]
    return SAME if ends[0] == ends[1] else OTHER
