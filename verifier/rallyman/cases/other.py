"""Cases of other kinds: order of play, times, classification, what lies between stages, weather, whole records."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from model.rallyman import stages
from model.rallyman.position import Car, Driver, Setup
from verifier.case_runs import CaseOutcome, outcome_of_record
from verifier.findings import ILLEGAL, LEGAL, Finding, deciding
from verifier.rallyman.cases.read import SHOWN, read_times, stage_patch
from verifier.rallyman.cases.terms import differences, judge_text, rules_of
from verifier.rallyman.cases.turn import heading, situation
from verifier.rallyman.engine.assistance import assisted, before_next_stage, on_new_tyres
from verifier.rallyman.engine.driving import face_up
from verifier.rallyman.engine.finish import classification, clock, stage_seconds, totals, winners
from verifier.rallyman.engine.splits import split_seconds
from verifier.rallyman.engine.start import first_position, onward
from verifier.rallyman.engine.weather import rolled_weather
from verifier.rallyman.engine.wheel import changed_between_stages, wheel_seconds

Case = Mapping[str, Any]
Readings = Mapping[str, str]
Expect = Mapping[str, Any]


def run_order(case: Case, readings: Readings, expect: Expect, ruleset: str | None) -> CaseOutcome:
    """The order of a round: cars on the road."""
    full = {**case, "car": [{**entry, "status": entry.get("status", "on_road")} for entry in case["car"]]}
    drivers = [str(entry["driver"]) for entry in case["car"]]
    lines = situation({**full, "turn_number": case.get("turn_number", len(drivers) + 1)}, drivers[0])
    text = "\n".join([*heading(case, readings, ruleset), *lines]) + "\n"
    judged = judge_text(text, stage_patch(case))
    position = judged.table.position
    order = list(position.order) if position is not None else []
    wrong = differences(expect, {"order": order}) if judged.verdict == LEGAL else (f"it is {judged.verdict}",)
    return outcome_of_record(text, judged.findings, wrong)


def run_stagger(case: Case, readings: Readings, expect: Expect, ruleset: str | None) -> CaseOutcome:
    """The opening turns."""
    names = [str(name) for name in case["input"]["start_order"]]
    drivers = tuple(Driver(name, "", Car(name)) for name in names)
    setup = Setup(stages.load("hollow-pine"), rules_of(readings, ruleset, {}), drivers)
    position = first_position(setup)
    turns: list[list[str]] = []
    for _ in names:
        turns.append(list(position.order))
        for name in position.order:
            position = onward(setup, position, name)
    played = {name: sum(name in turn for turn in turns) for name in names}
    return CaseOutcome("", wrong=differences(expect, {"turns": turns, "turns_played": played}))


def run_time(case: Case, readings: Readings, expect: Expect, ruleset: str | None) -> CaseOutcome:
    """A pile of cards and the stage time."""
    setup = Setup(stages.load("hollow-pine"), rules_of(readings, ruleset, {}))
    pile = 0
    for card in case["input"]["pile"]:
        if card == "spare":
            pile += wheel_seconds(setup)
        elif card.endswith("-back"):
            pile += setup.parameter("gear_card_back_seconds")
        else:
            pile += face_up(int(card))
    time = stage_seconds(pile, int(case["input"]["seconds_left"]))
    return CaseOutcome(
        "",
        wrong=differences(expect, {"pile_seconds": pile, "stage_seconds": time, "stage_time": clock(time)}),
    )


def run_start_order(case: Case, readings: Readings, expect: Expect, ruleset: str | None) -> CaseOutcome:
    """The starting order of the coming stage."""
    times = read_times(case)
    by_last = rules_of(readings, ruleset, {}).readings["tie-in-times"] == "B"
    starting = case["input"].get("starting", list(times[0]))
    return CaseOutcome(
        "", wrong=differences(expect, {"start_order": list(classification(times, starting, by_last))})
    )


def run_classification(case: Case, readings: Readings, expect: Expect, ruleset: str | None) -> CaseOutcome:
    """Stage winners, totals and the classification."""
    times = read_times(case)
    by_last = rules_of(readings, ruleset, {}).readings["tie-in-times"] == "B"
    found = {
        "stage_winners": [winners(one)[0] for one in times],
        "totals": totals(times),
        "classification": list(classification(times, list(times[0]), by_last)),
    }
    return CaseOutcome("", wrong=differences(expect, found))


def run_between_stages(case: Case, readings: Readings, expect: Expect, ruleset: str | None) -> CaseOutcome:
    """What assistance, the spare wheel and tyres do between two stages."""
    entry, choice = case["input"]["before"], case["input"].get("choice", {})
    names = {
        "damage": "damage",
        "flats": "flats",
        "spare": "spare",
        "sisu": "sisu",
        "tyres": "tyres",
        "seconds": "markers",
    }
    car = Car("A", **{names[key]: value for key, value in entry.items()})
    assistance = bool(case["input"]["assistance"])
    broken = ""
    if assistance:
        car = assisted(car)
    if choice.get("use_spare"):
        done = changed_between_stages(car)
        broken, car = (broken, done) if isinstance(done, Car) else (done.rule, car)
    if "tyres" in choice and not broken:
        changed = on_new_tyres(car, choice["tyres"], assistance)
        broken, car = (broken, changed) if isinstance(changed, Car) else (changed.rule, car)
    if broken or expect["verdict"] != LEGAL:
        cited = expect["rule"] if broken in expect.get("also", ()) else broken
        return CaseOutcome(
            "", wrong=differences(expect, {"verdict": ILLEGAL if broken else LEGAL, "rule": cited})
        )
    car = before_next_stage(replace(car))
    after = {key: getattr(car, name) for key, name in names.items() if key in entry}
    return CaseOutcome(
        "", wrong=(*differences(expect["after"], after), *differences(expect, {"added_seconds": car.chrono}))
    )


def run_weather(case: Case, readings: Readings, expect: Expect, ruleset: str | None) -> CaseOutcome:
    """Variable weather."""
    shown = [SHOWN[face] for face in case["input"]["results"]]
    return CaseOutcome(
        "", wrong=differences(expect, {"snow": list(rolled_weather(case["input"]["zones"], shown))})
    )


def run_split(case: Case, readings: Readings, expect: Expect, ruleset: str | None) -> CaseOutcome:
    """A split time."""
    seconds = split_seconds(int(case["input"]["pile_seconds"]), int(case["input"]["seconds_before_turn"]))
    return CaseOutcome("", wrong=differences(expect, {"split_seconds": seconds}))


def run_lines(case: Case, readings: Readings, expect: Expect, ruleset: str | None) -> CaseOutcome:
    """A whole record: its verdict and the first rule that it breaks."""
    lines = [str(one) for one in case["lines"]]
    text = "\n".join([*heading(case, readings, ruleset), *lines]) + "\n"
    judged = judge_text(text, stage_patch(case))
    return outcome_of_record(
        text, judged.findings, _compare_findings(expect, judged.verdict, judged.findings)
    )


def _compare_findings(expect: Expect, verdict: str, findings: Sequence[Finding]) -> tuple[str, ...]:
    """The verdict, and every rule that is expected to be named by the finding that decides it."""
    if verdict != expect["verdict"]:
        return (f"expected {expect['verdict']}, and it is {verdict}",)
    first = deciding(findings)
    rules = first.rules if first is not None else ()
    wanted = [expect["rule"], *expect.get("also", ())] if "rule" in expect else []
    return tuple(
        f"expected {rule} broken, and it is {' '.join(rules) or 'none'}"
        for rule in wanted
        if rule not in rules
    )


def run_rally(case: Case, readings: Readings, expect: Expect, ruleset: str | None) -> CaseOutcome:
    """A rally record and its stages, each a few lines after the header of the case."""
    head = heading(case, readings, ruleset)
    with TemporaryDirectory() as folder:
        for name, lines in case["stages"].items():
            stage = "\n".join([*head, *map(str, lines)]) + "\n"
            (Path(folder) / Path(name).name).write_text(stage, encoding="utf-8")
        lines = [line for line in head if not line.startswith(("stage ", "weather "))]
        text = "\n".join([*lines, 'rally "case"', *map(str, case["lines"])]) + "\n"
        judged = judge_text(text, {}, folder=Path(folder))
    return outcome_of_record(
        text, judged.findings, _compare_findings(expect, judged.verdict, judged.findings)
    )
