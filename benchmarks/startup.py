"""Start-up time: `steward --help` and `--version` compared with a bare interpreter."""

import sys

from benchmarks.commands import STEWARD, seconds


def main() -> None:
    """Prints the ratios."""
    bare, help_, version = seconds(
        [sys.executable, "-c", "pass"], [*STEWARD, "--help"], [*STEWARD, "--version"]
    )
    print(
        f"start: steward --help {help_ * 1000:.0f} ms, --version {version * 1000:.0f} ms / python -c pass"
        f" {bare * 1000:.0f} ms = {help_ / bare:.1f}x, {version / bare:.1f}x (goal <= 3x)\n"
    )
