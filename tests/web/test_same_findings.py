"""A record that is written line by line at a desk gets the findings that `verify` has about the whole of it."""

import json
from pathlib import Path

import pytest

from grammar.parser import parse
from verifier.errors import StewardError
from verifier.findings import Finding
from verifier.records.replay import Options, verify
from verifier.web.desk import Desk
from verifier.web.texts import parts_of
from verifier.web.views import desk_view, offer_view, scene_view, shown_at

ROOT = Path(__file__).parents[2]
REPLAYS = sorted((ROOT / "replays").rglob("*.race"))
CASES = sorted((ROOT / "tests/cases").glob("*/*.race"))[::6]
"""Some files of test cases; each has many short records, in which something is wrong."""

MOST = 12
"""The most records of one file that are written."""


def chunks(text: str) -> list[str]:
    """The text, cut before each of its statements."""
    starts = [one.line - 1 for one in parse(text).records[0].statements]
    lines = text.split("\n")
    ends = [*starts[1:], len(lines)]
    return ["\n".join(lines[begin:end]) for begin, end in zip([0, *starts[1:]], ends, strict=True)]


def brief(finding: Finding) -> tuple[object, ...]:
    return (
        finding.kind,
        finding.line,
        finding.column,
        finding.fact,
        finding.rules,
        finding.because,
        finding.help,
    )


@pytest.mark.parametrize("path", [*REPLAYS, *CASES], ids=lambda path: path.stem)
def test_line_by_line_as_a_whole(path: Path) -> None:
    options = Options(folder=path.parent)
    for _, text in parts_of(path.read_text(encoding="utf-8"))[:MOST]:
        first, *more = chunks(text)
        try:
            desk = Desk("a.race", f"{first}\n", options, lambda _: None)
        except StewardError:
            continue  # a record without a game
        for chunk in more:
            desk.change(f"{desk.text}{chunk}\n")
        [report] = verify(desk.text, "a.race", options)
        assert (desk.now.verdict, [*map(brief, desk.now.findings)]) == (
            report.verdict,
            [*map(brief, report.findings)],
        )


@pytest.mark.parametrize("path", [*REPLAYS, *CASES], ids=lambda path: path.stem)
def test_every_record_can_be_looked_at(path: Path) -> None:
    for _, text in parts_of(path.read_text(encoding="utf-8"))[:MOST]:
        try:
            desk = Desk("a.race", text, Options(folder=path.parent), lambda _: None)
        except StewardError:
            continue
        view = desk_view(desk)
        json.dumps(view)
        steps = [one["line"] for one in view["lines"]]
        for line in (0, *steps[:: max(1, len(steps) // 5)], steps[-1]):
            json.dumps(scene_view(shown_at(desk.now, line)))
        offer = view["offer"]
        for choice in offer["choices"][:3] if offer else ():
            if not choice.get("last"):
                assert offer_view(desk, [(choice["kind"], choice["name"])]) is not None
        desk.tried(["position", *desk.position(), "end"], fresh=True)
