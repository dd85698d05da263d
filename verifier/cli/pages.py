"""Writes pages: one to a file, or a folder of them with an index."""

from pathlib import Path

from grammar.lines import MAX_FILE
from model.errors import ModelError
from model.userfiles import read_bytes
from verifier.cli.output import put
from verifier.errors import StewardError
from verifier.render.page import HEAD


def write_page(out: str, text: str) -> None:
    """Writes a page to a file, or prints it for `-`. Replaces an existing file only if it is such a page too. Raises
    `StewardError` if it cannot write."""
    if out == "-":
        put(text)
        return
    target = Path(out)
    try:
        if target.exists() and not read_bytes(target, out, 16 * MAX_FILE).startswith(HEAD.encode()):
            help = "give the page another name, as in `race.html`"
            raise StewardError(f"`{out}` already exists and is not a page of this tool", help)
        with target.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
    except ModelError as error:
        raise StewardError(
            f"`{out}` cannot be written: {error.problems[0].what}", "name another file"
        ) from error
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "the name cannot be used").lower()
        raise StewardError(f"`{out}` cannot be written: {reason}") from error
