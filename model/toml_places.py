"""Where the keys of a TOML file stand, for errors: the parser of the standard library does not say."""

from collections import Counter
from functools import lru_cache

QUOTES = '"""', "'''"


@lru_cache(maxsize=1)
def _key_places(text: str) -> dict[str, tuple[int, int]]:
    """Dotted key -> its line and column, counted from 1. Parts of a list of tables are counted (`stretch[2].lanes`)."""
    found: dict[str, tuple[int, int]] = {}
    lists: Counter[str] = Counter()
    table, inside = "", False
    for number, line in enumerate(text.split("\n"), 1):
        begun, inside = inside, inside != (sum(line.count(one) for one in QUOTES) % 2 == 1)
        if begun:
            continue  # a text of several lines
        bare = line.lstrip()
        at = number, len(line) - len(bare) + 1
        if bare.startswith("["):
            table = _dotted(bare.partition("#")[0].strip().strip("[]"))
            if bare.startswith("[["):
                lists[table] += 1
                table = f"{table}[{lists[table]}]"
            _note(found, table, at)
        elif "=" in bare and not bare.startswith("#"):
            key = _dotted(bare.partition("=")[0])
            _note(found, f"{table}.{key}" if table else key, at)
    return found


def _dotted(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def _note(found: dict[str, tuple[int, int]], key: str, at: tuple[int, int]) -> None:
    """Notes the place of a key, and of the tables around it if this is their first mention."""
    while key and key not in found:
        found[key] = at
        key = key.rpartition(".")[0]


def place_of(text: str, key: str) -> tuple[int, int] | None:
    """The line and column of a key; of the nearest table around it if it is in braces. None if neither is found."""
    places = _key_places(text)
    while key and key not in places:
        key = key.rpartition(".")[0]
    return places.get(key)
