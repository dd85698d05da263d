"""The addresses of the page: JSON for what it asks, events for those who follow."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from importlib.resources import files
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from grammar.errors import visible
from grammar.lines import split_comment
from verifier.errors import StewardError, printable
from verifier.games import GAMES, find_game, parameters
from verifier.records.inputs import RECORDS
from verifier.web import worker
from verifier.web.answers import QUESTIONS, Question, answer
from verifier.web.asked import block, changes, chosen_in, lines_of, number, read_json
from verifier.web.desk import Desk
from verifier.web.guard import HEADERS, OWNER, BodyError, Doors, Guard
from verifier.web.room import CHANGED, Room, new_record, parts_of
from verifier.web.views import (
    Shown,
    View,
    board_view,
    desk_view,
    finding_view,
    offer_view,
    scene_view,
    shown_at,
    version_of,
    ways_view,
)

T = TypeVar("T")

SECONDS = {"legal": 20.0, "why-not": 20.0, "rule": 20.0, "readings": 45.0, "decide": 45.0}
"""How long an answer may take."""

MOST_FOLLOWERS = 100
"""The most windows that follow one record."""

MOST_PARTS = 500
"""The most records of one file that are offered."""

WRONG_CODE = 0.5
"""Seconds that a wrong code costs."""

BEAT = 15.0
"""Seconds after which a quiet stream of events says that it is still there."""

STATIC = {
    "board.js": ("verifier.render", "text/javascript"),
    "page.css": ("verifier.render", "text/css"),
    "table.js": ("verifier.web.static", "text/javascript"),
    "position.js": ("verifier.web.static", "text/javascript"),
    "start.js": ("verifier.web.static", "text/javascript"),
    "ask.js": ("verifier.web.static", "text/javascript"),
    "table.css": ("verifier.web.static", "text/css"),
}
"""The files of the page, each with its package and its kind."""

DECISION_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""The policy for a page of the stewards: it may do nothing but be read."""


def application(room: Room, doors: Doors) -> ASGIApp:
    """The page for a folder."""
    worker.prepare("verifier.web.answers")
    pages = Pages(room, doors)
    routes = [
        Route("/", pages.start),
        Route("/join", pages.join, methods=["GET", "POST"]),
        Route("/static/{name}", pages.static),
        Route("/table/{name:path}", pages.table),
        Route("/raw/{name:path}", pages.raw),
        Route("/decide/{name:path}", pages.decide),
        Route("/api/start", pages.listed),
        Route("/api/new", pages.new, methods=["POST"]),
        Route("/api/lan", pages.lan, methods=["POST"]),
        Route("/api/desk/{name:path}", pages.desk),
        Route("/api/parts/{name:path}", pages.parts),
        Route("/api/board/{name:path}", pages.board),
        Route("/api/at/{name:path}", pages.at),
        Route("/api/offer/{name:path}", pages.offer),
        Route("/api/ways/{name:path}", pages.ways),
        Route("/api/events/{name:path}", pages.events),
        Route("/api/do/{name:path}", pages.do, methods=["POST"]),
        Route("/api/ask/{name:path}", pages.ask, methods=["POST"]),
        Route("/api/setup/{name:path}", pages.set_up, methods=["POST"]),
    ]
    handlers = {StewardError: _refused, BodyError: _not_read, Exception: _fault}
    return Guard(Starlette(routes=routes, exception_handlers=handlers), doors)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, StewardError)
    code = 409 if error.code == CHANGED else 422
    return JSONResponse({"error": error.what, "help": error.help}, code)


async def _not_read(_request: Request, error: Exception) -> Response:
    assert isinstance(error, BodyError)
    return JSONResponse({"error": str(error)}, error.code)


async def _fault(_request: Request, _error: Exception) -> Response:
    return JSONResponse({"error": "this is a fault of the tool"}, 500)


