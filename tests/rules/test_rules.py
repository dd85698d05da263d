"""The rule book as data: complete and well formed; bad data is refused with file and key."""

from dataclasses import replace
from pathlib import Path

import pytest

from model.datafiles import GameData
from model.errors import ModelError
from model.rules import DEFINITION, KINDS, load_house_rules, load_rules, rule
from model.rulings import load_rulings
from model.thunder_alley.cards import CARDS, EVENTS
from model.thunder_alley.facts import DATA
from tools.build_data import data

ROOT = Path(__file__).parents[2]
BOOK = load_rules(DATA)

RULE = """
[meta]
game = "toy"
prefix = "TY"
[meta.editions]
EN = "the only one"
[meta.chapters]
1 = "all"

["TY-1.1"]
title = "a rule"
kind = "legality"
short = "what it says"
stays = "others rest on it"
digest = "What it says at length."
sources = ["EN p. 1"]
"""
RULING = """
[meta]
game = "toy"
[meta.sections]
A = "open points"
[meta.about]
movement = "movement"

[how-far]
section = "A"
about = "movement"
rules = ["TY-1.1"]
question = "how far?"
default = "near"
confidence = "high"
readings.near = { meaning = "near" }
readings.far = { meaning = "far" }
"""


def toy(folder: Path, rules: str = RULE, rulings: str = RULING) -> GameData:
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    (folder / "rulings.toml").write_text(rulings, encoding="utf-8")
    return GameData("toy", "TY", folder)


def refusal(data: GameData) -> list[str]:
    with pytest.raises(ModelError) as error:
        load_rules(data)
    return [str(problem) for problem in error.value.problems]


def test_every_rule_says_what_it_is() -> None:
    for entry in BOOK:
        assert entry.kind in KINDS
        assert entry.digest.endswith("."), entry.id
        assert not entry.short.endswith("."), entry.id
        assert len(entry.short) <= 100, entry.id
        first = entry.short.split()[0]
        assert first[0].islower() or not first[0].isalpha() or first in ("MPs", "Pit"), entry.id
        assert len(entry.title) <= 60 and not entry.title.endswith("."), entry.id


def test_every_card_and_event_has_its_rule() -> None:
    assert {f"TA-RC-{id}" for id in CARDS} == {id for id in BOOK.rules if id.startswith("TA-RC-")}
    assert {f"TA-EV-{id}" for id in EVENTS} == {id for id in BOOK.rules if id.startswith("TA-EV-")}


def test_a_card_without_text_has_nothing_to_enforce() -> None:
    for id, card in CARDS.items():
        assert (BOOK[f"TA-RC-{id}"].kind == DEFINITION) == (card.text is None), id


def test_card_digests_repeat_what_is_printed() -> None:
    for id, card in CARDS.items():
        digest = BOOK[f"TA-RC-{id}"].digest
        wear = f"{card.wear} marker" if card.wear else "no marker"
        face = f"{card.movement.title()}, speed {card.speed}, from the pits {card.pit_speed}, {wear}."
        assert face in digest, id


def test_the_book_is_a_tree() -> None:
    assert BOOK.clauses("TA-6.9.3") == ("TA-6.9.3-case-1", "TA-6.9.3-case-2")
    assert BOOK.parent("TA-6.9.3-case-1") == "TA-6.9.3"
    assert BOOK.parent("TA-6.9") is None
    assert "TA-6.7" in BOOK.clauses("TA-6") and "TA-6.7-wall" not in BOOK.clauses("TA-6")
    assert BOOK.family("TA-6.8") == ("TA-6.8", "TA-6.8-cascade")
    tops = [entry.id for entry in BOOK if BOOK.parent(entry.id) is None]
    assert [found for id in tops for found in BOOK.family(id)] == list(BOOK.rules)


def test_ids_are_found_in_any_case() -> None:
    assert BOOK.find("ta-bump") == "TA-BUMP"
    assert BOOK.find("6.1-COST") == "TA-6.1-cost"
    assert BOOK.find("TA-6.99") is None
    assert rule(DATA, "ta-unique").id == "TA-UNIQUE"
    with pytest.raises(ModelError, match=r"did you mean `TA-6\.1-cost`"):
        rule(DATA, "TA-6.1-cots")


