"""`explain` of lines about a whole turn: both judges answer, and the rules that forbid a line are named."""

import json
from pathlib import Path

import pytest

from tests.record_goldens import claims, texts
from verifier.cli import main

REPLAYS = Path("replays/thunder_alley")
ILLEGAL = REPLAYS / "illegal"


def explained(capsys: pytest.CaptureFixture[str], place: str, *argv: str) -> tuple[int, dict[str, object]]:
    code = main(["explain", place, *argv, "--format", "json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("record", "rule"),
    [
        ("event-after-the-finish", "TA-3.5.2"),
        ("pit-stop-after-the-finish", "TA-9.1"),
        ("three-spaces-back", "TA-9.3"),
        ("markers-stay-after-a-stop", "TA-9.2"),
        ("pitted-car-keeps-its-row", "TA-9.6-6"),
        ("holes-filled-in-running-order", "TA-9.6-5"),
        ("grid-read-twice-from-the-left", "TA-2.5"),
        ("most-laps-led-twice", "TA-10.2"),
        ("two-winners", "TA-10.1"),
        ("inside-comes-first", "TA-4.1"),
    ],
)
def test_an_illegal_line_is_explained_by_both(
    record: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = explained(capsys, str(ILLEGAL / f"{record}.race"))
    assert code == 1
    assert said["solver"]["finding"]["rules"][0] == rule  # type: ignore[index]
    assert said["engine"][0]["rules"][0] == rule  # type: ignore[index]


@pytest.mark.parametrize(
    ("line", "claim", "rule"),
    [
        (48, "event Sun on the Track: 41 25", "TA-EV-sun-on-the-track"),
        (48, "event Debris Caution: 25", "TA-EV-debris-caution"),
    ],
)
def test_an_event_that_cannot_come_out_so(
    line: int, claim: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = explained(capsys, f"{REPLAYS / 'first-race.race'}@{line}", "--claim", claim)
    assert code == 1 and said["solver"]["alone"][0]["rule"] == rule  # type: ignore[index]


@pytest.mark.parametrize(
    ("title", "claim", "cores"),
    [
        ("3 pushes 28 and 21 on and books 2 MPs", (), [["line:13[TA-6.1-cost, step 2]"]]),
        (
            "with three markers 29 still runs six",
            (),
            [["rule:TA-6.1-mp-total[step 4]"], ["rule:TA-7.4[step 4]"]],
        ),
        (
            "The card picks the lane behind too",
            (),
            [["rule:TA-RC-inside-line[step 1]", "line:17[TA-6.2, step 1]"]],
        ),
        (
            "3 pushes 28 and 21 on and books 2 MPs",
            ("--claim", "3 Charge left 7: f/2"),
            [["line:13[TA-6.1-cost, step 1]"]],
        ),
    ],
)
def test_the_facts_of_minimal_cores_have_names(
    title: str,
    claim: tuple[str, ...],
    cores: list[list[str]],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    [text] = [text for chapter in claims() for said, text in texts(chapter) if title in said]
    path = tmp_path / "claim.race"
    path.write_text(text, encoding="utf-8")
    _, said = explained(capsys, f"{path}@13" if claim else str(path), *claim)
    assert said["solver"]["tracked"] == cores  # type: ignore[index]


@pytest.mark.parametrize("claim", ["? Teamwork: f4 + 29 f3", "41 Teamwork: f4 + ? f3"])
def test_the_solver_does_not_look_for_a_car_that_nobody_noted(
    claim: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = explained(capsys, f"{REPLAYS / 'first-race.race'}@35", "--claim", claim)
    solver = said["solver"]
    assert isinstance(solver, dict)
    assert (code, solver["gave_up"]) == (3, "the solver does not look for a car that is not written")


def test_the_second_car_of_teamwork_spends_its_own_mps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", f"{REPLAYS / 'first-race.race'}@35"]) == 0
    steps = [line.split("; ")[1] for line in capsys.readouterr().out.splitlines() if "step" in line]
    assert steps == [f"1 MP, {left} left" for left in (3, 2, 1, 0, 2, 1, 0)]


def test_what_comes_of_a_legal_event_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", f"{REPLAYS / 'first-race.race'}@48"]) == 0
    assert "is legal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("claim", "code", "rule"),
    [
        ("check 41 wear black", 0, ""),
        ("check 41 wear none", 1, "TA-EV-sun-on-the-track"),
        ("check 29 wear none", 1, "TA-EV-sun-on-the-track"),
        ("check 41 at 6a", 1, "TA-6.4.1-line-moves"),
        ("check 29 led 3", 1, "TA-3.5.1"),
    ],
)
def test_what_is_said_of_a_car_after_an_event(
    claim: str, code: int, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, said = explained(capsys, f"{REPLAYS / 'first-race.race'}@50", "--claim", claim)
    assert found == code
    assert [one["rule"] for one in said["solver"]["alone"]] == ([rule] if rule else [])  # type: ignore[index]


BLOCK = """game thunder-alley
track short-oval
team Red 29
team Blue 15
position
  29 Red 12b crossed 1
  15 Blue 13b crossed 1
end
29 Watch the Gauge left 3: f3
position
  29 Red 15b crossed {crossed}{wear}
  15 Blue 16b crossed 1
  lap {lap}
end
"""


@pytest.mark.parametrize(
    ("crossed", "wear", "lap", "rule"),
    [
        (1, " wear green flipped", 1, None),
        (2, " wear green flipped", 1, "TA-4.6"),
        (1, " flipped", 2, "TA-4.6"),
    ],
)
def test_a_block_is_held_against_the_table_of_the_spec(
    crossed: int, wear: str, lap: int, rule: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "block.race"
    record.write_text(BLOCK.format(crossed=crossed, wear=wear, lap=lap), encoding="utf-8")
    code, said = explained(capsys, f"{record}@10")
    rules = [one["rule"] for one in said["solver"]["alone"]]  # type: ignore[index]
    assert (code, rule in rules) == ((0, False) if rule is None else (1, True))


@pytest.mark.parametrize(
    ("keeps", "wear", "legal"),
    [
        ("", "none", True),
        ("", "gray", False),
        (" keeps gray", "gray", True),
        (" keeps gray", "none", False),
        (" keeps gray", "blue", False),
    ],
)
def test_a_car_keeps_the_markers_that_its_line_says(
    keeps: str, wear: str, legal: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "kept.race"
    record.write_text(
        f"""game thunder-alley
track short-oval
option variable-pit-stops
ruling variable-pit-markers = removed-only
team Green 22
team Yellow 43
position
  first Green
  22 5a crossed 1 flipped
  43 5b crossed 1 wear black blue gray flipped
end
event Debris Caution
pit 43{keeps}
check 43 wear {wear}
""",
        encoding="utf-8",
    )
    code, said = explained(capsys, f"{record}@14")
    assert code == (0 if legal else 1)
    assert [one["rule"] for one in said["solver"]["alone"]] == ([] if legal else ["TA-12.1"])  # type: ignore[index]
    assert bool(said["engine"]) != legal


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ("bar 15\ngrid 29 15 4 25\n29 15: f4\n", "TA-3.3"),
        (
            "position\nturn 1\nstep event\n29 14a\n25 9a\n15 13b\n4 8a\nend\nevent Engine Damage\n"
            "29 Riding the Draft: f4\n15 Riding the Draft: f4\n25 Riding the Draft: f4>a\n4 Riding the Draft: f4>a\n"
            "event Engine Damage\n",
            "TA-3.5.2",
        ),
    ],
)
def test_cards_of_a_record_are_counted_by_both(
    lines: str, rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The move and the event themselves are possible."""
    record = tmp_path / "cards.race"
    head = "game thunder-alley\noption cars-per-team = 2\ntrack short-oval\nlaps 3\nteam Red 29 25\nteam Blue 15 4\n"
    record.write_text(head + lines, encoding="utf-8")
    code, said = explained(capsys, str(record))
    assert code == 1
    assert [one["rule"] for one in said["solver"]["alone"]] == [rule]  # type: ignore[index]
    assert rule in str(said["engine"])
