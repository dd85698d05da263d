"""The rulings as data: every reading has a meaning, notes cannot be chosen, defaults can."""

import re
from pathlib import Path

import pytest

from model.datafiles import GameData
from model.errors import ModelError
from model.rules import load_rules
from model.rulings import load_rulings, ruling
from model.thunder_alley.facts import DATA

BOOK = load_rulings(DATA)


def test_sections_and_subjects_are_used() -> None:
    assert {one.section for one in BOOK.rulings.values()} == set(BOOK.sections)
    assert {one.about for one in BOOK.rulings.values()} == set(BOOK.about)


def test_every_ruling_can_be_explained() -> None:
    for one in BOOK.rulings.values():
        assert one.question.endswith("?") and one.question[0].islower(), one.id
        assert all(
            reading.meaning and not reading.meaning.endswith(".") for reading in one.readings.values()
        ), one.id
        if one.selectable:
            assert one.why, one.id


def test_every_choice_says_what_separates_its_readings() -> None:
    """Only a ruling whose readings play the same may lack a position that separates them."""
    silent = {one.id for one in BOOK.rulings.values() if len(one.choices()) > 1 and not one.separates}
    assert silent == {"restart-move-up-step"}


def test_support_names_an_edition_and_a_place_in_it() -> None:
    """The English edition by its pages, the others by existing chapters."""
    lists = r"list of (?:race cards|events)"
    chapters = r"ch\. ([\d.]+(?:, [\d.]+)*)(?: and glossary| \(printed [\d.]+\))?"
    form = re.compile(rf"EN pp?\. [\d, -]+|(?:ES|EL) (?:{chapters}|{lists})|CARD|LG")
    for one in BOOK.rulings.values():
        for reading in one.readings.values():
            names = [source.split()[0] for source in reading.support]
            assert names == [name for name in ("EN", "ES", "EL", "CARD", "LG") if name in names], one.id
            for source in reading.support:
                found = form.fullmatch(source)
                assert found, (one.id, source)
                for chapter in (found[1] or "").split(", "):
                    assert any(rule.startswith(f"TA-{chapter}") for rule in load_rules(DATA).rules), source


def test_support_that_editions_give_beside_the_english_one() -> None:
    def places(id: str, reading: str) -> tuple[str, ...]:
        return ruling(DATA, id).readings[reading].support

    assert places("running-order-space-or-sector", "sector") == ("EN pp. 4, 15", "ES ch. 4.1")
    assert places("running-order-space-or-sector", "space")[1:] == ("ES ch. 4.1", "EL ch. 4.1")
    assert places("activated-once", "default") == ("EN p. 3", "ES ch. 3.4", "EL ch. 3.4")
    assert places("loose-vs-tight", "blue-and-yellow")[1:] == ("ES list of events", "EL list of events")
    assert places("turn-leader-lapped-in-sector", "tied-cars-only")[1:] == ("ES ch. 3.5.1", "EL ch. 3.5.1")


def test_defaults_hold_every_choice_and_no_note() -> None:
    defaults = BOOK.defaults()
    assert defaults["clean-air-text"] == "card-text"
    assert "place-points" not in defaults
    assert set(defaults) == {one.id for one in BOOK.rulings.values() if len(one.readings) > 1}


def test_rulings_are_listed_by_subject() -> None:
    movement = {one.id for one in BOOK.concerning("movement")}
    assert {"bump-split", "reenter-start-space", "slingshot-followers"} <= movement
    assert "restart-fill-holes" not in movement
    assert {one.id for one in BOOK.concerning(*BOOK.about)} == set(BOOK.defaults())


def test_unmodelled_readings_are_few_and_give_a_reason() -> None:
    unmodelled = {
        one.id: name
        for one in BOOK.rulings.values()
        for name, reading in one.readings.items()
        if reading.unmodelled
    }
    assert unmodelled == {
        "restart-lapped-order": "unspecified",
        "collision-originator": "car",
        "running-order-space-or-sector": "space",
    }


@pytest.mark.parametrize(
    ("id", "reading", "told"),
    [
        ("clean-air-txt", "card-text", "there is no ruling `clean-air-txt` (did you mean `clean-air-text`?)"),
        (
            "clean-air-text",
            "card-txt",
            "ruling `clean-air-text` has no reading `card-txt` (did you mean `card-text`?)",
        ),
        (
            "clean-air-text",
            "xyz",
            "ruling `clean-air-text` has no reading `xyz` "
            "(its readings: card-text, rulebook-text; docs/house-rules.md explains how to add one)",
        ),
        (
            "card-discard",
            "default",
            "ruling `card-discard` is a note: it has one reading and cannot be chosen",
        ),
        ("collision-originator", "car", "reading `car` of ruling `collision-originator` is not modelled"),
    ],
)
def test_a_wrong_choice_is_refused_by_name(id: str, reading: str, told: str) -> None:
    assert str(BOOK.choice_problem(id, reading)).startswith(told)


def test_a_right_choice_is_accepted() -> None:
    for one in BOOK.rulings.values():
        assert all(BOOK.choice_problem(one.id, reading) is None for reading in one.choices())


def test_one_ruling_by_id() -> None:
    assert ruling(DATA, "card-80").default == "inside-line"
    with pytest.raises(ModelError, match="did you mean `card-80`"):
        ruling(DATA, "card-8")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('default = "far"\nreadings.near = { meaning = "x" }', "one.default: `far` is not known"),
        (
            'default = "near"\nreadings.near = { meaning = "x" }',
            "one.kind: a ruling with one reading is a note",
        ),
        (
            'kind = "note"\ndefault = "a"\nreadings.a = { meaning = "x" }\nreadings.b = { meaning = "y" }',
            "one.readings: a note has one reading",
        ),
        (
            'default = "a"\nreadings.a = { meaning = "x" }\nreadings.b = {}',
            "one.readings.b.meaning: is missing",
        ),
        (
            'default = "a"\nreadings.a = { meaning = "x", unmodelled = "y" }\nreadings.b = { meaning = "y" }',
            "one.default: the default must be modelled",
        ),
    ],
)
def test_a_wrong_ruling_is_named_with_file_and_key(tmp_path: Path, lines: str, told: str) -> None:
    head = '[meta]\ngame = "toy"\nsections.A = "a"\nabout.m = "m"\n[one]\nsection = "A"\nabout = "m"\n'
    body = f'rules = ["TY-1"]\nquestion = "what?"\nconfidence = "low"\n{lines}\n'
    (tmp_path / "rulings.toml").write_text(head + body, encoding="utf-8")
    with pytest.raises(ModelError) as error:
        load_rulings(GameData("toy", "TY", tmp_path))
    assert any(str(problem).startswith(f"toy/rulings.toml: {told}") for problem in error.value.problems)
