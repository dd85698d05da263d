"""Records judged as they are read get the same report as those judged whole, in bounded memory."""

import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from grammar.parser import parse
from verifier.findings import UNREADABLE, VERDICTS
from verifier.records import streaming
from verifier.records.gathered import MOST_FINDINGS
from verifier.records.replay import Options, RecordReport, judge_records
from verifier.records.stepping import MOST_UNKNOWN
from verifier.records.streaming import judge_stream

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "replays").rglob("*.race"))


def plain(report: RecordReport) -> RecordReport:
    """The report without what a long record does not keep: positions, and further lines after the first of their kind."""
    findings = tuple(
        replace(one, related=()) if one.kind == "undetermined" else one for one in report.findings
    )
    return replace(report, table=None, others=(), steps=(), findings=findings)


@pytest.fixture(params=["as they are read", "whole"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Short records are judged whole; here they are also judged as long ones are."""
    monkeypatch.setattr(streaming, "MOST_WHOLE", -1 if request.param == "as they are read" else 3_000)


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_every_record_comes_out_alike(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "MOST_WHOLE", -1)
    data = path.read_bytes()
    options = Options(folder=path.parent)
    whole = [plain(one) for one in judge_records(parse(data, path.name), options)]
    assert [plain(one) for one in judge_stream(data, path.name, options)] == whole


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        "game chess\n29 Charge: f3\n",
        "gaem thunder-alley\n",
        "game thunder-alley\nlaps x\nlaps 3\nteam Red 29\nposition\n 29 nowhere\nend\n29 Charge: f\n",
        "game thunder-alley\nposition\n",
        "game thunder-alley\nlaps 3\nposition\n 29 Red ?\nend\ndiscrad\nruleset es\n29 Charge: f3\n",
        "game thunder-alley\ntrack short-oval\nteam Red 29\nposition\n 29 8a\nend\n29 Charge: f9\n\n29 pass\n"
        "game thunder-alley\ntitle \"two\"\ngame\nturn 1\n",
    ],
)  # fmt: skip
@pytest.mark.usefixtures("way")
def test_broken_records_come_out_alike(text: str) -> None:
    data = text.encode()
    whole = [plain(one) for one in judge_records(parse(data, "a.race"))]
    assert [plain(one) for one in judge_stream(data, "a.race")] == whole


def test_a_file_that_is_no_text_is_unreadable() -> None:
    data = b"game thunder-alley\nlaps 3\n\xff\n"
    assert [one.verdict for one in judge_stream(data, "a.race")] == ["unreadable"]


def long_record(turns: int) -> bytes:
    """A record of great length: the same turn, over and over, from the same position."""
    start = "position\n  29 12a\n  15 11b\nend\n"
    turn = f"{start}29 Charge: f7\n15 Making a Move: f6\ncheck leader 29\ncheck order 29 15\n...\n"
    head = "game thunder-alley\ntrack short-oval\nteam Red 29\nteam Blue 15\n"
    return (head + turn * turns).encode()


def test_memory_does_not_grow_with_the_record() -> None:
    peaks = []
    for turns in (500, 1500):
        data = long_record(turns)
        tracemalloc.start()
        [report] = judge_stream(data, "long.race")
        peaks.append(tracemalloc.get_traced_memory()[1] - len(data))
        tracemalloc.stop()
        assert report.verdict == "undetermined", report.findings[:3]
    assert peaks[1] < 1.5 * peaks[0] + 200_000


@pytest.mark.usefixtures("way")
def test_findings_are_bounded_and_the_gravest_is_kept() -> None:
    wrong = "check leader 15\n" * (MOST_FINDINGS + 200)
    head = (
        "game thunder-alley\ntrack short-oval\nteam Red 29\nteam Blue 15\nposition\n  29 8a\n  15 5b\nend\n"
    )
    data = f"{head}{wrong}29 Chargge: f3\n".encode()
    for reports in ([*judge_stream(data, "a.race")], judge_records(parse(data, "a.race"))):
        [report] = reports
        assert report.verdict == UNREADABLE
        assert len(report.findings) == MOST_FINDINGS + 2
        assert report.findings[-2].fact == "there is no race card `Chargge`"
        assert report.findings[-1].fact == "and 200 more findings in this record"


def test_names_behind_a_stop_are_looked_up_to_a_bound() -> None:
    head = "game thunder-alley\ntrack short-oval\nteam Red 29\nposition\n  29 8a\nend\n29 Chaarge: f3\n"
    wrong = "".join(f"29 Card{'x' * number}: f3\n" for number in range(2 * MOST_UNKNOWN))
    [report] = judge_stream(f"{head}{wrong}".encode(), "a.race")
    assert len(report.findings) == MOST_FINDINGS + 1
    assert report.findings[-1].fact == f"and {2 + MOST_UNKNOWN - MOST_FINDINGS} more findings in this record"


def test_a_usual_record_in_a_long_file_is_told_what_it_rests_on() -> None:
    """The length of the file does not matter, that of the record does."""
    path = ROOT / "replays" / "thunder_alley" / "first-race.race"
    data = path.read_bytes() * 3
    reports = list(judge_stream(data, "three.race", Options(rests_on=VERDICTS)))
    assert [one.verdict for one in reports] == ["legal"] * 3
    named = [[one.ruling for one in report.rests_on] for report in reports]
    assert named[0] and named == [named[0]] * 3
