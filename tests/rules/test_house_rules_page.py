"""`docs/house-rules.md`: its files are those in `docs/examples`, and its commands print what it shows."""

import re
from pathlib import Path

import pytest

from model.card_facts import load_card_facts
from model.ruleset import load_ruleset
from model.thunder_alley.facts import DATA
from tests.test_readme import output

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs/examples"
TEXT = (ROOT / "docs/house-rules.md").read_text(encoding="utf-8")
NAMES = ("turn-led", "no-bump", "snow")


def boxes(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)


def test_the_files_are_shown() -> None:
    assert boxes("toml")[1:] == [(EXAMPLES / f"{name}.toml").read_text(encoding="utf-8") for name in NAMES]
    assert boxes("race") == [(EXAMPLES / f"{name}.race").read_text(encoding="utf-8") for name in NAMES]


@pytest.mark.parametrize("box", boxes("console"))
def test_a_command_prints_what_is_shown(box: str) -> None:
    command, _, shown = box.removeprefix("$ steward ").partition("\n")
    assert output(command) == shown


def test_the_first_ruleset_can_be_used(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(boxes("toml")[0], encoding="utf-8")
    club, old = (load_ruleset(DATA, f"club{one}", tmp_path) for one in ("", "@1"))
    assert (club.cards["slingshot.count"], "slingshot.count" in old.cards) == (0, False)
    assert club.left_out and not old.left_out


def test_every_fact_of_a_card_is_named() -> None:
    told = TEXT.partition("## Cards")[2].partition("\n## ")[0]
    assert all(f"`{name.partition('.')[2]}`" in told for name in load_card_facts(DATA))
