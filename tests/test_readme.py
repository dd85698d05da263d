"""README is accurate: its record is the file it names, and its commands print the output below them.

`python tests/test_readme.py` writes the real output of each command into README.
"""

import re
import subprocess
import sys
from pathlib import Path

from model.rallyman.facts import DATA as RALLYMAN
from model.rules import load_rules
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
CONSOLE = re.compile(r"```console\n\$ steward ([^\n]*)\n(.*?)```", re.DOTALL)


def output(commands: str) -> str:
    """The output of a command, run from the project's folder; of a pipeline with `|`, that of the last command."""
    printed = ""
    for command in commands.split(" | steward "):
        run = subprocess.run(
            [sys.executable, "-c", "from verifier.cli import run; run()", *command.split()],
            cwd=ROOT,
            input=printed,
            capture_output=True,
            text=True,
            check=False,
            env={"NO_COLOR": "1", "PATH": ""},
        )
        printed = run.stdout + run.stderr
    return printed


def test_records_are_the_files() -> None:
    text = README.read_text(encoding="utf-8")
    shown = re.findall(r"```race\n(.*?)```", text, re.DOTALL)
    files = ["docs/examples/two-cars.race", "docs/examples/last-corner.race"]
    assert shown == [(ROOT / file).read_text(encoding="utf-8") for file in files]


def test_commands_print_what_is_shown() -> None:
    shown = CONSOLE.findall(README.read_text(encoding="utf-8"))
    assert len(shown) >= 3
    for command, text in shown:
        assert output(command) == text


def test_the_verbs_are_those_of_the_command() -> None:
    told = re.findall(
        r"^  ([a-z-]+) ", output("--help").partition("verbs:")[2].partition("\n\n")[0], re.MULTILINE
    )
    table = README.read_text(encoding="utf-8").partition("## What it does")[2].partition("\n\n##")[0]
    assert sorted(told) == sorted(set(re.findall(r"`steward ([a-z-]+)", table)))


def test_the_numbers_are_those_of_the_data() -> None:
    text = " ".join(README.read_text(encoding="utf-8").split())
    rules, rulings = list(load_rules(DATA)), list(load_rulings(DATA).rulings.values())
    readings = [reading for ruling in rulings for reading in ruling.readings.values()]
    open_points = [ruling for ruling in rulings if len(ruling.choices()) > 1]
    choices = sum(len(ruling.choices()) for ruling in open_points)
    assert (
        f"knows {len(rules)} rules and {len(rulings)} rulings, {len(open_points)} of them open to choice "
        f"with {choices} readings between them"
    ) in text
    assert f"{sum(bool(rule.unmodelled) for rule in rules)} rules are `unmodelled`" in text
    assert f"{sum(bool(reading.unmodelled) for reading in readings)} readings because" in text


def test_the_numbers_of_rallyman_are_those_of_the_data() -> None:
    text = " ".join(README.read_text(encoding="utf-8").split())
    rulings = list(load_rulings(RALLYMAN).rulings.values())
    closed = sum(bool(reading.unmodelled) for ruling in rulings for reading in ruling.readings.values())
    open_points = [ruling for ruling in rulings if len(ruling.choices()) > 1]
    choices = sum(len(ruling.choices()) for ruling in open_points)
    assert (
        f"Of its {len(rulings)} rulings {len(open_points)} are open to choice with {choices} readings between "
        f"them; {closed} reading{'s' if closed != 1 else ''} cannot be chosen"
    ) in text


def test_there_are_as_many_rules_tests_as_it_says() -> None:
    (said,) = re.findall(r"More than (\d+) rules tests", README.read_text(encoding="utf-8"))
    files = (ROOT / "tests/cases/thunder_alley").glob("*.race")
    records = [
        line for path in files for line in path.read_text("utf-8").splitlines() if line.startswith("game ")
    ]
    assert int(said) <= len(records) < int(said) + 200


def test_links_between_pages_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").glob("*.md")]
    links = [
        (page, link)
        for page in pages
        for link in re.findall(r"\]\(([^)#\s]+)", re.sub(r"`[^`\n]+`", "", page.read_text("utf-8")))
    ]
    files = [(page, link) for page, link in links if "://" not in link]
    assert len(files) > 10
    assert [(page.name, link) for page, link in files if not (page.parent / link).exists()] == []


def record() -> None:
    text = README.read_text(encoding="utf-8")
    README.write_text(
        CONSOLE.sub(lambda match: f"```console\n$ steward {match[1]}\n{output(match[1])}```", text),
        encoding="utf-8",
    )


if __name__ == "__main__":
    record()
