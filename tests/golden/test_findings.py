"""Findings as users read them, character by character: the golden answers next to the records that must be refused, and the
output for legal ones."""

import re
from pathlib import Path

import pytest

from tests.record_goldens import (
    CASES,
    FOLDERS,
    REPLAYS,
    TRACES,
    answer,
    case_files,
    digests,
    golden_of,
    known_digests,
    records,
    trace,
    trace_of,
    traced,
)

RECORDS = {str(record.relative_to(REPLAYS)): record for record in records()}
AGAIN = "run `python tests/record_goldens.py` and read what changed"


@pytest.mark.parametrize("name", RECORDS)
def test_the_answer_is_the_golden_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    golden = golden_of(RECORDS[name])
    assert golden.exists(), f"no golden answer: {AGAIN}"
    assert answer(RECORDS[name]) == golden.read_text(encoding="utf-8"), AGAIN


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_comes_out_as_it_says(name: str) -> None:
    lines = golden_of(RECORDS[name]).read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("   as expected: ") for line in lines)
    assert lines[-1].endswith("(1 as expected)")


@pytest.mark.parametrize("name", RECORDS)
def test_an_answer_is_fit_to_print(name: str) -> None:
    text = golden_of(RECORDS[name]).read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 110
    assert not re.search(r"__ANON|None|Breach|0x[0-9a-f]{6}|Traceback", text)


def test_no_golden_answer_is_left_over() -> None:
    kept = {golden_of(record) for record in RECORDS.values()}
    found = {path for folder in FOLDERS for path in REPLAYS.glob(f"*/{folder}/*.verdict")}
    assert found == kept


@pytest.mark.parametrize("record", [*traced()], ids=lambda record: str(record.relative_to(REPLAYS)))
def test_the_trace_is_the_golden_one(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert trace(record) == trace_of(record).read_text(encoding="utf-8"), AGAIN


def test_no_golden_trace_is_left_over() -> None:
    assert set(TRACES.rglob("*.trace")) == {trace_of(record) for record in traced()}


def test_the_readme_lists_every_record() -> None:
    listed = re.findall(
        r"^\| `([\w./-]+\.race)` \|", Path(REPLAYS, "README.md").read_text(encoding="utf-8"), re.M
    )
    assert len(listed) == len(set(listed))
    assert set(listed) == {str(path.relative_to(REPLAYS)) for path in REPLAYS.rglob("*.race")}


def test_each_illegal_record_shows_the_rule_it_breaks() -> None:
    for name, path in RECORDS.items():
        text = path.read_text(encoding="utf-8")
        broken = re.findall(r"^expect illegal (\S+)$", text, re.M)
        shown = " ".join(re.findall(r"^shows (.+)$", text, re.M)).split()
        assert set(broken) <= set(shown), name


@pytest.mark.parametrize("path", [*case_files()], ids=lambda path: str(path.relative_to(CASES)))
def test_what_users_read_about_test_records_is_kept(path: Path) -> None:
    found = digests(path)
    known = known_digests()[str(path.relative_to(CASES))].split()
    assert len(found) == len(known), AGAIN
    changed = [title for (title, digest), old in zip(found.items(), known, strict=True) if digest != old]
    assert not changed, f"the findings about these records have changed; if they should, {AGAIN}"


def test_no_digests_are_left_over() -> None:
    assert known_digests().keys() == {str(path.relative_to(CASES)) for path in case_files()}
