"""Runs engine against spec at length for Rallyman: `python -m tests.differential.rallyman.long_run claims --count 10000`.

`turns` certifies the legal turns of random situations, `claims` judges random claims, `lost` claims with lost parts, `stages`
certifies turns of simulated stages. `readings` judges claims under every reading that is not the default, `rare` claims about the
subject of the ruling, until enough were judged and enough gave another answer. Exits with 1 if the judges differ anywhere.
"""

import argparse
import sys
from collections import Counter
from functools import partial
from pathlib import Path

from model.rallyman.facts import DATA
from model.rulings import load_rulings
from tests.differential.rallyman.agreement import answer, claim, leads_to, lost_claim, turns
from tests.differential.rallyman.claims import claim as claim_of
from tests.differential.rallyman.claims import lost_claim as lost_claim_of
from tests.differential.rallyman.played import stage_turns
from tests.differential.rallyman.rallies import BEYOND
from tests.differential.rallyman.rare import rare
from tests.differential.rallyman.situations import other_readings, situation, with_reading
from tests.differential.runner import run
from verifier.rallyman.engine import Outcome, play


def ask_turns(seed: int, number: int, *, left_out: bool = False) -> tuple[Counter[str], str]:
    """One certificate: the counter to increase and the difference."""
    asked = situation(number, seed, left_out=left_out)
    return Counter({"situations": 1, "wild": int(number % 3 == 2)}), turns(asked)


def ask_claim(seed: int, number: int, *, left_out: bool = False) -> tuple[Counter[str], str]:
    """One claim."""
    asked, turn = claim_of(number, seed, left_out=left_out)
    legal = isinstance(play(asked.setup, asked.position, turn), Outcome)
    return Counter({"claims": 1, "legal": int(legal), "wild": int(number % 3 == 2)}), claim(asked, turn)


def ask_lost(seed: int, number: int, *, left_out: bool = False) -> tuple[Counter[str], str]:
    """One claim with lost parts."""
    return Counter({"claims": 1}), lost_claim(*lost_claim_of(number, seed, left_out=left_out))


def ask_stage(seed: int, number: int, *, left_out: bool = False) -> tuple[Counter[str], str]:
    """Every turn of one simulated stage judged, every fifth one certified."""
    counted: Counter[str] = Counter({"stages": 1})
    for place, (asked, turn, after) in enumerate(stage_turns(number, seed, left_out=left_out)):
        counted["turns"] += 1
        difference = leads_to(asked, turn, after)
        if not difference and place % 5 == number % 5:
            counted["certified"] += 1
            difference = turns(asked)
        if difference:
            return counted, f"turn {place}: {difference}"
    return counted, ""


def ask_reading(count: int, seed: int, pair: tuple[str, str]) -> tuple[Counter[str], str]:
    """The requested number of claims under one reading, and how many of them get another answer under another reading."""
    name = " = ".join(pair)
    counted: Counter[str] = Counter({name: 0, f"{name}: answered otherwise": 0})
    for number in range(count):
        asked, turn = claim_of(number, seed)
        under = with_reading(asked, *pair)
        difference = claim(under, turn)
        counted[name] += 1
        other = play(under.setup, asked.position, turn) != play(asked.setup, asked.position, turn)
        counted[f"{name}: answered otherwise"] += other
        if difference:
            return counted, f"{name}, claim {number}: {difference}"
    return counted, ""


TRIES, MORE_TRIES = 60, 500
"""Situations that are tried for each one in which a reading matters, and some more."""


def ask_rare(count: int, seed: int, pair: tuple[str, str], least: int = 0) -> tuple[Counter[str], str]:
    """Judges at least a given number of claims under one reading, until `count` of them differ from the default reading."""
    ruling, reading = pair
    name = " = ".join(pair)
    counted: Counter[str] = Counter({f"{name}: claims": 0, f"{name}: it matters": 0})
    usual = load_rulings(DATA).rulings[ruling].default
    seen: set[str] = set()
    for number in range(max(count * TRIES, least) + MORE_TRIES):
        if counted[f"{name}: it matters"] >= count and counted[f"{name}: claims"] >= least:
            break
        if ruling in BEYOND:
            ask = partial(BEYOND[ruling], number, seed)
            (ours, theirs), (before, _) = ask(reading), ask(usual)
            difference = f"engine {ours}, spec {theirs}" if ours != theirs else ""
            matters = ours != before
        else:
            asked, turn = rare(ruling, number, seed)
            if turn is None or (text := f"{asked.setup}{asked.position}{turn}") in seen:
                continue
            seen.add(text)
            under = with_reading(asked, ruling, reading)
            difference = claim(under, turn)
            matters = answer(under, turn) != answer(with_reading(asked, ruling, usual), turn)
        counted += Counter({f"{name}: claims": 1, f"{name}: it matters": int(matters)})
        if difference:
            return counted, f"{name}, number {number}: {difference}"
    return counted, ""


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential.rallyman.long_run", description=__doc__
    )
    parser.add_argument("what", choices=("turns", "readings", "rare", "claims", "lost", "stages"))
    parser.add_argument(
        "--count",
        type=int,
        default=1000,
        help="situations, claims, stages, claims of each reading; rare: those that it decides",
    )
    parser.add_argument("--reading", default="", help="only this one, such as `dirt-floor = B`")
    parser.add_argument("--least", type=int, default=0, help="rare: claims of each reading in any case")
    parser.add_argument(
        "--left-out", action="store_true", help="without one to three rules: all but rare and readings"
    )
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--log", type=Path, help="append the figures to this file, a JSON object each")
    args = parser.parse_args()
    pairs = [pair for pair in other_readings() if args.reading in ("", " = ".join(pair))]
    if args.what == "rare":
        rare_claims = partial(ask_rare, args.count, args.seed, least=args.least)
        return run(rare_claims, pairs, args.workers, args.log, at_once=1)
    if args.what == "readings":
        ask = partial(ask_reading, args.count, args.seed)
        return run(ask, pairs, args.workers, args.log, at_once=1)
    asks = {"turns": ask_turns, "claims": ask_claim, "lost": ask_lost, "stages": ask_stage}
    numbers = range(args.first, args.first + args.count)
    under = partial(asks[args.what], args.seed, left_out=args.left_out)
    return run(under, numbers, args.workers, args.log)


if __name__ == "__main__":
    sys.exit(main())
