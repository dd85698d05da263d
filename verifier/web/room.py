"""The desks of a folder: opened on demand, one writer at a time, and everybody who follows is told of changes."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar, final

from starlette.concurrency import run_in_threadpool

from grammar.lines import split_comment
from grammar.parser import parse
from model.errors import ModelError
from model.userfiles import only_below
from verifier.errors import StewardError
from verifier.game import TemplateRequest
from verifier.games import GAMES, find_game, parameters
from verifier.records.heading import KINDS as HEADING
from verifier.records.replay import Options
from verifier.web.desk import Desk
from verifier.web.folder import Folder
from verifier.web.views import version_of

R = TypeVar("R")

MOST_VIEWS = 500
"""The most positions of one record that are kept."""

MOST_OPEN = 50
"""The most desks that are kept open."""


@final
class Open:
    """An open desk. `changed` wakes the `followers`. `sign` tells whether the file is as it was read; `views` keeps what was
    sent of positions, by line, as many who follow ask for the same."""

    def __init__(self) -> None:
        self.known: Desk | None = None
        self.sign: object = None
        self.views: dict[int, bytes] = {}
        self.lock = asyncio.Lock()
        self.changed = asyncio.Condition()
        self.followers = 0

    @property
    def desk(self) -> Desk:
        """The desk, which is there once the record has been read."""
        assert self.known is not None
        return self.known

    async def tell(self) -> None:
        """Wakes the followers."""
        async with self.changed:
            self.changed.notify_all()


@final
class Room:
    """The folder, and the desks that are open. `options` say how its records are judged."""

    def __init__(self, folder: Folder, options: Options) -> None:
        self.folder, self.options = folder, options
        self.open: dict[str, Open] = {}
        self.workers = asyncio.Semaphore(2)

    def inside(self) -> AbstractContextManager[None]:
        """While this lasts, a record leads to no file outside the folder."""
        overrides = self.options.overrides
        return only_below(self.folder.root, *overrides.folders, *overrides.tracks)

    async def work(self, function: Callable[..., R], *given: Any) -> R:
        """The result of a function in a thread that reads nothing outside the folder."""

        def run() -> R:
            with self.inside():
                return function(*given)

        try:
            return await run_in_threadpool(run)
        except ModelError as error:
            raise StewardError.about(*error.problems) from error

    async def at(self, name: str) -> Open:
        """The desk of a record, as its file is now."""
        open = self.open.setdefault(name, Open())
        if open.known is not None and not open.lock.locked() and self.folder.sign(name) == open.sign:
            return open
        async with open.lock:
            try:
                open.sign = self.folder.sign(name)
                text = await self.work(self.folder.read, name)
                known = open.known
                if known is None or known.text != text:
                    open.known = await self.work(self._desk, name, text)
                    open.views.clear()
            except StewardError:
                if open.known is None:
                    self.open.pop(name, None)
                raise
        if known is not None and known is not open.known:
            await open.tell()  # the file was changed from outside
        self._close_some()
        return open

    def _close_some(self) -> None:
        idle = [name for name, one in self.open.items() if not one.followers and not one.lock.locked()]
        for name in idle[: max(0, len(self.open) - MOST_OPEN)]:
            del self.open[name]

    def _desk(self, name: str, text: str) -> Desk:
        place = Options(self.options.overrides, self.folder.path(name).parent)
        return Desk(name, text, place, lambda changed: self.folder.write(name, changed))

    async def view(self, name: str, line: int, draw: Callable[[Desk], bytes]) -> bytes:
        """What is drawn of the position after a line."""
        open = await self.at(name)
        desk, views = open.desk, open.views
        found = views.get(line)
        if found is None:
            text = desk.text
            found = await self.work(draw, desk)
            if open.desk is desk and desk.text == text and len(views) < MOST_VIEWS:
                views[line] = found
        return found

    async def change(self, name: str, version: str, work: Callable[[Desk], R]) -> R:
        """Changes a record that its writer has seen as it is. Those who follow are told."""
        open = await self.at(name)
        async with open.lock:
            if version_of(open.desk.text) != version:
                raise StewardError("somebody else has changed this record; look at it first", code=CHANGED)
            done = await self.work(work, open.desk)
            open.sign = self.folder.sign(name)
            open.views.clear()
        await open.tell()
        return done

    async def create(self, name: str, text: str) -> str:
        """Makes a record, if its text is one, and returns its name."""

        def made() -> str:
            Desk(name, text, Options(self.options.overrides, self.folder.root), lambda _: None)
            return self.folder.create(name, text)

        return await self.work(made)


def parts_of(text: str) -> list[tuple[str, str]]:
    """The records of a file, each with its title or its first line, and its text."""
    records = parse(text).records
    lines = text.split("\n")
    found = []
    for record, following in zip(records, (*records[1:], None), strict=True):
        end = following.line - 1 if following is not None else len(lines)
        own = "\n".join(lines[record.line - 1 : end]).rstrip() + "\n"
        title = next(
            (
                leaves[1].text
                for one in record.statements
                if one.kind == "remark" and (leaves := one.node.leaves())[0].text == "title"
            ),
            f"line {record.line}",
        )
        found.append((title.strip('"'), own))
    return found


CHANGED = -1
"""The code of the error that a record has changed meanwhile."""


def new_record(game: str, players: int | None, title: str, course: str, options: Options) -> str:
    """The header of a new record. Raises `StewardError` or `ModelError` for what a game does not have."""
    if game not in GAMES or (found := find_game(game)).template is None:
        raise StewardError("which game?", f"games: {', '.join(GAMES)}")
    assert found.template is not None
    own = {parameters(game, "new")[0].name: course} if course else {}
    overrides = options.overrides
    ruleset = overrides.defaults.get(game)
    if '"' in title or not title.isprintable() or len(title) > 200:
        raise StewardError("this title cannot be put in quotes")
    request = TemplateRequest(
        players,
        ruleset.id if ruleset is not None else None,
        title or None,
        own,
        overrides.tracks,
        overrides.folders,
    )
    kinds = {*HEADING, *found.header}
    [record] = parse(found.template(request)).records
    lines = [split_comment(one.source)[0].strip() for one in record.statements if one.kind in kinds]
    return "\n".join([*lines, "", ""])
