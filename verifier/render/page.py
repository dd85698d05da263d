"""Pages that open from disk: everything is in the file, and its policy lets a browser load nothing else."""

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from grammar.errors import visible
from verifier.version import TOOL

GENERATOR = "race-steward"
"""How a page names its maker. Only such pages are overwritten."""

CODE = re.compile("`([^`]+)`")
"""Words of a record or a command within a sentence."""

HEAD = f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="{GENERATOR}">\n'
"""How every page begins."""


def html(text: str) -> str:
    """A text of a record as HTML: nothing in it means anything, and control characters are visible."""
    return escape(visible(text))


def sentence(text: str) -> str:
    """A sentence of the steward as HTML, what it quotes between backticks as code."""
    return CODE.sub(r"<code>\1</code>", html(text))


def page(title: str, body: str, styles: tuple[str, ...] = (), data: Any = None) -> str:
    """A page. With `data` for the script it is one to step through."""
    style = "\n".join((own("page.css"), *styles))
    script = "\n".join((own("board.js"), own("page.js"))) if data is not None else ""
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {digest(style)}"
    if script:
        policy += f"; script-src {digest(script)}"
    parts = [
        f'{HEAD}<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{html(title)}</title>",
        f"<style>{style}</style>",
        f"</head>\n<body>\n{body}",
        f"<footer>made by steward {html(TOOL)}</footer>",
    ]
    if script:
        parts.append(f'<script type="application/json" id="race">{as_json(data)}</script>')
        parts.append(f"<script>{script}</script>")
    return "\n".join([*parts, "</body>\n</html>"]) + "\n"


def digest(text: str) -> str:
    """The hash by which a policy allows an inline style or script."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def as_json(data: Any) -> str:
    """Data within an element of a page: no character can end the element."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def scoped(style: str, under: str) -> str:
    """A style sheet of plain rules that holds only for what is below the selector `under`."""

    def within(rule: re.Match[str]) -> str:
        return ",".join(f"{under} {selector.strip()}" for selector in rule[1].split(",")) + "{"

    return re.sub(r"([^{}]+)\{", within, style)


@cache
def own(name: str) -> str:
    """A file of this package."""
    return (files("verifier.render") / name).read_text(encoding="utf-8").strip()
