"""The page at the table: the time of an answer to a click, and 50 windows that step through a race at once, on this machine."""

import http.client
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).parents[1]
RACE = ROOT / "replays" / "thunder_alley" / "seven-at-the-table.race"
CLIENTS, STEPS, PAUSE = 50, 40, 0.25
"""Windows, the steps that each of them takes, and how long a person looks at least before the next step."""


def main() -> None:
    """Prints the times."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError:
        sys.exit("this measurement needs starlette and uvicorn: pip install '.[web]'")
    with tempfile.TemporaryDirectory() as folder:
        text = RACE.read_text(encoding="utf-8")
        (Path(folder) / "race.race").write_text(text, encoding="utf-8")
        begun = text.index("\n", text.index("\nturn 2") + 1)
        (Path(folder) / "click.race").write_text(text[: begun + 1], encoding="utf-8")
        port, cookie, stop = _serve(Path(folder))
        try:
            _clicks(_Visitor(port, cookie))
            _windows(port, cookie, text.count("\n"))
        finally:
            stop()
    print()


class _Visitor:
    """Asks the page over one connection, and measures."""

    def __init__(self, port: int, cookie: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Cookie": cookie}

    def get(self, path: str) -> tuple[float, bytes]:
        """The time of an answer, and the answer."""
        begun = time.perf_counter()
        self.line.request("GET", path, headers=self.headers)
        answer = self.line.getresponse()
        content = answer.read()
        assert answer.status == 200, content
        return time.perf_counter() - begun, content


def _serve(folder: Path) -> tuple[int, str, Callable[[], None]]:
    from verifier.records.replay import Options
    from verifier.web.folder import Folder
    from verifier.web.guard import Doors
    from verifier.web.room import Room
    from verifier.web.running import listen, server
    from verifier.web.server import application

    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    doors = Doors([f"127.0.0.1:{port}"], [], lan=False, cookie="steward")
    room = Room(Folder(folder), Options())
    running = server(application(room, doors))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()

    def stop() -> None:
        running.should_exit = True
        thread.join()
        room.close()

    return port, f"steward={doors.token}", stop


def _clicks(visitor: _Visitor) -> None:
    """Every car and card that may be chosen, one click after the other."""
    offer = json.loads(visitor.get("/api/offer/click.race")[1])
    times: dict[str, float] = {}
    cars = [one["name"] for one in offer["choices"] if one["kind"] == "car"]
    for car in cars:
        cards = json.loads(visitor.get(_asked("offer", [["car", car]]))[1])["choices"]
        for card in cards:
            took, _ = visitor.get(_asked("ways", [["car", car], ["card", card["name"]]]))
            times[card["name"]] = max(took, times.get(card["name"], 0.0))
    every = sorted(times.values())
    slowest = max(times, key=lambda card: times[card])
    print(
        f"web: legal ends of a car and a card, 21 cars: median {median(every) * 1000:.0f} ms, "
        f"slowest card ({slowest}) {every[-1] * 1000:.0f} ms (goal < 100)"
    )


def _asked(kind: str, path: list[list[str]]) -> str:
    from urllib.parse import urlencode

    return f"/api/{kind}/click.race?{urlencode({'path': json.dumps(path)})}"


def _windows(port: int, cookie: str, lines: int) -> None:
    """Windows that step through a race, in a process of their own, as they would be on other machines."""
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_step, args=(there, port, cookie, lines))
    process.start()
    times = here.recv()
    process.join()
    at_most = quantiles(times, n=20)[-1]
    print(
        f"web: {CLIENTS} windows step through a race: 95% of answers within {at_most * 1000:.0f} ms (goal < 200)"
    )


def _step(there: Connection, port: int, cookie: str, lines: int) -> None:
    times: list[float] = []

    def window(number: int) -> None:
        visitor = _Visitor(port, cookie)
        for step in range(STEPS):
            line = 1 + (number * 3 + step) % lines
            times.append(visitor.get(f"/api/at/race.race?line={line}")[0])
            time.sleep(PAUSE)

    threads = [threading.Thread(target=window, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    there.send(times)


if __name__ == "__main__":
    main()
