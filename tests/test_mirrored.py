"""Engine and spec have their chapters under the same names, so that a rule found on one side is easy to find on the other."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

Citations = dict[str, frozenset[str]]
"""Files without their ending -> the rules that they name, in code or in comments."""

CHAPTERS = {
    "RM-2": "start",
    "RM-3": "start",
    "RM-4": "driving",
    "RM-5": "attack",
    "RM-6": "markers",
    "RM-7": "control",
    "RM-8": "damage",
    "RM-9": "corners",
    "RM-10": "wheel",
    "RM-11": "bumps",
    "RM-12": "overtaking",
    "RM-13": "finish",
    "RM-14": "assistance",
    "RM-15": "weather",
    "RM-16": "splits",
    "RM-17": "shakedown",
    "RM-M": "road",
    "GR-1": "tiles",
    "GR-2": "start",
    "GR-3": "maintenance",
    "GR-4": "camp",
    "GR-5": "planning",
    "GR-6": "convoy",
    "GR-7": "tiles",
    "GR-8": "repair",
    "GR-9": "escort",
    "GR-10": "convoy",
    "GR-11": "table",
    "GR-12": "drive",
    "GR-13": "drive",
    "GR-14": "drive",
    "GR-15": "drive",
    "GR-16": "progress",
    "GR-17": "maintenance",
    "GR-18": "finish",
    "GR-19": "finish",
    "GR-20": "resources",
    "GR-21": "resources",
    "GR-22": "leaders",
    "GR-24": "tiles",
    "GR-25": "cards",
}
"""The file of each chapter of Rallyman and The Great Race. A turn of Rallyman and its steps involve all chapters: they are in
`turn` and `steps`."""

OF_ONE_SIDE = {
    "rallyman/engine": {
        "offers": "every way to play a turn, choice by choice; the spec lists whole turns",
        "terms": "values that chapters pass to one another; in the spec bits, `play` and `driven`",
    },
    "rallyman/spec": {
        "bearing": "a table over all symbols of a plan",
        "cards": "the gear card of a turn, which the engine has in `turn`",
        "decisions": "the variables of a turn",
        "driven": "the values of bits under an answer",
        "effects": "rules by the value of a car that they give; the engine notes them where they act",
        "fastest": "the planner, which the engine does not have",
        "judgement": "what is answered",
        "judging": "a turn: asks the chapters in order",
        "reasons": "why a claim is false, in words; only the spec answers that",
        "refute": "why a claim is false; only the spec answers that",
        "play": "bits that chapters pass to one another; in the engine `terms`",
        "selection": "sentences for dice that cannot all be used up",
    },
    "great_race/engine": {
        "chances": "who cannot win any more; only `infer` asks for it",
        "completed": "decisions with lost parts, completed; only `infer` asks for them",
        "lost_acts": "acts that were not written down; the spec has no answer there",
        "offered": "what offers are made of: trials on a copy of the table",
        "offers": "every way to decide what is due, choice by choice; the spec lists whole drives and placements",
        "offers_acts": "offers of one act",
        "offers_drive": "offers of one drive",
    },
    "great_race/spec": {
        "drive_city": "the engine has cities and lines in `drive`",
        "drive_state": "the bits of a move and its choices; in the engine the table has the state",
        "drive_steps": "one step of a move as a function over bits, for all moves at once",
        "effects": "rules by the fact that they change; the engine notes them where they act",
        "listing": "whole drives and placements; the engine has `offers`",
        "refute": "why a claim is false; only the spec answers that",
        "resources_hand": "cards that come and go; in the engine `table`, where every change of a hand is made",
    },
}
"""Files that the other side does not have, with the reason."""

STEP = re.compile(r"TA-(1\.3|4\.5|6|7\.4)\b")
"""The rules of a step in Thunder Alley. The spec makes one formula of a step and has them with its bits; the engine has a
function for each kind of step. `steward rules ID` lists the places."""

APART = {
    "GR-6.9": "an assistant without effect: the engine asks after any act, the spec in the chapter of the act",
    "GR-11.7": "the hand limit: in the engine `table`",
    "GR-17.4": "the display of a later turn: the engine names the rule where the cards are shown",
    "GR-18.1": "the engine notes the rule at the finish; the spec has it with the facts, in `effects`",
    "GR-18.3": "the others go on: nothing happens at the finish; the spec names the rule where the next player is found",
    "GR-18.4": "the game ends with a convoy or a maintenance: the engine has one function for both, in `finish`",
    "GR-20.1": "the deck: in the engine `cards` and `table`",
    "GR-20.2": "when a card is played: in the engine `table`",
    "GR-25.4": "a card that is played is known: in the engine `table`",
}
"""Rules of The Great Race that are in different chapters, with the reason."""


def _cited(folder: str) -> Citations:
    found = {}
    for path in sorted((ROOT / "verifier" / folder).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        rules = set(re.findall(r"\b(?:RM|TA|GR)-[0-9M]+(?:\.[0-9]+)*(?:-[a-z0-9]+)*", text))
        for stem, first, last in re.findall(
            r"\b((?:RM|TA|GR)-[\d.]+[.-])(\d+) to (?:(?:RM|TA|GR)-)?[\d.]+[.-](\d+)", text
        ):
            rules |= {f"{stem}{number}" for number in range(int(first), int(last) + 1)}
        found[path.stem] = frozenset(rules)
    return found


def _files(cited: Citations, rule: str) -> set[str]:
    return {file for file, rules in cited.items() if rule in rules}


def _in_both(game: str) -> list[tuple[str, set[str], set[str]]]:
    """Each rule that both sides name, with the files that name it."""
    engine, spec = _cited(f"{game}/engine"), _cited(f"{game}/spec")
    rules = sorted(frozenset().union(*engine.values()) & frozenset().union(*spec.values()))
    assert len(rules) > 80
    return [(rule, _files(engine, rule), _files(spec, rule)) for rule in rules]


def _same_chapter(one: str, other: str) -> bool:
    """A chapter may be split into files whose names begin with its name."""
    return one == other or one.startswith(f"{other}_") or other.startswith(f"{one}_")


@pytest.mark.parametrize("game", ["rallyman", "thunder_alley", "great_race"])
def test_a_rule_is_in_a_file_of_the_same_name(game: str) -> None:
    apart = [
        f"{rule}: engine {sorted(engine)}, spec {sorted(spec)}"
        for rule, engine, spec in _in_both(game)
        if not (STEP.match(rule) or rule in APART)
        and not any(_same_chapter(one, two) for one in engine for two in spec)
    ]
    assert not apart


@pytest.mark.parametrize("game", ["rallyman", "great_race"])
def test_a_rule_is_in_the_file_of_its_chapter(game: str) -> None:
    wrong = []
    for rule, engine, spec in _in_both(game):
        chapter = CHAPTERS[rule.partition(".")[0]]
        sides = [any(_same_chapter(chapter, file) for file in files) for files in (engine, spec)]
        if sides[0] != sides[1] and rule not in APART:
            wrong.append(f"{rule}, {chapter}: engine {sorted(engine)}, spec {sorted(spec)}")
    assert not wrong


@pytest.mark.parametrize("game", ["rallyman", "great_race"])
def test_other_files_are_known(game: str) -> None:
    engine, spec = (set(_cited(f"{game}/{side}")) for side in ("engine", "spec"))
    assert engine - spec == set(OF_ONE_SIDE[f"{game}/engine"])
    assert spec - engine == set(OF_ONE_SIDE[f"{game}/spec"])


def test_rules_that_are_apart_are_apart() -> None:
    both = {rule: (engine, spec) for rule, engine, spec in _in_both("great_race")}
    for rule in APART:
        chapter = CHAPTERS[rule.partition(".")[0]]
        alike = any(_same_chapter(one, two) for one in both[rule][0] for two in both[rule][1])
        sides = {any(_same_chapter(chapter, file) for file in files) for files in both[rule]}
        assert not alike or len(sides) == 2, f"{rule} needs no exception"
