"""Questions that take seconds each, shared by several processes: answers in the order of the questions, each as soon as it is
there; on a terminal what is being asked, from the first second on; a limit of time.

Where processes can be forked, each starts with everything that this one has prepared; only numbers and answers are sent.
"""

import argparse
import multiprocessing
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NoReturn, TypeVar

from verifier.cli import HOW_TO_REPORT
from verifier.cli.jobs import ENDED, add_jobs, cores, start_process
from verifier.errors import INTERNAL, StewardError
from verifier.sharing import Share

T = TypeVar("T")
R = TypeVar("R")

FORKS = "fork" in multiprocessing.get_all_start_methods()
CONTEXT: Any = multiprocessing.get_context("fork" if FORKS else None)
"""How processes are started."""


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Adds `--jobs` and `--timeout`."""
    add_jobs(parser)
    parser.add_argument(
        "--timeout",
        type=_seconds,
        metavar="SECONDS",
        help="ask no longer than this (default: until all is answered); what has no answer by then is listed without one",
    )


def add_questions(parser: argparse.ArgumentParser) -> None:
    """Adds `--jobs`, `--timeout`, and `--game` for rulesets that several games may have."""
    add_limits(parser)
    parser.add_argument(
        "--game", metavar="GAME", help="the game of the ruleset, if several games have one of that name"
    )


def _seconds(word: str) -> float:
    with suppress(ValueError):
        if 0 < (seconds := float(word)) < 1e9:
            return seconds
    raise argparse.ArgumentTypeError(f"`{word}` is not a number of seconds")


def trusted(failed: Sequence[str]) -> None:
    """Raises `StewardError` if controls have failed."""
    if failed:
        what = f"no answer can be trusted, because a control fails: {', '.join(failed)}"
        raise StewardError(what, HOW_TO_REPORT, INTERNAL)


def shared(jobs: int) -> Share:
    """Lets so many processes share one search, if processes can be forked: what it has prepared is not sent. Raises
    `StewardError` if one ends early."""

    def share(function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        def work(item: T) -> Iterator[R]:
            yield function(item)

        if not FORKS or min(jobs, len(items)) < 2:
            return map(function, items)
        return _Shared(Asking(), work, items, str, _ended_early, None).answers(min(jobs, len(items)))

    return share


def _ended_early(*_: object) -> NoReturn:
    what = "a process that shared the search ended early"
    raise StewardError(what, "`--jobs 1` searches in one process", INTERNAL)


@dataclass(slots=True)
class Asking:
    """The number of processes that share the questions, and the seconds for all of them."""

    jobs: int | None = None
    timeout: float | None = None
    began: float = field(default_factory=time.monotonic)

    @property
    def late(self) -> str:
        """Why a question has no answer, once the time is over."""
        return f"limit: {self.timeout:g} seconds"

    def left(self) -> float | None:
        """The seconds left, if there is a limit."""
        return None if self.timeout is None else max(0.0, self.began + self.timeout - time.monotonic())

    def answers(
        self,
        work: Callable[[T], Iterator[R]],
        tasks: Sequence[T],
        name: Callable[[T], str],
        unanswered: Callable[[T, str], R],
    ) -> Iterator[R]:
        """The answers to all questions. `work` gives any number of answers to one, `name` names it, `unanswered`
        is the answer to a question that was not finished, for a reason."""
        jobs = min(self.jobs or cores(), len(tasks))
        progress = _Progress(len(tasks)) if sys.stderr.isatty() else None
        with progress or nullcontext():
            if jobs < 2 and self.timeout is None:
                answers = _one_by_one(work, tasks, name, progress)
            else:
                answers = _Shared(self, work, tasks, name, unanswered, progress).answers(jobs)
            for answer in answers:
                with progress.hidden() if progress is not None else nullcontext():
                    yield answer


def _one_by_one(
    work: Callable[[T], Iterator[R]],
    tasks: Sequence[T],
    name: Callable[[T], str],
    progress: "_Progress | None",
) -> Iterator[R]:
    for done, task in enumerate(tasks):
        if progress is not None:
            progress.show([name(task)], done)
        yield from work(task)


@dataclass(slots=True)
class _Shared(Generic[T, R]):
    """Questions that several processes answer. `came` are the answers that are not yet given on, `over` the numbers of the
    questions that are finished, `failed` the errors of those that cannot be asked, `asked` those that are being asked, `waiting`
    those still to be asked."""

    asking: Asking
    work: Callable[[T], Iterator[R]]
    tasks: Sequence[T]
    name: Callable[[T], str]
    unanswered: Callable[[T, str], R]
    progress: "_Progress | None"
    came: list[deque[R]] = field(default_factory=list)
    over: set[int] = field(default_factory=set)
    failed: dict[int, Exception] = field(default_factory=dict)
    asked: dict[Connection, int] = field(default_factory=dict)
    waiting: deque[int] = field(default_factory=deque)
    processes: list[BaseProcess] = field(default_factory=list)

    def answers(self, jobs: int) -> Iterator[R]:
        """The answers, in the order of the questions."""
        self.came = [deque() for _ in self.tasks]
        self.waiting = deque(range(len(self.tasks)))
        try:
            for _ in range(jobs):
                self._begin()
            for number, came in enumerate(self.came):
                while came or number not in self.over:
                    if came:
                        yield came.popleft()
                    else:
                        self._receive()
                if number in self.failed:
                    raise self.failed[number]
        finally:
            for process in self.processes:
                process.kill()
            for process in self.processes:
                process.join()

    def _begin(self) -> None:
        """Starts a process with the next question."""
        ours, theirs = CONTEXT.Pipe()
        process = CONTEXT.Process(target=_serve, args=(self.work, self.tasks, theirs), daemon=True)
        process.start()
        theirs.close()
        self.processes.append(process)
        self._next(ours)

    def _next(self, connection: Connection) -> None:
        if self.waiting:
            number = self.asked[connection] = self.waiting.popleft()
            connection.send(number)
        if self.progress is not None:
            names = [self.name(self.tasks[number]) for number in sorted(self.asked.values())]
            self.progress.show(names, len(self.over))

    def _receive(self) -> None:
        """Waits for something to come, but no longer than the limit of time."""
        ready = wait(list(self.asked), self.asking.left())
        for connection in ready:
            assert isinstance(connection, Connection)
            number = self.asked[connection]
            try:
                kind, content = connection.recv()
            except (EOFError, OSError):
                del self.asked[connection]
                self._end(number, ENDED)
                self._begin()
                continue
            if kind == ANSWER:
                self.came[number].append(content)
                continue
            if kind == FAILED:
                self.failed[number] = content
            del self.asked[connection]
            self.over.add(number)
            self._next(connection)
        if not ready:
            for number in range(len(self.tasks)):
                if number not in self.over:
                    self._end(number, self.asking.late)

    def _end(self, number: int, reason: str) -> None:
        self.came[number].append(self.unanswered(self.tasks[number], reason))
        self.over.add(number)


ANSWER, DONE, FAILED = "answer", "done", "failed"


def _serve(work: Callable[[Any], Iterator[Any]], tasks: Sequence[Any], connection: Connection) -> None:
    """Runs in a separate process: answers questions until the other end is closed. Ctrl-C is for the other end."""
    start_process()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            number = connection.recv()
            try:
                for answer in work(tasks[number]):
                    connection.send((ANSWER, answer))
                connection.send((DONE, None))
            except OSError:
                raise
            except Exception as error:
                connection.send((FAILED, error))


class _Progress:
    """A line on the terminal that names the current question; it is hidden while something is printed."""

    def __init__(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
        from rich.table import Column

        asked = TextColumn("{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis"))
        columns = BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn(), asked
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> "_Progress":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def show(self, names: Sequence[str], done: int) -> None:
        """Names the questions that are being asked."""
        from rich.markup import escape

        self._bar.update(self._task, description=escape(", ".join(names)), completed=done, refresh=True)

    def hidden(self) -> AbstractContextManager[object]:
        """Meanwhile something else is printed."""
        return _Hidden(self)


@dataclass(slots=True)
class _Hidden:
    progress: _Progress

    def __enter__(self) -> None:
        self.progress.__exit__()

    def __exit__(self, *_: object) -> None:
        self.progress.__enter__()
