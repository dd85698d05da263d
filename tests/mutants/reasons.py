"""Why some mutants are noticed by nothing: a file for each game in `survivors`, with a reason for
each mutant that cannot alter an answer."""

import tomllib
from pathlib import Path

from tests.mutants.engines import Engine
from tests.mutants.mutations import Mutant

FOLDER = Path(__file__).with_name("survivors")

Key = tuple[str, str, str, str, int]

NO_REASON = "no reason yet"


def reasons(engine: Engine) -> dict[Key, str]:
    """`Mutant.key` -> the reason; none if nobody has given any. Raises ValueError if one mutant has two."""
    path = FOLDER / f"{engine.game}.toml"
    if not path.exists():
        return {}
    found: dict[Key, str] = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", ()):
        key = entry["module"], entry["function"], entry["line"], entry["mutation"], entry.get("nth", 1)
        if key in found:
            raise ValueError(f"two reasons for {key}")
        found[key] = entry["reason"]
    return found


def entry(mutant: Mutant, reason: str) -> str:
    """A mutant as it stands in the file."""
    nth = [f"nth = {mutant.nth}"] if mutant.nth > 1 else []
    named = {"module": mutant.module, "function": mutant.function, "line": mutant.source}
    lines = [f"{key} = {_quoted(value)}" for key, value in named.items()]
    return "\n".join(
        [
            "[[survivor]]",
            *lines,
            f"mutation = {_quoted(mutant.mutation)}",
            *nth,
            f"reason = {_quoted(reason)}",
        ]
    )


def _quoted(text: str) -> str:
    return f"'{text}'" if "'" not in text else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
