"""What it costs to start: `steward --help` against a bare interpreter, and what is imported on the way."""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 15
STEWARD = Path(sys.executable).with_name("steward")


def seconds(*commands: list[str]) -> list[float]:
    """Median wall seconds of each command, taken in turn, after one warm-up."""
    # A user's Python keeps the byte code of modules; the first run, which is not counted, writes it.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    taken: list[list[float]] = [[] for _ in commands]
    for run in range(RUNS + 1):
        for place, command in enumerate(commands):
            began = time.perf_counter()
            subprocess.run(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=environment
            )
            if run:
                taken[place].append(time.perf_counter() - began)
    return [statistics.median(times) for times in taken]


def main() -> None:
    """Prints the ratio."""
    bare, help_ = seconds([sys.executable, "-c", "pass"], [str(STEWARD), "--help"])
    print(
        f"start: steward --help {help_ * 1000:.0f} ms / python -c pass {bare * 1000:.0f} ms = {help_ / bare:.1f}x (goal <= 3x)\n"
    )
