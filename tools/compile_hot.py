"""Compiles the modules that take most of the time, with mypyc (part of mypy): `make fast`. `--remove` deletes the compiled
modules: `make plain`.

Nothing depends on compiling: the modules are the same, and Python prefers a compiled one next to its source, even if the
source is newer. So run `make plain` before changing such a source; a test fails while a compiled module is stale.
"""

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.written_out import Classes, value_classes, written_out  # noqa: E402

HEADERS = ROOT / "tools" / "compiled"
"""Headers that are used before those of mypyc."""

BUILD = ROOT / "build" / "hot"
"""The folder in which the sources are rewritten for mypyc and compiled."""
GAME = "verifier/thunder_alley"
FOLDERS = {
    "verifier": "answer gathered speaking stepping",
    "grammar": "parser patterns stream syntax",
    "model/thunder_alley": "card_kinds moves position",
    GAME: "game",
    f"{GAME}/engine": "ground run steps line_finishes special_steps bump displacement linking choices car_lanes taking endings"
    " judge asserted story outcome order segment search tables terms turn end_of_turn finish pits restart way_back closing"
    " events events_bar events_contact events_each events_most events_pileup events_setback events_terms"
    " decks decks_counts decks_events decks_flow decks_hand decks_margin decks_stock decks_turn"
    " grid scoring season lost left_out",
    f"{GAME}/table": "lines terms moves turn event pits grid season checks header lost decks counted numbers closing",
    f"{GAME}/notation": "read plain names text",
    f"{GAME}/simulate": "race moves cards",
}
HOT = tuple(f"{folder}/{name}" for folder, names in FOLDERS.items() for name in names.split())
"""The modules to compile. `listing` is not among them: mypyc would turn its generators into lists, and it stops in the middle
of very long ones."""

LIBRARY = "model.compiled"
"""The library that holds all compiled modules; each module also gets a small file next to its source that loads it."""


DEEP = """
from verifier.thunder_alley.engine.story import Way

way = None
for left in range(200):
    way = Way((left, 0, (), b"", 0, 0, (), b"", (), (1,)), way)
del way
"""
"""Frees deeply nested objects; Python's memory debugger aborts if a compiled object writes outside its memory."""


def compiled(root: Path = ROOT) -> list[Path]:
    """The compiled modules next to their sources, and their library."""
    folders = [root / folder for folder in (*FOLDERS, "model")]
    suffixes = tuple(EXTENSION_SUFFIXES)
    return [path for folder in folders for path in sorted(folder.iterdir()) if path.name.endswith(suffixes)]


def stale() -> list[str]:
    """The compiled modules whose sources are newer."""
    made = {path.with_name(path.name.partition(".")[0]): path.stat().st_mtime for path in compiled()}
    sources = {name: (ROOT / f"{name}.py").stat().st_mtime for name in HOT}
    return [name for name, changed in sources.items() if made.get(ROOT / name, changed) < changed]


def all_classes() -> dict[str, Classes]:
    """Module -> its value classes, for all modules from which a compiled one can import them."""
    files = [
        path
        for package in ("grammar", "model", "verifier")
        for path in sorted((ROOT / package).rglob("*.py"))
    ]
    names = {path: ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files}
    return {name: value_classes(path.read_text(encoding="utf-8")) for path, name in names.items()}


def main() -> None:
    """Compiles the modules again, or removes the compiled ones."""
    for path in compiled():
        path.unlink()
    if "--remove" in sys.argv[1:]:
        return
    if not (shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")):
        sys.exit("there is no C compiler here; everything runs without compiling as well")
    from mypyc.build import mypycify
    from setuptools import setup

    shutil.rmtree(BUILD, ignore_errors=True)
    for package in ("grammar", "model", "verifier"):
        shutil.copytree(ROOT / package, BUILD / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", BUILD)
    classes = all_classes()
    for name in HOT:
        source = (ROOT / f"{name}.py").read_text(encoding="utf-8")
        (BUILD / f"{name}.py").write_text(written_out(source, classes), encoding="utf-8")
    os.chdir(BUILD)
    # One file per module: a single file for all takes twice as long to compile and runs no faster.
    extensions = mypycify([f"{name}.py" for name in HOT], opt_level="2", group_name=LIBRARY, multi_file=True)
    made = Path("build", *LIBRARY.split(".")[:-1])
    for extension in extensions:
        extension.include_dirs[:0] = [str(HEADERS), str(made)]
        # Nothing outside calls our functions, so calls of them need no look-up.
        extension.extra_compile_args += ["-fvisibility=hidden", "-fno-plt"]
    setup(
        name="race-steward-hot",
        packages=[],
        ext_modules=extensions,
        script_args=["--quiet", "build_ext", "--inplace"],
    )
    for path in compiled(BUILD):
        shutil.move(path, ROOT / path.relative_to(BUILD))
    debugging = {**os.environ, "PYTHONMALLOC": "debug"}
    if subprocess.run([sys.executable, "-c", DEEP], cwd=ROOT, env=debugging).returncode:
        for path in compiled():
            path.unlink()
        sys.exit("what this compiler made writes beside its own memory and was removed; nothing needs it")


if __name__ == "__main__":
    main()
