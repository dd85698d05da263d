"""A page of sections that is printed as text, as Markdown or as one self-contained HTML file. Nothing in it is trusted: names and
lines of a record may come from anyone."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from html import escape

from grammar.errors import visible
from model.values import value
from verifier.errors import WIDTH, printable
from verifier.render.page import CODE
from verifier.words import wrapped


@value
class Part:
    """A piece of a section. `kind` is `text` (a paragraph in each of `lines`), `list`, `code` (lines as they are), `facts` (lines
    of a name, a tab and a value) or `drawing` (an SVG file, with a text for those who cannot see it in the second line)."""

    kind: str
    lines: tuple[str, ...]


@value
class Section:
    """A section with its title."""

    title: str
    parts: tuple[Part, ...]


@value
class Sheet:
    """A page: its title, a line below it, its sections."""

    title: str
    below: str
    sections: tuple[Section, ...]


MARKS = re.compile(r"([\\`*_{}\[\]<>()#+!|~&.:@-])")
"""Characters that may mean something in Markdown."""

INDENT = "   "

STYLE = """
@page{size:A4;margin:12mm}
*{box-sizing:border-box}
body{font:10pt/1.35 'DejaVu Sans',Verdana,Arial,sans-serif;color:#222;max-width:186mm;margin:8mm auto;padding:0 4mm}
h1{font-size:16pt;margin:0}h1+p{margin:0 0 3mm;color:#555}
h2{font-size:10pt;margin:2.5mm 0 .5mm;border-bottom:.3mm solid #999}
p,ul,dl,pre{margin:.5mm 0}ul{padding-left:5mm}
code,pre{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:.92em}
pre{background:#f4f2ec;padding:1mm 2mm;white-space:pre-wrap}
p,li,dd,pre,code{overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;column-gap:3mm}dt{color:#555}dd{margin:0}
img{display:block;max-width:100%;margin:1mm auto}
@media print{
body{font-size:8pt;line-height:1.22;margin:0;padding:0;max-width:none}
h1{font-size:13pt}h2{font-size:9pt;margin:1.2mm 0 0}h1+p{margin:0}p,ul,dl,pre{margin:0}pre{background:none;padding:0 2mm}
img{max-height:62mm;margin:0 auto}
}
"""

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""What a browser may load for the page: nothing but what is in it."""


def as_text(sheet: Sheet) -> str:
    """The page as text, in lines of limited width."""
    lines = [visible(sheet.title), *([visible(sheet.below)] if sheet.below else [])]
    for section in sheet.sections:
        lines += ["", visible(section.title).upper(), *_text(section.parts)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _text(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        if part.kind == "drawing":
            continue
        for line in part.lines:
            if part.kind == "code":
                yield INDENT + visible(line)
            elif part.kind == "facts":
                name, said = line.split("\t", 1)
                yield f"{INDENT}{visible(name):<10}{visible(said)}"
            else:
                first = INDENT + ("- " if part.kind == "list" else "")
                yield from wrapped(visible(line), first, " " * len(first), WIDTH) or [""]


def as_markdown(sheet: Sheet) -> str:
    """The page as Markdown. A drawing is left out: Markdown holds none."""
    lines = [f"# {_marked(sheet.title)}", *(["", _marked(sheet.below)] if sheet.below else [])]
    for section in sheet.sections:
        lines += ["", f"## {_marked(section.title)}"]
        for part in section.parts:
            lines += _markdown(part)
    return "\n".join(lines) + "\n"


def _markdown(part: Part) -> Iterator[str]:
    if part.kind == "drawing":
        return
    yield ""
    if part.kind == "code":
        text = "\n".join(map(visible, part.lines))
        fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text) or [""]))
        yield from (f"{fence}text", text, fence)
        return
    for number, line in enumerate(part.lines):
        if part.kind == "facts":
            name, said = line.split("\t", 1)
            yield f"- {_marked(name)}: {_code(said)}"
        elif part.kind == "list":
            yield f"- {_marked(line)}"
        else:
            yield from ([""] if number else [])
            yield _marked(line)


def _marked(text: str) -> str:
    """A sentence in Markdown: quoted words as code, everything else without effect."""
    return _spans(visible(text), lambda said: MARKS.sub(r"\\\1", said), lambda said: f"`{said}`")


def _code(text: str) -> str:
    return f"`{visible(text)}`" if "`" not in text else _marked(text)


def as_html(sheet: Sheet) -> str:
    """The page as a file that opens from disk, loads nothing and prints on one sheet."""
    body = [f"<h1>{_html(sheet.title)}</h1>", f"<p>{_html(sheet.below)}</p>"]
    for section in sheet.sections:
        body.append(f"<section><h2>{_html(section.title)}</h2>")
        body += map(_element, section.parts)
        body.append("</section>")
    head = (
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        f"<title>{escape(printable(sheet.title))}</title>",
        f"<style>{STYLE}</style>",
    )
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        *head,
        "</head>",
        "<body>",
        "<main>",
        *body,
        "</main>",
    ]
    return "\n".join([*lines, "</body>", "</html>"]) + "\n"


def _element(part: Part) -> str:
    if part.kind == "drawing":
        drawn, said = part.lines
        # As an image a drawing keeps its style to itself, and a browser runs nothing in it.
        data = b64encode(drawn.encode("utf-8", "replace")).decode()
        return f'<img alt="{escape(printable(said))}" src="data:image/svg+xml;base64,{data}">'
    if part.kind == "code":
        return "<pre>" + "\n".join(escape(printable(line)) for line in part.lines) + "</pre>"
    if part.kind == "facts":
        pairs = (line.split("\t", 1) for line in part.lines)
        return f"<dl>{''.join(f'<dt>{_html(name)}</dt><dd>{_html(said)}</dd>' for name, said in pairs)}</dl>"
    if part.kind == "list":
        return f"<ul>{''.join(f'<li>{_html(line)}</li>' for line in part.lines)}</ul>"
    return "".join(f"<p>{_html(line)}</p>" for line in part.lines)


def _html(text: str) -> str:
    return _spans(printable(text), escape, lambda said: f"<code>{escape(said)}</code>")


def _spans(text: str, plain: Callable[[str], str], code: Callable[[str], str]) -> str:
    """A sentence with its quoted words and the rest each written in their own way."""
    parts = CODE.split(text)
    return "".join(code(part) if number % 2 else plain(part) for number, part in enumerate(parts))
