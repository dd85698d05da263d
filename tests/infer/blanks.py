"""Words of legal test records made unknown: `python -m tests.infer.blanks --blanks 2000 --game rallyman`.

In play, in `check` lines and in `position` blocks a word becomes a `?`. `infer` must never say that nothing fits, and what was
written must be among what it finds. Prints how often each answer was given, and exits with 1 if one is wrong.
"""

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from grammar.parser import parse
from tests.infer.losses import WORDS, Found, asked, words_lost
from verifier.api import verify

CASES = Path(__file__).parents[1] / "cases"

TOLD = re.compile(r"^ +\S+ .|^check \S+ .")
"""A line of a block, or a check, with something that can be lost."""

KEYWORDS = re.compile(
    "at|bag|bonus|broken|chassis|check|crossed|deck|dirt|discards|display|down|engine|finished|first|flag|flipped|fuel|hand|lap|"
    "leaders?|led|left|money|most|next|order|out|passed|phase|places?|position|rain|removed|right|road|splits|spun|step|stopped|"
    "tiles?|track|turn|used|wear|winner"
)
"""Words whose place gives their meaning: they are not lost."""

OTHERWISE = (".toml", "under ", "either", "...", "?", 'rally "', "season ", 'race "', " left", "[")
"""What a record must not have: it is open already, stands for several, or needs another file; or a `?` means something else."""


def records(game: str) -> list[list[str]]:
    """The lines of each test record of a game that can be blanked."""
    found = []
    for path in sorted((CASES / game.replace("-", "_")).glob("**/*.race")):
        text = path.read_text(encoding="utf-8")
        lines, starts = text.split("\n"), [record.line for record in parse(text).records]
        for first, after in zip(starts, [*starts[1:], len(lines) + 1], strict=True):
            one = lines[first - 1 : after - 1]
            if not any(word in line for word in OTHERWISE for line in one):
                found.append(one)
    return found


def blanked(game: str, lines: Sequence[str], chance: random.Random) -> list[str]:
    """A record with one word lost; the record itself if none can be."""
    told = [number for number, line in enumerate(lines) if TOLD.search(line)]
    if not told or chance.random() < 0.5:
        return words_lost(game, list(lines), 1, chance)
    number = chance.choice(told)
    line = lines[number].partition("#")[0]
    places = [word.span() for word in re.finditer(r"(?<==)[\w:]+|(?<= )[\w:]+(?= |$)", line)]
    fit = [
        (start, end)
        for start, end in places
        if not KEYWORDS.fullmatch(line[start:end]) and line[:start].strip()
    ]
    if not fit:
        return list(lines)
    start, end = chance.choice(fit[1:] if line.startswith("check") and len(fit) > 1 else fit)
    return [*lines[:number], f"{line[:start]}?{line[end:]}", *lines[number + 1 :]]


def tried(game: str, count: int, seed: int, seconds: float) -> Iterator[tuple[list[str], list[str], Found]]:
    """So many records, each with a blank, and the answer about it."""
    chance, known = random.Random(seed), records(game)
    while count:
        lines = chance.choice(known)
        lost = blanked(game, lines, chance)
        if lost == lines or [report.verdict for report in verify("\n".join(lines))] != ["legal"]:
            continue
        count -= 1
        yield lines, lost, asked(lines, lost, seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--blanks", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=WORDS)
    given = parser.parse_args()
    wrong = 0
    for game in [given.game] if given.game else WORDS:
        answers, limits = Counter[str](), Counter[str]()
        for lines, lost, found in tried(game, given.blanks, given.seed, 5):
            answers[found.outcome] += 1
            limits[found.limit] += 1
            if found.wrong:
                wrong += 1
                changed = next(pair for pair in zip(lines, lost, strict=True) if pair[0] != pair[1])
                print(f"{game}: {changed[0]} -> {changed[1]}: {found.wrong}; {lines[1]}", flush=True)
        print(f"{game}: {', '.join(f'{answer} {number}' for answer, number in answers.most_common())}")
        for limit, number in limits.most_common():
            if limit:
                print(f"  {number} times: {limit}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
