"""Many races, with one changed token in each: `python -m tests.thunder_alley.race.long_run --races 10000`.

Judges each race, keeps its books without the engine, changes one token and judges the mutant. Prints a table by kind of token;
exits with 1 if a race was not legal, the books disagreed, or anything was raised.
"""

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random

from tests.thunder_alley.race.judging import HARMLESS, OTHER, SAME, Fate, judge
from tests.thunder_alley.race.mutations import mutate
from tests.thunder_alley.race.races import keep_books, setting
from verifier.thunder_alley.simulate import simulate

OUTCOMES = ("unreadable", "illegal", "claim", "undetermined", SAME, OTHER)
EXAMPLES = 2
"""Legal mutants shown for each kind and reason."""


@dataclass(frozen=True)
class Run:
    """The result of one race: lines and segments, and the fate of its mutant; `error` is empty if all went well."""

    number: int
    lines: int = 0
    segments: int = 0
    turns: int = 0
    fate: Fate | None = None
    error: str = ""


@dataclass
class Tally:
    """Figures of many runs."""

    races: int = 0
    lines: int = 0
    segments: int = 0
    turns: int = 0
    errors: list[str] = field(default_factory=list)
    table: dict[str, Counter[str]] = field(default_factory=dict)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def add(self, run: Run) -> None:
        self.races += 1
        self.lines += run.lines
        self.segments += run.segments
        self.turns += run.turns
        if run.error:
            self.errors.append(f"race {run.number}: {run.error}")
        if run.fate is None:
            return
        fate = run.fate
        self.table.setdefault(fate.mutant.kind, Counter())[fate.outcome] += 1
        if fate.outcome in (SAME, OTHER):
            key = fate.mutant.kind, fate.reason
            self.reasons[key] += 1
            shown = self.examples.setdefault(key, [])
            if len(shown) < EXAMPLES:
                shown.append(f"race {run.number}: `{fate.mutant.was}` -> `{fate.mutant.now}`")

    def report(self) -> Iterable[str]:
        yield f"{self.races} races, {self.turns} turns, {self.segments} segments, {self.lines} lines; {len(self.errors)} wrong"
        yield from self.errors
        head = ("kind", "mutants", *OUTCOMES)
        yield "".join(f"{word:>14}" if place else f"{word:18}" for place, word in enumerate(head))
        total: Counter[str] = Counter()
        for kind in sorted(self.table):
            total += self.table[kind]
            yield _row(kind, self.table[kind])
        yield _row("all", total)
        found = sum(total[outcome] for outcome in OUTCOMES[:4])
        changing = total.total() - total[SAME]
        if changing:
            yield f"of {changing} mutants that are not the same race, {found} are reported: {100 * found / changing:.2f} %"
        for kind in sorted({kind for kind, _ in self.reasons}):
            yield f"{kind}: {HARMLESS[kind]}"
        for kind, reason in sorted(self.reasons):
            yield f"{self.reasons[kind, reason]:6} {kind}: {reason}"
            yield from (f"         {example}" for example in self.examples[kind, reason])


def _row(kind: str, counts: Counter[str]) -> str:
    return f"{kind:18}{counts.total():14}" + "".join(f"{counts[outcome]:14}" for outcome in OUTCOMES)


def run(number: int, seed: int = 7) -> Run:
    """One race and one mutant. Never raises."""
    mutant = None
    try:
        text = simulate(setting(number, seed))
        kept = keep_books(text)
        lines = text.split("\n")
        segments = sum(line[:1].isdigit() for line in lines)
        mutant = mutate(text, Random(f"mutant {seed} {number}"))
        assert mutant is not None
        fate = judge(mutant, kept.report)
        return Run(number, len(lines), segments, kept.book.turn, fate)
    except Exception as error:
        what = f"`{mutant.was}` -> `{mutant.now}`: " if mutant else ""
        where = traceback.extract_tb(error.__traceback__)[-1]
        return Run(number, error=f"{what}{type(error).__name__} in {where.name}: {error}")


def tally(runs: Iterable[Run]) -> Tally:
    figures = Tally()
    for one in runs:
        figures.add(one)
    return figures


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--every", type=int, default=1000, help="races after which the table so far is printed"
    )
    args = parser.parse_args(argv)
    numbers = range(args.first, args.first + args.races)
    figures = Tally()
    with ProcessPoolExecutor(args.workers) as pool:
        for one in pool.map(run, numbers, chunksize=20):
            figures.add(one)
            if figures.races % args.every == 0 or figures.races == args.races:
                print("\n".join(figures.report()), flush=True)
    return 1 if figures.errors else 0


if __name__ == "__main__":
    sys.exit(main())
