"""The index of a folder of pages: each record with its verdict and the finding that decides it."""

from collections.abc import Iterator, Sequence

from verifier.records.replay import RecordReport
from verifier.render.page import html, page, sentence
from verifier.render.text import result_text, total

HEAD = ("record", "title", "verdict", "finding")


def index_page(rows: Sequence[tuple[RecordReport, str]]) -> str:
    """The page; each row is a record and the file of its page, empty if it has none."""
    reports = [report for report, _ in rows]
    head = "".join(f'<th scope="col">{word}</th>' for word in HEAD)
    parts = [
        f"<header><h1>Verdicts</h1><p>{html(total(reports))}</p></header>",
        '<main class="list"><div class="card wide" tabindex="0" role="region" aria-label="records">',
        f"<table><thead><tr>{head}</tr></thead><tbody>",
        *(f"<tr>{''.join(_cells(report, link))}</tr>" for report, link in rows),
        "</tbody></table></div></main>",
    ]
    return page("Verdicts", "\n".join(parts))


def _cells(report: RecordReport, link: str) -> Iterator[str]:
    place = html(f"{report.file}:{report.line}" if report.line else report.file)
    yield f'<td><a href="{link}">{place}</a></td>' if link else f"<td>{place}</td>"
    yield f"<td>{html(report.title or '')}</td>"
    expected = {True: ", as expected", False: ", not as expected", None: ""}[report.came_out]
    yield f'<td><span class="verdict {report.verdict}">{report.verdict}</span>{expected}</td>'
    first = report.deciding
    if first is None:
        yield f"<td>{html(result_text(report))}</td>"
        return
    line = f"line {first.line}: " if first.line else ""
    said = f"{line}{' '.join(first.rules)} {first.fact}"
    yield f"<td>{sentence(said)}</td>"
