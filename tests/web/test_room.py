"""Desks in their own processes: ended when they take too long, opened again, closed when not in use."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

from tests.pages.records import RACE
from tests.web.page import opened, served
from verifier.answer import Overrides
from verifier.errors import StewardError
from verifier.records.replay import Options
from verifier.web.desk import Desk
from verifier.web.folder import Folder
from verifier.web.room import Room
from verifier.web.views import desk_view

T = TypeVar("T")


def run(work: Coroutine[object, object, T]) -> T:
    """The result of some work, in a thread of its own: a browser of other tests may have a loop of events in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def in_room(folder: Path, work: Callable[[Room], Awaitable[T]]) -> T:
    """What happens in the room of a folder with two records."""
    for name in ("a.race", "b.race"):
        (folder / name).write_text(RACE, encoding="utf-8")

    async def inside() -> T:
        room = Room(Folder(folder), Options())
        try:
            return await work(room)
        finally:
            room.close()

    return run(inside())


def change(desk: Desk) -> str:
    """Something that can be undone at this desk, without a change of the file."""
    desk.past.append(desk.text)
    return desk.text


def changes(desk: Desk) -> int:
    return len(desk.past)


def forever(_desk: Desk) -> None:
    while True:
        pass


def dies(_desk: Desk) -> None:
    os._exit(3)


@pytest.mark.parametrize("work", [forever, dies])
def test_a_desk_that_fails_is_ended_and_opened_again(
    work: Callable[[Desk], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def inside(room: Room) -> None:
        await room.ask("a.race", change)
        assert await room.ask("a.race", changes) == 1
        monkeypatch.setattr("verifier.web.room.SECONDS", 0.5)
        with pytest.raises(StewardError, match=r"no answer within|ended early"):
            await room.ask("a.race", work)
        monkeypatch.undo()
        assert await room.ask("a.race", changes) == 0
        assert (await room.ask("a.race", desk_view))["text"] == RACE

    in_room(tmp_path, inside)


def test_a_busy_desk_keeps_no_other_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def inside(room: Room) -> float:
        for name in ("a.race", "b.race"):
            await room.ask(name, changes)
        busy = asyncio.create_task(room.ask("a.race", forever))
        behind = [asyncio.create_task(room.ask("a.race", changes)) for _ in range(60)]
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        await room.ask("b.race", changes)
        took = time.monotonic() - begun
        with pytest.raises(StewardError):
            await busy
        assert await asyncio.gather(*behind) == [0] * 60
        return took

    monkeypatch.setattr("verifier.web.room.SECONDS", 4.0)
    assert in_room(tmp_path, inside) < 3


def test_a_request_that_is_given_up_mixes_no_answers(tmp_path: Path) -> None:
    """The desk still works on it; the next answer belongs to the next request."""

    async def inside(room: Room) -> None:
        await room.ask("a.race", changes)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await room.ask("a.race", slowly)
        assert await room.ask("a.race", changes) == 0

    in_room(tmp_path, inside)


def slowly(_desk: Desk) -> str:
    time.sleep(1)
    return "late"


def test_folders_of_the_settings_are_found_from_where_the_page_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "rules").mkdir()
    rules = 'game = "thunder-alley"\nid = "mine"\nextends = "en-2014"\n'
    (tmp_path / "rules" / "mine.toml").write_text(rules, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    text = RACE.replace("track", "ruleset mine\ntrack")
    (tmp_path / "home" / "a.race").write_text(text, encoding="utf-8")

    async def inside() -> str:
        room = Room(Folder(Path("home")), Options(Overrides(folders=(Path("rules"),))))
        try:
            return str((await room.ask("a.race", desk_view))["verdict"])
        finally:
            room.close()

    assert run(inside()) == "legal"


def test_desks_that_nobody_needs_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.web.room.MOST_OPEN", 1)

    async def inside(room: Room) -> None:
        await room.ask("a.race", change)
        async with room.followed("a.race") as followed:
            await room.ask("b.race", change)
            assert followed.process is None, "the process is ended, the follower stays"
            heard = asyncio.create_task(followed.other_than(followed.version, 20))
            asked = {"op": "type", "text": "29 Charge: f3", "version": followed.version}
            assert (await room.change("a.race", asked))["verdict"] == "legal"
            await asyncio.wait_for(heard, 5)
            assert followed.text == f"{RACE}29 Charge: f3\n"
        await room.ask("b.race", changes)
        assert [*room.open] == ["b.race"]
        with pytest.raises(StewardError, match="no such file"):
            await room.ask("gone.race", changes)
        assert [*room.open] == ["b.race"]

    in_room(tmp_path, inside)


def test_a_window_that_is_closed_is_forgotten(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        opened(page)
        for _ in range(3):
            visitor = page.owner()
            visitor.line.request("GET", "/api/events/a.race", headers=visitor.headers)
            answer = visitor.line.getresponse()
            assert answer.readline().startswith(b"data: ")
            answer.close()
            visitor.line.close()
        end = time.monotonic() + 10
        while page.room.open["a.race"].followers and time.monotonic() < end:
            time.sleep(0.05)
        assert page.room.open["a.race"].followers == 0
