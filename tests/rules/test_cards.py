"""Race cards and event cards add up to the decks in the box."""

import subprocess
import sys
from collections import Counter

from model.datafiles import did_you_mean, nearest
from model.thunder_alley.cards import (
    CARDS,
    EVENTS,
    card_by_name,
    card_by_number,
    event_by_name,
    known_bars,
)
from model.thunder_alley.facts import CARS_PER_TEAM, PLACE_POINTS, TEAMS


def test_there_are_84_race_cards_of_22_kinds() -> None:
    assert len(CARDS) == 22
    assert sum(card.count for card in CARDS.values()) == 84
    by_type: Counter[str] = Counter()
    by_wear: Counter[str | None] = Counter()
    for card in CARDS.values():
        by_type[card.movement] += card.count
        by_wear[card.wear] += card.count
    assert by_type == {"solo": 20, "draft": 29, "pursuit": 16, "lead": 19}
    assert by_wear == {None: 18, "blue": 13, "green": 22, "lavender": 6, "orange": 6, "black": 19}


def test_every_number_is_one_kind_but_80() -> None:
    assert [number for number in range(1, 85) if len(card_by_number(number)) != 1] == [80]
    assert card_by_number(80) == ("inside-line", "understeer")
    assert card_by_number(81) == ("understeer",)
    assert card_by_number(0) == card_by_number(85) == ()
    assert all(len(card.numbers) == card.count for id, card in CARDS.items() if id != "understeer")


def test_a_card_is_found_by_any_spelling() -> None:
    for spelling in (
        "Rubbin' is Racin'",
        *(f"rubbin{mark} is racin{mark}" for mark in "'`\u2018\u2019\u02bc\u00b4\u0384\u203a"),
        "RUBBIN IS RACIN",
        "rubbin-is-racin",
        "Rubbin",
    ):
        assert card_by_name(spelling) == "rubbin-is-racin"
    assert card_by_name("sling shot") == "slingshot"
    assert card_by_name("sling") is None
    names = [card.name for card in CARDS.values()]
    assert nearest("slingsot", names) == ["Slingshot"]
    assert did_you_mean("Floor Itt", names) == "did you mean `Floor It`?"


def test_spellings_are_never_shared() -> None:
    for kinds in (CARDS, EVENTS):
        spellings = [name.casefold() for kind in kinds.values() for name in {kind.name, *kind.aliases}]
        assert len(spellings) == len(set(spellings))


def test_there_are_26_events_of_19_kinds_eight_of_them_yellow() -> None:
    assert len(EVENTS) == 19
    assert sum(event.count for event in EVENTS.values()) == 26
    assert sum(event.count for event in EVENTS.values() if event.initiates_yellow) == 8
    assert EVENTS["rain"].second_flag == "red"
    assert [id for id, event in EVENTS.items() if event.exchange] == ["loose", "tight"]
    assert event_by_name("Pile-up") == "pileup"
    assert event_by_name("its getting worse") == "its-getting-worse"


def test_two_team_bars_are_known() -> None:
    bars = known_bars()
    assert bars[15] == ("red", "yellow", "green", "black", "purple", "pink", "blue")
    assert bars[81] == ("black", "blue", "green", "pink", "yellow", "purple", "red")
    assert len(bars) == 2


def test_plain_facts() -> None:
    assert len(TEAMS) == 7
    assert CARS_PER_TEAM[7] == 3
    assert (len(PLACE_POINTS), PLACE_POINTS[:3], PLACE_POINTS[-1]) == (21, (46, 42, 41), 23)


def test_nearest_names() -> None:
    assert nearest("charge", ["Charge", "Change"]) == ["Charge"]
    assert nearest("making", ["Making a Move", "Marking"]) == ["Making a Move"]
    assert nearest("", ["a"]) == nearest("xyz", ["abc"]) == []
    assert nearest("aple", ["apply", "apple", "ample"]) == ["ample", "apple"]
    assert did_you_mean("xyz", ["abc"]) == ""


def test_nothing_is_read_before_it_is_asked_for() -> None:
    """Importing cards and rules must not make the command line read any file."""
    code = (
        "import sys, tomllib; tomllib.loads = lambda *a: sys.exit('read'); "
        "import model.thunder_alley.cards, model.ruleset, model.rules, model.datafiles, verifier.cli.rules; "
        "sys.exit('difflib' in sys.modules and 'difflib')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
