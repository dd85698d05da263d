"""Children: forks of this process that do some work, return its result, and exit. Their error output is discarded."""

import os
import pickle
import resource
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from select import select
from typing import Any, Generic, TypeVar

T = TypeVar("T")

MEMORY = 2 * 1024**3
"""Bytes that a child may use."""

SECONDS = 300
"""CPU seconds after which the system stops a child, if nothing else has stopped it."""


class TooLong(BaseException):
    """The time limit has passed. No `except Exception` catches it."""


@dataclass(slots=True)
class Child(Generic[T]):
    """A fork that does `work`; `result` waits for it and is None if it died without a result."""

    pid: int
    pipe: int

    @classmethod
    def of(cls, work: Callable[[], T]) -> "Child[T]":
        """Starts the fork."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writing)
            return cls(pid, reading)
        try:
            os.close(reading)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(work(), pipe)
        finally:
            os._exit(0)

    def result(self) -> T | None:
        """The result of the work."""
        with os.fdopen(self.pipe, "rb") as pipe:
            said = pipe.read()
        os.waitpid(self.pid, 0)
        try:
            found: T = pickle.loads(said)
        except (EOFError, pickle.UnpicklingError):
            return None
        return found


def each(works: Iterable[Callable[[], T]], workers: int) -> Iterator[T | None]:
    """The result of each piece of work, in order, with a given number of children at a time."""
    waiting = iter(enumerate(works))
    running: dict[int, tuple[int, Child[T]]] = {}
    done: dict[int, T | None] = {}
    told = 0
    while True:
        while len(running) < workers and (following := next(waiting, None)) is not None:
            number, work = following
            child = Child.of(work)
            running[child.pipe] = number, child
        if not running:
            return
        for pipe in select(list(running), [], [])[0]:
            number, child = running.pop(pipe)
            done[number] = child.result()
        while told in done:
            yield done.pop(told)
            told += 1


def within(seconds: float, work: Callable[[], T]) -> T:
    """Does some work. Raises TooLong if it takes more CPU time than allowed."""

    def stop(_signal: int, _frame: Any) -> None:
        raise TooLong

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