class Pages:
    """What each address answers."""

    def __init__(self, room: Room, doors: Doors) -> None:
        self.room, self.doors = room, doors
        self.joining = asyncio.Lock()

    async def start(self, _request: Request) -> Response:
        return _file("start.html", "verifier.web.static", "text/html")

    async def table(self, _request: Request) -> Response:
        return _file("table.html", "verifier.web.static", "text/html")

    async def static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in STATIC:
            return PlainTextResponse("there is no such file\n", 404)
        return _file(name, *STATIC[name])

    async def join(self, request: Request) -> Response:
        """Lets another device follow, for the code."""
        if request.method != "POST":
            return _file("join.html", "verifier.web.static", "text/html")
        code = str((await read_json(request)).get("code", ""))
        async with self.joining:  # one after another, so codes cannot be tried quickly
            token = self.doors.join(code)
            if token is None:
                await asyncio.sleep(WRONG_CODE)
                raise StewardError("this is not the code", "after some wrong ones there is a new code")
        response = JSONResponse({"open": "/"})
        self.doors.give(response, token, request.headers["host"])
        return response

    async def lan(self, request: Request) -> Response:
        """What the owner allows on other devices."""
        if request.state.role != OWNER:
            raise StewardError("only the one who started this can change it")
        asked = await read_json(request)
        if "write" in asked:
            self.doors.followers_write = bool(asked["write"])
        if asked.get("dismiss"):
            self.doors.dismiss()
        return JSONResponse(self._lan())

    def _lan(self) -> View:
        doors = self.doors
        return {"code": doors.code, "devices": len(doors.followers), "write": doors.followers_write}

    async def listed(self, request: Request) -> Response:
        """The games, and the records of the folder."""
        records = [
            {"name": one.name, **_begin(one.begin), "changed": one.changed}
            for one in await self.room.work(self.room.folder.listed)
        ]
        role = request.state.role
        told: View = {"games": [*map(_game, GAMES)], "records": records, "role": role}
        if role == OWNER and self.doors.lan:
            told["lan"] = self._lan()
        return JSONResponse(told)

    async def new(self, request: Request) -> Response:
        """A new record: pasted, or begun for a game, a course and players."""
        asked = await read_json(request)
        text = str(asked.get("text") or "")
        if not text:
            players = asked.get("players")
            text = await self.room.work(
                partial(
                    new_record,
                    str(asked.get("game")),
                    players if isinstance(players, int) else None,
                    str(asked.get("title") or ""),
                    str(asked.get("course") or ""),
                    self.room.options,
                )
            )
        name = str(asked.get("name") or "").strip() or "race"
        return JSONResponse({"open": await self.room.create(name, text.replace("\r\n", "\n"))})

    async def desk(self, request: Request) -> Response:
        """The whole record."""
        open = await self.room.at(request.path_params["name"])
        return JSONResponse(await self._view(request, open.desk))

    async def _view(self, request: Request, desk: Desk) -> View:
        view = await self.room.work(desk_view, desk)
        return view | {"write": self.doors.may_write(request.state.role)}

    async def _of(self, request: Request, work: Callable[[Desk], View | None]) -> Response:
        """A view of a desk."""
        open = await self.room.at(request.path_params["name"])
        return JSONResponse(await self.room.work(work, open.desk))

    async def board(self, request: Request) -> Response:
        """The board of the position after a line."""
        line = number(request.query_params.get("line"))

        def view(desk: Desk) -> View | None:
            scene = shown_at(desk.now, line).scene
            return board_view(scene) if scene is not None else None

        return await self._of(request, view)

    async def at(self, request: Request) -> Response:
        """The position after a line."""
        line = number(request.query_params.get("line"))

        def drawn(desk: Desk) -> bytes:
            return bytes(JSONResponse(scene_view(shown_at(desk.now, line))).body)

        return Response(
            await self.room.view(request.path_params["name"], line, drawn), media_type="application/json"
        )

    async def offer(self, request: Request) -> Response:
        """What is due after some choices."""
        chosen = chosen_in(request)
        return await self._of(request, lambda desk: offer_view(desk, chosen))

    async def ways(self, request: Request) -> Response:
        """Where whole moves that begin with some choices can end; for one place, these moves."""
        chosen, place = chosen_in(request), request.query_params.get("place")

        def view(desk: Desk) -> View:
            plays, table = desk.plays, desk.now.last.table
            if plays is None or (ends := plays.ends(table, [*chosen])) is None:
                return {"places": [], "ways": []}
            if place is None:
                return {"places": [*map(printable, ends())]}
            return {"ways": ways_view(plays.moves(table, [*chosen], place))}

        return await self._of(request, view)

    async def do(self, request: Request) -> Response:
        """A change of the record."""
        asked, name = await read_json(request), request.path_params["name"]
        op = asked.get("op")
        if op == "position" and asked.get("fresh"):
            open = await self.room.at(name)
            text = open.desk.header() + block(asked)
            stem = name.removesuffix(RECORDS)
            return JSONResponse({"open": await self.room.create(f"{stem}-position", text)})
        change = changes(asked).get(str(op))
        if change is None:
            raise StewardError("there is no such change")
        done = await self.room.change(name, str(asked.get("version")), change)
        view = await self._view(request, (await self.room.at(name)).desk)
        return JSONResponse(view if done is not False else view | {"more": True})

    async def set_up(self, request: Request) -> Response:
        """A position to be set up: without lines the one to begin with, with lines how it looks and what is wrong with it."""
        asked = await read_json(request)
        lines = lines_of(asked)

        def view(desk: Desk) -> View:
            own = lines or list(desk.position())
            stepper, found = desk.tried(["position", *own, "end"], fresh=True)
            game = desk.now.game
            return {
                "lines": own,
                "scene": scene_view(Shown(game, stepper.table)),
                "findings": [finding_view(game, one) for one in found],
            }

        return await self._of(request, view)

    async def ask(self, request: Request) -> Response:
        """The answer to a question."""
        return JSONResponse(await self._answered(request.path_params["name"], await read_json(request)))

    async def decide(self, request: Request) -> Response:
        """The stewards' decision about a line, as a page."""
        if not self.doors.may_write(request.state.role):
            raise StewardError("this device may watch, not ask")
        asked = {"kind": "decide", "line": number(request.query_params.get("line"))}
        found = await self._answered(request.path_params["name"], asked)
        return Response(
            found["page"], media_type="text/html", headers={"Content-Security-Policy": DECISION_POLICY}
        )

    async def _answered(self, name: str, asked: Mapping[str, Any]) -> View:
        kind = str(asked.get("kind"))
        if kind not in QUESTIONS:
            raise StewardError("there is no such question")
        words = [str(asked.get(key) or "")[:2000] for key in ("words", "mover", "means")]
        question = Question(kind, number(asked.get("line")), *words)
        desk = (await self.room.at(name)).desk
        given = str(self.room.folder.root), name, desk.text, desk.options, question
        async with self.room.workers:
            run = partial(worker.in_process, answer, *given, seconds=SECONDS[kind])
            return await self.room.work(run)

    async def parts(self, request: Request) -> Response:
        """The records of a file with several."""
        text = await self.room.work(self.room.folder.read, request.path_params["name"])
        found = (await self.room.work(parts_of, text))[:MOST_PARTS]
        return JSONResponse({"parts": [{"title": visible(title), "text": own} for title, own in found]})

    async def raw(self, request: Request) -> Response:
        """The record as a file."""
        name = request.path_params["name"]
        text = await self.room.work(self.room.folder.read, name)
        headers = {"Content-Disposition": 'attachment; filename="record.race"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    async def events(self, request: Request) -> Response:
        """The version of the record, and again after each change."""
        open = await self.room.at(request.path_params["name"])
        if open.followers >= MOST_FOLLOWERS:
            return PlainTextResponse("too many windows follow this record\n", 503)

        async def stream() -> AsyncIterator[str]:
            open.followers += 1
            told = ""
            try:
                while self.doors.role(request.state.token) is not None:  # until the device is sent away
                    version = version_of(open.desk.text)
                    yield f"data: {version}\n\n" if version != told else ": still here\n\n"
                    told = version
                    async with open.changed:
                        try:
                            async with asyncio.timeout(BEAT):
                                while version_of(open.desk.text) == version:
                                    await open.changed.wait()
                        except TimeoutError:
                            continue
            finally:
                open.followers -= 1

        return StreamingResponse(stream(), media_type="text/event-stream")


def _game(name: str) -> View:
    game = find_game(name)
    course = parameters(name, "new")[0].name
    courses = [{"id": id, "said": f"{id}: {said}"} for id, said in game.courses()]
    return {"name": name, "title": game.title, "course": course, "courses": courses}


def _begin(text: str) -> View:
    """What the beginning of a record says: its game and its title."""
    found = {"game": "", "title": ""}
    for line in text.split("\n")[:40]:
        word, _, rest = split_comment(line)[0].strip().partition(" ")
        if word in found and not found[word]:
            found[word] = rest.strip().strip('"')[:200]
    return found


def _file(name: str, package: str, kind: str) -> Response:
    content = (files(package) / name).read_text(encoding="utf-8")
    return Response(
        content, media_type=kind, headers={"Content-Security-Policy": HEADERS["Content-Security-Policy"]}
    )
