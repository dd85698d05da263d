"""The rulings that a verdict rests on, and records under every reading, compared with judging by one reading after another."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from random import Random

import pytest

from grammar.parser import parse
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from model.values import replace
from tests.generators.short_records import short_record
from tests.thorough import THOROUGH
from verifier.findings import VERDICTS, Finding
from verifier.records.heading import Overrides
from verifier.records.replay import Options, RecordReport, judge_records
from verifier.verdicts import rests_on
from verifier.verdicts.all_rulings import EveryReading, decided

RECORDS = 2400 if THOROUGH else 120
MOST_ASSIGNMENTS = 128
"""A record with at most this many assignments of readings is judged by each of them."""

BOOK = load_rulings(DATA)


def judged(text: str, readings: Mapping[str, str] | None = None, **options: bool) -> RecordReport:
    overrides = Overrides(rulings=tuple((readings or {}).items()))
    [report] = judge_records(parse(text, "a.race"), Options(overrides, **options))  # type: ignore[arg-type]
    return report


@cache
def drawn(seed: int) -> tuple[str, RecordReport]:
    text = short_record(seed)
    return text, judged(text, rests_on=VERDICTS, all_rulings=True)


def assignments(every: EveryReading) -> Iterator[dict[str, str]]:
    """Every way to read the rulings that were split."""
    for chosen in product(*(BOOK[id].choices() for id in every.split)):
        yield dict(zip(every.split, chosen, strict=True))


def variant_of(every: EveryReading, readings: Mapping[str, str]) -> tuple[object, ...]:
    """The outcome that is reported for these readings; exactly one is."""
    [found] = {
        decided(variant.finding)
        for variant in every.variants
        for case in variant.conditions
        if all(readings.get(id) == reading for id, reading in case)
    }
    return found


def small(every: EveryReading) -> bool:
    size = 1
    for id in every.split:
        size *= len(BOOK[id].choices())
    return size <= MOST_ASSIGNMENTS


def parts(count: int) -> list[range]:
    return [range(first, first + RECORDS // count) for first in range(0, RECORDS, RECORDS // count)]


@pytest.mark.parametrize("seeds", parts(8), ids=str)
def test_every_reading_is_what_brute_force_says(seeds: range) -> None:
    for seed in seeds:
        text, report = drawn(seed)
        every = report.every
        if every is None or every.stopped or not small(every):
            continue
        others = sorted(set(BOOK.defaults()) - set(every.split))
        random = Random(seed)
        for readings in assignments(every):
            one = judged(text, readings)
            said = variant_of(every, readings)
            assert decided(one.deciding) == said, (seed, readings)
            verdicts = [
                verdict
                for verdict, condition in every.verdicts
                if any(all(readings.get(id) == reading for id, reading in case) for case in condition)
            ]
            assert verdicts == [one.verdict], (seed, readings)
        for id in random.sample(others, 3):
            # A ruling that was not split makes no difference under any readings of the others.
            chosen = {split: random.choice(BOOK[split].choices()) for split in every.split}
            one = judged(text, {**chosen, id: random.choice(BOOK[id].choices())})
            assert decided(one.deciding) == variant_of(every, chosen), (seed, id)


@pytest.mark.parametrize("seeds", parts(4), ids=str)
def test_a_verdict_rests_on_what_changes_it_alone(seeds: range) -> None:
    for seed in seeds[::2]:
        text, report = drawn(seed)
        if report.every is None:
            continue  # a line cannot be read under any reading
        rests = {(rest.ruling, reading) for rest in report.rests_on for reading, _ in rest.otherwise}
        unasked = Random(seed).sample(sorted(set(BOOK.defaults()) - set(report.consulted)), 3)
        for id in (*report.consulted, *unasked):
            for reading in BOOK[id].choices()[1:]:
                changed = judged(text, {id: reading})
                assert ((id, reading) in rests) is (outcome(changed) != outcome(report)), (seed, id, reading)


def outcome(report: RecordReport) -> tuple[object, ...]:
    claims = [(one.line, one.column, one.rules) for one in report.findings if one.kind == "claim"]
    return decided(report.deciding), claims


def test_the_records_drawn_ask_rulings_that_matter() -> None:
    reports = [drawn(seed)[1] for seed in range(RECORDS)]
    told = [report.every for report in reports if report.every is not None]
    assert sum(small(every) and not every.stopped for every in told) > RECORDS * 3 // 4
    assert sum(every.verdict is None for every in told) > 0.1 * RECORDS
    assert sum(len(every.split) > 1 for every in told) > 0.3 * RECORDS
    assert len({id for every in told for id in every.split}) > 20
    assert sum(bool(report.rests_on) for report in reports) > 0.1 * RECORDS
    assert {report.verdict for report in reports} >= {"legal", "illegal"}


def test_a_claim_that_stays_wrong_by_another_rule_has_no_other_verdict() -> None:
    wrong = Finding("claim", "a.race", 7, 3, 5, "29 stands at 5a", ("TA-6.8",))
    other = replace(wrong, rules=("TA-6.7",))
    assert rests_on._claim([wrong], [other]) == "another rule against the claim in line 7"
    assert rests_on._claim([wrong], []) == "another verdict on the claim in line 7"
