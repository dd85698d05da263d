"""Runs many questions with one or several workers and keeps the figures."""

import json
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

GAVE_UP = "gave up"
"""Prefix of an answer that a limit cut off."""


def guarded(ask: Callable[..., tuple[Counter[str], str]], item: object) -> tuple[object, Counter[str], str]:
    """The answer with its subject; any exception is a difference."""
    try:
        return (item, *ask(item))
    except Exception:
        return item, Counter(), traceback.format_exc(limit=-3)


def run(
    ask: Callable[..., tuple[Counter[str], str]],
    items: Iterable[object],
    workers: int,
    log: Path | None,
    at_once: int = 20,
    **about: object,
) -> int:
    """Runs all questions, prints differences as they occur and the figures at the end. A worker gets `at_once` items at a time;
    `about` goes into the log with the figures."""
    total: Counter[str] = Counter()
    differences = gave_up = 0
    start = time.monotonic()
    for item, counted, said in _answers(partial(guarded, ask), items, workers, at_once):
        total += counted
        if said.startswith(GAVE_UP):
            gave_up += 1
        elif said:
            differences += 1
        if said:
            print(f"{item}: {said}", flush=True)
    seconds = time.monotonic() - start
    print(f"{differences} differences, {gave_up} given up, {seconds:.0f} s")
    for name, count in sorted(total.items()):
        print(f"{count:9} {name}")
    if log is not None:
        entry = {**about, "differences": differences, "gave_up": gave_up, "seconds": round(seconds), **total}
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
    return 1 if differences else 0


def _answers(
    ask: Callable[..., object], items: Iterable[object], workers: int, at_once: int
) -> Iterator[tuple[object, Counter[str], str]]:
    if workers == 1:
        yield from map(ask, items)  # type: ignore[arg-type]
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(ask, items, chunksize=at_once)  # type: ignore[arg-type]
