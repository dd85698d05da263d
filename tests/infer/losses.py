"""Records with parts lost at random, and whether what was played is among the completions."""

import random
import re
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from grammar.parser import parse
from verifier.api import Inference, infer, simulate, verify
from verifier.errors import StewardError
from verifier.games import find_game
from verifier.gaps.inferring import NONE, ONE, OPEN, explored
from verifier.gaps.lost_parts import with_lines
from verifier.records.branches import Graph
from verifier.records.expected import Expected
from verifier.records.heading import read_heading
from verifier.records.replay import Options, where_of
from verifier.records.stepping import MISSING, Stepper

RACES = {
    "thunder-alley": {"players": 3, "laps": 1},
    "rallyman": {"players": 3, "stage": "mill-lane"},
    "great-race": {"players": 2},
}
"""The races that are simulated."""

PLAYED = {
    "thunder-alley": re.compile(r"^\d+ |^event |^pit |^grid "),
    "rallyman": re.compile(r"^R\d+ "),
    "great-race": re.compile(r"^camp |^plan |^display |^\w+: "),
}
"""Lines in which something is lost."""

BEGINS = {"thunder-alley": r"turn \d+", "rallyman": r"R\d+ ", "great-race": r"turn \d+"}
"""How a turn or a round begins."""

FEW = 12
"""Up to so many completions are all looked at."""

WHOLE = {"thunder-alley": "? ?: ?", "rallyman": "{who} ?", "great-race": "{who} ?"}
"""A line with all of it lost, or all but who played."""

WORDS = {
    "thunder-alley": (
        (r"^(\d+)(?= [A-Z][\w' ]+:)", "?"),
        (r"^\d+ ([A-Z][\w' ]+)(?=:)", "?"),
        (r"^\d+ .*?: (?:.* )?([fio])(?= |$)", "?1"),
        (r"^\d+ .*?: (?:.* )?[fio](\d)(?= |$)", None),
        (r"^\d+ .*?: (.+)$", "?"),
        (r"^\d+ .*>([a-d])(?= |$)", "?"),
        (r"^\d+ Teamwork: .*\+ (\d+)", "?"),
        (r"^grid .*?(\d+)(?= |$)", "?"),
        (r"^event ([A-Z].+?)(?= bar|:|$)", "?"),
        (r"^event .*:(?: \d+)* (\d+)", "?"),
        (r"^pit .*?(\d+)$", "?"),
    ),
    "rallyman": (
        (r"^R\d+ \w+: (?:[^=>]* )?\[?([1-5g]!?)(?=[] ])", "?1"),
        (r"^R\d+ \w+: (?:[^=>]* )?\[?[1-5](!)(?=[] ])", "?"),
        (r"^R\d+ \w+: (?:[^=>]* )?\[?[1-5g]!?(/[id])(?=[] ])", "/?"),
        (r"^R\d+ \w+: (?:[^=>]* )?\[?[1-5g]!?/k(.)(?=[] ])", "?"),
        (r"^R\d+ \w+: .*?\*(spin|left|right)(?= )", "?"),
        (r"^R\d+ \w+: .*?=(\db?)(?= |$)", "?"),
        (r"^R\d+ \w+: (.*?) =", "?"),
    ),
    "great-race": (
        (r"^camp (\w+) ", "?"),
        (r"^(?:camp|display) (?:.* )?([A-Z]\w+)(?= |$)", "?"),
        (r"^plan \w+ (.+)$", "?"),
        (r"^(\w+): ", "?"),
        (r"^\w+: .*?/([ec]\d[ec\d]*)", "?"),
        (r"^\w+: .*=(\w+)", "?"),
        (r"^\w+: .*\b(\w+)@", "?"),
        (r"\bbuy (\d)", "?"),
        (r"\bclear (\w+)", "?"),
        (r"\bplay (\w+)", "?"),
        (r"\brepair (?:.*, )?([ec]\d[ec\d]*)", "?"),
        (r" -([A-Z]\w+)", "?"),
        (r"^\w+: (?:.* )?drive (?:.* )?([a-z]\d+(?:=\w+)?(?:~\w+)?(?:/\w+)?)(?= |$|;)", "?"),
    ),
}
"""What is lost in a line, and what replaces it (None: the number of lost steps)."""

