"""Impossible headers and positions, and tracks defined in the record."""

import pytest

from tests.thunder_alley.lines.play import TRACK, marked, play
from verifier.records.replay import verify


def test_two_cars_in_one_space() -> None:
    findings, table = play("position\n 29 3b\n 15 3b\nend\n")
    assert (findings[0].kind, marked(findings[0])) == ("impossible", "15 3b")
    assert table.position is None


@pytest.mark.parametrize(("lost", "told"), [(249, []), (250, ["this position has 251 cars"])])
def test_more_cars_than_a_table_has(lost: int, told: list[str]) -> None:
    cars = "".join(f"  {number} Red out\n" for number in range(1, lost + 1))
    text = f"game thunder-alley\ntrack short-oval\nlaps 3\nposition\n  999 Red 3b\n{cars}end\n999 Charge: f2 left\n"
    report = verify(text)[0]
    assert [finding.fact for finding in report.findings] == told


@pytest.mark.parametrize(
    ("lines", "kind", "mark"),
    [
        ("position\n 29 3b\n 29 4b\nend\n", "impossible", "29 4b"),
        ("position\n 29 3b crossed 3\n 15 3c crossed 4\nend\n", "impossible", "15 3c crossed 4"),
        ("position\n 29 Blue 3b\nend\n", "unreadable", "Blue"),
        ("position\n 77 3b\nend\n", "unknown-name", "77"),
        ("position\n 29 3b wear pink\nend\n", "unknown-name", "pink"),
        ("position\n 29 3b led 1 led 2\nend\n", "unreadable", "led 2"),
        ("position\n 29 3b out\nend\n", "unreadable", "out"),
        ("laps 4\n", "impossible", "4"),
        ("team Blue 7\n", "impossible", "Blue"),
        ("team Green 29\n", "impossible", "29"),
        ("team Orange 7\n", "unknown-name", "Orange"),
        ('car 15 "Dave"\n', "impossible", '"Dave"'),
        ('car 16 "Eve"\n', "unknown-name", "16"),
        ("track short-oval\n", "impossible", "track short-oval"),
    ],
)
def test_headers_and_positions_that_cannot_be(lines: str, kind: str, mark: str) -> None:
    findings, _ = play(lines)
    assert (findings[0].kind, marked(findings[0])) == (kind, mark)


@pytest.mark.parametrize(
    ("line", "fact", "earlier"),
    [
        ("laps 4", "`laps` is `4` here and `3` in line 7", (7, "`laps` is `3`")),
        ("team Blue 7", "team Blue already has a line", (9, "the cars of Blue")),
        ("team Green 7 29", "car 29 already belongs to Red", (8, "car 29 belongs to Red")),
        ('car 15 "dave"', "`dave` is the name of car 29", (10, "`dave` is the name of car 29")),
        ("track short-oval", "this record has a track already", (2, "the track")),
    ],
)
def test_contradictions_of_the_header_name_the_earlier_line(
    line: str, fact: str, earlier: tuple[int, str]
) -> None:
    (finding,) = play(f"{line}\n")[0]
    assert finding.kind == "impossible" and finding.help
    assert finding.fact.startswith(fact)
    assert [(one.line, one.what) for one in finding.related] == [earlier]


def test_names_of_cars_are_bounded() -> None:
    """The report on a record with very many names takes no longer than reading it."""
    findings, _ = play("".join(f'car 29 "n{number}"\n' for number in range(2000)))
    assert findings[0].fact == "this record gives more than 200 names to its cars"
    assert findings[0].help


def test_mistakes_in_a_drawn_track_are_bounded() -> None:
    lines = "sectors 1-10 a b\n" + "ahead 1a 1a\n" * 3000 + "ring\nline 3\n"
    findings, _ = play(f"track\n{lines}end\n", "game thunder-alley\n")
    assert len(findings) == 51
    assert findings[-1].fact.endswith("more mistakes in this track")


def test_a_car_twice_in_one_line_has_no_earlier_line() -> None:
    (finding,) = play("team Green 7 7\n")[0]
    assert (finding.kind, finding.related) == ("impossible", ())
    assert play("laps 3\n")[0] == []


def test_a_track_of_ones_own_is_checked_line_by_line() -> None:
    text = "game thunder-alley\ntrack\n  sectors 1-4 a b\n  ahead 9a 1a\nend\n"
    findings, _ = play("", start=text)
    assert findings[0].line == 4
    assert "`9a`" in findings[0].fact


def test_a_shipped_track_and_an_unknown_one() -> None:
    _, table = play("", start="game thunder-alley\ntrack short-oval\n")
    assert table.setup.track is not None
    findings, _ = play("", start="game thunder-alley\ntrack shrot-oval\n")
    assert (findings[0].kind, marked(findings[0])) == ("unknown-name", "shrot-oval")
    assert "did you mean `short-oval`?" in findings[0].help


def test_a_car_without_a_team() -> None:
    findings, _ = play("", start="game thunder-alley\ntrack short-oval\nposition\n 29 3b\nend\n")
    assert findings[0].fact == "no `team` line gives the owner of these cars"
    findings, _ = play("", start="game thunder-alley\ntrack short-oval\nposition\n 29 Red 3b\nend\n")
    assert findings == []


def test_teams_are_looked_up_in_lines_that_are_not_judged() -> None:
    race = "position\n 29 3b\n 15 5b\nend\n29 Charge: f9\nPurple pass\nBleu pass\nRed pass\n"
    [report] = verify(TRACK + race)
    found = [(one.fact, one.help) for one in report.findings if one.kind == "unknown-name"]
    assert found == [
        ("there is no team `Purple` in this race", "teams are Red and Blue"),
        ("there is no team `Bleu` in this race", "did you mean `Blue`?"),
    ]
