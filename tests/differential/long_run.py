"""Engine against spec at length: `python -m tests.differential.long_run moves --count 10000`.

`moves` certifies the legal moves of random situations, `readings` those under every reading that is not the default,
`claims` judges random strings of steps, `events` has events on random tables come out, `races` certifies activations of
simulated races, `records` has both judges follow simulated races line by line, with `--mutated` races with one token changed.
Ends with 1 if the judges differ anywhere.
"""

import argparse
import sys
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random

from model.asked import recording
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from tests.differential.agreement import claim, leads_to, moves, mps
from tests.differential.claims import claim as claim_of
from tests.differential.events import event, event_situation
from tests.differential.played import activations
from tests.differential.records import mutant, race
from tests.differential.runner import GAVE_UP, run
from tests.differential.situations import Situation, situation
from tests.thunder_alley.race.races import setting
from verifier.thunder_alley.engine import legal_moves

FULL = 7
"""MPs from which on a card counts as one of many MPs."""

FIRST, FEW = 1000, 6
"""Situations with any card before those of a ruling are looked for; so many cards are few."""


def ask_moves(seed: int, number: int) -> tuple[Counter[str], str]:
    """One certificate: what to count, what differs."""
    asked = situation(number, seed)
    said = moves(asked)
    kinds = Counter(
        {"situations": 1, f"{FULL} or 8 MPs": int(mps(asked) >= FULL), "wild": int(number % 3 == 2)}
    )
    return kinds, said


def ask_claim(seed: int, number: int) -> tuple[Counter[str], str]:
    """One claim."""
    asked, move = claim_of(number, seed)
    return Counter({"claims": 1}), claim(asked, move)


def ask_event(seed: int, number: int) -> tuple[Counter[str], str]:
    """All that can come of an event, most of the time under one reading that is not the default."""
    readings = dict([Random(f"{seed} {number}").choice(other_readings())]) if number % 4 else {}
    asked = event_situation(number, seed, readings)
    said = event(asked)
    if said and not said.startswith(GAVE_UP):
        said = f"{asked.draw.event} {readings or ''}: {said}"
    return Counter({"events": 1}), said


def ask_race(seed: int, number: int) -> tuple[Counter[str], str]:
    """Every tenth activation of one simulated race."""
    counted: Counter[str] = Counter({"races": 1})
    for asked, move, after in activations(number, seed)[number % 10 :: 10]:
        counted["activations"] += 1
        said = moves(asked) or leads_to(asked, move, after)
        if said:
            return counted, f"{asked.car} {asked.card}: {said}"
    return counted, ""


def ask_record(mutated: bool, seed: int, number: int) -> tuple[Counter[str], str]:
    """One race from its grid to its result, or one that a changed token has made wrong."""
    return (mutant if mutated else race)(setting(number, seed))


def ask_reading(wanted: tuple[int, int, int], seed: int, pair: tuple[str, str]) -> tuple[Counter[str], str]:
    """Situations under a reading: as many as wanted, so many of them with other legal moves than by default, if so many can be
    found among the situations tried. The first difference is told, all are counted."""
    count, changing, tries = wanted
    ruling, reading = pair
    name = f"{ruling} = {reading}"
    found: list[Situation] = []
    plain: list[Situation] = []
    for number in range(tries):
        card = _card_of(number, [*found, *plain])
        asked_rulings, legal = _by_default(number, seed, card)
        if ruling not in asked_rulings:
            continue
        asked = situation(number, seed, {ruling: reading}, card)
        if _legal(asked) != legal:
            found.append(asked)
        elif len(plain) < count:
            plain.append(asked)
        if len(found) >= changing and len(found) + len(plain) >= count:
            break
    counted: Counter[str] = Counter({f"{name}: situations": 0, f"{name}: with other moves": len(found)})
    if not found:
        return counted, ""
    first = ""
    for asked in [*found, *plain][:count]:
        counted[f"{name}: situations"] += 1
        said = moves(asked)
        if said:
            counted[f"{name}: {GAVE_UP if said.startswith(GAVE_UP) else 'differ'}"] += 1
            first = first or f"{name}, situation {asked.number}, {asked.car} {asked.card}: {said}"
    return counted, first


def _card_of(number: int, asked: list[Situation]) -> str | None:
    """The card for a situation: any, or where few cards ask the ruling, as the first thousand situations showed, one of those."""
    cards = sorted({one.card for one in asked})
    return cards[number % len(cards)] if number >= FIRST and 0 < len(cards) < FEW else None


@cache
def _by_default(number: int, seed: int, card: str | None) -> tuple[frozenset[str], int]:
    """The rulings that the legal moves of a situation ask by default; and the moves, as a number to compare in this process."""
    default = situation(number, seed, card=card)
    ruleset, asked, _ = recording(default.setup.ruleset)
    legal = _legal(replace(default, setup=replace(default.setup, ruleset=ruleset)))
    return frozenset(asked.asked), legal


def _legal(asked: Situation) -> int:
    return hash(
        frozenset(legal.position for legal in legal_moves(asked.setup, asked.position, asked.car, asked.card))
    )


def other_readings() -> list[tuple[str, str]]:
    """Every reading that is not the default of its ruling."""
    return [
        (ruling.id, reading)
        for ruling in load_rulings(DATA).rulings.values()
        for reading in ruling.readings
        if reading != ruling.default and not ruling.readings[reading].unmodelled
    ]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential.long_run", description=__doc__)
    parser.add_argument("what", choices=("moves", "readings", "claims", "events", "races", "records"))
    parser.add_argument(
        "--count", type=int, default=1000, help="situations, claims, races, or situations of each reading"
    )
    parser.add_argument(
        "--changing", type=int, default=100, help="situations of a reading with other moves than by default"
    )
    parser.add_argument(
        "--tries", type=int, default=30_000, help="situations of a reading to look through for such ones"
    )
    parser.add_argument("--reading", action="append", help="only readings that begin so, as `bump-split`")
    parser.add_argument("--mutated", action="store_true", help="records with one token changed")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--log", type=Path, help="append the figures to this file, a JSON object each")
    args = parser.parse_args()
    numbers = range(args.first, args.first + args.count)
    records = partial(ask_record, args.mutated)
    asks = {
        "moves": ask_moves,
        "claims": ask_claim,
        "events": ask_event,
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
        )
    return run(partial(asks[args.what], args.seed), numbers, args.workers, args.log)


if __name__ == "__main__":
    sys.exit(main())
