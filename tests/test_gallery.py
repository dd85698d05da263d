"""Each picture of the gallery is what its command draws, and the pages show no other pictures.

`python tests/test_gallery.py` draws them again.
"""

import contextlib
import io
import os
import re
from pathlib import Path

import pytest

from verifier.cli import main

ROOT = Path(__file__).resolve().parents[1]
GALLERY = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
PICTURES = ROOT / "docs/pictures"
DRAWN = re.findall(
    r"^!\[[^\]\n]+\]\(pictures/([\w-]+\.svg)\)\n\n`steward (show \S+) --svg ([\w-]+\.svg)`$",
    GALLERY,
    re.MULTILINE,
)


def drawing(command: str) -> str:
    """What a command draws, run from the project's folder."""
    before, printed = Path.cwd(), io.StringIO()
    os.chdir(ROOT)
    try:
        with contextlib.redirect_stdout(printed):
            assert main([*command.split(), "--svg", "-"]) == 0
    finally:
        os.chdir(before)
    return printed.getvalue()


@pytest.mark.parametrize(("name", "command", "written"), DRAWN)
def test_a_picture_is_what_its_command_draws(name: str, command: str, written: str) -> None:
    assert written == name
    assert (PICTURES / name).read_text(encoding="utf-8") == drawing(command)


def test_every_picture_of_every_page_is_in_the_gallery() -> None:
    names = [name for name, _, _ in DRAWN]
    assert sorted(names) == sorted(path.name for path in PICTURES.iterdir())
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        link for page in pages for link in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text("utf-8"))
    }
    assert {Path(link).name for link in shown} == set(names)
    assert len(names) >= 6


if __name__ == "__main__":
    for name, command, _ in DRAWN:
        (PICTURES / name).write_text(drawing(command), encoding="utf-8")
