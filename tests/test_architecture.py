"""The architecture holds: imports point down, there are no cycles, files stay small, quick commands import nothing heavy."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
FLOORS = ("model", "grammar", "verifier")
GAMES = ("thunder_alley", "rallyman", "great_race")

MAX_LINES = 400
LONG_FILES: dict[str, str] = {}
"""Files above the limit -> the reason. Built files are not counted."""


def _files() -> dict[str, Path]:
    """All our modules by name."""
    found = {}
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = path
    return found


FILES = _files()


def _imported(name: str, path: Path) -> set[str]:
    """Our modules that a module imports, anywhere in it, for type checking too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} has a relative import"
            base = node.module or ""
            inner = [f"{base}.{alias.name}" for alias in node.names]
            names = [one if one in FILES else base for one in inner]
        else:
            continue
        found |= {one for one in names if one in FILES}
    return found


def _graph() -> "nx.DiGraph[str]":
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(FILES)
    for name, path in FILES.items():
        graph.add_edges_from((name, other) for other in _imported(name, path))
    return graph


GRAPH = _graph()


def _edges(start: str, end: str) -> list[str]:
    def below(name: str, top: str) -> bool:
        return name == top or name.startswith(f"{top}.")

    return [f"{one} imports {two}" for one, two in GRAPH.edges if below(one, start) and below(two, end)]


def test_the_modules_were_found() -> None:
    assert {
        "model.ruleset",
        "grammar.parser",
        "verifier.records.replay",
        "verifier.cli.verify",
    } <= FILES.keys()
    assert ("verifier.records.replay", "verifier.findings") in GRAPH.edges


def test_no_circles() -> None:
    circles = [sorted(part) for part in nx.strongly_connected_components(GRAPH) if len(part) > 1]
    assert not circles


@pytest.mark.parametrize(
    ("start", "end"),
    [("model", "grammar"), ("model", "verifier"), ("grammar", "model"), ("grammar", "verifier")],
)
def test_arrows_point_down(start: str, end: str) -> None:
    assert not _edges(start, end)


@pytest.mark.parametrize("part", ["cli", "web"])
def test_nobody_imports_the_top(part: str) -> None:
    top = f"verifier.{part}"
    assert not [edge for edge in _edges("verifier", top) if not edge.startswith(top)]


def test_no_game_imports_another() -> None:
    for floor in ("model", "verifier"):
        for one in GAMES:
            for other in GAMES:
                if one != other:
                    assert not _edges(f"{floor}.{one}", f"{floor}.{other}")
                    assert not _edges(f"verifier.{one}", f"model.{other}")


def test_engine_and_spec_do_not_know_each_other() -> None:
    for game in GAMES:
        assert not _edges(f"verifier.{game}.engine", f"verifier.{game}.spec")
        assert not _edges(f"verifier.{game}.spec", f"verifier.{game}.engine")


LINES_WITH_THE_ENGINE = {
    "thunder_alley": {
        "terms": "its door, unless the solver judges",
        "moves": "the choices of an ambiguous move",
        "findings": "what is legal instead",
        "offers": "`steward moves`",
        "booked": "the MPs of each step of a legal move, for `steward explain`",
        "line": "the rules that applied without a decision, for a trace",
    },
    "rallyman": {
        "terms": "its door, unless the solver judges",
        "instead": "what is legal instead",
        "offers": "`steward moves`",
        "restored": "`steward fmt`: marks that lead to the same space",
    },
}
"""Modules of `lines/` that import the engine -> what for. None of it decides a verdict."""

LINES_WITH_THE_SPEC = {"rallyman": {"claims", "header", "inherited", "rally"}}
"""Modules of `lines/` that import the spec: it names the rules against a false claim."""


@pytest.mark.parametrize("game", LINES_WITH_THE_ENGINE)
def test_lines_reach_a_judge_through_its_door(game: str) -> None:
    here = f"verifier.{game}"

    def importing(judge: str) -> set[str]:
        edges = (edge.split(" imports ")[0] for edge in _edges(f"{here}.lines", f"{here}.{judge}"))
        return {name.removeprefix(f"{here}.lines.") for name in edges}

    assert importing("engine") == LINES_WITH_THE_ENGINE[game].keys()
    assert importing("spec") == LINES_WITH_THE_SPEC.get(game, set())


def test_the_engine_knows_neither_records_nor_rendering() -> None:
    for game in GAMES:
        for other in ("grammar", "verifier.records.replay", "verifier.render", "verifier.game"):
            assert not _edges(f"verifier.{game}.engine", other)


def test_shared_parts_know_no_game() -> None:
    """The shared parts of `verifier` reach a game only through `games.py`, which names it in a string."""

    def of_a_game(name: str) -> bool:
        return any(f".{game}" in name for game in GAMES)

    shared = [name for name in FILES if name.startswith("verifier") and not of_a_game(name)]
    wrong = [f"{one} imports {two}" for one, two in GRAPH.edges if one in shared and of_a_game(two)]
    assert not wrong


def test_nobody_inside_imports_the_facade() -> None:
    assert not [one for one, two in GRAPH.edges if two == "verifier"]


def test_solving_knows_no_game() -> None:
    for game in GAMES:
        assert not _edges("verifier.solving", f"verifier.{game}")


def test_files_stay_small() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in FILES.values()
        if "built" not in path.parts
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > MAX_LINES
    }
    assert not {file: lines for file, lines in long.items() if file not in LONG_FILES}
    assert not [file for file in LONG_FILES if file not in long], "no longer long"


def test_the_public_names_are_exact() -> None:
    import verifier

    assert verifier.__all__ == sorted(verifier._PLACES)
    for name in verifier.__all__:
        assert getattr(verifier, name) is not None


HEAVY = ("z3", "networkx", "lark", "rich", "tomllib", "hypothesis")

RECORD = """game thunder-alley
track short-oval
team Red 29 25
position
  29 12b
  25 8a
end
check leader 29
"""


def _loaded(*argv: str, folder: Path) -> set[str]:
    """The heavy libraries that a command imports."""
    code = (
        "import sys; from verifier.cli import main; code = main(sys.argv[1:]); sys.stdout.flush();"
        f"print('LOADED', code, *[name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *argv],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    last = done.stdout.splitlines()[-1].split()
    assert last[:2] == ["LOADED", "0"], done.stdout + done.stderr
    return set(last[2:])


@pytest.mark.parametrize(
    ("argv", "allowed"),
    [
        (["--help"], set()),
        (["--version"], set()),
        (["verify", "a.race"], {"lark", "tomllib"}),
        (["fmt", "a.race"], {"lark", "tomllib"}),
        (["moves", "a.race"], {"lark", "tomllib"}),
        (["test", "a.race", "--engine-only"], {"lark", "tomllib", "networkx"}),
    ],
)
def test_quick_commands_import_nothing_heavy(argv: list[str], allowed: set[str], tmp_path: Path) -> None:
    (tmp_path / "a.race").write_text(RECORD, encoding="utf-8")
    assert _loaded(*argv, folder=tmp_path) <= allowed


def test_loading_a_game_reads_no_record(tmp_path: Path) -> None:
    code = "import sys; from verifier.games import find_game; find_game('thunder-alley');"
    code += f"print(*[name for name in {HEAVY[:4]!r} if name in sys.modules])"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, []), done.stderr
