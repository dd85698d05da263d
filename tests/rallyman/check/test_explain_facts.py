"""`explain` gives a sentence for each broken rule, with the numbers of the position if the line has any."""

import re
from pathlib import Path

import pytest

from model.rallyman.facts import DATA, FLAT
from model.rallyman.moves import Die, Step, Turn
from model.rules import load_rules
from verifier.cli import main
from verifier.cli.rule_links import ROOT
from verifier.findings import Finding
from verifier.rallyman.best import granted
from verifier.render.text import finding_text

RECORD = """\
game rallyman
option attack
option seconds
option splits
stage hollow-pine
driver A
driver B
position
  turn 5
  next A
  A s4 g4 t=1:00 m=3
  B s9 spun t=2:00 dmg=2 flats=1
end
"""

FOLDERS = ("verifier/rallyman/spec", "verifier/rallyman/check", "verifier/rallyman/lines")
NAMED = sorted(
    {
        id
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for id in re.findall(r'"(RM-[\dM]+\.\d+)"', path.read_text(encoding="utf-8"))
    }
)


@pytest.fixture
def place(tmp_path: Path) -> str:
    path = tmp_path / "a.race"
    path.write_text(RECORD, encoding="utf-8")
    return str(path)


def said(capsys: pytest.CaptureFixture[str], place: str, claim: str) -> tuple[int, str]:
    code = main(["explain", place, "--claim", claim])
    return code, " ".join(capsys.readouterr().out.split())


def test_many_rules_are_named() -> None:
    book = load_rules(DATA)
    assert len(NAMED) > 80 and all(rule in book for rule in NAMED)


@pytest.mark.parametrize("rule", NAMED)
def test_no_rule_is_told_without_a_sentence(rule: str) -> None:
    told = finding_text(Finding("claim", "a.race", 1, 1, 2, "a fact", (rule,)), game="rallyman")
    [because] = re.findall(rf"because +{re.escape(rule)} +(\S.*)", told)
    assert len(because.split()) > 1


@pytest.mark.parametrize(
    ("claim", "rule", "sentence"),
    [
        ("A: 4 =5", "RM-4.11", "the last gear die used is 4, so the card of gear 4 is taken"),
        ("A: g =5", "RM-4.11", "no gear die was used, so the card of gear 4 is taken"),
        ("A: 4 > t=1:10", "RM-4.12", "the pile was 1:00, and the card 4 adds 20 s: 1:20"),
        (
            "A: [4 g] > m=3",
            "RM-5.6",
            "2 dice were rolled in the time attack and bring 2 markers, 3 were held",
        ),
        ("A: 4 > m=4", "RM-5.6", "only a time attack brings markers, and 3 were held"),
        ("A: 4$ > m=3", "RM-6.4", "1 bought dice cost 1 of 3 markers: 2 are left"),
        ("A: 4 g > s6", "RM-11.5", "the jump over s6 cannot be refused: one die from s5 to s7"),
        ("A: 4 g > s6", "RM-11.2", "gear 4 enters the bump s6, note 4, and lands on s7"),
        ("A: 4! 3! 2! *spin =2", "RM-7.5", "control is lost in gear 2, so its card is turned over"),
        ("A: 4 > dmg=1", "RM-8.1", "0 points before this turn, 0 after it"),
        ("A: 4 > g3", "RM-4.6", "the last gear die used is 4"),
        ("R4 A: 4", "RM-3.6", "each car has one turn a round"),
    ],
)
def test_a_claim_is_told_with_the_numbers_of_the_turn(
    place: str, capsys: pytest.CaptureFixture[str], claim: str, rule: str, sentence: str
) -> None:
    code, text = said(capsys, place, claim)
    assert code == 1 and sentence in text and rule in text


