"""Whole commands about rules: `diff` of one reading, `check`, `check --pairs` of movements, `edge-cases` of one rule, and `diff
--records` compared with `verify` on the same races.

The seconds of the clock depend on what else the machine does, those of all processors hardly. Both are printed, and the load.
"""

import os
import subprocess
import tempfile

from benchmarks.commands import STEWARD, seconds, spent
from verifier.rallyman.check.differences import STAGES
from verifier.thunder_alley.check.pairs import MOVEMENTS

BASE = "en-2014"
CHANGES = (
    "ruling bump-split = may-split",
    "ruling voluntary-retirement-timing = any-time",
    "ruling lapped-trigger = on-entry",
    "ruling lead-line-special-scope = first-car-only",
    "without TA-6.7-cascade",
    "without TA-RC-slingshot",
    "ruling clean-air-leader-test = overall-leader",
    "ruling restart-over-line = laps-kept",
)
"""What shows in a move, in another decision, and after a move; then what takes longest."""

PAIRED = {
    BASE: list(MOVEMENTS),
    "2009": [f"turns on {stage}" for stage in STAGES],
}
"""The kinds of movement whose rulings are paired."""

EDGES = {BASE: ("TA-6.1-mp-total", "TA-9.2", "TA-4.2", "TA-EV-collision"), "2009": ("RM-7.1", "RM-12.1")}
"""Rules whose edge cases are looked for: of moves and turns, of pit stops, of many kinds of decisions, of an event."""

RACES = 40


def asked(goal: float, *words: str) -> None:
    """Prints how long a command takes."""
    clock, processors = spent([*STEWARD, *words])
    shown = " ".join(f"'{word}'" if " " in word else word for word in words)
    print(f"steward {shown}: {clock:.1f} s, {processors:.1f} s of the processors (goal {goal:g} s)")


def records() -> None:
    """Compares `diff --records` with `verify` on simulated races."""
    with tempfile.TemporaryDirectory() as folder:
        simulate = [*STEWARD, "simulate", "thunder-alley", "--count", str(RACES), "--out", folder, "--quiet"]
        subprocess.run(simulate, check=True)
        diff = [*STEWARD, "diff", BASE, "--with", CHANGES[0], "--records", folder, "--quiet"]
        theirs, ours = seconds([*STEWARD, "verify", "--quiet", folder], diff, runs=5)
    print(
        f"{RACES} simulated races: diff --records {RACES / ours:.1f}/s / verify {RACES / theirs:.1f}/s"
        f" = {theirs / ours:.2f}x (goal >= 0.4x)"
    )


def main() -> None:
    """Prints all figures."""
    for change in CHANGES:
        asked(3, "diff", BASE, "--with", change)
    asked(90, "check", BASE)
    for ruleset, parts in PAIRED.items():
        only = (word for part in parts for word in ("--only", part))
        asked(300, "check", ruleset, "--pairs", "--quiet", *only)
    for ruleset, rules in EDGES.items():
        for rule in rules:
            asked(10, "edge-cases", ruleset, "--rule", rule)
    records()
    print(f"load of the machine in the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
