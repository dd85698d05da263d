"""What lines report after missing lines (`...`), in the words of the judges."""

from collections.abc import Iterator, Sequence

from grammar.syntax import Leaf, Span
from model.thunder_alley.claims import Claim
from model.thunder_alley.moves import Reports
from model.thunder_alley.position import OUT, RACING, Position
from model.thunder_alley.reports import (
    Drives,
    InTurn,
    Led,
    Left,
    Lost,
    OnLap,
    Placed,
    Report,
    Takes,
    Worn,
)
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.judging import Judgement
from verifier.thunder_alley.lines.position import Block, WrittenCar
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table

Written = tuple[Report, Span]
"""A report with its words."""


def reported(table: Table, written: Sequence[Written], speaker: Speaker) -> Answer:
    """The reply to reports after missing lines."""
    assert table.gap is not None
    judgement = table.door.judge(table.setup, table.gap, Reports(tuple(report for report, _ in written)))
    if judgement.outcomes:
        table = replace(table, gap=judgement.outcomes[0].position)
    findings = refused(judgement, written, speaker)
    return Answer(table, findings, judged=bool(findings), follow=True, judgement=judgement)


def refused(
    judgement: Judgement[Standing], written: Sequence[Written], speaker: Speaker
) -> tuple[Finding, ...]:
    """The findings about refused reports, each at its words."""
    whole = speaker.statement.node
    about = whole.parts[0] if speaker.statement.kind == "check" else whole

    def span(breach: Breach) -> Span:
        return written[breach.step - 1][1] if breach.step else about.span

    return tuple(speaker.claim(span(one), replace(one, step=0)) for one in judgement.breaches)


def of_block(block: Block, gap: Position) -> Iterator[Written]:
    """What a block reports."""
    for key, value in block.table.items():
        if key in ("turn", "lap") and isinstance(value, int):
            yield (InTurn if key == "turn" else OnLap)(value), block.spans[key]
        elif key == "places_left" and isinstance(value, tuple):
            yield Left(tuple(map(int, value))), block.spans[key]
    for car in block.cars:
        yield Takes(car.number), car.span
        if gap.car(car.number) is not None:
            yield from _of_car(car)


def of_check(gap: Position, claim: Claim, leaves: Sequence[Leaf]) -> Iterator[Written]:
    """What a `check` reports. Cars that are lost, or were not there before the missing lines, are left
    out."""
    match claim.about:
        case "lap":
            yield OnLap(claim.value), leaves[0].span
        case "places" | "leader" | "order":
            cars = claim.value if isinstance(claim.value, list) else [claim.value]
            for row, (number, leaf) in enumerate(zip(cars, leaves, strict=True), 1):
                if gap.car(number) is not None:
                    yield (Placed(number, row) if claim.about == "places" else Drives(number)), leaf.span
        case "car":
            if gap.car(claim.value.number) is not None:
                yield from _of_car(claim.value)


def _of_car(car: WrittenCar) -> Iterator[Written]:
    fields, spans = car.fields, car.spans
    place, led, wear, status = (fields.get(key) for key in ("place", "led", "wear", "status"))
    if "space" in fields and place is None and status in (None, RACING):
        yield Drives(car.number), spans["space"]
    if isinstance(place, int):
        yield Placed(car.number, place), spans["place"]
    if status == OUT:
        yield Lost(car.number), spans["status"]
    if isinstance(led, int):
        yield Led(car.number, led), spans["led"]
    if isinstance(wear, tuple):
        yield Worn(car.number, wear), spans["wear"]
