"""The golden answers: the output of `steward verify` for the records that are kept to show it, with `--trace` for some legal
ones, of `steward explain` for the claims in `tests/claims`, and pages of `steward decide`; of the findings about each test
record only a digest. `python tests/record_goldens.py` records them again; read the difference before you commit it.

The command runs in the folder of the record, so that an answer contains only the file name and does not depend on the location of
the folder.
"""

import io
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from grammar.parser import parse  # noqa: E402
from grammar.syntax import Record  # noqa: E402
from verifier.cli import main  # noqa: E402
from verifier.games import find_game  # noqa: E402
from verifier.records.replay import Options, RecordReport  # noqa: E402
from verifier.records.testing import Tested, run_record  # noqa: E402

REPLAYS = ROOT / "replays"
CLAIMS = ROOT / "tests/claims"
FOLDERS = ("illegal", "unclear")
"""Folders whose records each have a golden answer next to them."""

DECISIONS = ROOT / "tests/disputes/golden"
DECIDED = (
    "thunder_alley/illegal/both-ways-at-once",
    "rallyman/illegal/car-in-the-way",
    "great_race/illegal/past-the-stop",
)
"""Records with a golden page of `steward decide`."""

TOOL_HASH = re.compile(r"(?m)^( +tool +)[0-9a-f]{64}$")
"""The hash of the tool on a page; it changes with every line of code."""

CASES = ROOT / "tests/cases"
DIGESTS = ROOT / "tests/golden/digests.toml"

TRACES = ROOT / "tests/golden/traces"
TRACED = (
    "first-race.race",
    "pine-*.race",
    "pit-stops-by-the-marker.race",
    "pushed-over-the-line.race",
    "rain-ends-it.race",
    "saved-by-a-yellow.race",
    "ta-*.race",
    "valley-cup-2.race",
    "wheel-first.race",
    "winter-cup-2.race",
    "winter-cup.race",
)
"""Legal records with a golden trace: the report on each line, with the rules."""


def records() -> Iterator[Path]:
    """The records with a golden answer, in the order of their names."""
    for folder in FOLDERS:
        yield from sorted(REPLAYS.glob(f"*/{folder}/*.race"))


def golden_of(record: Path) -> Path:
    """The path of a record's golden answer."""
    return record.with_suffix(".verdict")


def answer(record: Path, *options: str, verb: str = "verify") -> str:
    """What `steward verify` prints for a record."""
    printed = io.StringIO()
    with chdir(record.parent), redirect_stdout(printed):
        main([verb, *options, record.name])
    return printed.getvalue()


def page(record: Path) -> str:
    """The page of `steward decide` for a record."""
    return TOOL_HASH.sub(r"\1(its hash)", answer(record, verb="decide"))


def pages() -> Iterator[tuple[Path, Path]]:
    """The records with a golden page, each with that page."""
    for name in DECIDED:
        record = REPLAYS / f"{name}.race"
        yield record, DECISIONS / f"{record.stem}.txt"


def traced() -> Iterator[Path]:
    """The records with a golden trace, in the order of their names."""
    yield from sorted(path for name in TRACED for path in REPLAYS.glob(f"*/{name}"))


def trace_of(record: Path) -> Path:
    """The path of a record's golden trace."""
    return TRACES / record.with_suffix(".trace").relative_to(REPLAYS)


def trace(record: Path) -> str:
    """What `steward verify --trace` prints for a record."""
    return answer(record, "--trace")


def claims() -> Iterator[Path]:
    """The chapters of illegal claims to explain, in the order of their names."""
    yield from sorted(CLAIMS.glob("*.race"))


def texts(chapter: Path) -> Iterator[tuple[str, str]]:
    """The title and the text of each record of a file."""
    text = chapter.read_text(encoding="utf-8")
    for record in re.split(r"^(?=game )", text, flags=re.MULTILINE)[1:]:
        title = re.search(r'^title "(.*)"$', record, flags=re.MULTILINE)
        assert title is not None, record
        yield title[1], record


