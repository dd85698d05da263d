"""The records of whole races: legal from the grid to the result, and as varied as they should be."""

from functools import cache
from pathlib import Path

import pytest

from grammar.parser import parse
from model.thunder_alley.position import FINISHED
from tests.record_goldens import REPLAYS
from verifier.records.replay import Options, RecordReport, judge_records
from verifier.thunder_alley.lines.terms import Table

FOLDER = REPLAYS / "thunder_alley"
RACES = [path.name for path in sorted(FOLDER.glob("*.race")) if "\ngrid " in path.read_text(encoding="utf-8")]
LEARNED_FROM = "first-race.race"


@cache
def judged(name: str) -> RecordReport:
    path = FOLDER / name
    return judge_records(parse(path.read_text(encoding="utf-8"), str(path)), Options(steps=True))[0]


def tables(name: str) -> list[Table]:
    return [step.after for step in judged(name).steps if isinstance(step.after, Table)]


@pytest.mark.parametrize("name", RACES)
def test_a_whole_race_is_legal_to_its_result(name: str) -> None:
    report = judged(name)
    assert not report.findings
    assert report.verdict == "legal"
    assert report.complete
    assert report.result is not None
    assert report.steps[-1].statement.kind == "result"


def test_there_are_races_of_every_size_on_all_tracks() -> None:
    assert len(RACES) >= 8
    assert {len(tables(name)[-1].setup.teams) for name in RACES} >= {2, 3, 4, 7}
    used = {table.setup.track.id for name in RACES for table in tables(name)[-1:] if table.setup.track}
    assert used == {"tiny-ring", "short-oval", "tri-oval", "triangle", "d-oval", "road-course"}


def test_a_yellow_flag_saves_a_lapped_car_that_wins() -> None:
    saved: set[int] = set()
    steps = [step for step in judged("saved-by-a-yellow.race").steps if step.statement.kind == "event"]
    for step in steps:
        assert isinstance(step.before, Table)
        assert isinstance(step.after, Table)
        assert step.before.position is not None
        assert step.after.position is not None
        after = {car.number: car for car in step.after.position.cars}
        saved |= {c.number for c in step.before.position.cars if c.lap_down and not after[c.number].lap_down}
    last = tables("saved-by-a-yellow.race")[-1].position
    assert last is not None
    assert next(car.number for car in last.cars if car.place == 1) in saved


def test_a_draft_carries_the_winner_over_the_line() -> None:
    for step in judged("pushed-over-the-line.race").steps:
        assert isinstance(step.after, Table)
        position = step.after.position
        winner = (
            [car for car in position.cars if car.status == FINISHED and car.place == 1] if position else []
        )
        if winner:
            assert step.statement.source.startswith('"Flo" Watch the Gauge')
            assert winner[0].number == 29
            return
    pytest.fail("no car finished")


def test_the_second_rain_ends_a_race() -> None:
    steps = judged("rain-ends-it.race").steps
    rains = [place for place, step in enumerate(steps) if step.statement.source.startswith("event Rain")]
    after = [steps[place].after for place in rains]
    assert [table.position.step for table in after if isinstance(table, Table) and table.position] == [
        "pits",
        "over",
    ]


def test_the_sums_of_the_season_are_judged() -> None:
    report = judged("winter-cup.race")
    assert report.verdict == "legal"
    assert report.result == {"Red": 371, "Green": 349, "Blue": 347}


def test_the_record_to_learn_from_explains_every_kind_of_line() -> None:
    lines = Path(FOLDER, LEARNED_FROM).read_text(encoding="utf-8").split("\n")
    kinds: dict[str, int] = {}
    for step in judged(LEARNED_FROM).steps:
        kinds.setdefault(step.statement.kind, step.statement.line)
    wanted = "team car_names setup_bar grid turn activation pass_ event pit discard check position result"
    assert set(wanted.split()) <= set(kinds)
    for kind, line in kinds.items():
        begin = line
        while lines[begin - 1].strip():
            begin -= 1
        told = [text for text in lines[begin:line] if "#" in text]
        after = lines[line].strip() if line < len(lines) else ""
        assert told or after.startswith("#"), f"{kind} in line {line} comes without a word"
