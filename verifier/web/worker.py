"""A process for one question, which is ended if it takes too long."""

import multiprocessing
import os
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Literal, TypeVar

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


def in_process(function: Callable[..., R], *given: object, seconds: float) -> R:
    """The result of a function, worked out in a process that is ended after this time. Raises `StewardError` then, and if the
    function does."""
    context: Any = multiprocessing.get_context(METHOD)
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(there, function, given), daemon=True)
    process.start()
    there.close()
    try:
        if not here.poll(seconds):
            raise StewardError(
                f"no answer within {seconds:g} seconds", "`steward` on the command line takes its time"
            )
        told = here.recv()
    except EOFError as error:
        raise StewardError("the process that worked on this ended early") from error
    finally:
        process.kill()
        process.join()
        process.close()
        here.close()
    if isinstance(told, StewardError):
        raise told
    answer: R = told
    return answer


def _run(there: Connection, function: Callable[..., object], given: tuple[object, ...]) -> None:
    _limit()
    try:
        there.send(function(*given))
    except StewardError as error:
        there.send(error)


def _limit() -> None:
    """Bounds the memory of this process, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    os.nice(5)