@pytest.mark.parametrize(
    ("car", "claim", "rule", "sentence"),
    [
        ("A s1 g4", "A: 3 g g/i =3", "RM-9.12", "gear 3 on k1i with note 2 (3 less dirt):"),
        ("A s1 g4", "A: 5 g g/d =5", "RM-9.12", "gear 5 on k1d1 with note 3 (4 less dirt):"),
        ("A s11 g5", "A: 5/i =5", "RM-9.13", "gear 5 on k3i with note 2: the driver is eliminated"),
        ("A s1 g4", "A: 3! 2! g!/i =2", "RM-7.1", "3 symbols: control is lost on k1i"),
        ("A s4 g5", "A: g 5! =5", "RM-11.3", "gear 5 over bump s6 with note 4 and a symbol"),
        ("A s12 g5", "A: 5 =5", "RM-11.4", "gear 5 over bump s13 with note 3:"),
    ],
)
def test_why_control_is_lost_is_told_with_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], car: str, claim: str, rule: str, sentence: str
) -> None:
    path = tmp_path / "a.race"
    text = RECORD.replace("A s4 g4", car).replace("  next A\n", "  next A\n  dirt K1=1\n")
    path.write_text(text, encoding="utf-8")
    code, text = said(capsys, str(path), claim)
    assert code == 1 and f"{rule} " in text and sentence in text


def test_everything_that_is_wrong_is_told(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, text = said(capsys, place, "A: 4 =3 > s6 t=1:10 m=1")
    for fact in (
        "card is 4, not 3",
        "stands at s5, not s6",
        "pile of 1:20, not 1:10",
        "A holds 3 markers, not 1",
    ):
        assert fact in text


@pytest.mark.parametrize(
    ("before", "claim", "rule", "sentence"),
    [
        ("", "A: [1 2 3 g g g 4 5]", "RM-4.4", "3 gas dice are rolled, but there are only 2"),
        ("", "A: [4 g g g]", "RM-4.4", "3 gas dice are rolled, but there are only 2"),
        ("", "A: [4 4 g]", "RM-4.4", "gear die 4 is rolled twice, but there is only one"),
        ("", "A: [2 1]", "RM-4.3", "A is in gear 4; the gear dice rolled: 1 2"),
        ("B", "B: [1 2 3 4]", "RM-8.2", "4 gear dice are rolled, but 2 points of damage leave 3"),
        ("B", "B: [1 g g]", "RM-9.10", "2 gas dice are rolled, but 1 flat leaves 1"),
        ("B", "B: [2 3]", "RM-4.2", "B is in neutral and begins with gear die 1; the gear dice rolled: 2 3"),
    ],
)
def test_dice_that_cannot_be_rolled_are_refused_by_their_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], before: str, claim: str, rule: str, sentence: str
) -> None:
    path = tmp_path / "a.race"
    path.write_text(RECORD.replace("next A", f"next {before or 'A'}"), encoding="utf-8")
    code, text = said(capsys, str(path), claim)
    assert code == 1 and f"{rule} " in text and sentence in text
    assert len(set(re.findall(r"RM-\d+\.\d+", text))) <= 3, text


def test_a_wrong_round_is_seen_by_both_judges(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (4, 6):
        code, text = said(capsys, place, f"R{number} A: 4")
        assert code == 1 and f"round 5 is played, not {number}" in text and "differ" not in text


def test_the_same_sentence_is_not_told_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """RM-9.4 and RM-9.3 forbid the same gear; each has a different reason."""
    path = tmp_path / "a.race"
    path.write_text(RECORD.replace("A s4 g4", "A s3 g3"), encoding="utf-8")
    code, text = said(capsys, str(path), "A: 3/d")
    assert code == 1 and "illegal RM-9.4 RM-9.3" in text
    assert text.count("k1d1 takes gear 4, but gear 3 is engaged") == 1
    assert "RM-9.3 drift: the note of a drift space is the exact gear" in text


def test_a_way_through_shortcuts_says_what_its_cards_mean() -> None:
    shortcut = Turn("A", steps=(Step(Die("2"), "shortcut", FLAT),))
    said = granted(1, [shortcut])
    assert "`/kx`" in said and "worst cut card" in said
    assert granted(1, [Turn("A", steps=(Step(Die("2"), "inside"),))]) == ""
