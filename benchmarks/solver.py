"""The second judge: certificates, enumeration, explanations, witnesses, inductive steps, and a comparison with clingo.

The figures of a prototype, measured on another machine, give only the order of magnitude. Times are processor time, since a
solver runs in one thread.
"""

import gc
import io
import random
import statistics
import time
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from pathlib import Path

from benchmarks.moves import TYPES, table
from benchmarks.yardstick import compare
from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Position, Setup, make_position
from model.thunder_alley.tracks import load
from verifier.cli import main as steward
from verifier.rulesets.changes import Change, other_readings
from verifier.thunder_alley.check import invariants
from verifier.thunder_alley.check.anywhere import Kind, anywhere
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.differences import Differences
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.spec import certify, outcomes

CLAIMS = Path(__file__).parents[1] / "tests/claims/open"
FOUR = ("clean-air", "working-the-pack", "riding-the-draft")
"""Cards with 4 MPs, except those that move more than one car's 4 MPs."""

MORE = ("rubbin-is-racin", "teamwork")
"""Cards with 4 MPs plus free sideways steps, or a second car with 3 MPs."""

FEW = ("clean-air", "riding-the-draft", "understeer", "making-a-move")
"""Cards with few MPs, one for each movement type: 4, 4, 5 and 6 MPs."""


def timed(ask: Callable[[], object]) -> float:
    """Milliseconds of processor time. The garbage collector skips objects from earlier questions."""
    gc.collect()
    gc.freeze()
    began = time.process_time()
    ask()
    return (time.process_time() - began) * 1000


def tables(card: str, spread: int, count: int) -> Iterable[tuple[Setup, Position, int]]:
    """Crowded positions with a car to move."""
    setup = Setup(load("tri-oval"), default_ruleset(DATA), (), 5)
    rng = random.Random(f"solver {card} {spread}")
    for _ in range(count):
        position = table(rng, setup, spread)
        yield setup, position, rng.choice(position.cars).number


def row(name: str, times: list[float], goal: str, prototype: str) -> None:
    """One line of the table."""
    median, worst = statistics.median(times), max(times)
    print(f"  {name:44} {median:8.1f} {worst:8.1f}   {goal:16} {prototype}")


def main() -> None:
    """Prints a line for each figure."""
    print("second judge, milliseconds of processor time         median    worst   goal             prototype")
    certificates()
    explanations()
    witnesses()
    inductive()
    print(
        "\nthe same circuit of one Lead activation, 6 MPs, 21 cars in 14 sectors, by another solver, median of 8"
    )
    compare(tables("making-a-move", 14, 8), "making-a-move")
    curves()


def curves() -> None:
    """How the time of a certificate grows, for Lead: with the sectors that hold the cars, with the cars, with the MPs."""
    print("\ncertificate, Lead, median milliseconds of 5")

    def median(card: str, spread: int, cars: int) -> float:
        times = []
        for setup, position, car in tables(card, spread, 5):
            kept = [one for one in position.cars if one.number == car]
            kept += [one for one in position.cars if one.number != car][: cars - 1]
            few = make_position(kept)
            engine = [legal.position for legal in legal_moves(setup, few, car, card)]
            times.append(timed(lambda: certify(setup, few, car, card, engine)))  # noqa: B023
        return statistics.median(times)

    for name, values in (
        ("sectors", [(spread, median("set-the-pace", spread, 21)) for spread in (6, 9, 14, 22)]),
        ("cars", [(cars, median("set-the-pace", 14, cars)) for cars in (3, 6, 12, 21)]),
        (
            "MPs",
            [
                (6, median("making-a-move", 14, 21)),
                (7, median("out-in-front", 14, 21)),
                (8, median("set-the-pace", 14, 21)),
            ],
        ),
    ):
        print(f"  {name:8} " + "  ".join(f"{value}: {spent:.0f}" for value, spent in values))


def certificates() -> None:
    """Time to prove the engine's set of positions complete, and to list the set, by card and crowd."""
    for spread in (9, 14, 22):
        found: dict[str, list[float]] = {}
        for _movement, card in TYPES:
            for setup, position, car in tables(card, spread, 6):
                engine = [legal.position for legal in legal_moves(setup, position, car, card)]
                for name, ask in (
                    ("certificate", lambda: certify(setup, position, car, card, engine)),  # noqa: B023
                    ("enumeration", lambda: outcomes(setup, position, car, card)),  # noqa: B023
                ):
                    found.setdefault(name, []).append(timed(ask))
        row(f"certificate, 6-8 MPs, 21 cars in {spread} sectors", found["certificate"], "< 100", "170 to 230")
        row(f"enumeration, 6-8 MPs, 21 cars in {spread} sectors", found["enumeration"], "< 120", "150 to 200")
    for name, cards, goal in (
        ("4 MPs", FOUR, "< 15"),
        ("4-6 MPs", FEW, ""),
        ("4 MPs and more steps", MORE, ""),
    ):
        times = [
            timed(lambda: outcomes(setup, position, car, card))  # noqa: B023
            for card in cards
            for setup, position, car in tables(card, 14, 6)
        ]
        row(f"enumeration, {name}, 14 sectors", times, goal, "25 (4 MPs)" if goal else "")


def explanations() -> None:
    """Time to explain each claim in `tests/claims/open` as on the command line; the first is run twice, as it loads the
    rules."""
    times = []
    claims = sorted(CLAIMS.glob("*.race"))
    for claim in (claims[0], *claims):
        with redirect_stdout(io.StringIO()):
            times.append(timed(lambda: steward(["explain", str(claim), "--format", "json"])))  # noqa: B023
    loading = times.pop(0)
    row(f"explanation, {len(times)} claims, reading included", times, "< 5, worst < 20", "2")
    row("  the first one, with modules and rules to load", [loading], "", "")


def witnesses() -> None:
    """Time to find and confirm a smallest position on which two readings differ."""
    times = []
    ruleset = default_ruleset(DATA)
    for ruling, movement in (
        ("pursuit-initial-lateral", "pursuit"),
        ("reenter-start-space", "solo"),
        ("bump-with-one-mp", "solo"),
    ):
        change = other_readings(DATA, ruleset, ruling)[0]

        def ask(movement: str = movement, change: Change = change) -> object:
            return Differences(Kind(movement), 3, 4, [ruleset, change.applied(ruleset)]).smallest(1)

        times.append(timed(ask))
    row("smallest witness, 3 cars, 4 MPs, 8 sectors", times, "< 500", "130 to 470 (any)")


def inductive() -> None:
    """Time to check one invariant for one movement: any moment, 20 sectors."""
    times = []
    one = invariants.INVARIANTS[:1]
    for movement in ("solo", "draft", "pursuit", "lead"):

        def ask(movement: str = movement) -> object:
            moment = anywhere(default_ruleset(DATA), ring(), Kind(movement))
            return invariants.AnyStep(moment, one).breaks(one[0])

        times.append(timed(ask))
    row("inductive step, 20 sectors, any cars", times, "< 1000", "150 to 280")
