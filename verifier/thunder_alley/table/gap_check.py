"""A `check` after missing lines (`...`): illegal where no lines at all can have led to what it says (TA-3.5.1, TA-4.3, TA-4.6,
TA-10.1)."""

from collections.abc import Iterator, Sequence

from grammar.syntax import Leaf, Node, Span
from model.thunder_alley.position import FINISHED, OUT, RACING, Car, Position
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.speaking import Trouble
from verifier.thunder_alley.notation.names import Names
from verifier.thunder_alley.table.position import WrittenCar, read_states
from verifier.thunder_alley.table.terms import Reply, Speaker, Table


def check_after(table: Table, gap: Position, fact: Node, names: Names, speaker: Speaker) -> Reply:
    """Holds a fact against the last table before the missing lines. What it says of the end of a car's race is remembered, so
    that two cars cannot come to one place."""
    report: list[Trouble] = []
    findings: list[Finding] = []
    match fact.kind:
        case "car_state":
            first = fact.parts[0]
            assert isinstance(first, Node)
            number = names.car(first.leaves()[0], report)
            car = gap.car(number) if number is not None else None
            if car is not None:
                written = read_states(fact, car.number, names, report)
                findings = [] if report else list(_car(gap, car, written, speaker))
                gap = gap if findings else _ended(gap, car, written)
        case "places":
            cars = [(leaf, names.car(leaf, report)) for leaf in fact.leaves()]
            findings = [] if report else list(_places(gap, cars, speaker))
        case "leader" | "order":
            cars = [(leaf, names.car(leaf, report)) for leaf in fact.leaves()]
            findings = [] if report else list(_driving(gap, cars, speaker))
        case "lap_marker":
            leaf = fact.leaves()[0]
            if int(leaf.text) < gap.lap:
                said = f"before the missing lines the lap marker was on {gap.lap}, not {leaf.text}"
                findings = [speaker.claim(leaf.span, Breach("TA-4.6", said, "it is never moved back"))]
    return Reply(replace(table, gap=gap), tuple(findings), judged=bool(findings), follow=True)


def _ended(gap: Position, car: Car, written: WrittenCar) -> Position:
    """The table with a car that is said to have left the race."""
    place = written.fields.get("place")
    if car.status != RACING:
        return gap
    if written.fields.get("status") == OUT:
        return gap.with_cars(replace(car, status=OUT, space=None))
    return (
        gap.with_cars(replace(car, status=FINISHED, space=None, place=place))
        if isinstance(place, int)
        else gap
    )


def _gone(car: Car) -> tuple[str, str]:
    """How a car left the race, and the rule."""
    if car.status == FINISHED:
        return f"car {car.number} had finished", "TA-10.1"
    return f"car {car.number} was out of the race", "TA-4.3"


def _car(gap: Position, car: Car, written: WrittenCar, speaker: Speaker) -> Iterator[Finding]:
    fields, spans = written.fields, written.spans
    place, led = fields.get("place"), fields.get("led")
    if car.status != RACING and fields.get("space") is not None:
        how, rule = _gone(car)
        said = f"{how} before the missing lines"
        yield speaker.claim(spans["space"], Breach(rule, said, "such a car does not come back"))
    if isinstance(place, int):
        yield from _place(gap, car, place, spans["place"], speaker)
    if isinstance(led, int) and (led < car.led or (led > car.led and car.status != RACING)):
        said = f"car {car.number} had {car.led} Turn Leader markers before the missing lines, not {led}"
        reason = "no marker of this kind is taken away, and a car that has left the race gets none"
        yield speaker.claim(spans["led"], Breach("TA-3.5.1", said, reason))


def _place(gap: Position, car: Car, place: int, span: Span, speaker: Speaker) -> Iterator[Finding]:
    """A place that another car has, or a car that has another one."""
    holder = next((other for other in gap.cars if other.place == place and other.number != car.number), None)
    if holder is not None:
        rule = _gone(holder)[1]
        said = f"car {holder.number} has place {place}, not {car.number}"
        yield speaker.claim(span, Breach(rule, said, "each place is taken once"))
    elif car.status == OUT and car.place is None and place in gap.places_left:
        said = f"car {car.number} was out of the race before the missing lines, with place {place} still to be had"
        yield speaker.claim(span, Breach("TA-4.3", said, "a lost car takes the lowest place left"))
    elif car.place is not None and car.place != place:
        how, rule = _gone(car)
        said = f"{how} in place {car.place}, not in place {place}"
        yield speaker.claim(span, Breach(rule, said, "a place once taken is kept"))


def _places(gap: Position, cars: Sequence[tuple[Leaf, int | None]], speaker: Speaker) -> Iterator[Finding]:
    """`check places 29 15`: the cars in the first places."""
    seen: dict[int, int] = {}
    for place, (leaf, number) in enumerate(cars, 1):
        car = gap.car(number) if number is not None else None
        if car is None:
            continue
        if car.number in seen:
            said = f"car {car.number} has place {seen[car.number]} already, not place {place}"
            yield speaker.claim(leaf.span, Breach("TA-10.1", said, "a car takes one place"))
            return
        seen[car.number] = place
        found = list(_place(gap, car, place, leaf.span, speaker))
        if found:
            yield found[0]
            return


def _driving(gap: Position, cars: Sequence[tuple[Leaf, int | None]], speaker: Speaker) -> Iterator[Finding]:
    """Cars in the running order, the leader among them: they are driving."""
    for leaf, number in cars:
        car = gap.car(number) if number is not None else None
        if car is not None and car.status != RACING:
            how, rule = _gone(car)
            said = f"{how} before the missing lines"
            yield speaker.claim(leaf.span, Breach(rule, said, "such a car does not come back"))
            return
