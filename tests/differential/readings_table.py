"""Prints the table of readings from the log of long runs: `python -m tests.differential.readings_table LOG`."""

import json
import sys
from pathlib import Path
from typing import Any

from tests.differential.readings import SAME, other_readings, question_of

HEAD = """| ruling = reading | asked | situations | changing | differences | given up | seed |
|---|---|---|---|---|---|---|"""


def rows(logs: list[Path]) -> list[str]:
    """A row for each reading that is not the default: its last run, or why no situation shows it."""
    entries = [json.loads(line) for log in logs for line in log.read_text(encoding="utf-8").splitlines()]
    return [_row(ruling, reading, entries) for ruling, reading in other_readings()]


def _row(ruling: str, reading: str, entries: list[dict[str, Any]]) -> str:
    name = f"{ruling} = {reading}"
    reason = SAME.get(ruling) or SAME.get(name)
    if reason is not None:
        return f"| {name} | none: {reason} | | | | | |"
    told = next((one for one in reversed(entries) if f"{name}: situations" in one), None)
    if told is None:
        return f"| {name} | {question_of(ruling).name} | not yet | | | | |"
    figures = [told.get(f"{name}: {what}", 0) for what in ("situations", "changing", "differ", "gave up")]
    return f"| {name} | {question_of(ruling).name} | {' | '.join(map(str, figures))} | {told['seed']} |"


if __name__ == "__main__":
    print("\n".join([HEAD, *rows([Path(name) for name in sys.argv[1:]])]))
