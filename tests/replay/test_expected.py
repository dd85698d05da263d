"""The expectations in a record: of itself, of a line, under a reading, of the moves and ends at a place."""

import re
from pathlib import Path

import pytest

from grammar.parser import parse
from verifier.cli import main
from verifier.records.replay import Options, verify
from verifier.records.testing import run_record

PAGE = Path(__file__).parents[2] / "docs" / "testing-house-rules.md"

TABLE = """track
  sectors 1-12 a b
  ring
  line 12
end
position
  29 Red 7b crossed 2
  22 Green 7a crossed 2
  43 Yellow 5a crossed 2
end
"""


def record(*lines: str, header: str = "") -> str:
    return f"game thunder-alley\n{header}{TABLE}" + "".join(f"{line}\n" for line in lines)


def unmet(text: str) -> list[str]:
    [report] = verify(text)
    return [one.fact for one in report.unmet]


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        (["check leader 22"], []),
        (["check leader 29", "expect illegal TA-4.1"], []),
        (["check leader 29", "expect illegal TA-6.8 or TA-4.1"], []),
        (["check leader 29", "expect illegal TA-4.1", "29 Charge: f3 left", "check 29 at 10b"], []),
        (
            ["check leader 29", "expect illegal TA-6.8"],
            ["line 12: expected illegal TA-6.8, found illegal TA-4.1"],
        ),
        (["check leader 22", "expect illegal"], ["line 12: expected illegal, found legal"]),
        (
            ["check leader 22", "expect legal", "check leader 29"],
            ["line 14: expected legal, found illegal TA-4.1"],
        ),
        (["29 Charge: b3", "expect illegal TA-6.1 step 1"], []),
        (
            ["29 Charge: f b", "expect illegal step 1"],
            ["line 12: expected illegal step 1, found illegal TA-6.1-no-backward step 2"],
        ),
        (
            ["29 Charge: b3", "29 Charge: f3", "expect legal"],
            [
                "line 12: expected legal, found illegal TA-6.1-no-backward",
                "expected legal, and line 13 was not judged",
            ],
        ),
    ],
)
def test_what_is_expected_of_a_line(lines: list[str], facts: list[str]) -> None:
    assert unmet(record(*lines)) == facts


def test_a_record_is_expected_to_be_as_its_header_states() -> None:
    assert unmet(record("check leader 29", header="expect illegal TA-4.1\n")) == []
    wrong = record("check leader 22", header="expect illegal TA-4.1\n")
    assert unmet(wrong) == ["expected illegal TA-4.1, found legal"]


def test_a_block_holds_for_its_reading_only() -> None:
    text = record(
        *("under running-order-lane = inside-first", "check leader 22", "end"),
        *("under running-order-lane = outside-first", "check leader 29", "end"),
    )
    assert verify(text)[0].verdict == "legal"
    [parsed] = parse(text).records
    tested = run_record(parsed, (), Options(), engine_only=True)
    assert [one.under for one in tested.tried] == [(), (("running-order-lane", "outside-first"),)]
    assert tested.messages == ()
    swapped = text.replace("leader 29", "leader 22")
    tested = run_record(parse(swapped).records[0], (), Options(), engine_only=True)
    assert tested.messages == (
        "under running-order-lane = outside-first: expected legal, found illegal by TA-4.1 in line 16",
    )


def test_the_expectation_with_most_conditions_counts() -> None:
    header = "expect illegal TA-4.1\nexpect legal under running-order-lane = outside-first\n"
    text = record("check leader 29", header=header)
    tested = run_record(parse(text).records[0], (), Options(), engine_only=True)
    assert (len(tested.tried), tested.messages) == (2, ())


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("expect illegl", "there is no verdict `illegl`"),
        ("expect illegal TA-99", "there is no rule `TA-99`"),
        ("expect legal under no-such-ruling = x", "there is no ruling `no-such-ruling`"),
        (
            "under running-order-lane = upside-down\nend",
            "ruling `running-order-lane` has no reading `upside-down`",
        ),
        (
            "under running-order-lane = inside-first\n29 Charge: f\nend",
            "an `under` block can only contain `check`, `position`, `result` and `expect`",
        ),
        ("either\nexpect legal\nor\nend", "`expect` is not allowed in an `either` block"),
    ],
)
def test_an_expectation_that_means_nothing(line: str, fact: str) -> None:
    [report] = verify(record(line))
    assert report.verdict == "unreadable"
    assert [finding.fact for finding in report.findings] == [fact]


def test_the_number_of_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = "game rallyman\nstage mill-lane\ndriver A\nposition\n  turn 3\n  A s3 g2\nend\n"
    file = tmp_path / "a.race"
    file.write_text(f"{stage}expect moves 0\n")
    assert main(["test", str(file), "--engine-only"]) == 1
    found = capsys.readouterr().out.split("found ")[1].split()[0]
    file.write_text(f"{stage}expect moves {found}\n")
    assert main(["test", str(file), "--engine-only"]) == 0


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("A: 2 ...", "s4 s5 k3i k3d1 out or none"),
        ("A: 3 ...", "k2i k2k"),
        ("A: 2 3 ...", "s5 k3i k3d1 out or none"),
    ],
)
def test_where_a_turn_can_end(line: str, ends: str) -> None:
    stage = "game rallyman\nstage mill-lane\ndriver A\nposition\n  turn 3\n  A s3 g2\nend\n"
    assert unmet(f"{stage}{line}\nexpect ends {ends}\n") == []
    [wrong] = unmet(f"{stage}{line}\nexpect ends s9\n")
    assert wrong == f"expected ends s9, found {ends}"
    [wrong] = unmet(f"{stage}{line}\nexpect ends s9 s8 or none\n")
    assert wrong == f"expected ends s9 s8 or none, found {ends}"


def test_records_of_one_file_by_number_and_title(tmp_path: Path) -> None:
    race = 'game thunder-alley\ntitle "{}"\nteam Blue 15\nteam Red 29\nposition\n  15 place 1\n  29 place 2\nend\n'
    races = race.format("first") + race.format("second")
    season = 'game thunder-alley\nseason "cup"\nrace "#1"\nrace "#second"\n'
    file = tmp_path / "cup.race"
    file.write_text(races + season)
    assert [report.verdict for report in verify(file.read_bytes(), str(file))] == ["legal"] * 3
    file.write_text(races + season.replace("#second", "#third"))
    [finding] = verify(file.read_bytes(), str(file))[2].findings
    assert finding.fact == "race `#third`: the file has no record `third`"


def test_the_examples_of_the_page_pass() -> None:
    examples = re.findall(r"```race\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 2
    for text in examples:
        tested = run_record(parse(text).records[0], (), Options())
        assert tested.messages == ()
