"""The desks of a folder: opened on demand, one request at a time, and everybody who follows is told of changes.

A desk has a process for itself, which is ended if it works for too long. Nothing is lost then but the list of changes that could
be undone: the file is the record, and the next request opens it again.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeVar, final

from starlette.concurrency import run_in_threadpool

from model.values import replace
from verifier.errors import StewardError
from verifier.records.replay import Options
from verifier.web import seat
from verifier.web.desk import Desk
from verifier.web.folder import Folder
from verifier.web.views import View, version_of
from verifier.web.worker import Process, in_process

R = TypeVar("R")

SECONDS = 20.0
"""How long the answer of a desk may take, and to judge a record."""

MOST_VIEWS = 500
"""The most positions of one record that are kept."""

MOST_OPEN = 20
"""The most desks that are kept open."""

MOST_APART = 2
"""The most processes for single questions."""


@final
class Open:
    """An open record. `text` is what its desk has, and `sign` tells whether the file is still as it was. `views` keeps what was
    sent of positions, by line, as many who follow ask for the same. `changed` wakes those who follow."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.text = ""
        self.sign: object = None
        self.views: dict[int, bytes] = {}
        self.lock = asyncio.Lock()
        self.changed = asyncio.Condition()
        self.waiting = self.followers = 0

    @property
    def version(self) -> str:
        """A name for the record as it is now."""
        return version_of(self.text)

    async def ask(self, function: Callable[..., R], *given: object) -> R:
        """What a function of the desk returns."""
        assert self.process is not None
        return await run_in_threadpool(partial(self.process.ask, function, *given, seconds=SECONDS))

    async def now_has(self, text: str, sign: object) -> None:
        """Takes note of a change, and tells those who follow."""
        self.text, self.sign = text, sign
        self.views.clear()
        async with self.changed:
            self.changed.notify_all()

    async def other_than(self, version: str, seconds: float) -> None:
        """Waits until the record is another one, or until this time has passed."""
        async with self.changed:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.changed.wait_for(lambda: self.version != version)

    def end(self) -> None:
        """Ends the desk."""
        if self.process is not None:
            self.process.end()
            self.process = None


@final
class Room:
    """The folder, and the records that are open. `options` say how they are judged."""

    def __init__(self, folder: Folder, options: Options) -> None:
        overrides = options.overrides
        own, tracks = ([one.resolve() for one in some] for some in (overrides.folders, overrides.tracks))
        self.folder = folder
        self.options = replace(
            options, overrides=replace(overrides, folders=tuple(own), tracks=tuple(tracks))
        )
        self.others = (*own, *tracks)
        self.open: dict[str, Open] = {}
        self.apart_now = asyncio.Semaphore(MOST_APART)

    def close(self) -> None:
        """Ends all desks."""
        for one in self.open.values():
            one.end()

    async def apart(self, function: Callable[..., R], *given: Any, seconds: float = SECONDS) -> R:
        """The result of a function, worked out in a process for it alone."""
        async with self.apart_now:
            root, others = self.folder.root, self.others
            return await run_in_threadpool(
                partial(in_process, root, others, function, *given, seconds=seconds)
            )

    @asynccontextmanager
    async def taken(self, name: str) -> AsyncIterator[Open]:
        """A record as its file is now, for one at a time."""
        open = self.open.pop(name, None) or Open()
        self.open[name] = open  # the last used is the last in order
        open.waiting += 1
        try:
            async with open.lock:
                await self._read(name, open)
                yield open
        finally:
            open.waiting -= 1
            self._close_some()

    async def _read(self, name: str, open: Open) -> None:
        if open.process is not None and open.process.ended:
            open.process = None
        sign = self.folder.sign(name)
        if open.process is not None and sign == open.sign:
            return
        text = await run_in_threadpool(self.folder.read, name)
        if open.process is None or text != open.text:
            open.end()
            open.process = await run_in_threadpool(self._begun, name, text)
            try:
                await open.ask(Desk.header)  # whatever is wrong with the record is said at once
            except StewardError:
                open.end()
                raise
        await open.now_has(text, sign)

    def _begun(self, name: str, text: str) -> Process:
        given = (self.folder, name, text, self.options)
        return Process(self.folder.root, self.others, seat.sit_down, *given)

    def _close_some(self) -> None:
        desks = [one for one in self.open.values() if one.process is not None]
        idle = [one for one in desks if not one.waiting]
        for one in idle[: max(0, len(desks) - MOST_OPEN)]:
            one.end()
        self.open = {
            name: one for name, one in self.open.items() if one.process or one.waiting or one.followers
        }

    async def ask(self, name: str, function: Callable[..., R], *given: object) -> R:
        """What a function of the desk of a record returns."""
        async with self.taken(name) as open:
            return await open.ask(function, *given)

    async def drawn(self, name: str, line: int) -> bytes:
        """What is drawn of the position after a line."""
        async with self.taken(name) as open:
            found = open.views.get(line)
            if found is None:
                found = await open.ask(seat.drawn, line)
                if len(open.views) < MOST_VIEWS:
                    open.views[line] = found
            return found

    async def change(self, name: str, asked: View) -> View:
        """Changes a record, and returns it. Those who follow are told."""
        async with self.taken(name) as open:
            view = await open.ask(seat.change, asked)
            await open.now_has(view["text"], self.folder.sign(name))
            return view

    @asynccontextmanager
    async def followed(self, name: str) -> AsyncIterator[Open]:
        """A record, for somebody who wants to hear of its changes."""
        async with self.taken(name) as open:
            open.followers += 1
        try:
            yield open
        finally:
            open.followers -= 1

    async def create(self, name: str, text: str) -> str:
        """Makes a record, if its text is one, and returns its name."""
        await self.apart(seat.look_at, name, text, self.options)
        return await run_in_threadpool(self.folder.create, name, text)
