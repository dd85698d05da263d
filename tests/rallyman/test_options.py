"""The `option` lines of a record list all optional rules in force."""

import tomllib
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from model.rallyman.facts import DATA
from model.rules import load_house_rules
from verifier import rallyman
from verifier.cli.common import overrides
from verifier.errors import StewardError
from verifier.findings import VERDICTS
from verifier.records.replay import Options, RecordReport, verify
from verifier.render.text import record_text

HEAD = "game rallyman\nstage hollow-pine\ndriver A tyres=snow\n"
AT = "position\n  turn 2\n  A s1 g2 m=3\nend\n"


def judged(options: str, turn: str) -> RecordReport:
    return verify(f"{HEAD}{options}{AT}{turn}\n")[0]


@pytest.mark.parametrize(
    ("options", "attack", "seconds", "weather"),
    [
        ("", True, True, True),
        ("option none\n", False, False, False),
        ("option attack\n", True, False, False),
        ("option seconds\noption weather\n", False, True, True),
        ("option attack\noption seconds\noption weather\noption splits\n", True, True, True),
    ],
)
def test_what_is_listed_is_in_force(options: str, attack: bool, seconds: bool, weather: bool) -> None:
    assert (judged(options, "A: [2 3] =3").verdict == "legal") == attack
    assert (judged(options, "A: 2$ =2").verdict == "legal") == seconds
    assert (judged(options, "A: g g =2").verdict == "illegal") == weather  # one gas die only on asphalt


def test_none_stands_alone() -> None:
    report = judged("option none\noption attack\n", "A: 2 =2")
    assert report.verdict == "unreadable"
    assert "no optional rule is in force" in report.findings[0].fact
    assert judged("option nothing\n", "A: 2 =2").verdict == "unreadable"


def test_parameters_are_set() -> None:
    assert judged("set gear_card_back_seconds = 90\n", "A: 2! 3! g! *spin =3b > t=1:30").verdict == "legal"
    assert judged("set gear_card_back_seconds = 9000\n", "A: 2 =2").verdict == "unreadable"


def resting(text: str) -> dict[str, list[int]]:
    """The assumed parameters that a verdict rests on, each with the values that would change it."""
    [report] = verify(text, options=Options(rests_on=VERDICTS))
    return {one.parameter: [value for value, _ in one.otherwise] for one in report.assumed}


ASSUMED = {
    "spare_wheel_seconds": ("  A s1 g1 flats=1", "A: W =- > t=1:00", [0, 600]),
    "snow_tyres_on_asphalt_gas_dice": ("  A s1 g2", "A: g =2", [0]),
    "dirt_note_floor": ("  A s9 g2\n  dirt K2=3", "A: 2/i *spin =2b", [2]),
    "damage_that_retires": ("  A s1 g2 dmg=4", "A: 2 =2", [4]),
    "blocked_neutral_seconds": (
        "  A k1i spun arr=2\n  B k1i spun arr=1",
        "A: blocked =1b > t=1:00",
        [0, 600],
    ),
    "blocked_at_start_seconds": ("  A START\n  B s1 g0\n  C s1 g0", "A: blocked =- > t=0:00", [600]),
}


def assuming(name: str) -> str:
    """A legal record that rests on an assumed parameter."""
    place, turn, _ = ASSUMED[name]
    more = "".join(f"driver {other}\n" for other in "BC" if f"\n  {other} " in place)
    return f"{HEAD}{more}position\n  turn 9\n  next A\n{place}\nend\n{turn}\n"


@pytest.mark.parametrize("name", ASSUMED)
def test_a_ruleset_file_sets_it(name: str, tmp_path: Path) -> None:
    house = f'id = "house"\nextends = "2009"\n\n[parameters]\n{name} = {ASSUMED[name][2][0]}\n'
    (tmp_path / "house.toml").write_text(house, encoding="utf-8")
    text = assuming(name).replace("stage", "ruleset house.toml\nstage", 1)
    [report] = verify(text, str(tmp_path / "own.race"), Options(rests_on=VERDICTS))
    assert report.verdict != "legal"
    assert name not in {one.parameter for one in report.assumed}