BY_WORDS = ("camp ?", "play ?", ">?")
"""Lost words that the grammar does not know, and `infer` does."""


def race(game: str, seed: int) -> list[str]:
    """The lines of a simulated race."""
    parameters = dict(RACES[game])
    players = parameters.pop("players")
    assert isinstance(players, int)
    return simulate(game, seed, players, **parameters).splitlines()


def words_lost(game: str, lines: list[str], count: int, chance: random.Random) -> list[str]:
    """A record in which so many words are lost."""
    lost = list(lines)
    patterns = [(re.compile(pattern), word) for pattern, word in WORDS[game]]
    for _ in range(1000):
        number = chance.randrange(len(lost))
        pattern, word = chance.choice(patterns)
        found = pattern.search(lost[number])
        if found is None or "?" in found[0]:
            continue
        start, end = found.span(1)
        if word is None:
            start, word = start - 1, f"?{found[1]}"
        changed = lost[number][:start] + word + lost[number][end:]
        if _holds(game, changed) or changed.startswith("?:") or any(one in changed for one in BY_WORDS):
            lost[number], count = changed, count - 1
            if not count:
                break
    return lost


def rests_lost(game: str, lines: list[str], count: int, chance: random.Random) -> list[str]:
    """A record in which so many moves are lost from some word on."""
    return _changed(game, lines, count, chance, lambda line: _cut(line, chance))


def lines_lost(game: str, lines: list[str], count: int, chance: random.Random) -> list[str]:
    """A record in which nothing is known of so many moves."""
    return _changed(game, lines, count, chance, lambda line: WHOLE[game].format(who=line.split(":")[0] + ":"))


