"""The built parser tables are fresh, and the parser loaded from them is the parser of the `.lark` file."""

import subprocess
import sys
from pathlib import Path

import pytest

from grammar import GAMES
from grammar.samples import COMMON, samples_of
from grammar.tables import HERE, LineParser, UnexpectedInput, compile_grammar, line_parser, table_source

ROOT = Path(__file__).resolve().parents[2]
WORKED = Path(__file__).parent / "data" / "worked.race"


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_built_tables_are_fresh(game) -> None:  # type: ignore[no-untyped-def]
    assert (HERE / "built" / f"{game.file}.py").read_text(encoding="utf-8") == table_source(game), (
        "run `make data`"
    )


def outcome(parser: LineParser, text: str, start: str) -> object:
    try:
        return parser.parse(text, start)
    except UnexpectedInput as error:
        return type(error), error.line, error.column


def test_loaded_and_compiled_parsers_agree() -> None:
    loaded, compiled = line_parser("thunder-alley"), compile_grammar(GAMES["thunder-alley"])
    lines = [line.split("#")[0] for line in WORKED.read_text(encoding="utf-8").split("\n")]
    lines += [line for mistake in (*COMMON, *samples_of("thunder-alley")) for _, line in mistake.samples]
    for line in lines:
        for start in ("line", "place", "stretch"):
            assert outcome(loaded, line, start) == outcome(compiled, line, start)


def test_the_start_is_light() -> None:
    code = (
        "import sys, grammar; print([m for m in ('lark', 'grammar.built.thunder_alley') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
