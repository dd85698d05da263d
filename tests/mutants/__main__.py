"""`python -m tests.mutants`: counts the engine mutants that the checks notice, and explains the others."""

import argparse
import random
import sys
import time
from collections import Counter

from tests.mutants.engines import USUAL, Engine, accepted, engine_of
from tests.mutants.loading import prepare
from tests.mutants.mutations import Mutant, Source, every_mutant
from tests.mutants.nets import NETS, checks
from tests.mutants.reach import Reach
from tests.mutants.run import DIED, LOADING, NEVER_ENDS, Fate, fates

SAMPLE = 40
"""The default number of mutants to try."""

LONGEST = 90
"""The number of characters of a mutation to print."""


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """The command-line arguments."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "--engine", default=USUAL, metavar="GAME", help="game or folder of the engine (%(default)s)"
    )
    parser.add_argument("--module", action="append", metavar="NAME", help="only this module; may be repeated")
    parser.add_argument("--every", action="store_true", help="every mutant of the modules")
    parser.add_argument("--sample", type=int, default=SAMPLE, metavar="N", help=f"so many of them ({SAMPLE})")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--net", action="append", choices=NETS, help="only this net; may be repeated")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="mutants tried at once")
    return parser.parse_args(argv)


def chosen(engine: Engine, args: argparse.Namespace) -> list[tuple[Source, Mutant]]:
    """The requested mutants, in the order of modules and lines."""
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
    """Run the requested mutants; 1 if one survives outside the functions that `accepted.toml` lists."""
    args = arguments(argv)
    begin = time.monotonic()
    try:
        engine = engine_of(args.engine)
    except ValueError as error:
        sys.exit(str(error))
    tried = chosen(engine, args)
    prepare(engine)
    every = [one for one in checks(engine) if not args.net or one.net in args.net]
    reach = Reach(engine, every, args.workers)
    measured = time.monotonic()
    print(f"{len(tried)} mutants, {len(every)} checks, measured in {measured - begin:.0f} s", flush=True)
    found: list[Fate] = []
    module = ""
    for fate in fates(tried, reach, args.workers):
        if module and fate.mutant.module != module:
            report([one for one in found if one.mutant.module == module])
        module = fate.mutant.module
        found.append(fate)
    report([one for one in found if one.mutant.module == module])
    seconds = time.monotonic() - measured
    known = accepted(engine)
    wanting = [
        fate
        for fate in found
        if fate.survived and f"{fate.mutant.module}.{fate.mutant.function}" not in known
    ]
    print(f"{score(found)}, {len(wanting)} of them not accepted  {seconds / max(1, len(found)):.2f} s each")
    return int(bool(wanting))


def score(found: list[Fate]) -> str:
    """How many mutants there are, and what noticed them."""
    nets = Counter(fate.net for fate in found)
    parts = [f"{net} {nets[net]}" for net in (*NETS, LOADING, NEVER_ENDS, DIED) if nets[net]]
    told = f" ({', '.join(parts)})" if parts else ""
    return f"{len(found)} mutants, {len(found) - nets['']} noticed{told}, {nets['']} survive"


def report(found: list[Fate]) -> None:
    """Print the score of a module, and its survivors."""
    if not found:
        return
    print(f"{found[0].mutant.module}.py: {score(found)}")
    for fate in found:
        if fate.survived:
            what = str(fate.mutant)
            shown = what if len(what) <= LONGEST else f"{what[:LONGEST]}..."
            print(f"   {shown}" + ("" if fate.checks else "  (nothing runs it)"))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
