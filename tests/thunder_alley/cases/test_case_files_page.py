"""The examples of `docs/case-files.md` are cases that pass, and the page names every key and kind."""

import re
import tomllib
from pathlib import Path

import pytest

from verifier.game import PASSED
from verifier.thunder_alley.cases import run_case
from verifier.thunder_alley.cases.keys import INFORMATION, KEYS
from verifier.thunder_alley.cases.record import CAR_KEYS, STEPS

PAGE = (Path(__file__).parents[3] / "docs" / "case-files.md").read_text(encoding="utf-8")
EXAMPLES = [tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)]


@pytest.mark.parametrize("case", EXAMPLES, ids=[str(case["id"]) for case in EXAMPLES])
def test_example(case: dict[str, object]) -> None:
    result = run_case(case)
    assert result.status == PASSED, result.messages


def test_every_kind_is_described() -> None:
    assert [kind for kind in KEYS if kind not in PAGE] == []


def test_every_key_is_described() -> None:
    known = {key for tables in KEYS.values() for keys in tables.values() for key in keys}
    missing = [word for word in {*known, *INFORMATION, *CAR_KEYS, *STEPS} if word not in PAGE]
    assert missing == []
