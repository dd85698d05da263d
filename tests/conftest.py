"""Hypothesis profiles: `ci` is fixed and short, `thorough` runs for hours (HYPOTHESIS_PROFILE=thorough)."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    max_examples=100,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough", max_examples=3000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# A shell starts background jobs with Ctrl-C ignored, and commands that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Reports that the browser was missing: a skipped test is easily overlooked."""
    skipped = [one for one in terminalreporter.stats.get("skipped", ()) if "tests/browser/" in one.nodeid]
    if skipped:
        terminalreporter.write_line(
            f"{len(skipped)} browser tests skipped: no `chromium` on PATH (Debian: apt-get install chromium)"
        )
