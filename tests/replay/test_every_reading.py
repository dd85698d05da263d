"""`--all-rulings`: what it reports, where it stops, and that brute force would detect an error in it."""

import json
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from grammar.parser import parse
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.cli import main
from verifier.findings import VERDICTS, Finding
from verifier.game import SimulateRequest
from verifier.records.heading import Overrides
from verifier.records.replay import Options, RecordReport, judge_records
from verifier.render.every_reading import every_lines
from verifier.thunder_alley.simulate import simulate
from verifier.verdicts import all_rulings
from verifier.verdicts.all_rulings import EveryReading, Variant, decided
from verifier.verdicts.conditions import Condition

BOOK = load_rulings(DATA)

START = """game thunder-alley
track short-oval
team Red 29 25
team Blue 15 4
team Green 22 1
position
  29 12b
  1 9a
  15 17c
  22 10a
end
"""
LAPSES = f"{START}22 Dirty Air: f>a f3\n"
"""The MPs left can lapse only under one reading of bump-needs-neighbour."""


def judged(text: str, readings: Mapping[str, str] | None = None, *, every: bool = True) -> RecordReport:
    overrides = Overrides(rulings=tuple((readings or {}).items()))
    [report] = judge_records(
        parse(text, "a.race"), Options(overrides, all_rulings=every, rests_on=VERDICTS if every else ())
    )
    return report


def told(text: str, readings: Mapping[str, str] | None = None) -> EveryReading:
    every = judged(text, readings).every
    assert every is not None
    return every


def lines(text: str) -> list[str]:
    report = judged(text)
    return list(every_lines(report.every, report.deciding))


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ((), "under every reading"),
        (("x=B",), "if x = B"),
        (("x=B", "x=C"), "if x = B or C"),
        (("x=B", "y=B"), "if x = B, or if y = B"),
        (("x=B y=A z=A", "x=B y=A z=B"), "if x = B and y = A and z = A or B"),
        (("x=B y=A", "x=B z=B"), "if x = B, and either y = A, or z = B"),
        (("x=A y=A", "x=A y=B", "x=B y=A"), "if x = A and y = A or B, or if x = B and y = A"),
        (("x=B", "x=B y=A z=A"), "if x = B, or if x = B and y = A and z = A"),
        (
            tuple(f"r{n}=B" for n in range(10)),
            f"if {', or if '.join(f'r{n} = B' for n in range(8))}, or in 2 more cases",
        ),
    ],
)  # fmt: skip
def test_a_condition_in_words(condition: tuple[str, ...], words: str) -> None:
    cases: Condition = tuple(
        tuple((id, reading) for id, _, reading in (pair.partition("=") for pair in case.split()))
        for case in condition
    )
    other = Variant("undetermined", None, ((("w", "A"),),))
    told = (Variant("legal", None, cases or ((),)), other)
    verdicts = tuple((one.verdict, one.conditions) for one in told)
    own = Finding("illegal", "a.race", 1, 1, 2, "a fact", ("TA-1.1",))
    assert list(every_lines(EveryReading(verdicts, told), own)) == [f"legal {words}", "undetermined if w = A"]


def test_a_verdict_under_every_reading() -> None:
    every = told(f"{START}22 Dirty Air: f>a f5\n")
    assert (every.verdict, every.stopped) == ("legal", "")
    assert every.verdicts == (("legal", ((),)),)
    assert lines(f"{START}22 Dirty Air: f>a f5\n") == ["legal under every reading"]
    assert lines(f"{START}22 Dirty Air: f>a f6\n") == ["illegal under every reading"]


def test_a_verdict_that_depends() -> None:
    every = told(LAPSES)
    assert every.verdict is None
    assert every.split == ("bump-needs-neighbour",)
    assert dict(every.verdicts) == {
        "illegal": ((("bump-needs-neighbour", "no-bump"),),),
        "legal": ((("bump-needs-neighbour", "mp-may-lapse"),),),
    }
    assert lines(LAPSES) == [
        "legal if bump-needs-neighbour = mp-may-lapse",
        "illegal by TA-6.1-spend-all in line 12 if bump-needs-neighbour = no-bump",
    ]


def test_a_line_that_is_not_written_for_a_reading() -> None:
    """Under one reading the car that is pushed keeps its lane; under the other there is a lane to choose, and none is written."""
    text = """game thunder-alley
ruling forward-displacement-fork = enters
track
  sectors 1-4 a b
  sectors 5-9 a b c
  ahead 4a 5a 5b
  ahead 4b 5b 5c
end
team Pink 23
team Green 22
position
  23 3a
  22 4a
end
23 Dirty Air: f = 4a left 3
"""
    assert judged(text).verdict == "legal"
    assert lines(text) == [
        "undetermined in line 15, not written for this reading, if forward-displacement-fork = enters-or-exits",
        "legal if forward-displacement-fork = enters",
    ]
    [unwritten] = [one.unwritten for one in told(text).variants if one.verdict == "undetermined"]
    assert unwritten


