"""`steward find`: the records of `tests/find` have holes, and their first line says what is found."""

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.cli import main

FOLDER = Path(__file__).parents[1] / "find"
RECORDS = sorted(FOLDER.glob("*.race"))


def asked(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    code = main(["find", *argv, "--format", "json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert answer["exit"] == code
    return answer


def said(answer: dict[str, Any]) -> str:
    """An answer as the first line of a record has it."""
    if answer["outcome"] != "found":
        lines: dict[int, list[str]] = {}
        for one in answer["refused"]:
            lines.setdefault(one["line"], []).append(f"{one['rule'] or one['verdict']} {one['positions']}")
        return f"# {answer['outcome']}: " + "; ".join(
            f"{line}: {', '.join(why)}" for line, why in lines.items()
        )
    [instance] = answer["instances"]
    return "# found: " + "; ".join(f"{one['line']}: {one['word']}" for one in instance["holes"])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_first_line_of_a_record_says_what_is_found(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = asked(capsys, str(path), "--jobs", "1")
    assert said(answer) == path.read_text(encoding="utf-8").splitlines()[0]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_instance_is_a_record_that_is_judged_as_expected(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = asked(capsys, str(path), "--count", "3", "--jobs", "1")
    for number, one in enumerate(answer["instances"]):
        record = tmp_path / f"{number}.race"
        record.write_text("\n".join((*one["record"], "")), encoding="utf-8")
        assert main(["test", str(record)]) == 0
        assert main(["verify", str(record), "--both"]) == 0
