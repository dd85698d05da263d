"""The nets that must notice a mutant: checks that hold for the engine as it is, each a few milliseconds long.

- `cases`: the rules tests in `tests/cases`, run as `steward test` runs them, with the same findings and the same position at the
  end as before;
- `edge`: those that `steward edge-cases` has written, in `tests/cases/<game>/edge`, by what they state alone;
- `records`: the records in `replays`, with their verdict, golden answer or trace;
- `counts`: the numbers of paths and outcomes in `tests/counts`;
- `claims`: Thunder Alley's illegal claims in `tests/claims`, each refused by the rule that decides;
- `decks`: impossible stories of tiny decks are refused (see `stories`);
- `tests`: the test files of the game, except the slow ones.

Nothing here imports the engine before a check runs.
"""

import tomllib
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from grammar.parser import parse
from grammar.syntax import Record
from tests.mutants.engines import ROOT, USUAL, Engine, engine_of
from tests.mutants.stories import stories
from tests.record_goldens import (
    CASES,
    answer,
    golden_of,
    judged,
    known_digests,
    record_digest,
    records,
    trace,
    trace_of,
    traced,
)
from verifier.records.replay import judge_record, judge_records
from verifier.records.testing import PASSED

NETS = ("cases", "edge", "claims", "counts", "records", "decks", "tests")

LONG = (
    *("cases", "race", "second", "spec"),
    *(
        "test_book",
        "test_check",
        "test_counting",
        "test_games",
        "test_judges",
        "test_record_cases",
        "test_listing",
        "test_rally",
        "test_records",
        "test_stages",
    ),
)
"""Files and folders of tests that are slow or not about the engine."""


@dataclass(frozen=True, slots=True)
class Check:
    """A property of the engine. `holds` returns whether it is still true; it may raise anything if not."""

    net: str
    name: str
    holds: Callable[[], bool]


def checks(engine: Engine) -> list[Check]:
    """All checks of an engine."""
    found = [*case_checks(engine), *record_checks(engine), *count_checks(engine), *test_checks(engine)]
    if engine == engine_of(USUAL):
        found += [*claim_checks(), *deck_checks()]
    return found


def cases(engine: Engine) -> Iterator[tuple[str, str, Record, str]]:
    """The test records of a game, each with its net, by file and line, and the digest of its findings."""
    known = known_digests()
    for path in sorted(engine.cases.rglob("*.race")):
        digests = known[str(path.relative_to(CASES))].split()
        net = "edge" if path.parent.name == "edge" else "cases"
        for record, digest in zip(parse(path.read_bytes(), str(path)).records, digests, strict=True):
            yield net, f"{path.stem}@{record.line}", record, digest


def case_checks(engine: Engine) -> Iterator[Check]:
    """A check for each test record."""
    for net, name, record, digest in cases(engine):
        yield Check(net, name, partial(_record_passes, record, digest if net == "cases" else ""))


def _record_passes(record: Record, digest: str) -> bool:
    tested = judged(record)
    return tested.status == PASSED and (not digest or record_digest(tested) == digest)


def record_checks(engine: Engine) -> Iterator[Check]:
    """A check for each record of a game."""
    for path in sorted(engine.replays.glob("*.race")):
        yield Check("records", path.stem, partial(_as_it_says, path))
    for path in records():
        if not path.is_relative_to(engine.replays):
            continue
        golden = golden_of(path).read_text(encoding="utf-8")
        yield Check("records", path.stem, partial(_as_recorded, answer, path, golden))
    for path in traced():
        if path.is_relative_to(engine.replays):
            golden = trace_of(path).read_text(encoding="utf-8")
            yield Check("records", f"{path.stem} traced", partial(_as_recorded, trace, path, golden))


def _as_it_says(path: Path) -> bool:
    reports = judge_records(parse(path.read_bytes(), str(path)))
    return all(
        report.came_out or (report.came_out is None and report.verdict == "legal") for report in reports
    )


def claim_checks() -> Iterator[Check]:
    """A check for each hand-written illegal claim."""
    for path in sorted((ROOT / "tests" / "claims").glob("*.race")):
        parsed = parse(path.read_bytes(), str(path))
        for record in parsed.records:
            yield Check("claims", f"claim {path.stem}@{record.line}", partial(_decided, record))


def _decided(record: Record) -> bool:
    return judge_record(record).came_out is True


def _as_recorded(said: Callable[[Path], str], path: Path, golden: str) -> bool:
    return said(path) == golden


def test_checks(engine: Engine) -> Iterator[Check]:
    """A check for each file of tests of a game."""
    for folder in engine.tests:
        for path in sorted(folder.rglob("test_*.py")):
            place = path.relative_to(folder).with_suffix("")
            if place.parts[0] not in LONG and place.as_posix() not in LONG:
                yield Check("tests", str(place), partial(_tests_pass, path))


def _tests_pass(path: Path) -> bool:
    asked = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", str(path)]
    with redirect_stdout(StringIO()):
        return pytest.main(asked) in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def count_checks(engine: Engine) -> Iterator[Check]:
    """A check for each count."""
    kept = tomllib.loads(engine.counts.read_text(encoding="utf-8"))
    for kind, counts in kept.items():
        for count in counts:
            yield Check("counts", count["id"], partial(_counted, engine.game, kind, count))


def _counted(game: str, kind: str, count: dict[str, Any]) -> bool:
    tests = import_module(f"tests.counts.test_{game}")
    getattr(tests, f"test_{kind}")(count)
    if game == "thunder_alley":
        tests.test_the_shortest_notation_is_listed(count)
    return True


def deck_checks() -> Iterator[Check]:
    """A check for each batch of stories of tiny decks."""
    for name, holds in stories():
        yield Check("decks", name, holds)
