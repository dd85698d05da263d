"""`steward rules --ruleset`: what a ruleset changes, in words and as JSON."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from verifier.cli import main

CLUB = """
version = 2
extends = "es@1"
without = ["TA-BUMP"]
rulings.winner-turn-leader = "yes"
parameters.green-pit-spaces = 6
options.variable-pit-stops = true
cards.charge.count = 5
[older.1]
without = []
"""


@pytest.fixture
def club(tmp_path: Path) -> str:
    (tmp_path / "club.toml").write_text(CLUB, encoding="utf-8")
    return str(tmp_path / "club.toml")


def test_each_change_is_told_in_words_with_its_rules(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--ruleset", club]) == 0
    assert capsys.readouterr().out == (
        "club@2 (thunder-alley), extends es: 5 changes\n"
        "  winner-turn-leader = yes (was no; TA-10.1)\n"
        "      does the winning car get a Turn Leader marker for crossing the line? it gets one\n"
        "  green-pit-spaces = 6 (was 5; TA-9.3)\n"
        "      how far a car goes back along the apron when it pits under green: 6 spaces\n"
        "  charge.count = 5 (was 4; TA-RC-charge)\n"
        "      cards of this kind in the deck: 5 cards\n"
        "  option variable-pit-stops on (TA-12.1)\n"
        "      the length of a pit stop depends on the markers removed\n"
        "  without TA-BUMP\n"
        "      bumping: no car bumps\n"
        "other versions: 1\n"
    )
    assert main(["rules", "thunder-alley", "--ruleset", f"{club}@1"]) == 0
    assert "club@1 (thunder-alley), extends es: 4 changes\n" in capsys.readouterr().out


def test_the_changes_as_json(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--ruleset", club, "--format", "json"]) == 0
    house = json.loads(capsys.readouterr().out)["house"]
    changes = house.pop("changes")
    assert house == {
        "game": "thunder-alley",
        "id": "club",
        "version": 2,
        "versions": [1, 2],
        "extends": "es",
    }
    assert [one["kind"] for one in changes] == ["ruling", "parameter", "card", "option", "rule"]
    assert changes[2] == {
        "change": "charge.count = 5",
        "kind": "card",
        "name": "charge.count",
        "value": "5",
        "before": "4",
        "rules": ["TA-RC-charge"],
        "what": "cards of this kind in the deck: 5 cards",
    }


def test_shipped_rulesets_stand_on_the_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    for name, told in (
        ("en-2014", "en-2014@1 (thunder-alley), against the default of each ruling: 0 changes"),
        ("2009", "2009@1 (rallyman), against the default of each ruling: 3 changes"),
    ):
        assert main(["rules", "--ruleset", name]) == 0
        assert capsys.readouterr().out.startswith(told)


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (["TA-6.1", "--ruleset", "es"], "`--ruleset` lists all changes"),
        (["--ruleset", "en-2014@7"], "ruleset `en-2014` has no version 7 (version 1 is available)"),
        (
            ["rallyman", "--ruleset", "es@7"],
            "there is no ruleset `es` for Rallyman (it is one of thunder-alley)",
        ),
    ],
)
def test_what_cannot_be_listed(argv: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *argv]) == 2
    assert problem in capsys.readouterr().err


def test_a_fact_of_a_card_has_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", "charge.speed"]) == 0
    told = capsys.readouterr().out
    assert "MPs on the track" in told and "a whole number of MPs from 0 to 20; 7 is printed" in told
    assert "set charge.speed = 7" in told


def test_no_file_breaks_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault in a ruleset file is reported in a few lines, with no traceback."""
    rng, file = Random(3), tmp_path / "club.toml"
    words = ("[", "{}", "9" * 5000, "x" * 5000, '"', "\x1b[2J", "\u202e", "= 3", "a." * 99 + "a")
    for _ in range(40):
        parts = re.split(r"(\s|=|\.)", CLUB)
        for _ in range(rng.randint(1, 3)):
            parts[rng.randrange(len(parts))] = rng.choice(words)
        file.write_text("".join(parts), encoding="utf-8")
        assert main(["rules", "--ruleset", str(file)]) in (0, 2)
        out, err = capsys.readouterr()
        assert "internal error" not in err and len(out) + len(err) < 20_000 and "\x1b" not in out + err
