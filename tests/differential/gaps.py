"""Records with missing lines, for both judges: `...` replaces a stretch of a simulated race, followed by a block with the
position after it. The block may leave a few things out, and a later token may be changed."""

from collections import Counter
from random import Random

from tests.differential.records import followed_alike, judged_alike
from tests.thunder_alley.race.mutations import mutate
from verifier.findings import UNDETERMINED
from verifier.game import SimulateRequest
from verifier.records.replay import Options, verify
from verifier.thunder_alley.pictures.block import position_text
from verifier.thunder_alley.simulate import simulate

LEFT_OUT = ("turn", "first", "next", "lap", "places", "leaders", "rain")
"""Block lines that may be left out."""

BEFORE, LONGEST, AHEAD = 60, 60, 60
"""Limits on the lines before the gap, in the gap and after the block, because the spec is slow."""


def gap(request: SimulateRequest) -> tuple[Counter[str], str]:
    """The race with lines missing and a complete block: the counter to increase and the difference."""
    counted, said = followed_alike(with_gaps(request), UNDETERMINED)
    return Counter({"races with gaps": 1, **counted}), said


def vague_gap(request: SimulateRequest) -> tuple[Counter[str], str]:
    """The same with a block from which some optional lines are missing."""
    counted, said = judged_alike(with_gaps(request, vague=True), "a block that leaves something out")
    return Counter({"races with vague blocks": 1, **counted}), said


def gap_mutant(request: SimulateRequest) -> tuple[Counter[str], str]:
    """The same with one token changed after the missing lines."""
    text = with_gaps(request)
    dots = next(number for number, line in enumerate(text.split("\n"), 1) if line == "...")
    rng = Random(f"gap {request.seed} {request.number}")
    for _ in range(TRIES):
        changed = mutate(text, rng)
        if changed is not None and changed.line > dots:
            what = f"{changed.kind}, line {changed.line}, `{changed.was}` -> `{changed.now}`"
            counted, said = judged_alike(changed.text, what)
            return Counter({"mutants of gaps": 1, **counted}), said
    return Counter(), ""


TRIES = 50
"""Mutants to draw until one is behind the missing lines."""


def with_gaps(request: SimulateRequest, *, vague: bool = False) -> str:
    """The record of a race with one or two stretches of lines missing."""
    text = simulate(request)
    [report] = verify(text, "race.race", Options(steps=True))
    steps = [step for step in report.steps if step.after.position is not None]
    rng = Random(f"gaps {request.seed} {request.number}")
    first = rng.randrange(min(BEFORE, len(steps) - 2))
    last = rng.randrange(first, min(first + LONGEST, len(steps) - 1))
    lines = text.split("\n")
    table = steps[last].after
    block = position_text(table.setup, table.position).split("\n")
    if vague:
        block = [line for line in block if rng.random() >= _chance(line)]
    begin, end = steps[first].statement.line, steps[last].statement.line
    return "\n".join([*lines[:begin], "...", *block, *lines[end : end + AHEAD], ""])


def _chance(line: str) -> float:
    """The probability that a vague block leaves a line out: some facts of the position, seldom a car."""
    word = line.split()[0]
    return 0.1 if word.isdigit() else 0.5 * (word in LEFT_OUT)
