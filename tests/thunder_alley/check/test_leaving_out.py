"""`check --without`: each optional rule is switched off in both judges in the same way, and has a witness of few cars."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from model.rules import load_house_rules, load_rules
from model.ruleset import Ruleset, default_ruleset, with_changes, without_rule
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from tests.differential.agreement import moves
from tests.differential.situations import situation
from verifier.changes import Change, changes_without
from verifier.checking import FOUND, NOT_ASKED
from verifier.cli import main
from verifier.replay import verify
from verifier.thunder_alley.check import comparing, differences, settled
from verifier.thunder_alley.check.anywhere import Kind
from verifier.thunder_alley.engine import legal_moves

DEFAULT = default_ruleset(DATA)
SWITCHED = [rule.id for rule in load_rules(DATA) if rule.without]
BESIDE_MOVES = {"TA-9.2", "TA-9.3"}
TYPES = {
    "TA-6.4": "draft",
    "TA-6.4.2-no-lateral-once-linked": "draft",
    "TA-6.5": "pursuit",
    "TA-6.5-push-only": "pursuit",
    "TA-6.5-no-lane-change": "pursuit",
    "TA-6.6": "lead",
}
"""The movement type that a rule is about."""

TABLES = 8
"""Random positions for each rule."""


def card_for(rule: str, rng: random.Random) -> str:
    """A card that can show the rule; with few MPs and no second car if any card does."""
    if rule.startswith("TA-RC-"):
        return rule.removeprefix("TA-RC-")
    few = [card for card in CARDS.values() if card.id not in ("rubbin-is-racin", "teamwork")]
    return rng.choice([card.id for card in few if card.movement == TYPES.get(rule, card.movement)])


@pytest.mark.parametrize("rule", SWITCHED)
def test_both_judges_go_without_a_rule_alike(rule: str) -> None:
    """In any position the moves of the engine are proved to be those of the spec, and some of them differ from those with the
    rule."""
    rng, changed = random.Random(rule), 0
    for number in range(TABLES):
        asked = situation(number, 99, card=card_for(rule, rng))
        left = replace(asked, setup=replace(asked.setup, ruleset=without_rule(DATA, DEFAULT, rule)))
        assert moves(left) == ""
        here, there = (
            {move.position for move in legal_moves(one.setup, one.position, one.car, one.card)}
            for one in (asked, left)
        )
        changed += here != there
    assert changed or rule in {*BESIDE_MOVES, "TA-7.4-pit-exempt"}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differences, "SIZES", ((1, 2), (2, 1), (2, 2)))
    monkeypatch.setattr(settled, "SIZES", ((1, 1), (2, 1)))


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("rule", SWITCHED)
def test_each_rule_that_one_can_go_without_has_a_witness(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = rule.removeprefix("TA-RC-") if rule.startswith("TA-RC-") else None
    kinds = {(card.movement, card.text) for card in CARDS.values()}
    wanted = TYPES.get(rule, "solo")
    chosen = sorted(Kind(*kind) for kind in kinds if (kind[1] == text if text else kind == (wanted, None)))
    monkeypatch.setattr(differences, "movements", lambda: iter(chosen))
    [change] = changes_without(DATA, DEFAULT, rule)
    shows(DEFAULT, change)


SAID = re.compile(r"(\d+) cars?(?:, \d+ MPs?)?: (.*)")
"""Cars, and the results of the position without the change and with it."""


def shows(ruleset: Ruleset, change: Change, cars: int = 4) -> None:
    """The change has a witness of at most so many cars, and the engine's verdict on its record matches the line."""
    found = comparing.answer(ruleset, change)
    assert found.outcome == FOUND, found
    said = SAID.fullmatch(found.fact.removesuffix(" (a smaller position is not ruled out)"))
    assert said is not None and int(said[1]) <= cars
    before, _, after = said[2].partition(f"; {comparing.said(change)} ")
    assert before != after
    [report] = verify("\n".join((*found.witness, "")))
    assert report.verdict == before.partition(":")[0].partition(",")[0]


def house_rules() -> Iterator[tuple[Ruleset, str]]:
    """Rulesets with an option in force or a number set."""
    house = load_house_rules(DATA)
    for name, option in house.options.items():
        yield with_changes(DATA, DEFAULT, options={name: True if option.min is None else 2}), name
    for name, number in house.parameters.items():
        options = {"variable-pit-stops": True} if name == "variable-pit-base" else {}
        yield with_changes(DATA, DEFAULT, parameters={name: number.value + 1}, options=options), name


@pytest.mark.parametrize(
    ("ruleset", "name"), list(house_rules()), ids=lambda one: one if isinstance(one, str) else ""
)
def test_each_option_and_number_has_a_witness(ruleset: Ruleset, name: str) -> None:
    [change] = changes_without(DATA, ruleset, name)
    if name == "absence-points":  # a season takes several records
        assert comparing.answer(ruleset, change).outcome == NOT_ASKED
    else:
        shows(ruleset, change, 12 if name.startswith("grid") else 4)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("ruling", "reading"),
    [
        ("restart-fill-holes", "lane-only"),
        ("turn-led-bonus", "per-marker"),
        ("brush-the-wall-which", "any-wall"),
        ("six-markers-timing", "at-once"),
        ("cars-allowed-to-pit", "one"),
    ],
)
def test_rulings_beside_moves_have_one_too(
    ruling: str, reading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(differences, "movements", lambda: iter([Kind("solo")]))
    [change] = [one for one in changes_without(DATA, DEFAULT, ruling) if one.value == reading]
    shows(DEFAULT, change)


@pytest.mark.parametrize(
    ("rule", "why"),
    [("TA-6.7", "the rules do not define what holds in its place"), ("TA-6.2", "it defines words")],
)
def test_what_cannot_be_left_out_is_told_with_cases(
    rule: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "en-2014", "--without", rule]) == 3
    out = " ".join(capsys.readouterr().out.split())
    assert f"{rule}: not asked, {why}; cases that show it: tests/cases/thunder_alley/" in out


def test_what_is_not_in_force_cannot_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "en-2014", "--without", "race-completion"]) == 2
    assert main(["check", "en-2014", "--without", "green-pit-spaces"]) == 2
    assert main(["check", "en-2014", "--without", "TA-6.5-no-lane-chance"]) == 2
    assert "did you mean `TA-6.5-no-lane-change`" in capsys.readouterr().err
