"""Runs engine against spec at length: `python -m tests.differential.long_run moves --count 10000`.

`moves` certifies the legal moves of random situations. `readings` tests situations built for each reading that is not the
default. `claims` judges random strings of steps, `annotated` mostly legal ones that assert more than steps. `events` carries out
events on random positions. `tables` compares ends of turns, segments without a card, and points. `races` certifies activations of
simulated races. `records` has both judges follow such races line by line: with `--mutated` races with one changed token, with
`--gaps` races with missing lines, with a complete block after them, with an incomplete one, and with a token changed after it.
With `--left-out` some rules are left out.
Exits with 1 if the judges differ anywhere.
"""

import argparse
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.differential.agreement import claim, leads_to, moves, mps
from tests.differential.claims import annotated
from tests.differential.claims import claim as claim_of
from tests.differential.events import event, event_on
from tests.differential.gaps import gap, gap_mutant, vague_gap
from tests.differential.played import activations
from tests.differential.readings import TRIES, ask_reading, other_readings
from tests.differential.records import mutant, race, race_without, short
from tests.differential.runner import GAVE_UP, run
from tests.differential.segments import score_situation, scores, segment_situation, segments
from tests.differential.situations import situation
from tests.differential.turns import end_of_turn, turn_situation
from tests.thunder_alley.race.races import setting
from verifier.thunder_alley.engine import judge as engine_judge

FULL = 7
"""From this number of MPs a card counts as one with many MPs."""


def ask_moves(fragment: bool, seed: int, number: int, *, left_out: bool = False) -> tuple[Counter[str], str]:
    """One certificate: the counter to increase and the difference."""
    asked = situation(number, seed, fragment=fragment, left_out=left_out)
    difference = moves(asked)
    kinds = Counter(
        {"situations": 1, f"{FULL} or 8 MPs": int(mps(asked) >= FULL), "wild": int(number % 3 == 2)}
    )
    return kinds, difference


def ask_claim(fragment: bool, seed: int, number: int, *, left_out: bool = False) -> tuple[Counter[str], str]:
    """One claim."""
    asked, move = claim_of(number, seed, fragment=fragment, left_out=left_out)
    return Counter({"claims": 1}), claim(asked, move)


def ask_annotated(
    fragment: bool, seed: int, number: int, *, left_out: bool = False
) -> tuple[Counter[str], str]:
    """One claim that asserts more than its steps."""
    asked, move = annotated(number, seed, fragment=fragment, left_out=left_out)
    legal = not engine_judge(asked.setup, asked.position, move).breaches
    return Counter({"claims": 1, "legal": int(legal)}), claim(asked, move)


def ask_event(seed: int, number: int, *, left_out: bool = False) -> tuple[Counter[str], str]:
    """All results of an event: without some rules, or else most of the time under one reading that is not the default."""
    readings = (
        dict([Random(f"{seed} {number}").choice(other_readings())]) if number % 4 and not left_out else {}
    )
    asked = event_on(situation(number, seed, readings, left_out=left_out), seed)
    difference = event(asked)
    if difference and not difference.startswith(GAVE_UP):
        difference = f"{asked.draw.event} {readings or ''}: {difference}"
    return Counter({"events": 1}), difference


def ask_table(seed: int, number: int, *, left_out: bool = False) -> tuple[Counter[str], str]:
    """A position without a card: the end of its turn, segments without a card, the points if the race ended there."""
    asked = situation(number, seed, left_out=left_out)
    difference = end_of_turn(turn_situation(asked)) or segments(segment_situation(asked))
    return Counter({"tables": 1}), difference or scores(score_situation(asked))


def ask_race(seed: int, number: int) -> tuple[Counter[str], str]:
    """Every tenth activation of one simulated race."""
    counted: Counter[str] = Counter({"races": 1})
    for asked, move, after in activations(number, seed)[number % 10 :: 10]:
        counted["activations"] += 1
        difference = moves(asked) or leads_to(asked, move, after)
        if difference:
            return counted, f"{asked.car} {asked.card}: {difference}"
    return counted, ""


def ask_record(mutated: bool, seed: int, number: int, *, left_out: bool = False) -> tuple[Counter[str], str]:
    """One race from its grid to its result, or one with a changed token that makes it illegal."""
    ask = mutant if mutated else race
    if not left_out:
        return ask(setting(number, seed))
    with TemporaryDirectory() as folder:
        return ask(race_without(number, seed, Path(folder)))


def ask_gap(brief: bool, seed: int, number: int) -> tuple[Counter[str], str]:
    """One race with missing lines: with the whole position after them, with part of it, with a changed token."""
    total: Counter[str] = Counter()
    gave_up = ""
    for ask in (gap, vague_gap, gap_mutant):
        counted, difference = ask(short(number, seed) if brief else setting(number, seed))
        total += counted
        if difference.startswith(GAVE_UP):
            gave_up = difference
        elif difference:
            return total, difference
    return total, gave_up


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential.long_run", description=__doc__)
    parser.add_argument(
        "what", choices=("moves", "readings", "claims", "annotated", "events", "tables", "races", "records")
    )
    parser.add_argument(
        "--count", type=int, default=1000, help="situations, claims, races, or situations of each reading"
    )
    parser.add_argument(
        "--changing", type=int, default=100, help="situations of a reading with other results than by default"
    )
    parser.add_argument(
        "--tries", type=int, default=TRIES, help="situations of a ruling to look through for such ones"
    )
    parser.add_argument("--reading", action="append", help="only readings that begin so, as `bump-split`")
    parser.add_argument("--mutated", action="store_true", help="records with one token changed")
    parser.add_argument("--gaps", action="store_true", help="records with missing lines")
    parser.add_argument(
        "--short", action="store_true", help="with --gaps: races of two players on the smallest track"
    )
    parser.add_argument("--fragment", action="store_true", help="moves and claims on open stretches of track")
    parser.add_argument(
        "--left-out", action="store_true", help="without one to three rules: all but readings, races and gaps"
    )
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--log", type=Path, help="append the figures to this file, a JSON object each")
    args = parser.parse_args()
    numbers = range(args.first, args.first + args.count)
    records = partial(ask_gap, args.short) if args.gaps else partial(ask_record, args.mutated)
    asks = {
        "moves": partial(ask_moves, args.fragment),
        "claims": partial(ask_claim, args.fragment),
        "annotated": partial(ask_annotated, args.fragment),
        "events": ask_event,
        "tables": ask_table,
        "races": ask_race,
        "records": records,
    }
    if args.what == "readings":
        return run(
            partial(ask_reading, (args.count, args.changing, args.tries), args.seed),
            [
                pair
                for pair in other_readings()
                if not args.reading or pair[0].startswith(tuple(args.reading))
            ],
            args.workers,
            args.log,
            at_once=1,
            seed=args.seed,
        )
    ask = partial(asks[args.what], args.seed)
    if args.left_out:
        ask = partial(ask, left_out=True)
    return run(ask, numbers, args.workers, args.log, seed=args.seed)


if __name__ == "__main__":
    sys.exit(main())
