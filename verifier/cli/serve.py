"""`steward serve [PATH]`: a page on this machine that records races by clicks and answers questions about them."""

import argparse
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote

from verifier.cli.common import standing_orders
from verifier.cli.output import print_json, say
from verifier.errors import StewardError
from verifier.records.inputs import RECORDS
from verifier.records.replay import Options

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
PORT = 8643
"""The usual port. The next free one is taken if it is in use."""

TRIED = 20
"""How many ports are tried."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward serve`."""
    parser.add_argument(
        "path", metavar="PATH", nargs="?", default=".", help="a folder of records, or a record (default: .)"
    )
    parser.add_argument(
        "--port", type=int, metavar="N", help=f"the port (default: {PORT}, or the next free one)"
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="let other devices of the house follow, with a code that is used once",
    )
    parser.add_argument(
        "--origin",
        metavar="URL",
        help="the address of the page behind a proxy, as in `https://races.example` (see docs/serving.md)",
    )


def run(args: argparse.Namespace) -> int:
    """Serves the page until it is interrupted."""
    web = _extra()
    path = Path(args.path)
    opened = path.name if path.suffix == RECORDS and path.is_file() else ""
    folder = web.folder.Folder(path.parent if opened else path)
    listening = _listen(web, EVERYWHERE if args.lan else LOOPBACK, args.port)
    port = listening.getsockname()[1]
    addresses = [f"{LOOPBACK}:{port}", f"localhost:{port}", *(f"{own}:{port}" for own in _own(args.lan))]
    origins = [f"http://{one}" for one in addresses]
    if args.origin:
        scheme, _, host = args.origin.rstrip("/").partition("://")
        if scheme not in ("http", "https") or not host or "/" in host:
            raise StewardError(f"`--origin {args.origin}` is no address", "as in `https://races.example`")
        addresses, origins = [*addresses, host], [*origins, f"{scheme}://{host}"]
    doors = web.guard.Doors(addresses, origins, lan=args.lan, cookie=f"steward-{port}")
    room = web.room.Room(folder, Options(standing_orders()))
    page = f"/table/{quote(opened)}" if opened else "/"
    links = [
        f"{one}{page}?token={doors.token}"
        for one in dict.fromkeys((origins[0], *origins[len(origins) - bool(args.origin) :]))
    ]
    joining = [f"http://{own}:{port}/join" for own in _own(args.lan)]
    if args.format == "json":
        code = doors.code if args.lan else None
        print_json("serve", 0, {"serve": {"links": links, "join": joining, "code": code}})
    else:
        say("\n".join(f"open {one}" for one in links))
        for one in joining:
            say(f"other devices: {one} with the code {doors.code}; it works once, the page shows the next")
        say("Ctrl-C ends it")
    sys.stdout.flush()
    with suppress(KeyboardInterrupt):
        web.running.server(web.server.application(room, doors)).run(sockets=[listening])
    room.close()
    return 0


def _extra() -> Any:
    """The package of the page. Raises `StewardError` if what it needs is not installed."""
    try:
        import_module("starlette")
        import_module("uvicorn")
    except ImportError as error:
        help = "`pip install race-steward[web]` installs it"
        raise StewardError(f"`steward serve` needs the package `{error.name}`", help) from error
    for part in ("folder", "guard", "room", "running", "server"):
        import_module(f"verifier.web.{part}")
    return import_module("verifier.web")


def _listen(web: Any, host: str, wanted: int | None) -> socket.socket:
    """A socket at this port, or at the first free one."""
    ports: Sequence[int] = range(PORT, PORT + TRIED) if wanted is None else [wanted]
    for port in ports:
        with suppress(OSError, OverflowError):
            listening: socket.socket = web.running.listen(host, port)
            return listening
    raise StewardError(f"port {ports[0]} cannot be used", "name another one with `--port`")


def _own(lan: bool) -> list[str]:
    """The address of this machine in the house."""
    if not lan:
        return []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # sends nothing; the system only chooses the way there
        return [str(asked.getsockname()[0])]
    return []