def test_short_and_title_of_the_rules_findings_cite() -> None:
    assert BOOK.short("TA-5") == "card text wins over the rulebook"
    assert BOOK.short("TA-RC-riding-the-draft") == "no direct sideways step in this segment"
    assert BOOK.title("TA-6.1-cost") == "cost of a step"


def test_overrides_are_known_from_both_sides() -> None:
    for entry in BOOK:
        for other in entry.overrides:
            assert entry.id in BOOK[other].overridden_by
    assert "TA-RC-slingshot" in BOOK["TA-6.1-no-diagonal"].overridden_by


def test_rules_know_their_rulings() -> None:
    for ruling in load_rulings(DATA).rulings.values():
        for id in ruling.rules:
            assert ruling.id in BOOK[id].rulings


def test_settings_name_rules() -> None:
    house = load_house_rules(DATA)
    rules = [setting.rule for setting in house.parameters.values()]
    rules += [setting.rule for setting in house.options.values()]
    assert all(id in BOOK for id in rules)
    for parameter in house.parameters.values():
        assert parameter.min <= parameter.value <= parameter.max
    for option in house.options.values():
        assert all(option.name in house.options[other].excludes for other in option.excludes)


def test_the_toy_is_sound(tmp_path: Path) -> None:
    book = load_rules(toy(tmp_path))
    assert book["TY-1.1"].rulings == ("how-far",)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('kind = "legality"', 'kind = "law"'), "toy/rules.toml: TY-1.1.kind: `law` is not a kind"),
        (('digest = "What it says at length."\n', ""), "toy/rules.toml: TY-1.1.digest: is missing"),
        (("EN p. 1", "FR p. 1"), "toy/rules.toml: TY-1.1.sources: `FR p. 1` is not a source"),
        (("EN p. 1", "EN page 1"), "toy/rules.toml: TY-1.1.sources: `EN page 1` is not a source"),
        (
            ("sources", 'overrides = ["TY-9"]\nsources'),
            "toy/rules.toml: TY-1.1.overrides: `TY-9` is not another rule",
        ),
        (("stays =", "stasy ="), "toy/rules.toml: TY-1.1: needs either `without` or `stays`"),
        (
            ("stays =", 'without = "nothing"\nstays ='),
            "toy/rules.toml: TY-1.1: needs either `without` or `stays`",
        ),
        (("short =", "shrot ="), "toy/rules.toml: TY-1.1.shrot: this key has no meaning here"),
        (('"TY-1.1"', '"TZ-1.1"'), "toy/rules.toml: TZ-1.1: a rule id begins with `TY-`"),
        (
            ('title = "a rule"', "title = 3"),
            "toy/rules.toml: TY-1.1.title: should be a text in quotes, not `3`",
        ),
        (('title = "a rule"', "title = "), "toy/rules.toml: is not valid TOML"),
    ],
)
def test_a_wrong_rule_is_named_with_file_and_key(tmp_path: Path, change: tuple[str, str], told: str) -> None:
    assert any(line.startswith(told) for line in refusal(toy(tmp_path, rules=RULE.replace(*change))))


def test_a_ruling_may_not_name_a_rule_that_does_not_exist(tmp_path: Path) -> None:
    problems = refusal(toy(tmp_path, rulings=RULING.replace("TY-1.1", "TY-1.2")))
    assert problems == ["toy/rulings.toml: how-far.rules: there is no rule `TY-1.2` (did you mean `TY-1.1`?)"]


def test_all_problems_come_out_together(tmp_path: Path) -> None:
    wrong = RULE.replace("legality", "law").replace("EN p. 1", "XX")
    assert len(refusal(toy(tmp_path, rules=wrong))) == 2


def test_a_folder_without_data_is_named(tmp_path: Path) -> None:
    missing = replace(DATA, game="toy", folder=tmp_path)
    assert refusal(missing) == ["toy/rules.toml: there is no such file"]


def test_built_data_is_fresh() -> None:
    built = dict(data())
    for path, text in built.items():
        assert path.read_text(encoding="utf-8") == text, f"{path} is stale; run `make data`"
    assert set(ROOT.glob("model/*/built/data/*.py")) == set(built)