def explanation_of(chapter: Path) -> Path:
    """The path of a chapter's golden explanations."""
    return chapter.with_suffix(".explained")


def explanation(chapter: Path) -> str:
    """What `steward explain` prints for each claim of a chapter; each claim gets a separate file."""
    told = [f"== {title}\n{explained(record)}" for title, record in texts(chapter)]
    return "\n".join(told)


def explained(record: str, *options: str) -> str:
    """What `steward explain` prints for a record."""
    printed = io.StringIO()
    with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(printed):
        Path("claim.race").write_text(record, encoding="utf-8")
        main(["explain", "claim.race", *options])
    return printed.getvalue()


def case_files() -> Iterator[Path]:
    """The files of test records, in the order of their names."""
    yield from sorted(CASES.rglob("*.race"))


def digests(path: Path) -> dict[str, str]:
    """Title -> digest of what users read about a test record, for each record of a file."""
    parsed = parse(path.read_bytes(), str(path))
    return {title_of(record): record_digest(judged(record)) for record in parsed.records}


def judged(record: Record) -> Tested:
    """A test record as the engine judges it, with every step."""
    return run_record(record, (), Options(steps=True), engine_only=True)


def record_digest(tested: Tested) -> str:
    """Four digits for what users read about a record, under its own ruleset and in each other way in which it was tried."""
    return sha256(repr([_read(one.report) for one in tested.tried]).encode()).hexdigest()[:4]


def _read(report: RecordReport) -> tuple[object, ...]:
    """The findings, the points or times, the position at the end, and the trace of each line."""
    findings = [
        (
            one.line - report.line,
            one.column,
            one.end_column,
            one.kind,
            one.rules,
            one.fact,
            one.reason,
            one.because,
            sorted(one.numbers.items()),
            one.legal_instead,
            one.help,
            [(other.line - report.line, other.what) for other in one.related],
        )
        for one in report.findings
    ]
    end = find_game(report.game).position_lines(report.table)
    traced = [[(one.words, one.rules) for one in step.effects()] for step in report.steps]
    return findings, dict(report.result or {}), end, traced


def title_of(record: Record) -> str:
    """The title of a test record."""
    return next(one.node.leaves()[1].text for one in record.statements if one.kind == "remark")


def known_digests() -> dict[str, str]:
    """File of test records -> their digests, in the order of the records."""
    known: dict[str, str] = tomllib.loads(DIGESTS.read_text(encoding="utf-8"))
    return known


def digests_text() -> str:
    """The text of the file of digests."""
    lines = [
        "# What users read about each test record, as digests: see tests/record_goldens.py.",
        "",
    ]
    for path in case_files():
        lines.append(f'"{path.relative_to(CASES)}" = "{" ".join(digests(path).values())}"')
    return "\n".join([*lines, ""])


def record_goldens() -> tuple[int, int]:
    """Writes every answer and removes those without a record. Returns how many there are, and how many changed."""
    known = {golden_of(record): answer(record) for record in records()}
    known |= {trace_of(record): trace(record) for record in traced()}
    known |= {explanation_of(claim): explanation(claim) for claim in claims()}
    known |= {golden: page(record) for record, golden in pages()}
    known[DIGESTS] = digests_text()
    changed = 0
    for golden, text in known.items():
        if not golden.exists() or golden.read_text(encoding="utf-8") != text:
            golden.parent.mkdir(parents=True, exist_ok=True)
            golden.write_text(text, encoding="utf-8")
            changed += 1
    for folder in FOLDERS:
        for golden in set(REPLAYS.glob(f"*/{folder}/*.verdict")) - known.keys():
            golden.unlink()
            changed += 1
    return len(known), changed


if __name__ == "__main__":
    kept, new = record_goldens()
    print(f"{kept} golden answers, {new} of them changed")
