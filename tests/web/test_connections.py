"""Connections that are held open for nothing are ended, and do not keep others out."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.page import Served, opened, served


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A page with little patience."""
    for name in ("running.UNASKED", "running.UNREAD", "guard.PATIENCE"):
        monkeypatch.setattr(f"verifier.web.{name}", 0.4)
    with served(tmp_path) as page:
        yield page


def connected(page: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", page.port), 10)


def ended(line: socket.socket) -> bytes:
    """What came before the connection was ended."""
    found = b""
    try:
        while more := line.recv(2**16):
            found += more
    except ConnectionResetError:
        pass
    return found


HEAD = "POST /api/new HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Type: application/json\r\n{1}\r\n\r\n"


def head(page: Served, more: str) -> bytes:
    return HEAD.format(f"127.0.0.1:{page.port}", more).encode()


def owner(page: Served) -> str:
    return f"Cookie: {page.owner().headers['Cookie']}\r\n"


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHo"])
def test_a_head_that_does_not_come_is_not_waited_for(begun: bytes, page: Served) -> None:
    with connected(page) as line:
        line.sendall(begun)
        assert ended(line) == b""


def test_a_head_that_comes_letter_by_letter_is_not_waited_for(page: Served) -> None:
    with connected(page) as line, pytest.raises(OSError):
        for _ in range(100):
            line.sendall(b"G")
            time.sleep(0.05)


def test_the_next_request_is_not_waited_for_either(page: Served) -> None:
    with connected(page) as line:
        line.sendall(head(page, "Content-Length: 0"))
        time.sleep(0.2)
        line.sendall(b"GET / HTTP/1.1\r\nHo")
        assert ended(line).startswith(b"HTTP/1.1 403")


def test_a_body_that_does_not_come_is_not_waited_for(page: Served) -> None:
    with connected(page) as line:
        line.sendall(head(page, f"{owner(page)}Content-Length: 100"))
        assert b"did not arrive in time" in ended(line)


def test_the_rest_of_a_refused_body_is_not_waited_for(page: Served) -> None:
    with connected(page) as line:
        line.sendall(head(page, "Content-Length: 1000"))
        assert b"403" in ended(line)


def test_who_does_not_read_is_given_up(page: Served) -> None:
    opened(page)
    (page.folder / "long.race").write_text("# x\n" * 200_000, encoding="utf-8")
    with connected(page) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**12)
        asked = f"GET /raw/long.race HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\n{owner(page)}\r\n"
        line.sendall(asked.encode() * 20)
        with pytest.raises(ConnectionError):
            for _ in range(100):
                time.sleep(0.1)
                line.sendall(b"GET")


def test_a_quick_visitor_stays_connected(page: Served) -> None:
    """However long in all."""
    visitor, lines = page.stranger(), set()
    for _ in range(8):
        assert visitor.get("/static/page.css").status == 200
        lines.add(visitor.line.sock)
        time.sleep(0.1)
    assert len(lines) == 1


def test_an_answer_that_takes_long_does_come(page: Served) -> None:
    assert page.stranger().post("/join", code="1").status == 422  # takes longer than a head may
