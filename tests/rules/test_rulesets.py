"""Rulesets: the editions, a player's own file, and the changes made by a record."""

from pathlib import Path

import pytest

from model.errors import ModelError
from model.ruleset import default_ruleset, load_ruleset, parameter, shipped_rulesets, with_changes
from model.rulings import Reading, load_rulings
from model.thunder_alley.facts import DATA
from verifier.changes import changes, rule_lines


def told(call: object, *args: object, **kwargs: object) -> list[str]:
    assert callable(call)
    with pytest.raises(ModelError) as error:
        call(*args, **kwargs)
    return [str(problem) for problem in error.value.problems]


def own(folder: Path, text: str, name: str = "house.toml") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return name


def test_the_editions() -> None:
    assert shipped_rulesets(DATA) == ("en-2014", "el", "es")
    english = default_ruleset(DATA)
    assert (english.id, english.version, dict(english.changed)) == ("en-2014", 1, {})
    assert dict(english.readings) == load_rulings(DATA).defaults()
    spanish, greek = load_ruleset(DATA, "es"), load_ruleset(DATA, "el")
    assert spanish.readings["cars-allowed-to-pit"] == "one"
    assert greek.readings["cars-allowed-to-pit"] == "any-number"
    assert spanish.readings["green-line-placement"] == "behind-line"
    assert (len(spanish.changed), len(greek.changed)) == (14, 12)


def supporters(reading: Reading) -> set[str]:
    return {source.split()[0] for source in reading.support}


def test_an_edition_follows_readings_that_name_it() -> None:
    """An edition has a reading other than the default only if it supports that reading and not the default."""
    book = load_rulings(DATA)
    for id, edition in (("es", "ES"), ("el", "EL")):
        for ruling, reading in load_ruleset(DATA, id).changed.items():
            readings = book[ruling].readings
            assert edition in supporters(readings[reading]), (id, ruling)
            assert edition not in supporters(readings[book[ruling].default]), (id, ruling)


def test_an_edition_leaves_the_default_where_it_says_otherwise() -> None:
    """An edition that supports only another reading does not have the default, unless it is silent on the point."""
    book = load_rulings(DATA)
    silent = {"leader-after-finishers", "final-turn-leader-marker"}
    for id, edition in (("es", "ES"), ("el", "EL")):
        changed = load_ruleset(DATA, id).changed
        for ruling in book.rulings.values():
            reads = {one for one in ruling.choices() if edition in supporters(ruling.readings[one])}
            if reads and ruling.default not in reads and ruling.id not in silent:
                assert changed[ruling.id] in reads


def test_a_version_may_be_asked_for() -> None:
    assert load_ruleset(DATA, "en-2014@1") == load_ruleset(DATA, "EN-2014")
    assert told(load_ruleset, DATA, "en-2014@2") == [
        "ruleset `en-2014` has no version 2 (version 1 is available)"
    ]
    assert "`one` is not a version" in told(load_ruleset, DATA, "en-2014@one")[0]
    assert "missing" in told(load_ruleset, DATA, "@1")[0]


def test_an_unknown_name_is_offered_the_nearest() -> None:
    assert told(load_ruleset, DATA, "en-2041") == ["there is no ruleset `en-2041` (did you mean `en-2014`?)"]
    assert "shipped: en-2014, el, es" in told(load_ruleset, DATA, "nowhere.toml")[0]


def test_an_own_ruleset(tmp_path: Path) -> None:
    name = own(
        tmp_path,
        """
        id = "club"
        version = 3
        extends = "es@1"
        [rulings]
        cars-allowed-to-pit = "any-number"
        finish-mid-draft = "line-goes-on"
        [parameters]
        green-pit-spaces = 6
        [options]
        variable-pit-stops = true
        cars-per-team = 3
        """,
    )
    club = load_ruleset(DATA, "house@3", tmp_path)
    assert club == load_ruleset(DATA, name, tmp_path) == load_ruleset(DATA, "house", Path(), [tmp_path])
    assert (club.id, club.version) == ("club", 3)
    assert club.readings["cars-allowed-to-pit"] == "any-number"
    assert "cars-allowed-to-pit" not in club.changed
    assert club.changed["finish-mid-draft"] == "line-goes-on"
    assert club.changed["winner-turn-leader"] == "no"
    assert dict(club.parameters) == {"green-pit-spaces": 6}
    assert dict(club.options) == {"variable-pit-stops": None, "cars-per-team": "3"}


def test_a_ruleset_that_extends_nothing_stands_on_the_default_edition(tmp_path: Path) -> None:
    own(tmp_path, 'rulings.card-80 = "understeer"')
    assert dict(load_ruleset(DATA, "house", tmp_path).changed) == {"card-80": "understeer"}


