"""Loses parts of simulated races at random: `python -m tests.infer.long_run --races 500 --game rallyman`.

What was played must be among the completions, and the only one where there is one; the record that `infer` gives must be legal.
If there are few, each must be legal, and none may be counted twice. Prints how often each answer was given, and the times, by the
number of lost parts. Exits with 1 if an answer is wrong.
"""

import argparse
import random
import sys
from collections import Counter

from tests.infer.losses import LOSSES, RACES, asked, race

COUNTS = {"words": (1, 2, 5), "rests": (1, 2), "moves": (1,), "lines": (1, 8), "turns": (1,)}
"""How many parts of a kind are lost."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--races", type=int, default=500)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--game", choices=RACES)
    parser.add_argument("--loss", choices=LOSSES)
    parser.add_argument("--count", type=int, help="how many parts are lost")
    parser.add_argument("--seconds", type=float, default=10)
    given = parser.parse_args()
    wrong = 0
    for game in [given.game] if given.game else RACES:
        for loss in [given.loss] if given.loss else LOSSES:
            for count in [given.count] if given.count else COUNTS[loss]:
                answers, limits, times = Counter[str](), Counter[str](), []
                for seed in range(given.first, given.first + given.races):
                    lines = race(game, seed)
                    found = asked(lines, LOSSES[loss](game, lines, count, random.Random(seed)), given.seconds)
                    answers[found.outcome] += 1
                    limits[found.limit] += 1
                    times.append(found.seconds)
                    if found.wrong:
                        wrong += 1
                        print(f"{game} seed {seed}, {count} {loss}: {found.wrong}", flush=True)
                times.sort()
                told = ", ".join(f"{answer} {number}" for answer, number in answers.most_common())
                shown = f"median {times[len(times) // 2]:.2f} s, longest {times[-1]:.2f} s"
                print(f"{game}, {count} {loss}: {told}; {shown}", flush=True)
                for limit, number in limits.most_common():
                    if limit:
                        print(f"  {number} times: {limit}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
