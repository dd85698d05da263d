"""Rulesets: the editions, a player's own file, and the changes made by a record."""

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from grammar.parser import parse
from model.datafiles import read_data
from model.errors import ModelError, Problem
from model.ruleset import default_ruleset, load_ruleset, parameter, shipped_rulesets, with_changes
from model.rulings import Reading, load_rulings
from model.thunder_alley.facts import DATA
from model.values import replace
from verifier.records.heading import read_heading
from verifier.rulesets.changes import changes, rule_lines


def told(call: object, *args: object, **kwargs: object) -> list[str]:
    assert callable(call)
    with pytest.raises(ModelError) as error:
        call(*args, **kwargs)
    return [str(problem) for problem in error.value.problems]


def versions() -> list[tuple[str, int]]:
    """The versions of the shipped rulesets."""
    tables = read_data(DATA, "rulesets.toml").each()
    return [
        (name, int(version))
        for name, table in tables
        for version in (table.number("version"), *table.table("older").content)
    ]


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
    assert "is not a version" in told(load_ruleset, DATA, f"en-2014@{'1' * 5000}")[0]
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
        ('without = ["TA-6.7"]', "without: `TA-6.7` cannot be left out: a car on the apron could be shut in"),
        ("limit = 3", "limit: this key has no meaning here (known: "),
        ("cards.charg.speed = 3", "cards.charg.speed: there is no card `charg` (did you mean `charge`?)"),
        (
            "cards.charge.sped = 3",
            "cards.charge.sped: card `charge` has no `sped` to change (did you mean `speed`?)",
        ),
        (
            "cards.charge.speed = 21",
            "cards.charge.speed: `charge.speed` cannot be `21` (a whole number of MPs from 0 to 20; 7",
        ),
        ("cards.charge.speed = true", "cards.charge.speed: `charge.speed` cannot be `True`"),
        (
            "cards.charge.speed = 1.5",
            "cards.charge.speed: `1.5` is not allowed here (a whole number, or a word in quotes)",
        ),
        ('cards.charge.wear = "pink"', "cards.charge.wear: `charge.wear` cannot be `pink` (none, black, "),
        (
            'cards.slingshot.movement = "solo"',
            "cards.slingshot.movement: card `slingshot` has no `movement` to change",
        ),
        ("cards.inside-line.count = 0", "cards.inside-line.count: `inside-line.count` cannot be `0`"),
        ("cards.charge = 3", "cards.charge: should be a table, not `3`"),
        ("parameters.charge.speed = 3", "parameters.charge: `{'speed': 3}` is not allowed here"),
        ("version = 0", "version: a version is 1 or more"),
        ("version = 10000", "version: a version is 1 or more, up to 9999"),
        ("[older.1]", "older.1: an older version is a number below 1"),
        ("version = 2\nolder.one.rulings = {}", "older.one: an older version is a number below 2"),
        ("version = 2\nolder.1.limit = 3", "older.1.limit: this key has no meaning here"),
        (
            'version = 2\n[older.1]\nrulings.card-80 = "none"',
            "older.1.rulings.card-80: ruling `card-80` has no reading `none`",
        ),
        ('options.variable-pit-stops = "yes"', "options.variable-pit-stops: `yes` is not allowed here"),
        ('without = ["TA-1.1", "TA-1.1"]', "without: `TA-1.1` cannot be left out"),
        (f'id = "{"x" * 61}"', "id: an id has at most 60 characters"),
        ('id = "a\\u0007b"', "id: an id has at most 60 characters, all of them printable"),
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
    place = re.escape(str(tmp_path / "house.toml"))
    line = text.count("\n") + 1
    assert re.match(rf"{place}(?::{line}:1)?: {re.escape(problem)}", lines[0])
    assert f":{line}:1: " in lines[0] or "TOML" in lines[0]


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
    own(tmp_path, 'title = "last"', "c10.toml")
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


def test_a_file_and_a_record_change_cards(tmp_path: Path) -> None:
    own(tmp_path, '[cards]\ncharge.speed = 8\ncharge.wear = "none"\n[cards.rain]\ncount = 1')
    house = load_ruleset(DATA, "house", tmp_path)
    assert dict(house.cards) == {"charge.speed": 8, "charge.wear": "none", "rain.count": 1}
    assert rule_lines(DATA, house) == ["set charge.speed = 8", "set charge.wear = none", "set rain.count = 1"]
    speed, wear, count = changes(DATA, default_ruleset(DATA), house)
    assert (speed.kind, str(speed), speed.before(default_ruleset(DATA))) == ("card", "charge.speed = 8", "7")
    assert [*speed.rules, *count.rules] == ["TA-RC-charge", "TA-EV-rain"]
    again = wear.applied(speed.applied(count.applied(default_ruleset(DATA))))
    assert again == replace(house, id="en-2014")
    back = with_changes(
        DATA, house, parameters={"charge.speed": "7", "charge.wear": "Black", "rain.count": 2}
    )
    assert not back.cards


def test_what_is_no_slip_is_refused_with_the_way_to_add_it(tmp_path: Path) -> None:
    """A ruleset file changes data; for anything else the error names the guide to read."""
    for text in (
        "tyres = 3",
        "parameters.xyz = 3",
        "options.xyz = true",
        'rulings.card-80 = "neither"',
        'without = ["TA-6.7"]',
    ):
        own(tmp_path, text)
        [line] = told(load_ruleset, DATA, "house", tmp_path)
        assert "docs/house-rules.md" in line


