"""Writes the shipped stages as Python data (`built/`), so that loading one needs neither TOML nor a graph."""

from dataclasses import fields
from pathlib import Path

from model.rallyman.facts import STAGE_FILES
from model.rallyman.stage import Stage
from model.rallyman.stage_graph import compiled
from model.rallyman.stage_read import read_graph

BUILT = Path(__file__).parent / "built"

HEAD = '"""Built by tools/build_data.py from the stage files; do not edit."""\n'
IMPORT = "from model.rallyman.stage import Corner, Space, Stage, Zone"


def built_files() -> dict[Path, str]:
    """Each built file and its text. Raises `ModelError` for an unusable stage file."""
    names = {path.stem: path.stem.replace("-", "_") for path in sorted(STAGE_FILES.glob("*.toml"))}
    known = "".join(f'    "{name}": "{module}",\n' for name, module in names.items())
    found = {BUILT / "__init__.py": f"{HEAD}\nSTAGES: dict[str, str] = {{\n{known}}}\n"}
    for name, module in names.items():
        found[BUILT / f"{module}.py"] = _text(
            compiled(read_graph(STAGE_FILES / f"{name}.toml", f"stages/{name}.toml"))
        )
    return found


def _text(stage: Stage) -> str:
    rows = ""
    for field in fields(stage):
        value = getattr(stage, field.name)
        if field.name in ("zones", "corners", "spaces"):
            each = "".join(f"        {one!r},\n" for one in value)
            rows += f"    {field.name}=(\n{each}    ),\n"
        elif field.init:
            rows += f"    {field.name}={value!r},\n"
    return f"{HEAD}\n{IMPORT}\n\nSTAGE = Stage(\n{rows})\n"
