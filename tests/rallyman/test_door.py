"""Both judges behind their doors: the same decision in the same position has the same verdict and leads to equal positions."""

from pathlib import Path

import pytest

from grammar.parser import parse
from model.rallyman.position import Setup, Standing
from verifier.cli.rule_links import ROOT
from verifier.rallyman.engine.door import judge as by_engine
from verifier.rallyman.spec.door import judge as by_spec
from verifier.rallyman.table import Table
from verifier.rallyman.table.turns import read_written
from verifier.replay import Options, judge_records
from verifier.speaking import NotationError

CHAPTERS = sorted((ROOT / "tests" / "cases" / "rallyman").glob("*.race"))


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_turn_of_the_cases(path: Path) -> None:
    asked = 0
    for report in judge_records(parse(path.read_text(encoding="utf-8"), str(path)), Options(steps=True)):
        for step in report.steps:
            table = step.before
            if step.statement.kind != "drives" or not isinstance(table, Table) or table.position is None:
                continue
            try:
                turn = read_written(table, step.statement.node).turn
            except NotationError:
                continue
            setup = table.unasked().setup
            assert isinstance(setup, Setup)
            standing = Standing(table.position, table.last)
            engine, spec = by_engine(setup, standing, turn), by_spec(setup, standing, turn)
            place = f"{path.name}:{step.statement.line}"
            if engine.limit or spec.limit:
                assert turn.unwritten, place
                continue
            assert engine.legal == spec.legal, place
            assert {one.position for one in engine.outcomes} == {one.position for one in spec.outcomes}, place
            asked += 1
    assert asked
