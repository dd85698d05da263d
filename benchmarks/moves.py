"""All outcomes of one activation: 21 cars spread over 6, 9, 14 and 22 sectors, 8 MPs, each movement type.

For comparison, a throw-away enumerator of the base rules took 0.1 to 0.4 ms, 95 of 100 below 1 ms (measured separately).
"""

import random
import statistics
import time

from model.ruleset import default_ruleset
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Position, Setup, make_position
from model.thunder_alley.tracks import load
from verifier.thunder_alley.engine.linking import starts
from verifier.thunder_alley.engine.run import Run
from verifier.thunder_alley.engine.search import explore

TYPES = (
    ("solo", "floor-it"),
    ("draft", "watch-the-gauge"),
    ("pursuit", "fast-pace"),
    ("lead", "set-the-pace"),
)
SPREADS = (6, 9, 14, 22)
CARS = 21
MPS = 8
POSITIONS = 150


def table(rng: random.Random, setup: Setup, spread: int) -> Position:
    """Up to 21 cars at random in `spread` consecutive sectors, with at least two spaces free."""
    track = setup.track
    assert track is not None
    first = rng.randrange(len(track.sectors))
    sectors = {track.sectors[(first + i) % len(track.sectors)] for i in range(spread)}
    spaces = [space for space, sector in zip(track.spaces, track.sector, strict=True) if sector in sectors]
    chosen = rng.sample(spaces, min(CARS, len(spaces) - 2))
    return make_position([Car(number, "Red", space, crossed=2) for number, space in enumerate(chosen, 1)])


def measure(track: str, movement: str, card: str, spread: int) -> tuple[list[float], list[int], list[int]]:
    """Milliseconds, outcomes and paths, each for `POSITIONS` positions."""
    setup = Setup(load(track), default_ruleset(DATA), (), 5)
    rng = random.Random(f"{track} {movement} {spread}")
    times, outcomes, paths = [], [], []
    for _ in range(POSITIONS):
        position = table(rng, setup, spread)
        car = rng.choice(position.cars)
        began = time.perf_counter()
        run = Run(setup, position, car, CARDS[card], MPS)
        tree = explore(run, starts(run, run.start()))
        count = tree.paths()
        times.append((time.perf_counter() - began) * 1000)
        outcomes.append(len(tree.finals))
        paths.append(count)
    return times, outcomes, paths


def main() -> None:
    """Prints a row for each track, movement type and spread."""
    print(f"all outcomes of one activation, {CARS} cars, {MPS} MPs, {POSITIONS} positions a row")
    print(f"{'track':14} {'type':8} {'sectors':>7} {'outcomes':>9} {'most':>5} {'paths':>6} {'most':>6}"
          f" {'median ms':>10} {'p95 ms':>7} {'worst':>6}")  # fmt: skip
    everything: list[float] = []
    for track in ("short-oval",):
        for movement, card in TYPES:
            for spread in SPREADS:
                times, outcomes, paths = measure(track, movement, card, spread)
                everything += times
                ordered = sorted(times)
                print(
                    f"{track:14} {movement:8} {spread:7} {statistics.median(outcomes):9.0f} {max(outcomes):5}"
                    f" {statistics.median(paths):6.0f} {max(paths):6} {statistics.median(times):10.2f}"
                    f" {ordered[int(0.95 * len(ordered))]:7.2f} {ordered[-1]:6.2f}"
                )
    ordered = sorted(everything)
    print(
        f"all: median {statistics.median(everything):.2f} ms (goal < 0.5), "
        f"p95 {ordered[int(0.95 * len(ordered))]:.2f} ms (goal < 2)\n"
    )
