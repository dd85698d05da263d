"""One search shared by several processes.

Each process starts with everything that the search has prepared, because it is a fork of this one; only results are sent. So it
works where processes can be forked, and elsewhere the search runs in this process alone.
"""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, TypeVar

from verifier.errors import INTERNAL, StewardError

T = TypeVar("T")
R = TypeVar("R")


class Share(Protocol):
    """Gives the results of a function for some items, in order. It may be called ahead, in another process: what it changes is
    lost, and what it returns can be pickled."""

    def __call__(self, function: Callable[[T], R], items: Sequence[T], /) -> Iterator[R]: ...


def alone(function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
    """The results, each worked out on demand in this process."""
    return map(function, items)


@dataclass(frozen=True, slots=True)
class Forked:
    """Shares the items between so many processes, which run `start` first. They end with the iterator that they serve."""

    jobs: int
    start: Callable[[], None]

    def __call__(self, function: Callable[[T], R], items: Sequence[T], /) -> Iterator[R]:
        jobs = min(self.jobs, len(items))
        if jobs < 2 or "fork" not in multiprocessing.get_all_start_methods():
            yield from map(function, items)
            return
        fork, processes, free = multiprocessing.get_context("fork"), [], list[Connection]()
        try:
            for _ in range(jobs):
                ours, theirs = fork.Pipe()
                processes.append(fork.Process(target=self._work, args=(function, items, theirs), daemon=True))
                processes[-1].start()
                theirs.close()
                free.append(ours)
            yield from _answers(free, len(items))
        finally:
            for process in processes:
                process.kill()
            for process in processes:
                process.join()

    def _work(self, function: Callable[[T], R], items: Sequence[T], asked: Connection) -> None:
        self.start()
        with suppress(EOFError, OSError):
            while True:
                number = asked.recv()
                try:
                    told: tuple[R | None, Exception | None] = function(items[number]), None
                except Exception as error:
                    told = None, error
                asked.send((number, *told))


def _answers(free: list[Connection], size: int) -> Iterator[Any]:
    """The results of so many items, in order, from processes that are all free."""
    came, asked, working = dict[int, Any](), 0, list[Connection]()
    for wanted in range(size):
        while wanted not in came:
            while free and asked < size:
                working.append(free.pop())
                working[-1].send(asked)
                asked += 1
            for connection in wait(working):
                assert isinstance(connection, Connection)
                try:
                    number, *came[number] = connection.recv()
                except EOFError:
                    what = "a process that shared the search ended early"
                    raise StewardError(what, "`--jobs 1` searches in one process", INTERNAL) from None
                working.remove(connection)
                free.append(connection)
        result, error = came.pop(wanted)
        if error is not None:
            raise error
        yield result
