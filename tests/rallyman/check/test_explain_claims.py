"""`explain` of `check` and `result` lines asks both judges."""

from pathlib import Path
from typing import Any

import pytest

from grammar.parser import parse
from grammar.syntax import Node
from verifier.cli import main
from verifier.findings import ILLEGAL, verdict_of
from verifier.games import find_game
from verifier.rallyman.game import GAME
from verifier.records.replay import Options, verify
from verifier.records.spots import table_at
from verifier.verdicts.explained import explain

REPLAYS = Path(__file__).parents[3] / "replays" / "rallyman"
RALLY = REPLAYS / "pine-weekend.race"

STAGE = """\
game rallyman
stage hollow-pine
driver A
driver B
driver C
driver D
position
  turn 9
  next A
  dirt K1=1
  A s18 g5 t=1:00 dmg=1 m=2
  B FINISH t=1:30 m=1
  C FINISH t=1:30
  D out
end
"""
BEHIND = f"{STAGE}A: 5\n"
DENTED = """\
game rallyman
stage hollow-pine
driver A
position
  turn 5
  A s1 g1 dmg=1
end
"""


def explained(text: str, line: str, folder: Path) -> tuple[Any, tuple[str, ...]]:
    """The spec's answer on a line at the end of a record, and the first rule of each engine finding."""
    file = str(folder / "a.race")
    spot = table_at(parse(text, file), None, Options())
    (record,) = parse(f"game rallyman\n{line}\n", "asked").records
    statement = record.statements[-1]
    answer = find_game("rallyman").line(spot.table, statement, spot.where)
    return explain(GAME, spot.table, statement, spot.where), tuple(
        one.rules[0] for one in answer.findings if one.rules
    )


@pytest.mark.parametrize(
    ("text", "line", "rules"),
    [
        (STAGE, "check A s18 g5 t=1:00 dmg=1 m=2", ""),
        (STAGE, "check A dmg=2", "RM-8.1"),
        (STAGE, "check A s18 t=1:10", "RM-4.12"),
        (STAGE, "check order A", ""),
        (STAGE, "check order A B", "RM-3.6"),
        (STAGE, "check next B", "RM-3.7"),
        (STAGE, "check dirt K1=1", ""),
        (STAGE, "check dirt K1=2", "RM-9.8"),
        (STAGE, "result A 1:08 B 1:29", "RM-13.1"),
        (BEHIND, "result A 1:08 B 1:29 C 1:30 D out", ""),
        (BEHIND, "result A 1:10 B 1:29", "RM-13.2"),
        (BEHIND, "result D 1:29", "RM-13.6"),
        (BEHIND, "result A 1:07 C 1:31", "RM-13.2 RM-13.2"),
        (BEHIND, "check winner A", ""),
        (BEHIND, "check winner B", "RM-13.3"),
        (BEHIND, "check places A B C", ""),
        (BEHIND, "check places A C B", "RM-13.4"),
        (BEHIND, "check next A", "RM-3.7"),
        (DENTED, "A: 1! 2! 3!/i *right =3b > right dmg=2", ""),
        (DENTED, "A: 1! 2! 3!/i *right =3b > stopped", "RM-7.7"),
        (DENTED, "A: 1! 2! 3!/i *right =3b > dmg=1", "RM-8.1"),
        (RALLY.read_text("utf-8"), "result A 18:51 B 14:15", "RM-13.6"),
        (RALLY.read_text("utf-8"), "check total A 5:41", "RM-13.4"),
        (RALLY.read_text("utf-8"), "check places A B", "RM-13.6"),
        (RALLY.read_text("utf-8"), "check winner A", "RM-13.6"),
        (RALLY.read_text("utf-8"), "check stage A 14:30", "RM-13.2"),
        (RALLY.read_text("utf-8").partition('race "pine-3')[0], "check start B A", "RM-3.4"),
        (RALLY.read_text("utf-8").partition('race "pine-3')[0], "result A 3:45", "RM-13.6"),
    ],
)
def test_both_say_the_same(text: str, line: str, rules: str) -> None:
    spec, engine = explained(text, line, REPLAYS)
    assert spec is not None and not spec.gave_up
    assert engine == tuple(rules.split())
    assert spec.legal == (not engine)
    if engine:
        assert spec.finding.rules[0] in (engine[0], "RM-3.6") and spec.finding.fact


@pytest.mark.parametrize("line", ["check winner B", "check places B C"])
def test_before_the_end_nobody_is_classified(line: str) -> None:
    spec, _ = explained(STAGE, line, REPLAYS)
    assert spec is not None and spec.gave_up == "the stage is not over: A still on the way"


def test_the_lines_of_all_records() -> None:
    """Every line of these kinds in the shipped records: both judges agree on each."""
    asked = illegal = 0
    for path in sorted({*REPLAYS.rglob("*.race")} - {*REPLAYS.glob("unclear/*")}):
        for report in verify(path.read_bytes(), str(path), Options(steps=True)):
            for step in report.steps:
                fact = step.statement.node.parts[0] if step.statement.kind in ("check", "result") else None
                if not isinstance(fact, Node) or step.state != "judged":
                    continue
                where = table_at(parse(path.read_bytes(), str(path)), report.line, Options()).where
                spec = explain(GAME, step.before, step.statement, where)
                if spec is None or spec.gave_up:
                    continue
                wrong = verdict_of(step.findings) == ILLEGAL
                assert spec.legal != wrong, (path, step.statement.source)
                asked, illegal = asked + 1, illegal + wrong
    assert asked > 40 and illegal > 0


def test_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.race"
    path.write_text(f"{BEHIND}check places B A\nresult A 1:08\n", encoding="utf-8")
    assert main(["explain", f"{path}@17"]) == 1
    assert "by their times: A 1:08, B 1:29, C 1:30" in capsys.readouterr().out
    assert main(["explain", f"{path}@18"]) == 0
    assert capsys.readouterr().out == "`result A 1:08` is legal\n"
