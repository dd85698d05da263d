"""Writes pages and drawings: one to a file, or a folder of them with an index."""

import re
from pathlib import Path, PurePath

from grammar.lines import MAX_FILE
from verifier.cli.common import write_drawing, write_own
from verifier.errors import StewardError
from verifier.records.replay import RecordReport
from verifier.render.page import HEAD
from verifier.words import counted

MOST = 16 * MAX_FILE
"""The most bytes of a page that is replaced."""

LONGEST_NAME = 40
"""The most characters of a record's file name in the name of its page."""


def write_page(out: str, text: str) -> None:
    """Writes a page as `write_own` does."""
    help = "give the page another name, as in `race.html`"
    write_own(out, text, "a page of this tool", help, lambda held: held.startswith(HEAD.encode()), MOST)


def page_of(report: RecordReport) -> str:
    """The page of one record, with the steps that its report keeps."""
    from verifier.render.replay_frames import frames_of
    from verifier.render.replay_page import replay_page

    return replay_page(frames_of([report]))


def drawings_of(report: RecordReport) -> tuple[tuple[int, str], ...]:
    """A drawing of each line of play with a finding, with the number of the line."""
    from verifier.drawings.attempt import caption_of, is_play, marks_of
    from verifier.drawings.scene import svg_of
    from verifier.games import GAMES, find_game

    if report.game not in GAMES:
        return ()
    game = find_game(report.game)
    found = []
    for step in report.steps:
        scene = game.scene(step.before) if step.findings and game.scene is not None else None
        if scene is not None and is_play(step, game.header):
            drawn = svg_of(scene, marks_of(game, scene, step), caption_of(report.title or "", step))
            found.append((step.statement.line, drawn))
    return tuple(found)


class Folder:
    """The folders into which the pages and the drawings of many records are written. Their names begin with the number of the
    record, so that no two are the same, and have no character that a record could abuse."""

    def __init__(self, pages: str | None, drawings: str | None) -> None:
        self._pages, self._drawings = pages, drawings
        self._rows: list[tuple[RecordReport, str]] = []
        self._drawn = 0
        for folder in filter(None, (pages, drawings)):
            try:
                Path(folder).mkdir(exist_ok=True)
            except (OSError, ValueError) as error:
                reason = (getattr(error, "strerror", None) or "the name cannot be used").lower()
                raise StewardError(f"`{folder}` is no folder to write to: {reason}") from error

    def add(self, report: RecordReport, page: str, drawings: tuple[tuple[int, str], ...]) -> None:
        """Writes the page and the drawings of the next record."""
        plain = re.sub(r"[^a-z0-9]+", "-", PurePath(report.file).stem.lower()).strip("-")[:LONGEST_NAME]
        name = f"{len(self._rows) + 1:04}-{plain or 'record'}"
        if self._pages is not None and page:
            write_page(str(Path(self._pages) / f"{name}.html"), page)
        for line, drawing in drawings:
            assert self._drawings is not None
            write_drawing(str(Path(self._drawings) / f"{name}-{line}.svg"), drawing)
            self._drawn += 1
        self._rows.append((report, f"{name}.html" if page else ""))

    def close(self) -> str:
        """Writes the index. Returns what was written, in a few words."""
        told = []
        if self._pages is not None:
            from verifier.render.index_page import index_page

            write_page(str(Path(self._pages) / "index.html"), index_page(self._rows))
            told.append(
                f"{counted(sum(1 for _, page in self._rows if page), 'page')} written to {self._pages}"
            )
        if self._drawings is not None:
            told.append(f"{counted(self._drawn, 'drawing')} written to {self._drawings}")
        return "; ".join(told)
