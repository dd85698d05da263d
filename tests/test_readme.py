"""What README shows is what happens: its record is the file it names, and its commands print what stands below them.

`python tests/test_readme.py` writes the real output of each command into README.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
CONSOLE = re.compile(r"```console\n\$ steward ([^\n]*)\n(.*?)```", re.DOTALL)


def output(command: str) -> str:
    """What a command prints, run from the project's folder."""
    run = subprocess.run(
        [sys.executable, "-c", "from verifier.cli import run; run()", *command.split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={"NO_COLOR": "1", "PATH": ""},
    )
    return run.stdout + run.stderr


def test_the_record_is_the_file() -> None:
    text = README.read_text(encoding="utf-8")
    (record,) = re.findall(r"```race\n(.*?)```", text, re.DOTALL)
    assert record == (ROOT / "docs/examples/last-corner.race").read_text(encoding="utf-8")


def test_commands_print_what_is_shown() -> None:
    shown = CONSOLE.findall(README.read_text(encoding="utf-8"))
    assert len(shown) >= 3
    for command, text in shown:
        assert output(command) == text


def record() -> None:
    text = README.read_text(encoding="utf-8")
    README.write_text(
        CONSOLE.sub(lambda match: f"```console\n$ steward {match[1]}\n{output(match[1])}```", text),
        encoding="utf-8",
    )


if __name__ == "__main__":
    record()
