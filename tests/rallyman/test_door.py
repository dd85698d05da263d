"""Both judges behind their interfaces: the same line in the same position has the same verdict and leads to equal positions."""

import re
from pathlib import Path
from random import Random

import pytest

from grammar.parser import parse
from tests.rallyman.test_records import simulated
from verifier.findings import verdict_of
from verifier.game import Where
from verifier.rallyman.game import GAME, by_solver
from verifier.records.replay import Options, judge_records


def differing(text: str, path: Path) -> tuple[int, list[str]]:
    """The number of lines of some records that both judges have judged, and the lines on which they differ."""
    asked, found, where = 0, list[str](), Where(str(path), path.parent)
    for report in judge_records(parse(text, str(path)), Options(steps=True)):
        for step in report.steps:
            if step.judgement is None:
                continue
            engine = GAME.line(step.before.unasked(), step.statement, where)
            spec = GAME.line(by_solver(step.before), step.statement, where)
            assert engine.judgement is not None and spec.judgement is not None
            if engine.judgement.limit or spec.judgement.limit:
                continue
            verdicts, tables = (
                [verdict_of(done.findings) for done in (engine, spec)],
                [{GAME.state(one) for one in (done.table, *done.others)} for done in (engine, spec)],
            )
            if verdicts[0] != verdicts[1] or tables[0] != tables[1]:
                found.append(f"{path.name}:{step.statement.line} {step.statement.source}")
            asked += 1
    return asked, found


LOST = (
    (r"([1-5g])[!$]?(?=[ /])", r"\1?"),
    (r"[1-5g][!$]?(/\S+)?", "?1"),
    (r"/[id]", "/?"),
    (r"\*[a-z]+", "*?"),
)
"""The forgotten part, and its replacement."""


@pytest.mark.parametrize("seed", range(3, 8))
def test_turns_of_which_something_was_forgotten(seed: int) -> None:
    rng, asked = Random(seed), 0
    lines = simulated(seed).splitlines()
    for place in [number for number, line in enumerate(lines) if re.match(r"R\d+ \w+: ", line)]:
        who, turn = lines[place].split(": ", 1)
        words = turn.split(" > ")[0].split(" =")[0].split()
        known, lost = rng.choice(LOST)
        number = rng.randrange(len(words))
        words[number] = re.sub(known, lost, f"{words[number]} ", count=1).strip()
        if "?" in words[number]:
            text = "\n".join([*lines[:place], f"{who}: {' '.join(words)}", ""])
            judged, found = differing(text, Path("forgotten.race"))
            asked += judged
            assert not found
    assert asked
