"""Single changes of the rules of 2009: each that matters has a small record that the two rulesets decide otherwise, and each that
does not is proved the same."""

from functools import cache

import pytest

from model.rallyman.facts import DATA
from model.rules import load_house_rules, load_rules
from model.ruleset import Ruleset, default_ruleset
from model.rulings import load_rulings
from verifier.findings import ILLEGAL, LEGAL
from verifier.rallyman.check import attacks, rallies
from verifier.rallyman.check.chapters import CHAPTERS
from verifier.rallyman.check.differences import STAGES, Differences
from verifier.rallyman.check.small import played, small
from verifier.rallyman.game import GAME
from verifier.rulesets.changes import (
    OFF,
    OPTION,
    PARAMETER,
    RULE,
    RULING,
    Change,
    NotedRuleset,
    other_readings,
)
from verifier.rulesets.diff_witness import Trial, telling

RULES = default_ruleset(DATA)

WITNESSES = """
gas-then-same-gear = B: 1 car, 2 dice
card-after-gas-only-turn = B: 1 car, 1 die
turn-without-dice = B: 1 car, 0 dice
symbol-limit-when-surface-changes = B: 1 car, 3 dice
symbol-limit-when-surface-changes = C: 1 car, 2 dice
sisu-timing = B: 1 car, 1 die
sisu-then-continue = B: 1 car, 2 dice
position-after-off-road-from-drift = B: 1 car, 1 die
restart-deep-in-drift = B: 1 car, 1 die
restart-deep-in-drift = C: 1 car, 1 die
place-taken-after-loss = B: 2 cars, 0 dice
place-taken-after-loss = C: 2 cars, 1 die
damage-when-pushed-into-shortcut = B: 1 car, 1 die
shortcut-overspeed-draws-card = B: 1 car, 1 die
shortcut-overspeed-draws-card = C: 1 car, 1 die
highest-note-includes-shortcut = B: 1 car, 1 die
highest-note-includes-shortcut = C: 1 car, 1 die
gear-between-inside-and-drift = B: 1 car, 1 die
gear-between-inside-and-drift = C: 1 car, 1 die
overspeed-line-choice = B: 1 car, 1 die
overspeed-line-choice = C: 1 car, 1 die
slow-line-when-drift-fits = B: 1 car, 1 die
dirt-floor = B: 1 car, 1 die
dirt-and-car-in-corner = B: 2 cars, 2 dice
dirt-between-stages = B: 1 car, 2 stages
bump-beyond-two = B: 1 car, 1 die
bump-beyond-two = C: 1 car, 1 die
bump-loss-location = B: 1 car, 1 die
landing-in-corner-is-checked = B: 1 car, 1 die
landing-on-a-bump = B: 1 car, 1 die
flight-past-the-finish = B: 1 car, 1 die
sisu-at-the-finish = B: 1 car, 1 die
finish-surface = B: 1 car, 2 dice
attack-selection-test = B: 1 car, 2 dice
attack-selection-test = C: 1 car, 2 dice
attack-seconds-on-overspeed = B: 1 car, 2 dice
attack-blocked = B: 2 cars, 2 dice
attack-flat-gives-up-which = B: 1 car, 4 dice
fifth-damage-point = B: 1 car, 1 die
fifth-damage-point = C: 1 car, 1 die
blocked-in-neutral = B: 2 cars, 0 dice
blocked-in-neutral = C: 2 cars, 0 dice
blocked-at-start-line = B: 2 cars, 0 dice
jump-over-opponent = B: 2 cars, 1 die
spun-car-on-wide-straight = B: 2 cars, 1 die
wide-space-or-long-space = B: 2 cars, 1 die
order-inside-a-corner = B: 2 cars, 0 dice
order-inside-a-corner = C: 2 cars, 0 dice
arrival-tie = B: 2 cars, 0 dice
stagger-order-after-overtake = B: 3 cars, 0 dice
tie-in-times = B: 2 cars, 2 stages
spare-wheel-time = B: 1 car, 0 dice
spare-wheel-before-start = B: 1 car, 0 dice
spare-wheel-then-stop = A: 1 car, 0 dice
snow-tyres-on-asphalt = B: 1 car, 1 die
snow-tyres-on-asphalt = C: 1 car, 2 dice
snow-tyres-and-flat = B: 1 car, 1 die
split-in-mid-turn = B: 1 car, 1 die
split-flown-over = B: 1 car, 1 die
eliminated-car-on-road = B: 2 cars, 0 dice
shakedown-and-bumps = B: 1 car, 1 die
gear_1_card_seconds = 70: 1 car, 1 die
gear_2_card_seconds = 70: 1 car, 1 die
gear_3_card_seconds = 70: 1 car, 1 die
gear_4_card_seconds = 70: 1 car, 1 die
gear_5_card_seconds = 70: 1 car, 1 die
gears_down_on_snow = 2: 1 car, 1 die
symbol_limit = 4: 1 car, 3 dice
symbol_limit_on_snow = 3: 1 car, 2 dice
gear_card_back_seconds = 70: 1 car, 1 die
spare_wheel_seconds = 40: 1 car, 0 dice
snow_tyres_on_asphalt_gas_dice = 2: 1 car, 2 dice
black_dice = 3: 1 car, 1 die
white_dice = 1: 1 car, 1 die
max_flats_before_elimination = 3: 1 car, 1 die
damage_that_retires = 9: 1 car, 1 die
finish_loss_damage = 2: 1 car, 1 die
corner_elimination_over = 4: 1 car, 1 die
dirt_note_floor = 2: 1 car, 1 die
time_attack_min_dice = 1: 1 car, 1 die
blocked_neutral_seconds = 30: 2 cars, 0 dice
blocked_at_start_seconds = 30: 2 cars, 0 dice
max_flats_before_elimination = 0: 1 car, 1 die
damage_that_retires = 2: 1 car, 1 die
time_attack_min_dice = 4: 1 car, 2 dice
black_dice = 4: 1 car, 1 die
white_dice = 0: 1 car, 1 die
dirt_note_floor = 0: 1 car, 1 die
corner_elimination_over = 0: 1 car, 1 die
finish_loss_damage = 0: 1 car, 1 die
option attack off: 1 car, 2 dice
option seconds off: 1 car, 1 die
option weather off: 1 car, 2 dice
option splits on: 1 car, 1 die
option shakedown on: 1 car, 1 die
without RM-3.3: 2 cars, 1 stage
without RM-3.4: 2 cars, 2 stages
without RM-3.5: 2 cars, 1 die
without RM-3.7: 2 cars, 0 dice
without RM-3.8: 2 cars, 0 dice
without RM-4.3: 1 car, 1 die
without RM-4.5: 1 car, 2 dice
without RM-5.6: 1 car, 2 dice
without RM-5.11: 1 car, 4 dice
without RM-6.4: 1 car, 2 dice
without RM-7.1: 1 car, 2 dice
without RM-7.10: 1 car, 1 die
without RM-7.11: 1 car, 1 die
without RM-7.13: 1 car, 1 die
without RM-7.14: 1 car, 1 die
without RM-8.1: 1 car, 1 die
without RM-8.2: 1 car, 2 dice
without RM-8.4: 1 car, 1 stage
without RM-9.4: 1 car, 1 die
without RM-9.8: 1 car, 1 die
without RM-9.9: 1 car, 2 dice
without RM-9.10: 1 car, 1 die
without RM-9.12: 1 car, 1 die
without RM-9.13: 1 car, 1 die
without RM-9.14: 1 car, 1 stage
without RM-10.4: 1 car, 1 stage
without RM-11.2: 1 car, 1 die
without RM-11.3: 1 car, 1 die
without RM-11.4: 1 car, 1 die
without RM-12.2: 2 cars, 1 die
without RM-12.3: 2 cars, 1 die
without RM-12.4: 2 cars, 1 die
without RM-13.2: 1 car, 1 stage
without RM-14.1: 1 car, 1 stage
without RM-14.2: 1 car, 1 stage
without RM-15.4: 1 car, 1 stage
without RM-15.5: 1 car, 2 dice
"""
"""A change, and the size of its witness: at most that of the position in the catalogue of rulings."""

