"""`explain` names the fault in the same words as `verify`: illegal test records of every game, by both commands."""

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from grammar.parser import parse
from tests.thorough import THOROUGH
from verifier.cli import main
from verifier.findings import ILLEGAL, same_rule
from verifier.games import GAMES
from verifier.records.replay import verify

CASES = Path(__file__).parents[1] / "cases"
A_FILE = 20 if THOROUGH else 2
"""How many records of a file are tried."""


def illegal_records(path: Path) -> Iterator[str]:
    """The text of each record of a file that expects an illegal line and names no other record."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    records = parse("".join(lines), str(path)).records
    ends = [record.line - 1 for record in records[1:]] + [len(lines)]
    for record, end in zip(records, ends, strict=True):
        text = "".join(lines[record.line - 1 : end])
        if f"expect {ILLEGAL}" in text and "race " not in text:
            yield text


@pytest.mark.parametrize("name", GAMES)
def test_explain_says_what_verify_says(name: str, tmp_path: Path) -> None:
    path, count = tmp_path / "record.race", 0
    for file in sorted((CASES / name.replace("-", "_")).glob("*.race")):
        texts = list(illegal_records(file))
        for text in texts[:: max(1, len(texts) // A_FILE)]:
            [report] = verify(text, str(path))
            told = report.deciding
            if report.verdict != ILLEGAL or told is None:
                continue  # illegal under another reading only
            path.write_text(text, encoding="utf-8")
            with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()):
                main(["explain", f"{path}@{told.line}", "--format", "json"])
            answer = json.loads(out.getvalue())
            assert "solver" in answer, (text, answer)
            found = answer["solver"]["finding"] if answer["solver"] else answer["engine"][0]
            if not (found and same_rule(found["rules"][0], told.rules[0])):
                continue  # without a finding, the solver has no answer
            count += 1
            said = [(one["rule"], one["text"]) for one in found["because"]]
            assert (found["fact"], found["line"], found["column"]) == (told.fact, told.line, told.column)
            assert tuple(said[: len(told.because)]) == told.because, text
            assert tuple(found["rules"][: len(told.rules)]) == told.rules, text
    assert count >= 20
