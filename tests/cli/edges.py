"""Compares kept edge cases with what the command writes for single rules."""

import re
from pathlib import Path

from verifier.cli import main


def records(path: Path) -> list[str]:
    """The records of a file."""
    return [text.strip() for text in path.read_text(encoding="utf-8").split("\n\n")[1:]]


def same_as_kept(ruleset: str, kept: Path, folder: Path, *rules: str) -> None:
    """For each rule: its records are kept, and no others with its name in their titles."""
    for rule in rules:
        out = folder / rule
        assert main(["edge-cases", ruleset, "--rule", rule, "--out", str(out), "--jobs", "1"]) in (0, 3)
        written = [record for path in sorted(out.glob("*.race")) for record in records(path)]
        assert written
        known = [record for path in sorted(kept.glob("*.race")) for record in records(path)]
        assert {_body(record) for record in written} <= {_body(record) for record in known}
        assert {record for record in known if _names(record) == {rule}} <= set(written)


def _body(record: str) -> str:
    """A record without its title and what it shows, which goals may share."""
    return "\n".join(line for line in record.splitlines() if not line.startswith(("title ", "shows ")))


def _names(record: str) -> set[str]:
    """The rules and readings in a title such as `TA-3.3 just inside (decision: hand Red ?6)`."""
    title = record.splitlines()[1]
    return {
        name.rpartition(", ")[2]
        for name in re.findall(r"(?:^title \"|\), )(.*?) just (?:in|out)side \(", title)
    }
