"""Runs engine against spec at length for The Great Race: `python -m tests.differential.great_race.long_run --count 10000`.

Each situation gets up to three decisions. Exits with 1 if the judges differ anywhere; `gave up` stands for decisions with lost
parts that only one of them could follow.
"""

import argparse
import sys
from collections import Counter
from functools import partial
from pathlib import Path

from tests.differential.great_race.agreement import ask
from tests.differential.runner import run


def _asked(seed: int, number: int) -> tuple[Counter[str], str]:
    return ask(number, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--log", type=Path)
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.count)
    about = {"first": given.first, "seed": given.seed}
    return run(partial(_asked, given.seed), numbers, given.workers, given.log, what="great-race", **about)


if __name__ == "__main__":
    sys.exit(main())
