"""Makes the built files next to their sources. `--check` only reports whether they are fresh."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

BuiltFile = tuple[Path, str]


def grammar_tables() -> Iterator[BuiltFile]:
    """The parser tables and the patterns of every game."""
    from grammar.derive import pattern_source
    from grammar.games import GAMES
    from grammar.tables import table_source

    for game in GAMES.values():
        yield ROOT / "grammar" / "built" / f"{game.file}.py", table_source(game)
        yield ROOT / "grammar" / "built" / f"{game.file}_patterns.py", pattern_source(game)


def tracks() -> Iterator[BuiltFile]:
    """The shipped tracks of Thunder Alley."""
    from model.thunder_alley.track_build import built_files

    yield from built_files().items()


def stages() -> Iterator[BuiltFile]:
    """The shipped stages of Rallyman."""
    from model.rallyman.stage_build import built_files

    yield from built_files().items()


def data() -> Iterator[BuiltFile]:
    """The TOML files of every game."""
    from model.datafiles import shipped_games, toml

    head = '"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""\n'
    for game in shipped_games():
        built = game.folder.parent / "built" / "data"
        yield built / "__init__.py", head
        for path in sorted(game.folder.glob("*.toml")):
            rows = toml(path.read_text(encoding="utf-8")).items()
            content = "".join(f"    {key!r}: {value!r},\n" for key, value in rows)
            yield built / f"{path.stem}.py", f"{head}\nCONTENT = {{\n{content}}}\n"


def built_files() -> Iterator[BuiltFile]:
    """Every built file and its text."""
    yield from grammar_tables()
    yield from data()
    yield from tracks()
    yield from stages()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file is not fresh")
    check = parser.parse_args().check
    stale = 0
    for path, text in built_files():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        print(f"{'stale' if check else 'wrote'} {path.relative_to(ROOT)}")
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
