"""The header lines that all games share: their result, and the messages about wrong ones."""

from pathlib import Path

import pytest

from grammar.parser import parse
from verifier.findings import Finding
from verifier.games import find_game
from verifier.records.heading import MOST_BROKEN, Heading, Overrides, read_heading, with_words
from verifier.records.replay import verify


def read(lines: str, folder: Path = Path(), **overrides: object) -> Heading:
    """The heading of a record whose first header line is line 2."""
    result = parse(f"game thunder-alley\n{lines}\n", "a.race")
    assert not result.errors
    game = find_game("thunder-alley")
    return read_heading(result.records[0], game.data, folder, Overrides(**overrides))  # type: ignore[arg-type]


def told(finding: Finding) -> tuple[str, int, str, str]:
    marked = finding.source[finding.column - 1 : finding.end_column - 1]
    return finding.kind, finding.line, marked, finding.fact


def test_everything_in_its_place() -> None:
    heading = read(
        'format 1\ntitle "Club evening"\ndate 2026-03-14\nplace "Home"\nnote "one"\nnote "two"\n'
        "ruleset en-2014@1\nruling clean-air-text = rulebook-text\nset green-pit-spaces = 4\n"
        "shows TA-6.1 TA-6.8\nexpect illegal TA-6.8"
    )
    assert not heading.findings
    assert (heading.title, heading.date) == ("Club evening", "2026-03-14")
    assert ("note", "two") in heading.remarks and ("place", "Home") in heading.remarks
    assert heading.ruleset.changed == {"clean-air-text": "rulebook-text"}
    assert heading.label == "en-2014 with 2 changes"
    assert heading.shows == ("TA-6.1", "TA-6.8")


@pytest.mark.parametrize(
    ("lines", "label"),
    [
        ("option attack\noption seconds\noption weather", "2009"),
        ("option attack\noption seconds\noption weather\noption splits", "2009 with 1 change"),
        ("option attack", "2009 with 2 changes"),
        ("option none", "2009 with 3 changes"),
        ("ruling gas-then-same-gear = A\nset black_dice = 5", "2009"),
        ("ruling gas-then-same-gear = B\nset black_dice = 4", "2009 with 2 changes"),
    ],
)
def test_changes_are_what_differs_from_the_ruleset(lines: str, label: str) -> None:
    result = parse(f"game rallyman\n{lines}\n", "club.race")
    assert not result.errors
    assert read_heading(result.records[0], find_game("rallyman").data, Path()).label == label


def test_nothing_said_is_the_default() -> None:
    heading = read("laps 3")
    assert (heading.ruleset.id, heading.label) == ("en-2014", "en-2014")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("format 2", ("unknown-name", 2, "2", "there is no format 2")),
        (
            'title "a"\ntitle "b"',
            ("impossible", 3, '"b"', "`title` is `b` here and `a` in line 2"),
        ),
        (
            "ruleset en-2014\nruleset es",
            ("impossible", 3, "es", "`ruleset` is `es` here and `en-2014` in line 2"),
        ),
        (
            "ruling clean-air-text = card-text\nlaps 3\nruling clean-air-text = rulebook-text",
            (
                "impossible",
                4,
                "rulebook-text",
                "`ruling clean-air-text` is `rulebook-text` here and `card-text` in line 2",
            ),
        ),
        ("date 2026-02-30", ("unreadable", 2, "2026-02-30", "there is no day `2026-02-30`")),
        ("ruleset en-2013", ("unknown-name", 2, "en-2013", "there is no ruleset `en-2013`")),
        ("ruleset en-2014@7", ("unknown-name", 2, "en-2014@7", "ruleset `en-2014` has no version 7")),
        (
            "ruling clean-air = card-text",
            ("unknown-name", 2, "clean-air", "there is no ruling `clean-air`"),
        ),
        (
            "ruling clean-air-text = cardtext",
            ("unknown-name", 2, "cardtext", "ruling `clean-air-text` has no reading `cardtext`"),
        ),
        (
            "set green-pit-space = 5",
            ("unknown-name", 2, "green-pit-space", "there is no parameter `green-pit-space`"),
        ),
        ("option nonsense", ("unknown-name", 2, "nonsense", "there is no option `nonsense`")),
        ("expect leagl", ("unknown-name", 2, "leagl", "there is no verdict `leagl`")),
        ("expect illegal TA-66", ("unknown-name", 2, "TA-66", "there is no rule `TA-66`")),
        ("shows TA-6.1 TA-6.1-csot", ("unknown-name", 2, "TA-6.1-csot", "there is no rule `TA-6.1-csot`")),
        (
            "expect legal TA-6.1",
            (
                "impossible",
                2,
                "TA-6.1",
                "only an illegal line breaks rules, not one that is legal",
            ),
        ),
    ],
)
def test_wrong_lines(lines: str, expected: tuple[str, int, str, str]) -> None:
    heading = read(lines)
    assert heading.broken
    assert [told(finding) for finding in heading.findings] == [expected]
    assert heading.findings[0].help


