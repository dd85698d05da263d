"""Rules left out and other single changes: both judges make each in the same way, and it has a witness of few cars."""

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
from verifier.records.replay import verify
from verifier.rulesets.changes import OFF, OPTION, PARAMETER, RULE, RULING, Change
from verifier.thunder_alley.check import differences, settled
from verifier.thunder_alley.check.anywhere import Kind
from verifier.thunder_alley.check.finding import finder
from verifier.thunder_alley.engine import legal_moves

DEFAULT = default_ruleset(DATA)
SWITCHED = [rule.id for rule in load_rules(DATA) if rule.without]
OF_MOVES = re.compile(r"TA-(3\.4-[67]|4\.2|6|7\.[24]|BUMP|UNIQUE|RC)")
"""The rules that are at work in a single move."""
MOVING = [rule for rule in SWITCHED if OF_MOVES.match(rule)]
SELDOM = {"TA-6.7-cascade", "TA-7.2", "TA-7.4-pit-exempt"}
"""Those that no random position may show."""
TYPES = {
    "TA-6.4": "draft",
    "TA-6.4.2-no-lateral-once-linked": "draft",
    "TA-6.5": "pursuit",
    "TA-6.5-push-only": "pursuit",
    "TA-6.5-no-lane-change": "pursuit",
    "TA-6.6": "lead",
    "TA-6.6-must-follow": "lead",
    "TA-UNIQUE": "lead",
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


@pytest.mark.parametrize("rule", MOVING)
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
    assert changed or rule in SELDOM


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differences, "SIZES", ((1, 2), (2, 1), (2, 2)))
    monkeypatch.setattr(settled, "SIZES", ((1, 1), (2, 1)))


NOT_SHOWN = {"TA-11.2": "a season takes several records"}
"""Rules that have no witness yet, each with the reason."""


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("rule", [rule for rule in SWITCHED if rule not in NOT_SHOWN])
def test_each_other_rule_that_one_can_go_without_has_a_witness(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = rule.removeprefix("TA-RC-") if rule.startswith("TA-RC-") else None
    kinds = {(card.movement, card.text) for card in CARDS.values()}
    wanted = TYPES.get(rule, "solo")
    chosen = sorted(Kind(*kind) for kind in kinds if (kind[1] == text if text else kind == (wanted, None)))
    monkeypatch.setattr(differences, "movements", lambda: iter(chosen))
    if rule in ("TA-6.7-cascade", "TA-UNIQUE"):
        monkeypatch.setattr(differences, "SIZES", ((3, 2),))
    shows(DEFAULT, Change(DATA, RULE, rule, OFF), 12 if rule == "TA-2.5" else 4)


def shows(ruleset: Ruleset, change: Change, most: int = 4) -> None:
    """The change has a witness of at most so many cars, and the engine's verdict on its record is the one shown."""
    found = finder(ruleset)(change).witness
    assert found is not None
    cars = re.match(r"(\d+) cars?", found.size)
    assert cars is not None and int(cars[1]) <= most
    before, after = found.results
    assert before != after
    [report] = verify("\n".join((*found.record, "")))
    assert report.verdict == before.partition(":")[0].partition(",")[0]


def house_rules() -> Iterator[tuple[Ruleset, Change]]:
    """Rulesets with an option in force or a number set, and the change that takes it back."""
    house = load_house_rules(DATA)
    for name, option in house.options.items():
        chosen = with_changes(DATA, DEFAULT, options={name: True if option.min is None else 2})
        yield chosen, Change(DATA, OPTION, name, OFF)
    for name, number in house.parameters.items():
        options = {"variable-pit-stops": True} if name == "variable-pit-base" else {}
        changed = with_changes(DATA, DEFAULT, parameters={name: number.value + 1}, options=options)
        yield changed, Change(DATA, PARAMETER, name, str(number.value))


@pytest.mark.parametrize(
    ("ruleset", "change"), list(house_rules()), ids=lambda one: one.name if isinstance(one, Change) else ""
)
def test_each_option_and_number_has_a_witness(ruleset: Ruleset, change: Change) -> None:
    if change.name == "absence-points":  # a season takes several records
        looked = finder(ruleset)(change)
        assert looked.witness is None and not looked.asked
    else:
        shows(ruleset, change, 12 if change.name.startswith("grid") else 4)


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
    shows(DEFAULT, Change(DATA, RULING, ruling, reading))
