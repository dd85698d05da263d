"""Both judges behind their doors: the same line at the same table has the same verdict and leads to equal tables."""

from pathlib import Path

import pytest

from grammar.parser import parse
from verifier.cli.rule_links import ROOT
from verifier.findings import verdict_of
from verifier.game import Where
from verifier.rallyman.game import GAME, by_solver
from verifier.replay import Options, judge_records

CHAPTERS = sorted((ROOT / "tests" / "cases" / "rallyman").glob("*.race"))


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_line_of_the_cases(path: Path) -> None:
    asked, where = 0, Where(str(path), path.parent)
    for report in judge_records(parse(path.read_text(encoding="utf-8"), str(path)), Options(steps=True)):
        for step in report.steps:
            if step.judgement is None:
                continue
            engine = GAME.line(step.before.unasked(), step.statement, where)
            spec = GAME.line(by_solver(step.before), step.statement, where)
            assert engine.judgement is not None and spec.judgement is not None
            if engine.judgement.limit or spec.judgement.limit:
                continue
            place = f"{path.name}:{step.statement.line}"
            assert verdict_of(engine.findings) == verdict_of(spec.findings), place
            tables = [{GAME.state(one) for one in (done.table, *done.others)} for done in (engine, spec)]
            assert tables[0] == tables[1], place
            asked += 1
    assert asked
