"""Judges the kept records under both rulesets of a change that `diff` calls the same, narrower or wider: none may show otherwise.

python -m tests.differential.overall rallyman --seed 3 --seconds 600
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from grammar.parser import parse
from model.errors import ModelError
from model.ruleset import Ruleset, default_ruleset
from verifier.errors import StewardError
from verifier.findings import ILLEGAL, LEGAL
from verifier.game import Game
from verifier.games import find_game
from verifier.rulesets.changes import switched
from verifier.rulesets.checking import NARROWER, WIDER
from verifier.rulesets.diff_witness import Trial
from verifier.rulesets.diffing import SAME, Comparison, overall
from verifier.rulesets.edges import subjects

CASES = Path(__file__).parent.parent / "cases"

NOT_JUDGED = ("title ", "source ", "note ", "shows ", "expect ")
"""How lines begin that say what a record is for."""

NEVER = {NARROWER: (ILLEGAL, LEGAL), WIDER: (LEGAL, ILLEGAL)}
"""The verdicts under both rulesets that no record may have."""

UNPROVED = {"rallyman": ("[", ": blocked")}
"""What marks a record that no proof covers: in Rallyman a time attack, or a turn without a die."""


def trials(game: Game[Any]) -> Iterator[tuple[str, Trial]]:
    """The kept records of a game that proofs are about, each with its place, without the blocks for other readings."""
    unproved = UNPROVED.get(game.name, ())
    for path in sorted((CASES / game.name.replace("-", "_")).rglob("*.race")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        starts = [record.line for record in parse(text, str(path)).records]
        for start, end in pairwise((*starts, len(lines) + 1)):
            kept, skipped = [], False
            for line in lines[start - 1 : end - 1]:
                skipped = skipped or line.startswith("under ")
                if not skipped and not line.strip().startswith(NOT_JUDGED):
                    kept.append(line)
                skipped = skipped and line != "end"
            if not any(mark in line for mark in unproved for line in kept):
                yield f"{path.name}:{start}", Trial(game, kept)


def contradicts(said: str, plain: str, changed: str) -> bool:
    """Whether these verdicts on a record under both rulesets contradict the answer about the change."""
    return plain != changed if said == SAME else NEVER.get(said) == (plain, changed)


def asked(game: Game[Any], plain: Ruleset, changed: Ruleset) -> str:
    """The answer of `diff` about two rulesets."""
    compared = Comparison(game.name, plain, changed)
    found = [compared.answer(change) for change in compared.changes]
    return overall(compared.changes, found, lambda links: map(compared.proof, links)).said


def main(words: Sequence[str] | None = None) -> int:
    """Asks about changes in a random order until the time is over. Returns 1 if a record contradicts an answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600)
    args = parser.parse_args(words)
    game, began = find_game(args.game), time.monotonic()
    plain = default_ruleset(game.data)
    every = [one.change for one in subjects(game.data, plain) if one.change is not None]
    every += switched(game.data, plain)
    Random(args.seed).shuffle(every)
    kept, counted, wrong = list(trials(game)), Counter[str](), 0
    for change in every:
        if time.monotonic() - began > args.seconds:
            break
        try:
            changed = change.applied(plain)
        except ModelError:
            continue
        said = asked(game, plain, changed)
        counted[said] += 1
        for place, trial in kept if said in (SAME, NARROWER, WIDER) else ():
            try:
                verdicts = trial.verdict(plain), trial.verdict(changed)
            except StewardError:  # the record cannot be read without its own rules
                continue
            if contradicts(said, *verdicts):
                wrong += 1
                print(f"{change} is not {said}: {place} is {' and '.join(verdicts)}", flush=True)
    print(
        f"{args.game}: {len(kept)} records; {', '.join(f'{n} {said}' for said, n in counted.items())}; {wrong} wrong"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
