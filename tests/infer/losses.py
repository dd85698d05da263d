"""Records with parts lost at random: words become `?`, lines and turns become `...`."""

import random
import re

from verifier.api import simulate

RACES = {
    "thunder-alley": {"players": 3, "laps": 1},
    "rallyman": {"players": 3, "stage": "mill-lane"},
    "great-race": {"players": 2},
}
"""The races that are simulated."""

LOSSES = {
    "thunder-alley": (
        (re.compile(r"^(\d+)(?= [A-Z][\w' ]+:)"), "?"),
        (re.compile(r"^\d+ ([A-Z][\w' ]+)(?=:)"), "?"),
        (re.compile(r"^\d+ [A-Z][\w' ]+:.*? ([fio])(?= |$)"), "?1"),
        (re.compile(r"^\d+ [A-Z][\w' ]+:.*? [fio](\d)(?= |$)"), None),
        (re.compile(r"^grid .*?(\d+)(?= |$)"), "?"),
    ),
    "rallyman": (
        (re.compile(r"^R\d+ \w+:.*? ([1-5g]!?)(?= )"), "?1"),
        (re.compile(r"^R\d+ \w+:.*? [1-5](!)(?= )"), "?"),
        (re.compile(r"^R\d+ \w+:.*?(/[id])(?= )"), "/?"),
        (re.compile(r"^R\d+ \w+:.*? =(\d)(?= |$)"), "?"),
    ),
    "great-race": (
        (re.compile(r"^camp \w+ (\w+)$"), "?"),
        (re.compile(r"^plan \w+ (.+)$"), "?"),
        (re.compile(r"^\w+: .*/([ec][\dec]+)"), "?"),
        (re.compile(r"^\w+: .*=(\w+)"), "?"),
        (re.compile(r"^\w+: .*\b(\w+)@"), "?"),
        (re.compile(r"^\w+: drive .*?(\b[a-z]\d+)(?= |$)"), "?"),
    ),
}
"""What can be lost in a line of a game, and what is written then (None: the number of lost steps)."""


def race(game: str, seed: int) -> list[str]:
    """The lines of a simulated race."""
    parameters = dict(RACES[game])
    players = parameters.pop("players")
    assert isinstance(players, int)
    return simulate(game, seed, players, **parameters).splitlines()


def with_words_lost(game: str, lines: list[str], count: int, chance: random.Random) -> list[str]:
    """A record in which so many words are lost, if it has as many that can be."""
    lost, tries = list(lines), 0
    while count and tries < 1000:
        tries += 1
        number = chance.randrange(len(lost))
        pattern, word = chance.choice(LOSSES[game])
        found = pattern.search(lost[number])
        if found is None or "?" in found[0]:
            continue
        start, end = found.span(1)
        if word is None:
            start, word_here = start - 1, f"?{found[1]}"
        else:
            word_here = word
        lost[number] = lost[number][:start] + word_here + lost[number][end:]
        count -= 1
    return lost


def with_lines_lost(lines: list[str], first: int, count: int) -> list[str]:
    """A record in which some lines are missing."""
    return [*lines[:first], "...", *lines[first + count :]]
