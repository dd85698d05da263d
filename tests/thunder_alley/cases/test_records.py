"""The worked examples as records: fresh, legal, and in canonical form."""

from pathlib import Path

import pytest

from grammar.parser import parse
from tests.make_records import RECORDS, record_text, worked_examples
from verifier.findings import LEGAL
from verifier.replay import judge_records

EXAMPLES = dict(worked_examples())


@pytest.mark.parametrize("name", EXAMPLES)
def test_record(name: str) -> None:
    path = Path(RECORDS, f"{name}.race")
    text = path.read_text(encoding="utf-8")
    assert text == record_text(EXAMPLES[name]), "run `python tests/make_records.py`"
    (report,) = judge_records(parse(text, path.name))
    assert report.verdict == LEGAL, report.findings
    assert report.title
