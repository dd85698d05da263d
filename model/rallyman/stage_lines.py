"""Finds the lines of keys in a stage file."""

import re
from functools import lru_cache

NO_CODE = re.compile(
    r'"""(?:\\.|[^\\])*?"""' + r"|'''.*?'''" + r'|"(?:\\.|[^"\\\n])*"' + r"|'[^'\n]*'|#[^\n]*", re.DOTALL
)
"""Texts in quotes, and comments."""

HEADER = re.compile(r"^[ \t]*\[\[[ \t]*space[ \t]*\]\]", re.MULTILINE)
LIST = re.compile(r"^[ \t]*space[ \t]*=[ \t]*\[", re.MULTILINE)


def line_of(key: str, text: str) -> tuple[int, str]:
    """The line of a dotted key (`zones.P.surface`, `space[3].note`) in a valid TOML text, and the key in words: a space is
    named by its id. For a missing key it is the line of the part that should contain it, line 1 if that is the file."""
    bare = _bare(text)
    found = re.fullmatch(r"space\[(\d+)\](?:\.(.+))?", key)
    if found:
        return _line_in_space(int(found[1]), found[2] or "", text, bare)
    first, *rest = key.split(".")
    begin, end = _part(first, bare)
    for word in rest:
        plain = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        quoted = re.compile(rf"""["']{re.escape(word)}["'][ \t]*[=.\]]""")
        place = plain.search(bare, begin, end) or quoted.search(text, begin, end)
        begin = place.start() if place else begin
    return _line(bare, begin), key


@lru_cache(maxsize=1)
def _bare(text: str) -> str:
    """The text with everything in quotes and comments blanked out; cached, as one file may have many problems."""
    return NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _line_in_space(count: int, word: str, text: str, bare: str) -> tuple[int, str]:
    spaces = _spaces(bare)
    begin, end = spaces[count - 1] if count <= len(spaces) else (0, 0)
    id = re.compile(r"(?<![\w-])id[ \t]*=").search(bare, begin, end)
    name = re.compile(r"""\s*["']([^"'\n]+)["']""").match(text, id.end()) if id else None
    shown = f"space {name[1] if name else count}"
    place = re.compile(rf"(?<![\w-]){re.escape(word)}[ \t]*=").search(bare, begin, end) if word else None
    return _line(bare, place.start() if place else begin), f"{shown}.{word}" if word else shown


@lru_cache(maxsize=1)
def _spaces(bare: str) -> list[tuple[int, int]]:
    """The start and end of each space, found by headers or as items of a list."""
    headers = [found.start() + len(found[0]) - len(found[0].lstrip()) for found in HEADER.finditer(bare)]
    if headers:
        return list(zip(headers, [*headers[1:], len(bare)], strict=True))
    found = LIST.search(bare)
    spaces = []
    depth, begin = 0, 0
    for place in range(found.end() if found else len(bare), len(bare)):
        sign = bare[place]
        if sign in "{[":
            begin = place if depth == 0 else begin
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth < 0:
                break
            if depth == 0:
                spaces.append((begin, place))
    return spaces


def _part(name: str, bare: str) -> tuple[int, int]:
    """The start and end of a key or table at the top level of the file; the start of the file if it is missing."""
    here = rf"{re.escape(name)}[ \t]*"
    found = re.search(rf"^(?:\[+[ \t]*{here}[\].]|{here}[=.])", bare, re.MULTILINE)
    if found is None:
        return 0, 0
    other = re.compile(rf"^\[+[ \t]*(?!{here}[\].])", re.MULTILINE).search(bare, found.end())
    return found.start(), other.start() if other else len(bare)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