def test_a_ruleset_extends_a_neighbour(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    own(tmp_path, 'rulings.card-80 = "understeer"\n[options]\nrace-completion = true', "base.toml")
    own(tmp_path / "sub", 'extends = "../base.toml"\noptions.race-completion = false', "top.toml")
    top = load_ruleset(DATA, "sub/top.toml", tmp_path)
    assert (top.id, dict(top.changed), dict(top.options)) == ("top", {"card-80": "understeer"}, {})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            'rulings.card-8 = "understeer"',
            "rulings.card-8: there is no ruling `card-8` (did you mean `card-80`?)",
        ),
        ('rulings.card-80 = "over"', "rulings.card-80: ruling `card-80` has no reading `over`"),
        ("rulings.card-80 = 3", "rulings.card-80: `3` is not allowed here (a reading id in quotes)"),
        ('rulings.rain-flag = "default"', "rulings.rain-flag: ruling `rain-flag` is a note"),
        (
            'rulings.running-order-space-or-sector = "space"',
            "rulings.running-order-space-or-sector: reading `space` of ruling `running-order-space-or-sector` is not modelled",
        ),
        (
            "parameters.green-pit-space = 3",
            "parameters.green-pit-space: there is no parameter `green-pit-space` (did you mean `green-pit-spaces`?)",
        ),
        (
            "parameters.green-pit-spaces = 99",
            "parameters.green-pit-spaces: parameter `green-pit-spaces` cannot be `99` "
            "(a whole number of spaces from 0 to 20; 5 is printed (EN p. 10))",
        ),
        ("parameters.green-pit-spaces = true", "parameters.green-pit-spaces: `True` is not allowed here"),
        (
            "parameters.race-completion = 1",
            "parameters.race-completion: `race-completion` is an optional rule",
        ),
        ("options.green-pit-spaces = 3", "options.green-pit-spaces: `green-pit-spaces` is a parameter"),
        (
            "options.variable-pit-stop = true",
            "options.variable-pit-stop: there is no option `variable-pit-stop`",
        ),
        (
            "options.variable-pit-stops = 3",
            "options.variable-pit-stops: option `variable-pit-stops` takes no value",
        ),
        (
            "options.cars-per-team = true",
            "options.cars-per-team: option `cars-per-team` cannot take no value",
        ),
        ("options.cars-per-team = 7", "options.cars-per-team: option `cars-per-team` cannot take `7`"),
        ('rulling.card-80 = "understeer"', "rulling: this key has no meaning here (did you mean `rulings`?)"),
        ('without = ["TA-BUMB"]', "without: there is no rule `TA-BUMB` (did you mean `TA-BUMP`?)"),
        ('without = ["TA-6.7"]', "without: `TA-6.7` cannot be left out"),
        ("version = 0", "version: a version is 1 or more"),
        ('version = "2"', "version: should be a whole number"),
        ('extends = "en-2041"', "extends: there is no ruleset `en-2041` (did you mean `en-2014`?)"),
        ('game = "rallyman"', "game: is a ruleset for `rallyman`, not `thunder-alley`"),
        ('extends = "en-2014', "is not valid TOML"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path: Path, text: str, problem: str) -> None:
    own(tmp_path, text)
    lines = told(load_ruleset, DATA, "house", tmp_path)
    assert len(lines) == 1
    assert lines[0].startswith(f"{tmp_path / 'house.toml'}: {problem}")


def test_all_problems_of_a_file_come_out_together(tmp_path: Path) -> None:
    own(tmp_path, 'extends = "em"\nrulings.x = "y"\noptions.z = true\nparameters.green-pit-spaces = "a"')
    assert len(told(load_ruleset, DATA, "house", tmp_path)) == 4


def test_circles_and_long_chains_are_refused(tmp_path: Path) -> None:
    own(tmp_path, 'extends = "b"', "a.toml")
    own(tmp_path, 'extends = "a"', "b.toml")
    assert "in a circle (a.toml -> b.toml -> a.toml)" in told(load_ruleset, DATA, "a", tmp_path)[0]
    own(tmp_path, 'extends = "self"', "self.toml")
    assert "in a circle" in told(load_ruleset, DATA, "self", tmp_path)[0]
    for number in range(10):
        own(tmp_path, f'extends = "c{number + 1}"', f"c{number}.toml")
    own(tmp_path, "", "c10.toml")
    assert "more than 8 rulesets" in told(load_ruleset, DATA, "c0", tmp_path)[0]
    assert load_ruleset(DATA, "c3", tmp_path).id == "c3"


def test_a_record_changes_a_ruleset() -> None:
    changed = with_changes(
        DATA,
        default_ruleset(DATA),
        {"clean-air-text": "rulebook-text"},
        {"green-pit-spaces": "7", "cars-per-team": 4},
        {"variable-pit-stops": None},
    )
    assert dict(changed.changed) == {"clean-air-text": "rulebook-text"}
    assert parameter(DATA, changed, "green-pit-spaces") == 7
    assert parameter(DATA, changed, "blown-tire-spaces") == 10
    assert dict(changed.options) == {"cars-per-team": "4", "variable-pit-stops": None}
    back = with_changes(
        DATA,
        changed,
        {"clean-air-text": "card-text"},
        {"green-pit-spaces": 5},
        {"variable-pit-stops": "off", "cars-per-team": False},
    )
    assert back == default_ruleset(DATA)


def test_everything_wrong_in_a_record_is_told_in_order() -> None:
    lines = told(
        with_changes,
        DATA,
        default_ruleset(DATA),
        {"x": "y"},
        {"q": 1},
        {"grid-per-card": None, "grid-per-round": None},
    )
    assert [line.split(" (")[0] for line in lines] == [
        "there is no ruling `x`",
        "there is no parameter `q`",
        "options `grid-per-card` and `grid-per-round` cannot both be in force",
    ]


def test_a_file_and_a_record_leave_out_rules(tmp_path: Path) -> None:
    own(tmp_path, 'extends = "en-2014"\nwithout = ["ta-bump"]')
    house = load_ruleset(DATA, "house", tmp_path)
    assert house.left_out == {"TA-BUMP"}
    assert rule_lines(DATA, house) == ["without TA-BUMP"]
    [change] = changes(DATA, default_ruleset(DATA), house)
    assert (str(change), change.before(house)) == ("without TA-BUMP", "off")
    [back] = changes(DATA, house, default_ruleset(DATA))
    assert str(back) == "with TA-BUMP"
    assert back.applied(house).left_out == frozenset()