def test_rulings_of_the_record_are_open_and_those_of_the_command_hold() -> None:
    chosen = LAPSES.replace("position\n", "ruling bump-needs-neighbour = mp-may-lapse\nposition\n", 1)
    assert judged(chosen).verdict == "legal"
    assert told(chosen).verdict is None
    fixed = told(chosen, {"bump-needs-neighbour": "no-bump"})
    assert (fixed.verdict, fixed.split) == ("illegal", ())


def test_a_record_that_cannot_be_read() -> None:
    assert lines(f"{START}22 Dirty Air f5\n") == ["not judged under every reading: some lines cannot be read"]


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        ("MOST_SPLITS", "rulings were split more than 0 times"),
        ("MOST_JUDGED", "lines were judged more than 0 times"),
        ("MOST_POSITIONS", "more than 0 different positions are possible"),
    ],
)
def test_bounds(bound: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_rulings, bound, 0)
    every = told(LAPSES)
    assert (every.stopped, every.verdict, every.variants) == (said, "undetermined", ())
    assert every.split == (("bump-needs-neighbour",) if bound == "MOST_SPLITS" else ())


def test_a_ruling_that_is_not_split_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    real = all_rulings._OpenReadings.answer

    def forgets(self: all_rulings._OpenReadings, id: str) -> str:
        return self.readings[id] if id == "bump-needs-neighbour" else real(self, id)

    monkeypatch.setattr(all_rulings._OpenReadings, "answer", forgets)
    said = told(LAPSES).verdict
    assert said != judged(LAPSES, {"bump-needs-neighbour": "mp-may-lapse"}, every=False).verdict


def whole_races(count: int) -> Iterator[tuple[int, str, EveryReading]]:
    """The first simulated races that reach no limit; most do not."""
    found = 0
    for seed in range(10, 10 + 4 * count):
        text = simulate(SimulateRequest(seed=seed, players=3))
        every = told(text)
        assert len(every.split) > 10
        if not every.stopped:
            found += 1
            yield seed, text, every
        if found == count:
            return
    raise AssertionError(f"{found} of {count}")


def test_whole_races_under_drawn_readings() -> None:
    """Every chapter of the game reports the readings that it uses in time: a whole race ends as reported, under any drawn
    readings."""
    for seed, text, every in whole_races(3):
        random = Random(seed)
        for _ in range(12):
            readings = {
                id: random.choice(BOOK[id].choices()) for id in BOOK.defaults() if random.random() < 0.3
            }
            [said] = {
                decided(variant.finding)
                for variant in every.variants
                for case in variant.conditions
                if all(readings.get(id, BOOK[id].default) == reading for id, reading in case)
            }
            assert decided(judged(text, readings, every=False).deciding) == said, (seed, readings)


def test_a_whole_race_rests_on_what_changes_it_alone() -> None:
    text = simulate(SimulateRequest(seed=10, players=3))
    report = judged(text)
    rests = {(rest.ruling, reading) for rest in report.rests_on for reading, _ in rest.otherwise}
    assert len(rests) > 5
    for id in BOOK.defaults():
        for reading in BOOK[id].choices()[1:]:
            other = judged(text, {id: reading}, every=False)
            changed = decided(other.deciding) != decided(report.deciding) or _claims(other) != _claims(report)
            assert ((id, reading) in rests) is changed, (id, reading)


def _claims(report: RecordReport) -> list[tuple[object, ...]]:
    return [(one.line, one.column, one.rules) for one in report.findings if one.kind == "claim"]


def run(*argv: str) -> tuple[int, str]:
    out = StringIO()
    with redirect_stdout(out):
        code = main(list(argv))
    return code, out.getvalue()


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "a.race"
    record.write_text(f"{START}22 Dirty Air: f>a f5\n", encoding="utf-8")
    code, text = run("verify", "--all-rulings", str(record))
    assert (code, text.splitlines()[-1]) == (0, "   legal under every reading")
    code, answer = run("verify", "--all-rulings", "--format", "json", str(record))
    [shown] = json.loads(answer)["records"]
    assert (code, shown["all_rulings"]["verdict"]) == (0, "legal")
    assert shown["all_rulings"]["outcomes"] == [
        {"verdict": "legal", "line": None, "rules": [], "fact": None, "not_written": False, "if": [{}]}
    ]
    monkeypatch.setattr(all_rulings, "MOST_JUDGED", 3)
    assert run("verify", "--all-rulings", str(record))[0] == 3
    assert run("verify", "--all-rulings", "--allow-undetermined", str(record))[0] == 0
    assert run("verify", str(record))[0] == 0
