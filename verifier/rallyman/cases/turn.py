"""Cases of one turn: a situation and a turn, written as a record."""

from collections.abc import Mapping, Sequence
from typing import Any

from model.rallyman import stages
from model.rallyman.facts import DATA
from model.rallyman.moves import BASIC, Turn
from model.rallyman.position import ELIMINATED, FINISHED, ON_ROAD, Car
from model.rallyman.stage import Stage
from model.rules import load_house_rules
from model.ruleset import default_ruleset
from model.values import replace
from verifier.case_runs import Case, CaseError, CaseOutcome, outcome_of_record
from verifier.findings import ILLEGAL, LEGAL, Breach, Finding, same_rule
from verifier.rallyman.cases.read import OPTIONS, loss_moves, read_car, read_turn, stage_patch
from verifier.rallyman.cases.terms import Judged, differences, judge_text
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.engine.terms import Breaches
from verifier.rallyman.notation.write import driver_text, turn_text
from verifier.rallyman.table.fields import WORD_OF
from verifier.rallyman.table.header import patched
from verifier.rallyman.table.instead import run_before
from verifier.rallyman.table.terms import Refused


def run_turn(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> CaseOutcome:
    """A turn: its verdict, and the car after it or the rule and the step that broke it."""
    patch = stage_patch(case)
    stage = patched(stages.load(str(case["stage"])), patch)
    turn = read_turn(case, stage, expect)
    before = [*heading(case, readings, ruleset), *situation(case, turn.driver)]
    if not turn_text(turn):
        text = "\n".join(before) + "\n"
        judged = without_a_word(judge_text(text, patch), turn)
        return outcome_of_record(text, judged.findings, compare(expect, judged, turn))
    text = "\n".join([*before, line(case, turn, stage)]) + "\n"
    judged = with_ends(case, judge_text(text, patch), turn)
    return outcome_of_record(text, judged.findings, compare(expect, judged, turn))


def with_ends(case: Case, judged: Judged, turn: Turn) -> Judged:
    """The turn with its steps held against the spaces on which the case says that they end (RM-4.1, RM-11.5)."""
    refused = judged.table.refused
    if refused is not None and refused.breaches[0].token == "driver":
        return judged
    breaches = _misplaced(case, judged, turn)
    if not breaches or (refused is not None and 0 < refused.breaches[0].step <= breaches[0].step):
        return judged
    rules = tuple(breach.rule for breach in breaches)
    finding = Finding("illegal", "case.race", 0, 0, 0, breaches[0].fact, rules)
    table = replace(judged.table, refused=Refused(turn, breaches))
    return Judged(ILLEGAL, (finding,), judged.before, table)


def _misplaced(case: Case, judged: Judged, turn: Turn) -> Breaches:
    """Why the first step that is said to end elsewhere does not end there. Where control is lost a reading may put the car
    elsewhere than the step."""
    setup, position = judged.before.setup, judged.before.position
    if judged.verdict not in (LEGAL, ILLEGAL) or setup is None or position is None:
        return ()
    written = [str(one["to"]) for one in case["turn"].get("steps", ())]
    if turn.loss is not None and loss_moves(setup):
        written = written[:-1]
    for number, said in enumerate(written, 1):
        run = run_before(setup, position, turn, number + 1)
        if run is None:
            return ()
        if run.ends[-1] != said:
            fact = f"the step ends on {run.ends[-1]}, not on {said}"
            first = [rule for rule in ("RM-11.5", "RM-4.1") if rule in run.reached]
            return tuple(Breach(rule, fact, step=number) for rule in dict.fromkeys([*first, *run.reached]))
    return ()


def without_a_word(stood: Judged, turn: Turn) -> Judged:
    """A turn for which records have no word, because no die is used in it (RM-4.13), played at the end of a record."""
    table = stood.table
    if table.setup is None or table.position is None:
        return stood
    done = play(table.setup, table.position, turn)
    if isinstance(done, Outcome):
        return replace(stood, before=table, table=table.played(done))
    rules = tuple(dict.fromkeys(breach.rule for breach in done))
    finding = Finding("illegal", "case.race", 0, 0, 0, done[0].fact, rules, done[0].reason)
    refused = replace(table, before=table.position, refused=Refused(turn, done))
    return Judged(ILLEGAL, (finding,), table, refused)


def heading(case: Case, readings: Mapping[str, str], ruleset: str | None) -> list[str]:
    """The header of the record of a case, without drivers."""
    lines = ["game rallyman", "format 1"]
    if ruleset is not None:
        lines.append(f'ruleset "{ruleset}"')
    lines += [f"ruling {id} = {reading}" for id, reading in readings.items()]
    lines += [f"set {name} = {value}" for name, value in case.get("parameters", {}).items()]
    if "options" in case:
        force = dict.fromkeys(default_ruleset(DATA).options, True)
        force |= {OPTIONS.get(name, name): bool(value) for name, value in case["options"].items()}
        chosen = [name for name in load_house_rules(DATA).options if force.get(name)]
        lines += [f"option {name}" for name in chosen] or ["option none"]
    lines.append(f"stage {case['stage']}")
    if "weather" in case:
        lines.append("weather " + " ".join(f"{zone}={surface}" for zone, surface in case["weather"].items()))
    return lines


def situation(case: Case, mover: str) -> list[str]:
    """The drivers and the `position` block of a case."""
    cars = [read_car(entry) for entry in case["car"]]
    lines = [f"driver {driver_text(car.driver)} tyres={car.tyres}" for car in cars]
    lines += ["position", f"  turn {case.get('turn_number', len(cars) + 1)}"]
    if case.get("turn_number") is None and any(car.driver == mover and car.driving for car in cars):
        lines.append(f"  next {driver_text(mover)}")
    dirt = " ".join(f"{corner}={count}" for corner, count in case.get("dirt", {}).items())
    return [*lines, *([f"  dirt {dirt}"] if dirt else []), *(f"  {car_line(car)}" for car in cars), "end"]


def car_line(car: Car) -> str:
    """A car in a `position` block, every field written."""
    words = [driver_text(car.driver), *([car.space] if car.space else [])]
    if car.status in (ON_ROAD, FINISHED):
        words.append(f"g{car.gear}")
    if car.status == ELIMINATED:
        words.append("out")
    elif car.status in WORD_OF:
        words.append(WORD_OF[car.status])
    held = {True: "held", False: "used"}
    words += [f"t={car.chrono}", f"m={car.markers}", f"dmg={car.damage}", f"flats={car.flats}"]
    return " ".join(
        [
            *words,
            f"sisu={held[car.sisu]}",
            f"spare={held[car.spare]}",
            f"tyres={car.tyres}",
            f"arr={car.arrival}",
        ]
    )


def line(case: Case, turn: Turn, stage: Stage) -> str:
    """The turn as a line; where control is kept it asserts the space of the last step."""
    steps: Sequence[Mapping[str, Any]] = case["turn"].get("steps", ())
    check = f" > {steps[-1]['to']}" if steps and turn.loss is None else ""
    return f"{driver_text(turn.driver)}: {turn_text(turn)}{check}"


def compare(expect: Mapping[str, Any], judged: Judged, turn: Turn) -> tuple[str, ...]:
    """What came out otherwise than expected."""
    if judged.verdict != expect.get("verdict", LEGAL):
        return (f"expected {expect.get('verdict', LEGAL)}, and it is {judged.verdict}",)
    if judged.verdict == ILLEGAL:
        return _compare_breach(expect, judged, turn)
    return differences(expect, after(judged, turn))


def _compare_breach(expect: Mapping[str, Any], judged: Judged, turn: Turn) -> tuple[str, ...]:
    finding: Finding = judged.findings[0]
    wanted = [str(expect["rule"]), *map(str, expect.get("also", ()))]
    if not finding.rules or not any(same_rule(rule, finding.rules[0]) for rule in wanted):
        return (f"expected {' or '.join(wanted)} broken, and it is {' '.join(finding.rules) or 'none'}",)
    refused = judged.table.refused
    step = refused.breaches[0].step if refused is not None else len(turn.steps)
    if "step" in expect and step != expect["step"]:
        return (f"expected step {expect['step']} to break a rule, and it is step {step}",)
    return ()


def after(judged: Judged, turn: Turn) -> dict[str, Any]:
    """The car after the turn, in the words of a case."""
    outcome, position = judged.table.last, judged.table.position
    if outcome is None or position is None:
        raise CaseError("the turn was not judged")
    car = position.car(turn.driver)
    spare_only = turn.wheel and not turn.steps and turn.mode == BASIC
    before = judged.before.position
    assert before is not None
    taken = car.chrono - before.car(turn.driver).chrono if spare_only else outcome.seconds
    splits = [one.seconds for one in position.splits if one.driver == turn.driver]
    return {
        "space": car.space,
        "gear": car.gear,
        "status": car.status,
        "chrono": car.chrono,
        "card": "spare" if spare_only else _card(outcome.card),
        "card_seconds": taken,
        "loss": outcome.loss or "none",
        "damage": car.damage,
        "flats": car.flats,
        "seconds": car.markers,
        "sisu": car.sisu,
        "spare": car.spare,
        "symbols": outcome.symbols,
        "dirt": dict(position.dirt),
        "split": splits[-1] if splits else "none",
        "next": position.next,
        "order": list(position.order),
    }


def _card(written: str) -> str:
    if written == "-":
        return "none"
    return f"{written[0]}-back" if written.endswith("b") else written
