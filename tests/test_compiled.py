"""Compiled modules (`make fast`) are those of the sources that lie beside them."""

import runpy
from pathlib import Path

TOOL = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "compile_hot.py"))


def test_compiled_modules_are_fresh() -> None:
    assert TOOL["stale"]() == [], "`make plain` goes back to the sources, `make fast` compiles them anew"


def test_hot_modules_exist() -> None:
    assert [name for name in TOOL["HOT"] if not (TOOL["ROOT"] / f"{name}.py").is_file()] == []
