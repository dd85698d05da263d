"""Many games, with one changed token in each: `python -m tests.great_race.long_run --games 2000 --workers 2`.

Judges each game, keeps its books without the engine, changes one token and judges it again. Prints a table by kind of token;
exits with 1 if a game was not legal or not finished, the books disagreed, or anything was raised.
"""

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random

from tests.great_race.games.changed import OTHER, SAME, change, fate
from tests.great_race.games.kept import played

FATES = ("unreadable", "illegal", "undetermined", SAME, OTHER)


@dataclass(frozen=True)
class Run:
    """One game: its lines and turns, and the fate of its changed token; `error` is empty if all went well."""

    number: int
    lines: int = 0
    turns: int = 0
    kind: str = ""
    fate: str = ""
    error: str = ""


@dataclass
class Tally:
    """Figures of many games."""

    games: int = 0
    lines: int = 0
    turns: int = 0
    errors: list[str] = field(default_factory=list)
    fates: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, run: Run) -> None:
        self.games += 1
        self.lines += run.lines
        self.turns += run.turns
        if run.error:
            self.errors.append(f"game {run.number}: {run.error}")
        elif run.fate:
            self.fates.setdefault(run.kind, Counter())[run.fate] += 1

    def report(self) -> Iterator[str]:
        yield f"{self.games} games, {self.turns} turns, {self.lines} lines; {len(self.errors)} wrong"
        yield from self.errors
        yield f"{'kind':16}" + "".join(f"{word:>14}" for word in FATES)
        total: Counter[str] = Counter()
        for kind, counts in sorted(self.fates.items()):
            total += counts
            yield f"{kind:16}" + "".join(f"{counts[word]:14}" for word in FATES)
        changing = total.total() - total[SAME]
        if changing:
            found = changing - total[OTHER]
            yield f"of {changing} changes that do not leave the game the same, {found} are found: {100 * found / changing:.1f} %"


def run(number: int, seed: int = 3) -> Run:
    """One game and one change. Never raises."""
    changed = None
    try:
        kept = played(number, seed)
        turns = kept.report.table.position.turn
        changed = change(kept.text, Random(f"change {seed} {number}"))
        assert kept.report.complete and changed is not None
        return Run(number, kept.text.count("\n"), turns, changed.kind, fate(changed, kept))
    except Exception as error:
        what = f"line {changed.line}, `{changed.was}` -> `{changed.now}`: " if changed else ""
        where = traceback.extract_tb(error.__traceback__)[-1]
        return Run(number, error=f"{what}{type(error).__name__} in {where.name}: {error}")


def tally(runs: Iterable[Run]) -> Tally:
    figures = Tally()
    for one in runs:
        figures.add(one)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.games)
    with ProcessPoolExecutor(asked.workers) as pool:
        figures = tally(pool.map(partial(run, seed=asked.seed), numbers, chunksize=10))
    print("\n".join(figures.report()))
    return 1 if figures.errors else 0


if __name__ == "__main__":
    sys.exit(main())
