"""`python -m tests.mutants`: how many mutants of the engine are noticed, and why the others are not."""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

from tests.mutants.engines import USUAL, Engine, engine_of
from tests.mutants.loading import prepare
from tests.mutants.mutations import Mutant, Source, every_mutant
from tests.mutants.nets import ANSWERS, NETS, checks
from tests.mutants.reach import Reach
from tests.mutants.reasons import NO_REASON, entry, reasons
from tests.mutants.run import DIED, LOADING, NEVER_ENDS, Fate, fates

SAMPLE = 40
"""Mutants that are tried if nothing is said."""

LONGEST = 90
"""Characters of a mutation that are printed."""


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "--engine", default=USUAL, metavar="GAME", help="game or folder of the engine (%(default)s)"
    )
    parser.add_argument("--module", action="append", metavar="NAME", help="only this module; may be repeated")
    parser.add_argument("--every", action="store_true", help="every mutant of the modules")
    parser.add_argument("--sample", type=int, default=SAMPLE, metavar="N", help=f"so many of them ({SAMPLE})")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="mutants tried at once")
    parser.add_argument(
        "--answers", type=Path, default=ANSWERS, metavar="FOLDER", help="answers of another judge"
    )
    parser.add_argument(
        "--toml", action="store_true", help="print survivors without a reason as `survivors` has them"
    )
    return parser.parse_args(argv)


def chosen(engine: Engine, args: argparse.Namespace) -> list[tuple[Source, Mutant]]:
    """The mutants asked for, in the order of modules and lines."""
    known = every_mutant(engine)
    names = [name.removesuffix(".py") for name in args.module or known]
    if unknown := set(names) - known.keys():
        sys.exit(f"the engine has no module {', '.join(sorted(unknown))}")
    every = [one for name in names for one in known[name]]
    if args.every or len(every) <= args.sample:
        return every
    kept = set(random.Random(args.seed).sample(range(len(every)), args.sample))
    return [one for number, one in enumerate(every) if number in kept]


def main(argv: list[str] | None = None) -> int:
    """Runs the mutants asked for. 1 if one survives without a reason, or a reason is given for one that does not."""
    args = arguments(argv)
    begin = time.monotonic()
    try:
        engine = engine_of(args.engine)
    except ValueError as error:
        sys.exit(str(error))
    tried = chosen(engine, args)
    prepare(engine)
    every = checks(engine, args.answers)
    reach = Reach(engine, every, args.workers)
    measured = time.monotonic()
    print(f"{len(tried)} mutants, {len(every)} checks, measured in {measured - begin:.0f} s", flush=True)
    found: list[Fate] = []
    why = reasons(engine)
    module = ""
    for fate in fates(tried, reach, args.workers):
        if module and fate.mutant.module != module:
            report([one for one in found if one.mutant.module == module], why, toml=args.toml)
        module = fate.mutant.module
        found.append(fate)
    report([one for one in found if one.mutant.module == module], why, toml=args.toml)
    seconds = time.monotonic() - measured
    survived = [fate.mutant.key for fate in found if fate.survived]
    noticed = [fate.mutant for fate in found if not fate.survived and fate.mutant.key in why]
    for mutant in noticed:
        print(f"{mutant} has a reason to survive, and does not")
    print(f"{score(found)}  {seconds / max(1, len(found)):.2f} s each")
    return int(bool(noticed) or any(key not in why for key in survived))


def score(found: list[Fate]) -> str:
    """How many mutants there are, and by what they were noticed."""
    nets = Counter(fate.net for fate in found)
    parts = [f"{net} {nets[net]}" for net in (*NETS, LOADING, NEVER_ENDS, DIED) if nets[net]]
    told = f" ({', '.join(parts)})" if parts else ""
    return f"{len(found)} mutants, {len(found) - nets['']} noticed{told}, {nets['']} survive"


def report(found: list[Fate], why: dict[tuple[str, str, str, str, int], str], *, toml: bool) -> None:
    """Prints the score of a module, and its survivors."""
    if not found:
        return
    print(f"{found[0].mutant.module}.py: {score(found)}")
    for fate in found:
        if fate.survived:
            reason = why.get(fate.mutant.key, NO_REASON)
            what = str(fate.mutant)
            shown = what if len(what) <= LONGEST else f"{what[:LONGEST]}..."
            print(f"   {shown}  {reason}" + ("" if fate.checks else "  (nothing runs it)"))
    if toml:
        for fate in found:
            if fate.survived and fate.mutant.key not in why:
                print(f"\n{entry(fate.mutant, '')}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