@pytest.mark.parametrize(
    ("lines", "help"),
    [
        ("ruleset en-2013", "did you mean `en-2014`?"),
        ("ruling clean-air-txt = card-text", "did you mean `clean-air-text`?"),
        ("ruling clean-air-text = cardtext", "did you mean `card-text`?"),
        ("set green-pit-space = 5", "did you mean `green-pit-spaces`?"),
        ("expect leagl", "did you mean `legal` or `illegal`?"),
        ("format 2", "this version reads `format 1`"),
        ("shows ta-6.1 TA-6.1-csot", "did you mean `TA-6.1-cost`?"),
    ],
)
def test_what_helps(lines: str, help: str) -> None:
    assert read(lines).findings[0].help == help


def test_every_wrong_line_is_told_in_order() -> None:
    heading = read("option nonsense\nruleset en-2013\nformat 7")
    assert [finding.line for finding in heading.findings] == [2, 3, 4]


def test_the_same_said_twice_is_no_contradiction() -> None:
    assert not read('title "a"\ntitle "a"\nruleset en-2014\nruleset EN-2014\nformat 1\nformat 1').broken


def test_a_contradiction_points_to_the_first_line() -> None:
    [finding] = read('title "a"\nlaps 3\ntitle "b"').findings
    assert [(one.line, one.what) for one in finding.related] == [(2, "`title` is `a`")]


def test_a_ruleset_file_is_found_from_the_record(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(
        'extends = "en-2014"\nversion = 2\n[rulings]\nclean-air-text = "rulebook-text"\n', encoding="utf-8"
    )
    heading = read('ruleset "club.toml"', tmp_path)
    assert not heading.findings
    assert (heading.ruleset.id, heading.ruleset.version) == ("club", 2)


def test_a_broken_ruleset_file_is_told_with_file_and_key(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('extends = "en-2014"\n[rulings]\nnonsense = "a"\n', encoding="utf-8")
    [finding] = read("ruleset club.toml", tmp_path).findings
    assert "club.toml:3:1: rulings.nonsense: there is no ruling `nonsense`" in finding.fact


def test_the_command_line_overrides() -> None:
    lines = "ruleset en-2013\nruling clean-air-text = card-text"
    heading = read(lines, ruleset="es", rulings=(("clean-air-text", "rulebook-text"),))
    assert not heading.findings
    assert (heading.ruleset.id, heading.ruleset.readings["clean-air-text"]) == ("es", "rulebook-text")


def test_a_ruling_of_another_game_changes_nothing() -> None:
    assert not read("laps 3", rulings=(("gas-then-same-gear", "B"),)).findings


@pytest.mark.parametrize("line", ["laps 3", "team Green 7", 'car 29 "Dave"', "track short-oval"])
def test_what_sets_up_a_race_stands_before_its_first_line_of_play(line: str) -> None:
    """This holds for every game, even where the line changes nothing. A block is no line of play; after a broken rule nothing is
    judged."""
    before = "game thunder-alley\nteam Red 29\ntrack short-oval\nposition\n 29 3b\nend\n"
    (report,) = verify(f"{before}check leader 29\n{line}\n")
    assert [one.fact for one in report.findings] == [f"`{line}` comes after the first line of play"]
    assert report.verdict == "unreadable"
    (report,) = verify(f"{before}{line}\n")
    assert not any("stands behind" in one.fact for one in report.findings)
    (report,) = verify(f"{before}check lap 3\n29 Chase: f\n{line}\n")
    assert not any("stands behind" in one.fact for one in report.findings)


def test_an_unknown_name_is_looked_for_in_so_many_broken_lines() -> None:
    """A header with only unusable lines takes no longer than its lines."""
    lines = "".join(f"team x{number} 4\n" for number in range(200))
    (report,) = verify(f"game thunder-alley\n{lines}")
    assert len(report.findings) == 200
    known = with_words(with_words((), ["a"] * 20), ["B  # c"] * 20)
    assert known == ("a",) * 20 + ("b",) * (MOST_BROKEN - 20)
