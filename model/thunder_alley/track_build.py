"""Writes the shipped tracks as Python data (`built/`), so that loading one needs neither TOML nor a graph."""

from dataclasses import fields
from pathlib import Path

from model.thunder_alley.track import Track

HERE = Path(__file__).parent
SOURCES = HERE / "data" / "tracks"
BUILT = HERE / "built"

HEAD = '"""Built by tools/build_data.py from the track files; do not edit."""\n'


def built_files() -> dict[Path, str]:
    """Each built file and its text. Raises `ModelError` for an unusable track file."""
    from model.thunder_alley.tracks import read

    names = {path.stem: path.stem.replace("-", "_") for path in sorted(SOURCES.glob("*.toml"))}
    known = "".join(f'    "{name}": "{module}",\n' for name, module in names.items())
    found = {BUILT / "__init__.py": f"{HEAD}\nTRACKS: dict[str, str] = {{\n{known}}}\n"}
    for name, module in names.items():
        found[BUILT / f"{module}.py"] = _text(read(SOURCES / f"{name}.toml", f"tracks/{name}.toml"))
    return found


def _text(track: Track) -> str:
    rows = "".join(
        f"    {field.name}={getattr(track, field.name)!r},\n"
        for field in fields(track)
        if field.name != "index"
    )
    return f"{HEAD}\nfrom model.thunder_alley.track import Section, Track\n\nTRACK = Track(\n{rows})\n"
