"""The page of a folder, served on this machine for a test, and a visitor who asks it."""

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from tests.pages.records import RACE
from verifier.plays import Chosen
from verifier.records.replay import Options
from verifier.web.folder import Folder
from verifier.web.guard import Doors
from verifier.web.room import Room
from verifier.web.running import listen, server
from verifier.web.server import application


class Answer:
    """What the page answered."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        assert self.status == 200, (self.status, self.text)
        return json.loads(self.body)


class Visitor:
    """Asks the page as a browser does: with the cookie, and for changes with the origin."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port, self.host = port, f"127.0.0.1:{port}"
        self.headers = {
            "Host": self.host,
            "Origin": f"http://{self.host}",
            "Content-Type": "application/json",
        }
        if cookie:
            self.headers["Cookie"] = cookie
        self.line = HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> Answer:
        """The answer to a request; a header that is None is left out."""
        sent = {key: one for key, one in {**self.headers, **(headers or {})}.items() if one is not None}
        self.line.request(method, path, body, sent)
        answer = self.line.getresponse()
        found = {key.lower(): one for key, one in answer.getheaders()}
        return Answer(answer.status, found, answer.read())

    def get(self, path: str, /, **query: object) -> Answer:
        return self.ask("GET", f"{path}?{urlencode(query)}" if query else path)

    def post(self, path: str, /, **asked: object) -> Answer:
        return self.ask("POST", path, json.dumps(asked).encode())


class AtTable:
    """A record at the table of a visitor: what a person at the page does, click by click."""

    def __init__(self, visitor: Visitor, name: str) -> None:
        self.visitor, self.name = visitor, quote(name)
        self.view: Any = visitor.get(f"/api/desk/{self.name}").json

    @property
    def text(self) -> str:
        return str(self.view["text"])

    def do(self, op: str, /, **asked: object) -> None:
        self.view = self.visitor.post(
            f"/api/do/{self.name}", op=op, version=self.view["version"], **asked
        ).json

    def choose(self, chosen: Sequence[Chosen]) -> None:
        """Makes the choices one by one; each must have been offered."""
        offer, path = self.view["offer"], list[list[str]]()
        for kind, name in chosen:
            offered = [one for one in offer["choices"] if (one["kind"], one["name"]) == (kind, name)]
            assert offered, (path, kind, name)
            path.append([kind, name])
            if len(path) == len(chosen):
                assert offered[0].get("last"), path
                self.do("choose", path=path)
            else:
                offer = self.visitor.get(f"/api/offer/{self.name}", path=json.dumps(path)).json

    def offered(self, chosen: Sequence[Chosen]) -> list[Chosen]:
        offer = self.visitor.get(f"/api/offer/{self.name}", path=json.dumps(chosen)).json
        return [(one["kind"], one["name"]) for one in offer["choices"]]

    def write(self, lines: Sequence[str]) -> None:
        self.do("type", text="\n".join(lines) + "\n")

    def undo(self) -> None:
        self.do("undo")


class Served:
    """A page that is served."""

    def __init__(self, folder: Path, port: int, doors: Doors, room: Room) -> None:
        self.folder, self.port, self.doors, self.room = folder, port, doors, room

    def link(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}?token={self.doors.token}"

    def owner(self) -> Visitor:
        """The one who started it."""
        return Visitor(self.port, f"{self.doors.cookie}={self.doors.token}")

    def stranger(self) -> Visitor:
        """A visitor without a token."""
        return Visitor(self.port)


def opened(page: Served, text: str = RACE) -> AtTable:
    """A record of the folder, at the table of the one who started it."""
    (page.folder / "a.race").write_text(text, encoding="utf-8")
    return AtTable(page.owner(), "a.race")


@contextmanager
def served(folder: Path, *, lan: bool = False, origin: str = "") -> Iterator[Served]:
    """The page of a folder, while this lasts; `origin` is its address behind a proxy."""
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    hosts = [f"127.0.0.1:{port}", f"localhost:{port}"]
    origins = [f"http://{one}" for one in hosts]
    if origin:
        hosts, origins = [*hosts, origin.partition("://")[2]], [*origins, origin]
    doors = Doors(hosts, origins, lan=lan, cookie=f"steward-{port}")
    room = Room(Folder(folder), Options())
    app = application(room, doors)
    running = server(app)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    try:
        yield Served(folder, port, doors, room)
    finally:
        running.should_exit = True
        thread.join(10)
        room.close()
