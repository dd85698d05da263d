"""Peak memory for judging one long record, by its length: a long record is judged as it is read."""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.commands import STEWARD
from benchmarks.records import small_record

SIZES = (1, 5)
"""Sizes of the record in megabytes."""

MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def long_record(megabytes: int) -> str:
    """One record of about that length: a header, then a position and its activations repeated."""
    header, _, table = small_record(random.Random(1)).partition("position\n")
    block = f"position\n{table}"
    return header + block * (megabytes * 1_000_000 // len(block))


def most_memory(path: Path) -> float:
    """The peak memory of `steward verify` for this file, in megabytes."""
    command = [sys.executable, "-c", MEASURE, *STEWARD, "verify", "--quiet", str(path)]
    kilobytes = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return int(kilobytes) / 1000


def main() -> None:
    """Prints a figure for each size."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "long.race")
        figures = []
        for size in SIZES:
            path.write_text(long_record(size), encoding="utf-8")
            figures.append(f"{size} MB: {most_memory(path):.0f} MB")
    print(f"most memory of steward verify for one record of {', '.join(figures)}\n")
