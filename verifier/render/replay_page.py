"""A judged file as a page to step through: the boards once, the steps as differences, the log with its findings."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import PurePath
from typing import Any

from grammar.errors import visible
from grammar.lines import split_comment
from model.rules import load_rules
from verifier.drawings.drawing import number
from verifier.drawings.scene import MARK_STYLE, NO_MARKS, Marks, Scene, body, marked
from verifier.errors import printable
from verifier.findings import KINDS, Finding, deciding
from verifier.games import GAMES, find_game
from verifier.judging import words_of
from verifier.records.replay import RecordReport
from verifier.render.page import html, page, scoped, sentence
from verifier.render.replay_frames import AFTER, Frame
from verifier.render.text import result_text
from verifier.words import counted

MOST_LINES = 60
"""The most source lines of one block that are shown."""

LONGEST = 2000
"""The most characters of a line that are shown."""


def replay_page(frames: Sequence[Frame], start: int = 0) -> str:
    """The page; `start` is the frame to begin with. The same frames always give the same page."""
    shown = list({id(frame.report): frame.report for frame in frames}.values())
    title = _title(shown)
    data = _Data()
    steps = [data.step(frame) for frame in frames]
    boards = "\n".join(data.figures)
    parts = [
        f"<header><h1>{html(title)}</h1>",
        *(_about(report, title) for report in shown),
        "</header>\n<main>",
        f'<section id="view" aria-label="board">{boards}',
        _CONTROLS.format(last=len(frames)),
        "</section>",
        _BESIDE,
        *(_line(frame, place) for place, frame in enumerate(frames)),
        "</ol></div></div></section>\n</main>",
    ]
    return page(
        title,
        "\n".join(parts),
        tuple(data.styles.values()),
        {**data.shared(), "steps": steps, "start": start},
    )


_CONTROLS = """<div id="controls" role="group" aria-label="steps" hidden>
<button id="first" aria-label="first step" title="first step (Home)">&#8676;</button>
<button id="back" aria-label="step back" title="step back (left arrow)">&#8592;</button>
<button id="on" aria-label="next step" title="next step (right arrow)">&#8594;</button>
<button id="last" aria-label="last step" title="last step (End)">&#8677;</button>
<button id="fault" title="the next line with a finding">next finding</button>
<input id="at" type="range" min="1" max="{last}" value="1" aria-label="step">
<output id="count" for="at"></output></div>
<p id="said" role="status" aria-live="polite"></p>
<p id="which"></p>"""


_BESIDE = """<section><div class="card"><ul id="facts"></ul>
<div class="wide sideways" tabindex="0" role="region" aria-label="standings">
<table id="standings"><thead><tr></tr></thead><tbody></tbody></table></div></div>
<div class="card"><h2>The record</h2><div id="log" tabindex="0" role="region" aria-label="lines"><ol>"""


def _title(reports: Sequence[RecordReport]) -> str:
    if len(reports) == 1 and reports[0].title:
        return reports[0].title
    return PurePath(reports[0].file).name if reports else "no record"


def _about(report: RecordReport, title: str) -> str:
    """A record in one line: file, verdict, its title unless the page has it, how far it goes, points or times, what it was judged
    by."""
    state = "complete" if report.complete else "running"
    own = report.title if report.title != title else ""
    told = filter(None, (own, state, result_text(report), *report.labels))
    place = f"{PurePath(report.file).name}:{report.line}"
    return (
        f'<p>{html(place)} <span class="verdict {report.verdict}">{report.verdict}</span> '
        f"{html('; '.join(told))}</p>"
    )


class _Data:
    """What the script of the page needs. Texts and rows that occur often are kept once and named by number."""

    def __init__(self) -> None:
        self.figures: list[str] = []
        self.styles: dict[str, str] = {}
        self._boards: dict[tuple[str, str], int] = {}
        self._known: list[dict[str, Any]] = []
        self._texts: dict[str, int] = {}
        self._rows: dict[tuple[str, ...], int] = {}
        self._places: list[dict[str, int]] = []
        self._scenes: tuple[Any, Scene | None] = (None, None)
        self._before: dict[str, Any] = {"b": -1}

    def shared(self) -> dict[str, Any]:
        """Everything that several steps use."""
        return {"boards": self._known, "texts": list(self._texts), "rows": list(self._rows)}

    def step(self, frame: Frame) -> dict[str, Any]:
        """How a frame differs from the one before it."""
        scene = self._scene(frame)
        if scene is None:
            self._before = {"b": -1}
            return {"b": -1, **({"n": _which(frame)} if _which(frame) else {})}
        board = self._board(frame, scene)
        now = self._state(board, scene)
        before = self._before if self._before["b"] == board else {}
        self._before = now
        step: dict[str, Any] = {"b": board}
        for key in ("l", "p"):
            changes = _changes(before.get(key, {}), now[key])
            if changes:
                step[key] = changes
        step |= {key: now[key] for key in ("r", "f") if now[key] != before.get(key)}
        marks = frame.marks()
        if marks != NO_MARKS:
            step["m"] = marked(scene, marks)
            step["w"] = printable(marks.mover)
            step["v"] = self._ways(board, marks)
        if which := _which(frame):
            step["n"] = which
        return step

    def _scene(self, frame: Frame) -> Scene | None:
        """The scene of a frame; frames often share a position."""
        if self._scenes[0] is not frame.table:
            self._scenes = frame.table, frame.scene()
        return self._scenes[1]

    def _board(self, frame: Frame, scene: Scene) -> int:
        """The number of the board of a scene; a new one is drawn into the page."""
        game = frame.report.game
        key = scene.ground, game
        if key not in self._boards:
            number = self._boards[key] = len(self._boards)
            self.styles.setdefault(game, scoped(scene.style + MARK_STYLE, f".{_kind(game)}"))
            self.figures.append(_figure(scene, number, _kind(game)))
            self._places.append({name: place for place, name in enumerate(scene.places)})
            self._known.append({"head": scene.head, "places": [_point(at) for at in scene.places.values()]})
        found = self._boards[key]
        self._known[found]["head"] = scene.head or self._known[found]["head"]
        return found

    def _state(self, board: int, scene: Scene) -> dict[str, Any]:
        return {
            "b": board,
            "l": {printable(key): self._text(drawn) for key, drawn in scene.layers},
            "p": {
                printable(piece.id): [
                    *_point(piece.at),
                    self._text(piece.look),
                    self._text(printable(piece.words)),
                ]
                for piece in scene.pieces
            },
            "r": [
                self._rows.setdefault(tuple(map(visible, (row.id, *row.cells))), len(self._rows))
                for row in scene.rows
            ],
            "f": [self._text(visible(fact)) for fact in scene.facts],
        }

    def _text(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))

    def _ways(self, board: int, marks: Marks) -> dict[str, list[int]]:
        """The places through which each piece goes, between its first place and its last one."""
        known = self._places[board]
        every = ((marks.mover, marks.path), *marks.moved)
        routes = {
            printable(who): [known[place] for place in route[1:-1] if place in known] for who, route in every
        }
        return {who: route for who, route in routes.items() if route}


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    changed = {key: now for key, now in after.items() if before.get(key) != now}
    return changed | {key: None for key in before if key not in after}


def _point(at: tuple[float, float]) -> list[float]:
    return [round(at[0], 1), round(at[1], 1)]


def _kind(game: str) -> str:
    return f"board-{game}"


def _figure(scene: Scene, board: int, kind: str) -> str:
    size = f'viewBox="0 0 {number(scene.wide)} {number(scene.high)}"'
    empty = Scene(scene.title, scene.wide, scene.high, "", scene.ground, scene.layers)
    drawn = "\n".join(body(empty))
    label = escape(printable(f"{scene.title}; the table beside the board says where everything is"))
    hidden = " hidden" if board else ""
    svg = f'<svg {size} role="img" aria-label="{label}">\n{drawn}\n</svg>'
    return f'<figure class="{kind} sideways" tabindex="0" data-board="{board}"{hidden}>{svg}</figure>'


def _which(frame: Frame) -> str:
    """Which position is shown, if it is not the one after the line, and the note if several are possible."""
    which = "" if frame.which == AFTER or frame.table is None else f"shown: {frame.which}"
    return visible("; ".join(filter(None, (which, frame.note()))))


def _line(frame: Frame, place: int) -> str:
    """A line of the log, with its words for a screen reader."""
    verdict = deciding(frame.findings)
    kind = KINDS[verdict.kind] if verdict is not None else ""
    shown = [source.strip() if len(frame.lines) == 1 else source for _, source in frame.lines[:MOST_LINES]]
    rest = len(frame.lines) - len(shown)
    source = "\n".join([*(one[:LONGEST] for one in shown), *([f"... {rest} more lines"] if rest else [])])
    said = _said(frame, verdict)
    parts = [
        f'<li data-step="{place}" class="{kind}" data-said="{html(said)}"><a class="line" href="#s={place + 1}">',
        f'<span class="n">{frame.line or ""}</span><code>{_code(source)}</code></a>',
    ]
    if words := _words(frame):
        parts.append(f'<p class="sentence">{html(words)}</p>')
    if frame.step is not None and (applied := frame.step.applied()) and not frame.findings:
        rules = html(" ".join(applied))
        parts.append(
            f'<details class="sentence"><summary>{counted(len(applied), "rule")}</summary>{rules}</details>'
        )
    if frame.verdict and not frame.findings:
        parts.append(f'<p class="sentence">{html(frame.verdict)}</p>')
    parts += [_finding(finding, frame.report.game) for finding in frame.findings]
    return "".join([*parts, "</li>"])


def _code(source: str) -> str:
    return "\n".join(map(html, source.split("\n")))


def _said(frame: Frame, finding: Finding | None) -> str:
    """The line as a screen reader reads it."""
    place = f"line {frame.line}: " if frame.line else ""
    source = frame.lines[0][1].strip()[:LONGEST] if frame.lines else frame.verdict
    if finding is not None:
        return f"{place}{KINDS[finding.kind]} {' '.join(finding.rules)}: {finding.fact}"
    return ", ".join(filter(None, (f"{place}{source}", _words(frame))))


def _words(frame: Frame) -> str:
    """What happened in a line, without the line itself and without the rules."""
    if frame.step is None:
        return ""
    line = split_comment(frame.step.statement.source)[0].strip()
    return words_of(frame.step.effects).removeprefix(line).lstrip(",: ")


def _finding(finding: Finding, game: str) -> str:
    """A finding with its rules unfolded, the deciding one in full."""
    verdict = KINDS[finding.kind]
    parts = [
        f'<div class="finding {verdict}"><p><span class="verdict">{verdict}</span> {html(" ".join(finding.rules))}</p>',
        f"<p>{sentence(finding.fact)}</p>",
        *_rules(finding, game),
    ]
    if not finding.rules and finding.reason:
        parts.append(f"<p>{sentence(finding.reason)}</p>")
    if finding.legal_instead:
        what = "write one of" if finding.kind == "ambiguous" else "legal instead"
        items = "".join(f"<li><code>{html(one)}</code></li>" for one in dict.fromkeys(finding.legal_instead))
        parts.append(f"<p>{what}:</p><ul>{items}</ul>")
    if finding.help:
        parts.append(f"<p>help: {sentence(finding.help)}</p>")
    parts += [f"<p>see line {one.line}: {sentence(one.what)}</p>" for one in finding.related]
    return "".join([*parts, "</div>"])


def _rules(finding: Finding, game: str) -> Iterator[str]:
    """Each rule: its title, why it is broken, its text in our words."""
    if not finding.rules or game not in GAMES:
        return
    book = load_rules(find_game(game).data)
    because = dict(finding.because)
    for place, id in enumerate(finding.rules):
        known = id in book
        title = f"{id}, {book[id].title}" if known else id
        reason = (
            because.get(id) or (finding.reason if place == 0 else "") or (book[id].short if known else "")
        )
        digest = f'<p class="digest">{html(book[id].digest)}</p>' if known and book[id].digest else ""
        opened = " open" if place == 0 else ""
        yield f"<details{opened}><summary>{html(title)}</summary><p>{sentence(reason)}</p>{digest}</details>"
