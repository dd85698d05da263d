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
}
"""The file of each chapter of Rallyman; a turn and its steps, which involve all chapters, are in `turn` and `steps`."""

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
}
"""Files that the other side does not have, with the reason."""

STEP = re.compile(r"TA-(1\.3|4\.5|6|7\.4)\b")
"""The rules of a step in Thunder Alley. The spec makes one formula of a step and has them with its bits; the engine has a
function for each kind of step. `steward rules ID` lists the places."""


def _cited(folder: str) -> Citations:
    found = {}
    for path in sorted((ROOT / "verifier" / folder).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        rules = set(re.findall(r"\b(?:RM|TA)-[0-9M]+(?:\.[0-9]+)*(?:-[a-z0-9]+)*", text))
        for stem, first, last in re.findall(
            r"\b((?:RM|TA)-[\d.]+[.-])(\d+) to (?:(?:RM|TA)-)?[\d.]+[.-](\d+)", text
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


@pytest.mark.parametrize("game", ["rallyman", "thunder_alley"])
def test_a_rule_is_in_a_file_of_the_same_name(game: str) -> None:
    apart = [
        f"{rule}: engine {sorted(engine)}, spec {sorted(spec)}"
        for rule, engine, spec in _in_both(game)
        if not STEP.match(rule) and not any(_same_chapter(one, two) for one in engine for two in spec)
    ]
    assert not apart


def test_a_rule_of_rallyman_is_in_the_file_of_its_chapter() -> None:
    wrong = []
    for rule, engine, spec in _in_both("rallyman"):
        chapter = CHAPTERS[rule.partition(".")[0]]
        if chapter in engine | spec and chapter not in engine & spec:
            wrong.append(f"{rule}, {chapter}: engine {sorted(engine)}, spec {sorted(spec)}")
    assert not wrong


def test_other_files_of_rallyman_are_known() -> None:
    sides = {side: set(_cited(side)) for side in OF_ONE_SIDE}
    one, two = sides.values()
    for side, files in sides.items():
        assert files - (one & two) == set(OF_ONE_SIDE[side]), side
