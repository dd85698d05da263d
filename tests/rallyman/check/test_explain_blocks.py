"""`explain` of `position` blocks, `turn` lines and the service between the stages of a rally asks both judges."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grammar.parser import parse
from grammar.syntax import Statement
from model.values import replace
from verifier.cli import main
from verifier.findings import ILLEGAL, LEGAL, UNREADABLE, verdict_of
from verifier.rallyman.game import GAME
from verifier.rallyman.lines.terms import Table
from verifier.records.replay import Options, verify
from verifier.records.spots import table_at
from verifier.verdicts.explained import explain

REPLAYS = Path(__file__).parents[3] / "replays" / "rallyman"
RALLY = (REPLAYS / "pine-weekend.race").read_text(encoding="utf-8")

HEAD = "game rallyman\nstage hollow-pine\ndriver A\ndriver B dmg=1 flats=1 sisu=used spare=used\n"
BLOCK = (
    "position\n  turn 9\n  next B\n  dirt K1=1\n  A s9 g3 t=1:30 m=2\n  B s4 g3 t=1:10 dmg=2 flats=1\nend\n"
)
TURN = "R9 B: 2 3 =3\n"


def statement_of(text: str) -> Statement:
    (record,) = parse(f"game rallyman\n{text}", "asked").records
    return record.statements[-1]


def told(table: Table, statement: Statement, where: Any) -> tuple[str, tuple[str, ...], Any]:
    """The engine's verdict on a line with the first rule of each finding, and the spec's answer to it."""
    answer = GAME.line(table, statement, where)
    rules = tuple(one.rules[0] for one in answer.findings if one.rules)
    return verdict_of(answer.findings), rules, explain(GAME, table, statement, where)


def explained(text: str, line: str, folder: Path) -> tuple[str, tuple[str, ...], Any]:
    spot = table_at(parse(text, str(folder / "a.race")), None, Options())
    return told(spot.table, statement_of(line), spot.where)


def block(*lines: str) -> str:
    return "\n".join(["position", *(f"  {line}" for line in lines), "end", ""])


STAGE = [
    (HEAD, BLOCK, ""),
    (HEAD, BLOCK.replace("dmg=2", "dmg=0"), "RM-8.4"),
    (HEAD, BLOCK.replace("flats=1", "flats=0"), "RM-9.14"),
    (HEAD, BLOCK.replace("dmg=2", "sisu=held spare=held"), "RM-7.13 RM-10.5"),
    (HEAD + BLOCK, "turn 9", "RM-3.6"),
    (HEAD + BLOCK + TURN, "turn 10", ""),
    (HEAD + BLOCK + TURN, "turn 11", "RM-3.6"),
    (HEAD + BLOCK + TURN, block("turn 10", "dirt K1=1", "A s9 g3", "B s6 g3 t=1:40"), ""),
    (HEAD + BLOCK + TURN, block("turn 9"), "RM-3.6"),
    (HEAD + BLOCK + TURN, block("order B A"), "RM-3.7"),
    (HEAD + BLOCK + TURN, block("order A B", "next B"), "RM-3.7"),
    (HEAD + BLOCK + TURN, block("dirt K1=2 K2=1"), "RM-9.8 RM-9.8"),
    (HEAD + BLOCK + TURN, block("A s9 g3 arr=5", "B s6 g3 arr=9"), ""),
    (HEAD + BLOCK + TURN, block("A s9 g3 arr=9", "B s6 g3 arr=5"), "RM-3.8"),
    (HEAD + BLOCK + TURN, block("B s6 g2 arr=0"), "RM-4.6 RM-3.8"),
    (HEAD + BLOCK + TURN, block("B s8"), "RM-11.5"),
    (HEAD + BLOCK + TURN, block("B t=1:50", "A m=1 tyres=snow"), "RM-4.12 RM-6.4 RM-15.4"),
]
BETWEEN = [
    (1, "check B dmg=2 flats=1 sisu=used tyres=asphalt", ""),
    (1, "check B dmg=0 flats=1 sisu=held", "RM-8.4 RM-7.13"),
    (1, "check B dmg=? arr=? split T1=?", "RM-2.3 RM-2.3"),
    (1, "assistance", ""),
    (1, "tyres B asphalt", ""),
    (1, "tyres B snow", "RM-15.4"),
    (1, "spare B", ""),
    (1, "spare A", "RM-10.4"),
    (0, "tyres B snow", ""),
    (0, "spare B", "RM-10.4"),
    (0, "check B dmg=0 space", "unreadable"),
    (2, "check B flats=0 dmg=0", "RM-9.14 RM-8.4"),
    (3, "spare B", "RM-10.4"),
]


@pytest.mark.parametrize(("text", "line", "rules"), STAGE)
def test_both_say_the_same_of_a_stage(text: str, line: str, rules: str) -> None:
    verdict, engine, spec = explained(text, line, REPLAYS)
    assert engine == tuple(rules.split())
    _same(verdict, engine, spec)


@pytest.mark.parametrize(("stages", "line", "rules"), BETWEEN)
def test_both_say_the_same_between_stages(stages: int, line: str, rules: str) -> None:
    races = [number for number, one in enumerate(RALLY.splitlines()) if one.startswith("race ")]
    cut = races[stages - 1] + 1 if stages else races[0]
    text = "\n".join(RALLY.splitlines()[:cut])
    verdict, engine, spec = explained(text, line, REPLAYS)
    if rules == UNREADABLE:
        assert verdict == UNREADABLE
        return
    assert engine == tuple(rules.split())
    _same(verdict, engine, spec)


def _same(verdict: str, engine: tuple[str, ...], spec: Any) -> None:
    assert spec is not None and not spec.gave_up
    assert spec.legal == (verdict == LEGAL)
    if engine:
        assert set(engine) <= {*spec.finding.rules}
        assert engine[0] in spec.finding.rules and spec.finding.fact


WORDS = {
    "s": ("s4", "s11", "k1i", "FINISH", "START"),
    "g": ("g0", "g2", "g5"),
    "t": ("t=1:10", "t=?"),
    "d": ("dmg=0", "dmg=2"),
    "K": ("K1=0", "K1=1", "K2=3"),
    "a": ("arr=1", "arr=3", "arr=9"),
}
MORE = (
    "dmg=1",
    "flats=1",
    "m=1",
    "sisu=used",
    "sisu=held",
    "tyres=snow",
    "spun",
    "out",
    "arr=2",
    "split T1=1:00",
)


def altered(rng: Random, lines: tuple[str, ...]) -> str:
    """A position as a block, with some of it left out and up to two of its words changed."""
    kept = [line.split() for line in lines if rng.random() < 0.8]
    for _ in range(rng.randint(0, 2) if kept else 0):
        line = rng.choice(kept)
        place = rng.randrange(1, len(line))
        if line[0] not in ("turn", "order", "next", "dirt") and rng.random() < 0.4:
            line.append(rng.choice(MORE))
        elif line[0] == "turn":
            line[1] = str(int(line[1]) + rng.choice((-1, 1)))
        elif line[0] in ("order", "next"):
            rng.shuffle(line[1:])
            line[place] = rng.choice("ABCD")
        else:
            line[place] = rng.choice(WORDS.get(line[place][0], (line[place],)))
    return block(*(" ".join(line) for line in kept))


def test_blocks_of_tables_in_records() -> None:
    """The position after every turn of the shipped records as a block, unchanged and with changes: both judges agree on it."""
    rng, counted = Random(5), Counter[str]()
    for path in sorted(REPLAYS.glob("*.race")):
        for report in verify(path.read_bytes(), str(path), Options(steps=True)):
            where = table_at(parse(path.read_bytes(), str(path)), report.line, Options()).where
            for step in report.steps:
                if step.statement.kind != "drives":
                    continue
                table: Table = replace(step.after)
                for text in (
                    block(*GAME.position_lines(table)),
                    *(altered(rng, GAME.position_lines(table)) for _ in "123"),
                ):
                    verdict, engine, spec = told(table, statement_of(text), where)
                    counted[verdict] += 1
                    if verdict == UNREADABLE:
                        continue
                    assert spec is not None and not spec.gave_up, text
                    assert spec.legal == (verdict == LEGAL), (path, text, engine)
                    if verdict == ILLEGAL:
                        assert {engine[0], "RM-3.6"} & {*spec.finding.rules}, (
                            path,
                            text,
                            engine,
                            spec.finding,
                        )
    assert min(counted[LEGAL], counted[ILLEGAL]) > 300, counted


def test_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.race"
    path.write_text(HEAD + BLOCK + TURN + block("turn 10", "A s9 g2", "B s8"), encoding="utf-8")
    assert main(["explain", f"{path}@13"]) == 1
    out = capsys.readouterr().out
    assert "A has g3, not g2" in out and "by the engine alone" not in out
    path.write_text(HEAD + BLOCK + TURN + block("turn 10", "A s9 g3"), encoding="utf-8")
    assert main(["explain", f"{path}@13"]) == 0
    assert capsys.readouterr().out == "`position` is legal\n"
