"""The page as a running server: the socket that it listens at, and the limits of each connection."""

import asyncio
import socket
import sys
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_AT_ONCE = 500
"""The most connections at once, those that follow included."""

MOST_HEAD = 2**15
"""The most bytes of the head of a request."""

UNASKED = 20.0
"""Seconds for which a connection may stay without a whole head of a request."""

UNREAD = 60.0
"""Seconds after which a visitor who does not read what was sent is given up."""


class Connection(H11Protocol):
    """A connection that cannot be held for nothing. uvicorn itself waits without end for a head that has begun, and for a visitor
    who does not read."""

    unasked: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A visitor has come."""
        super().connection_made(transport)
        self._await_request()

    def on_response_complete(self) -> None:
        """A request has its answer; another one may follow."""
        self._await_request()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Much of what was sent has not been read."""
        super().pause_writing()
        self.unread = self.loop.call_later(UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        """It has been read."""
        super().resume_writing()
        if self.unread is not None:
            self.unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)
        for timer in (self.unasked, self.unread):
            if timer is not None:
                timer.cancel()

    def _await_request(self) -> None:
        if self.unasked is not None:
            self.unasked.cancel()
        self.unasked = self.loop.call_later(UNASKED, self._end_unasked)

    def _end_unasked(self) -> None:
        if self.cycle is None or self.cycle.response_complete:  # no new head has come whole
            self.transport.abort()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens already, so no visitor comes too early. Port 0 is any free one. Raises `OSError` if it is taken."""
    # The protocol is named because asyncio sends answers without delay only then.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except (OSError, OverflowError):
        listening.close()
        raise
    return listening


def server(app: ASGIApp) -> uvicorn.Server:
    """A server for the page. It says nothing of itself and writes no log."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="critical",
            access_log=False,
            server_header=False,
            date_header=False,
            ws="none",
            lifespan="off",
            proxy_headers=False,
            http=Connection,
            h11_max_incomplete_event_size=MOST_HEAD,
            limit_concurrency=MOST_AT_ONCE,
            timeout_keep_alive=round(UNASKED) + 1,  # ours ends it first
            timeout_graceful_shutdown=1,
        )
    )
