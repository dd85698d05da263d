"""What was seen of hidden cards, by both judges: `python -m tests.great_race.long_hands --count 20000 --workers 2`.

Prints each log about which they differ, and how many fit; exits with 1 if they differ.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.great_race.games.sights import situation
from verifier.great_race.engine.cards import clash
from verifier.great_race.spec.cards import fits
from verifier.solving.session import GaveUpError

Verdicts = tuple[int, bool, bool | None]
"""The number of a situation, and whether cards fit by the engine and by the spec; None for no answer."""


def verdicts(number: int, seed: int = 3) -> Verdicts:
    setup, log = situation(number, seed)
    try:
        return number, clash(setup, log) is None, fits(setup, log)
    except GaveUpError:
        return number, clash(setup, log) is None, None


def differing(found: Iterable[Verdicts], counts: "Counter[bool | None]") -> list[int]:
    """The situations about which the judges differ. `counts` collects the verdicts of the spec."""
    wrong = []
    for number, engine, spec in found:
        counts[spec] += 1
        wrong += [number] if spec not in (engine, None) else []
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    numbers, counts = range(asked.first, asked.first + asked.count), Counter[bool | None]()
    with ProcessPoolExecutor(asked.workers) as pool:
        wrong = differing(pool.map(partial(verdicts, seed=asked.seed), numbers, chunksize=50), counts)
    for number in wrong:
        setup, log = situation(number, asked.seed)
        reading, cards = setup.reading("reshuffle-moment"), dict(setup.ruleset.cards)
        print(f"{number}: reading {reading}, {cards}", *log, sep="\n    ")
    print(
        f"{counts[True]} fit, {counts[False]} do not, {counts[None]} without an answer; {len(wrong)} differ"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