@pytest.mark.parametrize("name", ASSUMED)
def test_a_verdict_says_on_which_assumed_parameters_it_rests(name: str) -> None:
    text, others = assuming(name), ASSUMED[name][2]
    assert resting(text).get(name) == others
    value = others[0]
    assert name not in resting(text.replace("position\n", f"set {name} = {value}\nposition\n", 1))


def test_what_stands_for_the_time_of_the_spare_wheel_is_assumed_too() -> None:
    """Its reading B has the card show another, unknown time; the value in its place is only a placeholder."""
    text = assuming("spare_wheel_seconds").replace("t=1:00", "t=0:50")
    text = text.replace("stage", "ruling spare-wheel-time = B\nstage", 1)
    [report] = verify(text, options=Options(rests_on=VERDICTS))
    assert report.verdict == "legal"
    [assumed] = [one for one in report.assumed if one.parameter == "spare_wheel_seconds"]
    assert (assumed.value, [value for value, _ in assumed.otherwise]) == (50, [0, 600])
    assert "spare_wheel_seconds = 50, which is assumed" in record_text(report)
    assert "spare_wheel_seconds" not in resting(
        text.replace("position\n", "set spare_wheel_seconds = 50\nposition\n", 1)
    )


def test_values_that_cannot_be_meant_are_not_told() -> None:
    """A floor above every note of the corner, or retiring with gear dice left: a ruleset can set both, and neither was
    printed."""
    floor = f"{HEAD}position\n  turn 9\n  A s10 g1\n  dirt K3=1\nend\nA: g 2/i *spin =2b\n"
    assert resting(floor) == {"dirt_note_floor": [2]}
    assert (
        verify(floor.replace("position\n", "set dirt_note_floor = 5\nposition\n", 1))[0].verdict == "illegal"
    )
    assert "damage_that_retires" not in resting(f"{HEAD}position\n  turn 9\n  A s1 g2 dmg=3\nend\nA: 2 =2\n")


def test_every_assumed_parameter_is_asked() -> None:
    parameters = load_house_rules(DATA).parameters.values()
    assert {one.name for one in parameters if one.assumed} == set(ASSUMED)


def marked(content: dict[str, Any], mark: str, *path: str) -> Iterator[tuple[str, ...]]:
    """The marked places in a data file."""
    for name, value in content.items():
        if name == mark and value:
            yield path
        elif isinstance(value, dict):
            yield from marked(value, mark, *path, name)


def facts_marked(mark: str) -> set[tuple[str, ...]]:
    """The file and key of every marked fact in the data of the game."""
    files = sorted(DATA.folder.rglob("*.toml"))
    assert len(files) > 8
    return {
        (path.name, *place)
        for path in files
        for place in marked(tomllib.loads(path.read_text(encoding="utf-8")), mark)
    }


def test_whatever_is_assumed_in_any_data_file_can_be_set() -> None:
    assert facts_marked("assumed") == {("parameters.toml", "parameter", name) for name in ASSUMED}


def test_what_is_not_judged_by_is_read_by_no_judge() -> None:
    names = {place[-1] for place in facts_marked("not_judged_by")}
    assert names == {"cut_deck", "back_events", "terrain_damage_range"}
    game = Path(rallyman.__file__).parent
    sources = {path: path.read_text(encoding="utf-8") for path in game.rglob("*.py")}
    judges = {path: text for path, text in sources.items() if path.parent.name != "simulate"}
    assert len(judges) > 60
    assert not [(path.name, name) for path, text in judges.items() for name in names if name in text]
    assert any("cut_deck" in text for path, text in sources.items() if path not in judges)


@pytest.mark.parametrize("name", ASSUMED)
def test_a_value_that_is_set_is_not_assumed_though_it_is_the_same(name: str, tmp_path: Path) -> None:
    value = load_house_rules(DATA).parameters[name].value
    text = assuming(name)
    assert name in resting(text)
    assert name not in resting(text.replace("position\n", f"set {name} = {value}\nposition\n", 1))
    house = f'id = "house"\nextends = "2009"\n\n[parameters]\n{name} = {value}\n'
    (tmp_path / "house.toml").write_text(house, encoding="utf-8")
    own = text.replace("stage", "ruleset house.toml\nstage", 1)
    [report] = verify(own, str(tmp_path / "own.race"), Options(rests_on=VERDICTS))
    assert report.verdict == "legal"
    assert name not in {one.parameter for one in report.assumed}