NEED_AN_OPTION = {
    "split-in-mid-turn": "splits=on",
    "split-flown-over": "splits=on",
    "shakedown-and-bumps": "shakedown=on",
}
"""Rulings about an optional rule that the rules of 2009 leave out."""

SAME = """
white_dice=0 | gas-then-same-gear = B
white_dice=0 | card-after-gas-only-turn = B
white_dice=0 | snow-tyres-and-flat = B
white_dice=0 | attack-flat-gives-up-which = B
white_dice=1 | snow_tyres_on_asphalt_gas_dice = 2
corner_elimination_over=4 | corner_elimination_over = 5
symbol_limit_on_snow=3 | finish-surface = B
symbol_limit_on_snow=3 | symbol-limit-when-surface-changes = B
symbol_limit_on_snow=3 | symbol-limit-when-surface-changes = C
snow_tyres_on_asphalt_gas_dice=2 | snow-tyres-on-asphalt = C
spare_wheel_seconds=45 | spare-wheel-time = B
max_flats_before_elimination=0 | snow-tyres-and-flat = B
black_dice=1 white_dice=1 | symbol_limit = 4
black_dice=1 white_dice=0 | sisu-then-continue = B
blocked-in-neutral=C | blocked_neutral_seconds = 30
fifth-damage-point=C | damage_that_retires = 4
weather=off | symbol-limit-when-surface-changes = B
weather=off | finish-surface = B
weather=off | symbol_limit_on_snow = 1
shakedown=on | symbol-limit-when-surface-changes = C
shakedown=on | finish-surface = B
shakedown=on | sisu-timing = B
shakedown=on | sisu-at-the-finish = B
shakedown=on | sisu-then-continue = B
shakedown=on | symbol_limit = 5
shakedown=on | max_flats_before_elimination = 1
"""
"""What differs from the rules of 2009 already, and a change that then makes no difference."""


