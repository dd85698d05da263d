"""Makes the built files next to their sources. `--check` only reports whether they are fresh."""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from model.great_race.board import Board
    from model.rallyman.stage import Stage
    from model.thunder_alley.track import Track

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


def courses(
    word: str, sources: Path, classes: str, read: "Callable[[Path, str], Track | Stage | Board]"
) -> Iterator[BuiltFile]:
    """The shipped tracks or stages of a game. Loading them needs neither TOML nor a graph. Raises `ModelError` for an unusable
    file."""
    game = sources.parent.parent
    head = f'"""Built by tools/build_data.py from the {word} files; do not edit."""\n'
    names = {path.stem: path.stem.replace("-", "_") for path in sorted(sources.glob("*.toml"))}
    known = "".join(f'    "{name}": "{module}",\n' for name, module in names.items())
    yield game / "built" / "__init__.py", f"{head}\n{word.upper()}S: dict[str, str] = {{\n{known}}}\n"
    for name, module in names.items():
        course = read(sources / f"{name}.toml", f"{word}s/{name}.toml")
        facts = {one.name: getattr(course, one.name) for one in fields(course) if one.init}
        rows = "".join(f"    {key}={_written(fact)},\n" for key, fact in facts.items())
        imported = f"from model.{game.name}.{word} import {classes}"
        text = f"{head}\n{imported}\n\n{word.upper()} = {type(course).__name__}(\n{rows})\n"
        yield game / "built" / f"{module}.py", text


def _written(fact: object) -> str:
    """A fact as Python text. Spaces, corners and the like have a line each."""
    if isinstance(fact, tuple) and fact and is_dataclass(fact[0]):
        return "(\n" + "".join(f"        {one!r},\n" for one in fact) + "    )"
    return repr(fact)


def tracks() -> Iterator[BuiltFile]:
    """The shipped tracks of Thunder Alley."""
    from model.thunder_alley.facts import TRACK_FILES
    from model.thunder_alley.tracks import read

    yield from courses("track", TRACK_FILES, "Section, Track", read)


def stages() -> Iterator[BuiltFile]:
    """The shipped stages of Rallyman."""
    from model.rallyman.facts import STAGE_FILES
    from model.rallyman.stage_graph import compiled
    from model.rallyman.stage_read import read_graph

    def read(path: Path, shown: str) -> "Stage":
        return compiled(read_graph(path, shown))

    yield from courses("stage", STAGE_FILES, "Corner, Space, Stage, Zone", read)


def boards() -> Iterator[BuiltFile]:
    """The shipped boards of The Great Race."""
    from model.great_race.board_graph import compiled
    from model.great_race.board_read import read_graph
    from model.great_race.facts import BOARD_FILES

    def read(path: Path, shown: str) -> "Board":
        return compiled(read_graph(path, shown))

    yield from courses("board", BOARD_FILES, "Board, Line, Place, Tile", read)


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
    yield from boards()


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
