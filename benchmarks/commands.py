"""Runs commands as a person types them, and measures their time."""

import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

STEWARD = (str(Path(sys.executable).with_name("steward")),)
CHESS = (sys.executable, str(Path(__file__).with_name("with_chess.py")))


def environment() -> dict[str, str]:
    """The environment of a user, whose Python caches byte code."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def output(command: list[str]) -> str:
    """The output of a command."""
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment()).stdout


def seconds(*commands: list[str], runs: int = 15) -> list[float]:
    """The median wall time of each command in seconds; the commands take turns, after one warm-up."""
    taken: list[list[float]] = [[] for _ in commands]
    for run in range(runs + 1):
        for place, command in enumerate(commands):
            began = time.perf_counter()
            subprocess.run(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=environment()
            )
            if run:
                taken[place].append(time.perf_counter() - began)
    return [statistics.median(times) for times in taken]


def spent(command: list[str]) -> tuple[float, float]:
    """The seconds that one run of a command takes, by the clock and of all processors."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False, env=environment())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processors = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, processors
