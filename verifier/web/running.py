"""The page as a running server: the socket that it listens at, and the limits of the server."""

import socket
import sys

import uvicorn
from starlette.types import ASGIApp

MOST_AT_ONCE = 500
"""The most requests at once, those that follow included."""


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
            h11_max_incomplete_event_size=2**15,
            limit_concurrency=MOST_AT_ONCE,
            timeout_keep_alive=20,
            timeout_graceful_shutdown=1,
        )
    )
