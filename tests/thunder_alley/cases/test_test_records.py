"""The test records of Thunder Alley by both judges, under every reading that they name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grammar.parser import parse
from grammar.syntax import Record
from verifier.records.replay import Options
from verifier.records.testing import run_record

CASES = Path(__file__).parents[2] / "cases" / "thunder_alley"

SILENT = "the solver has no answer here: the restart line is as long as the track"
"""Why the solver does not judge a record."""


def records() -> Iterator[object]:
    """Every record, by its file and line."""
    for path in sorted(CASES.glob("*.race")):
        parsed = parse(path.read_bytes(), str(path))
        assert not parsed.errors
        for record in parsed.records:
            yield pytest.param(record, id=f"{path.stem}@{record.line}")


@pytest.mark.parametrize("record", list(records()))
def test_both_judges_find_what_is_expected(record: Record) -> None:
    tested = run_record(record, (), Options())
    assert not tested.messages
    assert tested.by_one_judge in ("", SILENT)


def test_titles_are_unique_in_a_file() -> None:
    for path in CASES.glob("*.race"):
        titles = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("title ")]
        assert len(titles) == len(set(titles))
