"""A `check` after missing lines (`...`): illegal if no missing lines can explain it."""

from collections.abc import Iterator, Sequence

from grammar.syntax import Leaf, Node
from model.thunder_alley.position import Position
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.speaking import Trouble
from verifier.thunder_alley.engine.scoring import entries_before, judge_result
from verifier.thunder_alley.lines.gap import (
    came_in,
    car_refused,
    not_driving,
    place_refused,
    table_refused,
    told,
)
from verifier.thunder_alley.lines.names import Names
from verifier.thunder_alley.lines.position import read_states
from verifier.thunder_alley.lines.terms import Reply, Speaker, Table


def check_after(table: Table, gap: Position, fact: Node, names: Names, speaker: Speaker) -> Reply:
    """Compares a fact with the last position before the missing lines and with the facts recorded since. An accepted fact is
    remembered as far as it never goes back."""
    report: list[Trouble] = []
    findings: list[Finding] = []
    since = table.since or gap
    match fact.kind:
        case "car_state":
            first = fact.parts[0]
            assert isinstance(first, Node)
            number = names.car(first.leaves()[0], report)
            if number is not None:
                written = read_states(fact, number, names, report)
                refused = () if report else car_refused(gap, since, written)
                findings = [speaker.claim(written.spans[key], breach) for key, breach in refused]
                since = since if findings or report else told(since, written)
        case "places":
            cars = [(leaf, names.car(leaf, report)) for leaf in fact.leaves()]
            if not report:
                since, findings = _places(gap, since, cars, speaker)
        case "leader" | "order":
            cars = [(leaf, names.car(leaf, report)) for leaf in fact.leaves()]
            findings = [] if report else list(_driving(gap, since, cars, speaker))
        case "lap_marker":
            leaf = fact.leaves()[0]
            refused = table_refused(gap, since, "lap", int(leaf.text), table.setup.laps)
            findings = [speaker.claim(leaf.span, breach) for _, breach in refused]
            since = since if findings else replace(since, lap=int(leaf.text))
    if table.points and not findings:
        before = entries_before(gap, since)
        refused_points = judge_result(table.setup, None, dict(table.points), before)
        findings = [speaker.claim(fact.span, breach) for _, breach in refused_points]
    after = table if findings else replace(table, since=since)
    return Reply(after, tuple(findings), judged=bool(findings), follow=True)


def _places(
    gap: Position, since: Position, cars: Sequence[tuple[Leaf, int | None]], speaker: Speaker
) -> tuple[Position, list[Finding]]:
    """`check places 29 15`: the cars in the first places. Returns the position with them, or the breach that contradicts
    them."""
    seen: dict[int, int] = {}
    told_so = since
    for place, (leaf, number) in enumerate(cars, 1):
        car = since.car(number) if number is not None else None
        if car is None:
            continue
        if car.number in seen:
            said = f"car {car.number} has place {seen[car.number]} already, not place {place}"
            breach = Breach("TA-10.1", said, "a car takes one place")
            return since, [speaker.claim(leaf.span, breach)]
        seen[car.number] = place
        for _, breach in place_refused(gap, since, car.number, place):
            return since, [speaker.claim(leaf.span, breach)]
        told_so = told_so.with_cars(came_in(car, place))
    return told_so, []


def _driving(
    gap: Position, since: Position, cars: Sequence[tuple[Leaf, int | None]], speaker: Speaker
) -> Iterator[Finding]:
    """Cars in the running order, including the leader: they are driving."""
    for leaf, number in cars:
        for _, breach in not_driving(gap, since, number) if number is not None else ():
            yield speaker.claim(leaf.span, breach)
            return
