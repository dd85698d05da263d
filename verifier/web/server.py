"""The addresses of the page: JSON for what it asks, events for those who follow."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from grammar.errors import visible
from verifier.errors import StewardError
from verifier.games import GAMES, find_game, parameters
from verifier.records.inputs import RECORDS
from verifier.web import seat, worker
from verifier.web.answers import QUESTIONS, Question, answer
from verifier.web.asked import block, chosen_in, lines_of, number, read_json
from verifier.web.desk import Desk
from verifier.web.guard import HEADERS, OWNER, BodyError, Doors, Guard
from verifier.web.room import Room
from verifier.web.texts import named, new_record, parts_of, rulesets_of
from verifier.web.views import View, desk_view, offer_view

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
    "record.js": ("verifier.web.static", "text/javascript"),
    "position.js": ("verifier.web.static", "text/javascript"),
    "start.js": ("verifier.web.static", "text/javascript"),
    "ask.js": ("verifier.web.static", "text/javascript"),
    "table.css": ("verifier.web.static", "text/css"),
}
"""The files of the page, each with its package and its kind."""

DECISION_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
)
"""The policy for a page of the stewards: it may do nothing but be read. Its drawings are within it."""


def application(room: Room, doors: Doors) -> ASGIApp:
    """The page for a folder."""
    worker.prepare("verifier.web.answers", "verifier.web.seat")
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
    code = 409 if error.code == seat.CHANGED else 422
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
            {"name": one.name, **named(one.begin), "changed": one.changed}
            for one in await run_in_threadpool(self.room.folder.listed)
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
            text = await self.room.apart(
                new_record,
                str(asked.get("game")),
                players if isinstance(players, int) else None,
                str(asked.get("title") or ""),
                str(asked.get("course") or ""),
                str(asked.get("rules") or ""),
                self.room.options,
            )
        name = str(asked.get("name") or "").strip() or "race"
        return JSONResponse({"open": await self.room.create(name, text.replace("\r\n", "\n"))})

    async def desk(self, request: Request) -> Response:
        """The whole record."""
        view = await self.room.ask(request.path_params["name"], desk_view)
        return self._record(request, view)

    def _record(self, request: Request, view: View) -> Response:
        return JSONResponse(view | {"write": self.doors.may_write(request.state.role)})

    async def _of_desk(self, request: Request, work: Callable[..., View | None], *given: object) -> Response:
        """What a desk says."""
        return JSONResponse(await self.room.ask(request.path_params["name"], work, *given))

    async def board(self, request: Request) -> Response:
        """The board of the position after a line."""
        return await self._of_desk(request, seat.board, number(request.query_params.get("line")))

    async def at(self, request: Request) -> Response:
        """The position after a line."""
        line = number(request.query_params.get("line"))
        return Response(
            await self.room.drawn(request.path_params["name"], line), media_type="application/json"
        )

    async def offer(self, request: Request) -> Response:
        """What is due after some choices."""
        return await self._of_desk(request, offer_view, chosen_in(request))

    async def ways(self, request: Request) -> Response:
        """Where whole moves that begin with some choices can end; for one place, these moves."""
        return await self._of_desk(request, seat.ways, chosen_in(request), request.query_params.get("place"))

    async def do(self, request: Request) -> Response:
        """A change of the record."""
        asked, name = await read_json(request), request.path_params["name"]
        if asked.get("op") == "position" and asked.get("fresh"):
            text = await self.room.ask(name, Desk.header) + block(asked)
            stem = name.removesuffix(RECORDS)
            return JSONResponse({"open": await self.room.create(f"{stem}-position", text)})
        return self._record(request, await self.room.change(name, asked))

    async def set_up(self, request: Request) -> Response:
        """A position that is set up."""
        return await self._of_desk(request, seat.set_up, lines_of(await read_json(request)))

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
        async with self.room.taken(name) as open:
            text = open.text
        options = self.room.options
        return await self.room.apart(answer, name, text, options, question, seconds=SECONDS[kind])

    async def parts(self, request: Request) -> Response:
        """The records of a file with several."""
        text = await run_in_threadpool(self.room.folder.read, request.path_params["name"])
        found = (await self.room.apart(parts_of, text))[:MOST_PARTS]
        return JSONResponse({"parts": [{"title": visible(title), "text": own} for title, own in found]})

    async def raw(self, request: Request) -> Response:
        """The record as a file."""
        text = await run_in_threadpool(self.room.folder.read, request.path_params["name"])
        headers = {"Content-Disposition": 'attachment; filename="record.race"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    async def events(self, request: Request) -> Response:
        """The version of the record, and again after each change."""
        name = request.path_params["name"]
        async with self.room.taken(name) as open:
            if open.followers >= MOST_FOLLOWERS:
                return PlainTextResponse("too many windows follow this record\n", 503)

        async def stream() -> AsyncIterator[str]:
            told = ""
            async with self.room.followed(name) as open:
                while self.doors.role(request.state.token) is not None:  # until the device is sent away
                    version = open.version
                    yield f"data: {version}\n\n" if version != told else ": still here\n\n"
                    told = version
                    await open.other_than(version, BEAT)

        return StreamingResponse(stream(), media_type="text/event-stream")


def _game(name: str) -> View:
    game = find_game(name)
    course = parameters(name, "new")[0].name
    courses = [{"id": id, "said": f"{id}: {said}"} for id, said in game.courses()]
    return {
        "name": name,
        "title": game.title,
        "course": course,
        "courses": courses,
        "rules": rulesets_of(name),
    }


def _file(name: str, package: str, kind: str) -> Response:
    content = (files(package) / name).read_text(encoding="utf-8")
    return Response(
        content, media_type=kind, headers={"Content-Security-Policy": HEADERS["Content-Security-Policy"]}
    )
