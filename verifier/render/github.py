"""Findings as workflow commands, which GitHub shows next to the lines of a record."""

from collections.abc import Sequence

from grammar.errors import visible
from verifier.findings import Finding
from verifier.records.replay import RecordReport
from verifier.render.reported import ERROR, NOTE, WARNING, Reported, file_name, reported, sentence

COMMANDS = {ERROR: "error", WARNING: "warning", NOTE: "notice"}


def github_text(reports: Sequence[RecordReport]) -> str:
    """One command per finding, each on a line; empty for records without findings."""
    return "".join(f"{_command(one)}\n" for one in reported(reports))


def refusal_text(verb: str, what: str, help: str) -> str:
    """A refused command as an error without a place."""
    message = f"{what} ({help})" if help else what
    return f"::error title={_property(f'steward {verb}'.strip())}::{_data(visible(message))}"


def _command(one: Reported) -> str:
    finding = one.finding
    title = " ".join((finding.kind.replace("-", " "), *finding.rules))
    name = visible(file_name(finding.file))
    place = _place(finding)
    written = ",".join(
        f"{key}={_property(value)}" for key, value in [("file", name), *place, ("title", title)]
    )
    # the log of a workflow shows only the message, so it repeats the place
    spot = ":".join((name, *(value for key, value in place if key != "endColumn")))
    return f"::{COMMANDS[one.level]} {written}::{_data(f'{spot}: {sentence(one)}')}"


def _place(finding: Finding) -> list[tuple[str, str]]:
    """Line and columns, as far as the finding has them."""
    if finding.line < 1:
        return []
    if finding.column < 1:
        return [("line", str(finding.line))]
    numbers = (finding.line, finding.column, max(finding.column, finding.end_column))
    return list(zip(("line", "col", "endColumn"), map(str, numbers), strict=True))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
