"""Hashes of facts, and of the tool itself: two copies of it with the same hash come to the same decisions."""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PARTS = (HERE.parent / "grammar", HERE.parent / "model", HERE)
KINDS = (".py", ".toml", ".lark")
"""Endings of the files that decide: code, facts, rules and the grammar."""


@cache
def tool_digest() -> str:
    """The sha256 of all files of the tool that can change a decision, by their names and contents."""
    hashed = sha256()
    for part in PARTS:
        for path in sorted(one for one in part.rglob("*") if one.suffix in KINDS):
            content = path.read_bytes().replace(b"\r\n", b"\n")
            name = path.relative_to(HERE.parent).as_posix()
            hashed.update(f"{name}\0{len(content)}\0".encode())
            hashed.update(content)
    return hashed.hexdigest()


def digest(facts: Any) -> str:
    """The sha256 of facts that JSON can write."""
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