def change_of(text: str) -> Change:
    """The change that a line names."""
    words = text.replace("=", " ").split()
    if words[0] == "option":
        return Change(DATA, OPTION, *words[1:])
    if words[0] == "without":
        return Change(DATA, RULE, words[1], OFF)
    house = load_house_rules(DATA)
    kind = PARAMETER if words[0] in house.parameters else OPTION if words[0] in house.options else RULING
    return Change(DATA, kind, *words)


def changed(text: str) -> Ruleset:
    """The rules of 2009 with these changes."""
    ruleset = RULES
    for word in text.split():
        ruleset = change_of(word).applied(ruleset)
    return ruleset


@cache
def search_in(changes: str) -> Differences:
    """The search for changes of the rules of 2009 with these changes. What several searches need is computed once."""
    return Differences(changed(changes))


WITNESS_OF = dict(line.rsplit(": ", 1) for line in WITNESSES.split("\n") if line)


@pytest.mark.parametrize(("line", "size"), WITNESS_OF.items(), ids=WITNESS_OF)
def test_a_small_record_that_is_decided_otherwise(line: str, size: str) -> None:
    change = change_of(line)
    search = search_in(NEED_AN_OPTION.get(change.name, ""))
    looked = search.find(change)
    assert looked.witness is not None and not looked.limit
    assert looked.witness.size == size
    assert looked.witness.picture
    pair = search.ruleset, change.applied(search.ruleset)
    told = next(telling(Trial(GAME, looked.witness.record), pair), None)
    assert told is not None
    assert set(map(told.verdict, pair)) == {LEGAL, ILLEGAL}


def test_every_reading_number_and_optional_rule_is_among_them() -> None:
    readings = {
        str(one) for ruling in load_rulings(DATA).rulings for one in other_readings(DATA, RULES, ruling)
    }
    assert readings <= WITNESS_OF.keys()
    house = load_house_rules(DATA)
    optional = {rule.id for rule in load_rules(DATA) if rule.without}
    assert {*house.parameters, *house.options, *optional} <= {change_of(line).name for line in WITNESS_OF}


def test_every_name_has_a_search() -> None:
    """A ruling or number that neither the dice of a turn nor a chapter looks up would never be found."""
    asked = NotedRuleset(RULES)
    for stage in STAGES:
        played(small(stage, 1, other=True), asked.ruleset)
    named = {
        *asked.names(),
        *attacks.ASKED,
        *(rallies.TIES, rallies.DIRT_LEFT),
        *(name for one in CHAPTERS for name in one.names),
    }
    house = load_house_rules(DATA)
    assert {*RULES.readings, *house.parameters} - {"gear-card-supply"} <= named | {"shakedown-and-bumps"}


@pytest.mark.parametrize("line", SAME.split("\n")[1:-1])
def test_a_change_that_changes_nothing(line: str) -> None:
    before, after = line.split(" | ")
    looked = search_in(before).find(change_of(after))
    assert looked.asked and looked.witness is None and not looked.limit