def test_a_wrong_claim_names_the_assumed_value_that_makes_it_wrong() -> None:
    """The written time is that of another spare-wheel card: that value alone makes the line legal."""
    text = assuming("spare_wheel_seconds").replace("t=1:00", "t=0:55")
    [report] = verify(text, options=Options(rests_on=VERDICTS))
    assert report.verdict == "illegal"
    [assumed] = [one for one in report.assumed if one.parameter == "spare_wheel_seconds"]
    assert (55, "legal") in assumed.otherwise
    assert "spare_wheel_seconds = 60, which is assumed" in record_text(report)


WHEEL = """game rallyman
format 1
stage hollow-pine
driver A tyres=snow
driver B tyres=snow
position
  turn 7
  next A
  A s17 g0 flats=1 t=1:00
  B FINISH t=3:15
end
A: W 1
A: 2
"""


def test_times_that_nobody_wrote_rest_on_assumed_values() -> None:
    [report] = verify(WHEEL, options=Options(rests_on=VERDICTS))
    assert (report.verdict, report.result) == ("legal", {"A": 210, "B": 195})
    [assumed] = [one for one in report.assumed if one.parameter == "spare_wheel_seconds"]
    assert assumed.otherwise == ((0, "another result"), (600, "another result"))


def test_a_finding_that_does_not_decide_names_its_assumed_value() -> None:
    text = assuming("spare_wheel_seconds").replace("t=1:00", "flats=1 t=0:55")
    [report] = verify(text, options=Options(rests_on=VERDICTS))
    flats, time = report.findings
    assert report.deciding == flats
    assert [one.places for one in report.assumed] == [((time.line, time.column),)]
    shown = record_text(report).split("\n\n")[1]
    assert "rests on parameter spare_wheel_seconds = 60, which is assumed\n" in shown


@pytest.mark.parametrize(
    ("line", "fact", "help"),
    [
        (
            "ruling gas-then-same = B",
            "there is no ruling `gas-then-same`",
            "did you mean `gas-then-same-gear`?",
        ),
        (
            "ruling gas-then-same-gear = D",
            "ruling `gas-then-same-gear` has no reading `D`",
            "its readings: A, B; docs/house-rules.md explains how to add one",
        ),
        (
            "ruling xyz = A",
            "there is no ruling `xyz`",
            "`steward rulings rallyman` lists them; docs/house-rules.md explains how to add one",
        ),
        ("set spare_wheel = 3", "there is no parameter `spare_wheel`", "did you mean `spare_wheel_seconds`?"),
        (
            "ruling spare_wheel_seconds = 40",
            "`spare_wheel_seconds` is a parameter, not a ruling",
            "write `set spare_wheel_seconds = 40`",
        ),
        ("ruling attack = A", "`attack` is an optional rule, not a ruling", "write `option attack`"),
        (
            "set gas-then-same-gear = B",
            "`gas-then-same-gear` is a ruling, not a parameter",
            "write `ruling gas-then-same-gear = A`",
        ),
        ("option arrival-tie", "`arrival-tie` is a ruling, not an option", "write `ruling arrival-tie = A`"),
        (
            "parameter spare_wheel_seconds = 40",
            "a parameter is set with `set`",
            "`set spare_wheel_seconds = 40`",
        ),
    ],
)
def test_a_name_that_means_something_else_is_told(line: str, fact: str, help: str) -> None:
    [finding] = judged(f"{line}\n", "A: 2 =2").findings
    assert (finding.fact, finding.help, finding.line) == (fact, help, 4)


def test_the_command_line_names_no_other_game() -> None:
    for ruling, help in (
        ("gas-then-same=B", "did you mean `gas-then-same-gear`?"),
        ("xyz=A", "`steward rulings` lists them"),
        ("spare_wheel_seconds=3", "write `set spare_wheel_seconds = 3`"),
    ):
        with pytest.raises(StewardError) as error:
            overrides(Namespace(ruleset=None, ruling=[ruling]))
        assert error.value.help == help