def gap(_game: str, lines: list[str], count: int, chance: random.Random) -> list[str]:
    """A record in which so many lines are missing."""
    first = chance.randrange(len(lines) // 2, len(lines) - count)
    return [*lines[:first], "...", *lines[first + count :]]


def turn_lost(game: str, lines: list[str], _count: int, chance: random.Random) -> list[str]:
    """A record in which a whole turn, or a whole round, is missing."""
    begins = re.compile(BEGINS[game])
    turns = [found[0] if (found := begins.match(line)) else "" for line in lines]
    firsts = [number for number, turn in enumerate(turns) if turn and turn not in turns[:number]]
    begin, end = chance.choice([*pairwise([*firsts, len(lines)])])
    return [*lines[:begin], "...", *lines[end:]]


LOSSES: dict[str, Callable[[str, list[str], int, random.Random], list[str]]] = {
    "words": words_lost,
    "rests": rests_lost,
    "moves": lines_lost,
    "lines": gap,
    "turns": turn_lost,
}


def _changed(
    game: str, lines: list[str], count: int, chance: random.Random, change: Callable[[str], str]
) -> list[str]:
    lost = list(lines)
    moves = [
        number for number in _played(game, lines) if ":" in lines[number] and "event" not in lines[number]
    ]
    for number in chance.sample(moves, min(count, len(moves))):
        changed = change(lines[number])
        lost[number] = changed if _holds(game, changed) else lines[number]
    return lost


def _cut(line: str, chance: random.Random) -> str:
    """A move without its end."""
    words = line.split()
    ends = [place for place in range(2, len(words) + 1) if _is_end(words[place - 1], " ".join(words[place:]))]
    return f"{' '.join(words[: chance.choice(ends)])} ..." if ends else line


def _is_end(word: str, rest: str) -> bool:
    """Whether a step can end with a word that this rest follows."""
    begins = (word.endswith(("]", ":", ";")) and "/" not in word) or word in (
        "sea",
        "air",
        "drive",
        "play",
        "S",
    )
    return not (
        begins or rest.startswith(("-", "+", "{", "S ", "*", "|", "=")) or ("[" in word and "]" not in word)
    )


def _played(game: str, lines: Sequence[str]) -> list[int]:
    return [number for number, line in enumerate(lines) if PLAYED[game].search(line)]


def _holds(game: str, line: str) -> bool:
    """Whether a line with lost parts can be read."""
    return not parse(f"game {game}\n{line}\n", "").errors


class Found(NamedTuple):
    """What `infer` answers: its outcome, its time, and what is wrong with it (empty: nothing)."""

    outcome: str
    seconds: float
    wrong: str = ""
    limit: str = ""


def asked(lines: Sequence[str], lost: Sequence[str], seconds: float = 10) -> Found:
    """Whether the answer about a record with lost parts agrees with what was played."""
    begun = time.perf_counter()
    text = "\n".join(lost)
    try:
        graph, _ = explored(parse(text, "a.race"), Options(), seconds)
    except StewardError as error:
        return Found("error", time.perf_counter() - begun, f"{error}")
    taken = time.perf_counter() - begun
    if any(layer.statement.kind == MISSING for layer in graph.layers):
        wrong = "" if graph.last else f"nothing fits line {graph.layers[-1].statement.line}"
        return Found(OPEN, taken, wrong)
    if any(not way.whole for layer in graph.layers for way in graph.live(layer)):
        return Found(OPEN, taken, "", "a lost part is not filled in")
    if graph.sampled:
        return Found(OPEN, taken, "", "not all words were tried")
    wrong = _left_out(graph, lines)
    if graph.limit:
        known = infer(text, seconds=seconds) if graph.known is not None else None
        wrong = wrong or (_not_distinct(known, lost) if known is not None else "")
        return Found(OPEN, taken, wrong, graph.limit.partition(": ")[2])
    if wrong:
        return Found(NONE, taken, wrong)
    found = infer(text, seconds=2 * seconds)
    if found.outcome != OPEN and found.verdict != "legal":
        wrong = f"`verify` calls its record {found.verdict}"
    if found.outcome == ONE and not _same(found.record, lines):
        wrong = "the only completion is not what was played"
    return Found(found.outcome, taken, wrong or _not_distinct(found, lost), found.limit)


def _not_distinct(found: Inference, lost: Sequence[str]) -> str:
    """A completion that is not legal, or that is counted twice, if there are few."""
    seen = set[object]()
    for one in found.completions if 0 < found.count <= FEW else ():
        record = with_lines(lost, dict(one.lines))
        [report] = verify("\n".join(record))
        if report.verdict != "legal":
            return f"`verify` calls a completion {report.verdict}: {one.lines}"
        seen.add((tuple(_positions(record)), one.values))
    return "a completion is counted twice" if seen and len(seen) < found.count else ""


def _positions(lines: Sequence[str]) -> list[tuple[str, ...]]:
    """The positions after each statement of a record without lost parts."""
    [record] = parse("\n".join(lines), "a.race").records
    game, where = find_game(record.game), where_of(record, Options())
    heading = read_heading(record, game.data, where.folder, Options().overrides)
    plain = Expected(game, heading.ruleset).record(record)
    stepper = Stepper(plain, game, heading, where, ())
    return [game.position_lines(step.after) for step in stepper.steps()]


def _same(one: Sequence[str], other: Sequence[str]) -> bool:
    return _positions(one) == _positions(other)


def _left_out(graph: Graph, lines: Sequence[str]) -> str:
    """The first line after which the position that was played is not among those found; or the one that nothing fits."""
    if not graph.limit and not graph.last:
        last = graph.layers[-1]
        refused = last.refused[0].finding.fact if last.refused else ""
        return f"nothing fits line {last.statement.line}: {last.statement.source} ({refused})"
    for layer, played in zip(graph.layers, _positions(lines), strict=False):
        live = [one.after for one in layer.branches if one.live]
        if played not in [one.game.position_lines(one.table) for one in live]:
            return f"line {layer.statement.line} leaves out what was played: {layer.statement.source}"
    return ""
