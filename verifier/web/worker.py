"""Processes that work for the page, and are ended if they take too long."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any, Literal, TypeVar, final

from model.errors import ModelError
from model.userfiles import read_only_below
from verifier.errors import StewardError
from verifier.sharing import readable_elsewhere

R = TypeVar("R")

MOST_MEMORY = 3 * 2**30
"""The most bytes of a process."""

readable_elsewhere()

METHOD: Literal["forkserver", "spawn"] = (
    "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
)


def prepare(*modules: str) -> None:
    """Lets new processes begin with these modules loaded."""
    if METHOD == "forkserver":
        multiprocessing.get_context(METHOD).set_forkserver_preload(list(modules))


@final
class Process:
    """A process in a folder that makes something, and works on it whenever it is asked. It reads files of the folder and of
    `others` only."""

    def __init__(
        self, folder: Path, others: tuple[Path, ...], make: Callable[..., object], *given: object
    ) -> None:
        context: Any = multiprocessing.get_context(METHOD)
        self._line, there = context.Pipe()
        self._process = context.Process(target=_work, args=(there, folder, others, make, given), daemon=True)
        self._process.start()
        there.close()
        self._one_at_a_time = Lock()
        self.ended = False

    def ask(self, function: Callable[..., R], *given: object, seconds: float) -> R:
        """The result of a function of what was made, and of what is given. Raises `StewardError` if it could not be made, if the
        function does, or if there is no answer in time; in this case the process is ended."""
        with self._one_at_a_time:  # whoever asked before may have given up waiting
            try:
                self._line.send((function, given))
                if not self._line.poll(seconds):
                    self.end()
                    raise StewardError(
                        f"no answer within {seconds:g} seconds",
                        "`steward` on the command line takes its time",
                    )
                told = self._line.recv()
            except (EOFError, OSError) as error:
                self.end()
                raise StewardError("the process that worked on this ended early") from error
        if isinstance(told, StewardError):
            raise told
        answer: R = told
        return answer

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self.ended = True
        self._process.kill()
        self._process.join()


def in_process(
    folder: Path, others: tuple[Path, ...], function: Callable[..., R], *given: object, seconds: float
) -> R:
    """The result of a function, worked out in a process for it alone."""
    process = Process(folder, others, _in_background, function, *given)
    try:
        answer: R = process.ask(_as_it_is, seconds=seconds)
    finally:
        process.end()
    return answer


def _in_background(function: Callable[..., R], *given: object) -> R:
    """Lets clicks go first."""
    if sys.platform != "win32":
        os.nice(5)
    return function(*given)


def _as_it_is(made: R) -> R:
    return made


def _work(
    line: Connection,
    folder: Path,
    others: tuple[Path, ...],
    make: Callable[..., object],
    given: tuple[object, ...],
) -> None:
    _limit()
    os.chdir(folder)  # findings name files from here, so they tell nothing of what is around the folder
    read_only_below(folder, *others)
    made = _tried(make, given)
    while True:
        try:
            function, given = line.recv()
        except (EOFError, OSError):
            return  # nobody is there any more
        told = made if isinstance(made, StewardError) else _tried(function, (made, *given))
        with suppress(OSError):
            line.send(told)


def _tried(function: Callable[..., object], given: tuple[object, ...]) -> object:
    try:
        return function(*given)
    except StewardError as error:
        return error
    except ModelError as error:
        return StewardError.about(*error.problems)


def _limit() -> None:
    """Leaves Ctrl-C to the server, and bounds the memory of this process where the system can."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
