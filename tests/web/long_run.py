"""Simulated races driven through the addresses of the page, choice by choice: `python -m tests.web.long_run --games 200`.

Each record must be reproduced byte for byte, and `verify` must find in it what the page found.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import pytest

from tests.web.driving import header_of, simulated, write_race
from tests.web.page import AtTable, Served, served
from verifier.game import SimulateRequest
from verifier.games import GAMES
from verifier.records.replay import verify


def recorded(
    page: Served, request: SimulateRequest, game: str, patch: pytest.MonkeyPatch
) -> tuple[int, int, int]:
    """Records a race. Returns the numbers of decisions, of those written by their choices, and of lines typed."""
    text, decided = simulated(request, game, patch)
    visitor = page.owner()
    name = visitor.post("/api/new", text=header_of(text, decided), name=f"{game}-{request.number}").json[
        "open"
    ]
    table = AtTable(visitor, name)
    clicked, typed = write_race(table, decided)
    if rest := text[len(table.text) :].rstrip("\n"):
        table.write(rest.split("\n"))
    saved = (page.folder / name).read_text(encoding="utf-8")
    assert saved == text, f"race {request.number} came out differently"
    [report] = verify(saved)
    assert (report.verdict, table.view["verdict"]) == ("legal", "legal"), f"race {request.number}"
    (page.folder / name).unlink()
    return len(decided), clicked, typed


def main() -> int:
    """Records the races and prints what was done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="races of each game")
    parser.add_argument("--game", choices=[*GAMES], action="append", help="only this game")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    patch = pytest.MonkeyPatch()
    for game in args.game or GAMES:
        sums = [0, 0, 0]
        with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as page:
            for number in range(1, args.games + 1):
                request = SimulateRequest(args.seed, number, policy="wild" if number % 2 else "plausible")
                counts = recorded(page, request, game, patch)
                sums = [old + new for old, new in zip(sums, counts, strict=True)]
                if number % 10 == 0:
                    print(game, number, *sums, file=sys.stderr, flush=True)
        decisions, clicked, typed = sums
        print(f"{game}: {args.games} races, {decisions} decisions, {clicked} by clicks, {typed} lines typed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