OLDER = """
version = 3
without = ["TA-BUMP"]
[rulings]
card-80 = "understeer"
[cards]
charge.count = 6
[older.1]
without = []
rulings.card-80 = "inside-line"
cards.charge.count = 4
options.race-completion = true
[older.2.parameters]
green-pit-spaces = 7
"""


def test_older_versions_stay_usable(tmp_path: Path) -> None:
    own(tmp_path, OLDER)
    newest, first, second = (load_ruleset(DATA, f"house{one}", tmp_path) for one in ("", "@1", "@2"))
    assert newest == load_ruleset(DATA, "house@3", tmp_path)
    assert (newest.version, first.version, second.version) == (3, 1, 2)
    assert (dict(first.changed), dict(first.cards), first.left_out) == ({}, {}, frozenset())
    assert dict(first.options) == {"race-completion": None}
    assert second.left_out == newest.left_out == {"TA-BUMP"} and second.changed == newest.changed
    assert dict(second.parameters) == {"green-pit-spaces": 7} and not newest.parameters
    assert told(load_ruleset, DATA, "house@4", tmp_path) == [
        "ruleset `house` has no version 4 (versions 1, 2 and 3 are available)"
    ]
    own(tmp_path, 'extends = "house@1"', "upon.toml")
    assert dict(load_ruleset(DATA, "upon", tmp_path).options) == {"race-completion": None}


def test_an_older_version_of_a_shipped_ruleset_is_written_into_a_record(tmp_path: Path) -> None:
    folder = tmp_path / "thunder_alley" / "data"
    shutil.copytree(DATA.folder, folder)
    file = folder / "rulesets.toml"
    text = file.read_text(encoding="utf-8").replace("[es]\nversion = 1", "[es]\nversion = 2")
    file.write_text(text + '\n[es.older.1.rulings]\ncard-80 = "understeer"\n', encoding="utf-8")
    data = replace(DATA, folder=folder)
    old, new = load_ruleset(data, "es@1"), load_ruleset(data, "es")
    assert (old.readings["card-80"], new.readings["card-80"]) == ("understeer", "inside-line")
    assert (rule_lines(data, old), rule_lines(data, new)) == (["ruleset es@1"], ["ruleset es"])
    assert [str(one) for one in changes(data, old, new)] == ["card-80 = inside-line"]
    text = "game thunder-alley\nruleset es@1\nset charge.count = 5\nruling card-80 = inside-line\n"
    [record] = parse(text, "old.race").records
    assert read_heading(record, data, tmp_path).label == "es@1 with 2 changes"


@pytest.mark.parametrize("name", [f"{name}@{version}" for name, version in versions()])
def test_every_shipped_version_can_be_read(name: str) -> None:
    assert load_ruleset(DATA, name).version == int(name.partition("@")[2])


def test_no_file_breaks_the_reader(tmp_path: Path) -> None:
    """Ruleset files come from strangers: each is read, or refused in a few lines."""
    rng = Random(7)
    known = (
        OLDER
        + 'extends = "es"\nid = "x"\n[parameters]\nextra-cards = 3\n[options]\nvariable-pit-stops = true\n'
    )
    words = [
        *known.split(),
        "[",
        "]]",
        '"',
        "\x00",
        "9" * 5000,
        "1e9",
        "-1",
        "2026-01-01",
        "a." * 300,
        "{}",
        "é\u202e",
    ]
    for count in range(300):
        parts = re.split(r"(\W)", known)
        for _ in range(rng.randint(1, 4)):
            parts[rng.randrange(len(parts))] = rng.choice(words)
        own(tmp_path, "".join(parts))
        try:
            load_ruleset(DATA, f"house{rng.choice(('', '@1', '@2'))}", tmp_path)
        except ModelError as error:
            assert 0 < len(error.problems) <= 101 and len(str(error)) < 30_000, count


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    for text, problem in (
        ("#" * 2**20 + "#", "longer than 1 MiB"),
        (f'rulings.card-80 = "{"x" * 10**6}"', "..."),
        (f"{'x' * 10**6} = 3", "..."),
        ("".join(f"k{number} = 1\n" for number in range(50_000)), "and more"),
        ("a = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
    ):
        own(tmp_path, text)
        lines = told(load_ruleset, DATA, "house", tmp_path)
        assert problem in "".join(lines) and len("".join(lines)) < 60_000


def test_a_mistake_is_placed_in_its_line(tmp_path: Path) -> None:
    own(
        tmp_path,
        """
title = '''
[rulings]
card-80 = 3
'''
[rulings]
  card-80 = "over" # not the one above
[cards."charge"]
speed = 99
[ parameters ]
extra-cards = { x = 1 }
""",
    )
    places = [problem.where.partition("house.toml")[2] for problem in problems_of("house", tmp_path)]
    assert places == [":7:3: rulings.card-80", ":11:1: parameters.extra-cards", ":9:1: cards.charge.speed"]


def problems_of(name: str, folder: Path) -> tuple[Problem, ...]:
    with pytest.raises(ModelError) as error:
        load_ruleset(DATA, name, folder)
    return error.value.problems
