"""Work shared by several processes: `--jobs`, results in the order of the tasks, and a progress bar for long work."""

import argparse
import gc
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TypeVar

from verifier.cli import YOUNG_OBJECTS
from verifier.findings import Finding
from verifier.records.inputs import Input
from verifier.sharing import readable_elsewhere

T = TypeVar("T")
R = TypeVar("R")

MANY = 20_000
"""The size of records in bytes (some hundred lines) from which all cores are used."""

PATIENCE = 1.0
"""Seconds after which a progress bar appears."""

AHEAD = 8
"""Tasks per process that are started before the first result is taken."""

ENDED = "the process that worked on it ended early"


def ended(task: str | Input) -> Finding:
    """The finding about a file whose process ended early."""
    return Finding("unreadable", task if isinstance(task, str) else task.file, 0, 0, 0, ENDED)


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Adds `-j`, `--jobs`."""
    help = "processes that share the work (default: one for each core if there are many lines)"
    parser.add_argument("-j", "--jobs", type=_count, metavar="N", help=help)


def _count(word: str) -> int:
    if not (word.isdecimal() and 0 < int(word) <= 1000):
        raise argparse.ArgumentTypeError(f"`{word}` is not a number of processes")
    return int(word)


def size_of(tasks: Iterable[str | Input]) -> int:
    """The total bytes of these files; unreadable ones count 0."""
    size = 0
    for task in tasks:
        with suppress(OSError, ValueError):
            size += len(task.data) if isinstance(task, Input) else Path(task).stat().st_size
    return size


def in_order(
    work: Callable[[T], R],
    tasks: Sequence[T],
    jobs: int | None,
    *,
    many: bool,
    lost: Callable[[T], R],
    silent: bool,
) -> Iterator[R]:
    """The result of `work` for each task. Without `jobs` there is one process for each core if there is much work (`many`),
    otherwise only one process. `lost` gives the result of a task that ended its process. `silent`: little else is printed
    meanwhile."""
    jobs = min(jobs or (cores() if many else 1), len(tasks))
    results = map(work, tasks) if jobs < 2 else _shared(work, tasks, jobs, lost)
    waits_at_a_terminal = sys.stderr.isatty() and (silent or not sys.stdout.isatty())
    return _with_bar(results, len(tasks)) if waits_at_a_terminal else iter(results)


def cores() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _shared(work: Callable[[T], R], tasks: Sequence[T], jobs: int, lost: Callable[[T], R]) -> Iterator[R]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    done = 0
    while done < len(tasks):
        pool = ProcessPoolExecutor(jobs, initializer=start_process)
        try:
            waiting = iter(tasks[done:])
            begun = deque(pool.submit(work, task) for task in islice(waiting, AHEAD * jobs))
            while begun:
                result = begun.popleft().result()
                begun.extend(pool.submit(work, task) for task in islice(waiting, 1))
                done += 1
                yield result
        except BrokenProcessPool:
            if jobs == 1:
                done += 1
                yield lost(tasks[done - 1])
            jobs = 1  # one task at a time, to find the one that fails
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in active_children():
                child.kill()
                child.join()


def start_process() -> None:
    """Runs in each process at its start; Ctrl-C then ends it at once."""
    gc.set_threshold(YOUNG_OBJECTS)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


readable_elsewhere()


def _with_bar(results: Iterable[R], total: int) -> Iterator[R]:
    """The same results; a progress bar counts them once they take long."""
    began, bar = time.monotonic(), None
    try:
        for done, result in enumerate(results, 1):
            if bar is None and time.monotonic() - began > PATIENCE:
                from rich.console import Console
                from rich.progress import Progress

                bar = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
                bar.start()
                task = bar.add_task("", total=total)
            if bar is not None:
                bar.update(task, completed=done, refresh=True)
            yield result
    finally:
        if bar is not None:
            bar.stop()
