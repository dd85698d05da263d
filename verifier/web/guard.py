"""Who may ask for what: every request passes here before the page sees it.

A browser on this machine may be on any page of the web, so a request must name our host, come from our page, and have a token
that only the link in the terminal gave away. Other devices get a token of their own for a code that is used once.
"""

import asyncio
import secrets
import traceback
from collections.abc import Iterable
from typing import final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

OWNER, FOLLOWER = "owner", "follower"

MOST_BODY = 2**21
"""The most bytes of a request."""

MOST_CODE = 2**10
"""The most bytes of a request by somebody who has no token yet."""

SECONDS = 60.0
"""How long a request may take, apart from following."""

PATIENCE = 15.0
"""How long a request may take to arrive."""

TRIES = 5
"""Wrong codes after which there is a new code."""

OPEN = ("/static/", "/join")
"""What needs no token. It tells nothing of any record."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@final
class Doors:
    """The tokens and the code. `hosts` are the values of the `Host` header that mean us, `origins` the pages that may write."""

    def __init__(self, hosts: Iterable[str], origins: Iterable[str], *, lan: bool, cookie: str) -> None:
        self.hosts = frozenset(one.lower() for one in hosts)
        self.origins = frozenset(one.lower() for one in origins)
        self.lan, self.cookie = lan, cookie
        self.token = secrets.token_urlsafe(32)
        self.followers: set[str] = set()
        self.followers_write = False
        self.code = _new_code()
        self._tries = 0

    def role(self, token: str) -> str | None:
        """Who has this token."""
        if secrets.compare_digest(token.encode(), self.token.encode()):
            return OWNER
        known = [secrets.compare_digest(token.encode(), one.encode()) for one in self.followers]
        return FOLLOWER if any(known) else None

    def join(self, code: str) -> str | None:
        """The token for a code, which is then used up; None for a wrong code."""
        right = secrets.compare_digest("".join(code.split()).encode("utf-8", "replace"), self.code.encode())
        self._tries += not right
        if not self.lan or not (right or self._tries >= TRIES):
            return None
        self.code, self._tries = _new_code(), 0
        if not right:
            return None
        token = secrets.token_urlsafe(32)
        self.followers.add(token)
        return token

    def dismiss(self) -> None:
        """Ends all other devices."""
        self.followers.clear()
        self.code, self._tries = _new_code(), 0

    def may_write(self, role: str | None) -> bool:
        """Whether somebody may change records and ask questions, or only watch."""
        return role == OWNER or (role == FOLLOWER and self.followers_write)

    def give(self, response: Response, token: str, host: str) -> None:
        """Puts a token into a cookie, which other sites cannot send and scripts cannot read."""
        secure = f"https://{host.lower()}" in self.origins
        response.set_cookie(self.cookie, token, httponly=True, samesite="strict", secure=secure)


def _new_code() -> str:
    return f"{secrets.randbelow(10**8):08}"


class BodyError(Exception):
    """A request that turns out to be too long, or does not arrive; `code` is the status of the answer."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


@final
class Guard:
    """Lets requests through to the page, or refuses them."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self.app, self.doors = app, doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return None
        begun = False

        async def told(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            return await refused(scope, receive, told)
        limit = None if scope["path"].startswith("/api/events/") else SECONDS
        try:
            async with asyncio.timeout(limit):
                await self.app(scope, _bounded(receive, _most(scope)), told)
        except TimeoutError:
            if not begun:
                await _no(503, "this took too long")(scope, receive, told)
        except Exception as error:
            traceback.print_exception(error)  # a fault of ours, to be reported
        return None

    def _refused(self, scope: Scope) -> Response | None:
        """Why a request goes no further; None if it may."""
        headers, doors = Headers(scope=scope), self.doors
        if headers.get("host", "").lower() not in doors.hosts or len(headers.getlist("host")) != 1:
            return _no(
                421, "this is not the address of this page; open the link that `steward serve` printed"
            )
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return _no(405, "this is not possible here")
        path = scope["path"]
        if (moved := self._with_token(scope, headers["host"])) is not None:
            return moved
        token = self._token(headers)
        role = doors.role(token)
        scope.setdefault("state", {}).update(role=role, token=token)
        if role is None and not path.startswith(OPEN):
            if doors.lan and path == "/":
                return RedirectResponse("/join", 303)
            return _no(403, "open the link that `steward serve` printed")
        if scope["method"] == "POST":
            if headers.get("origin", "").lower() not in doors.origins:
                return _no(403, "this request comes from another page")
            if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                return _no(415, "only JSON is read here")
            if path != "/join" and not doors.may_write(role):
                return _no(403, "this device may watch, not write")
            size = headers.get("content-length", "0")
            if not size.isdigit() or int(size) > _most(scope):
                return _no(413, "this request is too long")
        return None

    def _with_token(self, scope: Scope, host: str) -> Response | None:
        """For the link with the token: a cookie, and the same address without it."""
        asked = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        token = dict(asked).get("token")
        if token is None or scope["method"] != "GET":
            return None
        if self.doors.role(token) != OWNER:
            return _no(403, "this link is not of this run; open the one that `steward serve` printed last")
        rest = urlencode([one for one in asked if one[0] != "token"])
        path = _local(scope["raw_path"].decode("ascii"))
        moved = RedirectResponse(f"{path}{'?' if rest else ''}{rest}", 303)
        self.doors.give(moved, token, host)
        return moved

    def _token(self, headers: Headers) -> str:
        # Not `http.cookies`: it stops at the first odd cookie, and other servers on this machine may have set some.
        return cookie_parser(headers.get("cookie", "")).get(self.doors.cookie, "")


def _local(path: str) -> str:
    """A path that cannot be taken for another host."""
    return "/" + path.lstrip("/\\")


def _no(code: int, why: str) -> Response:
    return PlainTextResponse(f"{why}\n", code)


def _most(scope: Scope) -> int:
    return MOST_CODE if scope["state"]["role"] is None else MOST_BODY


def _bounded(receive: Receive, most: int) -> Receive:
    """Receives a request up to a size, and each part of it in time."""
    size, whole = 0, False

    async def bounded() -> Message:
        nonlocal size, whole
        if whole:
            return await receive()
        try:
            async with asyncio.timeout(PATIENCE):
                message = await receive()
        except TimeoutError as error:
            raise BodyError(408, "this request did not arrive in time") from error
        if message["type"] == "http.request":
            size += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if size > most:
                raise BodyError(413, "this request is too long")
        return message

    return bounded
