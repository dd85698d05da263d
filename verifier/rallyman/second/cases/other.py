"""Cases of other kinds, judged by the spec: order of play, times, classification, what lies between stages, weather, splits."""

from collections.abc import Mapping
from typing import Any

from model.rallyman import stages
from model.rallyman.position import Car, Setup
from model.ruleset import Ruleset
from verifier.case_runs import Case, CaseOutcome, facts_differ
from verifier.findings import ILLEGAL, LEGAL
from verifier.rallyman.cases.read import SHOWN, read_times
from verifier.rallyman.second.cases.judged import rules_differ
from verifier.rallyman.second.cases.table import position_of, setup_of
from verifier.rallyman.spec.assistance import between_stages
from verifier.rallyman.spec.driving import card_seconds
from verifier.rallyman.spec.finish import classification, clock, stage_seconds, start_order, totals, winners
from verifier.rallyman.spec.splits import split_seconds
from verifier.rallyman.spec.start import opening_turns, places_on_the_road
from verifier.rallyman.spec.weather import rolled_weather
from verifier.rallyman.spec.wheel import time_of_wheel

Expect = Mapping[str, Any]


def run_order(case: Case, ruleset: Ruleset, expect: Expect) -> CaseOutcome:
    """The order of a round; the order that the case expects is claimed as well."""
    setup = setup_of(case, ruleset)
    position = position_of(case, setup)
    found = places_on_the_road(setup, position).outcome
    claimed = places_on_the_road(setup, position, expect.get("order", found))
    return CaseOutcome("", claimed.rules, tuple(facts_differ(expect, {"order": list(found)})))


def run_stagger(case: Case, ruleset: Ruleset, expect: Expect) -> CaseOutcome:
    """The opening turns."""
    names = [str(name) for name in case["input"]["start_order"]]
    turns = [list(turn) for turn in opening_turns(names)]
    played = {name: sum(name in turn for turn in turns) for name in names}
    return CaseOutcome("", (), tuple(facts_differ(expect, {"turns": turns, "turns_played": played})))


def run_time(case: Case, ruleset: Ruleset, expect: Expect) -> CaseOutcome:
    """A pile of cards and the stage time."""
    setup = Setup(stages.load("hollow-pine"), ruleset)
    pile = sum(_card(setup, card) for card in case["input"]["pile"])
    time = stage_seconds(pile, int(case["input"]["seconds_left"]))
    real = {"pile_seconds": pile, "stage_seconds": time, "stage_time": clock(time)}
    return CaseOutcome("", (), tuple(facts_differ(expect, real)))


def _card(setup: Setup, card: str) -> int:
    if card == "spare":
        return time_of_wheel(setup)
    return card_seconds(setup, card.replace("-back", "b"))


def run_start_order(case: Case, ruleset: Ruleset, expect: Expect) -> CaseOutcome:
    """The starting order of the coming stage."""
    times = read_times(case)
    starting = case["input"].get("starting", list(times[0]))
    order = start_order(ruleset, times, starting).outcome
    return CaseOutcome("", (), tuple(facts_differ(expect, {"start_order": list(order)})))


def run_classification(case: Case, ruleset: Ruleset, expect: Expect) -> CaseOutcome:
    """Stage winners, totals and the classification."""
    times = read_times(case)
    real = {
        "stage_winners": [winners(one).outcome[0] for one in times],
        "totals": totals(times),
        "classification": list(classification(ruleset, times, list(times[0])).outcome),
    }
    return CaseOutcome("", (), tuple(facts_differ(expect, real)))


FIELDS = {
    "damage": "damage",
    "flats": "flats",
    "spare": "spare",
    "sisu": "sisu",
    "tyres": "tyres",
    "seconds": "markers",
}
"""Facts of a car as cases call them."""


def run_between_stages(case: Case, ruleset: Ruleset, expect: Expect) -> CaseOutcome:
    """What assistance, the spare wheel and tyres do between two stages."""
    entry, choice = case["input"]["before"], case["input"].get("choice", {})
    car = Car("A", **{FIELDS[key]: value for key, value in entry.items()})
    spare, tyres = bool(choice.get("use_spare")), choice.get("tyres")
    after, rules = between_stages(car, bool(case["input"]["assistance"]), spare=spare, tyres=tyres)
    wrong = rules_differ(expect, rules)
    if not wrong and not rules:
        facts = {key: getattr(after, name) for key, name in FIELDS.items()}
        wrong = [
            *facts_differ(expect.get("after", {}), facts),
            *facts_differ(expect, {"added_seconds": after.chrono}),
        ]
    return CaseOutcome(ILLEGAL if rules else LEGAL, rules, tuple(wrong))


def run_weather(case: Case, ruleset: Ruleset, expect: Expect) -> CaseOutcome:
    """Variable weather."""
    shown = [SHOWN[face] for face in case["input"]["results"]]
    snow = rolled_weather(case["input"]["zones"], shown).outcome
    return CaseOutcome("", (), tuple(facts_differ(expect, {"snow": list(snow)})))


def run_split(case: Case, ruleset: Ruleset, expect: Expect) -> CaseOutcome:
    """A split time."""
    given = case["input"]
    seconds = split_seconds(int(given["pile_seconds"]), int(given["seconds_before_turn"]))
    return CaseOutcome("", (), tuple(facts_differ(expect, {"split_seconds": seconds})))
